//! Starts the bot and keeps it running.

use std::sync::{Arc, Weak};

use poise::{FrameworkContext, FrameworkError};
use serenity::all::{
    ClientBuilder, ConnectionStage, CreateCommand, CreateInteractionResponse,
    CreateInteractionResponseMessage, FullEvent, GatewayIntents, Http, Interaction, ShardManager,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use super::bot::Bot;
use super::budget::Budget;
use super::commands::{CommandFault, all};
use super::connection::{Connection, ConnectionFault};
use super::cooldown::Cooldown;
use super::departures::keep_purging;
use super::flood::{Flood, Verdict};
use super::herald::{Departure, Herald};
use super::lines::{Lines, keep_sweeping};
use super::living::Living;
use super::opening::Openings;
use super::preferences::Preferences;
use super::presses::{CALL_COOLDOWN, on_component, on_modal};
use super::screen::Artist;
use super::texts::Texts;
use crate::table::{Announcer, ChannelId, Clock, Habits, Hall, Store};

/// Pictures drawn at a time.
const ARTISTS: usize = 2;

/// Why the bot does not run.
#[derive(Debug, Error)]
pub enum ServeFault {
    /// There is no way to Discord.
    #[error(transparent)]
    Connection(#[from] ConnectionFault),
    /// Discord refused the token.
    #[error("Discord does not know this token; copy it anew from the Developer Portal (Bot, Reset Token)")]
    BadToken,
    /// The start failed after the connection stood.
    #[error("the bot could not start: {0}")]
    Setup(String),
    /// The connection broke for good.
    #[error("the connection to Discord failed: {0}")]
    Discord(#[source] Box<serenity::Error>),
}

/// What a running bot is made from.
#[derive(Clone)]
pub struct Service {
    /// The way to Discord.
    pub connection: Connection,
    /// Where games are kept.
    pub store: Arc<dyn Store>,
    /// What is the same for all tables.
    pub habits: Habits,
    /// How many requests a second Discord allows this bot over all routes.
    pub requests_per_second: u32,
}

/// What Discord allows every bot.
pub const REQUESTS_PER_SECOND: u32 = 50;

type Framework = poise::Framework<Arc<Bot>, CommandFault>;

/// Runs the bot until `shutdown` is ready or it cannot go on. `on_ready` is told once commands are
/// registered and every stored table has been taken up.
///
/// # Errors
/// Why it stopped, unless it was told to.
pub async fn serve(
    service: Service,
    shutdown: impl Future<Output = ()>,
    on_ready: oneshot::Sender<usize>,
) -> Result<(), ServeFault> {
    let (failed, setup_failed) = oneshot::channel::<String>();
    let failed = Arc::new(std::sync::Mutex::new(Some(failed)));
    let lines = service.connection.lines()?;
    let http = lines.main();
    let framework = framework(service.clone(), lines, on_ready, Arc::clone(&failed));
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
    let mut client = ClientBuilder::new_with_http(http, intents).framework(framework).await.map_err(fault)?;
    service.connection.check_gateway(&client.ws_url.lock().await)?;
    let shards: Arc<ShardManager> = Arc::clone(&client.shard_manager);
    let result = tokio::select! {
        ended = client.start_autosharded() => ended.map_err(fault),
        reason = setup_failed => Err(ServeFault::Setup(reason.unwrap_or_default())),
        () = shutdown => Ok(()),
    };
    shards.shutdown_all().await;
    result
}

fn fault(error: serenity::Error) -> ServeFault {
    use serenity::gateway::GatewayError;
    use serenity::http::HttpError;
    match &error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ServeFault::BadToken,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.status_code.as_u16() == 401 =>
        {
            ServeFault::BadToken
        }
        _ => ServeFault::Discord(Box::new(error)),
    }
}

type Failed = Arc<std::sync::Mutex<Option<oneshot::Sender<String>>>>;

fn framework(service: Service, lines: Lines, on_ready: oneshot::Sender<usize>, failed: Failed) -> Framework {
    let options = poise::FrameworkOptions {
        commands: all(),
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |context, event| Box::pin(on_event(context, event)),
        command_check: Some(|context| Box::pin(is_taken(context))),
        allowed_mentions: Some(serenity::all::CreateAllowedMentions::new()),
        ..Default::default()
    };
    poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |context, _ready, framework| {
            Box::pin(async move {
                let started = start(service, lines, context).await;
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                let http = Arc::clone(&context.http);
                match &started {
                    // Commands stand from the last start on. Discord takes them twice a minute only; no
                    // button waits for that.
                    Ok((_, restored)) => {
                        drop(tokio::spawn(register(http, commands, *restored, on_ready, failed)))
                    }
                    Err(error) => fail(&failed, error.to_string()),
                }
                started.map(|(bot, _)| bot)
            })
        })
        .build()
}

/// Ends [`serve`]: if setup fails the process would stay connected, and every event wait.
fn fail(failed: &Failed, why: String) {
    let mut failed = failed.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(failed) = failed.take() {
        // Where nobody listens any more, it has ended.
        drop(failed.send(why));
    }
}

/// Registers the commands, and says that the bot is ready with so many tables taken up.
async fn register(
    http: Arc<Http>,
    commands: Vec<CreateCommand>,
    restored: usize,
    on_ready: oneshot::Sender<usize>,
    failed: Failed,
) {
    match serenity::all::Command::set_global_commands(&http, commands).await {
        Ok(_) => {
            tracing::info!(restored, "ready");
            // Nobody may wait for it any more.
            let _ = on_ready.send(restored);
        }
        Err(error) => fail(&failed, error.to_string()),
    }
}

async fn start(
    service: Service,
    lines: Lines,
    context: &serenity::all::Context,
) -> Result<(Arc<Bot>, usize), CommandFault> {
    let Service { store, habits, requests_per_second, .. } = service;
    let http = Arc::clone(&context.http);
    keep_sweeping(&http);
    let clock = Clock::system();
    let artist = Artist::new(ARTISTS);
    let living = Arc::new(Living::default());
    let preferences = Arc::new(Preferences::new(store.all_user_settings().await?));
    let (herald, departures) = Herald::new(
        Arc::clone(&http),
        Arc::clone(&context.cache),
        Arc::clone(&store),
        artist.clone(),
        Arc::clone(&living),
        Arc::clone(&preferences),
        Budget::new(requests_per_second),
        clock,
    );
    let herald = Arc::new(herald);
    let announcer: Arc<dyn Announcer> = herald.clone();
    let hall = Hall::new(store, announcer, clock, habits);
    let restored = hall.restore().await?;
    let flood = Flood::default();
    let (openings, calls) = (Openings::new(&habits), Cooldown::new(CALL_COOLDOWN));
    let bot =
        Arc::new(Bot { hall, http, lines, flood, artist, living, herald, calls, preferences, openings });
    keep_purging(&bot);
    tokio::spawn(mark_departed(Arc::downgrade(&bot), departures));
    Ok((bot, restored))
}

/// Counts players who have left a table's server as absent there, until they press again.
async fn mark_departed(bot: Weak<Bot>, mut departures: mpsc::Receiver<Departure>) {
    while let Some(departure) = departures.recv().await {
        let Some(bot) = bot.upgrade() else { return };
        bot.mark_departed(departure).await;
    }
}

/// Whether a command of this user is carried out, or they use too many at a time.
async fn is_taken(context: poise::Context<'_, Arc<Bot>, CommandFault>) -> Result<bool, CommandFault> {
    let poise::Context::Application(asked) = context else { return Ok(true) };
    let (bot, interaction) = (context.framework().user_data, asked.interaction);
    let user = crate::table::UserId(interaction.user.id.get());
    if bot.flood.press(user) == Verdict::Taken {
        return Ok(true);
    }
    // A command must be answered with something; while one is typed, no choices are an answer.
    if asked.interaction_type == poise::CommandInteractionType::Command {
        let words = bot.preferences.texts(user, &interaction.locale).say("refused-flood");
        context.send(poise::CreateReply::default().content(words).ephemeral(true)).await?;
    }
    Ok(false)
}

async fn on_event(
    context: FrameworkContext<'_, Arc<Bot>, CommandFault>,
    event: &FullEvent,
) -> Result<(), CommandFault> {
    let bot = context.user_data;
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(interaction) } => {
            on_component(bot, interaction).await;
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(interaction) } => {
            on_modal(bot, interaction).await;
        }
        FullEvent::Message { new_message } if new_message.author.id != context.bot_id() => {
            bot.herald.posted(ChannelId(new_message.channel_id.get()));
        }
        FullEvent::ShardStageUpdate { event } => match event.new {
            ConnectionStage::Connected => bot.herald.connected(),
            _ => bot.herald.cut(),
        },
        FullEvent::Ready { data_about_bot } => {
            bot.herald.connected();
            bot.on_ready(data_about_bot).await;
        }
        FullEvent::Resume { .. } => bot.herald.connected(),
        FullEvent::GuildCreate { guild, .. } => bot.on_guild_there(guild.id).await,
        FullEvent::GuildDelete { incomplete, .. } => bot.on_guild_gone(incomplete).await,
        _ => {}
    }
    Ok(())
}

/// Tells a user, in their language, why their command was not carried out.
async fn on_error(error: FrameworkError<'_, Arc<Bot>, CommandFault>) {
    let (context, key) = match error {
        FrameworkError::Setup { error, .. } => {
            tracing::error!(%error, "the bot could not start");
            return;
        }
        FrameworkError::Command { error, ctx, .. } => {
            tracing::error!(%error, command = %ctx.command().qualified_name, "a command failed");
            return;
        }
        FrameworkError::CommandPanic { ctx, .. } => {
            tracing::error!(command = %ctx.command().qualified_name, "a command panicked");
            (ctx, "refused-our-fault")
        }
        FrameworkError::ArgumentParse { ctx, .. } => (ctx, "refused-bad-option"),
        FrameworkError::CommandStructureMismatch { ctx, .. } => {
            (poise::Context::Application(ctx), "refused-bad-option")
        }
        FrameworkError::GuildOnly { ctx, .. } => (ctx, "refused-only-in-servers"),
        FrameworkError::MissingUserPermissions { ctx, .. } => (ctx, "refused-manage-server"),
        FrameworkError::UnknownInteraction { framework, interaction, .. } => {
            let words = Texts::of_locale(&interaction.locale).say("refused-unknown-command");
            let message = CreateInteractionResponseMessage::new().content(words).ephemeral(true);
            let http = &framework.serenity_context.http;
            if let Err(error) =
                interaction.create_response(http, CreateInteractionResponse::Message(message)).await
            {
                tracing::warn!(%error, "a refusal could not be told");
            }
            return;
        }
        other => {
            tracing::warn!(error = %other, "the framework reports an error");
            return;
        }
    };
    let poise::Context::Application(context) = context else { return };
    let (interaction, bot) = (context.interaction, context.framework.user_data);
    let user = crate::table::UserId(interaction.user.id.get());
    let words = bot.preferences.texts(user, &interaction.locale).say(key);
    let reply = poise::CreateReply::default().content(words).ephemeral(true);
    if let Err(error) = poise::Context::Application(context).send(reply).await {
        tracing::warn!(%error, "a refusal could not be told");
    }
}
