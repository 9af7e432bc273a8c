//! Looks through a whole database: whether the file is sound, and whether every stored game plays
//! again to what is stored of its end.

use std::collections::BTreeSet;
use std::path::Path;

use sqlx::{Connection, SqliteConnection};
use thiserror::Error;

use super::form::{failed, role_code};
use super::open::{self, OpenError};
use super::tables::read_table;
use super::totals::wrong_totals;
use crate::rules::GameResult;
use crate::table::{Settlement, StoreError, StoredTable, TableId, TableState, UserId};

/// What a look through a database found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// How many tables are stored.
    pub tables: u64,
    /// How many of them run.
    pub running: u64,
    /// How many log entries were played again.
    pub entries: u64,
    /// How many finished games were verified from the deal to the last ply.
    pub verified: u64,
    /// What is wrong, in sentences that tell no secrets; empty where all is well.
    pub faults: Vec<String>,
}

/// Why a database could not be looked through.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Reading broke off.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Looks through the whole database as it is at one moment; nothing is changed, and the bot may be
/// running on it.
///
/// # Errors
/// When the file cannot be opened or read. What is wrong inside it stands in the report.
pub async fn check(path: &Path) -> Result<CheckReport, CheckError> {
    let mut connection = open::open_for_reading(path).await?;
    let checked = match open::check_schema(&mut connection, path).await {
        Ok(()) => check_all(&mut connection).await.map_err(CheckError::from),
        Err(error) => Err(error.into()),
    };
    open::close(connection).await;
    checked
}

async fn check_all(connection: &mut SqliteConnection) -> Result<CheckReport, StoreError> {
    // All reads see the same moment.
    let mut moment = connection.begin().await.map_err(failed)?;
    let mut report = CheckReport::default();
    check_file(&mut moment, &mut report).await?;
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM tables ORDER BY id")
        .fetch_all(&mut *moment)
        .await
        .map_err(failed)?;
    for id in ids {
        check_table(&mut moment, TableId(id.cast_unsigned()), &mut report).await?;
    }
    match wrong_totals(&mut moment).await? {
        0 => {}
        wrong => {
            report.faults.push(format!("{wrong} totals are not what the lines of their users add up to"));
        }
    }
    moment.rollback().await.map_err(failed)?;
    Ok(report)
}

/// The pages of the file, and what refers to what.
async fn check_file(connection: &mut SqliteConnection, report: &mut CheckReport) -> Result<(), StoreError> {
    // Twenty faults are enough: a broken file may have one on every page.
    let pages: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check(20)").fetch_all(&mut *connection).await.map_err(failed)?;
    report
        .faults
        .extend(pages.into_iter().filter(|line| line != "ok").map(|line| format!("the file: {line}")));
    let select = "SELECT \"table\", COUNT(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1";
    let strays: Vec<(String, i64)> = sqlx::query_as(select).fetch_all(connection).await.map_err(failed)?;
    let stray = |(name, count)| format!("{count} rows of {name} refer to something that is not there");
    report.faults.extend(strays.into_iter().map(stray));
    Ok(())
}

/// What the store says of a table's end.
#[derive(sqlx::FromRow)]
struct EndRow {
    ended_unix_ms: Option<i64>,
    result: Option<String>,
    contract: Option<i64>,
    counts: Option<bool>,
    is_scored: Option<bool>,
}

async fn check_table(
    connection: &mut SqliteConnection,
    id: TableId,
    report: &mut CheckReport,
) -> Result<(), StoreError> {
    report.tables += 1;
    let stored = match read_table(connection, id).await {
        Ok(stored) => stored,
        Err(StoreError::Unreadable { fault, .. }) => {
            report.faults.push(format!("table {id}: {fault}"));
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let select = "SELECT ended_unix_ms, result, contract, counts, is_scored FROM tables WHERE id = ?1";
    let end: EndRow =
        sqlx::query_as(select).bind(id.0.cast_signed()).fetch_one(&mut *connection).await.map_err(failed)?;
    report.entries += stored.entries.len() as u64;
    report.running += u64::from(end.ended_unix_ms.is_none());
    let mut faults = Vec::new();
    match TableState::replay(stored.clone()) {
        Ok(state) => match end.ended_unix_ms {
            None => {
                if state.is_over() {
                    faults.push("its log ends it, and the table is kept as running".to_owned());
                }
                faults.extend(check_sittings(connection, &state).await?);
            }
            Some(ended) => match state.settlement(ended) {
                None => faults.push("it is kept as ended, and its log does not end it".to_owned()),
                Some(settlement) => {
                    faults.extend(check_end(&end, &settlement));
                    faults.extend(check_ledger(connection, id, &settlement).await?);
                    faults.extend(verify(stored, report));
                }
            },
        },
        Err(fault) => faults.push(format!("its log does not play again: {fault}")),
    }
    report.faults.extend(faults.into_iter().map(|fault| format!("table {id}: {fault}")));
    Ok(())
}

fn check_end(stored: &EndRow, played: &Settlement) -> Vec<String> {
    let is_scored = played.counts && played.result.is_some_and(GameResult::has_scores);
    let agrees = [
        ("result", stored.result.as_deref() == played.result.map(GameResult::code)),
        ("contract", stored.contract == played.contract.map(|contract| i64::from(u8::from(contract)))),
        ("counting", stored.counts == Some(played.counts) && stored.is_scored == Some(is_scored)),
    ];
    let differs = agrees.into_iter().filter(|(_, agrees)| !agrees);
    differs.map(|(what, _)| format!("its {what} is not what its log comes to")).collect()
}

/// A line of the ledger as the store has it: user, seat, role, points, deserted.
type LedgerLine = (i64, String, Option<String>, i64, bool);

async fn check_ledger(
    connection: &mut SqliteConnection,
    id: TableId,
    played: &Settlement,
) -> Result<Option<String>, StoreError> {
    let select = "SELECT user, seat, role, points, has_deserted FROM ledger WHERE table_id = ?1";
    let stored: Vec<LedgerLine> =
        sqlx::query_as(select).bind(id.0.cast_signed()).fetch_all(connection).await.map_err(failed)?;
    let wanted = played.ledger.iter().map(|row| -> LedgerLine {
        let role = row.role.map(|role| role_code(role).to_owned());
        (row.user.0.cast_signed(), row.seat.code().to_owned(), role, row.points, row.has_deserted)
    });
    let agrees = wanted.collect::<BTreeSet<_>>() == stored.into_iter().collect::<BTreeSet<_>>();
    Ok((!agrees).then(|| "its scores are not what its log comes to".to_owned()))
}

/// Whoever plays at a running table must have its seat, and nobody else.
async fn check_sittings(
    connection: &mut SqliteConnection,
    state: &TableState,
) -> Result<Option<String>, StoreError> {
    let sitting: Vec<i64> = sqlx::query_scalar("SELECT user FROM sittings WHERE table_id = ?1")
        .bind(state.id.0.cast_signed())
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    let sitting: BTreeSet<UserId> = sitting.into_iter().map(|user| UserId(user.cast_unsigned())).collect();
    let agrees = sitting == state.seated_people();
    Ok((!agrees).then(|| "its seats are not kept for the people who play there".to_owned()))
}

/// Plays a finished game again from its secret, deal and all (RULES 16.1).
fn verify(stored: StoredTable, report: &mut CheckReport) -> Option<String> {
    let record = stored.record()?;
    match record.verify() {
        Ok(_) => {
            report.verified += 1;
            None
        }
        Err(fault) => Some(format!("its record does not verify: {fault}")),
    }
}

#[cfg(test)]
mod tests;
