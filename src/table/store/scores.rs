//! What is kept of finished games for their people: seasons, leaderboards, histories.

use async_trait::async_trait;

use super::{Career, ConfigChange, StoreError};
use crate::rules::{BySeat, Contract, GameResult, Role, Seat};
use crate::table::{GuildId, TableId, UserId};

/// A season of a server: its games, from one "new season" of its administrators to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Season {
    /// Counted from 1.
    pub number: u32,
    /// When it began, in milliseconds of Unix time; none for the first, which has no beginning.
    pub began_unix_ms: Option<i64>,
}

/// Over which games a leaderboard sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// The season that runs.
    Season,
    /// The one before it.
    LastSeason,
    /// All seasons.
    AllTime,
}

impl Period {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Season, Self::LastSeason, Self::AllTime];
}

/// One line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// 1 for the highest total; equal totals share a place.
    pub place: u32,
    /// Who.
    pub user: UserId,
    /// The latest name known of them; empty where it has been erased.
    pub name: String,
    /// The sum of their points in the period's counted games.
    pub total: i64,
    /// The sum over all seasons, by which levels go (RULES 14).
    pub career_total: i64,
    /// The period's counted games with a score.
    pub games: u32,
    /// Those of them won: with points above 0.
    pub won: u32,
    /// Desertions, void and uncounted games included (RULES 12.5).
    pub desertions: u32,
}

/// A page of a leaderboard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaderboard {
    /// The season it is of; none for all of them, and where there was no last season.
    pub season: Option<u32>,
    /// The lines, from the highest total down; ties by who reached it with fewer games, then by id.
    pub standings: Vec<Standing>,
    /// How many users have a line in all: those with a counted game that has scores, or with a
    /// desertion.
    pub users: u32,
}

/// A finished game as one of its people played it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Which.
    pub table: TableId,
    /// When it ended, in milliseconds of Unix time.
    pub ended_unix_ms: i64,
    /// In which season.
    pub season: u32,
    /// Where they sat.
    pub seat: Seat,
    /// As what, if the auction came to that.
    pub role: Option<Role>,
    /// The contract, if the auction came to that.
    pub contract: Option<Contract>,
    /// How it ended.
    pub result: GameResult,
    /// What they won or lost, in practice too; 0 where the result scores nothing.
    pub points: i64,
    /// Whether they deserted.
    pub has_deserted: bool,
    /// Whether it counts, or stands as practice (RULES 14).
    pub counts: bool,
    /// Whether its points add to totals: it counts, and its result scores something.
    pub is_scored: bool,
}

/// Which of a user's games a history lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Games {
    /// All of them.
    All,
    /// Those that count.
    Counted,
    /// Practice (RULES 14).
    Practice,
}

impl Games {
    /// All three.
    pub const ALL: [Self; 3] = [Self::All, Self::Counted, Self::Practice];

    /// Whether a game that counts, or does not, is among them.
    pub const fn include(self, counts: bool) -> bool {
        match self {
            Self::All => true,
            Self::Counted => counts,
            Self::Practice => !counts,
        }
    }
}

/// A page of a user's games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// The latest name known of the user; empty where there is none.
    pub name: String,
    /// The games asked for, the latest first.
    pub games: Vec<PlayedGame>,
    /// How many of their games count.
    pub counted: u32,
    /// How many were practice.
    pub practice: u32,
}

impl History {
    /// How many games there are of that sort, on all pages.
    pub const fn len(&self, games: Games) -> u32 {
        match games {
            Games::All => self.counted + self.practice,
            Games::Counted => self.counted,
            Games::Practice => self.practice,
        }
    }
}

/// What is kept of finished games for their people. Each server has scores of its own.
#[async_trait]
pub trait Scores: Send + Sync {
    /// The season that runs.
    async fn season(&self, guild: GuildId) -> Result<Season, StoreError>;

    /// Begins the season of that number, and keeps who did; whether it did. It does not where that
    /// number is not the one after the running season: somebody has been quicker, or pressed twice.
    async fn start_season(
        &self,
        guild: GuildId,
        number: u32,
        change: ConfigChange,
    ) -> Result<bool, StoreError>;

    /// A page of the server's leaderboard, from the `skip`-th line.
    async fn leaderboard(
        &self,
        guild: GuildId,
        period: Period,
        skip: u32,
        take: u32,
    ) -> Result<Leaderboard, StoreError>;

    /// One user's line, if they have one.
    async fn standing(
        &self,
        guild: GuildId,
        period: Period,
        user: UserId,
    ) -> Result<Option<Standing>, StoreError>;

    /// The points that the table's people have won or lost, `[seat]`, with their totals over all
    /// seasons right afterwards; none for computers, and all none while it runs and where the game
    /// is uncounted or its result scores nothing.
    async fn settled(&self, table: TableId) -> Result<BySeat<Option<(i64, i64)>>, StoreError>;

    /// A page of the user's games in that server, the latest first, from the `skip`-th.
    async fn history(
        &self,
        guild: GuildId,
        user: UserId,
        games: Games,
        skip: u32,
        take: u32,
    ) -> Result<History, StoreError>;

    /// What all the user's games in that server add up to; none for who has played none.
    async fn career(&self, guild: GuildId, user: UserId) -> Result<Option<Career>, StoreError>;

    /// Notes that the user is now called so. Of somebody whose name is not known there, who has
    /// never played or wants no name kept, nothing is noted.
    async fn rename(&self, guild: GuildId, user: UserId, name: &str) -> Result<(), StoreError>;

    /// How many kept totals differ from the sums of the ledger: none, unless the store is damaged.
    async fn wrong_totals(&self) -> Result<u64, StoreError>;
}
