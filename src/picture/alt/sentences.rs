//! The single sentences of alternative texts.

use super::list::points;
use crate::picture::Selection;
use crate::picture::names::Names;
use crate::picture::vocabulary::{
    Language, absent_mark, call_name, contract_name, fallen_mark, kind_name, marched_mark, role_name,
    seat_name,
};
use crate::rules::{Contract, GameResult, Kind, Outcome, Point, Points, Request, Seat, SeatSet};
use crate::view::{BattleView, LastPly, OverView, PublicView, Stage, VoteView};

/// Where the game stands and who must act.
pub fn stage(stage: &Stage, acting: SeatSet, language: Language) -> String {
    let who = seats(acting, language);
    match stage {
        Stage::Unbegun => language.pick("尚未開局。", "尚未开局。", "The game has not begun.").to_owned(),
        Stage::Auction(auction) => {
            let calls = auction.calls.iter();
            let told: Vec<String> = calls
                .map(|(seat, call)| format!("{} {}", seat_name(*seat, language), call_name(*call, language)))
                .collect();
            let told = told.join(language.pick("、", "、", ", "));
            match language {
                _ if told.is_empty() => match language {
                    Language::TraditionalChinese => format!("叫牌，輪到{who}。"),
                    Language::SimplifiedChinese => format!("叫牌，轮到{who}。"),
                    Language::English => format!("Auction, {who} to call."),
                },
                Language::TraditionalChinese => format!("叫牌：{told}；輪到{who}。"),
                Language::SimplifiedChinese => format!("叫牌：{told}；轮到{who}。"),
                Language::English => format!("Auction: {told}; {who} to call."),
            }
        }
        Stage::Deployment(deployment) => {
            let contract = contract_name(deployment.contract, language);
            match language {
                Language::TraditionalChinese => format!("布陣，{contract}；尚未出征：{who}。"),
                Language::SimplifiedChinese => format!("布阵，{contract}；尚未出征：{who}。"),
                Language::English => format!("Deployment, {contract}; not yet marched: {who}."),
            }
        }
        Stage::Battle(battle) => turn(battle, &who, language),
        Stage::Over(over) => result(over, language),
    }
}

fn turn(battle: &BattleView, who: &str, language: Language) -> String {
    let (plies, contract) = (battle.plies, contract_name(battle.contract, language));
    match &battle.vote {
        Some(vote) => asked(vote, plies, who, language),
        None => match language {
            Language::TraditionalChinese => format!("已走 {plies} 步，{contract}，輪到{who}。"),
            Language::SimplifiedChinese => format!("已走 {plies} 步，{contract}，轮到{who}。"),
            Language::English => format!("After {plies} plies, {contract}, {who} to move."),
        },
    }
}

fn asked(vote: &VoteView, plies: u16, who: &str, language: Language) -> String {
    let asker = seat_name(vote.asker, language);
    let wish = match vote.request {
        Request::Draw => language.pick("和棋", "和棋", "a draw"),
        Request::SelfDestruct => language.pick("自爆", "自爆", "self-destruction"),
    };
    match language {
        Language::TraditionalChinese => format!("已走 {plies} 步，{asker}請求{wish}，等候{who}回答。"),
        Language::SimplifiedChinese => format!("已走 {plies} 步，{asker}请求{wish}，等候{who}回答。"),
        Language::English => format!("After {plies} plies, {asker} asks for {wish}; to answer: {who}."),
    }
}

fn result(over: &OverView, language: Language) -> String {
    let plies = over.after_ply;
    let words = match over.result {
        GameResult::DeclarerMade => language.pick("莊家勝", "庄家胜", "the declarer made the contract"),
        GameResult::DeclarerFailed => language.pick("閒家勝", "闲家胜", "the defenders won"),
        GameResult::DrawAgreed => language.pick("同意和棋", "同意和棋", "a draw was agreed"),
        GameResult::DrawByLength => language.pick("步數已滿，和棋", "步数已满，和棋", "a draw by length"),
        GameResult::PassedOut => language.pick("三次無人叫", "三次无人叫", "passed out"),
        GameResult::Void => language.pick("作廢", "作废", "void"),
        GameResult::Stopped => language.pick("中止", "中止", "stopped"),
    };
    let contract = over.bid.map(|(_, contract): (Seat, Contract)| contract_name(contract, language));
    let contract = contract.map_or(String::new(), |name| language.pick("，", "，", ", ").to_owned() + name);
    match language {
        Language::TraditionalChinese => format!("終局：{words}{contract}，共 {plies} 步。"),
        Language::SimplifiedChinese => format!("终局：{words}{contract}，共 {plies} 步。"),
        Language::English => format!("Game over: {words}{contract}, {plies} plies."),
    }
}

/// The last ply in words: both ends, the corners between them, what came of it.
pub fn last_ply(last: &LastPly, language: Language) -> String {
    let way: Vec<String> = corners(&last.path).iter().map(Point::to_string).collect();
    let way = way.join(" → ");
    let seat = seat_name(last.seat, language);
    let outcome = match last.outcome {
        Outcome::Moved => "",
        Outcome::AttackerWon => language.pick("，進攻方勝", "，进攻方胜", ", the attacker won"),
        Outcome::DefenderWon => language.pick("，防守方勝", "，防守方胜", ", the defender won"),
        Outcome::BothRemoved => language.pick("，雙方移除", "，双方移除", ", both removed"),
        Outcome::FlagFell => language.pick("，軍旗倒下", "，军旗倒下", ", the flag fell"),
        Outcome::FlagFellToBomb => language.pick(
            "，軍旗被炸，雙方移除",
            "，军旗被炸，双方移除",
            ", the flag fell to a bomb, both removed",
        ),
    };
    match language {
        Language::TraditionalChinese | Language::SimplifiedChinese => {
            format!("上一步：{seat} {way}{outcome}。")
        }
        Language::English => format!("Last: {seat} {way}{outcome}."),
    }
}

/// The ends of a way and the points at which it turns.
fn corners(path: &[Point]) -> Vec<Point> {
    let heading = |from: Point, to: Point| (to.column().cmp(&from.column()), to.row().cmp(&from.row()));
    let goes_on = |place: usize| match (place.checked_sub(1).map(|before| path[before]), path.get(place + 1))
    {
        (Some(before), Some(after)) => heading(before, path[place]) == heading(path[place], *after),
        _ => false,
    };
    (0..path.len()).filter(|place| !goes_on(*place)).map(|place| path[place]).collect()
}

/// One player: seat, name, role, pieces, what is amiss.
pub fn player(view: &PublicView, names: &Names, seat: Seat, language: Language) -> String {
    let player = &view.seats[seat];
    let own = seat_name(seat, language);
    // Display names are up to 32 characters; the text must hold four of them and a board.
    let shown: String = names.shown(seat, language).chars().take(20).collect();
    let mut words = vec![if shown == own { own.to_owned() } else { format!("{own} {shown}") }];
    words.extend(player.role.map(|role| role_name(role, language).to_owned()));
    if player.eliminated.is_some() {
        words.push(fallen_mark(language).to_lowercase());
    } else if player.pieces > 0 {
        let pieces = player.pieces;
        words.push(match language {
            Language::TraditionalChinese | Language::SimplifiedChinese => format!("{pieces} 子"),
            Language::English => format!("{pieces} pieces"),
        });
    }
    if player.has_marched {
        words.push(marched_mark(language).to_owned());
    }
    if player.is_absent && player.eliminated.is_none() {
        words.push(absent_mark(language).to_owned());
    }
    if let Stage::Over(OverView { scores: Some(scores), .. }) = &view.stage {
        words.push(format!("{:+}", scores[seat]));
    }
    words.join(language.pick("，", "，", ", "))
}

/// The chosen piece and where it can go.
pub fn selected(
    selection: Selection,
    kind: Option<Kind>,
    ends: Points,
    occupied: Points,
    language: Language,
) -> String {
    let Selection { from, to } = selection;
    let name = kind.map_or("", |kind| kind_name(kind, language));
    let mut words = vec![match language {
        Language::TraditionalChinese => format!("選定 {name} {from}"),
        Language::SimplifiedChinese => format!("选定 {name} {from}"),
        Language::English => format!("Chosen: {name} {from}"),
    }];
    let empty = ends.minus(occupied);
    if !empty.is_empty() {
        words.push(format!("{}{}", language.pick("可到 ", "可到 ", "can go to "), points(empty, language)));
    }
    let attackable = ends.and(occupied);
    if !attackable.is_empty() {
        let lead = language.pick("可攻 ", "可攻 ", "can attack ");
        words.push(format!("{lead}{}", points(attackable, language)));
    }
    words.extend(to.map(|to| format!("{}{to}", language.pick("目的地 ", "目的地 ", "destination "))));
    words.join(language.pick("；", "；", "; ")) + language.pick("。", "。", ".")
}

fn seats(seats: SeatSet, language: Language) -> String {
    let names: Vec<&str> = seats.iter().map(|seat| seat_name(seat, language)).collect();
    names.join(language.pick("、", "、", ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_is_told_with_its_corners() {
        for (path, told) in [
            ("G6 G7", "Last: South G6 → G7, both removed."),
            ("I7 I9 I11 K11 L11 M11", "Last: South I7 → I11 → M11, both removed."),
            ("G4 G5 G6 F7 E7", "Last: South G4 → G6 → F7 → E7, both removed."),
        ] {
            let path = path.split(' ').map(|name| name.parse().unwrap()).collect();
            let last = LastPly { seat: Seat::South, path, outcome: Outcome::BothRemoved };
            assert_eq!(last_ply(&last, Language::English), told);
        }
    }
}
