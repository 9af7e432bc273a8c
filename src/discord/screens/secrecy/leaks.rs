//! Programs that tell what they must not, one thing in one place each: the audit must find every one
//! of them out. They spoil what the tests have gathered, so that no leak stands in the program itself.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::shown::Shown;
use crate::rules::Kind;

/// What of a hidden piece gets out, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// Its name in a message.
    Words,
    /// Its name in a picture's alternative text.
    AlternativeText,
    /// One bit of a picture.
    Picture,
    /// A file's name.
    FileName,
    /// The order of a menu's options.
    MenuOrder,
    /// A button's `custom_id`.
    CustomId,
    /// Whether somebody is pinged.
    Ping,
    /// A suggestion more or less.
    Suggestion,
    /// The words of a refusal.
    Refusal,
    /// The `Debug` form that a log would take.
    Log,
    /// What a computer player does.
    Computer,
    /// One message more or less.
    Number,
}

impl Leak {
    pub const ALL: [Self; 12] = [
        Self::Words,
        Self::AlternativeText,
        Self::Picture,
        Self::FileName,
        Self::MenuOrder,
        Self::CustomId,
        Self::Ping,
        Self::Suggestion,
        Self::Refusal,
        Self::Log,
        Self::Computer,
        Self::Number,
    ];

    /// In which words the audit must say that it found it.
    pub const fn found_as(self) -> &'static str {
        match self {
            Self::Words => "the board: words",
            Self::AlternativeText => "alternative text",
            Self::Picture => "picture",
            Self::FileName => "file names",
            Self::MenuOrder | Self::CustomId => "menus",
            Self::Ping => "pings",
            Self::Suggestion => "suggestions: menus",
            Self::Refusal => "refusals: words",
            Self::Log => "what a log says of it: words",
            Self::Computer => "a computer player: words",
            Self::Number => "number",
        }
    }

    /// Spoils what is shown by a hidden piece of that kind.
    pub fn spoil(self, shown: &mut Vec<Shown>, hidden: Kind) {
        let is_odd = hidden as usize % 2 == 1;
        let of = |what: &'static str| move |shown: &&mut Shown| shown.what == what;
        let tell = |shown: Option<&mut Shown>| {
            if let Some(shown) = shown {
                let _ = write!(shown.words, "{hidden:?}");
            }
        };
        match self {
            Self::Words => tell(shown.first_mut()),
            Self::Refusal => tell(shown.iter_mut().find(of("refusals"))),
            Self::Log => tell(shown.iter_mut().find(of("what a log says of it"))),
            Self::Computer => tell(shown.iter_mut().find(of("a computer player"))),
            Self::AlternativeText => {
                let alt =
                    shown.iter_mut().flat_map(|shown| &mut shown.files).find_map(|file| file.alt.as_mut());
                if let Some(alt) = alt {
                    let _ = write!(alt, "{hidden:?}");
                }
            }
            Self::Picture => {
                let file = shown.iter_mut().flat_map(|shown| &mut shown.files).next();
                if let Some(last) = file.and_then(|file| file.bytes.last_mut()) {
                    *last ^= u8::from(is_odd);
                }
            }
            Self::FileName => {
                let file = shown.iter_mut().flat_map(|shown| &mut shown.files).next();
                if let Some(file) = file {
                    file.name = format!("{hidden:?}.png");
                }
            }
            Self::MenuOrder => {
                let options = shown.iter_mut().find_map(|shown| longest_list(&mut shown.offered));
                if let Some(options) = options.filter(|_| is_odd) {
                    options.reverse();
                }
            }
            Self::CustomId => {
                let offered = &mut shown[0].offered;
                if let Some(id) = offered.pointer_mut("/0/components/0/custom_id") {
                    *id = json!(format!("{}{hidden:?}", id.as_str().unwrap_or_default()));
                }
            }
            Self::Ping => shown[0].pings.extend(is_odd.then_some(7)),
            Self::Suggestion => {
                if let Some(shown) = shown.iter_mut().find(of("suggestions")).filter(|_| is_odd) {
                    shown.offered = json!({ "choices": [] , "is_odd": true });
                }
            }
            Self::Number => {
                if is_odd {
                    shown.push(Shown { what: "one more", ..Shown::default() });
                }
            }
        }
    }
}

/// The first list of several options in some components.
fn longest_list(offered: &mut Value) -> Option<&mut Vec<Value>> {
    let rows = offered.as_array_mut()?.iter_mut();
    let components = rows.filter_map(|row| row.get_mut("components")?.as_array_mut()).flatten();
    components
        .filter_map(|component| component.get_mut("options")?.as_array_mut())
        .find(|options| options.len() > 1)
}
