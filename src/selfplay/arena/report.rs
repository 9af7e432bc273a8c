//! What an arena found, as tables and as JSON.

use serde_json::json;

use super::statistics::{Interval, Sprt, Verdict, mean_interval, wilson};
use super::tally::{Fate, Tally};
use super::{Arena, Company};
use crate::players::Level;
use crate::rules::Contract;
use crate::selfplay::PlayedGame;

/// What an arena found.
#[derive(Clone, Debug)]
pub struct Report {
    levels: [Level; 2],
    company: Company,
    /// `[unit]`: 1 where A won it, ½ where nobody did.
    results: Vec<f64>,
    /// `[unit]`: A's points.
    unit_points: Vec<f64>,
    /// `[deal]`: A's points in a deal with a real auction, mean of both seatings.
    deal_points: Vec<f64>,
    /// The first match.
    pub tally: Tally,
    /// The second match, with real auctions.
    pub auctions: Tally,
}

impl Report {
    pub(super) fn new(arena: &Arena) -> Self {
        Self {
            levels: [arena.a, arena.b],
            company: arena.company,
            results: Vec::new(),
            unit_points: Vec::new(),
            deal_points: Vec::new(),
            tally: Tally::default(),
            auctions: Tally::default(),
        }
    }

    pub(super) fn add_unit(&mut self, points: f64, games: &[(PlayedGame, [bool; 4])]) {
        self.results.push(if points > 1e-9 {
            1.0
        } else if points < -1e-9 {
            0.0
        } else {
            0.5
        });
        self.unit_points.push(points);
        for (played, is_a) in games {
            self.tally.add(played, *is_a);
        }
    }

    pub(super) fn add_deal(&mut self, points: f64, games: &[(PlayedGame, [bool; 4])]) {
        self.deal_points.push(points / games.len() as f64);
        for (played, is_a) in games {
            self.auctions.add(played, *is_a);
        }
    }

    /// The share of units that A won, a shared one counted half, with Wilson's interval.
    pub fn share(&self) -> Interval {
        wilson(self.results.iter().sum(), self.results.len() as u32)
    }

    /// A's points a unit, in units of the score table.
    pub fn points_per_unit(&self) -> Interval {
        mean_interval(&self.unit_points)
    }

    /// A's points a deal with real auctions, in units of the score table.
    pub fn points_per_deal(&self) -> Interval {
        mean_interval(&self.deal_points)
    }

    /// What the sequential test says of A against B.
    pub fn verdict(&self) -> Verdict {
        Sprt::USUAL.verdict(&self.results)
    }

    /// The figures of the whole, each with its name.
    pub fn figures(&self) -> Vec<[String; 2]> {
        let [a, b] = self.levels;
        let row = |name: &str, value: String| [name.to_owned(), value];
        let share = self.share();
        let verdict = match self.verdict() {
            Verdict::Better => format!("{a} is better"),
            Verdict::NoBetter => format!("{a} is no better"),
            Verdict::Open => "undecided".to_owned(),
        };
        let ratio = Sprt::USUAL.ratio(&self.results);
        let mut rows = vec![
            row("units", self.results.len().to_string()),
            row(&format!("units won by {a}"), super::tally::percent(share)),
            row("points a unit", signed(self.points_per_unit())),
            row("test of ½ against 0.55", format!("{verdict}, log ratio {ratio:.2}")),
            row("plies a battle", plain(mean_interval(&self.tally.plies))),
        ];
        if !self.deal_points.is_empty() {
            let seatings = match self.company {
                Company::Mixed => "each twice",
                Company::Alone => "A in each seat once",
            };
            rows.push(row(&format!("deals with auctions, {seatings}"), self.deal_points.len().to_string()));
            rows.push(row("points a deal", signed(self.points_per_deal())));
            let games = self.auctions.declared.iter().flatten().map(|one| one.games()).sum::<u32>();
            let passed_out = self.auctions.passed_out;
            let share = wilson(f64::from(passed_out), games + passed_out);
            rows.push(row("games passed out", format!("{passed_out}, {}", super::tally::percent(share))));
            rows.push(row("deals dealt a game", plain(mean_interval(&self.auctions.dealt))));
        }
        for (index, level) in [a, b].iter().enumerate() {
            let mut thought = self.tally.thought[index];
            thought.add(&self.auctions.thought[index]);
            let longest = thought.longest.as_secs_f64() * 1_000.0;
            let of = if index == 0 { "A" } else { "B" };
            let value =
                format!("{:.2} ms of the processor a move, {longest:.1} the longest", thought.ms_per_move());
            rows.push(row(&format!("{of}, {level}"), value));
        }
        rows
    }

    /// How declarers fared, first match: level, contract, games, made, set, drawn.
    pub fn declarers(&self) -> Vec<[String; 6]> {
        self.tally.rows(self.levels)
    }

    /// How declarers fared in contracts that they bid themselves: the same columns.
    pub fn bidders(&self) -> Vec<[String; 6]> {
        self.auctions.rows(self.levels)
    }

    /// Everything as one JSON object on one line; shares from 0 to 1, points in units of the score
    /// table.
    pub fn json(&self) -> String {
        let share = self.share();
        let interval = |one: Interval| json!([one.mean, one.low, one.high]);
        let declared = |tally: &Tally| {
            let mut all = Vec::new();
            for (level, declared) in self.levels.iter().zip(&tally.declared) {
                for (contract, one) in Contract::ALL.iter().zip(declared).filter(|(_, one)| one.games() > 0) {
                    all.push(json!({
                        "level": level.code(), "contract": contract.defenders(), "games": one.games(),
                        "made": interval(one.share(Fate::Made)),
                        "set": interval(one.share(Fate::Set)),
                        "drawn": interval(one.share(Fate::Drawn)),
                    }));
                }
            }
            all
        };
        let thought = |index: usize| {
            let mut thought = self.tally.thought[index];
            thought.add(&self.auctions.thought[index]);
            thought
        };
        let head = format!(
            r#""a":"{}","b":"{}","units":{},"a_share":{},"low95":{},"high95":{},"ms_per_move":{:.3}"#,
            self.levels[0],
            self.levels[1],
            self.results.len(),
            json!(share.mean),
            json!(share.low),
            json!(share.high),
            thought(0).ms_per_move(),
        );
        let rest = json!({
            "ms_per_move_b": thought(1).ms_per_move(),
            "ms_longest": thought(0).longest.max(thought(1).longest).as_secs_f64() * 1_000.0,
            "points_per_unit": interval(self.points_per_unit()),
            "log_ratio": Sprt::USUAL.ratio(&self.results),
            "plies": interval(mean_interval(&self.tally.plies)),
            "declared": declared(&self.tally),
            "deals": self.deal_points.len(),
            "points_per_deal": interval(self.points_per_deal()),
            "passed_out": self.auctions.passed_out,
            "dealt": interval(mean_interval(&self.auctions.dealt)),
            "alone": self.company == Company::Alone,
            "bid": declared(&self.auctions),
        });
        // The order of the first keys is promised; serde_json's own maps sort theirs.
        format!("{{{head},{}", &rest.to_string()[1..])
    }
}

fn plain(one: Interval) -> String {
    format!("{:.1} ({:.1}–{:.1})", one.mean, one.low, one.high)
}

fn signed(one: Interval) -> String {
    format!("{:+.2} ({:+.2} to {:+.2})", one.mean, one.low, one.high)
}
