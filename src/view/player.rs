//! What a player may see: what everybody sees, and the own pieces (RULES 15.1).

use std::collections::BTreeMap;

use super::PublicView;
use crate::rules::game::Phase;
use crate::rules::{Game, Kind, Layout, Move, Point, Role, Seat};

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
            },
            Phase::Battle(battle) => {
                let position = battle.position();
                let standing = position.standing(seat).iter();
                let named = standing.filter_map(|point| Some((point, position.piece(point)?.kind)));
                let pieces = named.collect();
                let mut moves = Vec::new();
                position.moves(seat, &mut moves);
                Self::Pieces { pieces, moves }
            }
        }
    }
}
