//! Saved layouts in a `custom_id`: the drawer in the deployment's view, and the shelf of
//! `/junqi layouts`.
//!
//! A layout is named by a hash of its name, which fits where the name would not.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::rules::Role;

/// Stands for a layout's name: the first eight bytes of its SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameKey(u64);

impl NameKey {
    /// The key of that name.
    pub fn of(name: &str) -> Self {
        let hash = Sha256::digest(name.as_bytes());
        Self(hash.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(*byte)))
    }

    /// Reads a key, as an option's value carries it too.
    pub fn parse(text: &str) -> Option<Self> {
        u64::from_str_radix(text, 16).ok().map(Self)
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0)
    }
}

/// What is done with saved layouts from within the deployment's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawer {
    /// Opens the page, or goes back to it.
    Open,
    /// Goes back to the deployment.
    Leave,
    /// A select: puts the chosen layout onto the board.
    Load {
        /// The own deployment's revision.
        revision: u32,
    },
    /// Opens the modal for a name; the modal itself.
    Save,
    /// Puts the present layout in the place of that one.
    Replace(NameKey),
    /// A select: asks whether the chosen layout shall go.
    AskDelete,
    /// Deletes it.
    Delete(NameKey),
}

/// What is done with saved layouts in `/junqi layouts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// Shows the list of that role.
    Open(Role),
    /// A select: shows the chosen layout.
    Choose(Role),
    /// Shows that one.
    Show(Role, NameKey),
    /// Opens the modal for another name; the modal itself.
    Rename(Role, NameKey),
    /// Asks whether it shall go.
    AskDelete(Role, NameKey),
    /// Deletes it.
    Delete(Role, NameKey),
}

impl fmt::Display for Drawer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => formatter.write_str("drawer"),
            Self::Leave => formatter.write_str("drawer.leave"),
            Self::Load { revision } => write!(formatter, "drawer.load.{revision}"),
            Self::Save => formatter.write_str("drawer.save"),
            Self::Replace(key) => write!(formatter, "drawer.replace.{key}"),
            Self::AskDelete => formatter.write_str("drawer.ask"),
            Self::Delete(key) => write!(formatter, "drawer.delete.{key}"),
        }
    }
}

impl Drawer {
    /// Reads what stands behind `drawer` in an id.
    pub(super) fn parse(words: &[&str]) -> Option<Self> {
        Some(match *words {
            [] => Self::Open,
            ["leave"] => Self::Leave,
            ["load", revision] => Self::Load { revision: revision.parse().ok()? },
            ["save"] => Self::Save,
            ["replace", key] => Self::Replace(NameKey::parse(key)?),
            ["ask"] => Self::AskDelete,
            ["delete", key] => Self::Delete(NameKey::parse(key)?),
            _ => return None,
        })
    }
}

const fn role_code(role: Role) -> &'static str {
    match role {
        Role::Declarer => "d",
        Role::Defender => "f",
    }
}

fn role_of(code: &str) -> Option<Role> {
    [Role::Declarer, Role::Defender].into_iter().find(|role| role_code(*role) == code)
}

impl fmt::Display for Shelf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |formatter: &mut fmt::Formatter<'_>, word: &str, role: &Role, key: &NameKey| {
            write!(formatter, "shelf.{word}.{}.{key}", role_code(*role))
        };
        match self {
            Self::Open(role) => write!(formatter, "shelf.open.{}", role_code(*role)),
            Self::Choose(role) => write!(formatter, "shelf.choose.{}", role_code(*role)),
            Self::Show(role, key) => word(formatter, "show", role, key),
            Self::Rename(role, key) => word(formatter, "rename", role, key),
            Self::AskDelete(role, key) => word(formatter, "ask", role, key),
            Self::Delete(role, key) => word(formatter, "delete", role, key),
        }
    }
}

impl Shelf {
    /// Reads what stands behind `shelf` in an id.
    pub(super) fn parse(words: &[&str]) -> Option<Self> {
        let (word, role, rest) = match *words {
            [word, role, ref rest @ ..] => (word, role_of(role)?, rest),
            _ => return None,
        };
        Some(match (word, rest) {
            ("open", []) => Self::Open(role),
            ("choose", []) => Self::Choose(role),
            ("show", [key]) => Self::Show(role, NameKey::parse(key)?),
            ("rename", [key]) => Self::Rename(role, NameKey::parse(key)?),
            ("ask", [key]) => Self::AskDelete(role, NameKey::parse(key)?),
            ("delete", [key]) => Self::Delete(role, NameKey::parse(key)?),
            _ => return None,
        })
    }
}

/// One of each, for the test of what reads back.
#[cfg(test)]
pub(super) fn samples() -> (Vec<Drawer>, Vec<Shelf>) {
    let key = NameKey::of("鐵桶陣");
    let drawers = vec![
        Drawer::Open,
        Drawer::Leave,
        Drawer::Load { revision: u32::MAX },
        Drawer::Save,
        Drawer::Replace(key),
        Drawer::AskDelete,
        Drawer::Delete(NameKey(0)),
    ];
    let shelves = [Role::Declarer, Role::Defender].into_iter().flat_map(|role| {
        [
            Shelf::Open(role),
            Shelf::Choose(role),
            Shelf::Show(role, key),
            Shelf::Rename(role, key),
            Shelf::AskDelete(role, NameKey(u64::MAX)),
            Shelf::Delete(role, key),
        ]
    });
    (drawers, shelves.collect())
}
