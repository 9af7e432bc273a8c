//! Who stands where, moving, combat and elimination: RULES 8–10, small, copyable and fast.
//!
//! The game and the computer players' search stand on this same code.

use std::fmt;

use super::board::Riding;
use super::runs::Held;
use super::spots::Spots;
use super::{Board, Contract, Kind, Move, MoveList, Outcome, Point, Points, Seat, SeatSet, Side, clash};

/// A game without a result is drawn after this many plies (RULES 10.4).
pub const PLY_LIMIT: u16 = 500;

/// A piece: whose, and of what kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its owner.
    pub seat: Seat,
    /// Its kind.
    pub kind: Kind,
}

/// A piece or nothing, in one byte: 0, or 1 + 16 · seat + kind.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell(u8);

impl Cell {
    const EMPTY: Self = Self(0);

    const fn of(piece: Piece) -> Self {
        Self(1 + 16 * piece.seat as u8 + piece.kind as u8)
    }

    #[inline]
    const fn piece(self) -> Option<Piece> {
        match self.0.checked_sub(1) {
            None => None,
            Some(code) => Some(Piece {
                seat: Seat::from_index((code >> 4) as usize),
                kind: Kind::ALL[(code & 15) as usize],
            }),
        }
    }
}

/// How a battle can end by itself (RULES 10.3, 10.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// As many defenders eliminated as the contract says.
    DeclarerMade,
    /// The declarer is eliminated.
    DeclarerFailed,
    /// Ply 500 was played.
    DrawByLength,
}

/// Why a player fell in the course of play (RULES 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// The flag fell.
    FlagFell,
    /// Nothing is left that can ever move again.
    NothingCanMove,
    /// On turn, without a legal move.
    NoLegalMove,
}

/// What a ply brought about, in the order in which it happened (RULES 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlyReport {
    /// The clash's outcome.
    pub outcome: Outcome,
    falls: [Option<(Seat, Fall)>; 4],
    /// How the battle ended, if it did.
    pub end: Option<End>,
}

impl PlyReport {
    /// The players who fell, in order.
    pub fn falls(&self) -> impl Iterator<Item = (Seat, Fall)> {
        self.falls.into_iter().flatten()
    }

    fn add(&mut self, seat: Seat, fall: Fall) {
        if let Some(free) = self.falls.iter_mut().find(|slot| slot.is_none()) {
            *free = Some((seat, fall));
        }
    }
}

/// A battle's position. Copying it is cheap: under half a kilobyte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    cells: [Cell; Point::COUNT],
    /// `[seat]`: where that seat's pieces stand.
    standing: [Points; 4],
    /// `[seat]`: those of them that can move again: mobile kinds outside headquarters.
    movers: [Points; 4],
    /// The same pieces on the runs of the railway.
    held: Held,
    declarer: Seat,
    contract: Contract,
    turn: Seat,
    in_play: SeatSet,
    plies: u16,
}

impl fmt::Debug for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Kinds stay out of logs (RULES 15.3).
        formatter
            .debug_struct("Position")
            .field("declarer", &self.declarer)
            .field("turn", &self.turn)
            .field("plies", &self.plies)
            .finish_non_exhaustive()
    }
}

impl Position {
    /// An empty board with all four in play and the declarer to move (RULES 8.1).
    pub fn empty(declarer: Seat, contract: Contract) -> Self {
        Self {
            cells: [Cell::EMPTY; Point::COUNT],
            standing: [Points::NONE; 4],
            movers: [Points::NONE; 4],
            held: Held::NOTHING,
            declarer,
            contract,
            turn: declarer,
            in_play: SeatSet::ALL,
            plies: 0,
        }
    }

    /// Puts a piece on a point, in place of what stood there.
    pub fn place(&mut self, point: Point, piece: Piece) {
        self.clear(point);
        self.cells[point.index()] = Cell::of(piece);
        let seat = piece.seat.index();
        self.standing[seat].insert(point);
        Spots::get().toggle(&mut self.held, Side::of(piece.seat, self.declarer), point);
        if piece.kind.is_mobile() && !Board::get().headquarters().contains(point) {
            self.movers[seat].insert(point);
        }
    }

    /// Takes away what stands on a point.
    pub fn clear(&mut self, point: Point) {
        if let Some(piece) = self.piece(point) {
            self.cells[point.index()] = Cell::EMPTY;
            self.standing[piece.seat.index()].remove(point);
            self.movers[piece.seat.index()].remove(point);
            Spots::get().toggle(&mut self.held, Side::of(piece.seat, self.declarer), point);
        }
    }

    /// What stands on the point.
    #[inline]
    pub fn piece(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()].piece()
    }

    /// Where the seat's pieces stand.
    pub fn standing(&self, seat: Seat) -> Points {
        self.standing[seat.index()]
    }

    /// Those of the seat's pieces that can ever move again (RULES 10.1).
    pub fn movers(&self, seat: Seat) -> Points {
        self.movers[seat.index()]
    }

    /// Every point on which a piece stands.
    #[inline]
    pub fn occupied(&self) -> Points {
        self.standing[0].or(self.standing[1]).or(self.standing[2]).or(self.standing[3])
    }

    /// The points without a piece.
    #[inline]
    pub fn open(&self) -> Points {
        ALL_POINTS.minus(self.occupied())
    }

    /// The enemies that the seat may attack: those outside camps (RULES 8.4).
    #[inline]
    pub fn targets(&self, seat: Seat) -> Points {
        let declarers = self.standing[self.declarer.index()];
        let enemies = match self.side(seat) {
            Side::Declarer => self.occupied().minus(declarers),
            Side::Defenders => declarers,
        };
        enemies.minus(Board::get().camps())
    }

    /// The declarer.
    pub const fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The contract.
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// Whose turn it is.
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The players still in the game.
    pub const fn in_play(&self) -> SeatSet {
        self.in_play
    }

    /// How many plies have been played.
    pub const fn plies(&self) -> u16 {
        self.plies
    }

    /// The side of the seat.
    #[inline]
    pub fn side(&self, seat: Seat) -> Side {
        Side::of(seat, self.declarer)
    }

    /// How many defenders have been eliminated.
    pub fn defenders_eliminated(&self) -> u8 {
        let out = Seat::ALL.into_iter().filter(|seat| !self.in_play.contains(*seat));
        out.filter(|seat| *seat != self.declarer).count() as u8
    }

    /// Where the piece on the point can go now; nowhere for what cannot move (RULES 8).
    pub fn destinations(&self, from: Point) -> Points {
        match self.piece(from) {
            Some(piece) if piece.kind.is_mobile() => {
                Self::destinations_of(piece, from, self.open(), self.targets(piece.seat))
            }
            _ => Points::NONE,
        }
    }

    #[inline]
    fn destinations_of(piece: Piece, from: Point, open: Points, targets: Points) -> Points {
        let riding = if piece.kind.turns() { Riding::Turning } else { Riding::Straight };
        Board::get().destinations(from, riding, open, targets)
    }

    /// How the piece on the point rides; straight where nothing stands.
    #[inline]
    fn riding(&self, point: Point) -> Riding {
        // The turning kinds' codes, in a cell's low bits, are one more than theirs.
        match self.cells[point.index()].0 & 15 {
            code if code == Kind::Engineer as u8 + 1 || code == Kind::Missile as u8 + 1 => Riding::Turning,
            _ => Riding::Straight,
        }
    }

    /// Whether the seat may make this move, were it its turn (RULES 8).
    pub fn is_legal(&self, seat: Seat, step: Move) -> bool {
        let own = self.piece(step.from).is_some_and(|piece| piece.seat == seat);
        own && self.destinations(step.from).contains(step.to)
    }

    /// Every move of the seat, in the order of the points' numbers.
    pub fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut list = MoveList::new();
        self.list_moves(seat, &mut list);
        let mut moves = list.to_vec();
        moves.sort_unstable();
        moves
    }

    /// Puts every move of the seat into the list, in place of what was in it; in a fixed order, and
    /// without allocating.
    pub fn list_moves(&self, seat: Seat, list: &mut MoveList) {
        let (board, spots) = (Board::get(), Spots::get());
        let open = self.open();
        let ends = open.or(self.targets(seat));
        let stops = self.held.stops(self.side(seat));
        let (movers, railway) = (self.movers(seat), board.railway_points());
        list.clear();
        // One sort of piece after the other: so the processor foresees what comes.
        movers.and(railway).iter().for_each(|from| {
            spots.list_few_roads(from, ends, list);
            match self.riding(from) {
                Riding::Straight => spots.list_rides(from, &stops, list),
                Riding::Turning => {
                    let reached = board.ride_turning(from, open, ends);
                    reached.iter().for_each(|to| list.push(Move { from, to }));
                }
            }
        });
        movers.minus(railway).iter().for_each(|from| spots.list_roads(from, ends, list));
    }

    /// The seat's captures, each kind's on its own targets: what attacks, from where, on what point. In
    /// a fixed order.
    #[inline]
    pub fn captures(
        &self,
        seat: Seat,
        targets: impl Fn(Kind) -> Points,
        mut on_capture: impl FnMut(Kind, Point, Point),
    ) {
        let board = Board::get();
        let open = self.open();
        self.movers(seat).iter().for_each(|from| {
            let Some(Piece { kind, .. }) = self.piece(from) else { return };
            let ends = board.captures(from, self.riding(from), open, targets(kind));
            ends.iter().for_each(|to| on_capture(kind, from, to));
        });
    }

    /// How many moves the seat has.
    pub fn count_moves(&self, seat: Seat) -> usize {
        let (open, targets) = (self.open(), self.targets(seat));
        let count = |from| {
            let ends = self.piece(from).map(|piece| Self::destinations_of(piece, from, open, targets));
            ends.map_or(0, Points::len)
        };
        self.movers(seat).iter().map(count).sum()
    }

    /// Whether the seat has any move.
    pub fn has_move(&self, seat: Seat) -> bool {
        let ends = self.open().or(self.targets(seat));
        let board = Board::get();
        // A longer ride is only possible where its first step is, so the neighbours tell.
        self.movers(seat).iter().any(|from| !board.neighbours(from).and(ends).is_empty())
    }

    /// What the move would bring, by combat alone (RULES 9).
    pub fn outcome(&self, step: Move) -> Outcome {
        match (self.piece(step.from), self.piece(step.to)) {
            (Some(attacker), Some(defender)) => clash(attacker.kind, defender.kind),
            _ => Outcome::Moved,
        }
    }

    /// Makes the move of a known outcome and counts the ply; nobody is eliminated and the turn
    /// stays. This is what a stored event replays.
    pub fn make(&mut self, step: Move, outcome: Outcome) {
        let mover = self.piece(step.from);
        self.clear(step.from);
        if outcome.target_falls() {
            self.clear(step.to);
        }
        if let Some(piece) = mover.filter(|_| outcome.mover_stays()) {
            self.place(step.to, piece);
        }
        self.plies += 1;
    }

    /// Takes a player out of the game, with all their pieces (RULES 10.1).
    pub fn eliminate(&mut self, seat: Seat) {
        self.in_play = self.in_play.without(seat);
        for point in self.standing(seat) {
            self.cells[point.index()] = Cell::EMPTY;
            Spots::get().toggle(&mut self.held, Side::of(seat, self.declarer), point);
        }
        self.standing[seat.index()] = Points::NONE;
        self.movers[seat.index()] = Points::NONE;
    }

    /// Gives the turn to a seat.
    pub const fn set_turn(&mut self, seat: Seat) {
        self.turn = seat;
    }

    /// The result that the eliminations so far make (RULES 10.3).
    pub fn end_by_elimination(&self) -> Option<End> {
        if !self.in_play.contains(self.declarer) {
            Some(End::DeclarerFailed)
        } else if self.defenders_eliminated() >= self.contract.defenders() {
            Some(End::DeclarerMade)
        } else {
            None
        }
    }

    /// Makes a legal move of the seat on turn with all that follows from it: the clash,
    /// eliminations, the end, the next turn (RULES 10.2–10.4). Allocates nothing.
    pub fn play(&mut self, step: Move) -> PlyReport {
        let mover = self.turn;
        let target = self.piece(step.to).map(|piece| piece.seat);
        let outcome = self.outcome(step);
        let mut report = PlyReport { outcome, falls: [None; 4], end: None };
        self.make(step, outcome);
        if let Some(owner) = target.filter(|_| outcome.is_flag_fall()) {
            self.fall(owner, Fall::FlagFell, &mut report);
        }
        // Mostly everybody can go on; only where somebody cannot does the order matter.
        if Seat::ALL.into_iter().any(|seat| self.is_stuck(seat)) {
            self.fall_where_stuck(mover, &mut report);
        }
        if report.end.is_none() && self.plies >= PLY_LIMIT {
            report.end = Some(End::DrawByLength);
        }
        if report.end.is_none() {
            self.pass_turn_after(mover, &mut report);
        }
        report
    }

    /// Gives the turn to the next player after that seat; who has no legal move on their turn is
    /// eliminated and the next is on (RULES 10.2).
    pub fn pass_turn(&mut self, after: Seat) -> PlyReport {
        let mut report = PlyReport { outcome: Outcome::Moved, falls: [None; 4], end: None };
        self.pass_turn_after(after, &mut report);
        report
    }

    /// Begins the turn of that seat, or of the next who has a move (RULES 10.2).
    pub fn begin_turn(&mut self, seat: Seat) -> PlyReport {
        self.pass_turn(Seat::from_index(seat.index() + 3))
    }

    /// Whether the seat is in play without anything that can ever move again (RULES 10.1).
    #[inline]
    fn is_stuck(&self, seat: Seat) -> bool {
        self.movers(seat).is_empty() && self.in_play.contains(seat)
    }

    /// Those who cannot move any more fall, the side that did not move first (RULES 10.2).
    fn fall_where_stuck(&mut self, mover: Seat, report: &mut PlyReport) {
        let mover_side = self.side(mover);
        for moved in [false, true] {
            for seat in Seat::ALL {
                let ours = (self.side(seat) == mover_side) == moved;
                if ours && self.is_stuck(seat) && report.end.is_none() {
                    self.fall(seat, Fall::NothingCanMove, report);
                }
            }
        }
    }

    fn pass_turn_after(&mut self, after: Seat, report: &mut PlyReport) {
        for step in 1..=4 {
            let seat = Seat::from_index(after.index() + step);
            if !self.in_play.contains(seat) {
                continue;
            }
            self.turn = seat;
            if self.has_move(seat) {
                return;
            }
            self.fall(seat, Fall::NoLegalMove, report);
            if report.end.is_some() {
                return;
            }
        }
    }

    fn fall(&mut self, seat: Seat, fall: Fall, report: &mut PlyReport) {
        self.eliminate(seat);
        report.add(seat, fall);
        report.end = self.end_by_elimination();
    }
}

/// Every point of the board.
const ALL_POINTS: Points = {
    let mut all = Points::NONE;
    let mut index = 0;
    while let Some(point) = Point::from_index(index) {
        all.insert(point);
        index += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    fn position(declarer: Seat, contract: Contract, pieces: &str) -> Position {
        let mut position = Position::empty(declarer, contract);
        for word in pieces.split_whitespace() {
            let parts: Vec<&str> = word.split(':').collect();
            let piece =
                Piece { seat: Seat::from_code(parts[0]).unwrap(), kind: Kind::from_code(parts[1]).unwrap() };
            position.place(parts[2].parse().unwrap(), piece);
        }
        position
    }

    fn step(text: &str) -> Move {
        let (from, to) = text.split_once('-').unwrap();
        Move { from: from.parse().unwrap(), to: to.parse().unwrap() }
    }

    /// South declares contract 2; everybody has a flag and something that can move.
    const FOUR: &str = "south:flag:H1 south:major:I7 east:flag:Q8 east:captain:L8 \
                        north:flag:H17 north:captain:H12 west:flag:A10 west:captain:F10";

    #[test]
    fn a_position_is_small_enough_to_copy_freely() {
        assert!(size_of::<Position>() < 512, "{}", size_of::<Position>());
    }

    #[test]
    fn a_cell_keeps_its_piece() {
        for seat in Seat::ALL {
            for kind in Kind::ALL {
                let piece = Piece { seat, kind };
                assert_eq!(Cell::of(piece).piece(), Some(piece));
            }
        }
    }

    #[test]
    fn allies_block_and_camps_protect() {
        let pieces = format!("{FOUR} west:lieutenant:F9 south:captain:E8 east:bomb:L9");
        let position = position(Seat::South, Contract::Two, &pieces);
        let ends = position.destinations("F9".parse().unwrap());
        assert!(!ends.contains("F10".parse().unwrap()), "RULES 8.4: no piece of the own side");
        assert!(!ends.contains("E8".parse().unwrap()), "RULES 8.4: no enemy in a camp");
        assert!(!ends.contains("L9".parse().unwrap()), "RULES 8.4: allies are one side");
        assert!(ends.contains("K9".parse().unwrap()), "RULES 8.2");
    }

    #[test]
    fn a_piece_in_any_headquarters_stays_there() {
        let position = position(Seat::South, Contract::Two, &format!("{FOUR} south:engineer:J17"));
        assert!(position.destinations("J17".parse().unwrap()).is_empty(), "RULES 8.3");
        assert!(!position.movers(Seat::South).contains("J17".parse().unwrap()), "RULES 10.1");
    }

    #[test]
    fn a_fallen_flag_takes_its_owners_army_along() {
        let mut position = position(Seat::South, Contract::Two, &format!("{FOUR} south:captain:H16"));
        let report = position.play(step("H16-H17"));
        assert_eq!(report.outcome, Outcome::FlagFell);
        assert_eq!(report.falls().collect::<Vec<_>>(), [(Seat::North, Fall::FlagFell)]);
        assert_eq!((report.end, position.turn()), (None, Seat::East));
        assert!(position.standing(Seat::North).is_empty(), "RULES 10.1");
        assert_eq!(position.piece("H17".parse().unwrap()).unwrap().seat, Seat::South, "RULES 9.6");
    }

    #[test]
    fn a_bomb_that_takes_the_flag_is_spent() {
        let mut position = position(Seat::South, Contract::Two, &format!("{FOUR} south:bomb:H16"));
        let report = position.play(step("H16-H17"));
        assert_eq!(report.outcome, Outcome::FlagFellToBomb, "RULES 9.6");
        assert_eq!(position.piece("H17".parse().unwrap()), None);
    }

    #[test]
    fn entering_the_enemys_headquarters_with_the_last_mover_is_the_end_of_ones_army() {
        let mut position = position(Seat::South, Contract::One, FOUR);
        position.clear("I7".parse().unwrap());
        position.place("H16".parse().unwrap(), Piece { seat: Seat::South, kind: Kind::Captain });
        // The contract is made before South's own want of movers is looked at.
        let report = position.play(step("H16-H17"));
        assert_eq!(report.end, Some(End::DeclarerMade), "RULES 10.2");
        assert_eq!(report.falls().count(), 1);
    }

    #[test]
    fn when_both_lose_their_last_mover_the_side_that_did_not_move_falls_first() {
        let pieces = "south:flag:H1 south:captain:I7 east:flag:Q8 east:captain:I6 \
                      north:flag:H17 north:captain:H12 west:flag:A10 west:captain:F10";
        let mut one = position(Seat::South, Contract::One, pieces);
        let report = one.play(step("I7-I6"));
        assert_eq!(report.outcome, Outcome::BothRemoved);
        assert_eq!(report.end, Some(End::DeclarerMade), "RULES 10.2");
        let mut two = position(Seat::South, Contract::Two, pieces);
        let report = two.play(step("I7-I6"));
        let falls: Vec<_> = report.falls().collect();
        let expected = [(Seat::East, Fall::NothingCanMove), (Seat::South, Fall::NothingCanMove)];
        assert_eq!((falls.as_slice(), report.end), (&expected[..], Some(End::DeclarerFailed)));
    }

    #[test]
    fn who_has_no_legal_move_on_their_turn_is_eliminated() {
        // East's only mover is shut in by its own immobile pieces.
        let pieces = "south:flag:H1 south:major:I7 east:flag:Q8 east:captain:Q7 east:mine:P7 \
                      north:flag:H17 north:captain:H12 west:flag:A10 west:captain:F10";
        let mut position = position(Seat::South, Contract::Two, pieces);
        let report = position.play(step("I7-I9"));
        assert_eq!(report.falls().collect::<Vec<_>>(), [(Seat::East, Fall::NoLegalMove)], "RULES 10.2");
        assert_eq!(position.turn(), Seat::North);
    }

    #[test]
    fn the_five_hundredth_ply_draws_unless_it_decides() {
        let mut drawn = position(Seat::South, Contract::Two, FOUR);
        drawn.plies = PLY_LIMIT - 1;
        let report = drawn.play(step("I7-I9"));
        assert_eq!((report.end, drawn.turn()), (Some(End::DrawByLength), Seat::South), "RULES 10.4");
        let mut made = position(Seat::South, Contract::One, &format!("{FOUR} south:captain:H16"));
        made.plies = PLY_LIMIT - 1;
        assert_eq!(made.play(step("H16-H17")).end, Some(End::DeclarerMade), "RULES 10.4");
    }
}
