//! What a player can tell of each piece from what it has seen (RULES 15.1).
//!
//! Every piece deployed is followed from its first point on, the lost ones too, since what they
//! were tells what the others can be. What is exact stands here; how likely it is, in [`weights`].

mod classes;
mod kinds;
mod sampler;
mod weights;

pub(crate) use kinds::KindSet;
pub(crate) use sampler::{Sampler, World};
pub(crate) use weights::Insight;

use classes::Classes;
use kinds::{MOBILE, TURNING, attackers_of, defenders_of};

use crate::rules::board::Riding;
use crate::rules::{Board, Kind, Layout, Outcome, Point, Points, Role, Seat, ground, may_stand};
use crate::view::{BattleView, OwnView, PlayerView, PlyView};

/// Pieces that leave the game unseen (RULES 5.1).
const UNSEEN: usize = 4;

/// Rounds of drawing conclusions from conclusions; each is sound, and few find anything after two.
const ROUNDS_MAX: usize = 6;

/// A piece of which not all is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Suspect {
    pub(crate) owner: Seat,
    /// What it can be.
    pub(crate) kinds: KindSet,
    pub(crate) has_moved: bool,
}

impl Suspect {
    /// Whether it can be a piece that moves.
    pub(crate) fn may_move(self) -> bool {
        !self.kinds.and(*MOBILE).is_empty()
    }
}

/// One piece, from its deployment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Trace {
    suspect: Suspect,
    /// Where it was deployed.
    start: Point,
    /// Where it stands; none when it is lost.
    at: Option<Point>,
    /// Attacks it has made.
    attacks: u8,
}

/// A clash between two pieces and what came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clash {
    attacker: u8,
    defender: u8,
    outcome: Outcome,
}

/// What can be told of every piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Belief {
    declarer: Seat,
    viewer: Seat,
    pieces: Vec<Trace>,
    /// `[point]`: the number of the piece that stands there.
    at: [Option<u8>; Point::COUNT],
    clashes: Vec<Clash>,
    /// `[piece]`, then the four unseen: what each can be.
    classes: Vec<Classes>,
    /// `[seat]`: plies the seat has made.
    plies: [u16; 4],
}

impl Belief {
    /// What the plies so far tell that player. `start` is the own layout as the battle began, if
    /// the player remembers it: without it what became of own pieces tells less.
    pub(crate) fn of(view: &PlayerView, battle: &BattleView, start: Option<&Layout>) -> Self {
        Self::gather(view, battle, &view.own, start)
    }

    /// What the plies so far tell anybody who looks on.
    pub(crate) fn public(view: &PlayerView, battle: &BattleView) -> Self {
        Self::gather(view, battle, &OwnView::Nothing, None)
    }

    fn gather(view: &PlayerView, battle: &BattleView, own: &OwnView, start: Option<&Layout>) -> Self {
        let mut belief = Self {
            declarer: battle.declarer,
            viewer: view.seat,
            pieces: Vec::with_capacity(114),
            at: [None; Point::COUNT],
            clashes: Vec::new(),
            classes: Vec::with_capacity(118),
            plies: [0; 4],
        };
        for seat in Seat::ALL {
            let own = start.filter(|_| seat == view.seat);
            belief.deploy(seat, battle, own);
        }
        let gone = Seat::ALL.into_iter().filter(|seat| view.public.seats[*seat].eliminated.is_some());
        let gone: Vec<Seat> = gone.collect();
        for &ply in &view.public.plies {
            belief.follow(ply, &gone);
        }
        belief.settle(own, battle);
        belief.conclude();
        belief
    }

    /// What stands on the point.
    pub(crate) fn at(&self, point: Point) -> Option<Suspect> {
        self.piece_at(point).map(|piece| piece.suspect)
    }

    /// Where the seat's flag was deployed, if that is known.
    fn known_flag(&self, seat: Seat) -> Option<Point> {
        let flags = self.pieces.iter().filter(|piece| piece.suspect.owner == seat);
        flags.filter(|piece| piece.suspect.kinds == KindSet::only(Kind::Flag)).map(|piece| piece.start).next()
    }

    /// Where the declarer's flag may stand.
    pub(crate) fn flag_points(&self) -> Points {
        let may_be =
            |piece: &&Trace| piece.suspect.owner == self.declarer && piece.suspect.kinds.contains(Kind::Flag);
        self.pieces.iter().filter(may_be).filter_map(|piece| piece.at).collect()
    }

    /// What it would be if the declarer's flag stood there.
    pub(crate) fn supposing_flag(&self, at: Point) -> Self {
        let mut belief = self.clone();
        if let Some(piece) = belief.at[at.index()] {
            belief.pieces[usize::from(piece)].suspect.kinds = KindSet::only(Kind::Flag);
            belief.conclude();
        }
        belief
    }

    fn piece_at(&self, point: Point) -> Option<&Trace> {
        self.at[point.index()].map(|piece| &self.pieces[usize::from(piece)])
    }

    fn role(&self, seat: Seat) -> Role {
        if seat == self.declarer { Role::Declarer } else { Role::Defender }
    }

    fn deploy(&mut self, seat: Seat, battle: &BattleView, own: Option<&Layout>) {
        let role = self.role(seat);
        let shown = battle.board.flags[seat];
        for point in ground(seat, role) {
            let legal = KindSet::of(|kind| {
                may_stand(kind, point, seat, role) && (role == Role::Declarer || kind.per_set() > 0)
            });
            let kinds = match (own.and_then(|layout| layout.kind(point)), shown) {
                (Some(kind), _) => KindSet::only(kind),
                (None, Some(flag)) if flag == point => KindSet::only(Kind::Flag),
                (None, Some(_)) => legal.without(Kind::Flag),
                (None, None) => legal,
            };
            self.at[point.index()] = Some(self.pieces.len() as u8);
            let suspect = Suspect { owner: seat, kinds, has_moved: false };
            self.pieces.push(Trace { suspect, start: point, at: Some(point), attacks: 0 });
        }
    }

    fn follow(&mut self, ply: PlyView, gone: &[Seat]) {
        let turned = self.turned(ply, gone);
        let Some(attacker) = self.at[ply.from.index()].take() else { return };
        self.plies[ply.seat.index()] += 1;
        let target = self.at[ply.to.index()].take();
        let mover = &mut self.pieces[usize::from(attacker)];
        mover.suspect.has_moved = true;
        mover.at = Some(ply.to);
        let kinds = &mut mover.suspect.kinds;
        *kinds = kinds.and(*MOBILE);
        if turned {
            *kinds = kinds.and(*TURNING);
        }
        if ply.outcome == Outcome::Moved {
            self.at[ply.to.index()] = Some(attacker);
            return;
        }
        mover.attacks = mover.attacks.saturating_add(1);
        let Some(defender) = target else { return };
        if ply.outcome.is_flag_fall() {
            self.pieces[usize::from(defender)].suspect.kinds = KindSet::only(Kind::Flag);
        }
        let clash = Clash { attacker, defender, outcome: ply.outcome };
        self.learn(clash);
        self.clashes.push(clash);
        if ply.outcome.target_falls() {
            self.pieces[usize::from(defender)].at = None;
        } else {
            self.at[ply.to.index()] = Some(defender);
        }
        if ply.outcome.mover_stays() {
            self.at[ply.to.index()] = Some(attacker);
        } else {
            self.pieces[usize::from(attacker)].at = None;
        }
        if ply.outcome.is_flag_fall() {
            self.remove_army(self.pieces[usize::from(defender)].suspect.owner);
        }
    }

    /// Keeps of both what the outcome allows; whether that took anything away.
    fn learn(&mut self, clash: Clash) -> bool {
        let attacker = self.pieces[usize::from(clash.attacker)].suspect.kinds;
        let defender = self.pieces[usize::from(clash.defender)].suspect.kinds;
        let attackers = attacker.and(attackers_of(defender, clash.outcome));
        let defenders = defender.and(defenders_of(attacker, clash.outcome));
        self.pieces[usize::from(clash.attacker)].suspect.kinds = attackers;
        self.pieces[usize::from(clash.defender)].suspect.kinds = defenders;
        (attackers, defenders) != (attacker, defender)
    }

    fn remove_army(&mut self, owner: Seat) {
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            if piece.suspect.owner == owner
                && let Some(point) = piece.at.take()
            {
                self.at[point.index()].take_if(|standing| usize::from(*standing) == number);
            }
        }
    }

    /// Whether only a piece that turns on the railway can have made the ply. Pieces of players
    /// who are out by now count as gone from the start: when they went need not be known, and
    /// fewer pieces in the way never make a straight ride look like a turn.
    fn turned(&self, ply: PlyView, gone: &[Seat]) -> bool {
        let board = Board::get();
        if board.roads(ply.from).or(board.railways(ply.from)).contains(ply.to) {
            return false;
        }
        let stands = |point: &Point| self.at(*point).is_some_and(|suspect| !gone.contains(&suspect.owner));
        let open: Points = Point::all().filter(|point| !stands(point)).collect();
        let targets: Points = std::iter::once(ply.to).collect();
        !board.destinations(ply.from, Riding::Straight, open, targets).contains(ply.to)
    }

    /// Leaves on the board what still stands there, with the own pieces as they are.
    fn settle(&mut self, own: &OwnView, battle: &BattleView) {
        for point in Point::all() {
            let Some(number) = self.at[point.index()] else { continue };
            let piece = &mut self.pieces[usize::from(number)];
            if battle.board.owner(point) != Some(piece.suspect.owner) {
                piece.at = None;
                self.at[point.index()] = None;
            }
        }
        // Armies that went otherwise than by their flag's fall leave pieces that were moved over.
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            piece.at.take_if(|point| self.at[point.index()] != Some(number as u8));
        }
        if let OwnView::Pieces { pieces, .. } = own {
            for (point, kind) in pieces {
                if let Some(number) = self.at[point.index()] {
                    self.pieces[usize::from(number)].suspect.kinds = KindSet::only(*kind);
                }
            }
        }
    }

    /// Draws every conclusion from clashes and counts, again and again: the lost included, each
    /// class has just as many pieces as places.
    fn conclude(&mut self) {
        let sizes = Classes::sizes(self.declarer);
        for _ in 0..ROUNDS_MAX {
            for index in 0..self.clashes.len() {
                self.learn(self.clashes[index]);
            }
            self.classes.clear();
            let suspects = self.pieces.iter().map(|piece| piece.suspect);
            self.classes.extend(suspects.map(|one| Classes::of(one.kinds, one.owner)));
            self.classes.extend([Classes::unseen(); UNSEEN]);
            let order = by_constraint(&self.classes);
            let first = |open: u32| open.trailing_zeros() as usize;
            // There is always one, the truth; were there none, the sets would stay as they are.
            let Some(class_of) = classes::assign(&self.classes, sizes, &order, first) else { return };
            if !classes::narrow(&mut self.classes, &class_of) {
                return;
            }
            let mut has_learned = false;
            for (piece, classes) in self.pieces.iter_mut().zip(&self.classes) {
                let kinds = piece.suspect.kinds.and(classes.kinds());
                has_learned |= kinds != piece.suspect.kinds;
                piece.suspect.kinds = kinds;
            }
            if !has_learned {
                return;
            }
        }
    }
}

/// The numbers of the sets, those of the fewest classes first.
fn by_constraint(sets: &[Classes]) -> Vec<u8> {
    let mut order: Vec<u8> = (0..sets.len() as u8).collect();
    order.sort_by_key(|number| sets[usize::from(*number)].0.count_ones());
    order
}
