//! What each point offers to a piece on it, laid out as lists of moves are made.

use std::sync::LazyLock;

use super::runs::{Held, Place, RUNS_MAX, Stops, Track};
use super::{Board, Move, MoveList, Point, Points, Side};

/// Roads of one fan.
const ROADS: usize = 4;

/// Up to four roads from a point. A list takes the moves along those that are open as one row.
struct Fan {
    /// Where they lead, counted from the spot's base.
    roads: u64,
    /// Brings the roads' bits together at the top, so that no two of their sixteen cases look alike.
    gather: u64,
    /// `[case]`: the moves along the open roads.
    moves: [[Move; ROADS]; 1 << ROADS],
    /// `[case]`: how many there are.
    counts: [u8; 1 << ROADS],
}

/// What a point offers.
struct Spot {
    /// The lowest of the neighbours' numbers. All of them are less than 64 above it.
    base: u8,
    /// Its roads. Only camps have more than four.
    fans: [Fan; 2],
    places: [Place; RUNS_MAX],
    /// Where its tracks begin among all.
    tracks: u16,
    /// Whether it has a third one: where a row, a column and a curve cross.
    is_corner: bool,
}

/// What the points offer. There is only one: [`Spots::get`].
pub(super) struct Spots {
    /// `[point]`
    spots: Vec<Spot>,
    /// Two or three for each point of the railway in turn. Those that a point has not offer nothing.
    tracks: Vec<Track>,
}

static SPOTS: LazyLock<Spots> = LazyLock::new(Spots::derive);

impl Spots {
    /// What the points offer.
    #[inline]
    pub(super) fn get() -> &'static Self {
        &SPOTS
    }

    /// A piece of that side comes to the point, or goes from it.
    #[inline]
    pub(super) fn toggle(&self, held: &mut Held, side: Side, point: Point) {
        held.toggle(side, self.spots[point.index()].places);
    }

    /// Appends the moves along roads from a point on the railway, which has at most four.
    #[inline]
    pub(super) fn list_few_roads(&self, from: Point, ends: Points, list: &mut MoveList) {
        let spot = &self.spots[from.index()];
        spot.fans[0].list(ends.window(spot.base), list);
    }

    /// Appends the moves along roads from any point.
    #[inline]
    pub(super) fn list_roads(&self, from: Point, ends: Points, list: &mut MoveList) {
        let spot = &self.spots[from.index()];
        let near = ends.window(spot.base);
        spot.fans[0].list(near, list);
        spot.fans[1].list(near, list);
    }

    /// Appends the straight rides from a point on the railway.
    #[inline]
    pub(super) fn list_rides(&self, from: Point, stops: &Stops, list: &mut MoveList) {
        let spot = &self.spots[from.index()];
        let Some([first, second, third]) = self.tracks[usize::from(spot.tracks)..].first_chunk() else {
            return;
        };
        first.list(stops, list);
        second.list(stops, list);
        if spot.is_corner {
            third.list(stops, list);
        }
    }

    fn derive() -> Self {
        let mut tracks = Vec::new();
        let spots = Point::all().map(|from| Spot::of(from, &mut tracks)).collect();
        // Whoever's tracks are the last, there are three from where they begin.
        tracks.extend([Track::nowhere(), Track::nowhere(), Track::nowhere()]);
        Self { spots, tracks }
    }
}

impl Spot {
    fn of(from: Point, tracks: &mut Vec<Track>) -> Self {
        let neighbours = Board::get().neighbours(from);
        let base = neighbours.iter().next().unwrap_or(Point::FIRST);
        let roads: Vec<Point> = Board::get().roads(from).iter().collect();
        let (some, others) = roads.split_at(roads.len().min(ROADS));
        let begin = tracks.len() as u16;
        let mut places = [Place::NOWHERE; RUNS_MAX];
        let found = Track::all_from(from);
        let is_corner = found.len() > 2;
        for (place, (found, track)) in places.iter_mut().zip(found) {
            *place = found;
            tracks.push(track);
        }
        if places[0].is_somewhere() && !places[1].is_somewhere() {
            tracks.push(Track::nowhere());
        }
        let fans = [some, others].map(|ends| Fan::of(from, base, ends));
        Self { base: base.index() as u8, fans, places, tracks: begin, is_corner }
    }
}

impl Fan {
    fn of(from: Point, base: Point, ends: &[Point]) -> Self {
        let bits: Vec<usize> = ends.iter().map(|to| to.index() - base.index()).collect();
        let near = |case: usize| -> u64 {
            let open = bits.iter().enumerate().filter(|(road, _)| case >> road & 1 == 1);
            open.map(|(_, bit)| 1 << bit).sum()
        };
        let mut fan = Self {
            roads: bits.iter().map(|bit| 1_u64 << bit).sum(),
            gather: 0,
            moves: [[Move { from, to: from }; ROADS]; 1 << ROADS],
            counts: [0; 1 << ROADS],
        };
        let cases = 0..1_usize << ends.len();
        // Each road's bit is brought to one of the four at the top; bits that get in each other's way
        // there are brought to others.
        let tells_apart = |fan: &Fan| {
            let mut seen = [false; 1 << ROADS];
            cases.clone().all(|case| !std::mem::replace(&mut seen[fan.case(near(case))], true))
        };
        let mut tops = (0..1 << (2 * ROADS)).map(|tops| [0, 2, 4, 6].map(|road| 60 + (tops >> road & 3)));
        let found = tops.any(|tops| {
            fan.gather =
                bits.iter().zip(tops).fold(0, |sum: u64, (bit, top)| sum.wrapping_add(1 << (top - bit)));
            tells_apart(&fan)
        });
        assert!(found, "every point's roads can be told apart");
        for case in cases {
            let open = ends.iter().enumerate().filter(|(road, _)| case >> road & 1 == 1);
            let at = fan.case(near(case));
            for (step, (_, to)) in fan.moves[at].iter_mut().zip(open) {
                step.to = *to;
                fan.counts[at] += 1;
            }
        }
        fan
    }

    /// Which of the roads are open.
    #[inline]
    const fn case(&self, near: u64) -> usize {
        ((near & self.roads).wrapping_mul(self.gather) >> 60) as usize
    }

    /// Appends the moves along the open roads.
    #[inline]
    fn list(&self, near: u64, list: &mut MoveList) {
        let case = self.case(near);
        list.append(self.moves[case], usize::from(self.counts[case]));
    }
}
