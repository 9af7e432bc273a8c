//! What a player's judgement weighs, and how much: levels may differ in it, and the two sides.

/// What counts how much, in the units of [`value`](super::values::value).
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// What it adds to a piece's worth to stand beside the flag of its side.
    pub(super) ring: f32,
    /// What the own pieces count for each that the enemy's count.
    pub(super) own: f32,
    /// A step nearer to the enemy's flag.
    pub(super) approach: f32,
    /// The last step to it, beyond that; the second-last half, and so on.
    pub(super) arrival: f32,
    /// How much farther a defender's flag seems for each piece that its army has more than the smallest.
    pub(super) army_bias: f32,
    /// Learning what an unknown piece is.
    pub(super) scout: f32,
    /// Going back where one just came from, and doing the same over again.
    pub(super) aimless: f32,
    /// How eager at least it is for a decision, the usual eagerness being 1, until the game is late.
    pub(super) haste: f32,
    /// The share of what may be lost where a piece stands.
    pub(super) danger: f32,
    /// A guarded flag's exposure.
    pub(super) guard: f32,
    /// By how much a move's weight may stray.
    pub(super) whim: f32,
    /// The share of the spread over worlds that counts against a move.
    pub(super) caution: f32,
    /// Against what gains are reckoned: so much is as good as three games in four.
    pub(super) scale: f32,
    /// How far layouts are read by where the flag stands, 0 to 1.
    pub(super) around_flag: f32,
}

impl Style {
    /// As `normal` plays.
    pub(super) const USUAL: Self = Self {
        ring: 0.0,
        own: 1.0,
        approach: 4.0,
        arrival: 6.0,
        army_bias: 0.12,
        scout: 6.0,
        aimless: 25.0,
        haste: 0.0,
        danger: 0.5,
        guard: 260.0,
        whim: 2.0,
        caution: 0.1,
        scale: 400.0,
        around_flag: 0.0,
    };

    /// The same, straying more.
    pub(super) const LOOSE: Self = Self { whim: 6.0, ..Self::USUAL };

    /// As `hard` defends. Found by self-play, as the next: see `docs/COMPUTER_PLAYERS.md`.
    pub(super) const DEFENDING: Self =
        Self { ring: 90.0, whim: 1.0, caution: 0.0, scale: 1_000.0, around_flag: 1.0, ..Self::USUAL };

    /// As `hard` declares: alone against three, who have three moves to one, it must get ahead.
    pub(super) const DECLARING: Self = Self {
        own: 1.1,
        approach: 8.0,
        arrival: 15.0,
        army_bias: 0.0,
        scout: 10.0,
        aimless: 50.0,
        haste: 1.0,
        danger: 0.7,
        whim: 0.0,
        ..Self::DEFENDING
    };
}
