//! The opened deal of a finished game, and how anybody checks it (RULES 16).

use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::picture::{Language, kind_name};
use crate::rules::{Kind, Seat, derive_seed};
use crate::table::Telling;

/// The last deal of a game that is over, opened, and how it is checked; none while it is not over.
pub fn deal_screen(telling: &Telling, texts: Texts) -> Option<Screen> {
    let words = Words { texts, telling };
    let (open, opening) = (telling.open.as_ref()?, telling.opening.as_ref()?);
    let table: crate::discord::texts::Value<'_> = telling.table.to_string().into();
    let mut lines = vec![texts.get("deal-title", &[("table", table.clone())])];
    if let Some(deal) = open.deals.last() {
        if open.deals.len() > 1 {
            lines.push(texts.get("deal-count", &[("deals", open.deals.len().into())]));
        }
        let line = |seat: Seat| format!("• {}: {}", words.player(seat), pieces(&deal.hands[seat], texts.0));
        lines.extend(Seat::ALL.map(line));
        if open.drawn.is_empty() {
            let stock = pieces(&deal.stock, texts.0);
            lines.push(texts.get("deal-stock", &[("pieces", stock.into())]));
        } else {
            let left = without(&deal.stock, &open.drawn);
            lines.push(texts.get("deal-drawn", &[("pieces", pieces(&open.drawn, texts.0).into())]));
            lines.push(texts.get("deal-left", &[("pieces", pieces(&left, texts.0).into())]));
        }
    }
    let joins: Vec<String> = opening.joins.iter().map(u64::to_string).collect();
    lines.push(texts.get(
        "deal-check",
        &[
            ("commitment", telling.commitment.clone().into()),
            ("secret", String::from(opening.secret).into()),
            ("joins", joins.join(",").into()),
            ("seed", String::from(derive_seed(&opening.secret, &opening.joins)).into()),
            ("table", table),
        ],
    ));
    Some(Screen::text(lines.join("\n")))
}

/// Pieces in the order of the rules' table, each kind once with how many.
fn pieces(pieces: &[Kind], language: Language) -> String {
    let comma = match language {
        Language::TraditionalChinese | Language::SimplifiedChinese => "、",
        Language::English => ", ",
    };
    let named = Kind::ALL.into_iter().filter_map(|kind| {
        let name = kind_name(kind, language);
        match pieces.iter().filter(|piece| **piece == kind).count() {
            0 => None,
            1 => Some(name.to_owned()),
            count => Some(format!("{name}×{count}")),
        }
    });
    named.collect::<Vec<_>>().join(comma)
}

/// What is left of the stock once those have been drawn.
fn without(stock: &[Kind], drawn: &[Kind]) -> Vec<Kind> {
    let mut left = stock.to_vec();
    for kind in drawn {
        if let Some(place) = left.iter().position(|piece| piece == kind) {
            left.swap_remove(place);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_one_kind_are_counted() {
        let hand = [Kind::Bomb, Kind::Flag, Kind::FieldMarshal, Kind::Bomb];
        assert_eq!(pieces(&hand, Language::English), "field marshal, bomb×2, flag");
        assert_eq!(pieces(&hand, Language::TraditionalChinese), "司令、炸彈×2、軍旗");
        assert_eq!(pieces(&[], Language::English), "");
    }

    #[test]
    fn what_is_left_of_the_stock_is_what_was_not_drawn() {
        let stock = [Kind::Bomb, Kind::Bomb, Kind::Mine, Kind::Missile];
        let mut left = without(&stock, &[Kind::Bomb, Kind::Missile]);
        left.sort_unstable_by_key(|kind| Kind::ALL.iter().position(|known| known == kind));
        assert_eq!(left, [Kind::Bomb, Kind::Mine]);
    }
}
