//! The gateway without any library's help: every payload as it comes.

use discord_sandbox::Sandbox;
use flate2::{Decompress, FlushDecompress};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::bot::PATIENCE;

/// How payloads came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms {
    pub text: usize,
    pub binary: usize,
}

pub struct Raw {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The stream that all binary payloads belong to, where they are one.
    stream: Option<Decompress>,
    pub forms: Forms,
    /// The number of the newest event.
    pub sequence: u64,
}

impl Raw {
    /// Connects and takes HELLO.
    pub async fn connect(sandbox: &Sandbox) -> Self {
        let mut raw = Self::connect_with(sandbox, "v=10&encoding=json").await;
        assert_eq!(raw.payload().await["op"], 10);
        raw
    }

    pub async fn connect_with(sandbox: &Sandbox, query: &str) -> Self {
        let address = format!("{}/?{query}", sandbox.connection().gateway_url);
        let (socket, _) = connect_async(address).await.unwrap();
        let stream = query.contains("zlib-stream").then(|| Decompress::new(true));
        Self { socket, stream, forms: Forms::default(), sequence: 0 }
    }

    /// Connects, identifies, and takes READY.
    pub async fn identified(sandbox: &Sandbox, intents: u64) -> Self {
        let mut raw = Self::connect(sandbox).await;
        raw.identify(sandbox, json!({ "intents": intents })).await;
        raw.event("READY").await;
        raw
    }

    /// Sends IDENTIFY with these fields besides the usual ones.
    pub async fn identify(&mut self, sandbox: &Sandbox, fields: Value) {
        let properties = json!({ "os": "linux", "browser": "raw", "device": "raw" });
        let mut data = json!({ "token": sandbox.connection().token, "properties": properties, "intents": 0 });
        for (key, value) in fields.as_object().unwrap() {
            data[key] = value.clone();
        }
        self.send(json!({ "op": 2, "d": data })).await;
    }

    pub async fn send(&mut self, payload: Value) {
        self.send_text(&payload.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    /// The next payload, or the code with which the sandbox closed.
    pub async fn heard(&mut self) -> Result<Value, u16> {
        let next = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("something is heard");
        let text = match next.expect("a close comes before the end").unwrap() {
            Message::Text(text) => {
                self.forms.text += 1;
                text.to_string()
            }
            Message::Binary(bytes) => {
                self.forms.binary += 1;
                let mut alone = Decompress::new(true);
                let unpacking = self.stream.as_mut().unwrap_or(&mut alone);
                let mut text = Vec::with_capacity(1 << 20);
                unpacking.decompress_vec(&bytes, &mut text, FlushDecompress::Sync).unwrap();
                String::from_utf8(text).unwrap()
            }
            Message::Close(frame) => return Err(frame.map_or(0, |frame| u16::from(frame.code))),
            other => panic!("neither payload nor close: {other:?}"),
        };
        let payload: Value = serde_json::from_str(&text).unwrap();
        self.sequence = payload["s"].as_u64().unwrap_or(self.sequence);
        Ok(payload)
    }

    pub async fn payload(&mut self) -> Value {
        self.heard().await.expect("the connection stays open")
    }

    /// The next event of this name; others are passed over.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.payload().await;
            if payload["t"] == name {
                return payload["d"].clone();
            }
        }
    }

    /// The code with which the sandbox closes; payloads before that are passed over.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            if let Err(code) = self.heard().await {
                return code;
            }
        }
    }

    /// The names of events up to the answer to a heartbeat, which proves that nothing more was on its way.
    pub async fn names_so_far(&mut self) -> Vec<String> {
        self.send(json!({ "op": 1, "d": self.sequence })).await;
        let mut names = Vec::new();
        loop {
            let payload = self.payload().await;
            match payload["t"].as_str() {
                Some(name) => names.push(name.to_owned()),
                None if payload["op"] == 11 => return names,
                None => names.push(format!("op {}", payload["op"])),
            }
        }
    }
}
