//! The rules, a page for each topic, some with a picture; and the short how-to for newcomers.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::{NO_TABLE, button};
use crate::discord::custom_id::Button;
use crate::discord::screen::{Drawing, Screen};
use crate::discord::texts::Texts;
use crate::picture::{self, Language, Picture};

/// What a page of the rules is about, in the order of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// How a first game goes here.
    FirstGame,
    /// The aim and the auction.
    Aim,
    /// The pieces, with their order.
    Pieces,
    /// The board, with a picture of it.
    Board,
    /// Deployment.
    Deployment,
    /// Moving, with how pieces ride.
    Moving,
    /// Combat.
    Combat,
    /// Elimination and the score.
    End,
    /// Clocks and absence.
    Clocks,
    /// How a deal can be checked.
    Fairness,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Self; 10] = [
        Self::FirstGame,
        Self::Aim,
        Self::Pieces,
        Self::Board,
        Self::Deployment,
        Self::Moving,
        Self::Combat,
        Self::End,
        Self::Clocks,
        Self::Fairness,
    ];

    /// The name that `/junqi rules` gives as an option's value.
    pub const fn code(self) -> &'static str {
        match self {
            Self::FirstGame => "first",
            Self::Aim => "aim",
            Self::Pieces => "pieces",
            Self::Board => "board",
            Self::Deployment => "deployment",
            Self::Moving => "moving",
            Self::Combat => "combat",
            Self::End => "end",
            Self::Clocks => "clocks",
            Self::Fairness => "fairness",
        }
    }

    /// The page, from 0.
    pub fn page(self) -> u8 {
        Self::ALL.iter().position(|topic| *topic == self).unwrap_or_default() as u8
    }

    /// The topic that somebody means: by its code or by what its title contains, in any language.
    pub fn named(text: &str) -> Option<Self> {
        let typed = text.trim().to_lowercase();
        let languages = Language::ALL.map(Texts);
        let by_code = Self::ALL.into_iter().find(|topic| topic.code() == typed);
        let is_titled =
            |topic: &Self| languages.iter().any(|texts| topic.title(*texts).to_lowercase().contains(&typed));
        by_code.or_else(|| Self::ALL.into_iter().find(|topic| !typed.is_empty() && is_titled(topic)))
    }

    /// Its title.
    pub fn title(self, texts: Texts) -> String {
        let text = texts.say(self.key());
        text.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']).to_owned()
    }

    const fn key(self) -> &'static str {
        match self {
            Self::FirstGame => "rules-first-game",
            Self::Aim => "rules-aim",
            Self::Pieces => "rules-pieces",
            Self::Board => "rules-board",
            Self::Deployment => "rules-deployment",
            Self::Moving => "rules-moving",
            Self::Combat => "rules-combat",
            Self::End => "rules-end",
            Self::Clocks => "rules-clocks",
            Self::Fairness => "rules-fairness",
        }
    }

    fn drawing(self, language: Language) -> Option<Drawing> {
        let draw: fn(Language) -> Picture = match self {
            Self::Pieces => picture::order_of_pieces,
            Self::Board => picture::empty_board,
            Self::Moving => picture::riding,
            Self::FirstGame
            | Self::Aim
            | Self::Deployment
            | Self::Combat
            | Self::End
            | Self::Clocks
            | Self::Fairness => return None,
        };
        Some(Box::new(move || draw(language)))
    }
}

/// A page of the rules, from 0; one beyond the last is the last.
pub fn rules_screen(texts: Texts, page: u8) -> Screen {
    let last = Topic::ALL.len() - 1;
    let page = usize::from(page).min(last);
    let topic = Topic::ALL[page];
    let count = texts.get("page-of", &[("page", (page + 1).into()), ("pages", (last + 1).into())]);
    let content = format!("{}\n\n{count}", texts.say(topic.key()));
    let turn = |to: usize, key: &str| {
        button(NO_TABLE, Button::Rules { page: to as u8 }, texts.say(key), ButtonStyle::Secondary)
    };
    let rows = vec![CreateActionRow::Buttons(vec![
        turn(page.saturating_sub(1), "button-previous").disabled(page == 0),
        // Two buttons of one message may not have the same id: the one that leads nowhere has another page.
        turn(if page == last { usize::from(u8::MAX) } else { page + 1 }, "button-next")
            .disabled(page == last),
        practise_button(texts, ButtonStyle::Primary),
    ])];
    Screen { content, drawing: topic.drawing(texts.0), rows, ..Screen::default() }
}

/// What somebody sees who sits down for the first time: how a game goes, and where the rules are.
pub fn newcomer_screen(texts: Texts) -> Screen {
    let read = Button::Rules { page: Topic::FirstGame.page() };
    let rows = vec![CreateActionRow::Buttons(vec![button(
        NO_TABLE,
        read,
        texts.say("button-rules"),
        ButtonStyle::Primary,
    )])];
    Screen { content: texts.say("newcomer-hint"), rows, ..Screen::default() }
}

fn practise_button(texts: Texts, style: ButtonStyle) -> serenity::all::CreateButton {
    button(NO_TABLE, Button::Practise, texts.say("button-practise"), style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_fits_a_message_and_names_itself() {
        for texts in Language::ALL.map(Texts) {
            for topic in Topic::ALL {
                let screen = rules_screen(texts, topic.page());
                let length = screen.content.encode_utf16().count();
                assert!(length <= 2_000, "{topic:?}: {length}");
                let title = topic.title(texts);
                assert!((1..=100).contains(&title.chars().count()), "{title}: a choice of autocomplete");
                assert_eq!(Topic::named(&title), Some(topic), "{title}");
                assert_eq!(Topic::named(topic.code()), Some(topic));
            }
        }
    }

    #[test]
    fn what_names_no_topic_finds_none() {
        for text in ["", "  ", "chess", "象棋"] {
            assert_eq!(Topic::named(text), None, "{text:?}");
        }
    }
}
