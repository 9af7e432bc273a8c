//! What happened over many games, and how often.

use std::collections::BTreeMap;

use super::{CombatRow, PlayedGame};
use crate::rules::{Contract, Elimination, Event, GameResult, Request, VoteResult};

/// Counts over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    games: u32,
    plies: u64,
    battles: u32,
    refused: u32,
    results: BTreeMap<&'static str, u32>,
    contracts: BTreeMap<(u8, &'static str), u32>,
    combat: BTreeMap<CombatRow, u32>,
    eliminations: BTreeMap<&'static str, u32>,
    others: BTreeMap<&'static str, u32>,
}

/// Everything else that is counted.
const OTHERS: [&str; 14] = [
    "deals passed out",
    "calls made by the clock or passed",
    "draws offered",
    "draws agreed",
    "self-destructions asked",
    "self-destructions agreed",
    "requests voted down",
    "requests unanswered",
    "requests void",
    "turns skipped",
    "went absent",
    "returned",
    "deserted",
    "games with a desertion",
];

/// The results that play among computers can reach: no manager stops a game there.
const REACHABLE: [GameResult; 6] = [
    GameResult::DeclarerMade,
    GameResult::DeclarerFailed,
    GameResult::DrawAgreed,
    GameResult::DrawByLength,
    GameResult::PassedOut,
    GameResult::Void,
];

impl Summary {
    /// Counts one more game.
    pub fn add(&mut self, played: &PlayedGame) {
        let chronicle = played.game.chronicle();
        self.games += 1;
        self.refused += played.refused;
        self.plies += chronicle.plies.len() as u64;
        if let Some(over) = played.game.over() {
            let result = result_text(over.result);
            *self.results.entry(result).or_default() += 1;
            if let Some(bid) = chronicle.bid {
                self.battles += 1;
                *self.contracts.entry((bid.contract.defenders(), result)).or_default() += 1;
            }
        }
        for &(attacker, defender) in &played.clashes {
            if let Some(row) = CombatRow::of(attacker, defender) {
                *self.combat.entry(row).or_default() += 1;
            }
        }
        for entry in &chronicle.eliminated {
            *self.eliminations.entry(elimination_text(entry.how)).or_default() += 1;
        }
        let passed_out = chronicle.deals.len() - usize::from(chronicle.bid.is_some());
        let is_void = played.game.over().is_some_and(|over| over.result == GameResult::Void);
        *self.others.entry("deals passed out").or_default() += (passed_out - usize::from(is_void)) as u32;
        if !chronicle.deserted.is_empty() {
            *self.others.entry("games with a desertion").or_default() += 1;
        }
        self.add_events(&played.events);
    }

    fn add_events(&mut self, events: &[Event]) {
        let mut asked = None;
        for event in events {
            let what = match event {
                Event::Called { call, .. } if call.contract().is_none() => {
                    "calls made by the clock or passed"
                }
                Event::Asked { request, .. } => {
                    asked = Some(*request);
                    match request {
                        Request::Draw => "draws offered",
                        Request::SelfDestruct => "self-destructions asked",
                    }
                }
                Event::VoteClosed { result } => match (result, asked) {
                    (VoteResult::Carried, Some(Request::Draw)) => "draws agreed",
                    (VoteResult::Carried, _) => "self-destructions agreed",
                    (VoteResult::Refused, _) => "requests voted down",
                    (VoteResult::Unanswered, _) => "requests unanswered",
                    (VoteResult::Void, _) => "requests void",
                },
                Event::TurnSkipped { .. } => "turns skipped",
                Event::WentAbsent { .. } => "went absent",
                Event::Returned { .. } => "returned",
                Event::Deserted { .. } => "deserted",
                _ => continue,
            };
            *self.others.entry(what).or_default() += 1;
        }
    }

    /// How many games were played.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Commands of players that the rules refused; any is a fault in a player.
    pub const fn refused(&self) -> u32 {
        self.refused
    }

    /// How many games ended so.
    pub fn ended(&self, result: GameResult) -> u32 {
        self.results.get(result_text(result)).copied().unwrap_or(0)
    }

    /// How often the row of the combat table was met with.
    pub fn clashed(&self, row: CombatRow) -> u32 {
        self.combat.get(&row).copied().unwrap_or(0)
    }

    /// How many players were eliminated so.
    pub fn eliminated(&self, how: Elimination) -> u32 {
        self.eliminations.get(elimination_text(how)).copied().unwrap_or(0)
    }

    /// What of the rules was never met with: rows of combat, eliminations, and results that play
    /// can reach.
    pub fn unmet(&self) -> Vec<&'static str> {
        let rows = CombatRow::ALL.into_iter().filter(|row| self.clashed(*row) == 0).map(CombatRow::text);
        let falls = Elimination::ALL.into_iter().filter(|how| self.eliminated(*how) == 0);
        let ends = REACHABLE.into_iter().filter(|result| self.ended(*result) == 0);
        rows.chain(falls.map(elimination_text)).chain(ends.map(result_text)).collect()
    }

    /// The whole as a table of two columns, for printing.
    pub fn rows(&self) -> Vec<(String, String)> {
        let mean = self.plies as f64 / f64::from(self.battles.max(1));
        let mut rows = vec![
            ("games".to_owned(), self.games.to_string()),
            ("plies per battle, mean".to_owned(), format!("{mean:.1}")),
        ];
        let mut add = |name: String, count: u32| rows.push((name, count.to_string()));
        for result in REACHABLE {
            add(format!("end: {}", result_text(result)), self.ended(result));
        }
        for contract in Contract::ALL {
            for result in REACHABLE {
                let key = (contract.defenders(), result_text(result));
                if let Some(count) = self.contracts.get(&key) {
                    add(format!("contract {}: {}", key.0, key.1), *count);
                }
            }
        }
        for how in Elimination::ALL {
            add(format!("elimination: {}", elimination_text(how)), self.eliminated(how));
        }
        for row in CombatRow::ALL {
            add(format!("combat: {}", row.text()), self.clashed(row));
        }
        for what in OTHERS {
            add(what.to_owned(), self.others.get(what).copied().unwrap_or(0));
        }
        add("commands refused".to_owned(), self.refused);
        rows
    }
}

const fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::DeclarerMade => "declarer made",
        GameResult::DeclarerFailed => "declarer failed",
        GameResult::DrawAgreed => "draw agreed",
        GameResult::DrawByLength => "draw by length",
        GameResult::PassedOut => "passed out",
        GameResult::Void => "void",
        GameResult::Stopped => "stopped",
    }
}

const fn elimination_text(how: Elimination) -> &'static str {
    match how {
        Elimination::FlagFell => "flag fell",
        Elimination::NothingCanMove => "nothing can move",
        Elimination::NoLegalMove => "no legal move",
        Elimination::SelfDestructed => "self-destructed",
        Elimination::Deserted => "deserted",
    }
}
