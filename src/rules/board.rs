//! The board's graph: kinds of point, roads, railways, runs and riding (RULES 7, 8.2).
//!
//! Everything is derived from the few lines that RULES 7 draws in South's arm and the centre;
//! nothing is typed in edge by edge.

use std::sync::LazyLock;

use super::{Point, Points, Seat};

/// What stands at a point (RULES 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// An ordinary station.
    Station,
    /// A camp: a piece in it cannot be attacked (RULES 8.4).
    Camp,
    /// A headquarters: a piece in it never leaves (RULES 8.3).
    Headquarters,
}

/// How a piece rides along the railway (RULES 8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Riding {
    /// Along one run.
    Straight,
    /// Along any path: engineers and missiles.
    Turning,
}

/// Points of the railway, one bit each: all their numbers are below 128.
type RailSet = u128;

/// The points along one run in one direction from a point. Along a line their numbers only rise, or
/// only fall, so that the first thing in the way is the lowest, or the highest, bit.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    set: RailSet,
    rises: bool,
}

/// More lines than these do not rise, or fall, from one point: a row and a column cross.
const LINES_MAX: usize = 2;

/// Where runs lead from one point. Lines that are missing are empty.
#[derive(Clone, Copy, Debug, Default)]
struct Rays {
    rising: [RailSet; LINES_MAX],
    falling: [RailSet; LINES_MAX],
    /// The way round a curve: as far as numbers keep their direction, and the rest of it.
    curve: Option<[Stretch; 2]>,
}

/// The board's graph. There is only one: [`Board::get`].
#[derive(Debug)]
pub struct Board {
    terrain: Vec<Terrain>,
    camps: Points,
    headquarters: Points,
    railway_points: Points,
    roads: Vec<Points>,
    railways: Vec<Points>,
    neighbours: Vec<Points>,
    runs: Vec<Vec<Point>>,
    rays: Vec<Rays>,
    /// `[point]`: where a piece that rides straight could go were nothing in its way.
    spans: Vec<Points>,
    /// `[point]`: the same rays as lists, nearest first.
    ways: Vec<Vec<Vec<Point>>>,
}

static BOARD: LazyLock<Board> = LazyLock::new(Board::derive);

/// South's camps and headquarters as column and row from 0 (RULES 7.2).
const SOUTH_CAMPS: [(u8, u8); 5] = [(7, 2), (9, 2), (8, 3), (7, 4), (9, 4)];
const SOUTH_HEADQUARTERS: [(u8, u8); 2] = [(7, 0), (9, 0)];

/// The four directions along the grid.
const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl Board {
    /// The board.
    #[inline]
    pub fn get() -> &'static Self {
        &BOARD
    }

    /// What stands at the point.
    pub fn terrain(&self, point: Point) -> Terrain {
        self.terrain[point.index()]
    }

    /// The twenty camps.
    #[inline]
    pub fn camps(&self) -> Points {
        self.camps
    }

    /// The eight headquarters.
    #[inline]
    pub fn headquarters(&self) -> Points {
        self.headquarters
    }

    /// The points on the railway.
    pub fn railway_points(&self) -> Points {
        self.railway_points
    }

    /// Where a road leads from the point (RULES 7.4).
    #[inline]
    pub fn roads(&self, point: Point) -> Points {
        self.roads[point.index()]
    }

    /// The next points along the railway (RULES 7.3).
    #[inline]
    pub fn railways(&self, point: Point) -> Points {
        self.railways[point.index()]
    }

    /// The next points along road or railway.
    #[inline]
    pub(super) fn neighbours(&self, point: Point) -> Points {
        self.neighbours[point.index()]
    }

    /// The eighteen runs, each in order from one end to the other (RULES 7.5).
    pub fn runs(&self) -> &[Vec<Point>] {
        &self.runs
    }

    /// Where a piece can go from a point: `open` are the empty points, `targets` the enemies it
    /// may attack; both end a way, only open points let it pass (RULES 8.2, 8.4). Headquarters
    /// hold what stands in them (RULES 8.3).
    pub fn destinations(&self, from: Point, riding: Riding, open: Points, targets: Points) -> Points {
        if self.headquarters.contains(from) {
            return Points::NONE;
        }
        self.reach(from, riding, open, open.or(targets))
    }

    /// Where a piece that is in no headquarters can go, among these ends.
    #[inline]
    pub(super) fn reach(&self, from: Point, riding: Riding, open: Points, ends: Points) -> Points {
        let by_road = self.roads[from.index()].and(ends);
        if !self.railway_points.contains(from) {
            return by_road;
        }
        let by_rail = match riding {
            Riding::Straight => self.ride_straight(from, open).and(ends),
            Riding::Turning => self.ride_turning(from, open, ends),
        };
        by_road.or(by_rail)
    }

    /// Those of [`Board::destinations`] that are targets.
    #[inline]
    pub fn captures(&self, from: Point, riding: Riding, open: Points, targets: Points) -> Points {
        if self.headquarters.contains(from) {
            return Points::NONE;
        }
        match riding {
            // Most pieces have nothing to attack in any direction.
            Riding::Straight if self.spans[from.index()].and(targets).is_empty() => Points::NONE,
            Riding::Straight => self.reach(from, riding, open, targets),
            Riding::Turning if self.neighbours(from).and(open.or(targets)).is_empty() => Points::NONE,
            Riding::Turning => self.reach(from, riding, open, open.or(targets)).and(targets),
        }
    }

    /// Whether the piece has anywhere to go: a longer ride is only possible where its first step
    /// is, so the neighbours tell.
    #[inline]
    pub fn has_destination(&self, from: Point, ends: Points) -> bool {
        !self.headquarters.contains(from) && !self.neighbours(from).and(ends).is_empty()
    }

    /// The open points along each ray, and the first on each that is not open.
    #[inline]
    fn ride_straight(&self, from: Point, open: Points) -> Points {
        let rays = &self.rays[from.index()];
        let shut = !open.low();
        let mut reached = 0;
        for line in rays.rising {
            reached |= line & up_to_lowest(line & shut);
        }
        for line in rays.falling {
            reached |= line & down_to_highest(line & shut);
        }
        if let Some([first, second]) = rays.curve {
            reached |= first.until(shut);
            if first.set & shut == 0 {
                reached |= second.until(shut);
            }
        }
        Points::of_low(reached)
    }

    pub(super) fn ride_turning(&self, from: Point, open: Points, ends: Points) -> Points {
        let mut reached = Points::NONE;
        let mut passed = Points::NONE;
        passed.insert(from);
        let mut frontier = passed;
        while let Some(point) = frontier.pop() {
            let next = self.railways[point.index()].and(ends).minus(passed);
            reached = reached.or(next);
            let onward = next.and(open);
            passed = passed.or(onward);
            frontier = frontier.or(onward);
        }
        reached.remove(from);
        reached
    }

    /// The points a piece passed from one point to another, both included, as anybody at the
    /// table can tell it from where pieces stood: straight along a run where that was open, else
    /// the shortest way round. `open` are the points that were empty before the move.
    ///
    /// The way depends on nothing hidden. Without any open way the two ends are returned.
    pub fn path(&self, from: Point, to: Point, open: Points) -> Vec<Point> {
        if self.roads(from).contains(to) || self.railways(from).contains(to) {
            return vec![from, to];
        }
        let straight = self.ways[from.index()].iter().find_map(|way| {
            let end = way.iter().position(|point| *point == to)?;
            way[..end].iter().all(|point| open.contains(*point)).then(|| &way[..=end])
        });
        match straight {
            Some(way) => std::iter::once(from).chain(way.iter().copied()).collect(),
            None => self.shortest_ride(from, to, open).unwrap_or_else(|| vec![from, to]),
        }
    }

    fn shortest_ride(&self, from: Point, to: Point, open: Points) -> Option<Vec<Point>> {
        let mut came_from: Vec<Option<Point>> = vec![None; Point::COUNT];
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(point) = queue.pop_front() {
            if point == to {
                let back =
                    std::iter::successors(
                        Some(to),
                        |at| {
                            if *at == from { None } else { came_from[at.index()] }
                        },
                    );
                let mut way: Vec<Point> = back.collect();
                way.reverse();
                return Some(way);
            }
            for next in self.railways(point) {
                let passable = next == to || open.contains(next);
                if passable && next != from && came_from[next.index()].is_none() {
                    came_from[next.index()] = Some(point);
                    queue.push_back(next);
                }
            }
        }
        None
    }

    fn derive() -> Self {
        let in_every_arm = |points: &[(u8, u8)]| -> Points {
            let south = points.iter().filter_map(|&(column, row)| Point::at(column, row));
            let all = south.flat_map(|point| Seat::ALL.map(|seat| point.from_south(seat)));
            all.collect()
        };
        let camps = in_every_arm(&SOUTH_CAMPS);
        let headquarters = in_every_arm(&SOUTH_HEADQUARTERS);
        let terrain = Point::all().map(|point| {
            if camps.contains(point) {
                Terrain::Camp
            } else if headquarters.contains(point) {
                Terrain::Headquarters
            } else {
                Terrain::Station
            }
        });
        let terrain = terrain.collect();

        let mut railways = vec![Points::NONE; Point::COUNT];
        let join = |edges: &mut Vec<Points>, a: Point, b: Point| {
            edges[a.index()].insert(b);
            edges[b.index()].insert(a);
        };
        for (a, b) in straight_railway_edges().into_iter().chain(curves()) {
            join(&mut railways, a, b);
        }
        let mut roads = vec![Points::NONE; Point::COUNT];
        for point in Point::all() {
            let beside = ORTHOGONAL.iter().filter_map(|&(columns, rows)| point.step(columns, rows));
            for next in beside.filter(|next| arm_of(*next) == arm_of(point) && arm_of(point).is_some()) {
                if !railways[point.index()].contains(next) {
                    join(&mut roads, point, next);
                }
            }
            if camps.contains(point) {
                for next in DIAGONAL.iter().filter_map(|&(columns, rows)| point.step(columns, rows)) {
                    join(&mut roads, point, next);
                }
            }
        }
        let runs = derive_runs(&railways);
        let ways: Vec<_> = Point::all().map(|point| ways_from(point, &runs)).collect();
        let rays = Point::all().zip(&ways).map(|(from, ways)| Rays::of(from, ways)).collect();
        let along = |ways: &Vec<Vec<Point>>| ways.iter().flatten().copied().collect::<Points>();
        let spans = ways.iter().zip(&roads).map(|(ways, road)| along(ways).or(*road)).collect();
        let neighbours = roads.iter().zip(&railways).map(|(road, rail)| road.or(*rail)).collect();
        let on_railway = |point: &Point| !railways[point.index()].is_empty();
        let railway_points = Point::all().filter(on_railway).collect();
        Self {
            terrain,
            camps,
            headquarters,
            railway_points,
            roads,
            railways,
            neighbours,
            runs,
            rays,
            spans,
            ways,
        }
    }
}

/// All bits up to the lowest, itself included; all of them where there is none.
#[inline]
const fn up_to_lowest(bits: RailSet) -> RailSet {
    bits ^ bits.wrapping_sub(1)
}

/// All bits down to the highest, itself included; all of them where there is none. Bit 0 is no point of
/// the railway.
#[inline]
const fn down_to_highest(bits: RailSet) -> RailSet {
    RailSet::MAX << (bits | 1).ilog2()
}

impl Stretch {
    fn of(points: &[Point], rises: bool) -> Self {
        Self { set: points.iter().copied().collect::<Points>().low(), rises }
    }

    /// The points as far as the first that is shut, itself included.
    #[inline]
    const fn until(self, shut: RailSet) -> RailSet {
        let blockers = self.set & shut;
        self.set & if self.rises { up_to_lowest(blockers) } else { down_to_highest(blockers) }
    }
}

impl Rays {
    fn of(from: Point, ways: &[Vec<Point>]) -> Self {
        let mut all = Self::default();
        for way in ways {
            let points = || std::iter::once(from).chain(way.iter().copied());
            let mut directions = points().zip(way).map(|(point, next)| point < *next);
            let rises = directions.clone().next().unwrap_or(true);
            match directions.position(|direction| direction != rises) {
                Some(turn) => {
                    let (first, second) = way.split_at(turn);
                    all.curve = Some([Stretch::of(first, rises), Stretch::of(second, !rises)]);
                }
                None => all.add_line(Stretch::of(way, rises)),
            }
        }
        all
    }

    fn add_line(&mut self, line: Stretch) {
        let lines = if line.rises { &mut self.rising } else { &mut self.falling };
        let free = lines.iter_mut().find(|free| **free == 0);
        *free.expect("a row and a column cross") = line.set;
    }
}

/// The ways along the runs from a point in every direction, nearest first.
fn ways_from(point: Point, runs: &[Vec<Point>]) -> Vec<Vec<Point>> {
    let mut ways: Vec<Vec<Point>> = Vec::new();
    let mut add = |way: Vec<Point>| {
        // A run and the curve that leaves it share their beginning: the same way twice, or a mere
        // part of another, adds nothing.
        let known = ways.iter().any(|known| known.starts_with(&way));
        if !way.is_empty() && !known {
            ways.push(way);
        }
    };
    for run in runs {
        if let Some(place) = run.iter().position(|on_run| *on_run == point) {
            add(run[place + 1..].to_vec());
            add(run[..place].iter().rev().copied().collect());
        }
    }
    ways
}

/// The seat in whose arm a point lies; none for the nine points of the centre.
pub fn arm_of(point: Point) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| point.to_south(*seat).row() < 6)
}

/// The nine points of the centre (RULES 7.1).
pub fn centre() -> Points {
    Point::all().filter(|point| arm_of(*point).is_none()).collect()
}

/// The thirty points of a seat's arm.
pub fn arm(seat: Seat) -> Points {
    Point::all().filter(|point| arm_of(*point) == Some(seat)).collect()
}

/// Railway edges that keep to a row or a column (RULES 7.3).
fn straight_railway_edges() -> Vec<(Point, Point)> {
    let mut edges = Vec::new();
    for point in Point::all() {
        for (columns, rows) in [(1, 0), (0, 1)] {
            // The centre's points stand two apart.
            let beside = point.step(columns, rows);
            let next = match (beside, arm_of(point)) {
                (None, None) => point.step(2 * columns, 2 * rows),
                _ => beside,
            };
            if let Some(next) = next.filter(|next| is_railway(point, *next)) {
                edges.push((point, next));
            }
        }
    }
    edges
}

/// Whether two neighbouring points are joined by a straight piece of railway.
fn is_railway(a: Point, b: Point) -> bool {
    match (arm_of(a), arm_of(b)) {
        (Some(seat), Some(other)) => {
            let (a, b) = (a.to_south(seat), b.to_south(seat));
            let front_or_second = |row| row == 1 || row == 5;
            let side = |column| column == 6 || column == 10;
            let along_row = a.row() == b.row() && front_or_second(a.row());
            let along_side = a.column() == b.column() && side(a.column());
            seat == other && (along_row || along_side && a.row() >= 1 && b.row() >= 1)
        }
        // Within the centre, and between it and the arms.
        _ => true,
    }
}

/// The four curves between neighbouring arms (RULES 7.3): G6–F7 and its like.
fn curves() -> Vec<(Point, Point)> {
    let corner = Point::at(6, 5).zip(Point::at(5, 6));
    corner
        .into_iter()
        .flat_map(|(a, b)| Seat::ALL.map(|seat| (a.from_south(seat), b.from_south(seat))))
        .collect()
}

/// The direction of the grid from one point to another in the same row or column.
fn direction(from: Point, to: Point) -> (i8, i8) {
    let difference = |a: u8, b: u8| (b as i8 - a as i8).signum();
    (difference(from.column(), to.column()), difference(from.row(), to.row()))
}

/// Follows the railway from `at` in one direction of the grid, nearest first, `at` left out.
fn follow(railways: &[Points], at: Point, heading: (i8, i8)) -> Vec<Point> {
    let next =
        |point: &Point| railways[point.index()].iter().find(|next| direction(*point, *next) == heading);
    std::iter::successors(next(&at), next).collect()
}

/// The eighteen runs of RULES 7.5: each straight line of railway, and each curve with the two
/// sides it joins.
fn derive_runs(railways: &[Points]) -> Vec<Vec<Point>> {
    let mut runs = Vec::new();
    for point in Point::all() {
        for heading in [(1, 0), (0, 1)] {
            let back = (-heading.0, -heading.1);
            let line = follow(railways, point, heading);
            if !line.is_empty() && follow(railways, point, back).is_empty() {
                runs.push(std::iter::once(point).chain(line).collect());
            }
        }
    }
    for (a, b) in curves() {
        let outwards = |point: Point| {
            let seat = arm_of(point).expect("a curve joins two arms");
            // In South's arm the rear lies downwards; the other arms are South's, turned.
            let rear = Point::at(8, 0).expect("I1 is a point").from_south(seat);
            let front = Point::at(8, 5).expect("I6 is a point").from_south(seat);
            follow(railways, point, direction(front, rear))
        };
        let mut run: Vec<Point> = outwards(a);
        run.reverse();
        run.extend([a, b]);
        run.extend(outwards(b));
        runs.push(run);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn everywhere() -> Points {
        Point::all().collect()
    }

    fn total(edges: impl Fn(Point) -> Points) -> usize {
        Point::all().map(|from| edges(from).len()).sum::<usize>() / 2
    }

    /// Half of the points, others for each number.
    fn half(number: usize) -> Points {
        let mixed = |point: &Point| (point.index() * 2_654_435_761 + number * 40_503) >> 7 & 1 == 1;
        Point::all().filter(mixed).collect()
    }

    #[test]
    fn captures_are_the_destinations_on_targets_and_rides_go_as_far_as_their_ways_are_open() {
        let board = Board::get();
        for number in 0..200 {
            let open = half(number);
            let targets = half(number + 1_000).minus(open);
            for from in Point::all() {
                for riding in [Riding::Straight, Riding::Turning] {
                    let reached = board.destinations(from, riding, open, targets);
                    assert_eq!(board.captures(from, riding, open, targets), reached.and(targets));
                }
                let mut walked = Points::NONE;
                for way in &board.ways[from.index()] {
                    let until =
                        way.iter().position(|point| !open.contains(*point)).map_or(way.len(), |at| at + 1);
                    walked = walked.or(way[..until].iter().copied().collect());
                }
                assert_eq!(board.ride_straight(from, open), walked, "{from} {open:?}");
            }
        }
    }

    #[test]
    fn railway_and_roads_have_their_known_numbers_of_edges() {
        let board = Board::get();
        assert_eq!(total(|from| board.railways(from)), 92, "RULES 7.3");
        assert_eq!(total(|from| board.roads(from)), 196, "RULES 7.4");
    }

    #[test]
    fn camps_and_headquarters_stand_where_the_rules_name_them() {
        let camps = "H3 J3 I4 H5 J5 O8 O10 N9 M8 M10 H15 J15 I14 H13 J13 C8 C10 D9 E8 E10";
        let headquarters = "H1 J1 Q8 Q10 H17 J17 A8 A10";
        let named = |names: &str| names.split(' ').map(point).collect::<Points>();
        assert_eq!(Board::get().camps(), named(camps), "RULES 7.2");
        assert_eq!(Board::get().headquarters(), named(headquarters), "RULES 7.2");
    }

    #[test]
    fn there_are_ten_runs_of_five_four_of_thirteen_and_four_curves_of_ten() {
        let runs = Board::get().runs();
        let of = |len| runs.iter().filter(|run| run.len() == len).count();
        assert_eq!((of(5), of(13), of(10), runs.len()), (10, 4, 4, 18), "RULES 7.5");
        let names: Vec<Vec<String>> =
            runs.iter().map(|run| run.iter().map(Point::to_string).collect()).collect();
        let has = |wanted: &str| {
            let wanted: Vec<String> = wanted.split(' ').map(str::to_owned).collect();
            let backwards: Vec<String> = wanted.iter().rev().cloned().collect();
            names.iter().any(|run| *run == wanted || *run == backwards)
        };
        for run in [
            "F9 G9 I9 K9 L9",
            "I6 I7 I9 I11 I12",
            "G2 G3 G4 G5 G6 G7 G9 G11 G12 G13 G14 G15 G16",
            "G2 G3 G4 G5 G6 F7 E7 D7 C7 B7",
            "G6 H6 I6 J6 K6",
            "G2 H2 I2 J2 K2",
        ] {
            assert!(has(run), "RULES 7.5: {run}");
        }
    }

    #[test]
    fn moves_on_the_empty_board_have_their_known_totals() {
        let board = Board::get();
        let moves = |from: Point, riding| {
            let mut open = everywhere();
            open.remove(from);
            board.destinations(from, riding, open, Points::NONE).len()
        };
        let turning: Vec<usize> = Point::all().map(|from| moves(from, Riding::Turning)).collect();
        assert_eq!(turning.iter().sum::<usize>(), 5_624, "RULES 7.6");
        assert_eq!(turning.iter().max(), Some(&76), "RULES 7.6");
        assert_eq!(turning.iter().filter(|count| **count > 0).count(), 121, "RULES 7.6");
        let straight: usize = Point::all().map(|from| moves(from, Riding::Straight)).sum();
        assert_eq!(straight, 1_392, "RULES 7.6");
    }

    #[test]
    fn a_front_row_leads_no_straight_piece_round_the_curve() {
        let board = Board::get();
        let reach = |from, riding| board.destinations(point(from), riding, everywhere(), Points::NONE);
        assert!(!reach("H6", Riding::Straight).contains(point("F7")), "RULES 7.5");
        assert!(!reach("G7", Riding::Straight).contains(point("E8")), "RULES 7.5");
        assert!(reach("G5", Riding::Straight).contains(point("B7")), "RULES 7.5");
        assert!(reach("H6", Riding::Turning).contains(point("F7")), "RULES 8.2");
    }

    #[test]
    fn a_ride_ends_at_the_first_piece_and_takes_only_enemies() {
        let board = Board::get();
        let mut open = everywhere();
        open.remove(point("G9"));
        let enemy: Points = [point("G9")].into_iter().collect();
        let onto = board.destinations(point("G4"), Riding::Straight, open, enemy);
        assert!(onto.contains(point("G9")) && !onto.contains(point("G11")), "RULES 8.2");
        let short = board.destinations(point("G4"), Riding::Straight, open, Points::NONE);
        assert!(short.contains(point("G7")) && !short.contains(point("G9")), "RULES 8.4");
    }

    #[test]
    fn having_a_destination_is_told_by_the_neighbours_alone() {
        let board = Board::get();
        for from in Point::all() {
            for step in 1..8 {
                let open: Points = Point::all().filter(|to| to.index() % step == 0 && *to != from).collect();
                let all = board.destinations(from, Riding::Turning, open, Points::NONE);
                assert_eq!(board.has_destination(from, open), !all.is_empty(), "{from} {step}");
            }
        }
    }

    #[test]
    fn a_path_keeps_to_the_run_where_it_can_and_goes_round_where_it_must() {
        let board = Board::get();
        let names = |from: &str, to: &str, blocked: &str| {
            let mut open = everywhere();
            blocked.split_whitespace().for_each(|name| open.remove(point(name)));
            let path = board.path(point(from), point(to), open);
            path.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("G5", "D7", ""), "G5 G6 F7 E7 D7");
        assert_eq!(names("H6", "F7", ""), "H6 G6 F7");
        assert_eq!(names("I6", "I12", "I9"), "I6 I7 G7 G9 G11 I11 I12");
        assert_eq!(names("H3", "I4", ""), "H3 I4");
    }
}
