//! What leads to a table that is played elsewhere: the message in the channel, and direct messages.

use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use super::public::heading;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::Seat;
use crate::table::{ChannelId, Telling};
use crate::view::{OverView, PublicView, Stage};

/// The message on which the lobby stood, once the table plays in its thread, or back in the channel.
/// It changes with the phases only.
pub fn door_screen(telling: &Telling, home: ChannelId) -> Screen {
    let words = Words::public(telling);
    let texts = words.texts;
    let mut lines = vec![heading(&words)];
    if let Some(public) = &telling.public {
        lines.push(state(&words, public));
        if let Stage::Over(over) = &public.stage {
            lines.extend(points(&words, over));
        }
    }
    if home != telling.channel {
        lines.push(texts.get("door-where", &[("where", format!("<#{home}>").into())]));
    }
    if telling.open.is_none() {
        lines.push(texts.get("lobby-commitment", &[("commitment", telling.commitment.clone().into())]));
    }
    Screen::text(lines.join("\n"))
}

/// The direct message to a player while the battle lasts: where it is, and that it can be played here.
pub fn direct_battle_screen(telling: &Telling, texts: Texts, place: Option<ChannelId>) -> Screen {
    let content = match place {
        Some(place) => {
            let link = link(telling, place);
            texts.get("direct-in-channel", &[("where", link.into())])
        }
        None => texts.say("place-gone"),
    };
    let here = button(telling.table, Button::View, texts.say("button-play-here"), ButtonStyle::Primary);
    Screen { content, rows: vec![CreateActionRow::Buttons(vec![here])], ..Screen::default() }
}

/// The direct message to a player when the game is over: the result, and where the rest of it stands,
/// or, where that is nowhere, the points.
pub fn direct_over_screen(telling: &Telling, texts: Texts, place: Option<ChannelId>) -> Screen {
    let words = Words { texts, telling };
    let mut lines = vec![heading(&words)];
    if let Some(public) = &telling.public {
        lines.push(state(&words, public));
        match (place, &public.stage) {
            (Some(place), _) => {
                let link = link(telling, place);
                lines.push(texts.get("door-where", &[("where", link.into())]));
            }
            (None, Stage::Over(over)) => lines.extend(points(&words, over)),
            (None, _) => {}
        }
    }
    Screen::text(lines.join("\n"))
}

/// A link that leads to the channel from outside its server too.
fn link(telling: &Telling, place: ChannelId) -> String {
    format!("https://discord.com/channels/{}/{place}", telling.guild)
}

/// Where the game stands, in a line.
fn state(words: &Words<'_>, public: &PublicView) -> String {
    let texts = words.texts;
    match &public.stage {
        Stage::Unbegun | Stage::Auction(_) => texts.say("door-auction"),
        Stage::Deployment(deployment) => texts.get(
            "deployment-title",
            &[
                ("player", words.player(deployment.declarer).into()),
                ("contract", words.contract(deployment.contract).into()),
            ],
        ),
        Stage::Battle(battle) => texts.get(
            "door-battle",
            &[
                ("player", words.player(battle.declarer).into()),
                ("contract", words.contract(battle.contract).into()),
            ],
        ),
        Stage::Over(over) => format!("**{}**", words.result(over.result)),
    }
}

/// Who won or lost how many points, a line each.
fn points(words: &Words<'_>, over: &OverView) -> Vec<String> {
    let Some(scores) = over.scores else { return Vec::new() };
    let line = |seat: Seat| format!("• {}　**{:+}**", words.player(seat), scores[seat]);
    Seat::ALL.into_iter().map(line).collect()
}
