//! Points of the board, their names, and sets of them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Seat;

/// Columns and rows of the grid (RULES 7.1).
const GRID: u8 = 17;

/// The grid's middle, about which the board turns onto itself.
const MIDDLE: i8 = 8;

/// Whether the board has a point at that column and row, both from 0 (RULES 7.1).
const fn exists(column: u8, row: u8) -> bool {
    let column_inner = column >= 6 && column <= 10;
    let row_inner = row >= 6 && row <= 10;
    match (column_inner, row_inner) {
        (true, true) => column.is_multiple_of(2) && row.is_multiple_of(2),
        (true, false) | (false, true) => column < GRID && row < GRID,
        (false, false) => false,
    }
}

/// No point stands here.
const NOWHERE: u8 = u8::MAX;

/// The point at `[row][column]`.
const INDEX: [[u8; GRID as usize]; GRID as usize] = {
    let mut index = [[NOWHERE; GRID as usize]; GRID as usize];
    let mut next = 0;
    let mut row = 0;
    while row < GRID {
        let mut column = 0;
        while column < GRID {
            if exists(column, row) {
                index[row as usize][column as usize] = next;
                next += 1;
            }
            column += 1;
        }
        row += 1;
    }
    assert!(next as usize == Point::COUNT, "RULES 7.1: 129 points");
    index
};

/// Column and row of each point.
const COORDINATES: [(u8, u8); Point::COUNT] = {
    let mut coordinates = [(0, 0); Point::COUNT];
    let mut row = 0;
    while row < GRID {
        let mut column = 0;
        while column < GRID {
            let index = INDEX[row as usize][column as usize];
            if index != NOWHERE {
                coordinates[index as usize] = (column, row);
            }
            column += 1;
        }
        row += 1;
    }
    coordinates
};

/// One of the 129 points, counted row by row from A1's corner (RULES 7.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Point(u8);

impl Point {
    /// How many points the board has.
    pub const COUNT: usize = 129;

    /// The point of the lowest number.
    pub(super) const FIRST: Self = Self(0);

    /// The point at that column and row, each 0 to 16, if the board has one there.
    pub const fn at(column: u8, row: u8) -> Option<Self> {
        if column < GRID && row < GRID && exists(column, row) {
            Some(Self(INDEX[row as usize][column as usize]))
        } else {
            None
        }
    }

    /// The point of that number, 0 to 128.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self(index as u8)) } else { None }
    }

    /// Its number, 0 to 128.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, 0 for A to 16 for Q.
    #[inline]
    pub const fn column(self) -> u8 {
        COORDINATES[self.0 as usize].0
    }

    /// Its row, 0 for 1 to 16 for 17.
    #[inline]
    pub const fn row(self) -> u8 {
        COORDINATES[self.0 as usize].1
    }

    /// Every point in the order of its number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Where the point comes to lie when the board is turned counter-clockwise by that many
    /// quarters: one turn takes South's arm to East's.
    #[must_use]
    pub fn turned(self, quarters: usize) -> Self {
        let (mut column, mut row) = (self.column(), self.row());
        for _ in 0..quarters % 4 {
            (column, row) = (2 * MIDDLE as u8 - row, column);
        }
        Self(INDEX[row as usize][column as usize])
    }

    /// The point of that seat's arm which lies as this one lies in South's.
    #[must_use]
    pub fn from_south(self, seat: Seat) -> Self {
        self.turned(seat.index())
    }

    /// The point of South's arm which lies as this one lies in that seat's.
    #[must_use]
    pub fn to_south(self, seat: Seat) -> Self {
        self.turned(4 - seat.index())
    }

    /// The neighbouring point in that direction of the grid, if the board has one there.
    pub(super) fn step(self, columns: i8, rows: i8) -> Option<Self> {
        let column = self.column().checked_add_signed(columns)?;
        let row = self.row().checked_add_signed(rows)?;
        Self::at(column, row)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'A' + self.column());
        write!(formatter, "{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A text that names no point of the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no point of the board; points are named A7 to Q11 and G1 to K17")]
pub struct ParsePointError {
    /// What was read.
    pub text: String,
}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a point's name; a small letter will do.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let fault = || ParsePointError { text: text.chars().take(20).collect() };
        let mut characters = text.chars();
        let letter = characters.next().map(|letter| letter.to_ascii_uppercase());
        let digits = characters.as_str();
        let column = letter.filter(char::is_ascii_uppercase).ok_or_else(fault)? as u8 - b'A';
        // `parse` alone would take "+7" and "07" too.
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(fault());
        }
        let number: u8 = digits.parse().map_err(|_| fault())?;
        let row = number.checked_sub(1).ok_or_else(fault)?;
        Self::at(column, row).ok_or_else(fault)
    }
}

impl TryFrom<String> for Point {
    type Error = ParsePointError;

    fn try_from(text: String) -> Result<Self, ParsePointError> {
        text.parse()
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

/// One piece's way from a point to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where it stands.
    pub from: Point,
    /// Where it goes.
    pub to: Point,
}

impl fmt::Display for Move {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} → {}", self.from, self.to)
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Points([u64; 3]);

impl Points {
    /// The empty set.
    pub const NONE: Self = Self([0; 3]);

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.0[point.0 as usize >> 6] & 1 << (point.0 & 63) != 0
    }

    /// Puts the point in.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.0 as usize >> 6] |= 1 << (point.0 & 63);
    }

    /// Takes the point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.0[point.0 as usize >> 6] &= !(1 << (point.0 & 63));
    }

    /// Points in either.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] | b[0], a[1] | b[1], a[2] | b[2]])
    }

    /// Points in both.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] & b[0], a[1] & b[1], a[2] & b[2]])
    }

    /// Points in this and not in the other.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        let (a, b) = (self.0, other.0);
        Self([a[0] & !b[0], a[1] & !b[1], a[2] & !b[2]])
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many points are in it.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// The points in the order of their numbers.
    #[inline]
    pub fn iter(self) -> PointsIter {
        PointsIter(self)
    }

    /// Takes out the point of the lowest number.
    #[inline]
    pub fn pop(&mut self) -> Option<Point> {
        for (word, bits) in self.0.iter_mut().enumerate() {
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Point((word * 64 + bit) as u8));
            }
        }
        None
    }

    /// The points of the numbers below 128, one bit each.
    #[inline]
    pub(super) const fn low(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// The points of those numbers.
    #[inline]
    pub(super) const fn of_low(bits: u128) -> Self {
        Self([bits as u64, (bits >> 64) as u64, 0])
    }

    /// The 64 points from that number on, one bit each.
    #[inline]
    pub(super) const fn window(self, base: u8) -> u64 {
        let (word, shift) = (base as usize >> 6, base & 63);
        let above = if word < 2 { self.0[word + 1] } else { 0 };
        (self.0[word] >> shift) | (above << 1 << (63 - shift))
    }

    /// The n-th point in the order of their numbers, from 0.
    pub fn nth(self, n: usize) -> Option<Point> {
        self.iter().nth(n)
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::NONE;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;

    fn into_iter(self) -> PointsIter {
        self.iter()
    }
}

/// The points of a set, one after another.
#[derive(Clone, Debug)]
pub struct PointsIter(Points);

impl Iterator for PointsIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    /// Word by word, without looking for the next word at every point.
    #[inline]
    fn fold<B, F: FnMut(B, Point) -> B>(self, start: B, mut add: F) -> B {
        let mut sum = start;
        for (word, mut bits) in (0_u8..).zip(self.0.0) {
            while bits != 0 {
                sum = add(sum, Point(word * 64 + bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
        sum
    }
}

impl ExactSizeIterator for PointsIter {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_in_either_case() {
        for point in Point::all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_lowercase().parse(), Ok(point));
        }
    }

    #[test]
    fn what_is_no_point_is_refused_with_its_text() {
        for text in ["", "G", "7", "H7", "A1", "R9", "G0", "G18", "G01", "G+1", "G256", "帥7", "G7 "] {
            let fault = text.parse::<Point>().expect_err(text);
            assert_eq!(fault.text, text);
        }
    }

    #[test]
    fn a_quarter_turn_takes_each_arm_to_the_next_in_turn_order() {
        let flag = |seat| "H1".parse::<Point>().unwrap().from_south(seat).to_string();
        let flags: Vec<String> = Seat::ALL.into_iter().map(flag).collect();
        assert_eq!(flags, ["H1", "Q8", "J17", "A10"], "RULES 1, 7.2");
        for point in Point::all() {
            for seat in Seat::ALL {
                assert_eq!(point.from_south(seat).to_south(seat), point);
            }
        }
    }

    #[test]
    fn sets_count_iterate_and_subtract() {
        let set: Points = Point::all().filter(|point| point.index() % 3 == 0).collect();
        assert_eq!(set.len(), 43);
        assert_eq!(set.iter().map(Point::index).max(), Some(126));
        assert!(set.minus(set).is_empty());
        assert_eq!(set.and(Point::all().collect()), set);
        assert_eq!(set.nth(2).map(Point::index), Some(6));
    }
}
