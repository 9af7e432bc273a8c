//! A small real bot on serenity and poise, connected as a production bot would be: its own TLS, limiter on.
#![allow(dead_code, unused_imports, reason = "each test file uses its part of the bot")]
#![allow(clippy::unused_async, reason = "poise takes async functions only")]

mod bare;
pub use bare::{Api, BareBot};

use std::sync::Arc;
use std::time::Duration;

use discord_sandbox::{
    ChannelId, Config, Connection, GuildId, GuildSpec, Permissions, Sandbox, UserId, UserSpec,
};
use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateAttachment, CreateButton, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseFollowup, CreateInteractionResponseMessage, CreateMessage, CreateModal,
    CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, CreateThread, EditAttachments,
    EditInteractionResponse, EditMessage, FullEvent, InputTextStyle, Interaction,
};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

pub const PATIENCE: Duration = Duration::from_secs(8);

type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

/// The smallest file that passes for a PNG by its head: 3 by 2 pixels.
pub const PICTURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0";

/// A sandbox with one guild, one channel and two members.
pub struct Stage {
    pub sandbox: Sandbox,
    pub guild: GuildId,
    pub channel: ChannelId,
    pub alice: UserId,
    pub ben: UserId,
}

impl Stage {
    pub async fn set(config: Config) -> Self {
        let sandbox = Sandbox::start(config).await.unwrap();
        let guild = sandbox.add_guild(GuildSpec::named("Club"));
        let channel = sandbox.add_text_channel(guild, "games");
        let alice = sandbox.add_user(UserSpec::named("Alice"));
        let ben = sandbox.add_user(UserSpec { locale: "zh-TW".to_owned(), ..UserSpec::named("小明") });
        sandbox.add_member(guild, alice, Permissions::NONE);
        sandbox.add_member(guild, ben, Permissions::NONE);
        Self { sandbox, guild, channel, alice, ben }
    }

    /// With a bot that has registered its commands.
    pub async fn with_bot(config: Config) -> (Self, Bot) {
        let stage = Self::set(config).await;
        let bot = Bot::start(&stage.sandbox).await;
        (stage, bot)
    }
}

/// It lives in a runtime of its own: serenity's shards are tasks that survive the one that began them, and only with
/// their runtime do they die as a killed process does.
pub struct Bot {
    pub http: Arc<serenity::Http>,
    runtime: Option<Runtime>,
}

impl Drop for Bot {
    /// Killed, not asked: the session stays behind.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

pub fn client(connection: &Connection) -> reqwest::Client {
    let ca = reqwest::Certificate::from_pem(connection.ca_pem.as_bytes()).unwrap();
    reqwest::Client::builder()
        .resolve(Connection::HOST, connection.rest)
        .add_root_certificate(ca)
        .no_proxy()
        .build()
        .unwrap()
}

impl Bot {
    pub async fn start(sandbox: &Sandbox) -> Self {
        let connection = sandbox.connection();
        let http = serenity::HttpBuilder::new(&connection.token).client(client(&connection)).build();
        let framework = poise::Framework::builder()
            .options(poise::FrameworkOptions {
                commands: vec![play(), admin()],
                event_handler: |framework, event| Box::pin(handle(framework.serenity_context, event)),
                on_error: |error| Box::pin(async move { panic!("{error}") }),
                ..Default::default()
            })
            .setup(|ctx, _, framework| {
                Box::pin(async move {
                    poise::builtins::register_globally(ctx, &framework.options().commands).await?;
                    Ok(())
                })
            })
            .build();
        let intents = serenity::GatewayIntents::GUILDS
            | serenity::GatewayIntents::GUILD_MESSAGES
            | serenity::GatewayIntents::DIRECT_MESSAGES;
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (sender, started) = oneshot::channel();
        runtime.spawn(async move {
            let mut client =
                serenity::ClientBuilder::new_with_http(http, intents).framework(framework).await.unwrap();
            sender.send(Arc::clone(&client.http)).unwrap();
            client.start().await.unwrap();
        });
        let http = started.await.unwrap();
        sandbox.wait_for_bot(PATIENCE).await.unwrap();
        Self { http, runtime: Some(runtime) }
    }
}

/// Plays.
#[poise::command(
    slash_command,
    subcommands("start", "secret", "slow", "direct", "thread", "name", "find", "pick", "keep"),
    name_localized("zh-TW", "遊戲")
)]
async fn play(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// For those who manage the server.
#[poise::command(slash_command, default_member_permissions = "MANAGE_GUILD")]
async fn admin(ctx: Context<'_>) -> Result<(), Error> {
    ctx.say("configured").await?;
    Ok(())
}

#[derive(Debug, poise::ChoiceParameter)]
enum Pace {
    #[name = "relaxed"]
    #[name_localized("zh-TW", "悠閒")]
    Relaxed,
    #[name = "slow"]
    Slow,
}

/// Opens a table.
#[poise::command(slash_command, name_localized("zh-TW", "開始"))]
async fn start(
    ctx: Context<'_>,
    #[description = "how fast"] pace: Option<Pace>,
    #[description = "how many"]
    #[min = 1]
    #[max = 4]
    seats: Option<i64>,
    #[description = "against whom"] rival: Option<serenity::User>,
) -> Result<(), Error> {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let pace = or_dash(pace.map(|pace| format!("{pace:?}").to_lowercase()));
    let seats = or_dash(seats.map(|seats| seats.to_string()));
    let rival = or_dash(rival.map(|user| format!("<@{}>", user.id)));
    let picture = CreateAttachment::bytes(PICTURE, "board.png").description("an empty board");
    let reply = poise::CreateReply::default()
        .content(format!("table {pace} {seats} {rival}"))
        .attachment(picture)
        .components(controls());
    ctx.send(reply).await?;
    Ok(())
}

fn controls() -> Vec<CreateActionRow> {
    let button = |id: &str, label: &str| CreateButton::new(id).label(label);
    let options = ["north", "south"].map(|side| CreateSelectMenuOption::new(side, side));
    vec![
        CreateActionRow::Buttons(vec![
            button("join", "Join").style(ButtonStyle::Primary),
            button("redraw", "Redraw"),
            button("note", "Note"),
            button("idle", "Idle"),
            button("closed", "Closed").disabled(true),
        ]),
        CreateActionRow::SelectMenu(CreateSelectMenu::new(
            "side",
            CreateSelectMenuKind::String { options: options.to_vec() },
        )),
    ]
}

/// Answers privately.
#[poise::command(slash_command)]
async fn secret(ctx: Context<'_>) -> Result<(), Error> {
    let reply = poise::CreateReply::default().content("for you alone").ephemeral(true);
    ctx.send(reply).await?;
    Ok(())
}

/// Asks for time, privately, then answers and adds something.
#[poise::command(slash_command)]
async fn slow(ctx: Context<'_>) -> Result<(), Error> {
    let poise::Context::Application(ctx) = ctx else {
        return Ok(());
    };
    ctx.defer_ephemeral().await?;
    let http = ctx.serenity_context();
    let edit = EditInteractionResponse::new().content("done");
    ctx.interaction.edit_response(http, edit).await?;
    let more = CreateInteractionResponseFollowup::new().content("and more").ephemeral(true);
    let more = ctx.interaction.create_followup(http, more).await?;
    let edit = CreateInteractionResponseFollowup::new().content("and more, edited");
    ctx.interaction.edit_followup(http, more.id, edit).await?;
    Ok(())
}

/// Sends a direct message.
#[poise::command(slash_command)]
async fn direct(ctx: Context<'_>) -> Result<(), Error> {
    let picture = CreateAttachment::bytes(PICTURE, "hand.png").description("your hand");
    let message = CreateMessage::new().content("your hand").add_file(picture);
    let answer = match ctx.author().direct_message(ctx, message).await {
        Ok(_) => "sent".to_owned(),
        Err(serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))) => {
            format!("{} {}", response.status_code.as_u16(), response.error.code)
        }
        Err(error) => return Err(error.into()),
    };
    ctx.say(answer).await?;
    Ok(())
}

/// Opens a thread.
#[poise::command(slash_command)]
async fn thread(ctx: Context<'_>) -> Result<(), Error> {
    let new = CreateThread::new("table").kind(serenity::ChannelType::PublicThread);
    let thread = ctx.channel_id().create_thread(ctx, new).await?;
    thread.id.say(ctx, "welcome").await?;
    ctx.say(format!("<#{}>", thread.id)).await?;
    Ok(())
}

/// Lets you pick.
#[poise::command(slash_command)]
async fn pick(ctx: Context<'_>) -> Result<(), Error> {
    let list = |id: &str, kind| CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind));
    let mentionables = CreateSelectMenuKind::Mentionable { default_users: None, default_roles: None };
    let rows = vec![
        list("users", CreateSelectMenuKind::User { default_users: None }),
        list("roles", CreateSelectMenuKind::Role { default_roles: None }),
        CreateActionRow::SelectMenu(CreateSelectMenu::new("mentionables", mentionables).max_values(2)),
        list("channels", CreateSelectMenuKind::Channel { channel_types: None, default_channels: None }),
    ];
    ctx.send(poise::CreateReply::default().content("pick").components(rows)).await?;
    Ok(())
}

/// Keeps a file.
#[poise::command(slash_command)]
async fn keep(
    ctx: Context<'_>,
    #[description = "what to keep"] file: serenity::Attachment,
) -> Result<(), Error> {
    let content = String::from_utf8(file.download().await?)?;
    ctx.say(format!("kept {}, {} bytes: {content}", file.filename, file.size)).await?;
    Ok(())
}

/// Asks for a name.
#[poise::command(slash_command)]
async fn name(ctx: Context<'_>) -> Result<(), Error> {
    let poise::Context::Application(ctx) = ctx else {
        return Ok(());
    };
    let input = CreateInputText::new(InputTextStyle::Short, "Name", "name").max_length(10);
    let modal = CreateModal::new("naming", "Your name").components(vec![CreateActionRow::InputText(input)]);
    let answer = CreateInteractionResponse::Modal(modal);
    ctx.interaction.create_response(ctx.serenity_context(), answer).await?;
    Ok(())
}

/// Finds something.
#[poise::command(slash_command)]
async fn find(
    ctx: Context<'_>,
    #[description = "what"]
    #[autocomplete = "complete"]
    what: String,
) -> Result<(), Error> {
    ctx.say(format!("found {what}")).await?;
    Ok(())
}

async fn complete(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let fruits = ["apple", "apricot", "pear"].into_iter();
    let fitting = fruits.filter(|fruit| fruit.starts_with(partial));
    let choices = fitting.map(|fruit| serenity::AutocompleteChoice::new(fruit, fruit));
    serenity::CreateAutocompleteResponse::new().set_choices(choices.collect())
}

async fn handle(ctx: &serenity::Context, event: &FullEvent) -> Result<(), Error> {
    let FullEvent::InteractionCreate { interaction } = event else {
        return Ok(());
    };
    match interaction {
        Interaction::Component(press) => press_component(ctx, press).await,
        Interaction::Modal(modal) => {
            let typed = modal.data.components[0].components[0].clone();
            let serenity::ActionRowComponent::InputText(typed) = typed else {
                return Ok(());
            };
            let text = format!("hello {}", typed.value.unwrap_or_default());
            let message = CreateInteractionResponseMessage::new().content(text).ephemeral(true);
            modal.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

async fn press_component(
    ctx: &serenity::Context,
    press: &serenity::ComponentInteraction,
) -> Result<(), Error> {
    match press.data.custom_id.as_str() {
        "join" => {
            press.defer(ctx).await?;
            let edit = EditInteractionResponse::new().content(format!("joined by {}", press.user.name));
            press.edit_response(ctx, edit).await?;
        }
        "redraw" => {
            press.defer(ctx).await?;
            let picture = CreateAttachment::bytes(PICTURE, "again.png").description("drawn anew");
            // A list of attachments that names only the new file lets the old one go.
            let files = EditAttachments::new().add(picture);
            let edit = EditInteractionResponse::new().attachments(files);
            press.edit_response(ctx, edit).await?;
        }
        "note" => {
            let message = CreateInteractionResponseMessage::new().content("noted");
            press.create_response(ctx, CreateInteractionResponse::UpdateMessage(message)).await?;
            let edit = EditMessage::new().content("noted, and edited through the channel");
            press.channel_id.edit_message(ctx, press.message.id, edit).await?;
        }
        "side" => {
            let serenity::ComponentInteractionDataKind::StringSelect { values } = &press.data.kind else {
                return Ok(());
            };
            let message = CreateInteractionResponseMessage::new()
                .content(format!("you chose {}", values[0]))
                .ephemeral(true);
            press.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
        }
        list @ ("users" | "roles" | "mentionables" | "channels") => {
            let names = names_of_picked(&press.data).join(" ");
            let message =
                CreateInteractionResponseMessage::new().content(format!("{list} {names}")).ephemeral(true);
            press.create_response(ctx, CreateInteractionResponse::Message(message)).await?;
        }
        _ => {}
    }
    Ok(())
}

/// Names of users, then of roles, then of channels, as the interaction spells them out.
fn names_of_picked(data: &serenity::ComponentInteractionData) -> Vec<String> {
    let users = data.resolved.users.values().map(|user| user.name.clone());
    let roles = data.resolved.roles.values().map(|role| role.name.clone());
    let channels = data.resolved.channels.values();
    let channels = channels.filter_map(|channel| channel.name.clone());
    users.chain(roles).chain(channels).collect()
}
