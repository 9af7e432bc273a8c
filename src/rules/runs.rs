//! Straight rides as a position lists them (RULES 7.5, 8.2): what stands on each run is one small
//! number, and the moves of each ride lie ready in a row, so that a list takes them all at once.
//!
//! [`Board::destinations`] answers the same for one piece and any sets of points.

use super::list::ROW;
use super::{Board, Move, MoveList, Point, Side};

/// Room for the eighteen runs and one on which nothing ever stands; three registers of eight runs each.
const ROOM: usize = 24;

/// The run on which nothing ever stands.
const NO_RUN: u8 = 18;

/// More runs than these, a row, a column and a curve, do not cross at a point.
pub(super) const RUNS_MAX: usize = 3;

/// The row of a ride's moves begins here at the latest: before the last of a run's thirteen points.
const ROW_BEGIN: usize = 12;

/// The places of a run, a bit each: the first of its points is bit 1. Bit 0 and the bit after the
/// last stand for the run's ends.
type Places = u16;

/// A point's place on a run.
#[derive(Clone, Copy)]
pub(super) struct Place {
    run: u8,
    bit: Places,
}

/// Where either side stands on the runs: `[side][run]`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Held([[Places; ROOM]; 2]);

/// What ends rides of one side's pieces, `[run]`: the first place that is not reached any more on the
/// way to higher places, and on the way to lower ones.
pub(super) struct Stops {
    rising: [Places; ROOM],
    falling: [Places; ROOM],
}

/// The rides from a point along one run. A curve's are only those round it: the others are also those
/// of the straight runs that it joins.
pub(super) struct Track {
    run: u8,
    /// The places on the way down, and on the way up.
    below: Places,
    above: Places,
    /// The places below and above all that can be reached.
    floor: Places,
    limit: Places,
    /// How far these are apart when nothing is reached.
    gap: u8,
    /// The move to each place in order. Where a ride reaches all from a place on, their moves begin at
    /// the number of the place below.
    moves: [Move; ROW_BEGIN + ROW],
}

impl Place {
    /// On the run where nothing ever stands, and nowhere there.
    pub(super) const NOWHERE: Self = Self { run: NO_RUN, bit: 0 };

    /// Whether it is a place at all.
    pub(super) const fn is_somewhere(self) -> bool {
        self.bit != 0
    }
}

impl Held {
    /// Nothing stands anywhere.
    pub(super) const NOTHING: Self = Self([[0; ROOM]; 2]);

    /// A piece of that side comes to these places, or goes from them.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, places: [Place; RUNS_MAX]) {
        let held = &mut self.0[side as usize];
        for Place { run, bit } in places {
            held[usize::from(run)] ^= bit;
        }
    }

    /// What ends the rides of that side's pieces: they come next to a piece of their own, and onto one
    /// of the enemy's (RULES 8.4).
    #[inline]
    pub(super) fn stops(&self, side: Side) -> Stops {
        let (own, enemies) = (&self.0[side as usize], &self.0[side.other() as usize]);
        let mut stops = Stops { rising: [0; ROOM], falling: [0; ROOM] };
        for run in 0..ROOM {
            stops.rising[run] = own[run] | (enemies[run] << 1);
            stops.falling[run] = own[run] | (enemies[run] >> 1);
        }
        stops
    }
}

impl Track {
    /// No rides.
    pub(super) fn nowhere() -> Self {
        let nowhere = Move { from: Point::FIRST, to: Point::FIRST };
        let moves = [nowhere; ROW_BEGIN + ROW];
        Self { run: NO_RUN, below: 0, above: 0, floor: 1, limit: 2, gap: 1, moves }
    }

    /// The tracks from a point, with its place on each run; at most [`RUNS_MAX`] of them.
    pub(super) fn all_from(from: Point) -> Vec<(Place, Self)> {
        let runs = (0..).zip(Board::get().runs());
        let on_run = |(run, points): (u8, &Vec<Point>)| {
            let at = points.iter().position(|point| *point == from)?;
            Some((Place { run, bit: 2 << at }, Self::of(run, points, at)))
        };
        runs.filter_map(on_run).collect()
    }

    fn of(run: u8, points: &[Point], at: usize) -> Self {
        let from = points[at];
        let (below, above) = ((2 << at) - 1, !((4 << at) - 1));
        let (floor, limit) = (1, 2 << points.len());
        let moves = [Move { from, to: from }; ROW_BEGIN + ROW];
        let mut track = Self { run, below, above, floor, limit, gap: 1, moves };
        // Round the curve itself, neighbours share neither row nor column.
        let is_curve =
            |pair: &[Point]| pair[0].column() != pair[1].column() && pair[0].row() != pair[1].row();
        let mut ends = points.to_vec();
        match points.windows(2).position(is_curve) {
            Some(corner) if at <= corner => (track.below, track.floor) = (0, 2 << corner),
            Some(corner) => (track.above, track.limit) = (0, 4 << corner),
            None => {
                // The piece's own place lies between.
                track.gap = 2;
                ends.remove(at);
            }
        }
        for (step, to) in track.moves.iter_mut().zip(ends) {
            step.to = to;
        }
        track
    }

    /// Appends the rides that these stops leave.
    #[inline]
    pub(super) fn list(&self, stops: &Stops, list: &mut MoveList) {
        let run = usize::from(self.run);
        let falling = u32::from(stops.falling[run] & self.below | self.floor);
        let rising = u32::from(stops.rising[run] & self.above | self.limit);
        // Neither is ever nothing; the bits that are put in say so and are no places.
        let lowest = (falling | 1).ilog2();
        let highest = (rising | (1 << Places::BITS)).trailing_zeros();
        let count = highest.saturating_sub(lowest + u32::from(self.gap));
        if let Some(row) = self.moves.get(lowest as usize..).and_then(<[Move]>::first_chunk::<ROW>) {
            list.append(*row, count as usize);
        }
    }
}
