//! Choices that several commands offer.

use crate::table::{Computers, Locale};

/// A language, or none in particular.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum LanguageChoice {
    #[name = "auto"]
    Automatic,
    #[name = "zh-TW"]
    TraditionalChinese,
    #[name = "zh-CN"]
    SimplifiedChinese,
    #[name = "en"]
    English,
}

impl LanguageChoice {
    /// The language; none where none in particular is chosen.
    pub(super) const fn locale(self) -> Option<Locale> {
        match self {
            Self::Automatic => None,
            Self::TraditionalChinese => Some(Locale::TraditionalChinese),
            Self::SimplifiedChinese => Some(Locale::SimplifiedChinese),
            Self::English => Some(Locale::English),
        }
    }
}

/// Whether computer players may sit down.
#[derive(Clone, Copy, Debug, poise::ChoiceParameter)]
pub(super) enum ComputersChoice {
    #[name = "allowed"]
    Allowed,
    #[name = "barred"]
    Barred,
}

impl From<ComputersChoice> for Computers {
    fn from(choice: ComputersChoice) -> Self {
        match choice {
            ComputersChoice::Allowed => Self::Allowed,
            ComputersChoice::Barred => Self::Barred,
        }
    }
}
