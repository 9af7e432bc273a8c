//! Opening a table: where, how often, and with whom the server allows it.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serenity::all::Permissions;

use super::bot::Bot;
use super::caller::Caller;
use super::permissions::{self, Need};
use super::refusals::rejection;
use super::texts::Texts;
use super::words::Words;
use crate::rules::Pace;
use crate::table::{
    ChannelId, Computers, GuildConfig, GuildId, Habits, Rejection, TableHandle, TableSetup, UserId,
};

/// Why no table was opened, or no computer player sat down.
#[derive(Debug)]
pub enum OpeningRefusal {
    /// This program lacks permissions in the channel.
    Permissions(Vec<Need>),
    /// Tables are opened in these channels only.
    Channel(Vec<ChannelId>),
    /// Only people play on this server.
    Computers,
    /// The user, or somebody in the channel, opened one just before.
    TooSoon {
        /// Whose pause it is.
        whose: Whose,
        /// When it is over, in milliseconds of Unix time.
        until_unix_ms: i64,
    },
    /// The table refused it.
    Rejected(Rejection),
}

impl From<Rejection> for OpeningRefusal {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// Whose pause between two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The user's.
    User,
    /// The channel's.
    Channel,
}

impl OpeningRefusal {
    /// What is wrong and what to do instead.
    pub fn text(&self, texts: Texts) -> String {
        match self {
            Self::Permissions(missing) => permissions::refusal(texts, missing),
            Self::Channel(allowed) => {
                let channels: Vec<String> = allowed.iter().map(|channel| format!("<#{channel}>")).collect();
                texts.get("refused-channel", &[("channels", channels.join(" ").into())])
            }
            Self::Computers => texts.say("refused-computers"),
            Self::TooSoon { whose, until_unix_ms } => {
                let key = match whose {
                    Whose::User => "refused-too-soon",
                    Whose::Channel => "refused-too-soon-here",
                };
                texts.get(key, &[("when", Words::countdown(*until_unix_ms).into())])
            }
            Self::Rejected(fault) => rejection(texts, fault),
        }
    }
}

/// When tables were opened last, by whom and where; forgotten with the program, like any haste.
#[derive(Debug, Default)]
pub struct Openings {
    of_user: Pause<UserId>,
    of_channel: Pause<ChannelId>,
}

impl Openings {
    /// With the pauses that are kept between two tables.
    pub fn new(habits: &Habits) -> Self {
        Self { of_user: Pause::new(habits.reopen_user), of_channel: Pause::new(habits.reopen_channel) }
    }

    /// Begins a pause for the user and the channel, unless one of them has one.
    fn begin(&self, user: UserId, channel: ChannelId, now_unix_ms: i64) -> Result<(), OpeningRefusal> {
        let refuse = |whose| move |until_unix_ms| OpeningRefusal::TooSoon { whose, until_unix_ms };
        self.of_user.begin(user, now_unix_ms).map_err(refuse(Whose::User))?;
        self.of_channel.begin(channel, now_unix_ms).map_err(|until| {
            self.of_user.undo(&user);
            refuse(Whose::Channel)(until)
        })
    }

    /// No table was opened after all.
    fn undo(&self, user: UserId, channel: ChannelId) {
        self.of_user.undo(&user);
        self.of_channel.undo(&channel);
    }
}

/// The pauses that run, by whom they bind, each with its end in milliseconds of Unix time.
#[derive(Debug)]
struct Pause<K> {
    length: Duration,
    until: Mutex<HashMap<K, i64>>,
}

impl<K> Default for Pause<K> {
    fn default() -> Self {
        Self { length: Duration::ZERO, until: Mutex::default() }
    }
}

impl<K: Eq + Hash> Pause<K> {
    fn new(length: Duration) -> Self {
        Self { length, until: Mutex::default() }
    }

    /// Begins one; the end of the one that runs already.
    fn begin(&self, key: K, now_unix_ms: i64) -> Result<(), i64> {
        let mut until = self.lock();
        until.retain(|_, until| *until > now_unix_ms);
        if let Some(until) = until.get(&key) {
            return Err(*until);
        }
        until.insert(key, now_unix_ms.saturating_add(self.length.as_millis() as i64));
        Ok(())
    }

    fn undo(&self, key: &K) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, i64>> {
        self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bot {
    /// Opens a table in the caller's channel, at the server's settings.
    ///
    /// # Errors
    /// Why none was opened; nothing has changed then.
    pub async fn open_table(
        &self,
        caller: &Caller,
        pace: Option<Pace>,
        computers: u8,
    ) -> Result<TableHandle, OpeningRefusal> {
        let Some(guild) = caller.guild else { return Err(Rejection::NotAPlayer.into()) };
        if self.hall.is_closing() {
            return Err(Rejection::Closing.into());
        }
        let allowed = caller.own_permissions.unwrap_or(Permissions::all());
        let missing = permissions::lacking(allowed, caller.place_kind);
        if !missing.is_empty() {
            return Err(OpeningRefusal::Permissions(missing));
        }
        let config = self.config(guild).await?;
        if !config.allows(caller.channel, caller.parent) {
            return Err(OpeningRefusal::Channel(config.channels));
        }
        if computers > 0 && config.computers == Computers::Barred {
            return Err(OpeningRefusal::Computers);
        }
        if let Some(other) = self.hall.table_of(guild, caller.user()) {
            return Err(Rejection::SeatedElsewhere(other.id()).into());
        }
        let now = self.hall.clock().unix_ms();
        let setup = TableSetup {
            guild,
            channel: caller.channel,
            settings: config.settings(pace),
            people_to_count: config.people_to_count,
            locale: self.public_locale(guild, &config, caller).await?,
            secret: self.draw_secret()?,
            rematch: None,
            opened_unix_ms: now,
        };
        self.openings.begin(caller.user(), caller.channel, now)?;
        let opened = self.hall.open(setup, caller.presser.clone()).await;
        if opened.is_err() {
            self.openings.undo(caller.user(), caller.channel);
        }
        Ok(opened?)
    }

    /// Looks whether computer players may sit down on this server.
    ///
    /// # Errors
    /// That they may not, or that the store fails.
    pub async fn allow_computers(&self, guild: GuildId) -> Result<(), OpeningRefusal> {
        match self.config(guild).await?.computers {
            Computers::Allowed => Ok(()),
            Computers::Barred => Err(OpeningRefusal::Computers),
        }
    }

    /// What the server has set.
    pub async fn config(&self, guild: GuildId) -> Result<GuildConfig, Rejection> {
        self.store().config(guild).await.map_err(|fault| self.apologise(&fault))
    }

    /// The language of public texts: the server's; until one is set, that of whoever opened the first
    /// table here (UX 10).
    async fn public_locale(
        &self,
        guild: GuildId,
        config: &GuildConfig,
        caller: &Caller,
    ) -> Result<String, Rejection> {
        if let Some(language) = config.language {
            return Ok(language.code().to_owned());
        }
        let first = self.store().first_locale(guild).await.map_err(|fault| self.apologise(&fault))?;
        Ok(first.unwrap_or_else(|| caller.presser.locale.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings() -> Openings {
        let habits = Habits {
            reopen_user: Duration::from_mins(1),
            reopen_channel: Duration::from_secs(20),
            ..Habits::default()
        };
        Openings::new(&habits)
    }

    #[test]
    fn a_pause_binds_whoever_opened_and_the_channel_each_for_its_own_length() {
        let openings = openings();
        let (one, other, here, there) = (UserId(1), UserId(2), ChannelId(1), ChannelId(2));
        openings.begin(one, here, 0).unwrap();
        let refused = openings.begin(one, there, 1);
        let Err(OpeningRefusal::TooSoon { whose: Whose::User, until_unix_ms: 60_000 }) = refused else {
            panic!("{refused:?}")
        };
        let refused = openings.begin(other, here, 1);
        let Err(OpeningRefusal::TooSoon { whose: Whose::Channel, until_unix_ms: 20_000 }) = refused else {
            panic!("{refused:?}")
        };
        openings.begin(other, there, 2).expect("the refusal in the channel was no opening");
        openings.begin(UserId(3), here, 20_000).expect("the channel's pause is over");
        openings.begin(one, ChannelId(3), 60_000).expect("the user's pause is over");
    }

    #[test]
    fn a_table_that_was_not_opened_begins_no_pause() {
        let openings = openings();
        openings.begin(UserId(1), ChannelId(1), 0).unwrap();
        openings.undo(UserId(1), ChannelId(1));
        openings.begin(UserId(1), ChannelId(1), 1).unwrap();
    }
}
