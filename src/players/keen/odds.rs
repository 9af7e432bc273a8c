//! How likely each kind is on each point, counted over many worlds.

use crate::players::belief::World;
use crate::rules::{Kind, Outcome, Point, clash};

/// How likely each kind is on each point.
#[derive(Clone)]
pub(super) struct Odds {
    /// `[point][kind]`, 0 to 1; all 0 where nothing stands.
    at: Vec<[f32; Kind::COUNT]>,
    worlds: f32,
}

impl Odds {
    pub(super) fn new() -> Self {
        Self { at: vec![[0.0; Kind::COUNT]; Point::COUNT], worlds: 0.0 }
    }

    pub(super) fn count(&mut self, world: &World<'_>) {
        self.worlds += 1.0;
        for (point, _, kind) in world.pieces() {
            self.at[point.index()][kind as usize] += 1.0;
        }
    }

    /// Makes shares of the counts.
    pub(super) fn settle(&mut self) {
        let share = 1.0 / self.worlds.max(1.0);
        self.at.iter_mut().flatten().for_each(|count| *count *= share);
        self.worlds = 1.0;
    }

    /// All kinds on the point: `[kind]`.
    pub(super) fn row(&self, point: Point) -> &[f32; Kind::COUNT] {
        &self.at[point.index()]
    }

    /// How likely it is that this kind stands there.
    pub(super) fn of(&self, point: Point, kind: Kind) -> f32 {
        self.at[point.index()][kind as usize]
    }

    /// The mean over the kinds that may stand there.
    pub(super) fn mean(&self, point: Point, of: impl Fn(Kind) -> f32) -> f32 {
        let odds = Kind::ALL.into_iter().zip(&self.at[point.index()]);
        odds.filter(|(_, odds)| **odds > 0.0).map(|(kind, odds)| odds * of(kind)).sum()
    }

    /// How likely it is that what stands there can move.
    pub(super) fn mobile(&self, point: Point) -> f32 {
        self.mean(point, |kind| if kind.is_mobile() { 1.0 } else { 0.0 })
    }

    /// What is expected when a piece of that kind attacks the point.
    pub(super) fn prospect(&self, attacker: Kind, point: Point, worth: impl Fn(Kind) -> f32) -> Prospect {
        let mut sum = Prospect::default();
        let odds = Kind::ALL.into_iter().zip(&self.at[point.index()]);
        for (kind, &odds) in odds.filter(|(_, odds)| **odds > 0.0) {
            let outcome = clash(attacker, kind);
            if outcome.target_falls() {
                sum.removes += odds;
                sum.gain += odds * worth(kind);
            }
            if outcome.mover_stays() {
                sum.survives += odds;
            }
        }
        sum
    }

    /// What is likely lost of an own piece worth that much if what stands at `from` attacks it,
    /// nobody attacking to lose.
    pub(super) fn loss(&self, from: Point, own: Kind, worth: f32, theirs: impl Fn(Kind) -> f32) -> f32 {
        self.mean(from, |kind| match clash(kind, own) {
            _ if !kind.is_mobile() => 0.0,
            Outcome::BothRemoved => worth - theirs(kind),
            Outcome::AttackerWon | Outcome::FlagFell | Outcome::FlagFellToBomb => worth,
            Outcome::DefenderWon | Outcome::Moved => 0.0,
        })
    }
}

/// What a clash is expected to bring.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prospect {
    /// Value of what falls, the attacker's own loss not counted.
    pub(super) gain: f32,
    /// How likely the piece attacked is gone afterwards, 0 to 1.
    pub(super) removes: f32,
    /// How likely the attacker still stands afterwards, 0 to 1.
    pub(super) survives: f32,
}
