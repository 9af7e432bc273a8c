//! The score ledger in memory. Every total is summed anew at each look: what SQLite keeps, it is
//! held to by this.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::rules::{BySeat, Contract, GameResult, Seat};
use crate::table::{
    Career, Games, GuildId, History, Leaderboard, LedgerRow, Period, PersonalGame, PersonalName, PlayedGame,
    Season, Settlement, Standing, TableId, UserId,
};

/// The ledger of all servers, with their seasons and people's names.
#[derive(Default)]
pub(super) struct Ledger {
    /// In the order in which they were written.
    lines: Vec<Line>,
    /// When each season after the first began.
    seasons: HashMap<GuildId, Vec<i64>>,
    names: HashMap<(GuildId, UserId), String>,
}

struct Line {
    table: TableId,
    guild: GuildId,
    season: u32,
    ended_unix_ms: i64,
    result: Option<GameResult>,
    contract: Option<Contract>,
    counts: bool,
    is_scored: bool,
    row: LedgerRow,
}

impl Line {
    fn played(&self) -> Option<PlayedGame> {
        Some(PlayedGame {
            table: self.table,
            ended_unix_ms: self.ended_unix_ms,
            season: self.season,
            seat: self.row.seat,
            role: self.row.role,
            contract: self.contract,
            result: self.result?,
            points: self.row.points,
            has_deserted: self.row.has_deserted,
            counts: self.counts,
            is_scored: self.is_scored,
        })
    }
}

impl Ledger {
    pub(super) fn has_played(&self, guild: GuildId, user: UserId) -> bool {
        self.lines.iter().any(|line| line.guild == guild && line.row.user == user)
    }

    pub(super) fn settle(&mut self, table: TableId, guild: GuildId, settlement: &Settlement) {
        let Settlement { result, contract, counts, ended_unix_ms, .. } = *settlement;
        let is_scored = counts && result.is_some_and(GameResult::has_scores);
        let season = self.season(guild).number;
        for row in settlement.ledger.iter().cloned() {
            self.names.insert((guild, row.user), row.name.clone());
            let line = Line { table, guild, season, ended_unix_ms, result, contract, counts, is_scored, row };
            self.lines.push(line);
        }
    }

    pub(super) fn season(&self, guild: GuildId) -> Season {
        let begun = self.seasons.get(&guild).map_or(&[][..], Vec::as_slice);
        Season { number: begun.len() as u32 + 1, began_unix_ms: begun.last().copied() }
    }

    pub(super) fn start_season(&mut self, guild: GuildId, number: u32, at_unix_ms: i64) -> bool {
        let is_next = self.season(guild).number.checked_add(1) == Some(number);
        if is_next {
            self.seasons.entry(guild).or_default().push(at_unix_ms);
        }
        is_next
    }

    pub(super) fn rename(&mut self, guild: GuildId, user: UserId, name: &str) {
        if let Some(known) = self.names.get_mut(&(guild, user)) {
            name.clone_into(known);
        }
    }

    fn name(&self, guild: GuildId, user: UserId) -> String {
        self.names.get(&(guild, user)).cloned().unwrap_or_default()
    }

    /// The seasons over which the period goes; none where there was none.
    fn seasons_of(&self, guild: GuildId, period: Period) -> Option<RangeInclusive<u32>> {
        let running = self.season(guild).number;
        match period {
            Period::AllTime => Some(1..=running),
            Period::Season => Some(running..=running),
            Period::LastSeason => (running > 1).then(|| running - 1..=running - 1),
        }
    }

    pub(super) fn leaderboard(&self, guild: GuildId, period: Period, skip: u32, take: u32) -> Leaderboard {
        let Some(seasons) = self.seasons_of(guild, period) else { return Leaderboard::default() };
        let all = self.standings(guild, &seasons);
        let users = all.len() as u32;
        let standings = all.into_iter().skip(skip as usize).take(take as usize).collect();
        let season = Some(*seasons.start()).filter(|_| period != Period::AllTime);
        Leaderboard { season, standings, users }
    }

    pub(super) fn standing(&self, guild: GuildId, period: Period, user: UserId) -> Option<Standing> {
        let seasons = self.seasons_of(guild, period)?;
        self.standings(guild, &seasons).into_iter().find(|line| line.user == user)
    }

    /// All lines of the server's leaderboard in order.
    fn standings(&self, guild: GuildId, seasons: &RangeInclusive<u32>) -> Vec<Standing> {
        let mut careers: HashMap<UserId, i64> = HashMap::new();
        let mut by_user: HashMap<UserId, Standing> = HashMap::new();
        for line in self.lines.iter().filter(|line| line.guild == guild) {
            let user = line.row.user;
            let points = if line.is_scored { line.row.points } else { 0 };
            *careers.entry(user).or_default() += points;
            if !seasons.contains(&line.season) {
                continue;
            }
            let standing = by_user.entry(user).or_insert_with(|| Standing {
                place: 0,
                user,
                name: self.name(guild, user),
                total: 0,
                career_total: 0,
                games: 0,
                won: 0,
                desertions: 0,
            });
            standing.total += points;
            standing.games += u32::from(line.is_scored);
            standing.won += u32::from(line.is_scored && points > 0);
            standing.desertions += u32::from(line.row.has_deserted);
        }
        let with_line = by_user.into_values().filter(|line| line.games > 0 || line.desertions > 0);
        let mut standings: Vec<Standing> = with_line.collect();
        standings.sort_unstable_by_key(|line| (Reverse(line.total), line.games, line.user));
        let totals: Vec<i64> = standings.iter().map(|line| line.total).collect();
        for standing in &mut standings {
            let better = totals.partition_point(|total| *total > standing.total);
            standing.place = better as u32 + 1;
            standing.career_total = careers[&standing.user];
        }
        standings
    }

    pub(super) fn settled(&self, table: TableId) -> BySeat<Option<(i64, i64)>> {
        let mut settled = BySeat::default();
        let scored = self.lines.iter().enumerate().filter(|(_, line)| line.is_scored);
        for (index, own) in scored.filter(|(_, line)| line.table == table) {
            let up_to = self.lines[..=index].iter().filter(|line| line.is_scored);
            let same = up_to.filter(|line| line.guild == own.guild && line.row.user == own.row.user);
            settled[own.row.seat] = Some((own.row.points, same.map(|line| line.row.points).sum()));
        }
        settled
    }

    /// The user's finished games in the order in which they ended.
    fn played(&self, guild: GuildId, user: UserId) -> impl DoubleEndedIterator<Item = PlayedGame> {
        let own = self.lines.iter().filter(move |line| line.guild == guild && line.row.user == user);
        own.filter_map(Line::played)
    }

    pub(super) fn history(
        &self,
        guild: GuildId,
        user: UserId,
        games: Games,
        skip: u32,
        take: u32,
    ) -> History {
        let listed = self.played(guild, user).rev().filter(|game| games.include(game.counts));
        History {
            name: self.name(guild, user),
            games: listed.skip(skip as usize).take(take as usize).collect(),
            counted: self.played(guild, user).filter(|game| game.counts).count() as u32,
            practice: self.played(guild, user).filter(|game| !game.counts).count() as u32,
        }
    }

    pub(super) fn career(&self, guild: GuildId, user: UserId) -> Option<Career> {
        Career::of(self.name(guild, user), self.played(guild, user))
    }

    /// Everything of that server goes.
    pub(super) fn purge(&mut self, guild: GuildId) {
        self.lines.retain(|line| line.guild != guild);
        self.seasons.remove(&guild);
        self.names.retain(|(of, _), _| *of != guild);
    }

    /// The user's games on all servers in the order in which they ended.
    pub(super) fn games_of(&self, user: UserId) -> Vec<PersonalGame> {
        let own = self.lines.iter().filter(|line| line.row.user == user);
        let game = |line: &Line| PersonalGame {
            table: line.table,
            guild: line.guild,
            name: line.row.name.clone(),
            seat: line.row.seat,
            role: line.row.role,
            points: line.row.points,
            is_scored: line.is_scored,
            has_deserted: line.row.has_deserted,
            result: line.result,
            ended_unix_ms: line.ended_unix_ms,
        };
        own.map(game).collect()
    }

    /// The user's latest names.
    pub(super) fn names_of(&self, user: UserId) -> Vec<PersonalName> {
        let own = self.names.iter().filter(|((_, of), _)| *of == user);
        let name = |((guild, _), name): (&(GuildId, UserId), &String)| PersonalName {
            guild: *guild,
            name: name.clone(),
        };
        let mut names: Vec<PersonalName> = own.map(name).collect();
        names.sort_unstable_by_key(|name| name.guild);
        names
    }

    /// Puts the stand-in in the user's place, without a name; says where they sat at which tables.
    pub(super) fn erase(&mut self, user: UserId, stand_in: UserId) -> Vec<(TableId, Seat)> {
        self.names.retain(|(_, of), _| *of != user);
        let own = self.lines.iter_mut().filter(|line| line.row.user == user);
        own.map(|line| {
            line.row.user = stand_in;
            line.row.name.clear();
            (line.table, line.row.seat)
        })
        .collect()
    }
}
