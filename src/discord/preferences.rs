//! What users have set for themselves, at hand for every press and message.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use super::texts::Texts;
use crate::table::{Confirmation, Delivery, Pings, Telling, UserId, UserSettings};
use crate::view::{PublicView, Stage};

/// From that many seconds on a clock is long: there is time to come back for a ping.
pub const LONG_CLOCK_S: u32 = 600;

/// The settings of every user who has set any, read once from the store and held: the first answer
/// to a press must not wait for them.
#[derive(Debug, Default)]
pub struct Preferences {
    held: RwLock<HashMap<UserId, UserSettings>>,
    /// Held while a change is made from what was set before: two at once would lose one of them.
    changing: tokio::sync::Mutex<()>,
}

impl Preferences {
    /// Those settings.
    pub fn new(all: Vec<(UserId, UserSettings)>) -> Self {
        Self { held: RwLock::new(all.into_iter().collect()), ..Self::default() }
    }

    /// What the user has set; the defaults where they have set nothing.
    pub fn of(&self, user: UserId) -> UserSettings {
        let held = self.held.read().unwrap_or_else(PoisonError::into_inner);
        held.get(&user).copied().unwrap_or_default()
    }

    /// Keeps other changes waiting until this one is held.
    pub async fn change(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.changing.lock().await
    }

    /// Holds what the store has taken.
    pub fn hold(&self, user: UserId, settings: UserSettings) {
        self.held.write().unwrap_or_else(PoisonError::into_inner).insert(user, settings);
    }

    /// Lets go of what the store has erased.
    pub fn forget(&self, user: UserId) {
        self.held.write().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }

    /// The name of the language that the user reads: their own choice, else that of their client.
    pub fn locale(&self, user: UserId, client: &str) -> String {
        self.of(user).language.map_or(client, |language| language.code()).to_owned()
    }

    /// The texts of that language.
    pub fn texts(&self, user: UserId, client: &str) -> Texts {
        Texts::of_locale(&self.locale(user, client))
    }

    /// Whether the user takes their pieces by direct message.
    pub fn takes_direct(&self, user: UserId) -> bool {
        match self.of(user).delivery {
            Delivery::DirectMessages => true,
            Delivery::ChannelOnly => false,
        }
    }

    /// Whether the user wants to confirm a move before it is made.
    pub fn confirms_moves(&self, user: UserId) -> bool {
        match self.of(user).confirmation {
            Confirmation::Ask => true,
            Confirmation::AtOnce => false,
        }
    }

    /// Whether the user wants to be pinged for what the table waits for now.
    pub fn wants_ping(&self, user: UserId, telling: &Telling) -> bool {
        match self.of(user).pings {
            Pings::Always => true,
            Pings::LongClocks => clock_s(telling) >= LONG_CLOCK_S,
            Pings::Never => false,
        }
    }
}

/// The clock by which the table waits for somebody now, in seconds.
fn clock_s(telling: &Telling) -> u32 {
    let clocks = telling.settings.clocks;
    let Some(PublicView { stage, seats, .. }) = &telling.public else { return clocks.call_s };
    match stage {
        Stage::Unbegun | Stage::Auction(_) | Stage::Over(_) => clocks.call_s,
        Stage::Deployment(_) => clocks.defender_deployment_s,
        Stage::Battle(battle) if battle.vote.is_some() => clocks.vote_s,
        Stage::Battle(battle) if seats[battle.turn].is_absent => clocks.absence_s,
        Stage::Battle(_) => clocks.move_s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Language;
    use crate::table::Locale;

    #[test]
    fn a_chosen_language_goes_before_that_of_the_client() {
        let user = UserId(1);
        let preferences = Preferences::default();
        assert_eq!(preferences.texts(user, "zh-CN").0, Language::SimplifiedChinese);
        preferences.hold(user, UserSettings { language: Some(Locale::English), ..UserSettings::default() });
        assert_eq!(preferences.locale(user, "zh-CN"), "en");
        assert_eq!(
            preferences.texts(UserId(2), "zh-TW").0,
            Language::TraditionalChinese,
            "others' are theirs"
        );
        preferences.forget(user);
        assert_eq!(preferences.locale(user, "zh-CN"), "zh-CN");
    }
}
