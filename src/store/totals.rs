//! Totals in SQLite, kept beside the score ledger, and leaderboards read from them.

use sqlx::{Connection, FromRow, SqliteConnection};

use super::form::{Misread, failed, read_seat};
use super::seasons::{FIRST, running_number};
use super::tables::{guild_of, number};
use crate::rules::BySeat;
use crate::table::{GuildId, Leaderboard, LedgerRow, Period, Standing, StoreError, TableId, UserId};

/// Stands for all seasons together.
const ALL_SEASONS: u32 = 0;

/// Adds a line of the ledger to its user's totals; `points` where they count.
pub(super) async fn add_to_totals(
    connection: &mut SqliteConnection,
    guild: GuildId,
    season: u32,
    row: &LedgerRow,
    points: Option<i64>,
) -> Result<(), StoreError> {
    let upsert = "INSERT INTO totals (guild, season, user, points, games, won, desertions) \
                  VALUES (?1, 0, ?3, ?4, ?5, ?6, ?7), (?1, ?2, ?3, ?4, ?5, ?6, ?7) \
                  ON CONFLICT (guild, season, user) DO UPDATE SET points = points + excluded.points, \
                  games = games + excluded.games, won = won + excluded.won, \
                  desertions = desertions + excluded.desertions";
    sqlx::query(upsert)
        .bind(guild.0.cast_signed())
        .bind(season)
        .bind(row.user.0.cast_signed())
        .bind(points.unwrap_or(0))
        .bind(points.is_some())
        .bind(points.is_some_and(|points| points > 0))
        .bind(row.has_deserted)
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}

/// The season under which the period's totals stand; none where there was none.
async fn season_of(
    connection: &mut SqliteConnection,
    guild: GuildId,
    period: Period,
) -> Result<Option<u32>, StoreError> {
    Ok(match period {
        Period::AllTime => Some(ALL_SEASONS),
        Period::Season => Some(running_number(connection, guild).await?),
        Period::LastSeason => {
            Some(running_number(connection, guild).await? - 1).filter(|last| *last >= FIRST)
        }
    })
}

#[derive(FromRow)]
struct StandingRow {
    user: i64,
    name: String,
    points: i64,
    career: i64,
    games: i64,
    won: i64,
    desertions: i64,
}

impl StandingRow {
    fn into_standing(self, place: u32) -> Result<Standing, Misread> {
        Ok(Standing {
            place,
            user: UserId(self.user.cast_unsigned()),
            name: self.name,
            total: self.points,
            career_total: self.career,
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
    period: Period,
    skip: u32,
    take: u32,
) -> Result<Leaderboard, StoreError> {
    // One transaction, so that lines, places and their number are of one moment.
    let mut moment = connection.begin().await.map_err(failed)?;
    let Some(season) = season_of(&mut moment, guild, period).await? else {
        return Ok(Leaderboard::default());
    };
    let users: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM totals WHERE guild = ?1 AND season = ?2")
        .bind(guild.0.cast_signed())
        .bind(season)
        .fetch_one(&mut *moment)
        .await
        .map_err(failed)?;
    // The page is cut from the index before names and careers are looked up.
    let select = "SELECT page.*, IFNULL(names.name, '') AS name, career.points AS career \
                  FROM (SELECT * FROM totals WHERE guild = ?1 AND season = ?2 \
                        ORDER BY points DESC, games, user < 0, user LIMIT ?3 OFFSET ?4) AS page \
                  JOIN totals AS career \
                      ON career.guild = page.guild AND career.season = 0 AND career.user = page.user \
                  LEFT JOIN names ON names.guild = page.guild AND names.user = page.user \
                  ORDER BY page.points DESC, page.games, page.user < 0, page.user";
    let rows: Vec<StandingRow> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .bind(season)
        .bind(take)
        .bind(skip)
        .fetch_all(&mut *moment)
        .await
        .map_err(failed)?;
    let mut standings: Vec<Standing> = Vec::with_capacity(rows.len());
    for (line, row) in (skip.saturating_add(1)..).zip(rows) {
        let place = match standings.last() {
            Some(before) if before.total == row.points => before.place,
            Some(_) => line,
            None => place_of(&mut moment, guild, season, row.points).await?,
        };
        standings.push(row.into_standing(place)?);
    }
    let season = Some(season).filter(|season| *season != ALL_SEASONS);
    Ok(Leaderboard { season, standings, users: number(users, "a number of users")? })
}

/// The place of that total: one more than how many are higher.
async fn place_of(
    connection: &mut SqliteConnection,
    guild: GuildId,
    season: u32,
    points: i64,
) -> Result<u32, StoreError> {
    let above = "SELECT COUNT(*) + 1 FROM totals WHERE guild = ?1 AND season = ?2 AND points > ?3";
    let place: i64 = sqlx::query_scalar(above)
        .bind(guild.0.cast_signed())
        .bind(season)
        .bind(points)
        .fetch_one(connection)
        .await
        .map_err(failed)?;
    Ok(number(place, "a place")?)
}

/// One user's line.
pub(super) async fn standing(
    connection: &mut SqliteConnection,
    guild: GuildId,
    period: Period,
    user: UserId,
) -> Result<Option<Standing>, StoreError> {
    let mut moment = connection.begin().await.map_err(failed)?;
    let Some(season) = season_of(&mut moment, guild, period).await? else { return Ok(None) };
    let select = "SELECT own.*, IFNULL(names.name, '') AS name, career.points AS career \
                  FROM totals AS own \
                  JOIN totals AS career \
                      ON career.guild = own.guild AND career.season = 0 AND career.user = own.user \
                  LEFT JOIN names ON names.guild = own.guild AND names.user = own.user \
                  WHERE own.guild = ?1 AND own.season = ?2 AND own.user = ?3";
    let row: Option<StandingRow> = sqlx::query_as(select)
        .bind(guild.0.cast_signed())
        .bind(season)
        .bind(user.0.cast_signed())
        .fetch_optional(&mut *moment)
        .await
        .map_err(failed)?;
    let Some(row) = row else { return Ok(None) };
    let place = place_of(&mut moment, guild, season, row.points).await?;
    Ok(Some(row.into_standing(place)?))
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

/// How many totals differ from the sums of the ledger, missing and superfluous ones included.
pub(super) async fn wrong_totals(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let select = "WITH lines AS ( \
                      SELECT ledger.guild AS guild, tables.season AS season, ledger.user AS user, \
                             IIF(tables.is_scored, ledger.points, 0) AS points, \
                             tables.is_scored AS games, \
                             (tables.is_scored AND ledger.points > 0) AS won, \
                             ledger.has_deserted AS desertions \
                      FROM ledger JOIN tables ON tables.id = ledger.table_id \
                      WHERE tables.is_scored OR ledger.has_deserted \
                  ), sums AS ( \
                      SELECT guild, season, user, SUM(points), SUM(games), SUM(won), SUM(desertions) \
                      FROM lines GROUP BY guild, season, user \
                      UNION ALL \
                      SELECT guild, 0, user, SUM(points), SUM(games), SUM(won), SUM(desertions) \
                      FROM lines GROUP BY guild, user \
                  ), kept AS ( \
                      SELECT guild, season, user, points, games, won, desertions FROM totals \
                  ) \
                  SELECT COUNT(*) FROM ( \
                      SELECT guild, season, user FROM (SELECT * FROM sums EXCEPT SELECT * FROM kept) \
                      UNION \
                      SELECT guild, season, user FROM (SELECT * FROM kept EXCEPT SELECT * FROM sums) \
                  )";
    let wrong: i64 = sqlx::query_scalar(select).fetch_one(connection).await.map_err(failed)?;
    Ok(wrong.cast_unsigned())
}
