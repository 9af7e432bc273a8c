//! A bot without manners: it answers nothing by itself, so that tests can send any answer.

use std::time::Duration;

use discord_sandbox::Sandbox;
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::FullEvent;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::{PATIENCE, client};

/// The REST API, without serenity's help.
#[derive(Clone)]
pub struct Api {
    client: reqwest::Client,
    token: String,
    application: String,
}

impl Api {
    pub fn of(sandbox: &Sandbox) -> Self {
        let connection = sandbox.connection();
        Self {
            client: client(&connection),
            token: connection.token,
            application: connection.application_id.to_string(),
        }
    }

    pub fn with_token(self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self }
    }

    /// Status and JSON of the answer.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let response = self.send(method, path, body).await;
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or_default())
    }

    pub async fn send(&self, method: &str, path: &str, body: Value) -> reqwest::Response {
        let method: reqwest::Method = method.parse().unwrap();
        let path = path.replace("{app}", &self.application);
        let mut request = self
            .client
            .request(method, format!("https://discord.com/api/v10{path}"))
            .header("authorization", format!("Bot {}", self.token));
        if !body.is_null() {
            request = request.json(&body);
        }
        request.send().await.unwrap()
    }

    /// With one file of this size.
    pub async fn upload(&self, path: &str, body: Value, size: usize) -> (u16, Value) {
        let part = reqwest::multipart::Part::bytes(vec![0; size]).file_name("file.png");
        let form =
            reqwest::multipart::Form::new().text("payload_json", body.to_string()).part("files[0]", part);
        let response = self
            .client
            .post(format!("https://discord.com/api/v10{path}"))
            .header("authorization", format!("Bot {}", self.token))
            .multipart(form)
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }
}

/// An interaction that waits for its answer.
#[derive(Clone, Debug)]
pub struct Received {
    pub id: String,
    pub token: String,
    pub json: Value,
}

pub struct BareBot {
    pub api: Api,
    interactions: UnboundedReceiver<Received>,
    task: JoinHandle<()>,
}

impl Drop for BareBot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Forward(UnboundedSender<Received>);

#[serenity::async_trait]
impl serenity::EventHandler for Forward {
    async fn interaction_create(&self, _: serenity::Context, interaction: serenity::Interaction) {
        let received = Received {
            id: interaction.id().to_string(),
            token: interaction.token().to_owned(),
            json: serde_json::to_value(&interaction).unwrap(),
        };
        // The test may have ended already.
        let _ = self.0.send(received);
    }
}

impl BareBot {
    /// On the gateway, with one command `ask` with an option `what`, and a subcommand-free menu of one `button`.
    pub async fn start(sandbox: &Sandbox) -> Self {
        let api = Api::of(sandbox);
        let what = json!({ "type": 3, "name": "what", "description": "what", "autocomplete": true });
        let ask = json!({ "name": "ask", "description": "asks", "options": [what] });
        let (status, answer) = api.call("PUT", "/applications/{app}/commands", json!([ask])).await;
        assert_eq!(status, 200, "{answer}");
        let connection = sandbox.connection();
        let http = serenity::HttpBuilder::new(&connection.token).client(client(&connection)).build();
        let (sender, interactions) = unbounded_channel();
        let mut bot = serenity::ClientBuilder::new_with_http(http, serenity::GatewayIntents::GUILDS)
            .event_handler(Forward(sender))
            .await
            .unwrap();
        let task = tokio::spawn(async move {
            bot.start().await.unwrap();
        });
        sandbox.wait_for_bot(PATIENCE).await.unwrap();
        Self { api, interactions, task }
    }

    pub async fn next(&mut self) -> Received {
        tokio::time::timeout(PATIENCE, self.interactions.recv()).await.unwrap().unwrap()
    }

    /// Whether nothing comes for a moment.
    pub async fn hears_nothing(&mut self) -> bool {
        tokio::time::timeout(Duration::from_millis(50), self.interactions.recv()).await.is_err()
    }

    pub async fn answer(&self, to: &Received, body: Value) -> (u16, Value) {
        let path = format!("/interactions/{}/{}/callback", to.id, to.token);
        self.api.call("POST", &path, body).await
    }

    pub async fn follow_up(&self, to: &Received, body: Value) -> (u16, Value) {
        self.api.call("POST", &format!("/webhooks/{{app}}/{}", to.token), body).await
    }

    pub async fn edit(&self, to: &Received, message: &str, body: Value) -> (u16, Value) {
        let path = format!("/webhooks/{{app}}/{}/messages/{message}", to.token);
        self.api.call("PATCH", &path, body).await
    }
}
