//! The words of a score's curve.

use super::{ALT_LIMIT, fitted};
use crate::picture::vocabulary::Language;

/// Of [`crate::picture::score_curve`]; the totals are those that it shows, the oldest first.
pub fn score_curve(totals: &[i64], language: Language) -> String {
    let (Some(first), Some(last)) = (totals.first(), totals.last()) else {
        return language.pick("尚無對局。", "尚无对局。", "No games yet.").to_owned();
    };
    let least = totals.iter().min().unwrap_or(first);
    let most = totals.iter().max().unwrap_or(first);
    let games = totals.len();
    let ends = match language {
        Language::TraditionalChinese => {
            format!("最近 {games} 局的總分：由 {first} 到 {last}，最高 {most}，最低 {least}。")
        }
        Language::SimplifiedChinese => {
            format!("最近 {games} 局的总分：由 {first} 到 {last}，最高 {most}，最低 {least}。")
        }
        Language::English if games == 1 => format!("Score after the last game: {last}."),
        Language::English => format!(
            "Score over the last {games} games: from {first} to {last}, highest {most}, lowest {least}."
        ),
    };
    let comma = language.pick("、", "、", ", ");
    let each: Vec<String> = totals.iter().map(i64::to_string).collect();
    let (lead, stop) = language.pick(("逐局：", "。"), ("逐局：", "。"), ("Game by game: ", "."));
    let all = format!("{lead}{}{stop}", each.join(comma));
    // Huge numbers leave no room for each game; a list cut off would only mislead.
    let has_room = ends.encode_utf16().count() + all.encode_utf16().count() < ALT_LIMIT;
    let sentences = if games > 1 && has_room { vec![ends, all] } else { vec![ends] };
    fitted(&sentences, language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_told_with_its_ends_and_each_game() {
        for (totals, told) in [
            (&[][..], "No games yet."),
            (&[-30], "Score after the last game: -30."),
            (
                &[10, -20, 40],
                "Score over the last 3 games: from 10 to 40, highest 40, lowest -20. Game by game: 10, -20, 40.",
            ),
        ] {
            assert_eq!(score_curve(totals, Language::English), told);
        }
    }
}
