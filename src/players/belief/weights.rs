//! How likely each kind is where it is possible: what people and computers tend to do. Soft, so
//! that nothing possible is ever ruled out.

use super::{Belief, Trace};
use crate::rules::{Board, Kind, Role};

/// `[piece][kind]`: relative likelihood beside what counts and clashes tell.
pub(super) type Weights = Vec<[f32; Kind::COUNT]>;

impl Belief {
    /// The weights of every piece, then of the four unseen, which have none of their own.
    pub(super) fn weights(&self) -> Weights {
        let seen = self.pieces.iter().map(|piece| self.weigh(piece));
        seen.chain(std::iter::repeat_n([1.0; Kind::COUNT], super::UNSEEN)).collect()
    }

    fn weigh(&self, piece: &Trace) -> [f32; Kind::COUNT] {
        let mut weights = [1.0; Kind::COUNT];
        if piece.suspect.kinds.len() == 1 {
            return weights;
        }
        let role = self.role(piece.suspect.owner);
        let own_plies = f32::from(self.plies[piece.suspect.owner.index()]);
        for kind in piece.suspect.kinds.iter() {
            let mut weight = placing(kind, piece, role);
            if !piece.suspect.has_moved && kind.is_mobile() {
                // Who can move and has not, though there was time: the longer, the less likely.
                weight *= 0.35 + 0.65 * (-own_plies / 45.0).exp();
            }
            if piece.attacks > 0 {
                weight *= eagerness(kind);
            }
            weights[kind as usize] = weight;
        }
        weights
    }
}

/// How much likelier a kind is to be deployed there than by mere counts.
fn placing(kind: Kind, piece: &Trace, role: Role) -> f32 {
    let south = piece.start.to_south(piece.suspect.owner);
    let row = south.row();
    let on_rail = Board::get().railway_points().contains(piece.start);
    let is_rear = row <= 1;
    match (kind, role) {
        (Kind::Mine, Role::Defender) => {
            if row == 0 {
                1.8
            } else {
                0.9
            }
        }
        (Kind::Mine | Kind::Fortress, Role::Declarer) => match row {
            0 => 5.0,
            1 => 2.5,
            2 | 3 => 0.8,
            _ => 0.25,
        },
        (Kind::Bomb, _) => match row {
            0 => 0.5,
            2..=4 => 1.3,
            _ => 0.8,
        },
        (Kind::GrandMarshal | Kind::FieldMarshal | Kind::General, _) => match (row, on_rail) {
            (0, _) => 0.2,
            (1, _) => 0.7,
            (_, true) => 1.4,
            (_, false) => 1.0,
        },
        (Kind::MajorGeneral | Kind::Brigadier | Kind::Colonel, _) if is_rear => 0.6,
        (Kind::MajorGeneral | Kind::Brigadier | Kind::Colonel, _) => 1.2,
        (Kind::Engineer, _) => {
            if is_rear {
                1.2
            } else {
                0.9
            }
        }
        (Kind::Major | Kind::Captain | Kind::Lieutenant | Kind::Missile, _) => 1.0,
        (Kind::Flag, _) => 1.0,
        (Kind::Mine | Kind::Fortress, _) => 1.0,
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
