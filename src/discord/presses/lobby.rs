//! Presses on the lobby: sitting down, the opener's menu, the call for players, practice.

use std::time::Duration;

use serenity::all::{ChannelId, GuildId as DiscordGuild, Permissions, RoleId};

use super::Press;
use crate::discord::bot::Bot;
use crate::discord::caller::Caller;
use crate::discord::permissions::may_mention;
use crate::discord::practice::practise_here;
use crate::discord::refusals::rejection;
use crate::discord::screen::Screen;
use crate::discord::screens::{call_screen, newcomer_screen, opener_screen};
use crate::discord::words::Words;
use crate::rules::Pace;
use crate::table::{
    Action, GuildConfig, GuildId, Joiner, LobbyStatus, MessageId, PLACES, Place, Rejection, Stamp, TableId,
    Telling, UserId,
};

/// How often a server's players may be called: a ping that comes too often is muted.
pub const CALL_COOLDOWN: Duration = Duration::from_mins(10);

/// The role that a server wants pinged when players are called for.
fn call_role(config: &GuildConfig) -> Option<RoleId> {
    config.call_role.map(|role| RoleId::new(role.0))
}

impl Press<'_> {
    /// Joining tries the direct messages too, so that the player knows in time where to look.
    pub(super) async fn join(&self) {
        let joined = match self.handle() {
            Ok(handle) => handle.press(self.caller.presser.clone(), Stamp::Any, Action::Join).await,
            Err(over) => Err(over),
        };
        match joined {
            Ok(_) => welcome(self.bot, &self.caller, self.table).await,
            Err(fault) => self.refuse(&fault).await,
        }
    }

    /// The lobby as its opener has it, or why it is not the presser's.
    fn own_lobby(&self) -> Result<std::sync::Arc<Telling>, Rejection> {
        let telling = open_lobby(&self.handle()?.latest())?;
        let opener = telling.joiners.iter().find_map(Joiner::user);
        if opener == Some(self.caller.user()) { Ok(telling) } else { Err(Rejection::NotTheOpener) }
    }

    pub(super) async fn show_opener_menu(&self, said: Option<String>) {
        let texts = self.caller.texts;
        let found = match self.own_lobby() {
            Ok(telling) => self.bot.config(telling.guild).await.map(|config| (telling, config)),
            Err(fault) => Err(fault),
        };
        let screen = match found {
            Ok((telling, config)) => {
                let mut screen = opener_screen(&telling, self.caller.user(), &config.clocks, texts);
                if let Some(said) = said {
                    screen.content = format!("{said}\n{}", screen.content);
                }
                screen
            }
            Err(fault) => Screen::text(rejection(texts, &fault)),
        };
        self.bot.answer(&self.caller, screen).await;
    }

    pub(super) async fn set_pace(&self, value: Option<&str>) {
        let Some(pace) = value.and_then(Pace::from_code) else { return self.show_opener_menu(None).await };
        let said = match self.try_to_set_pace(pace).await {
            Ok(()) => self.caller.texts.say("pace-set"),
            Err(fault) => rejection(self.caller.texts, &fault),
        };
        self.show_opener_menu(Some(said)).await;
    }

    /// The clocks are the server's own for that pace (RULES 12.7).
    async fn try_to_set_pace(&self, pace: Pace) -> Result<(), Rejection> {
        let guild = self.handle()?.latest().guild;
        let config = self.bot.store().config(guild).await.map_err(|fault| self.bot.apologise(&fault))?;
        self.act_quietly(Action::SetClocks(config.clocks.of(pace))).await
    }

    pub(super) async fn turn_away(&self, value: Option<&str>) {
        let texts = self.caller.texts;
        let Some(user) = value.and_then(|value| value.parse().ok()).map(UserId) else {
            return self.show_opener_menu(None).await;
        };
        let found = self.handle().ok().and_then(|handle| {
            let telling = handle.latest();
            let joiner = telling.joiners.iter().find(|joiner| joiner.user() == Some(user))?;
            Some((joiner.clone(), Words { texts, telling: &telling }.joiner(joiner)))
        });
        let (joiner, name) = found.unzip();
        let said = match self.act_quietly(Action::TurnAway(user)).await {
            Ok(()) => {
                if let Some(joiner) = joiner {
                    self.tell_turned_away(&joiner).await;
                }
                texts.get("turned-away", &[("name", name.unwrap_or_default().into())])
            }
            Err(fault) => rejection(texts, &fault),
        };
        self.show_opener_menu(Some(said)).await;
    }

    /// Tells who was turned away, where they take direct messages; everybody sees it in the lobby.
    async fn tell_turned_away(&self, joiner: &Joiner) {
        let Joiner::Person { user, locale, .. } = joiner else { return };
        if !self.bot.preferences.takes_direct(*user) {
            return;
        }
        let texts = self.bot.preferences.texts(*user, locale);
        let words = texts.get("direct-turned-away", &[("table", self.table.to_string().into())]);
        if let Err(error) = send_direct(self.bot, *user, words).await {
            tracing::debug!(%error, "a player takes no direct messages");
        }
    }

    async fn act_quietly(&self, action: Action) -> Result<(), Rejection> {
        let handle = self.handle()?;
        handle.press(self.caller.presser.clone(), Stamp::Any, action).await.map(|_| ())
    }

    pub(super) async fn call_players(&self) {
        let texts = self.caller.texts;
        let said = match self.try_to_call().await {
            Ok(()) => texts.say("called-players"),
            Err(said) => said,
        };
        self.say(said).await;
    }

    /// Pings the server's role for players in the channel of the lobby.
    async fn try_to_call(&self) -> Result<(), String> {
        let texts = self.caller.texts;
        let telling = self.handle().and_then(|handle| open_lobby(&handle.latest()));
        let telling = telling.map_err(|fault| rejection(texts, &fault))?;
        if !telling.has(self.caller.user()) {
            return Err(texts.say("refused-not-here"));
        }
        if telling.joiners.len() >= PLACES {
            return Err(rejection(texts, &Rejection::Full));
        }
        let config = self.bot.store().config(telling.guild).await;
        let config = config.map_err(|fault| rejection(texts, &self.bot.apologise(&fault)))?;
        let role = call_role(&config).ok_or_else(|| texts.say("refused-no-call-role"))?;
        self.check_role(telling.guild, role).await?;
        let now = self.bot.hall.clock().unix_ms();
        self.bot
            .calls
            .begin(telling.guild, now)
            .map_err(|next| texts.get("refused-called-lately", &[("when", Words::countdown(next).into())]))?;
        let drawn = self.bot.artist.draw(call_screen(&telling, &self.caller.presser.name, role)).await;
        let sent = ChannelId::new(telling.channel.0).send_message(&self.bot.http, drawn.create()).await;
        match sent {
            Ok(message) => {
                let place = Place { channel: telling.channel, message: MessageId(message.id.get()) };
                self.bot.herald.called(self.table, place);
                Ok(())
            }
            Err(error) => {
                tracing::warn!(%error, "the players could not be called");
                self.bot.calls.give_back(telling.guild);
                Err(texts.say("refused-cannot-post"))
            }
        }
    }

    /// A role that is gone or may not be mentioned would call nobody.
    async fn check_role(&self, guild: GuildId, role: RoleId) -> Result<(), String> {
        let texts = self.caller.texts;
        let roles = DiscordGuild::new(guild.0)
            .roles(&self.bot.http)
            .await
            .map_err(|error| rejection(texts, &self.bot.apologise(&error)))?;
        let found = roles.get(&role).ok_or_else(|| texts.say("refused-call-role-gone"))?;
        let own = self.caller.own_permissions.unwrap_or(Permissions::empty());
        if may_mention(found, own) { Ok(()) } else { Err(texts.say("refused-call-role-unmentionable")) }
    }

    /// One press to a game against three computer players.
    pub(super) async fn practise(&self) {
        let said = match practise_here(self.bot, &self.caller).await {
            Ok(table) => {
                self.caller.texts.get("practice-started", &[("table", table.id().to_string().into())])
            }
            Err(said) => said,
        };
        self.say(said).await;
    }
}

fn open_lobby(telling: &std::sync::Arc<Telling>) -> Result<std::sync::Arc<Telling>, Rejection> {
    match telling.lobby {
        LobbyStatus::Open => Ok(std::sync::Arc::clone(telling)),
        LobbyStatus::Started => Err(Rejection::AlreadyBegun),
        LobbyStatus::Closed(_) => Err(Rejection::Over),
    }
}

/// What somebody is told who has sat down: the first direct message of a game, and for who has never
/// played here how a game goes.
pub async fn welcome(bot: &Bot, caller: &Caller, table: TableId) {
    greet(bot, caller, table).await;
    let Some(guild) = caller.guild else { return };
    match bot.store().has_played(guild, caller.user()).await {
        Ok(true) => {}
        Ok(false) => bot.show_besides(caller, newcomer_screen(caller.texts)).await,
        // A hint is not worth an apology.
        Err(fault) => tracing::warn!(%fault, "whether a user has played cannot be read"),
    }
}

/// If the first direct message does not arrive, the player is told, privately, that the button in the
/// channel will do instead (UX, Lobby).
async fn greet(bot: &Bot, caller: &Caller, table: TableId) {
    if !bot.preferences.takes_direct(caller.user()) {
        return;
    }
    let words = caller.texts.get("direct-greeting", &[("table", table.to_string().into())]);
    if let Err(error) = send_direct(bot, caller.user(), words).await {
        tracing::debug!(%error, "a player takes no direct messages");
        bot.follow_up(caller, caller.texts.say("direct-closed")).await;
    }
}

async fn send_direct(bot: &Bot, user: UserId, words: String) -> serenity::Result<()> {
    let message = serenity::all::CreateMessage::new()
        .content(words)
        .allowed_mentions(serenity::all::CreateAllowedMentions::new());
    let channel = serenity::all::UserId::new(user.0).create_dm_channel(&bot.http).await?;
    channel.id.send_message(&bot.http, message).await.map(|_| ())
}
