//! What a player's judgement weighs, and how much: levels may differ in it.

/// What counts how much, in the units of [`value`](super::values::value).
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// What it adds to a piece's worth to stand beside the flag of its side.
    pub(super) ring: f32,
    /// A step nearer to the enemy's flag, for the declarer and for defenders.
    pub(super) approach: [f32; 2],
    /// The share of what may be lost where a piece stands.
    pub(super) danger: f32,
    /// A guarded flag's exposure.
    pub(super) guard: f32,
    /// The shares of what a clash brings, and of danger, that still count beside a search which
    /// finds both itself.
    pub(super) beside_search: [f32; 2],
    /// The share of the spread over worlds that counts against a move.
    pub(super) caution: f32,
    /// Against what gains are reckoned: so much is as good as three games in four.
    pub(super) scale: f32,
    /// How far layouts are read by where the flag stands, 0 to 1.
    pub(super) around_flag: f32,
}

impl Style {
    /// As most play.
    pub(super) const USUAL: Self = Self {
        ring: 0.0,
        approach: [4.0, 4.0],
        danger: 0.5,
        guard: 260.0,
        beside_search: [1.0, 1.0],
        caution: 0.1,
        scale: 400.0,
        around_flag: 0.0,
    };

    /// Found by self-play: eight settings of seven of these at a time, 16 to 18 units each.
    pub(super) const HARD: Self = Self {
        ring: 90.0,
        approach: [6.0, 4.0],
        caution: 0.0,
        scale: 1_000.0,
        around_flag: 1.0,
        ..Self::USUAL
    };
}
