//! What a player's judgement weighs, and how much: levels may differ in it.

/// What counts how much, in the units of [`value`](super::values::value).
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How much farther the flags of defenders who are not the first to fall seem, to a declarer who
    /// goes for one army at a time.
    pub(super) focus: f32,
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
        focus: 0.0,
        ring: 0.0,
        approach: [4.0, 4.0],
        danger: 0.5,
        guard: 260.0,
        beside_search: [1.0, 1.0],
        caution: 0.1,
        scale: 400.0,
        around_flag: 0.0,
    };
}

pub(super) fn tune(name: &str, usual: f32) -> f32 {
    use std::sync::LazyLock;
    static ALL: LazyLock<Vec<(String, f32)>> = LazyLock::new(|| {
        let text = std::env::var("JX").unwrap_or_default();
        text.split(',')
            .filter_map(|part| part.split_once('='))
            .map(|(a, b)| (a.to_owned(), b.parse().unwrap()))
            .collect()
    });
    ALL.iter().find(|(key, _)| key == name).map_or(usual, |(_, value)| *value)
}

impl Style {
    pub(super) fn hard() -> Self {
        let u = Self::USUAL;
        Self {
            focus: tune("focus", u.focus),
            ring: tune("ring", u.ring),
            approach: [tune("ad", 4.0), tune("af", 4.0)],
            danger: tune("danger", u.danger),
            guard: tune("guard", u.guard),
            beside_search: [tune("mat", 1.0), tune("risk", 1.0)],
            caution: tune("caution", u.caution),
            scale: tune("scale", u.scale),
            around_flag: tune("around", 0.0),
        }
    }
}
