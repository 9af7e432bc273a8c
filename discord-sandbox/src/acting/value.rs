//! Values that users type into options.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::id::{ChannelId, RoleId, UserId};

/// A file that a user hands in with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFile {
    /// Its name.
    pub filename: String,
    /// Its type, such as `text/plain`.
    pub content_type: String,
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

/// The value of an option of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A text, or the value of a choice that is a text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// Any number.
    Number(f64),
    /// Yes or no.
    Boolean(bool),
    /// A user.
    User(UserId),
    /// A channel.
    Channel(ChannelId),
    /// A role.
    Role(RoleId),
    /// A file.
    File(OptionFile),
}

macro_rules! from {
    ($($source:ty => $variant:ident),* $(,)?) => {$(
        impl From<$source> for OptionValue {
            fn from(value: $source) -> Self {
                Self::$variant(value.into())
            }
        }
    )*};
}

from! {
    &str => Text,
    String => Text,
    i32 => Integer,
    i64 => Integer,
    f64 => Number,
    bool => Boolean,
    UserId => User,
    ChannelId => Channel,
    RoleId => Role,
    OptionFile => File,
}

impl OptionValue {
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Integer(number) => json!(number),
            Self::Number(number) => json!(number),
            Self::Boolean(answer) => json!(answer),
            Self::User(id) => json!(id),
            Self::Channel(id) => json!(id),
            Self::Role(id) => json!(id),
            // The client sends the number under which the file was put.
            Self::File(_) => Value::Null,
        }
    }

    /// Whether an option of this type takes the value.
    pub(crate) fn fits(&self, option_type: u64) -> bool {
        match self {
            Self::Text(_) => option_type == 3,
            Self::Integer(_) => matches!(option_type, 4 | 10),
            Self::Number(_) => option_type == 10,
            Self::Boolean(_) => option_type == 5,
            Self::User(_) => matches!(option_type, 6 | 9),
            Self::Channel(_) => option_type == 7,
            Self::Role(_) => matches!(option_type, 8 | 9),
            Self::File(_) => option_type == 11,
        }
    }
}
