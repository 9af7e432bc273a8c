//! A bot that tells what it must not, one thing by one way out: the test that compares two worlds must
//! find each of them (RULES 15).
//!
//! All of it is compiled into this library's own tests and into nothing else: whatever features a build
//! of the program has, and whatever it is told while it runs, there is nothing in it to be switched on.

use std::fmt::Write as _;
use std::sync::Arc;

use serenity::all::{
    CreateActionRow, CreateAttachment, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use serenity::builder::CreateAutocompleteResponse;

use super::screen::Screen;
use crate::rules::{Kind, Point, Seat};
use crate::table::{Store, TableState};

/// A way out of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The words of a message.
    Words,
    /// A picture's words.
    AlternativeText,
    /// One bit of a picture.
    Picture,
    /// A file's name.
    FileName,
    /// An option of a menu.
    Option,
    /// What is suggested while a command is typed.
    Suggestion,
    /// Who is pinged.
    Ping,
    /// A line of the log.
    Log,
    /// One request more.
    Request,
}

impl Way {
    /// Every way.
    pub const ALL: [Self; 9] = [
        Self::Words,
        Self::AlternativeText,
        Self::Picture,
        Self::FileName,
        Self::Option,
        Self::Suggestion,
        Self::Ping,
        Self::Log,
        Self::Request,
    ];
}

/// What is told: which piece stands on that point.
#[derive(Clone, Copy, Debug)]
pub struct Leak {
    /// How.
    pub way: Way,
    /// Of which point.
    pub point: Point,
}

/// A leak with the store from which it knows.
pub struct Leaky {
    leak: Leak,
    store: Arc<dyn Store>,
}

impl std::fmt::Debug for Leaky {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.leak.fmt(formatter)
    }
}

impl Leaky {
    /// A leak of what is in that store.
    pub fn new(leak: Leak, store: Arc<dyn Store>) -> Self {
        Self { leak, store }
    }

    /// The piece on the point, if the leak is of that way and one stands there.
    pub async fn hidden(&self, way: Way) -> Option<Kind> {
        if way != self.leak.way {
            return None;
        }
        let running = self.store.running_tables().await.ok()?;
        let mut tables = running.into_iter().filter_map(|stored| TableState::replay(stored).ok());
        tables.find_map(|table| {
            let game = table.game()?;
            match (game.deployment(), game.battle()) {
                (Some(deployment), _) => {
                    Seat::ALL.into_iter().find_map(|seat| deployment.layout(seat).kind(self.leak.point))
                }
                (None, Some(battle)) => battle.position().piece(self.leak.point).map(|piece| piece.kind),
                (None, None) => None,
            }
        })
    }

    /// Whether that piece's number is odd: a leak of one bit.
    pub async fn is_odd(&self, way: Way) -> bool {
        self.hidden(way).await.is_some_and(|kind| kind as usize % 2 == 1)
    }

    /// Spoils a message before it is drawn.
    pub async fn spoil(&self, mut screen: Screen) -> Screen {
        if let Some(kind) = self.hidden(Way::Words).await {
            let _ = write!(screen.content, " {kind:?}");
        }
        if let Some(kind) = self.hidden(Way::Option).await
            && screen.rows.len() < 5
        {
            let options = vec![CreateSelectMenuOption::new(format!("{kind:?}"), "leak")];
            let menu = CreateSelectMenu::new("leak", CreateSelectMenuKind::String { options });
            screen.rows.push(CreateActionRow::SelectMenu(menu));
        }
        if self.is_odd(Way::Ping).await {
            screen.pings.clear();
        }
        if let Some(kind) = self.hidden(Way::Log).await {
            tracing::trace!(?kind, "a piece stands somewhere");
        }
        screen
    }

    /// Spoils a message's files once they are drawn.
    pub async fn spoil_files(&self, files: &mut [CreateAttachment]) {
        let (alt, name) = (self.hidden(Way::AlternativeText).await, self.hidden(Way::FileName).await);
        let is_odd = self.is_odd(Way::Picture).await;
        for file in files {
            if let (Some(kind), Some(description)) = (alt, &mut file.description) {
                let _ = write!(description, " {kind:?}");
            }
            if let Some(kind) = name {
                file.filename = format!("{kind:?}.png").to_lowercase();
            }
            if let Some(last) = file.data.last_mut() {
                *last ^= u8::from(is_odd);
            }
        }
    }

    /// Spoils what is suggested.
    pub async fn spoil_suggestions(
        &self,
        suggested: CreateAutocompleteResponse,
    ) -> CreateAutocompleteResponse {
        match self.hidden(Way::Suggestion).await {
            Some(kind) => CreateAutocompleteResponse::new().add_string_choice(format!("{kind:?}"), "leak"),
            None => suggested,
        }
    }
}
