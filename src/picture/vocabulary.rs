//! The words of pictures and of their alternative texts, in each language (RULES 2).

use crate::rules::{Call, Contract, Kind, Role, Seat};

/// A language of labels and alternative texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// 繁體中文.
    TraditionalChinese,
    /// 简体中文.
    SimplifiedChinese,
    /// English.
    English,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 3] = [Self::TraditionalChinese, Self::SimplifiedChinese, Self::English];

    /// The text of this language among those of all three.
    pub(super) const fn pick<T: Copy>(self, traditional: T, simplified: T, english: T) -> T {
        match self {
            Self::TraditionalChinese => traditional,
            Self::SimplifiedChinese => simplified,
            Self::English => english,
        }
    }
}

/// A kind's words: 繁, 简, English, and what a tile of the board bears in each.
type KindRow = [&'static str; 6];

const fn row(kind: Kind) -> KindRow {
    match kind {
        Kind::GrandMarshal => ["元帥", "元帅", "grand marshal", "帥", "帅", "GM"],
        Kind::FieldMarshal => ["司令", "司令", "field marshal", "司", "司", "FM"],
        Kind::General => ["軍長", "军长", "general", "軍", "军", "Ge"],
        Kind::MajorGeneral => ["師長", "师长", "major general", "師", "师", "MG"],
        Kind::Brigadier => ["旅長", "旅长", "brigadier", "旅", "旅", "Br"],
        Kind::Colonel => ["團長", "团长", "colonel", "團", "团", "Co"],
        Kind::Major => ["營長", "营长", "major", "營", "营", "Ma"],
        Kind::Captain => ["連長", "连长", "captain", "連", "连", "Ca"],
        Kind::Lieutenant => ["排長", "排长", "lieutenant", "排", "排", "Lt"],
        Kind::Engineer => ["工兵", "工兵", "engineer", "工", "工", "En"],
        Kind::Bomb => ["炸彈", "炸弹", "bomb", "炸", "炸", "Bo"],
        Kind::Mine => ["地雷", "地雷", "mine", "雷", "雷", "Mi"],
        Kind::Flag => ["軍旗", "军旗", "flag", "旗", "旗", "Fl"],
        Kind::Missile => ["飛彈", "导弹", "missile", "飛", "导", "Ms"],
        Kind::Fortress => ["堡壘", "堡垒", "fortress", "堡", "堡", "Fo"],
    }
}

/// A kind's name: two characters, or English words in small letters (RULES 2).
pub const fn kind_name(kind: Kind, language: Language) -> &'static str {
    let row = row(kind);
    language.pick(row[0], row[1], row[2])
}

/// What a tile of the board bears: one character, or two Latin letters.
pub const fn kind_mark(kind: Kind, language: Language) -> &'static str {
    let row = row(kind);
    language.pick(row[3], row[4], row[5])
}

/// What a large tile bears, in a hand and in deployment: two characters, or a short English word.
pub const fn kind_label(kind: Kind, language: Language) -> &'static str {
    let english = match kind {
        Kind::GrandMarshal => "GMar",
        Kind::FieldMarshal => "FMar",
        Kind::General => "Gen",
        Kind::MajorGeneral => "MGen",
        Kind::Brigadier => "Brig",
        Kind::Colonel => "Col",
        Kind::Major => "Maj",
        Kind::Captain => "Capt",
        Kind::Lieutenant => "Lieut",
        Kind::Engineer => "Engr",
        Kind::Bomb => "Bomb",
        Kind::Mine => "Mine",
        Kind::Flag => "Flag",
        Kind::Missile => "Missl",
        Kind::Fortress => "Fort",
    };
    language.pick(row(kind)[0], row(kind)[1], english)
}

/// The one traditional character by which players call a kind.
pub const fn kind_character(kind: Kind) -> char {
    match kind {
        Kind::GrandMarshal => '帥',
        Kind::FieldMarshal => '司',
        Kind::General => '軍',
        Kind::MajorGeneral => '師',
        Kind::Brigadier => '旅',
        Kind::Colonel => '團',
        Kind::Major => '營',
        Kind::Captain => '連',
        Kind::Lieutenant => '排',
        Kind::Engineer => '工',
        Kind::Bomb => '炸',
        Kind::Mine => '雷',
        Kind::Flag => '旗',
        Kind::Missile => '飛',
        Kind::Fortress => '堡',
    }
}

/// A seat's name, as the public board shows it (RULES 1).
pub const fn seat_name(seat: Seat, language: Language) -> &'static str {
    match seat {
        Seat::South => language.pick("南", "南", "South"),
        Seat::East => language.pick("東", "东", "East"),
        Seat::North => language.pick("北", "北", "North"),
        Seat::West => language.pick("西", "西", "West"),
    }
}

/// A seat's one character.
pub(super) const fn seat_mark(seat: Seat, language: Language) -> &'static str {
    let english = match seat {
        Seat::South => "S",
        Seat::East => "E",
        Seat::North => "N",
        Seat::West => "W",
    };
    language.pick(seat_name(seat, language), seat_name(seat, language), english)
}

/// Declarer or defender, in full.
pub(super) const fn role_name(role: Role, language: Language) -> &'static str {
    match role {
        Role::Declarer => language.pick("莊家", "庄家", "declarer"),
        Role::Defender => language.pick("閒家", "闲家", "defender"),
    }
}

/// Declarer or defender, as a panel shows it.
pub(super) const fn role_mark(role: Role, language: Language) -> &'static str {
    match role {
        Role::Declarer => language.pick("莊家", "庄家", "Declarer"),
        Role::Defender => language.pick("閒家", "闲家", "Defender"),
    }
}

/// A call of the auction (RULES 4.1).
pub(super) const fn call_name(call: Call, language: Language) -> &'static str {
    match call {
        Call::Pass => language.pick("不叫", "不叫", "pass"),
        Call::One => contract_name(Contract::One, language),
        Call::Two => contract_name(Contract::Two, language),
        Call::Three => contract_name(Contract::Three, language),
    }
}

/// A call, as a panel shows it.
pub(super) const fn call_mark(call: Call, language: Language) -> &'static str {
    match call {
        Call::Pass => language.pick("不叫", "不叫", "passed"),
        Call::One => language.pick("滅一家", "灭一家", "called 1"),
        Call::Two => language.pick("滅二家", "灭二家", "called 2"),
        Call::Three => language.pick("滅三家", "灭三家", "called 3"),
    }
}

/// A contract.
pub(super) const fn contract_name(contract: Contract, language: Language) -> &'static str {
    match contract {
        Contract::One => language.pick("滅一家", "灭一家", "contract 1"),
        Contract::Two => language.pick("滅二家", "灭二家", "contract 2"),
        Contract::Three => language.pick("滅三家", "灭三家", "contract 3"),
    }
}

/// What stands over an eliminated player's arm, and in their panel.
pub(super) const fn fallen_mark(language: Language) -> &'static str {
    language.pick("亡", "亡", "OUT")
}

/// What an absent player's panel shows.
pub(super) const fn absent_mark(language: Language) -> &'static str {
    language.pick("暫離", "暂离", "away")
}

/// What the panel of a player who has marched shows (RULES 6.1).
pub(super) const fn marched_mark(language: Language) -> &'static str {
    language.pick("出征", "出征", "ready")
}

/// How many pieces are left, as a panel shows it.
pub(super) fn pieces_left(pieces: usize, language: Language) -> String {
    match language {
        Language::TraditionalChinese | Language::SimplifiedChinese => format!("剩 {pieces}"),
        Language::English => format!("{pieces} left"),
    }
}

/// Points won or lost, with their sign.
pub(super) fn points_mark(points: i64) -> String {
    if points == 0 {
        return "0".to_owned();
    }
    format!("{points:+}").replace('-', "−")
}

/// A number short enough for an edge of a picture: whole up to six digits, with commas; else its three
/// first digits and a power of ten.
pub(super) fn number_mark(number: i128) -> String {
    let sign = if number < 0 { "−" } else { "" };
    let digits = number.unsigned_abs().to_string();
    if digits.len() > 6 {
        let (first, rest) = digits.split_at(1);
        return format!("{sign}{first}.{}e{}", &rest[..2], digits.len() - 1);
    }
    let grouped = match digits.len().checked_sub(3).filter(|thousands| *thousands > 0) {
        Some(thousands) => format!("{},{}", &digits[..thousands], &digits[thousands..]),
        None => digits,
    };
    format!("{sign}{grouped}")
}

/// Every character that pictures may show, but for those of players' names.
pub fn drawn_characters() -> Vec<char> {
    let mut texts: Vec<String> = vec!["ABCDEFGHIJKLMNOPQ0123456789+-−…,.e ".to_owned()];
    for language in Language::ALL {
        let of_kinds = Kind::ALL.into_iter().flat_map(|kind| {
            [kind_name(kind, language), kind_mark(kind, language), kind_label(kind, language)]
        });
        let of_seats =
            Seat::ALL.into_iter().flat_map(|seat| [seat_name(seat, language), seat_mark(seat, language)]);
        let of_roles = [Role::Declarer, Role::Defender]
            .into_iter()
            .flat_map(|role| [role_name(role, language), role_mark(role, language)]);
        let of_calls =
            Call::ALL.into_iter().flat_map(|call| [call_name(call, language), call_mark(call, language)]);
        let marks = [fallen_mark(language), absent_mark(language), marched_mark(language)];
        let all = of_kinds.chain(of_seats).chain(of_roles).chain(of_calls).chain(marks);
        texts.extend(all.map(str::to_owned));
        texts.push(pieces_left(0, language));
    }
    let mut characters: Vec<char> = texts.iter().flat_map(|text| text.chars()).collect();
    characters.sort_unstable();
    characters.dedup();
    characters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::font;

    #[test]
    fn every_character_the_program_draws_is_in_the_font() {
        for character in drawn_characters() {
            assert!(font::has_glyphs(&character.to_string()), "{character:?}");
        }
    }

    #[test]
    fn numbers_are_short() {
        for (number, told) in [
            (0, "0"),
            (-7, "−7"),
            (999, "999"),
            (1_000, "1,000"),
            (-123_456, "−123,456"),
            (1_234_567, "1.23e6"),
            (i128::from(i64::MIN), "−9.22e18"),
        ] {
            assert_eq!(number_mark(number), told);
        }
    }

    #[test]
    fn no_two_kinds_bear_the_same_mark_or_label() {
        for language in Language::ALL {
            for (place, kind) in Kind::ALL.into_iter().enumerate() {
                for other in &Kind::ALL[place + 1..] {
                    assert_ne!(kind_mark(kind, language), kind_mark(*other, language));
                    assert_ne!(kind_label(kind, language), kind_label(*other, language));
                }
            }
        }
        for kind in Kind::ALL {
            assert_eq!(kind_mark(kind, Language::TraditionalChinese), kind_character(kind).to_string());
            assert!(kind_name(kind, Language::TraditionalChinese).contains(kind_character(kind)), "RULES 2");
        }
    }
}
