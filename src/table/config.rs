//! What a server's administrators set, and the trail of who changed what.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use thiserror::Error;

use super::{ChannelId, RoleId, TableId, UserId};
use crate::rules::{Clocks, Pace, Settings, SettingsFault};

/// A language that texts can be had in, under the platform's name for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Locale {
    /// Traditional Chinese.
    #[serde(rename = "zh-TW")]
    TraditionalChinese,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    SimplifiedChinese,
    /// English.
    #[serde(rename = "en")]
    English,
}

impl Locale {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::TraditionalChinese, Self::SimplifiedChinese, Self::English];

    /// The name that settings and the platform use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TraditionalChinese => "zh-TW",
            Self::SimplifiedChinese => "zh-CN",
            Self::English => "en",
        }
    }

    /// The language of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|locale| locale.code() == code)
    }
}

/// Whether computer players may sit at a server's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Computers {
    /// They may.
    #[default]
    Allowed,
    /// Only people play.
    Barred,
}

impl Computers {
    /// The name that settings use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Barred => "barred",
        }
    }

    /// What is called so.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Allowed, Self::Barred].into_iter().find(|computers| computers.code() == code)
    }
}

/// `[pace]`: the clocks that a server plays by (RULES 12.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaceClocks {
    original: Clocks,
    relaxed: Clocks,
    slow: Clocks,
}

impl Default for PaceClocks {
    fn default() -> Self {
        let [original, relaxed, slow] = [Pace::Original, Pace::Relaxed, Pace::Slow].map(Pace::clocks);
        Self { original, relaxed, slow }
    }
}

impl PaceClocks {
    /// The pace's clocks here.
    pub const fn of(&self, pace: Pace) -> Clocks {
        match pace {
            Pace::Original => self.original,
            Pace::Relaxed => self.relaxed,
            Pace::Slow => self.slow,
        }
    }

    /// With other clocks for that pace.
    #[must_use]
    pub const fn with(mut self, pace: Pace, clocks: Clocks) -> Self {
        match pace {
            Pace::Original => self.original = clocks,
            Pace::Relaxed => self.relaxed = clocks,
            Pace::Slow => self.slow = clocks,
        }
        self
    }

    /// The paces whose clocks are not those of RULES, with theirs.
    pub fn changed(&self) -> impl Iterator<Item = (Pace, Clocks)> {
        let own = Pace::ALL.map(|pace| (pace, self.of(pace)));
        own.into_iter().filter(|(pace, clocks)| *clocks != pace.clocks())
    }
}

/// What a server's administrators have set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuildConfig {
    /// Points that one unit of the score table is worth (RULES 13).
    pub base_score: u32,
    /// The pace of a table opened without naming one.
    pub pace: Pace,
    /// Each pace's clocks (RULES 12.7).
    pub clocks: PaceClocks,
    /// People that make a game count, 1 to 4 (RULES 14).
    pub people_to_count: u8,
    /// The language of public texts; none until set (UX 10).
    pub language: Option<Locale>,
    /// The channels in which tables may be opened, threads in them included; empty for all.
    pub channels: Vec<ChannelId>,
    /// Whether computer players may sit down.
    pub computers: Computers,
    /// The role that a lobby's call for players pings; none until set.
    pub call_role: Option<RoleId>,
}

impl Default for GuildConfig {
    fn default() -> Self {
        Self {
            base_score: 10,
            pace: Pace::Original,
            clocks: PaceClocks::default(),
            people_to_count: 2,
            language: None,
            channels: Vec::new(),
            computers: Computers::default(),
            call_role: None,
        }
    }
}

/// Settings that lie outside their bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigFault {
    /// Base score or a clock (RULES 12.7, 13).
    #[error(transparent)]
    Settings(#[from] SettingsFault),
    /// The number of people (RULES 14).
    #[error("{0} people cannot be asked for; 1 to 4 can")]
    People(u8),
    /// Too many channels are named one by one.
    #[error("no more than {} channels are named one by one", GuildConfig::CHANNELS_MOST)]
    Channels,
}

impl GuildConfig {
    /// How many channels may be named; with more, all or a category's permissions serve better.
    pub const CHANNELS_MOST: usize = 40;

    /// The settings of a game opened at that pace; without one, at the server's own.
    pub fn settings(&self, pace: Option<Pace>) -> Settings {
        Settings { base_score: self.base_score, clocks: self.clocks.of(pace.unwrap_or(self.pace)) }
    }

    /// Looks whether everything lies within its bounds (RULES 12.7, 13, 14).
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn check(&self) -> Result<(), ConfigFault> {
        for pace in Pace::ALL {
            self.settings(Some(pace)).check()?;
        }
        if !(1..=4).contains(&self.people_to_count) {
            return Err(ConfigFault::People(self.people_to_count));
        }
        if self.channels.len() > Self::CHANNELS_MOST {
            return Err(ConfigFault::Channels);
        }
        Ok(())
    }

    /// Whether tables may be opened in that channel, or in the thread whose parent is given.
    pub fn allows(&self, channel: ChannelId, parent: Option<ChannelId>) -> bool {
        let named = |channel: &ChannelId| self.channels.contains(channel);
        self.channels.is_empty() || named(&channel) || parent.as_ref().is_some_and(named)
    }

    /// All settings by name, as the trail keeps them.
    pub fn to_json(&self) -> Value {
        let clocks: serde_json::Map<String, Value> =
            self.clocks.changed().map(|(pace, clocks)| (pace.code().to_owned(), json!(clocks))).collect();
        json!({
            "base_score": self.base_score,
            "pace": self.pace.code(),
            "clocks": clocks,
            "people_to_count": self.people_to_count,
            "language": self.language,
            "channels": self.channels,
            "computers": self.computers,
            "call_role": self.call_role,
        })
    }
}

/// Who changed a server's settings, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ConfigChange {
    /// Who.
    pub by: UserId,
    /// When, in milliseconds of Unix time.
    pub at_unix_ms: i64,
}

/// Something that an administrator did besides changing settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intervention {
    /// A table was ended without scores.
    Stopped(TableId),
}

impl Intervention {
    /// What held before and afterwards, as the trail keeps it.
    pub fn to_json(self) -> (Value, Value) {
        match self {
            Self::Stopped(table) => (json!({ "stopped_table": null }), json!({ "stopped_table": table })),
        }
    }
}

/// One line of a server's trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailLine {
    /// Who and when.
    pub change: ConfigChange,
    /// What changed.
    pub differences: Vec<Difference>,
}

/// One thing that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name, as [`GuildConfig::to_json`] and [`Intervention::to_json`] write it.
    pub what: String,
    /// What held before; null where nothing did.
    pub before: Value,
    /// What holds since.
    pub after: Value,
}

impl TrailLine {
    /// A line from what was kept: names whose values differ, in alphabetical order. A name that one
    /// side lacks was not there to be set then, and stands as null.
    pub fn of(change: ConfigChange, before: &Value, after: &Value) -> Self {
        let none = serde_json::Map::new();
        let [before, after] = [before, after].map(|side| side.as_object().unwrap_or(&none));
        let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let value = |side: &serde_json::Map<String, Value>, name: &str| side.get(name).cloned();
        let differences = names.into_iter().filter_map(|name| {
            let [before, after] = [before, after].map(|side| value(side, name).unwrap_or(Value::Null));
            (before != after).then(|| Difference { what: name.clone(), before, after })
        });
        Self { change, differences: differences.collect() }
    }
}

/// A page of a server's trail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The lines, the latest first.
    pub lines: Vec<TrailLine>,
    /// How many there are in all.
    pub total: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_may_be_played_in_where_its_channel_may() {
        let mut config = GuildConfig::default();
        assert!(config.allows(ChannelId(1), None), "all are allowed until one is named");
        config.channels = vec![ChannelId(7)];
        assert!(config.allows(ChannelId(7), None) && config.allows(ChannelId(8), Some(ChannelId(7))));
        assert!(!config.allows(ChannelId(8), None) && !config.allows(ChannelId(8), Some(ChannelId(9))));
    }

    #[test]
    fn every_bound_is_looked_at() {
        let config = GuildConfig::default();
        assert_eq!(config.check(), Ok(()));
        let base_score = GuildConfig { base_score: 0, ..config.clone() };
        assert!(matches!(base_score.check(), Err(ConfigFault::Settings(_))), "RULES 13");
        let mut clocks = Pace::Slow.clocks();
        clocks.move_s = 9;
        let clocks = GuildConfig { clocks: PaceClocks::default().with(Pace::Slow, clocks), ..config.clone() };
        assert!(matches!(clocks.check(), Err(ConfigFault::Settings(_))), "RULES 12.7");
        let people = GuildConfig { people_to_count: 5, ..config.clone() };
        assert_eq!(people.check(), Err(ConfigFault::People(5)), "RULES 14");
        let channels = (0..=GuildConfig::CHANNELS_MOST as u64).map(ChannelId).collect();
        assert_eq!(GuildConfig { channels, ..config }.check(), Err(ConfigFault::Channels));
    }

    #[test]
    fn a_line_of_the_trail_names_what_differs_and_nothing_else() {
        let change = ConfigChange { by: UserId(1), at_unix_ms: 2 };
        let before = json!({ "base_score": 10, "pace": "slow" });
        let after = json!({ "base_score": 20, "pace": "slow", "language": "en" });
        let line = TrailLine::of(change, &before, &after);
        let names: Vec<&str> = line.differences.iter().map(|difference| difference.what.as_str()).collect();
        assert_eq!(names, ["base_score", "language"]);
        assert_eq!((&line.differences[0].before, &line.differences[0].after), (&json!(10), &json!(20)));
        assert_eq!(line.differences[1].before, Value::Null, "older programs did not keep it");
    }
}
