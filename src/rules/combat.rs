//! Combat (RULES 9).

use serde::{Deserialize, Serialize};

use super::Kind;

/// What came of a ply; everybody learns it (RULES 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The point was empty.
    Moved,
    /// The attacker takes the point.
    AttackerWon,
    /// The attacker is lost, the defender stays.
    DefenderWon,
    /// Both are removed.
    BothRemoved,
    /// A flag fell and the attacker took its point (RULES 9.6).
    FlagFell,
    /// A flag fell to a bomb, which is spent (RULES 9.6).
    FlagFellToBomb,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 6] = [
        Self::Moved,
        Self::AttackerWon,
        Self::DefenderWon,
        Self::BothRemoved,
        Self::FlagFell,
        Self::FlagFellToBomb,
    ];

    /// Whether the mover stands on the point afterwards.
    pub const fn mover_stays(self) -> bool {
        matches!(self, Self::Moved | Self::AttackerWon | Self::FlagFell)
    }

    /// Whether a flag fell.
    pub const fn is_flag_fall(self) -> bool {
        matches!(self, Self::FlagFell | Self::FlagFellToBomb)
    }

    /// Whether a piece that stood on the point is gone.
    pub const fn target_falls(self) -> bool {
        match self {
            Self::AttackerWon | Self::BothRemoved | Self::FlagFell | Self::FlagFellToBomb => true,
            Self::Moved | Self::DefenderWon => false,
        }
    }
}

/// The outcome when a piece of the first kind attacks one of the second (RULES 9.1–9.6).
///
/// Mines, flags and fortresses never attack (RULES 8.3); for them the answer means nothing.
#[inline]
pub const fn clash(attacker: Kind, defender: Kind) -> Outcome {
    OUTCOMES[attacker as usize][defender as usize]
}

/// `[attacker][defender]`: search asks so often that it looks the answer up.
const OUTCOMES: [[Outcome; Kind::COUNT]; Kind::COUNT] = {
    let mut outcomes = [[Outcome::Moved; Kind::COUNT]; Kind::COUNT];
    let mut attacker = 0;
    while attacker < Kind::COUNT {
        let mut defender = 0;
        while defender < Kind::COUNT {
            outcomes[attacker][defender] = outcome_of(Kind::ALL[attacker], Kind::ALL[defender]);
            defender += 1;
        }
        attacker += 1;
    }
    outcomes
};

// Each clause keeps its arm, though some come out the same.
#[allow(clippy::match_same_arms)]
const fn outcome_of(attacker: Kind, defender: Kind) -> Outcome {
    match (attacker, defender) {
        (Kind::Bomb, Kind::Flag) => Outcome::FlagFellToBomb,
        (_, Kind::Flag) => Outcome::FlagFell,
        (Kind::Bomb, _) | (_, Kind::Bomb) => Outcome::BothRemoved,
        (Kind::Engineer, Kind::Mine) => Outcome::AttackerWon,
        (Kind::Missile, Kind::Mine | Kind::Fortress | Kind::Missile) => Outcome::BothRemoved,
        (_, Kind::Mine | Kind::Fortress) => Outcome::DefenderWon,
        (Kind::Missile, defender) => match defender.rank() {
            Some(..=4) => Outcome::AttackerWon,
            _ => Outcome::BothRemoved,
        },
        (attacker, Kind::Missile) => match attacker.rank() {
            Some(..=4) => Outcome::DefenderWon,
            _ => Outcome::BothRemoved,
        },
        (attacker, defender) => match (attacker.rank(), defender.rank()) {
            (Some(higher), Some(lower)) if higher > lower => Outcome::AttackerWon,
            (Some(lower), Some(higher)) if lower < higher => Outcome::DefenderWon,
            _ => Outcome::BothRemoved,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clause, attackers, defenders, outcome; kinds by their code names, `ranks a..=b` for ranks.
    const ROWS: &[(&str, &str, &str, Outcome)] = &[
        ("9.1", "grand_marshal", "field_marshal", Outcome::AttackerWon),
        ("9.1", "field_marshal", "grand_marshal", Outcome::DefenderWon),
        ("9.1", "captain", "captain", Outcome::BothRemoved),
        ("9.1", "engineer", "lieutenant", Outcome::DefenderWon),
        ("9.1", "lieutenant", "engineer", Outcome::AttackerWon),
        ("9.2", "bomb", "ranked missile bomb mine fortress", Outcome::BothRemoved),
        ("9.2", "ranked missile", "bomb", Outcome::BothRemoved),
        ("9.3", "engineer", "mine", Outcome::AttackerWon),
        ("9.3", "bomb missile", "mine", Outcome::BothRemoved),
        ("9.3", "above_engineer", "mine", Outcome::DefenderWon),
        ("9.4", "bomb missile", "fortress", Outcome::BothRemoved),
        ("9.4", "ranked", "fortress", Outcome::DefenderWon),
        ("9.5", "missile", "major captain lieutenant engineer", Outcome::AttackerWon),
        ("9.5", "major captain lieutenant engineer", "missile", Outcome::DefenderWon),
        (
            "9.5",
            "missile",
            "grand_marshal field_marshal general major_general brigadier colonel",
            Outcome::BothRemoved,
        ),
        (
            "9.5",
            "grand_marshal field_marshal general major_general brigadier colonel",
            "missile",
            Outcome::BothRemoved,
        ),
        ("9.5", "missile", "missile bomb mine fortress", Outcome::BothRemoved),
        ("9.6", "ranked missile", "flag", Outcome::FlagFell),
        ("9.6", "bomb", "flag", Outcome::FlagFellToBomb),
    ];

    fn kinds(names: &str) -> Vec<Kind> {
        let ranked = || Kind::ALL.into_iter().filter(|kind| kind.rank().is_some());
        let listed = names.split(' ').flat_map(|name| match name {
            "ranked" => ranked().collect(),
            "above_engineer" => ranked().filter(|kind| *kind != Kind::Engineer).collect(),
            _ => vec![Kind::from_code(name).unwrap()],
        });
        listed.collect()
    }

    #[test]
    fn every_row_of_the_combat_table_holds() {
        for (clause, attackers, defenders, outcome) in ROWS {
            for attacker in kinds(attackers) {
                for defender in kinds(defenders) {
                    let found = clash(attacker, defender);
                    assert_eq!(found, *outcome, "RULES {clause}: {attacker:?} on {defender:?}");
                }
            }
        }
    }

    #[test]
    fn ranks_clash_by_height_alone() {
        for (attacker, high) in Kind::ALL.iter().filter_map(|kind| Some((*kind, kind.rank()?))) {
            for (defender, low) in Kind::ALL.iter().filter_map(|kind| Some((*kind, kind.rank()?))) {
                let expected = match high.cmp(&low) {
                    std::cmp::Ordering::Greater => Outcome::AttackerWon,
                    std::cmp::Ordering::Less => Outcome::DefenderWon,
                    std::cmp::Ordering::Equal => Outcome::BothRemoved,
                };
                assert_eq!(clash(attacker, defender), expected, "RULES 9.1");
            }
        }
    }

    #[test]
    fn an_outcome_says_who_is_gone() {
        let left = Outcome::ALL.map(|outcome| (outcome.mover_stays(), outcome.target_falls()));
        let expected =
            [(true, false), (true, true), (false, false), (false, true), (true, true), (false, true)];
        assert_eq!(left, expected);
    }
}
