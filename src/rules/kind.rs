//! The fifteen kinds of piece.

use serde::{Deserialize, Serialize};

/// A kind of piece (RULES 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// 元帥, rank 10, declarer only.
    GrandMarshal,
    /// 司令, rank 9.
    FieldMarshal,
    /// 軍長, rank 8.
    General,
    /// 師長, rank 7.
    MajorGeneral,
    /// 旅長, rank 6.
    Brigadier,
    /// 團長, rank 5.
    Colonel,
    /// 營長, rank 4.
    Major,
    /// 連長, rank 3.
    Captain,
    /// 排長, rank 2.
    Lieutenant,
    /// 工兵, rank 1; turns on the railway.
    Engineer,
    /// 炸彈.
    Bomb,
    /// 地雷.
    Mine,
    /// 軍旗.
    Flag,
    /// 飛彈, declarer only; turns on the railway.
    Missile,
    /// 堡壘, declarer only.
    Fortress,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 15;

    /// Every kind, in the order of the table in RULES 2.
    pub const ALL: [Self; Self::COUNT] = [
        Self::GrandMarshal,
        Self::FieldMarshal,
        Self::General,
        Self::MajorGeneral,
        Self::Brigadier,
        Self::Colonel,
        Self::Major,
        Self::Captain,
        Self::Lieutenant,
        Self::Engineer,
        Self::Bomb,
        Self::Mine,
        Self::Flag,
        Self::Missile,
        Self::Fortress,
    ];

    /// The rank from 10 (grand marshal) to 1 (engineer); none for the unranked kinds (RULES 2).
    pub const fn rank(self) -> Option<u8> {
        match self {
            Self::GrandMarshal => Some(10),
            Self::FieldMarshal => Some(9),
            Self::General => Some(8),
            Self::MajorGeneral => Some(7),
            Self::Brigadier => Some(6),
            Self::Colonel => Some(5),
            Self::Major => Some(4),
            Self::Captain => Some(3),
            Self::Lieutenant => Some(2),
            Self::Engineer => Some(1),
            Self::Bomb | Self::Mine | Self::Flag | Self::Missile | Self::Fortress => None,
        }
    }

    /// Whether a piece of this kind may move at all (RULES 8.3).
    #[inline]
    pub const fn is_mobile(self) -> bool {
        !matches!(self, Self::Mine | Self::Flag | Self::Fortress)
    }

    /// Whether it rides along any path of the railway rather than along one run (RULES 8.2).
    #[inline]
    pub const fn turns(self) -> bool {
        matches!(self, Self::Engineer | Self::Missile)
    }

    /// How many of it one standard set of 25 holds (RULES 2); none of the special pieces.
    pub const fn per_set(self) -> usize {
        match self {
            Self::FieldMarshal | Self::General | Self::Flag => 1,
            Self::MajorGeneral | Self::Brigadier | Self::Colonel | Self::Major | Self::Bomb => 2,
            Self::Captain | Self::Lieutenant | Self::Engineer | Self::Mine => 3,
            Self::GrandMarshal | Self::Missile | Self::Fortress => 0,
        }
    }

    /// The code name of RULES 2, as records write it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::GrandMarshal => "grand_marshal",
            Self::FieldMarshal => "field_marshal",
            Self::General => "general",
            Self::MajorGeneral => "major_general",
            Self::Brigadier => "brigadier",
            Self::Colonel => "colonel",
            Self::Major => "major",
            Self::Captain => "captain",
            Self::Lieutenant => "lieutenant",
            Self::Engineer => "engineer",
            Self::Bomb => "bomb",
            Self::Mine => "mine",
            Self::Flag => "flag",
            Self::Missile => "missile",
            Self::Fortress => "fortress",
        }
    }

    /// The kind of that code name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Its place in the order of the table, 0 to 14.
    pub const fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_sets_three_specials_and_fifteen_lieutenants_make_118_pieces() {
        let per_set: usize = Kind::ALL.iter().map(|kind| kind.per_set()).sum();
        assert_eq!(per_set, 25, "RULES 2");
        assert_eq!(4 * per_set + 3 + 15, 118, "RULES 2");
    }

    #[test]
    fn code_names_read_back_and_are_what_serde_writes() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_code(kind.code()), Some(kind));
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, format!("\"{}\"", kind.code()));
            assert_eq!(Kind::ALL[kind.index()], kind);
        }
        assert_eq!(Kind::from_code("marshal"), None);
    }
}
