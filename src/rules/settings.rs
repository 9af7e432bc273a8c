//! Base score and clocks, fixed for a game when it starts (RULES 12.7, 13).

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Role;

/// The clocks of a game; whole seconds (RULES 12.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clocks {
    /// For a call (RULES 4.3).
    pub call_s: u32,
    /// For the declarer's deployment (RULES 6.4).
    pub declarer_deployment_s: u32,
    /// For a defender's (RULES 6.4).
    pub defender_deployment_s: u32,
    /// For a move (RULES 12.1).
    pub move_s: u32,
    /// For an answer (RULES 11.5).
    pub vote_s: u32,
    /// For which an absent player is waited for, in a game all told (RULES 12.2).
    pub absence_s: u32,
}

/// A named set of clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// The clocks of RULES.
    Original,
    /// Five minutes to deploy, a minute a move.
    Relaxed,
    /// A day for everything.
    Slow,
}

const MINUTE_S: u32 = 60;
const DAY_S: u32 = 24 * 60 * MINUTE_S;

impl Pace {
    /// Every pace.
    pub const ALL: [Self; 3] = [Self::Original, Self::Relaxed, Self::Slow];

    /// The pace's clocks.
    pub const fn clocks(self) -> Clocks {
        match self {
            Self::Original => Clocks {
                call_s: 20,
                declarer_deployment_s: 90,
                defender_deployment_s: 100,
                move_s: 20,
                vote_s: 20,
                absence_s: 5 * MINUTE_S,
            },
            Self::Relaxed => Clocks {
                call_s: MINUTE_S,
                declarer_deployment_s: 5 * MINUTE_S,
                defender_deployment_s: 5 * MINUTE_S,
                move_s: MINUTE_S,
                vote_s: MINUTE_S,
                absence_s: 15 * MINUTE_S,
            },
            Self::Slow => Clocks {
                call_s: DAY_S,
                declarer_deployment_s: DAY_S,
                defender_deployment_s: DAY_S,
                move_s: DAY_S,
                vote_s: DAY_S,
                absence_s: 7 * DAY_S,
            },
        }
    }

    /// The name that settings and commands use.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Relaxed => "relaxed",
            Self::Slow => "slow",
        }
    }

    /// The pace of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.code() == code)
    }
}

impl Default for Clocks {
    fn default() -> Self {
        Pace::Original.clocks()
    }
}

impl Clocks {
    /// What the role has to deploy in.
    pub fn deployment(&self, role: Role) -> Duration {
        let seconds = match role {
            Role::Declarer => self.declarer_deployment_s,
            Role::Defender => self.defender_deployment_s,
        };
        Duration::from_secs(u64::from(seconds))
    }

    /// Each clock with its bounds in seconds (RULES 12.7).
    fn bounded(&self) -> [(&'static str, u32, RangeInclusive<u32>); 6] {
        [
            ("call_s", self.call_s, 10..=DAY_S),
            ("declarer_deployment_s", self.declarer_deployment_s, 30..=DAY_S),
            ("defender_deployment_s", self.defender_deployment_s, 30..=DAY_S),
            ("move_s", self.move_s, 10..=DAY_S),
            ("vote_s", self.vote_s, 10..=DAY_S),
            ("absence_s", self.absence_s, MINUTE_S..=7 * DAY_S),
        ]
    }
}

/// What is fixed for a game when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings {
    /// Points that one unit of the score table is worth, 1 to 1,000 (RULES 13).
    pub base_score: u32,
    /// The clocks.
    pub clocks: Clocks,
}

impl Settings {
    /// The bounds of the base score (RULES 13).
    pub const BASE_SCORE: RangeInclusive<u32> = 1..=1_000;

    /// Looks whether everything lies within its bounds.
    ///
    /// # Errors
    /// The first value that does not.
    pub fn check(&self) -> Result<(), SettingsFault> {
        let base = ("base_score", self.base_score, Self::BASE_SCORE);
        let mut all = std::iter::once(base).chain(self.clocks.bounded());
        let fault = all.find(|(_, value, bounds)| !bounds.contains(value));
        fault.map_or(Ok(()), |(name, value, bounds)| {
            Err(SettingsFault { name, value, from: *bounds.start(), to: *bounds.end() })
        })
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { base_score: 10, clocks: Clocks::default() }
    }
}

/// A setting outside its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} is {value}; it must lie between {from} and {to}")]
pub struct SettingsFault {
    /// Which setting.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// The least allowed.
    pub from: u32,
    /// The most allowed.
    pub to: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pace_lies_within_the_bounds_of_the_rules() {
        for pace in Pace::ALL {
            let settings = Settings { base_score: 10, clocks: pace.clocks() };
            assert_eq!(settings.check(), Ok(()), "RULES 12.7: {pace:?}");
            assert_eq!(Pace::from_code(pace.code()), Some(pace));
        }
        assert_eq!(Clocks::default().deployment(Role::Declarer).as_secs(), 90, "RULES 6.4");
        assert_eq!(Clocks::default().deployment(Role::Defender).as_secs(), 100, "RULES 6.4");
    }

    #[test]
    fn a_value_out_of_bounds_is_named_with_its_bounds() {
        let mut settings = Settings { base_score: 1_001, ..Settings::default() };
        let fault = settings.check().unwrap_err();
        assert_eq!(fault.to_string(), "base_score is 1001; it must lie between 1 and 1000");
        settings.base_score = 1;
        settings.clocks.move_s = 9;
        assert_eq!(settings.check().unwrap_err().name, "move_s", "RULES 12.7");
    }
}
