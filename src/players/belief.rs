//! What a player can tell of each piece on the board from what it has seen (RULES 15.1).

use crate::rules::board::Riding;
use crate::rules::{Board, Kind, Layout, Outcome, Point, Points, Role, Seat, clash, ground, may_stand};
use crate::view::{BattleView, OwnView, PlayerView, PlyView};

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KindSet(u16);

impl KindSet {
    pub(super) fn of(fits: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|kind| fits(*kind));
        Self(kinds.fold(0, |bits, kind| bits | 1 << kind as u16))
    }

    pub(super) fn only(kind: Kind) -> Self {
        Self(1 << kind as u16)
    }

    pub(crate) const fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }

    fn keep(&mut self, fits: impl Fn(Kind) -> bool) {
        *self = Self::of(|kind| self.contains(kind) && fits(kind));
    }

    fn without(self, kind: Kind) -> Self {
        Self(self.0 & !(1 << kind as u16))
    }
}

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
    pub(super) fn may_move(self) -> bool {
        self.kinds.iter().any(Kind::is_mobile)
    }
}

/// What can be told of every piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Belief {
    at: [Option<Suspect>; Point::COUNT],
}

impl Belief {
    /// What the plies so far tell that player. `start` is the own layout as the battle began, if
    /// the player remembers it: without it clashes with own pieces now lost tell less.
    pub(crate) fn of(view: &PlayerView, battle: &BattleView, start: Option<&Layout>) -> Self {
        let mut belief = Self { at: [None; Point::COUNT] };
        for seat in Seat::ALL {
            let own = start.filter(|_| seat == view.seat);
            belief.deploy(seat, Side { battle, own });
        }
        let gone = Seat::ALL.into_iter().filter(|seat| view.public.seats[*seat].eliminated.is_some());
        let gone: Vec<Seat> = gone.collect();
        for &ply in &view.public.plies {
            belief.follow(ply, &gone);
        }
        belief.settle(view, battle);
        belief
    }

    /// What stands on the point.
    pub(crate) fn at(&self, point: Point) -> Option<Suspect> {
        self.at[point.index()]
    }

    fn deploy(&mut self, seat: Seat, side: Side<'_>) {
        let role = if seat == side.battle.declarer { Role::Declarer } else { Role::Defender };
        let shown = side.battle.board.flags[seat];
        for point in ground(seat, role) {
            let legal = KindSet::of(|kind| {
                may_stand(kind, point, seat, role) && (role == Role::Declarer || kind.per_set() > 0)
            });
            let kinds = match (side.own.and_then(|layout| layout.kind(point)), shown) {
                (Some(kind), _) => KindSet::only(kind),
                (None, Some(flag)) if flag == point => KindSet::only(Kind::Flag),
                (None, Some(_)) => legal.without(Kind::Flag),
                (None, None) => legal,
            };
            self.at[point.index()] = Some(Suspect { owner: seat, kinds, has_moved: false });
        }
    }

    fn follow(&mut self, ply: PlyView, gone: &[Seat]) {
        let turned = self.turned(ply, gone);
        let Some(mut mover) = self.at[ply.from.index()].take() else { return };
        mover.has_moved = true;
        mover.kinds.keep(|kind| kind.is_mobile() && (!turned || kind.turns()));
        let target = self.at[ply.to.index()].take();
        if ply.outcome == Outcome::Moved {
            self.at[ply.to.index()] = Some(mover);
            return;
        }
        let Some(mut target) = target else { return };
        if ply.outcome.is_flag_fall() {
            target.kinds = KindSet::only(Kind::Flag);
        }
        let (attackers, defenders) = (mover.kinds, target.kinds);
        mover.kinds.keep(|attacker| defenders.iter().any(|kind| clash(attacker, kind) == ply.outcome));
        target.kinds.keep(|defender| attackers.iter().any(|kind| clash(kind, defender) == ply.outcome));
        self.at[ply.to.index()] = match (ply.outcome.mover_stays(), ply.outcome.target_falls()) {
            (true, _) => Some(mover),
            (false, true) => None,
            (false, false) => Some(target),
        };
        if ply.outcome.is_flag_fall() {
            self.remove_army(target.owner);
        }
    }

    fn remove_army(&mut self, owner: Seat) {
        for cell in &mut self.at {
            cell.take_if(|suspect| suspect.owner == owner);
        }
    }

    /// Whether only a piece that turns on the railway can have made the ply. Pieces of players
    /// who are out by now count as gone from the start: when they went need not be known, and
    /// fewer pieces in the way never make a straight ride look like a turn.
    fn turned(&self, ply: PlyView, gone: &[Seat]) -> bool {
        let stands = |point: &Point| self.at(*point).is_some_and(|suspect| !gone.contains(&suspect.owner));
        let open: Points = Point::all().filter(|point| !stands(point)).collect();
        let targets: Points = std::iter::once(ply.to).collect();
        !Board::get().destinations(ply.from, Riding::Straight, open, targets).contains(ply.to)
    }

    /// Leaves what still stands, with the own pieces as they are, and concludes where the
    /// declarer's flag must be once one headquarters is ruled out.
    fn settle(&mut self, view: &PlayerView, battle: &BattleView) {
        for point in Point::all() {
            let owner = battle.board.owner(point);
            self.at[point.index()].take_if(|suspect| owner != Some(suspect.owner));
        }
        if let OwnView::Pieces { pieces, .. } = &view.own {
            for (point, kind) in pieces {
                if let Some(suspect) = &mut self.at[point.index()] {
                    suspect.kinds = KindSet::only(*kind);
                }
            }
        }
        let may_be_flag = |point: &Point| {
            let suspect = self.at(*point);
            suspect.is_some_and(|one| one.owner == battle.declarer && one.kinds.contains(Kind::Flag))
        };
        let candidates: Vec<Point> = Point::all().filter(may_be_flag).collect();
        if let [flag] = candidates.as_slice()
            && let Some(suspect) = &mut self.at[flag.index()]
        {
            suspect.kinds = KindSet::only(Kind::Flag);
        }
    }
}

/// What is known of one seat's deployment.
#[derive(Clone, Copy)]
struct Side<'a> {
    battle: &'a BattleView,
    own: Option<&'a Layout>,
}
