//! Standings from the score ledger in SQLite.

use sqlx::{FromRow, SqliteConnection};

use super::form::{Misread, failed, read_seat};
use super::tables::{guild_of, number};
use crate::rules::BySeat;
use crate::table::{GuildId, Leaderboard, Standing, StoreError, TableId, UserId};

/// A query over `placed`: the lines of server `?1`, each with its place.
///
/// Who has neither a counted game with a score nor a desertion has no line: practice leaves no trace
/// here (RULES 14).
macro_rules! placed {
    ($select:literal) => {
        concat!(
            "WITH lines AS ( \
                 SELECT ledger.user AS user, \
                        SUM(IIF(tables.is_scored, ledger.points, 0)) AS total, \
                        SUM(tables.is_scored) AS games, \
                        SUM(tables.is_scored AND ledger.points > 0) AS won, \
                        SUM(ledger.has_deserted) AS desertions, \
                        MAX(ledger.line) AS last_line \
                 FROM ledger JOIN tables ON tables.id = ledger.table_id \
                 WHERE ledger.guild = ?1 GROUP BY ledger.user \
             ), placed AS ( \
                 SELECT *, RANK() OVER (ORDER BY total DESC) AS place, COUNT(*) OVER () AS users \
                 FROM lines WHERE games > 0 OR desertions > 0 \
             ) ",
            $select
        )
    };
}

#[derive(FromRow)]
struct StandingRow {
    users: i64,
    place: i64,
    user: i64,
    name: String,
    total: i64,
    games: i64,
    won: i64,
    desertions: i64,
}

impl StandingRow {
    fn into_standing(self) -> Result<Standing, Misread> {
        Ok(Standing {
            place: number(self.place, "a place")?,
            user: UserId(self.user.cast_unsigned()),
            name: self.name,
            total: self.total,
            games: number(self.games, "a number of games")?,
            won: number(self.won, "a number of games")?,
            desertions: number(self.desertions, "a number of desertions")?,
        })
    }
}

/// A page of the server's leaderboard.
pub(super) async fn leaderboard(
    connection: &mut SqliteConnection,
    guild: GuildId,
    skip: u32,
    take: u32,
) -> Result<Leaderboard, StoreError> {
    // Ids from 2^63 on are stored as negative numbers and are the highest.
    let page = placed!(
        "SELECT placed.*, ledger.name FROM placed JOIN ledger ON ledger.line = placed.last_line \
         ORDER BY placed.total DESC, placed.games, placed.user < 0, placed.user LIMIT ?2 OFFSET ?3"
    );
    let rows: Vec<StandingRow> = sqlx::query_as(page)
        .bind(guild.0.cast_signed())
        .bind(take)
        .bind(skip)
        .fetch_all(&mut *connection)
        .await
        .map_err(failed)?;
    // The lines bring their number along, so that the ledger is summed once; an empty page cannot.
    let users = match rows.first() {
        Some(row) => row.users,
        None => sqlx::query_scalar(placed!("SELECT COUNT(*) FROM placed"))
            .bind(guild.0.cast_signed())
            .fetch_one(connection)
            .await
            .map_err(failed)?,
    };
    let standings = rows.into_iter().map(StandingRow::into_standing).collect::<Result<_, _>>()?;
    Ok(Leaderboard { standings, users: number(users, "a number of users")? })
}

/// One user's line.
pub(super) async fn standing(
    connection: &mut SqliteConnection,
    guild: GuildId,
    user: UserId,
) -> Result<Option<Standing>, StoreError> {
    let select = placed!(
        "SELECT placed.*, ledger.name FROM placed JOIN ledger ON ledger.line = placed.last_line \
         WHERE placed.user = ?2"
    );
    let row: Option<StandingRow> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .bind(user.0.cast_signed())
        .fetch_optional(connection)
        .await
        .map_err(failed)?;
    Ok(row.map(StandingRow::into_standing).transpose()?)
}

/// What the table's people won or lost, and their totals after it.
pub(super) async fn settled(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<BySeat<Option<(i64, i64)>>, StoreError> {
    guild_of(connection, table).await?;
    let select = "SELECT own.seat, own.points, \
                      (SELECT SUM(before.points) FROM ledger AS before \
                       JOIN tables AS game ON game.id = before.table_id \
                       WHERE before.guild = own.guild AND before.user = own.user \
                         AND before.line <= own.line AND game.is_scored) \
                  FROM ledger AS own JOIN tables ON tables.id = own.table_id \
                  WHERE own.table_id = ?1 AND tables.is_scored";
    let rows: Vec<(String, i64, i64)> =
        sqlx::query_as(select).bind(table.0.cast_signed()).fetch_all(connection).await.map_err(failed)?;
    let mut settled = BySeat::default();
    for (seat, points, total) in rows {
        let seat = read_seat(&seat).map_err(|misread| misread.of_table(table))?;
        settled[seat] = Some((points, total));
    }
    Ok(settled)
}
