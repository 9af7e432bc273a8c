//! What a player may see: what everybody sees, and the own pieces (RULES 15.1).

use std::collections::BTreeMap;

use super::PublicView;
use crate::rules::game::Phase;
use crate::rules::{Board, Game, Kind, Layout, Move, Point, Points, Role, Seat, ground};

/// A game as one player may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// Whose view it is.
    pub seat: Seat,
    /// What everybody sees.
    pub public: PublicView,
    /// The own pieces.
    pub own: OwnView,
}

/// The own pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnView {
    /// None: the game has not begun or is over, or the player is out (RULES 15.2).
    Nothing,
    /// A hand, in the auction.
    Hand(Vec<Kind>),
    /// A layout, in deployment.
    Layout {
        /// What the player deploys as.
        role: Role,
        /// How it stands now.
        layout: Layout,
        /// Counts its changes.
        revision: u32,
        /// Whether, as it stands, some piece could move once the battle begins. A declarer without
        /// a move is eliminated at once (RULES 8.1, 10.1).
        can_move: bool,
        /// How many of its changes can be taken back.
        steps_back: usize,
    },
    /// Pieces on the board, in battle.
    Pieces {
        /// What stands where.
        pieces: BTreeMap<Point, Kind>,
        /// Every legal move as the board stands, whether or not it is the player's turn; in a
        /// fixed order.
        moves: Vec<Move>,
    },
}

impl PlayerView {
    /// The game as that player may see it now.
    pub fn of(game: &Game, seat: Seat) -> Self {
        Self { seat, public: PublicView::of(game), own: OwnView::of(game, seat) }
    }

    /// Whether it is this player's turn to move a piece: nothing else is open, and nobody else's.
    pub fn is_to_move(&self) -> bool {
        self.public.battle().is_some_and(|battle| battle.turn == self.seat && battle.vote.is_none())
    }
}

impl OwnView {
    fn of(game: &Game, seat: Seat) -> Self {
        if game.is_eliminated(seat) {
            return Self::Nothing;
        }
        match game.phase() {
            Phase::Unbegun | Phase::Over(_) => Self::Nothing,
            Phase::Auction(_) => Self::Hand(game.chronicle().hand(seat).unwrap_or_default().to_vec()),
            Phase::Deployment(deployment) => Self::Layout {
                role: deployment.role(seat),
                layout: deployment.layout(seat).clone(),
                revision: deployment.revision(seat),
                can_move: can_move(deployment.layout(seat), seat, deployment.declarer()),
                steps_back: deployment.steps_back(seat),
            },
            Phase::Battle(battle) => {
                let position = battle.position();
                let standing = position.standing(seat).iter();
                let named = standing.filter_map(|point| Some((point, position.piece(point)?.kind)));
                let pieces = named.collect();
                Self::Pieces { pieces, moves: position.moves(seat) }
            }
        }
    }
}

/// Whether some piece of the layout has a move when everybody's ground is full, as it is when the
/// battle begins. Only the grounds of others matter, which everybody knows.
fn can_move(layout: &Layout, seat: Seat, declarer: Seat) -> bool {
    let role = |seat| if seat == declarer { Role::Declarer } else { Role::Defender };
    let is_enemy = |other: &Seat| *other != seat && (*other == declarer || seat == declarer);
    let enemies = Seat::ALL.into_iter().filter(is_enemy);
    let targets = enemies.fold(Points::NONE, |all, enemy| all.or(ground(enemy, role(enemy))));
    let filled = Seat::ALL.into_iter().fold(Points::NONE, |all, seat| all.or(ground(seat, role(seat))));
    let open: Points = Point::all().filter(|point| !filled.contains(*point)).collect();
    let ends = open.or(targets.minus(Board::get().camps()));
    let movers = layout.0.iter().filter(|(_, kind)| kind.is_mobile());
    movers.into_iter().any(|(point, _)| Board::get().has_destination(*point, ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Immobile kinds on the front, the sides' heads and the whole centre; a captain elsewhere.
    fn shut_in(open: &[&str]) -> Layout {
        let fill = |point: Point| {
            let opened = open.iter().any(|name| name.parse() == Ok(point));
            let outer = point.row() >= 5;
            let kind = if outer && !opened { Kind::Mine } else { Kind::Captain };
            (point, kind)
        };
        Layout(ground(Seat::South, Role::Declarer).iter().map(fill).collect())
    }

    #[test]
    fn a_declarer_shut_in_by_the_own_mines_cannot_move() {
        assert!(!can_move(&shut_in(&[]), Seat::South, Seat::South), "RULES 8.1, 10.1");
        assert!(can_move(&shut_in(&["I11"]), Seat::South, Seat::South), "I11 attacks I12");
        assert!(!can_move(&shut_in(&["I9"]), Seat::South, Seat::South), "I9 is shut in by I7, I11, G9, K9");
        assert!(can_move(&shut_in(&["G6"]), Seat::South, Seat::South), "G6 attacks F7 round the curve");
    }
}
