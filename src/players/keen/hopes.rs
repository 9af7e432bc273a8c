//! What a side hopes for from each capture, knowing no more than it may: its own piece's kind, and
//! how likely each kind is where it attacks.

use super::line::FLAG_HOPE;
use super::odds::Odds;
use super::values::Worths;
use crate::rules::{Kind, Outcome, Point, Points, Side, clash};

/// Kinds with their likelihoods: `[kind]`.
pub(super) type Row = [f32; Kind::COUNT];

/// What a side hopes for.
pub(super) struct Hopes {
    side: Side,
    /// `[point][kind]`, in the worths' units.
    table: Vec<Row>,
    /// `[kind]`: where that kind hopes for anything.
    wanted: [Points; Kind::COUNT],
}

impl Hopes {
    /// The hopes of a side against these targets, which it takes for what the odds say.
    pub(super) fn new(side: Side, targets: Points, odds: &Odds, worths: &Worths) -> Self {
        let mut table = vec![[0.0; Kind::COUNT]; Point::COUNT];
        let mut wanted = [Points::NONE; Kind::COUNT];
        for point in targets {
            let row = odds.row(point);
            for attacker in Kind::ALL.into_iter().filter(|kind| kind.is_mobile()) {
                let hope = hope(side, attacker, point, row, worths);
                table[point.index()][attacker as usize] = hope;
                if hope > 0.0 {
                    wanted[attacker as usize].insert(point);
                }
            }
        }
        Self { side, table, wanted }
    }

    /// What that kind hopes for on the point.
    #[inline]
    pub(super) fn of(&self, kind: Kind, point: Point) -> f32 {
        self.table[point.index()][kind as usize]
    }

    /// Where that kind hopes for anything.
    #[inline]
    pub(super) const fn wanted(&self, kind: Kind) -> Points {
        self.wanted[kind as usize]
    }

    /// What that kind hopes for on the point where these kinds are so likely.
    #[inline]
    pub(super) fn against(&self, kind: Kind, point: Point, odds: &Row, worths: &Worths) -> f32 {
        hope(self.side, kind, point, odds, worths)
    }
}

fn hope(side: Side, attacker: Kind, point: Point, odds: &Row, worths: &Worths) -> f32 {
    let own = worths.of(side, attacker, point);
    let theirs = worths.row(side.other(), point);
    let (falls, lost) = (&FALLS[attacker as usize], &LOST[attacker as usize]);
    let each = odds.iter().zip(theirs).zip(falls.iter().zip(lost));
    let hope: f32 = each.map(|((odds, theirs), (falls, lost))| odds * (falls * theirs - lost * own)).sum();
    hope + odds[Kind::Flag as usize] * FLAG_HOPE
}

/// `[attacker][kind]`: 1 where that kind falls to the attacker and is worth something, flags apart.
const FALLS: [Row; Kind::COUNT] = shares(false);

/// `[attacker][kind]`: 1 where the attacker is lost.
const LOST: [Row; Kind::COUNT] = shares(true);

const fn shares(of_attacker: bool) -> [Row; Kind::COUNT] {
    let mut shares = [[0.0; Kind::COUNT]; Kind::COUNT];
    let mut attacker = 0;
    while attacker < Kind::COUNT {
        let mut kind = 0;
        while kind < Kind::COUNT {
            let outcome = clash(Kind::ALL[attacker], Kind::ALL[kind]);
            let is_so = if of_attacker {
                !outcome.mover_stays()
            } else {
                matches!(outcome, Outcome::AttackerWon | Outcome::BothRemoved)
            };
            shares[attacker][kind] = if is_so { 1.0 } else { 0.0 };
            kind += 1;
        }
        attacker += 1;
    }
    shares
}
