//! What pieces are worth to a player who has to guess.

use crate::players::belief::Suspect;
use crate::rules::{Kind, Outcome, Role, clash};

/// What a piece is worth, the grand marshal 100. A flag is worth an army.
pub(super) const fn value(kind: Kind) -> f32 {
    match kind {
        Kind::GrandMarshal => 100.0,
        Kind::FieldMarshal => 85.0,
        Kind::General | Kind::Missile => 70.0,
        Kind::MajorGeneral => 52.0,
        Kind::Bomb => 40.0,
        Kind::Brigadier => 38.0,
        Kind::Colonel => 28.0,
        Kind::Fortress => 25.0,
        Kind::Major => 20.0,
        Kind::Engineer => 16.0,
        Kind::Captain => 14.0,
        Kind::Mine => 12.0,
        Kind::Lieutenant => 9.0,
        Kind::Flag => 2_000.0,
    }
}

/// How likely an unknown piece is of that kind before anything is known of it: the average army's
/// count of it, weighted by what standing still tells.
fn weight(kind: Kind, suspect: Suspect, role: Role) -> f32 {
    let count = match (kind, role) {
        (Kind::Flag, _) => 1.0,
        (Kind::GrandMarshal | Kind::Missile | Kind::Fortress, _) => 0.8,
        (Kind::Lieutenant, Role::Defender) => 7.4,
        (_, Role::Defender) => kind.per_set() as f32 * 0.8,
        (_, Role::Declarer) => kind.per_set() as f32 * 1.6,
    };
    let standing_still = !suspect.has_moved && !kind.is_mobile();
    if standing_still { count * 3.0 } else { count }
}

/// What a clash is expected to bring.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prospect {
    /// Value won less value lost.
    pub(super) gain: f32,
    /// How likely the piece attacked is gone afterwards, 0 to 1.
    pub(super) removes: f32,
    /// How likely the attacker still stands afterwards, 0 to 1.
    pub(super) survives: f32,
}

/// What is expected when the attacker meets that piece (RULES 9).
pub(super) fn prospect(attacker: Kind, suspect: Suspect, role: Role) -> Prospect {
    let mut total = 0.0;
    let mut sum = Prospect::default();
    for kind in suspect.kinds.iter() {
        let likely = weight(kind, suspect, role);
        total += likely;
        let outcome = clash(attacker, kind);
        if outcome.target_falls() {
            sum.gain += likely * value(kind);
            sum.removes += likely;
        }
        if outcome.mover_stays() {
            sum.survives += likely;
        } else {
            sum.gain -= likely * value(attacker);
        }
    }
    if total > 0.0 {
        Prospect { gain: sum.gain / total, removes: sum.removes / total, survives: sum.survives / total }
    } else {
        Prospect::default()
    }
}

/// What is lost on average if that piece attacks the own one: its value where it falls, less what
/// it takes along.
pub(super) fn loss(own: Kind, suspect: Suspect, role: Role) -> f32 {
    let (mut total, mut lost) = (0.0, 0.0);
    for kind in suspect.kinds.iter() {
        let likely = weight(kind, suspect, role);
        total += likely;
        match clash(kind, own) {
            _ if !kind.is_mobile() => {}
            Outcome::BothRemoved => lost += likely * (value(own) - value(kind)),
            Outcome::AttackerWon | Outcome::FlagFell | Outcome::FlagFellToBomb => lost += likely * value(own),
            // Nobody attacks to lose.
            Outcome::DefenderWon | Outcome::Moved => {}
        }
    }
    if total > 0.0 { lost / total } else { 0.0 }
}
