//! Alternative texts: in words what a seeing player gets from a picture, made from the same view
//! and nothing else, and never longer than Discord takes.

mod curve;
mod list;
mod sentences;

use std::collections::BTreeMap;

pub use self::curve::score_curve;
use self::list::{by_kind, points};
use self::sentences::{last_ply, player, selected, stage};
use super::Selection;
use super::board::acting;
use super::names::Names;
use super::vocabulary::{Language, kind_mark, kind_name, seat_name};
use crate::rules::{Kind, Point, Points, Role, Seat, ground};
use crate::view::{LastPly, OpenReplay, OpenView, OwnView, PlayerView, PublicView, Stage};

/// Discord's limit for an alternative text, counted as it counts: in UTF-16 units.
pub const ALT_LIMIT: usize = 1024;

/// Of [`super::public_board`].
pub fn public_board(view: &PublicView, names: &Names, language: Language) -> String {
    let mut sentences = opening(view, names, language);
    sentences.extend(flags(view, language));
    sentences.extend(Seat::ALL.into_iter().filter_map(|seat| standing(view, seat, language)));
    fitted(&sentences, language)
}

/// Of [`super::player_board`].
pub fn player_board(
    view: &PlayerView,
    names: &Names,
    language: Language,
    selection: Option<&Selection>,
) -> String {
    let public = &view.public;
    let mut sentences = opening(public, names, language);
    if let (Some(selection), OwnView::Pieces { pieces, moves }, Some(battle)) =
        (selection.filter(|_| view.is_to_move()), &view.own, public.battle())
    {
        let ends: Points =
            moves.iter().filter(|step| step.from == selection.from).map(|step| step.to).collect();
        let kind = pieces.get(&selection.from).copied();
        sentences.push(selected(*selection, kind, ends, battle.board.occupied(), language));
    }
    sentences.extend(flags(public, language));
    sentences.extend(own(&view.own, language));
    let others = Seat::ALL.into_iter().filter(|seat| *seat != view.seat);
    sentences.extend(others.filter_map(|seat| standing(public, seat, language)));
    if let OwnView::Pieces { moves, .. } = &view.own
        && view.is_to_move()
        && selection.is_none()
    {
        let movable: Points = moves.iter().map(|step| step.from).collect();
        let lead = language.pick("可走：", "可走：", "Can move: ");
        sentences.push(format!("{lead}{}{}", points(movable, language), stop(language)));
    }
    fitted(&sentences, language)
}

/// Of [`super::open_board`].
pub fn open_board(view: &OpenView, names: &Names, language: Language) -> String {
    let written = |word: fn(Kind, Language) -> &'static str| {
        let mut sentences = opening(&view.public, names, language);
        let ply = view.after_ply;
        sentences.push(match language {
            Language::TraditionalChinese => format!("圖為第 {ply} 步後。"),
            Language::SimplifiedChinese => format!("图为第 {ply} 步后。"),
            Language::English => format!("The board after {ply} plies."),
        });
        sentences.extend(view.last.as_ref().map(|last| last_ply(last, language)));
        for seat in Seat::ALL {
            let pieces: BTreeMap<Point, Kind> = view
                .board
                .iter()
                .filter(|(_, piece)| piece.seat == seat)
                .map(|(point, piece)| (*point, piece.kind))
                .collect();
            if !pieces.is_empty() {
                let colon = language.pick("：", "：", ": ");
                let list = by_kind(&pieces, word, language);
                sentences.push(format!("{}{colon}{list}{}", seat_name(seat, language), stop(language)));
            }
        }
        sentences
    };
    let full = written(kind_name);
    // A full board has no room for whole English words.
    if joined(&full, language).encode_utf16().count() <= ALT_LIMIT {
        joined(&full, language)
    } else {
        fitted(&written(kind_mark), language)
    }
}

/// Of [`super::replay`].
pub fn replay(game: &OpenReplay, names: &Names, language: Language) -> String {
    let plies = game.plies.len();
    let lead = match language {
        Language::TraditionalChinese => format!("全局回放，{plies} 步，每步標出。"),
        Language::SimplifiedChinese => format!("全局回放，{plies} 步，每步标出。"),
        Language::English => format!("Replay of the whole game, {plies} plies, each marked."),
    };
    let mut sentences = vec![lead];
    sentences.extend(opening(&game.public, names, language));
    let lead = language.pick("最後一步：", "最后一步：", "At last: ");
    let last = game.plies.last().map(|ply| last_ply(&ply.last, language));
    sentences.extend(last.map(|last| format!("{lead}{last}")));
    fitted(&sentences, language)
}

/// Of [`super::order_of_pieces`].
pub fn order_of_pieces(language: Language) -> String {
    let comma = language.pick("、", "、", ", ");
    let ranked = Kind::ALL.into_iter().filter_map(|kind| Some((kind, kind.rank()?)));
    let ranks: Vec<String> =
        ranked.map(|(kind, rank)| format!("{} {rank}", kind_name(kind, language))).collect();
    let others = Kind::ALL.into_iter().filter(|kind| kind.rank().is_none());
    let others: Vec<&str> = others.map(|kind| kind_name(kind, language)).collect();
    let (ranks, others) = (ranks.join(comma), others.join(comma));
    let text = match language {
        Language::TraditionalChinese => format!("由大到小：{ranks}。另有規則：{others}。"),
        Language::SimplifiedChinese => format!("由大到小：{ranks}。另有规则：{others}。"),
        Language::English => format!("From high to low: {ranks}. With rules of their own: {others}."),
    };
    fitted(&[text], language)
}

/// Of [`super::riding`]: the colonel with its reach, and the engineer's ply.
pub(super) fn riding((colonel, reach): (Point, Points), engineer: &LastPly, language: Language) -> String {
    let (list, ply) = (points(reach, language), last_ply(engineer, language));
    let [colonels, engineers] = [Kind::Colonel, Kind::Engineer].map(|kind| kind_name(kind, language));
    let text = match language {
        Language::TraditionalChinese => {
            format!(
                "{colonels} {colonel} 沿鐵路直走、過彎道，或沿公路走一步，可到：{list}。{engineers}可轉彎。{ply}"
            )
        }
        Language::SimplifiedChinese => {
            format!(
                "{colonels} {colonel} 沿铁路直走、过弯道，或沿公路走一步，可到：{list}。{engineers}可转弯。{ply}"
            )
        }
        Language::English => format!(
            "A {colonels} on {colonel} rides straight and round curves, or takes one step of road: {list}. \
             An {engineers} may turn. {ply}"
        ),
    };
    fitted(&[text], language)
}

/// Of [`super::hand`]; the hand is sorted.
pub fn hand(hand: &[Kind], language: Language) -> String {
    let mut groups: Vec<(Kind, usize)> = Vec::new();
    for kind in hand {
        match groups.last_mut() {
            Some((last, count)) if last == kind => *count += 1,
            _ => groups.push((*kind, 1)),
        }
    }
    let words: Vec<String> = groups
        .into_iter()
        .map(|(kind, count)| match count {
            1 => kind_name(kind, language).to_owned(),
            _ => format!("{} ×{count}", kind_name(kind, language)),
        })
        .collect();
    let list = words.join(language.pick("、", "、", ", "));
    let count = hand.len();
    let text = match language {
        Language::TraditionalChinese | Language::SimplifiedChinese => {
            format!("你的 {count} 枚棋子：{list}。")
        }
        Language::English => format!("Your {count} pieces: {list}."),
    };
    fitted(&[text], language)
}

/// Of [`super::deployment`].
pub fn deployment(view: &PlayerView, language: Language, last_swap: Option<(Point, Point)>) -> String {
    let mut sentences = Vec::new();
    if let OwnView::Layout { role, .. } = &view.own {
        let (count, seat) = (ground(view.seat, *role).len(), seat_name(view.seat, language));
        sentences.push(match (language, role) {
            (Language::TraditionalChinese, Role::Declarer) => format!("布陣：{seat}，莊家，{count} 點。"),
            (Language::TraditionalChinese, Role::Defender) => format!("布陣：{seat}，閒家，{count} 點。"),
            (Language::SimplifiedChinese, Role::Declarer) => format!("布阵：{seat}，庄家，{count} 点。"),
            (Language::SimplifiedChinese, Role::Defender) => format!("布阵：{seat}，闲家，{count} 点。"),
            (Language::English, Role::Declarer) => format!("Deployment of {seat}, declarer, {count} points."),
            (Language::English, Role::Defender) => format!("Deployment of {seat}, defender, {count} points."),
        });
    }
    if let Some((a, b)) = last_swap {
        sentences.push(match language {
            Language::TraditionalChinese => format!("剛對調 {a} 和 {b}。"),
            Language::SimplifiedChinese => format!("刚对调 {a} 和 {b}。"),
            Language::English => format!("Just swapped: {a} and {b}."),
        });
    }
    sentences.extend(own(&view.own, language));
    if sentences.is_empty() {
        sentences.push(language.pick("空的陣地。", "空的阵地。", "An empty ground.").to_owned());
    }
    fitted(&sentences, language)
}

/// What comes first: the stage, the last ply, the players.
fn opening(view: &PublicView, names: &Names, language: Language) -> Vec<String> {
    let mut sentences = vec![stage(&view.stage, acting(view), language)];
    let last = view.battle().and_then(|battle| battle.board.last.as_ref());
    sentences.extend(last.map(|last| last_ply(last, language)));
    let players: Vec<String> =
        Seat::ALL.into_iter().map(|seat| player(view, names, seat, language)).collect();
    sentences.push(players.join(language.pick("；", "；", "; ")) + stop(language));
    sentences
}

/// The flags shown (RULES 6.5).
fn flags(view: &PublicView, language: Language) -> Option<String> {
    let battle = view.battle()?;
    let shown: Vec<String> = battle
        .board
        .flags
        .iter()
        .filter_map(|(seat, flag)| Some(format!("{} {}", seat_name(seat, language), (*flag)?)))
        .collect();
    let lead = language.pick("明示的軍旗：", "明示的军旗：", "Flags shown: ");
    let list = shown.join(language.pick("、", "、", ", "));
    (!shown.is_empty()).then(|| format!("{lead}{list}{}", stop(language)))
}

/// Where a seat's pieces stand, as everybody sees it.
fn standing(view: &PublicView, seat: Seat, language: Language) -> Option<String> {
    let where_they_stand = match &view.stage {
        Stage::Unbegun | Stage::Auction(_) | Stage::Over(_) => Points::NONE,
        Stage::Deployment(_) => match (view.seats[seat].role, view.seats[seat].eliminated) {
            (Some(role), None) => ground(seat, role),
            _ => Points::NONE,
        },
        Stage::Battle(battle) => battle.board.standing[seat],
    };
    let own = seat_name(seat, language);
    let lead = format!("{own}{}", language.pick("的棋子：", "的棋子：", "'s pieces: "));
    let list = points(where_they_stand, language);
    (!where_they_stand.is_empty()).then(|| format!("{lead}{list}{}", stop(language)))
}

/// The own pieces by kind, where they stand.
fn own(own: &OwnView, language: Language) -> Option<String> {
    let lead = language.pick("你的棋子：", "你的棋子：", "Your pieces: ");
    let list = match own {
        OwnView::Nothing => return None,
        OwnView::Hand(hand) => {
            let mut sorted = hand.clone();
            sorted.sort_unstable();
            return Some(self::hand(&sorted, language));
        }
        OwnView::Layout { layout, .. } => by_kind(&layout.0, kind_name, language),
        OwnView::Pieces { pieces, .. } => by_kind(pieces, kind_name, language),
    };
    Some(format!("{lead}{list}{}", stop(language)))
}

/// What ends a sentence.
const fn stop(language: Language) -> &'static str {
    language.pick("。", "。", ".")
}

fn joined(sentences: &[String], language: Language) -> String {
    sentences.join(language.pick("", "", " "))
}

/// The sentences as one text within the limit: what comes first stays whole, the rest ends with an
/// ellipsis.
fn fitted(sentences: &[String], language: Language) -> String {
    let text = joined(sentences, language);
    if text.encode_utf16().count() <= ALT_LIMIT {
        return text;
    }
    let mut left = ALT_LIMIT - 1;
    let kept = text.chars().take_while(|character| {
        let fits = left >= character.len_utf16();
        left = left.saturating_sub(character.len_utf16());
        fits
    });
    kept.chain(std::iter::once('…')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_ends_with_an_ellipsis_at_the_limit() {
        let text = fitted(&["軍".repeat(2_000)], Language::TraditionalChinese);
        assert_eq!(text.encode_utf16().count(), ALT_LIMIT);
        assert!(text.ends_with('…'));
        let astral = fitted(&["𠮷".repeat(2_000)], Language::TraditionalChinese);
        assert!(astral.encode_utf16().count() <= ALT_LIMIT);
    }

    #[test]
    fn a_hand_is_told_by_kind_with_counts() {
        let text = hand(&[Kind::General, Kind::Mine, Kind::Mine, Kind::Flag], Language::English);
        assert_eq!(text, "Your 4 pieces: general, mine ×2, flag.");
    }
}
