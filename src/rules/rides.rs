//! Straight rides as a position lists them (RULES 7.5, 8.2): what stands on each run is one small
//! number, and the moves of a ride lie ready in a row, so that a list takes them all at once.
//!
//! [`Board::destinations`] answers the same for one piece and any sets of points.

use std::sync::LazyLock;

use super::{Board, Move, Point, Side};

/// Room for the eighteen runs and one on which nothing ever stands; three registers of eight runs each.
const ROOM: usize = 24;

/// The run on which nothing ever stands.
const NO_RUN: u8 = 18;

/// A point lies on three runs at most: a row, a column and a curve cross at the corners.
const RUNS_MAX: usize = 3;

/// So many moves are copied at once, whether or not all of them are wanted: no run has more.
const ROW: usize = 16;

/// Where a row of moves can begin at most: before the last of a run's thirteen points.
const ROW_BEGIN: usize = 12;

/// The places of a run, a bit each: the first of its points is bit 1. Bit 0 and the bit after the
/// last stand for the run's ends.
type Places = u16;

/// Where either side stands on the runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Held([[Places; ROOM]; 2]);

/// What ends rides of one side's pieces: for rides to higher places of a run and for those to lower
/// ones, the places that are not reached any more.
pub(super) struct Stops {
    rising: [Places; ROOM],
    falling: [Places; ROOM],
}

/// A point's place on a run; none on [`NO_RUN`].
#[derive(Clone, Copy)]
struct Place {
    run: u8,
    bit: Places,
}

/// The rides from a point along one run. A curve has only those round it: the others are those of its sides' runs.
struct Track {
    run: u8,
    below: Places,
    above: Places,
    /// Reached at last, and no end of the ride: below what lies below, above what lies above.
    floor: Places,
    limit: Places,
    /// How far the one is from the other where nothing is reached.
    gap: u8,
    /// The moves to each place, in order: that of the place after the floor first.
    moves: [Move; ROW_BEGIN + ROW],
}

/// What is known of the runs before anything stands there.
struct Tracks {
    /// `[point]`
    places: Vec<[Place; RUNS_MAX]>,
    /// `[point]`: where its tracks begin among all, and where they end.
    of_point: Vec<(u16, u16)>,
    tracks: Vec<Track>,
}

static TRACKS: LazyLock<Tracks> = LazyLock::new(Tracks::derive);

impl Held {
    /// Nothing stands anywhere.
    pub(super) const NOTHING: Self = Self([[0; ROOM]; 2]);

    /// A piece of that side comes to the point, or goes from it.
    #[inline]
    pub(super) fn toggle(&mut self, side: Side, point: Point) {
        let held = &mut self.0[side as usize];
        for Place { run, bit } in TRACKS.places[point.index()] {
            held[usize::from(run)] ^= bit;
        }
    }

    /// What ends the rides of that side's pieces: their own stand in their way, an enemy's place is
    /// the last that is reached.
    #[inline]
    pub(super) fn stops(&self, side: Side) -> Stops {
        let (own, enemies) = (&self.0[side as usize], &self.0[side.other() as usize]);
        let mut stops = Stops { rising: [0; ROOM], falling: [0; ROOM] };
        for run in 0..ROOM {
            stops.rising[run] = own[run] | enemies[run] << 1;
            stops.falling[run] = own[run] | enemies[run] >> 1;
        }
        stops
    }
}

impl Stops {
    /// Appends the straight rides from the point.
    #[inline]
    pub(super) fn list_rides(&self, from: Point, list: &mut Vec<Move>) {
        let tracks = &*TRACKS;
        let (begin, end) = tracks.of_point[from.index()];
        for track in &tracks.tracks[usize::from(begin)..usize::from(end)] {
            let (first, count) = track.reach(self);
            // All of a row's room is copied and what is not reached cut off again: that costs less than a
            // copy of as many as there are.
            let listed = list.len();
            list.extend_from_slice(&track.moves[first..first + ROW]);
            list.truncate(listed + count);
        }
    }
}

impl Track {
    /// Which of the moves can be made: the first, and how many.
    #[inline]
    fn reach(&self, stops: &Stops) -> (usize, usize) {
        let falling = stops.falling[usize::from(self.run)] & self.below | self.floor;
        let rising = stops.rising[usize::from(self.run)] & self.above | self.limit;
        let first = (u32::from(falling) | 1).ilog2();
        let last = (u32::from(rising) | 1 << 16).trailing_zeros();
        (first as usize, last.saturating_sub(first + u32::from(self.gap)) as usize)
    }
}

impl Tracks {
    fn derive() -> Self {
        let nowhere = Place { run: NO_RUN, bit: 0 };
        let mut places = vec![[nowhere; RUNS_MAX]; Point::COUNT];
        let mut of_point = Vec::with_capacity(Point::COUNT);
        let mut tracks = Vec::new();
        for from in Point::all() {
            let begin = tracks.len() as u16;
            let on_runs = (0..).zip(Board::get().runs()).filter_map(|(run, points)| {
                let at = points.iter().position(|point| *point == from)?;
                Some((run, points.as_slice(), at))
            });
            for (free, (run, points, at)) in places[from.index()].iter_mut().zip(on_runs) {
                *free = Place { run, bit: 2 << at };
                tracks.push(Track::of(run, points, at));
            }
            of_point.push((begin, tracks.len() as u16));
        }
        Self { places, of_point, tracks }
    }
}

impl Track {
    fn of(run: u8, points: &[Point], at: usize) -> Self {
        let from = points[at];
        let (below, above) = ((2 << at) - 1, !((4 << at) - 1));
        let (floor, limit) = (1, 2 << points.len());
        let mut track = Self {
            run,
            below,
            above,
            floor,
            limit,
            gap: 1,
            moves: [Move { from, to: from }; ROW_BEGIN + ROW],
        };
        // The curve itself lies between the only two neighbours that share neither row nor column.
        let is_curve =
            |pair: &[Point]| pair[0].column() != pair[1].column() && pair[0].row() != pair[1].row();
        let ends: Vec<Point> = match points.windows(2).position(is_curve) {
            Some(corner) if at <= corner => {
                (track.below, track.floor) = (0, 2 << corner);
                points.to_vec()
            }
            Some(corner) => {
                (track.above, track.limit) = (0, 4 << corner);
                points.to_vec()
            }
            None => {
                track.gap = 2;
                points.iter().copied().filter(|point| *point != from).collect()
            }
        };
        for (step, to) in track.moves.iter_mut().zip(ends) {
            step.to = to;
        }
        track
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Points;

    /// Straight rides found point by point: along each run both ways, until something stands in the way.
    fn walked(from: Point, own: Points, enemies: Points) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut walk = |way: &mut dyn Iterator<Item = &Point>| {
            for to in way {
                if own.contains(*to) {
                    break;
                }
                moves.push(Move { from, to: *to });
                if enemies.contains(*to) {
                    break;
                }
            }
        };
        for run in Board::get().runs() {
            if let Some(at) = run.iter().position(|point| *point == from) {
                walk(&mut run[..at].iter().rev());
                walk(&mut run[at + 1..].iter());
            }
        }
        // A side's run and the curve's share their beginning.
        moves.sort();
        moves.dedup();
        moves
    }

    /// About one point in so many, others for each number.
    fn some(number: usize, rarity: usize) -> Points {
        let mixed = |point: &Point| ((point.index() * 2_654_435_761 + number * 40_503) >> 7) % rarity == 0;
        Point::all().filter(mixed).collect()
    }

    #[test]
    fn rides_are_those_found_point_by_point() {
        for number in 0..600 {
            let rarity = 2 + number % 9;
            let own = some(number, rarity);
            let enemies = some(number + 1_000, rarity).minus(own);
            for side in [Side::Declarer, Side::Defenders] {
                let mut held = Held::NOTHING;
                own.iter().for_each(|point| held.toggle(side, point));
                enemies.iter().for_each(|point| held.toggle(side.other(), point));
                for from in own {
                    let mut listed = Vec::new();
                    held.stops(side).list_rides(from, &mut listed);
                    listed.sort();
                    assert_eq!(listed, walked(from, own, enemies), "{from}, own {own:?}, enemies {enemies:?}");
                }
            }
        }
    }

    #[test]
    fn what_came_and_went_leaves_nothing_behind() {
        let mut held = Held::NOTHING;
        for point in Point::all() {
            held.toggle(Side::Declarer, point);
        }
        assert!(held != Held::NOTHING);
        for point in Point::all() {
            held.toggle(Side::Declarer, point);
        }
        assert!(held == Held::NOTHING);
    }
}
