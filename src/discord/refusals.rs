//! What is wrong and what to do instead, in the presser's own language (UX 2).

use super::texts::Texts;
use crate::picture::{kind_name, seat_name};
use crate::rules::{Call, LayoutFault, LayoutFaults, Refusal};
use crate::table::{ConfigFault, GuildConfig, Rejection};

/// The text of a rejection.
pub fn rejection(texts: Texts, rejection: &Rejection) -> String {
    match rejection {
        Rejection::Rules(fault) => refusal(texts, fault),
        Rejection::Stale(_) => texts.say("refused-stale"),
        Rejection::NotAPlayer => texts.say("refused-not-a-player"),
        Rejection::NotTheOpener => texts.say("refused-not-the-opener"),
        Rejection::Full => texts.say("refused-full"),
        Rejection::PlacesFree { missing } => {
            texts.get("refused-places-free", &[("missing", (*missing).into())])
        }
        Rejection::AlreadyHere => texts.say("refused-already-here"),
        Rejection::SeatedElsewhere(table) => {
            texts.get("refused-seated-elsewhere", &[("table", table.to_string().into())])
        }
        Rejection::NobodySuch => texts.say("refused-nobody-such"),
        Rejection::NothingToUndo => texts.say("refused-nothing-to-undo"),
        Rejection::AlreadyBegun => texts.say("refused-already-begun"),
        Rejection::NotBegun => texts.say("refused-not-begun"),
        Rejection::Over => texts.say("refused-over"),
        Rejection::Store { error_id } => texts.get("refused-store", &[("error_id", error_id.clone().into())]),
        Rejection::Closing => texts.say("refused-closing"),
        Rejection::BrokeDown => texts.say("refused-broke-down"),
        Rejection::Halted => texts.say("refused-halted"),
        Rejection::Busy => texts.say("refused-busy"),
    }
}

/// The text of settings that lie outside their bounds.
pub fn config_fault(texts: Texts, fault: &ConfigFault) -> String {
    match fault {
        ConfigFault::Settings(fault) => {
            texts.get("refused-config", &[("from", fault.from.into()), ("to", fault.to.into())])
        }
        ConfigFault::People(_) => texts.get("refused-config", &[("from", 1.into()), ("to", 4.into())]),
        ConfigFault::Channels => {
            texts.get("refused-channels-most", &[("most", GuildConfig::CHANNELS_MOST.into())])
        }
    }
}

fn refusal(texts: Texts, refusal: &Refusal) -> String {
    let at = |key: &str, point: &crate::rules::Point| texts.get(key, &[("point", point.to_string().into())]);
    match refusal {
        Refusal::WrongPhase | Refusal::NotYours => texts.say("refused-wrong-phase"),
        Refusal::NotYourTurn { on_turn } => {
            texts.get("refused-not-your-turn", &[("seat", seat_name(*on_turn, texts.0).into())])
        }
        Refusal::CallTooLow { highest } => {
            let number = highest.contract().map_or(u8::from(Call::Pass), crate::rules::Contract::defenders);
            texts.get("refused-call-too-low", &[("number", number.into())])
        }
        Refusal::AlreadyMarched => texts.say("refused-already-marched"),
        Refusal::BadLayout(faults) => layout(texts, faults),
        Refusal::NoOwnPiece(point) => at("refused-no-own-piece", point),
        Refusal::Immobile(point) => at("refused-immobile", point),
        Refusal::InHeadquarters(point) => at("refused-in-headquarters", point),
        Refusal::OwnSide(point) => at("refused-own-side", point),
        Refusal::ProtectedByCamp(point) => at("refused-protected-by-camp", point),
        Refusal::NoWay(step) => texts.get(
            "refused-no-way",
            &[("from", step.from.to_string().into()), ("to", step.to.to_string().into())],
        ),
        Refusal::VoteOpen => texts.say("refused-vote-open"),
        Refusal::RequestOpen => texts.say("refused-request-open"),
        Refusal::TooEarly { played } => texts.get("refused-too-early", &[("played", (*played).into())]),
        Refusal::NoRequestsLeft => texts.say("refused-no-requests-left"),
        Refusal::NoVote => texts.say("refused-no-vote"),
        Refusal::NotAsked => texts.say("refused-not-asked"),
        Refusal::AlreadyAnswered => texts.say("refused-already-answered"),
        Refusal::Eliminated => texts.say("refused-eliminated"),
        Refusal::NoChange => texts.say("refused-no-change"),
        Refusal::GameOver => texts.say("refused-over"),
    }
}

/// The rules that a layout or a swap breaks, a line each.
fn layout(texts: Texts, faults: &LayoutFaults) -> String {
    let lines: Vec<String> = faults.0.iter().take(5).map(|fault| layout_fault(texts, fault)).collect();
    lines.join("\n")
}

/// One rule that a layout or a swap breaks.
pub fn layout_fault(texts: Texts, fault: &LayoutFault) -> String {
    let at = |key: &str, point: &crate::rules::Point| texts.get(key, &[("point", point.to_string().into())]);
    match fault {
        LayoutFault::ForeignPoint(point) => at("layout-foreign-point", point),
        LayoutFault::EmptyPoint(point) => at("layout-empty-point", point),
        LayoutFault::FlagOutsideHeadquarters(point) => at("layout-flag", point),
        LayoutFault::MineOutsideRear(point) => at("layout-mine", point),
        LayoutFault::BombInFront(point) => at("layout-bomb", point),
        LayoutFault::WrongCount(kind) => {
            texts.get("layout-count", &[("piece", kind_name(*kind, texts.0).into())])
        }
    }
}
