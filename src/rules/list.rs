//! A list of moves that needs no allocation.

use std::ops::Deref;

use super::{Move, Point};

/// No list is as long, whatever stands where (RULES 7.3, 7.4): of k pieces on the railway's 73 points each
/// reaches at most the other 73 - k and goes along four roads, which makes 1,482 moves at the most; from
/// the twenty camps eight roads lead and from the 36 other points four, 304 in all. A power of two, so
/// that a place in the list is found without asking whether there is one.
const MOVES_MAX: usize = 2_048;

/// So many moves are copied at once at the most.
pub(super) const ROW: usize = 16;

/// The moves of one seat, as [`super::Position::list_moves`] lists them. Four kilobytes: make one and use it
/// again where many lists are made.
#[derive(Clone, Debug)]
pub struct MoveList {
    moves: [Move; MOVES_MAX + ROW],
    len: usize,
}

impl MoveList {
    /// No moves.
    pub const fn new() -> Self {
        let nowhere = Move { from: Point::FIRST, to: Point::FIRST };
        Self { moves: [nowhere; MOVES_MAX + ROW], len: 0 }
    }

    /// Takes all moves out.
    #[inline]
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends a move.
    #[inline]
    pub(super) fn push(&mut self, step: Move) {
        self.append([step], 1);
    }

    /// Appends so many of the moves. All of them are copied, and what is not wanted is written over by
    /// the next: that costs less than a copy of as many as there are.
    #[inline]
    pub(super) fn append<const N: usize>(&mut self, moves: [Move; N], count: usize) {
        const { assert!(N <= ROW, "there is room for one row behind the last move") };
        let at = self.len % MOVES_MAX;
        self.moves[at..at + N].copy_from_slice(&moves);
        self.len += count;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(MOVES_MAX)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::position::Piece;
    use crate::rules::{Board, Chance, Contract, Kind, Points, Position, Seat, Seed};

    /// Every move of the seat, found for each piece by itself and point by point.
    fn walked(position: &Position, seat: Seat) -> Vec<Move> {
        let board = Board::get();
        let (open, targets) = (position.open(), position.targets(seat));
        let mut moves = Vec::new();
        for from in position.movers(seat) {
            let Some(piece) = position.piece(from) else { continue };
            let mut ends: Points = board.roads(from).and(open.or(targets));
            if piece.kind.turns() {
                let mut ahead: Vec<Point> = board.railways(from).iter().collect();
                while let Some(to) = ahead.pop() {
                    let is_new = to != from && !ends.contains(to);
                    if is_new && open.or(targets).contains(to) {
                        ends.insert(to);
                        ahead.extend(board.railways(to).iter().filter(|_| open.contains(to)));
                    }
                }
            }
            for run in board.runs() {
                let Some(at) = run.iter().position(|point| *point == from) else { continue };
                let (before, after) = (run[..at].iter().rev(), run[at + 1..].iter());
                for way in [before.collect::<Vec<_>>(), after.collect()] {
                    for to in way {
                        if open.or(targets).contains(*to) {
                            ends.insert(*to);
                        }
                        if !open.contains(*to) {
                            break;
                        }
                    }
                }
            }
            moves.extend(ends.iter().map(|to| Move { from, to }));
        }
        moves
    }

    /// All lists of moves of every seat against the slow one.
    fn compare_lists(position: &Position) {
        let mut list = MoveList::new();
        for seat in Seat::ALL {
            let moves = position.moves(seat);
            assert_eq!(moves, walked(position, seat), "RULES 8: {seat:?}");
            position.list_moves(seat, &mut list);
            assert_eq!(list.len(), moves.len(), "no move twice, and none of another list's");
            assert_eq!(position.count_moves(seat), moves.len());
            assert_eq!(position.has_move(seat), !moves.is_empty());
            assert!(moves.iter().all(|step| position.is_legal(seat, *step)));
        }
    }

    /// So many pieces of any kind in any place.
    fn scattered(chance: &mut Chance, pieces: usize) -> Position {
        let declarer = Seat::from_index(chance.below(4) as usize);
        let mut position = Position::empty(declarer, Contract::Three);
        for _ in 0..pieces {
            let seat = Seat::from_index(chance.below(4) as usize);
            let kind = Kind::ALL[chance.below(Kind::COUNT as u32) as usize];
            let point = Point::from_index(chance.below(Point::COUNT as u32) as usize).unwrap();
            position.place(point, Piece { seat, kind });
        }
        position
    }

    #[test]
    fn the_lists_of_moves_hold_what_is_found_point_by_point() {
        let mut chance = Chance::new(&Seed([5; 32]));
        for round in 0..400 {
            let mut position = scattered(&mut chance, 4 + round % 120);
            compare_lists(&position);
            // Then as it changes: pieces that go, come and fall leave nothing behind.
            for _ in 0..12 {
                let moves = position.moves(position.turn());
                if moves.is_empty() {
                    break;
                }
                let report = position.play(moves[chance.below(moves.len() as u32) as usize]);
                compare_lists(&position);
                if report.end.is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn no_more_moves_than_a_list_holds_are_possible() {
        // A seat alone, with more and more engineers on the railway and a captain in each camp.
        let mut longest = 0;
        let mut chance = Chance::new(&Seed([6; 32]));
        let railway: Vec<Point> = Board::get().railway_points().iter().collect();
        for engineers in 0..=railway.len() {
            let mut position = Position::empty(Seat::South, Contract::Three);
            let mut points = railway.clone();
            chance.shuffle(&mut points);
            for point in &points[..engineers] {
                position.place(*point, Piece { seat: Seat::South, kind: Kind::Engineer });
            }
            for point in Board::get().camps() {
                position.place(point, Piece { seat: Seat::South, kind: Kind::Captain });
            }
            compare_lists(&position);
            longest = longest.max(position.moves(Seat::South).len());
        }
        assert!((700..MOVES_MAX).contains(&longest), "{longest}");
    }
}
