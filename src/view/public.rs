//! What anybody may see: spectators, eliminated players, the channel (RULES 15.2).

use crate::rules::game::{Battle, Over, Phase};
use crate::rules::{
    Answer, BySeat, Call, Contract, Elimination, Game, GameResult, HAND_SIZE, MISSED_TURNS_MAX, Outcome,
    Point, Points, Request, Role, Seat, SeatSet, ground,
};

/// A game as anybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicView {
    /// Points that one unit of the score table is worth.
    pub base_score: u32,
    /// `[seat]`: each player.
    pub seats: BySeat<SeatView>,
    /// The plies so far, oldest first.
    pub plies: Vec<PlyView>,
    /// Where the game stands.
    pub stage: Stage,
}

/// One ply as everybody saw it (RULES 15.1).
pub type PlyView = crate::rules::game::PlyEntry;

/// One player as anybody may see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Declarer or defender, after the auction.
    pub role: Option<Role>,
    /// How many pieces are left: in hand, on the own ground or on the board.
    pub pieces: u8,
    /// Why the player is out, if they are.
    pub eliminated: Option<Elimination>,
    /// Whether the player is absent (RULES 12.2).
    pub is_absent: bool,
    /// Turns the player has missed in a row (RULES 12.2).
    pub missed_turns: u8,
    /// For how long the game had waited for the player when they last came back, all told, in
    /// milliseconds (RULES 12.2).
    pub waited_ms: u64,
    /// Whether the player has marched (RULES 6.1).
    pub has_marched: bool,
    /// Requests the player has left (RULES 11.1).
    pub requests_left: u8,
    /// Whether the player has deserted (RULES 12.3).
    pub has_deserted: bool,
}

/// Where a game stands, for anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before the first deal.
    Unbegun,
    /// Calls are made.
    Auction(AuctionView),
    /// Pieces are placed.
    Deployment(DeploymentView),
    /// Pieces move.
    Battle(BattleView),
    /// The game is over.
    Over(OverView),
}

/// An auction, for anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuctionView {
    /// Which deal, from 1.
    pub deal: u8,
    /// Counts the calls over all deals, from 0: the number of the call that is due.
    pub number: u32,
    /// Who called first.
    pub first_bidder: Seat,
    /// The calls so far, in order.
    pub calls: Vec<(Seat, Call)>,
    /// Whose call it is.
    pub to_call: Seat,
    /// The calls that are still legal, rising.
    pub legal: Vec<Call>,
}

/// A deployment, for anybody: who has marched stands with the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeploymentView {
    /// The declarer.
    pub declarer: Seat,
    /// The contract.
    pub contract: Contract,
    /// Who has still to march.
    pub unmarched: SeatSet,
}

/// A battle, for anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleView {
    /// The declarer.
    pub declarer: Seat,
    /// The contract.
    pub contract: Contract,
    /// Whose turn it is.
    pub turn: Seat,
    /// Counts the turns, from 1.
    pub turn_number: u32,
    /// How many plies have been played.
    pub plies: u16,
    /// Who stands where.
    pub board: BoardView,
    /// The open vote.
    pub vote: Option<VoteView>,
}

/// The board, for anybody: whose pieces stand where, and nothing of their kinds but the shown
/// flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// `[seat]`: where the seat's pieces stand.
    pub standing: BySeat<Points>,
    /// `[seat]`: the defenders' flags (RULES 6.5).
    pub flags: BySeat<Option<Point>>,
    /// The last ply.
    pub last: Option<LastPly>,
}

/// The last ply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LastPly {
    /// Whose piece moved.
    pub seat: Seat,
    /// The points it passed, both ends included.
    pub path: Vec<Point>,
    /// What came of it.
    pub outcome: Outcome,
}

/// An open vote, for anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoteView {
    /// Counts the votes, from 1.
    pub number: u32,
    /// Who asks.
    pub asker: Seat,
    /// For what.
    pub request: Request,
    /// Who is asked.
    pub voters: SeatSet,
    /// `[seat]`: the answers given.
    pub answers: BySeat<Option<Answer>>,
}

/// A finished game's end, for anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverView {
    /// The result.
    pub result: GameResult,
    /// `[seat]`: points, where the result scores any.
    pub scores: Option<BySeat<i64>>,
    /// How many plies were played.
    pub after_ply: u16,
    /// Declarer and contract, if the auction had come to that.
    pub bid: Option<(Seat, Contract)>,
}

impl VoteView {
    /// Whether the player is asked and has still to answer.
    pub fn is_asked(&self, seat: Seat) -> bool {
        self.voters.contains(seat) && self.answers[seat].is_none()
    }
}

impl PublicView {
    /// The game as anybody may see it now.
    pub fn of(game: &Game) -> Self {
        Self {
            base_score: game.setup().settings.base_score,
            seats: BySeat::from_fn(|seat| SeatView::of(game, seat)),
            plies: game.chronicle().plies.clone(),
            stage: Stage::of(game),
        }
    }

    /// The battle, while it lasts.
    pub const fn battle(&self) -> Option<&BattleView> {
        if let Stage::Battle(battle) = &self.stage { Some(battle) } else { None }
    }

    /// The declarer, after the auction.
    pub fn declarer(&self) -> Option<Seat> {
        self.seats.find(|seat| seat.role == Some(Role::Declarer))
    }
}

impl SeatView {
    /// How many turns more the player may miss before they are absent; none while none was missed,
    /// or who is absent or out (RULES 12.2).
    pub fn turns_until_absent(&self) -> Option<u8> {
        let counts = self.missed_turns > 0 && !self.is_absent && self.eliminated.is_none();
        counts.then(|| MISSED_TURNS_MAX.saturating_sub(self.missed_turns))
    }

    fn of(game: &Game, seat: Seat) -> Self {
        let chronicle = game.chronicle();
        let role =
            chronicle.bid.map(|bid| if bid.declarer == seat { Role::Declarer } else { Role::Defender });
        let eliminated = chronicle.eliminated.iter().find(|entry| entry.seat == seat);
        let pieces = match (game.phase(), role) {
            (Phase::Auction(_), _) => HAND_SIZE,
            (Phase::Battle(battle), _) => battle.position().standing(seat).len(),
            (Phase::Deployment(_), Some(role)) if eliminated.is_none() => ground(seat, role).len(),
            (Phase::Unbegun | Phase::Deployment(_) | Phase::Over(_), _) => 0,
        };
        let battle = game.battle();
        Self {
            role,
            pieces: pieces as u8,
            eliminated: eliminated.map(|entry| entry.how),
            is_absent: battle.is_some_and(|battle| battle.is_absent(seat)),
            missed_turns: battle.map_or(0, |battle| battle.missed_turns(seat)),
            waited_ms: battle.map_or(0, |battle| battle.waited_ms(seat)),
            has_marched: game.deployment().is_some_and(|deployment| deployment.marched().contains(seat)),
            requests_left: battle.map_or(0, |battle| battle.requests_left(seat)),
            has_deserted: chronicle.deserted.contains(&seat),
        }
    }
}

impl Stage {
    fn of(game: &Game) -> Self {
        match game.phase() {
            Phase::Unbegun => Self::Unbegun,
            Phase::Auction(auction) => Self::Auction(AuctionView {
                deal: game.chronicle().deals.len() as u8,
                number: game.call_number(),
                first_bidder: auction.first_bidder(),
                calls: auction.calls().to_vec(),
                to_call: auction.to_call(),
                legal: auction.legal().collect(),
            }),
            Phase::Deployment(deployment) => Self::Deployment(DeploymentView {
                declarer: deployment.declarer(),
                contract: deployment.contract(),
                unmarched: deployment.unmarched(),
            }),
            Phase::Battle(battle) => Self::Battle(BattleView::of(game, battle)),
            Phase::Over(Over { result, scores, after_ply }) => Self::Over(OverView {
                result: *result,
                scores: *scores,
                after_ply: *after_ply,
                bid: game.chronicle().bid.map(|bid| (bid.declarer, bid.contract)),
            }),
        }
    }
}

impl BattleView {
    fn of(game: &Game, battle: &Battle) -> Self {
        let position = battle.position();
        Self {
            declarer: position.declarer(),
            contract: position.contract(),
            turn: position.turn(),
            turn_number: battle.turn_number(),
            plies: position.plies(),
            board: BoardView::of(game, battle),
            vote: battle.vote().map(|vote| VoteView {
                number: battle.vote_number(),
                asker: vote.asker,
                request: vote.request,
                voters: vote.voters,
                answers: vote.answers,
            }),
        }
    }
}

impl BoardView {
    fn of(game: &Game, battle: &Battle) -> Self {
        let last = game.chronicle().plies.last().map(|ply| LastPly {
            seat: ply.seat,
            path: battle.last_path().to_vec(),
            outcome: ply.outcome,
        });
        Self {
            standing: BySeat::from_fn(|seat| battle.position().standing(seat)),
            flags: BySeat::from_fn(|seat| battle.shown_flag(seat)),
            last,
        }
    }

    /// Every point on which a piece stands.
    pub fn occupied(&self) -> Points {
        self.standing.iter().fold(Points::NONE, |all, (_, points)| all.or(*points))
    }

    /// Whose piece stands on the point.
    pub fn owner(&self, point: Point) -> Option<Seat> {
        self.standing.find(|points| points.contains(point))
    }
}
