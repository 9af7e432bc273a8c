//! Starts the bot and keeps it running.

use std::pin::pin;
use std::sync::{Arc, Weak};
use std::time::Duration;

use poise::{FrameworkContext, FrameworkError};
use serenity::all::{
    Builder as _, Client, ClientBuilder, ConnectionStage, CreateCommand, CreateInteractionResponse,
    CreateInteractionResponseMessage, FullEvent, GatewayIntents, Http, Interaction, ShardManager,
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

use super::artist::Artist;
use super::bot::Bot;
use super::budget::Budget;
use super::caller::apologise;
use super::commands::{CommandFault, all};
use super::connection::{Connection, ConnectionFault};
use super::cooldown::Cooldown;
use super::departures::keep_purging;
use super::flood::{Flood, Verdict};
use super::gatekeeper::Gatekeeper;
use super::herald::{Departure, Herald};
use super::lines::{Lines, keep_sweeping};
use super::living::Living;
use super::opening::Openings;
use super::patience::patiently;
use super::preferences::Preferences;
use super::presses::{CALL_COOLDOWN, on_component, on_modal};
use super::starts::{Budget as SessionBudget, Starts, Wait};
use super::texts::Texts;
use super::vitals::Vitals;
use crate::meters::{METERS, Part};
use crate::panics::caught;
use crate::table::{Announcer, ChannelId, Clock, Habits, Hall, MessageId, Store};

/// Pictures drawn at a time.
const ARTISTS: usize = 2;

/// The gateway's connections are closed in good order for no longer than that.
const CLOSING_MAX: Duration = Duration::from_secs(3);

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
    /// What it tells though it must not, in a test that is to find that out.
    #[cfg(test)]
    pub leak: Option<super::leak::Leak>,
}

impl Service {
    /// A bot over that connection, on that store, with these habits and as many requests a second.
    pub fn new(
        connection: Connection,
        store: Arc<dyn Store>,
        habits: Habits,
        requests_per_second: u32,
    ) -> Self {
        Self {
            connection,
            store,
            habits,
            requests_per_second,
            #[cfg(test)]
            leak: None,
        }
    }
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
    serve_watched(service, shutdown, on_ready, Arc::default(), None).await
}

/// Runs the bot, lets its vitals be watched, and counts its starts, if they are to be counted. Once `shutdown` is ready, no table is opened any more and
/// the players of running ones are told; then it ends, within some seconds.
///
/// # Errors
/// Why it stopped, unless it was told to.
pub async fn serve_watched(
    service: Service,
    shutdown: impl Future<Output = ()>,
    on_ready: oneshot::Sender<usize>,
    vitals: Arc<Vitals>,
    starts: Option<&Starts>,
) -> Result<(), ServeFault> {
    let mut shutdown = pin!(shutdown);
    if let Some(starts) = starts {
        let http = service.connection.lines()?.main();
        tokio::select! {
            waited = wait_to_start(&http, starts) => waited?,
            () = &mut shutdown => return Ok(()),
        }
    }
    let (failed, setup_failed) = oneshot::channel::<String>();
    let failed = Arc::new(std::sync::Mutex::new(Some(failed)));
    let lines = service.connection.lines()?;
    let http = lines.main();
    let framework = framework(service.clone(), lines, on_ready, Arc::clone(&failed), Arc::clone(&vitals));
    let (mut client, total) = tokio::select! {
        made = client(&service.connection, http, framework) => made?,
        () = &mut shutdown => return Ok(()),
    };
    let shards: Arc<ShardManager> = Arc::clone(&client.shard_manager);
    vitals.set_client(&shards, &client.cache);
    let result = {
        let mut running = pin!(client.start_shards(total));
        tokio::select! {
            ended = &mut running => ended.map_err(fault),
            reason = setup_failed => Err(ServeFault::Setup(reason.unwrap_or_default())),
            () = &mut shutdown => {
                // Connected still, so that who tries something is answered.
                tokio::select! {
                    () = vitals.take_leave() => Ok(()),
                    ended = &mut running => ended.map_err(fault),
                }
            }
        }
    };
    if timeout(CLOSING_MAX, shards.shutdown_all()).await.is_err() {
        tracing::warn!("the gateway was not closed in good order");
    }
    result
}

/// Makes the client, and says how many shards it is to have.
async fn client(
    connection: &Connection,
    http: Http,
    framework: Framework,
) -> Result<(Client, u32), ServeFault> {
    let gateway = patiently("telling its gateway", || http.get_bot_gateway()).await.map_err(fault)?;
    let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
    let client =
        ClientBuilder::new_with_http(http, intents).framework(Gatekeeper(framework)).await.map_err(fault)?;
    // The library asks for the address by itself, and takes the usual one if it gets no answer.
    connection.check_gateway(&gateway.url)?;
    *client.ws_url.lock().await = gateway.url;
    Ok((client, gateway.shards))
}

/// Waits until a start is no danger to the token, and writes it down.
async fn wait_to_start(http: &Http, starts: &Starts) -> Result<(), ServeFault> {
    loop {
        let gateway = patiently("telling its gateway", || http.get_bot_gateway()).await.map_err(fault)?;
        let limit = &gateway.session_start_limit;
        let (wait, again) = match starts.wait(&SessionBudget::of(&gateway), Clock::system().unix_ms()) {
            Wait::No => break,
            Wait::Once(wait) => (wait, false),
            Wait::UntilReset(wait) => (wait, true),
        };
        tracing::warn!(
            seconds = wait.as_secs(),
            sessions_left = limit.remaining,
            of = limit.total,
            "the next session of the gateway waits; beyond the limit Discord would reset the token"
        );
        sleep(wait).await;
        if !again {
            break;
        }
    }
    starts.begin(Clock::system().unix_ms());
    Ok(())
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

fn framework(
    service: Service,
    lines: Lines,
    on_ready: oneshot::Sender<usize>,
    failed: Failed,
    vitals: Arc<Vitals>,
) -> Framework {
    let options = poise::FrameworkOptions {
        commands: all(),
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |context, event| Box::pin(on_event_caught(context, event)),
        command_check: Some(|context| Box::pin(is_taken(context))),
        allowed_mentions: Some(serenity::all::CreateAllowedMentions::new()),
        ..Default::default()
    };
    poise::Framework::builder()
        .options(options)
        .initialize_owners(false)
        .setup(move |context, _ready, framework| {
            Box::pin(async move {
                let started = start(service, lines, context, framework, Arc::clone(&vitals)).await;
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                let http = Arc::clone(&context.http);
                match &started {
                    // Commands stand from the last start on. Discord takes them twice a minute only; no
                    // button waits for that.
                    Ok((bot, restored)) => {
                        vitals.set(bot);
                        drop(tokio::spawn(register(http, commands, *restored, on_ready, failed)));
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
    let set = || serenity::all::Command::set_global_commands(&http, commands.clone());
    match patiently("registering commands", set).await {
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
    framework: &Framework,
    vitals: Arc<Vitals>,
) -> Result<(Arc<Bot>, usize), CommandFault> {
    #[cfg(test)]
    let leak = service.leak;
    let Service { store, habits, requests_per_second, .. } = service;
    let http = Arc::clone(&context.http);
    keep_sweeping(&http);
    let clock = Clock::system();
    #[cfg_attr(not(test), expect(unused_mut, reason = "a test lets it leak"))]
    let mut artist = Artist::new(ARTISTS);
    #[cfg(test)]
    {
        let leaky = leak.map(|leak| super::leak::Leaky::new(leak, Arc::clone(&store)));
        artist.leaky = leaky.map(Arc::new);
    }
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
    herald.run_by(Arc::clone(framework.shard_manager()));
    herald.connected(context);
    let herald = Arc::new(herald);
    let announcer: Arc<dyn Announcer> = herald.clone();
    let hall = Hall::new(store, announcer, clock, habits);
    let restored = hall.restore().await?;
    let flood = Flood::default();
    let (openings, calls) = (Openings::new(&habits), Cooldown::new(CALL_COOLDOWN));
    let bot = Arc::new(Bot {
        hall,
        http,
        lines,
        flood,
        artist,
        living,
        herald,
        calls,
        preferences,
        openings,
        vitals,
    });
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

/// Takes an event; should that break down, the others are taken all the same, and who pressed is told.
async fn on_event_caught(
    context: FrameworkContext<'_, Arc<Bot>, CommandFault>,
    event: &FullEvent,
) -> Result<(), CommandFault> {
    if let Ok(done) = caught(on_event(context, event)).await {
        return done;
    }
    METERS.panic(Part::Dispatch);
    tracing::error!(event = event.snake_case_name(), "the taking of an event broke down");
    let (id, locale, token) = match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(pressed) } => {
            (pressed.id, &pressed.locale, &pressed.token)
        }
        FullEvent::InteractionCreate { interaction: Interaction::Modal(sent) } => {
            (sent.id, &sent.locale, &sent.token)
        }
        _ => return Ok(()),
    };
    let (http, texts) = (&context.user_data.http, Texts::of_locale(locale));
    let first =
        CreateInteractionResponseMessage::new().content(texts.say("refused-our-fault")).ephemeral(true);
    let first = CreateInteractionResponse::Message(first).execute(http, (id, token)).await;
    if first.is_err() {
        // It was answered before it broke down.
        apologise(http, token, texts).await;
    }
    Ok(())
}

/// Marks a command that has been counted: the framework asks for it and for each of its parents.
struct Counted;

/// Whether a command of this user is carried out, or they use too many at a time.
async fn is_taken(context: poise::Context<'_, Arc<Bot>, CommandFault>) -> Result<bool, CommandFault> {
    let poise::Context::Application(asked) = context else { return Ok(true) };
    let (bot, interaction) = (context.framework().user_data, asked.interaction);
    let user = crate::table::UserId(interaction.user.id.get());
    if context.invocation_data::<Counted>().await.is_some() {
        return Ok(true);
    }
    context.set_invocation_data(Counted).await;
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
    if let FullEvent::GuildMembersChunk { chunk } = event {
        bot.vitals.answered(chunk.nonce.as_deref());
    }
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
        FullEvent::MessageDelete { channel_id, deleted_message_id, .. } => {
            bot.herald.deleted(ChannelId(channel_id.get()), MessageId(deleted_message_id.get()));
        }
        FullEvent::MessageDeleteBulk { channel_id, multiple_deleted_messages_ids, .. } => {
            for message in multiple_deleted_messages_ids {
                bot.herald.deleted(ChannelId(channel_id.get()), MessageId(message.get()));
            }
        }
        FullEvent::ShardStageUpdate { event } => match event.new {
            // The library does not report every stage between.
            ConnectionStage::Connected => bot.herald.reconnected(context.serenity_context),
            _ => bot.herald.cut(context.serenity_context),
        },
        FullEvent::GuildMembersChunk { chunk } => {
            if let Some(nonce) = &chunk.nonce {
                bot.herald.answered(context.serenity_context, nonce);
            }
        }
        FullEvent::Ready { data_about_bot } => {
            METERS.session();
            bot.herald.connected(context.serenity_context);
            bot.on_ready(data_about_bot).await;
        }
        FullEvent::Resume { .. } => bot.herald.connected(context.serenity_context),
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
            METERS.panic(Part::Dispatch);
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
            let user = crate::table::UserId(interaction.user.id.get());
            let texts = framework.user_data.preferences.texts(user, &interaction.locale);
            let words = texts.say("refused-unknown-command");
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
