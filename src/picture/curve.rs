//! How a player's score has gone: a small curve for profiles.

use std::ops::RangeInclusive;

use super::Picture;
use super::alt;
use super::canvas::Canvas;
use super::font::{self, Align};
use super::orientation::Spot;
use super::palette::Ink;
use super::shape::Shape;
use super::vocabulary::{Language, number_mark};

/// How many games a curve shows at most: the last ones.
pub const CURVE_GAMES: usize = 50;

const WIDTH: u32 = 720;
const HEIGHT: u32 = 440;
/// Heights of texts in pixels; shown half as wide they are still read.
const TITLE: f32 = 40.0;
const LABEL: f32 = 32.0;
/// Upper and lower edge of the plot, its right edge, and the room at its sides, in pixels.
const TOP: f32 = 84.0;
const BOTTOM: f32 = 374.0;
const RIGHT: f32 = 700.0;
const ROOM: f32 = 22.0;
/// Up to how many games each has a dot of its own.
const DOTS: usize = 25;

/// The total of a player's points after each of their games, the oldest first, as a curve over the
/// last [`CURVE_GAMES`] with the line of zero. 720 × 440 pixels, whatever the numbers.
pub fn score_curve(totals: &[i64], language: Language) -> Picture {
    let totals = &totals[totals.len().saturating_sub(CURVE_GAMES)..];
    let mut canvas = Canvas::filled(WIDTH, HEIGHT, Ink::PARCHMENT);
    let axis = Axis::over(totals);
    let left = 22.0 + axis.marks().map(|mark| font::width_of(&number_mark(mark), LABEL)).fold(0.0, f32::max);
    let plot = Plot { left, axis };
    draw_title(&mut canvas, totals, language);
    plot.draw_ground(&mut canvas);
    plot.draw_line(&mut canvas, totals);
    draw_ends(&mut canvas, left, totals.len(), language);
    Picture { png: canvas.png(), alt: alt::score_curve(totals, language) }
}

/// What the picture is about, and the last total.
fn draw_title(canvas: &mut Canvas, totals: &[i64], language: Language) {
    let title = match (language, totals.len()) {
        (Language::TraditionalChinese, 0) => "尚無對局".to_owned(),
        (Language::SimplifiedChinese, 0) => "尚无对局".to_owned(),
        (Language::English, 0) => "No games yet".to_owned(),
        (Language::TraditionalChinese, games) => format!("總分・最近 {games} 局"),
        (Language::SimplifiedChinese, games) => format!("总分・最近 {games} 局"),
        (Language::English, 1) => "Score, last game".to_owned(),
        (Language::English, games) => format!("Score, last {games} games"),
    };
    font::write(canvas, &title, Spot { x: 22.0, y: 42.0 }, Align::Left, TITLE, Ink::DARK);
    if let Some(total) = totals.last() {
        let spot = Spot { x: RIGHT, y: 42.0 };
        font::write(canvas, &number_mark(i128::from(*total)), spot, Align::Right, TITLE, Ink::BLUE);
    }
}

/// What the ends of the lower edge stand for.
fn draw_ends(canvas: &mut Canvas, left: f32, games: usize, language: Language) {
    let y = BOTTOM + 33.0;
    if games > 1 {
        let first = match language {
            Language::TraditionalChinese | Language::SimplifiedChinese => format!("{} 局前", games - 1),
            Language::English if games == 2 => "1 game ago".to_owned(),
            Language::English => format!("{} games ago", games - 1),
        };
        font::write(canvas, &first, Spot { x: left, y }, Align::Left, LABEL, Ink::DARK);
    }
    if games > 0 {
        let last = language.pick("最近一局", "最近一局", "latest");
        font::write(canvas, last, Spot { x: RIGHT, y }, Align::Right, LABEL, Ink::DARK);
    }
}

/// The scale of totals: marks at whole multiples of a step, zero among them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Axis {
    step: i128,
    /// Multiples of the step.
    marks: RangeInclusive<i128>,
}

impl Axis {
    /// That on which all those totals and zero find room.
    fn over(totals: &[i64]) -> Self {
        let least = totals.iter().copied().min().map_or(0, i128::from).min(0);
        let most = totals.iter().copied().max().map_or(0, i128::from).max(0);
        let wanted = ((most - least) / 3).max(1);
        // The next of 1, 2, 5, 10, 20 … up.
        let mut step = 1;
        for factor in [2, 5, 10].into_iter().cycle() {
            if step >= wanted {
                break;
            }
            let ten = step_base(step);
            step = ten * factor;
        }
        let (first, last) = (least.div_euclid(step), (most + step - 1).div_euclid(step));
        Self { step, marks: first..=if first == last { first + 1 } else { last } }
    }

    /// The totals at its marks, from below.
    fn marks(&self) -> impl Iterator<Item = i128> {
        let step = self.step;
        self.marks.clone().map(move |mark| mark * step)
    }

    /// How high a total stands, from 0 at the lowest mark to 1 at the highest.
    fn share(&self, total: i128) -> f32 {
        let (least, most) = (self.marks.start() * self.step, self.marks.end() * self.step);
        ((total - least) as f64 / (most - least) as f64) as f32
    }
}

/// The power of ten at or below a step.
const fn step_base(step: i128) -> i128 {
    10i128.pow(step.ilog10())
}

/// Where the curve is drawn.
struct Plot {
    left: f32,
    axis: Axis,
}

impl Plot {
    fn y(&self, total: i128) -> f32 {
        (BOTTOM - ROOM - self.axis.share(total) * (BOTTOM - TOP - 2.0 * ROOM)).round()
    }

    /// The plot with a line at each mark, that of zero thick and dark.
    fn draw_ground(&self, canvas: &mut Canvas) {
        let middle = Spot { x: f32::midpoint(self.left, RIGHT), y: f32::midpoint(TOP, BOTTOM) };
        let half = (RIGHT - middle.x, BOTTOM - middle.y);
        canvas.fill(&Shape::rounded(middle, half, 12.0), Ink::EDGE);
        canvas.fill(&Shape::rounded(middle, (half.0 - 2.0, half.1 - 2.0), 10.0), Ink::FIELD);
        for mark in self.axis.marks() {
            let y = self.y(mark);
            let line = [Spot { x: self.left + 2.0, y }, Spot { x: RIGHT - 2.0, y }];
            let (width, ink) = if mark == 0 { (4.0, Ink::RAIL) } else { (2.0, Ink::ROAD) };
            canvas.fill(&Shape::band(&line, width), ink);
            let spot = Spot { x: self.left - 9.0, y };
            font::write(canvas, &number_mark(mark), spot, Align::Right, LABEL, Ink::DARK);
        }
    }

    /// The curve, the last total marked.
    fn draw_line(&self, canvas: &mut Canvas, totals: &[i64]) {
        let width = RIGHT - self.left - 2.0 * ROOM;
        let x = |place: usize| {
            // A single game stands where the last one does.
            let gaps = totals.len().saturating_sub(1);
            let share = if gaps == 0 { 1.0 } else { place as f32 / gaps as f32 };
            self.left + ROOM + share * width
        };
        let spot = |(place, total): (usize, &i64)| Spot { x: x(place), y: self.y(i128::from(*total)) };
        let way: Vec<Spot> = totals.iter().enumerate().map(spot).collect();
        canvas.wash(&area_under(&way, self.y(0)), Ink::SKY, 0.5);
        canvas.fill(&Shape::line(&way, 6.0), Ink::BLUE);
        let dots = if way.len() <= DOTS { &way[..] } else { &way[way.len() - 1..] };
        for spot in dots {
            canvas.fill(&Shape::disc(*spot, 7.0), Ink::BLUE);
        }
        if let Some(last) = way.last() {
            canvas.fill(&Shape::disc(*last, 12.0), Ink::BLUE);
            canvas.fill(&Shape::disc(*last, 6.0), Ink::PAPER);
        }
    }
}

/// What lies between a curve and the line of zero: one part for each of its steps, or two where the step crosses the line; as one shape, so
/// that no seam shows.
fn area_under(way: &[Spot], zero: f32) -> Shape {
    let area = |one: Spot, other: Spot| {
        Shape::polygon([(one.x, one.y), (other.x, other.y), (other.x, zero), (one.x, zero)])
    };
    let mut all = Shape::default();
    for ends in way.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        if (from.y - zero) * (to.y - zero) < 0.0 {
            let x = from.x + (to.x - from.x) * (zero - from.y) / (to.y - from.y);
            let crossing = Spot { x, y: zero };
            all = all.with(area(from, crossing)).with(area(crossing, to));
        } else {
            all = all.with(area(from, to));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::ALT_LIMIT;

    #[test]
    fn any_totals_have_a_curve_of_bounded_size_and_a_text() {
        let rising: Vec<i64> = (0..10_000).map(|game| game * 7 - 300).collect();
        let wild: Vec<i64> =
            (0..60).map(|game| if game % 2 == 0 { i64::MAX - game } else { i64::MIN + game }).collect();
        for totals in
            [&[][..], &[0], &[30], &[-30], &[0, 0, 0], &[5, -5], &rising, &wild, &[i64::MIN], &[i64::MAX; 9]]
        {
            for language in Language::ALL {
                let picture = score_curve(totals, language);
                assert_eq!(picture, score_curve(totals, language), "the same totals give the same bytes");
                assert!(picture.png.len() < 30_000, "{} bytes", picture.png.len());
                let units = picture.alt.encode_utf16().count();
                assert!((1..=ALT_LIMIT).contains(&units) && !picture.alt.ends_with('…'), "{}", picture.alt);
            }
        }
    }

    #[test]
    fn only_the_last_games_count() {
        let long: Vec<i64> = (0..200).collect();
        let language = Language::English;
        assert_eq!(score_curve(&long, language), score_curve(&long[200 - CURVE_GAMES..], language));
        assert_ne!(score_curve(&long, language).png, score_curve(&long[..200 - 1], language).png);
    }

    #[test]
    fn the_axis_holds_every_total_and_zero_and_has_few_marks() {
        let all = [&[][..], &[0], &[1], &[-1], &[-7, 12], &[999, 1001], &[i64::MIN, i64::MAX], &[-30, -60]];
        for totals in all {
            let axis = Axis::over(totals);
            let marks: Vec<i128> = axis.marks().collect();
            assert!(marks.contains(&0) && (2..=6).contains(&marks.len()), "{totals:?}: {marks:?}");
            for total in totals {
                assert!((0.0..=1.0).contains(&axis.share(i128::from(*total))), "{totals:?}: {marks:?}");
            }
        }
        assert_eq!(Axis::over(&[-30, 90]).marks().collect::<Vec<_>>(), [-50, 0, 50, 100]);
    }
}
