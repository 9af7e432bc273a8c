//! What a game still promises, in contract points (RULES 13): for votes, and for whether to hurry
//! or to stall.

use super::auction::chances_missing;
use super::values::value;
use crate::rules::{Kind, Point, Seat, Side};
use crate::view::{BattleView, PlayerView};

/// A game is drawn after so many plies (RULES 10.4).
const PLIES_MAX: f32 = 500.0;

/// Plies in which a game is decided two times in three.
const DECIDED_IN: f32 = 90.0;

/// A game is late when no more plies are left.
const LATE: f32 = 150.0;

/// The declarer's army beside the defenders' together when a battle begins, in worth.
const USUAL_BALANCE: f32 = 0.61;

/// How much the logarithm of the balance moves the odds.
const BALANCE_COUNTS: f32 = 2.0;

/// What a game promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    contract: f32,
    eliminated: f32,
    plies_left: f32,
    /// Worth of the armies, the declarer's over the defenders'.
    balance: f32,
}

impl Outlook {
    /// The outlook, given what the pieces on each point are worth on average.
    pub(super) fn new(view: &PlayerView, battle: &BattleView, mean: impl Fn(Point) -> f32) -> Self {
        let army = |seat: Seat| battle.board.standing[seat].iter().map(&mean).sum::<f32>();
        let defenders = Seat::ALL.into_iter().filter(|seat| *seat != battle.declarer);
        let fallen = defenders.clone().filter(|seat| view.public.seats[*seat].eliminated.is_some());
        Self {
            contract: f32::from(battle.contract.defenders()),
            eliminated: fallen.count() as f32,
            plies_left: (PLIES_MAX - f32::from(battle.plies)).max(0.0),
            balance: army(battle.declarer) / defenders.map(army).sum::<f32>().max(1.0),
        }
    }

    /// The same after one more defender has gone who had that share of the defenders' worth.
    pub(super) fn without(self, share: f32) -> Self {
        let balance = self.balance / (1.0 - share).max(0.05);
        Self { eliminated: self.eliminated + 1.0, balance, ..self }
    }

    /// The side's points if the game is drawn now, in units of the score table.
    pub(super) fn drawn(self, side: Side) -> f32 {
        share(side, -3.0 * (self.contract - self.eliminated - 1.0).max(0.0))
    }

    /// The side's points if the game goes on.
    pub(super) fn going_on(self, side: Side) -> f32 {
        let missing = (self.contract - self.eliminated).max(0.0);
        if missing < 0.5 {
            return share(side, 3.0 * self.contract);
        }
        let made = chances_missing(missing, BALANCE_COUNTS * (self.balance / USUAL_BALANCE).max(0.01).ln());
        let decided = 1.0 - (-self.plies_left / DECIDED_IN).exp();
        let by_play = 3.0 * self.contract * (2.0 * made - 1.0);
        decided * share(side, by_play) + (1.0 - decided) * self.drawn(side)
    }

    /// How eager the side should be to bring about a decision: below 1 where a draw is better than
    /// what going on promises, above it where it is worse, and the more so the fewer plies are left. Not below
    /// `least` before the game is late: who must win alone gets nothing by waiting while there is time.
    pub(super) fn haste(self, side: Side, least: f32) -> f32 {
        let gain = (self.going_on(side) - self.drawn(side)) / share(Side::Declarer, self.contract).max(1.0);
        let late = 1.0 - self.plies_left / PLIES_MAX;
        let haste = (1.0 + gain.clamp(-0.6, 0.6) * (0.2 + 1.3 * late)).clamp(0.4, 1.8);
        if self.plies_left > LATE { haste.max(least) } else { haste }
    }
}

/// A side's points, each of the defenders having a third of what the declarer loses.
fn share(side: Side, declarers: f32) -> f32 {
    match side {
        Side::Declarer => declarers,
        Side::Defenders => -declarers / 3.0,
    }
}

/// The mean worth of an unknown piece of a side, for who has no odds at hand.
pub(super) fn mean_worth(side: Side) -> f32 {
    let of = |kind: Kind| kind.per_set() as f32 * value(kind);
    let set: f32 = Kind::ALL.into_iter().map(of).sum();
    match side {
        Side::Declarer => set / 25.0,
        // Five of twenty-five are lieutenants received.
        Side::Defenders => (0.8 * set + 5.0 * value(Kind::Lieutenant)) / 25.0,
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    fn outlook(contract: f32, eliminated: f32, plies_left: f32, balance: f32) -> Outlook {
        Outlook { contract, eliminated, plies_left, balance }
    }

    #[test]
    fn a_draw_counts_what_the_score_table_says() {
        let none = outlook(2.0, 0.0, 300.0, USUAL_BALANCE);
        assert_eq!((none.drawn(Side::Declarer), none.drawn(Side::Defenders)), (-3.0, 1.0), "RULES 13");
        let one = outlook(2.0, 1.0, 300.0, USUAL_BALANCE);
        assert_eq!(one.drawn(Side::Declarer), 0.0, "RULES 13");
        assert_eq!(outlook(3.0, 0.0, 300.0, 1.0).drawn(Side::Declarer), -6.0, "RULES 13");
    }

    #[test]
    fn who_loses_by_going_on_stalls_and_who_wins_hurries_the_more_the_later_it_is() {
        let weak = outlook(1.0, 0.0, 250.0, 0.2);
        assert!(weak.haste(Side::Declarer, 0.0) < 1.0 && weak.haste(Side::Defenders, 0.0) > 1.0);
        let late = outlook(1.0, 0.0, 60.0, 0.2);
        assert!(late.haste(Side::Defenders, 0.0) > weak.haste(Side::Defenders, 0.0));
        let strong = outlook(1.0, 0.0, 250.0, 3.0);
        assert!(strong.haste(Side::Declarer, 0.0) > 1.0 && strong.haste(Side::Defenders, 0.0) < 1.0);
    }

    #[test]
    fn who_must_win_alone_hurries_until_it_is_late_and_stalls_then() {
        let weak = |plies_left| outlook(1.0, 0.0, plies_left, 0.2);
        assert!(weak(400.0).haste(Side::Declarer, 1.0) >= 1.0);
        assert!(weak(100.0).haste(Side::Declarer, 1.0) < 1.0);
    }

    #[test]
    fn no_ally_is_let_go_where_that_makes_the_contract() {
        let before = outlook(1.0, 0.0, 200.0, USUAL_BALANCE);
        assert!(before.without(0.05).going_on(Side::Defenders) < before.going_on(Side::Defenders));
    }

    #[test]
    fn the_nearer_the_end_the_more_going_on_is_a_draw() {
        let end = outlook(2.0, 0.0, 0.0, 3.0);
        assert!((end.going_on(Side::Declarer) - end.drawn(Side::Declarer)).abs() < 1e-5);
    }
}
