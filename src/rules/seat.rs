//! The four seats, sides, and total maps over seats.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A seat, named as seen on the public board; in turn order, counter-clockwise (RULES 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Seat {
    /// At the bottom of the public board.
    South,
    /// At its right.
    East,
    /// At its top.
    North,
    /// At its left.
    West,
}

impl Seat {
    /// All four in turn order from South.
    pub const ALL: [Self; 4] = [Self::South, Self::East, Self::North, Self::West];

    /// Its place in turn order from South, 0 to 3; also how many quarter turns counter-clockwise
    /// bring South's arm to it.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat of that place, counted round the table.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index % 4]
    }

    /// The next seat in turn order (RULES 1).
    #[must_use]
    pub const fn next(self) -> Self {
        Self::from_index(self.index() + 1)
    }

    /// All four in turn order from this one.
    pub fn round(self) -> impl Iterator<Item = Self> {
        (0..4).map(move |step| Self::from_index(self.index() + step))
    }

    /// The name that records write: `south`, `east`, `north`, `west`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::East => "east",
            Self::North => "north",
            Self::West => "west",
        }
    }

    /// The seat of that name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.code() == code)
    }
}

/// One of the two sides: the declarer alone, or the three defenders (RULES 8.4, 8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The declarer, alone.
    Declarer,
    /// The three defenders together.
    Defenders,
}

impl Side {
    /// The side of a seat when that declarer plays.
    #[inline]
    pub fn of(seat: Seat, declarer: Seat) -> Self {
        if seat == declarer { Self::Declarer } else { Self::Defenders }
    }

    /// The side against it.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Declarer => Self::Defenders,
            Self::Defenders => Self::Declarer,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySeat<T> {
    /// South's.
    pub south: T,
    /// East's.
    pub east: T,
    /// North's.
    pub north: T,
    /// West's.
    pub west: T,
}

impl<T> BySeat<T> {
    /// Makes each seat's value.
    pub fn from_fn(mut make: impl FnMut(Seat) -> T) -> Self {
        Self {
            south: make(Seat::South),
            east: make(Seat::East),
            north: make(Seat::North),
            west: make(Seat::West),
        }
    }

    /// Each seat with its value, in turn order from South.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::ALL.into_iter().map(move |seat| (seat, &self[seat]))
    }

    /// A map of the same seats with other values.
    pub fn map<U>(&self, mut change: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat::from_fn(|seat| change(seat, &self[seat]))
    }

    /// The first seat, from South, whose value fits.
    pub fn find(&self, mut fits: impl FnMut(&T) -> bool) -> Option<Seat> {
        self.iter().find(|(_, value)| fits(value)).map(|(seat, _)| seat)
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::South => &self.south,
            Seat::East => &self.east,
            Seat::North => &self.north,
            Seat::West => &self.west,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::South => &mut self.south,
            Seat::East => &mut self.east,
            Seat::North => &mut self.north,
            Seat::West => &mut self.west,
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    /// The set with the seat in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    /// The set without the seat.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.index()))
    }

    /// Seats in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no seat is.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in turn order from South.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_runs_counter_clockwise() {
        let round: Vec<Seat> = Seat::North.round().collect();
        assert_eq!(round, [Seat::North, Seat::West, Seat::South, Seat::East], "RULES 1");
        assert_eq!(Seat::West.next(), Seat::South);
    }

    #[test]
    fn a_map_over_seats_is_written_with_the_seats_names() {
        let map = BySeat::from_fn(Seat::index);
        let json = serde_json::to_string(&map).unwrap();
        assert_eq!(json, r#"{"south":0,"east":1,"north":2,"west":3}"#);
        assert_eq!(map.find(|value| *value == 2), Some(Seat::North));
    }

    #[test]
    fn a_set_of_seats_holds_what_was_put_in() {
        let set = SeatSet::NONE.with(Seat::East).with(Seat::West).with(Seat::East);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Seat::East, Seat::West]);
        assert_eq!(set.without(Seat::East).len(), 1);
        assert_eq!(SeatSet::from_iter(Seat::ALL), SeatSet::ALL);
    }
}
