//! A user's finished games in SQLite.

use sqlx::{FromRow, SqliteConnection};

use super::form::{Misread, failed, read_result, read_role, read_seat};
use super::names::name_of;
use super::tables::number;
use crate::rules::Contract;
use crate::table::{Career, Games, GuildId, History, PlayedGame, StoreError, TableId, UserId};

/// A query over the lines of user `?2` in server `?1` with their games.
macro_rules! played {
    ($rest:literal) => {
        concat!(
            "SELECT ledger.table_id, tables.ended_unix_ms, tables.season, ledger.seat, ledger.role, \
                    tables.contract, tables.result, ledger.points, ledger.has_deserted, tables.counts, \
                    tables.is_scored \
             FROM ledger JOIN tables ON tables.id = ledger.table_id \
             WHERE ledger.guild = ?1 AND ledger.user = ?2 AND tables.result IS NOT NULL ",
            $rest
        )
    };
}

#[derive(FromRow)]
struct PlayedRow {
    table_id: i64,
    ended_unix_ms: i64,
    season: i64,
    seat: String,
    role: Option<String>,
    contract: Option<i64>,
    result: String,
    points: i64,
    has_deserted: bool,
    counts: bool,
    is_scored: bool,
}

impl PlayedRow {
    fn into_game(self) -> Result<PlayedGame, StoreError> {
        let table = TableId(self.table_id.cast_unsigned());
        self.read(table).map_err(|misread| misread.of_table(table))
    }

    fn read(self, table: TableId) -> Result<PlayedGame, Misread> {
        let contract = |stored: i64| {
            let read = u8::try_from(stored).ok().and_then(|stored| Contract::try_from(stored).ok());
            read.ok_or(Misread::Value("a contract"))
        };
        Ok(PlayedGame {
            table,
            ended_unix_ms: self.ended_unix_ms,
            season: number(self.season, "a season")?,
            seat: read_seat(&self.seat)?,
            role: self.role.as_deref().map(read_role).transpose()?,
            contract: self.contract.map(contract).transpose()?,
            result: read_result(&self.result)?,
            points: self.points,
            has_deserted: self.has_deserted,
            counts: self.counts,
            is_scored: self.is_scored,
        })
    }
}

/// A page of the user's games, the latest first.
pub(super) async fn history(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
    games: Games,
    skip: u32,
    take: u32,
) -> Result<History, StoreError> {
    let count = "SELECT COUNT(*) FILTER (WHERE tables.counts), COUNT(*) FILTER (WHERE NOT tables.counts) \
                 FROM ledger JOIN tables ON tables.id = ledger.table_id \
                 WHERE ledger.guild = ?1 AND ledger.user = ?2 AND tables.result IS NOT NULL";
    let (counted, practice): (i64, i64) = sqlx::query_as(count)
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    let counts = match games {
        Games::All => None,
        Games::Counted => Some(true),
        Games::Practice => Some(false),
    };
    let select =
        played!("AND (?3 IS NULL OR tables.counts = ?3) ORDER BY ledger.line DESC LIMIT ?4 OFFSET ?5");
    let rows: Vec<PlayedRow> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .bind(counts)
        .bind(take)
        .bind(skip)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
    Ok(History {
        name: name_of(connection, guild, user).await?,
        games: rows.into_iter().map(PlayedRow::into_game).collect::<Result<_, _>>()?,
        counted: number(counted, "a number of games")?,
        practice: number(practice, "a number of games")?,
    })
}

/// What all the user's games add up to.
pub(super) async fn career(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
) -> Result<Option<Career>, StoreError> {
    let rows: Vec<PlayedRow> = sqlx::query_as(played!("ORDER BY ledger.line"))
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
    let name = name_of(connection, guild, user).await?;
    let games: Vec<PlayedGame> = rows.into_iter().map(PlayedRow::into_game).collect::<Result<_, _>>()?;
    Ok(Career::of(name, games))
}
