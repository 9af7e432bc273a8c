//! The stored form of values: numbers, names and texts.

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::rules::{GameResult, Role, Seat};
use crate::table::{ENTRY_FORMAT, Entry, StoreError, TableId};

/// Something stored that this program cannot read.
///
/// It says where and in what way, never what stands there: logs must not tell pieces.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Misread {
    /// Written by a newer program.
    #[error("{what} has format {format}; this program reads formats up to {newest}")]
    Newer {
        /// What it is.
        what: String,
        /// Its format.
        format: i64,
        /// The newest that this program reads.
        newest: u32,
    },
    /// Not what was once written.
    #[error("{what} is damaged, or newer than this program, at column {column}")]
    Malformed {
        /// What it is.
        what: String,
        /// Where its text stops making sense, counted from 1; 0 where that has no place.
        column: usize,
    },
    /// A value out of its bounds, or an unknown name.
    #[error("{0} is out of bounds or unknown")]
    Value(&'static str),
    /// An entry is missing.
    #[error("entry {0} is missing")]
    Gap(u64),
}

impl Misread {
    /// As an error about the table.
    pub(super) fn of_table(self, table: TableId) -> StoreError {
        StoreError::Unreadable { table, fault: self.to_string() }
    }
}

impl From<Misread> for StoreError {
    fn from(misread: Misread) -> Self {
        failed(misread)
    }
}

/// A failure that left nothing changed.
pub(super) fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> StoreError {
    StoreError::Failed(error.into())
}

/// A value as JSON.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(failed)
}

/// An entry from its stored format and text.
pub(super) fn read_entry(seq: u64, format: i64, body: &str) -> Result<Entry, Misread> {
    read_json(&format!("entry {seq}"), format, ENTRY_FORMAT, body)
}

/// A value from its stored format and text. Every format so far is read in the same way.
pub(super) fn read_json<T: DeserializeOwned>(
    what: &str,
    format: i64,
    newest: u32,
    text: &str,
) -> Result<T, Misread> {
    if format > i64::from(newest) {
        return Err(Misread::Newer { what: what.to_owned(), format, newest });
    }
    // The parser's own message may quote what it read; only the place is kept.
    serde_json::from_str(text)
        .map_err(|error| Misread::Malformed { what: what.to_owned(), column: error.column() })
}

/// The result of a stored name.
pub(super) fn read_result(code: &str) -> Result<GameResult, Misread> {
    let found = GameResult::ALL.into_iter().find(|result| result.code() == code);
    found.ok_or(Misread::Value("a result"))
}

/// The name of a role.
pub(super) const fn role_code(role: Role) -> &'static str {
    match role {
        Role::Declarer => "declarer",
        Role::Defender => "defender",
    }
}

/// The role of a stored name.
pub(super) fn read_role(code: &str) -> Result<Role, Misread> {
    let found = [Role::Declarer, Role::Defender].into_iter().find(|role| role_code(*role) == code);
    found.ok_or(Misread::Value("a role"))
}

/// The seat of a stored name.
pub(super) fn read_seat(code: &str) -> Result<Seat, Misread> {
    Seat::from_code(code).ok_or(Misread::Value("a seat"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_stored_under_the_names_that_records_write() {
        for result in GameResult::ALL {
            let json = serde_json::to_string(&result).unwrap();
            assert_eq!(json, format!("\"{}\"", result.code()));
            assert_eq!(read_result(result.code()), Ok(result));
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_quoted() {
        let body = r#"{"of":"game","what":"dealt","hands":"grand_marshal"}"#;
        let fault = read_entry(7, 1, body).unwrap_err().to_string();
        assert!(fault.contains("entry 7") && !fault.contains("marshal"), "{fault}");
        let newer = read_entry(7, 2, body).unwrap_err();
        assert_eq!(newer.to_string(), "entry 7 has format 2; this program reads formats up to 1");
    }
}
