//! How likely each kind is where it is possible: what people and computers tend to do. Soft, so
//! that nothing possible is ever ruled out.

use std::sync::LazyLock;

use super::{Belief, Trace};
use crate::players::sound_layout;
use crate::rules::{Chance, Deal, Kind, Layout, Point, Role, Seat, Seed, ground};

/// `[piece][kind]`: relative likelihood beside what counts and clashes tell.
pub(super) type Weights = Vec<[f32; Kind::COUNT]>;

/// Sound layouts looked at for where each kind tends to stand.
const LAYOUTS: u16 = 500;

/// The share of all layouts that are taken for made without any such tendency.
const UNUSUAL: f32 = 0.2;

/// How many own plies it takes until standing still tells what cannot move from what can.
const PATIENCE: f32 = 45.0;

/// How much less likely a piece that can move is never to have done so, at the most.
const NEVER_MOVED: f32 = 0.35;

/// How far layouts are read, each from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Insight {
    /// By the points on which each kind tends to stand.
    pub(crate) places: f32,
    /// By how it stands about the flag, where that is known.
    pub(crate) around_flag: f32,
}

/// `[point][kind]`: how much likelier the kind is to be deployed there than by mere counts, as it
/// would lie in South's arm.
type Places = Vec<[f32; Kind::COUNT]>;

/// `[role]`: the tendencies of all layouts, then of those with the flag in each headquarters, the left
/// one first. Everybody starts from a sound layout (RULES 6.1), so that theirs tell.
static PLACING: LazyLock<[[Places; 3]; 2]> = LazyLock::new(|| [Role::Declarer, Role::Defender].map(placings));

/// South's headquarters divide at this column.
const MIDDLE: u8 = 8;

fn placings(role: Role) -> [Places; 3] {
    let layouts: Vec<Layout> = (0..LAYOUTS).map(|number| sample(role, number)).collect();
    let is_left = |layout: &Layout| layout.flag().is_some_and(|flag| flag.column() < MIDDLE);
    [
        placing(role, layouts.iter()),
        placing(role, layouts.iter().filter(|layout| is_left(layout))),
        placing(role, layouts.iter().filter(|layout| !is_left(layout))),
    ]
}

/// A sound layout in South's arm.
fn sample(role: Role, number: u16) -> Layout {
    let mut seed = [0; 32];
    seed[..2].copy_from_slice(&number.to_le_bytes());
    let deal = Deal::draw(&mut Chance::new(&Seed(seed)));
    let mut hand = deal.hands.south;
    match role {
        // Which of the stock is left out hardly matters to where the rest stands.
        Role::Declarer => hand.extend(&deal.stock[4..]),
        Role::Defender => hand.extend([Kind::Lieutenant; 5]),
    }
    sound_layout(&hand, Seat::South, role, u64::from(number))
}

fn placing<'a>(role: Role, layouts: impl Iterator<Item = &'a Layout>) -> Places {
    let mut counts = vec![[0.0_f32; Kind::COUNT]; Point::COUNT];
    let mut totals = [0.0_f32; Kind::COUNT];
    for layout in layouts {
        for (point, &kind) in &layout.0 {
            counts[point.index()][kind as usize] += 1.0;
            totals[kind as usize] += 1.0;
        }
    }
    let points = ground(Seat::South, role).len() as f32;
    for row in &mut counts {
        for (count, total) in row.iter_mut().zip(totals) {
            let usual = total / points;
            *count = if usual > 0.0 { UNUSUAL + (1.0 - UNUSUAL) * *count / usual } else { 1.0 };
        }
    }
    counts
}

impl Belief {
    /// The weights of every piece, then of the four unseen, which have none of their own.
    pub(super) fn weights(&self, insight: Insight) -> Weights {
        let seen = self.pieces.iter().map(|piece| self.weigh(piece, insight));
        seen.chain(std::iter::repeat_n([1.0; Kind::COUNT], super::UNSEEN)).collect()
    }

    fn weigh(&self, piece: &Trace, insight: Insight) -> [f32; Kind::COUNT] {
        let mut weights = [1.0; Kind::COUNT];
        if piece.suspect.kinds.len() == 1 {
            return weights;
        }
        let owner = piece.suspect.owner;
        let start = piece.start.to_south(owner).index();
        let [all, left, right] = &PLACING[usize::from(self.role(owner) == Role::Defender)];
        let about = self.known_flag(owner).map(|flag| {
            let is_left = flag.to_south(owner).column() < MIDDLE;
            if is_left { &left[start] } else { &right[start] }
        });
        let own_plies = f32::from(self.plies[owner.index()]);
        let still = NEVER_MOVED + (1.0 - NEVER_MOVED) * (-own_plies / PATIENCE).exp();
        for kind in piece.suspect.kinds.iter() {
            let wherever = all[start][kind as usize];
            let so = about.map_or(wherever, |about| about[kind as usize]);
            let mut weight = wherever.powf(insight.places * (1.0 - insight.around_flag))
                * so.powf(insight.places * insight.around_flag);
            if !piece.suspect.has_moved && kind.is_mobile() {
                // Who can move and has not, though there was time: the longer, the less likely.
                weight *= still;
            }
            if piece.attacks > 0 {
                weight *= eagerness(kind);
            }
            weights[kind as usize] = weight;
        }
        weights
    }
}

/// How much likelier a piece that attacked is of that kind.
const fn eagerness(kind: Kind) -> f32 {
    match kind {
        Kind::GrandMarshal | Kind::FieldMarshal => 1.1,
        Kind::General | Kind::MajorGeneral | Kind::Brigadier | Kind::Colonel => 1.2,
        Kind::Bomb => 1.1,
        Kind::Engineer | Kind::Missile => 0.8,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mines_are_likelier_beside_the_flag_than_beside_the_other_headquarters() {
        for role in [Role::Declarer, Role::Defender] {
            let [_, left, right] = placings(role);
            let rings = [("H2", &left, &right), ("J2", &right, &left)];
            for (point, beside, away) in rings {
                let at = point.parse::<Point>().unwrap().index();
                let mine = Kind::Mine as usize;
                assert!(beside[at][mine] > 2.0 * away[at][mine], "{role:?} {point}");
            }
        }
    }
}
