//! The rows of the combat table, to count how often each is met with (RULES 9).

use crate::rules::Kind;

/// One row of RULES 9. That of missile against missile or fortress is left out: all of them
/// belong to the declarer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CombatRow {
    /// 9.1.
    HigherOnLower,
    /// 9.1.
    LowerOnHigher,
    /// 9.1.
    EqualRanks,
    /// 9.2.
    BombOnRanked,
    /// 9.2.
    RankedOnBomb,
    /// 9.2.
    BombOnBomb,
    /// 9.2, 9.5.
    BombOnMissile,
    /// 9.2, 9.5.
    MissileOnBomb,
    /// 9.3.
    EngineerOnMine,
    /// 9.3.
    BombOnMine,
    /// 9.3, 9.5.
    MissileOnMine,
    /// 9.3.
    OtherOnMine,
    /// 9.4.
    BombOnFortress,
    /// 9.4.
    OtherOnFortress,
    /// 9.5.
    MissileOnLow,
    /// 9.5.
    LowOnMissile,
    /// 9.5.
    MissileOnHigh,
    /// 9.5.
    HighOnMissile,
    /// 9.6.
    BombOnFlag,
    /// 9.6.
    OtherOnFlag,
}

impl CombatRow {
    /// Every row, in the order of RULES 9.
    pub const ALL: [Self; 20] = [
        Self::HigherOnLower,
        Self::LowerOnHigher,
        Self::EqualRanks,
        Self::BombOnRanked,
        Self::RankedOnBomb,
        Self::BombOnBomb,
        Self::BombOnMissile,
        Self::MissileOnBomb,
        Self::EngineerOnMine,
        Self::BombOnMine,
        Self::MissileOnMine,
        Self::OtherOnMine,
        Self::BombOnFortress,
        Self::OtherOnFortress,
        Self::MissileOnLow,
        Self::LowOnMissile,
        Self::MissileOnHigh,
        Self::HighOnMissile,
        Self::BombOnFlag,
        Self::OtherOnFlag,
    ];

    /// The row of that clash; none for what never attacks, or never attacks its own.
    pub const fn of(attacker: Kind, defender: Kind) -> Option<Self> {
        Some(match (attacker, defender) {
            (Kind::Mine | Kind::Flag | Kind::Fortress, _)
            | (Kind::Missile, Kind::Missile | Kind::Fortress) => return None,
            (Kind::Bomb, Kind::Flag) => Self::BombOnFlag,
            (_, Kind::Flag) => Self::OtherOnFlag,
            (Kind::Bomb, Kind::Bomb) => Self::BombOnBomb,
            (Kind::Bomb, Kind::Missile) => Self::BombOnMissile,
            (Kind::Missile, Kind::Bomb) => Self::MissileOnBomb,
            (Kind::Bomb, Kind::Mine) => Self::BombOnMine,
            (Kind::Bomb, Kind::Fortress) => Self::BombOnFortress,
            (Kind::Bomb, _) => Self::BombOnRanked,
            (_, Kind::Bomb) => Self::RankedOnBomb,
            (Kind::Engineer, Kind::Mine) => Self::EngineerOnMine,
            (Kind::Missile, Kind::Mine) => Self::MissileOnMine,
            (_, Kind::Mine) => Self::OtherOnMine,
            (_, Kind::Fortress) => Self::OtherOnFortress,
            (Kind::Missile, ranked) if is_low(ranked) => Self::MissileOnLow,
            (Kind::Missile, _) => Self::MissileOnHigh,
            (ranked, Kind::Missile) if is_low(ranked) => Self::LowOnMissile,
            (_, Kind::Missile) => Self::HighOnMissile,
            (attacker, defender) => match (attacker.rank(), defender.rank()) {
                (Some(attacks), Some(defends)) if attacks > defends => Self::HigherOnLower,
                (Some(attacks), Some(defends)) if attacks < defends => Self::LowerOnHigher,
                _ => Self::EqualRanks,
            },
        })
    }

    /// The clause of RULES and what meets what.
    pub const fn text(self) -> &'static str {
        match self {
            Self::HigherOnLower => "9.1 higher rank on lower",
            Self::LowerOnHigher => "9.1 lower rank on higher",
            Self::EqualRanks => "9.1 equal ranks",
            Self::BombOnRanked => "9.2 bomb on a rank",
            Self::RankedOnBomb => "9.2 rank on bomb",
            Self::BombOnBomb => "9.2 bomb on bomb",
            Self::BombOnMissile => "9.2 bomb on missile",
            Self::MissileOnBomb => "9.2 missile on bomb",
            Self::EngineerOnMine => "9.3 engineer on mine",
            Self::BombOnMine => "9.3 bomb on mine",
            Self::MissileOnMine => "9.3 missile on mine",
            Self::OtherOnMine => "9.3 another rank on mine",
            Self::BombOnFortress => "9.4 bomb on fortress",
            Self::OtherOnFortress => "9.4 rank on fortress",
            Self::MissileOnLow => "9.5 missile on rank 4 or lower",
            Self::LowOnMissile => "9.5 rank 4 or lower on missile",
            Self::MissileOnHigh => "9.5 missile on rank 5 or higher",
            Self::HighOnMissile => "9.5 rank 5 or higher on missile",
            Self::BombOnFlag => "9.6 bomb on flag",
            Self::OtherOnFlag => "9.6 another on flag",
        }
    }
}

const fn is_low(kind: Kind) -> bool {
    matches!(kind.rank(), Some(..=4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, clash};

    #[test]
    fn each_row_has_one_outcome_and_none_is_empty() {
        for row in CombatRow::ALL {
            let mut outcomes: Vec<Outcome> = Vec::new();
            for attacker in Kind::ALL {
                for defender in Kind::ALL {
                    if CombatRow::of(attacker, defender) == Some(row) {
                        outcomes.push(clash(attacker, defender));
                    }
                }
            }
            outcomes.dedup();
            assert_eq!(outcomes.len(), 1, "{}: {outcomes:?}", row.text());
        }
    }
}
