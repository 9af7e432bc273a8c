//! How likely each kind is where it is possible: what people and computers tend to do. Soft, so
//! that nothing possible is ever ruled out.

use std::sync::LazyLock;

use super::{Belief, Trace};
use crate::players::sound_layout;
use crate::rules::{Chance, Deal, Kind, Point, Role, Seat, Seed, ground};

/// `[piece][kind]`: relative likelihood beside what counts and clashes tell.
pub(super) type Weights = Vec<[f32; Kind::COUNT]>;

/// Sound layouts looked at for where each kind tends to stand.
const LAYOUTS: u8 = 250;

/// The share of all layouts that are taken for made without any such tendency.
const UNUSUAL: f32 = 0.2;

/// How many own plies it takes until standing still tells what cannot move from what can.
const PATIENCE: f32 = 45.0;

/// How much less likely a piece that can move is never to have done so, at the most.
const NEVER_MOVED: f32 = 0.35;

/// `[role][point][kind]`: how much likelier the kind is to be deployed there than by mere counts, as
/// it would lie in South's arm. Everybody starts from a sound layout (RULES 6.1), so that theirs
/// tell.
static PLACING: LazyLock<[Vec<[f32; Kind::COUNT]>; 2]> =
    LazyLock::new(|| [Role::Declarer, Role::Defender].map(placing));

fn placing(role: Role) -> Vec<[f32; Kind::COUNT]> {
    let mut counts = vec![[0.0_f32; Kind::COUNT]; Point::COUNT];
    let mut totals = [0.0_f32; Kind::COUNT];
    for number in 0..LAYOUTS {
        let deal = Deal::draw(&mut Chance::new(&Seed([number; 32])));
        let mut hand = deal.hands.south;
        match role {
            // Which of the stock is left out hardly matters to where the rest stands.
            Role::Declarer => hand.extend(&deal.stock[4..]),
            Role::Defender => hand.extend([Kind::Lieutenant; 5]),
        }
        for (point, kind) in sound_layout(&hand, Seat::South, role, u64::from(number)).0 {
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
    /// The weights of every piece, then of the four unseen, which have none of their own. Insight,
    /// from 0 to 1, is how far layouts are read: not at all, or as far as sound ones tell.
    pub(super) fn weights(&self, insight: f32) -> Weights {
        let seen = self.pieces.iter().map(|piece| self.weigh(piece, insight));
        seen.chain(std::iter::repeat_n([1.0; Kind::COUNT], super::UNSEEN)).collect()
    }

    fn weigh(&self, piece: &Trace, insight: f32) -> [f32; Kind::COUNT] {
        let mut weights = [1.0; Kind::COUNT];
        if piece.suspect.kinds.len() == 1 {
            return weights;
        }
        let owner = piece.suspect.owner;
        let placing =
            &PLACING[usize::from(self.role(owner) == Role::Defender)][piece.start.to_south(owner).index()];
        let own_plies = f32::from(self.plies[owner.index()]);
        let still = NEVER_MOVED + (1.0 - NEVER_MOVED) * (-own_plies / PATIENCE).exp();
        for kind in piece.suspect.kinds.iter() {
            let mut weight = placing[kind as usize].powf(insight);
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
