//! What all of a user's games in a server add up to.

use super::PlayedGame;
use crate::rules::{Contract, GameResult, Role};

/// Games with how many of them were won, points above 0, and lost, points below 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many.
    pub games: u32,
    /// Those with points above 0.
    pub won: u32,
    /// Those with points below 0.
    pub lost: u32,
}

impl Tally {
    fn add(&mut self, points: i64) {
        self.games += 1;
        self.won += u32::from(points > 0);
        self.lost += u32::from(points < 0);
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { games: self.games + other.games, won: self.won + other.won, lost: self.lost + other.lost }
    }
}

/// What all of a user's games in a server add up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Career {
    /// The latest name known of them; empty where it has been erased.
    pub name: String,
    /// Counted games with scores as declarer, `[contract - 1]`.
    pub declarer: [Tally; 3],
    /// Counted games with scores as defender.
    pub defender: Tally,
    /// The highest contract made as declarer in a counted game.
    pub best_contract: Option<Contract>,
    /// Counted games won in a row, up to the last one.
    pub streak: u32,
    /// The most that were ever won in a row.
    pub longest_streak: u32,
    /// Desertions, from games of every sort (RULES 12.5).
    pub desertions: u32,
    /// Practice games with scores (RULES 14).
    pub practice: Tally,
    /// The total after each counted game with scores, in order.
    pub curve: Vec<i64>,
}

impl Career {
    /// What those games add up to, given in the order in which they ended; none where there are
    /// none.
    pub fn of(name: String, games: impl IntoIterator<Item = PlayedGame>) -> Option<Self> {
        let mut games = games.into_iter().peekable();
        games.peek()?;
        let mut career = Self { name, ..Self::default() };
        games.for_each(|game| career.add(&game));
        Some(career)
    }

    /// The sum of the points in counted games, by which the level goes (RULES 14).
    pub fn total(&self) -> i64 {
        self.curve.last().copied().unwrap_or(0)
    }

    /// All counted games with scores.
    pub fn all(&self) -> Tally {
        self.declarer.iter().fold(self.defender, |sum, tally| sum.plus(*tally))
    }

    fn add(&mut self, game: &PlayedGame) {
        self.desertions += u32::from(game.has_deserted);
        if !game.is_scored {
            if !game.counts && game.result.has_scores() {
                self.practice.add(game.points);
            }
            return;
        }
        match (game.role, game.contract) {
            (Some(Role::Declarer), Some(contract)) => {
                self.declarer[usize::from(contract.defenders()) - 1].add(game.points);
                if game.result == GameResult::DeclarerMade && !game.has_deserted {
                    self.best_contract = self.best_contract.max(Some(contract));
                }
            }
            _ => self.defender.add(game.points),
        }
        self.streak = if game.points > 0 { self.streak + 1 } else { 0 };
        self.longest_streak = self.longest_streak.max(self.streak);
        self.curve.push(self.total() + game.points);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;
    use crate::table::TableId;

    /// A counted game of contract 2 that ended so.
    fn game(role: Role, result: GameResult, points: i64) -> PlayedGame {
        PlayedGame {
            table: TableId(1),
            ended_unix_ms: 0,
            season: 1,
            seat: Seat::South,
            role: Some(role),
            contract: Some(Contract::Two),
            result,
            points,
            has_deserted: false,
            counts: true,
            is_scored: true,
        }
    }

    fn made(contract: Contract, points: i64) -> PlayedGame {
        PlayedGame { contract: Some(contract), ..game(Role::Declarer, GameResult::DeclarerMade, points) }
    }

    fn career(games: Vec<PlayedGame>) -> Career {
        Career::of(String::new(), games).unwrap()
    }

    #[test]
    fn who_has_played_nothing_has_no_career() {
        assert_eq!(Career::of("小明".to_owned(), []), None);
    }

    #[test]
    fn games_are_told_apart_by_role_and_contract() {
        let found = career(vec![
            made(Contract::One, 30),
            made(Contract::Three, 90),
            made(Contract::Two, 60),
            game(Role::Declarer, GameResult::DeclarerFailed, -60),
            game(Role::Defender, GameResult::DeclarerFailed, 20),
            game(Role::Defender, GameResult::DrawAgreed, 0),
        ]);
        let tally = |games, won, lost| Tally { games, won, lost };
        assert_eq!(found.declarer, [tally(1, 1, 0), tally(2, 1, 1), tally(1, 1, 0)]);
        assert_eq!(found.defender, tally(2, 1, 0), "a draw without points is neither won nor lost");
        assert_eq!(found.all(), tally(6, 4, 1));
        assert_eq!(found.best_contract, Some(Contract::Three));
        assert_eq!((found.total(), found.curve), (140, vec![30, 120, 180, 120, 140, 140]));
    }

    #[test]
    fn a_contract_that_failed_is_not_the_best_one() {
        let failed = PlayedGame {
            contract: Some(Contract::Three),
            ..game(Role::Declarer, GameResult::DeclarerFailed, -90)
        };
        assert_eq!(career(vec![failed]).best_contract, None);
    }

    #[test]
    fn a_draw_or_a_loss_ends_a_streak() {
        let won = || game(Role::Defender, GameResult::DeclarerFailed, 20);
        let drawn = game(Role::Defender, GameResult::DrawAgreed, 0);
        let found = career(vec![won(), won(), won(), drawn, won()]);
        assert_eq!((found.streak, found.longest_streak), (1, 3));
        let lost = game(Role::Defender, GameResult::DeclarerMade, -20);
        assert_eq!(career(vec![won(), lost]).streak, 0);
    }

    #[test]
    fn practice_and_games_without_scores_stay_apart() {
        let practice = PlayedGame { counts: false, is_scored: false, ..made(Contract::Three, 90) };
        let void = PlayedGame {
            role: None,
            contract: None,
            has_deserted: true,
            is_scored: false,
            ..game(Role::Defender, GameResult::Void, 0)
        };
        let found = career(vec![practice, void]);
        assert_eq!(found.practice, Tally { games: 1, won: 1, lost: 0 });
        assert_eq!((found.all(), found.desertions), (Tally::default(), 1));
        assert_eq!((found.best_contract, found.total(), found.longest_streak), (None, 0, 0));
    }
}
