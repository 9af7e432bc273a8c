//! What administrators see of a server's settings, its trail and its health; only they see it.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow};

use super::button;
use crate::discord::custom_id::Button;
use crate::discord::screen::Screen;
use crate::discord::side_button::AdminButton;
use crate::discord::texts::Texts;
use crate::discord::words::Words;
use crate::rules::{Clocks, Pace};
use crate::table::{
    Computers, Difference, GuildConfig, Locale, Season, TableHandle, TableId, Trail, TrailLine,
};

/// Lines on one page of the trail.
pub const TRAIL_PAGE: u32 = 8;

/// No table: these stand for themselves.
const NO_TABLE: TableId = TableId(0);

/// The server's settings, with what has just changed above them.
pub fn config_screen(texts: Texts, config: &GuildConfig, changed: &[Difference]) -> Screen {
    let mut lines = Vec::new();
    if !changed.is_empty() {
        lines.push(texts.say("config-changed"));
        lines.extend(changed.iter().map(|difference| format!("• {}", difference_line(texts, difference))));
        lines.push(String::new());
    }
    lines.push(texts.say("config-title"));
    let settings = [
        ("base_score", config.base_score.into()),
        ("pace", config.pace.code().into()),
        ("people_to_count", config.people_to_count.into()),
        ("computers", config.computers.code().into()),
        ("language", config.language.map(Locale::code).into()),
        ("channels", config.channels.iter().map(|channel| channel.0).collect::<Vec<u64>>().into()),
        ("call_role", config.call_role.map(|role| role.0).into()),
    ];
    lines.extend(settings.map(|(what, value): (&str, Value)| {
        format!("• {} {}", texts.say(setting_key(what)), shown(texts, what, &value))
    }));
    lines.extend(Pace::ALL.map(|pace| {
        let clocks = clocks_line(texts, &config.clocks.of(pace));
        format!("• {} {clocks}", texts.get("config-clocks-of", &[("pace", pace_name(texts, pace).into())]))
    }));
    lines.push(texts.say("config-from-now-on"));
    Screen::text(lines.join("\n"))
}

/// The name of a pace alone.
fn pace_name(texts: Texts, pace: Pace) -> String {
    texts.say(match pace {
        Pace::Original => "pace-name-original",
        Pace::Relaxed => "pace-name-relaxed",
        Pace::Slow => "pace-name-slow",
    })
}

fn clocks_line(texts: Texts, clocks: &Clocks) -> String {
    let time = |seconds: u32| duration(texts, seconds).into();
    texts.get(
        "config-clocks",
        &[
            ("call", time(clocks.call_s)),
            ("declarer", time(clocks.declarer_deployment_s)),
            ("defender", time(clocks.defender_deployment_s)),
            ("move", time(clocks.move_s)),
            ("vote", time(clocks.vote_s)),
            ("absence", time(clocks.absence_s)),
        ],
    )
}

/// A time in the largest unit that it is a whole number of.
pub fn duration(texts: Texts, seconds: u32) -> String {
    let (key, number) = match seconds {
        _ if seconds > 0 && seconds.is_multiple_of(86_400) => ("time-days", seconds / 86_400),
        _ if seconds > 0 && seconds.is_multiple_of(3_600) => ("time-hours", seconds / 3_600),
        _ if seconds > 0 && seconds.is_multiple_of(60) => ("time-minutes", seconds / 60),
        _ => ("time-seconds", seconds),
    };
    texts.get(key, &[("number", number.into())])
}

/// The key of a setting's name; what a newer program has kept is shown as "other".
fn setting_key(what: &str) -> &'static str {
    match what {
        "base_score" => "setting-base-score",
        "pace" => "setting-pace",
        "clocks" => "setting-clocks",
        "people_to_count" => "setting-people",
        "language" => "setting-language",
        "channels" => "setting-channels",
        "computers" => "setting-computers",
        "call_role" => "setting-call-role",
        "season" => "setting-season",
        "stopped_table" => "setting-stopped-table",
        _ => "setting-other",
    }
}

/// A value as the trail keeps it, in words.
fn shown(texts: Texts, what: &str, value: &Value) -> String {
    match (what, value) {
        ("channels", Value::Array(channels)) if channels.is_empty() => texts.say("value-all"),
        ("channels", Value::Array(channels)) => {
            let links: Vec<String> = channels.iter().map(|channel| format!("<#{channel}>")).collect();
            links.join(" ")
        }
        ("language", Value::Null) => texts.say("value-first-opener"),
        ("call_role" | "stopped_table", Value::Null) => texts.say("value-none"),
        ("call_role", role) => format!("<@&{role}>"),
        ("language", Value::String(code)) => texts.say(match Locale::from_code(code) {
            Some(Locale::TraditionalChinese) => "language-zh-tw",
            Some(Locale::SimplifiedChinese) => "language-zh-cn",
            Some(Locale::English) | None => "language-en",
        }),
        ("computers", Value::String(code)) => texts.say(match Computers::from_code(code) {
            Some(Computers::Barred) => "computers-barred",
            Some(Computers::Allowed) | None => "computers-allowed",
        }),
        ("pace", Value::String(code)) => {
            Pace::from_code(code).map_or_else(|| code.clone(), |pace| pace_name(texts, pace))
        }
        ("clocks", Value::Object(changed)) => changed_clocks(texts, changed),
        (_, Value::Null) => texts.say("value-none"),
        (_, Value::String(text)) => text.clone(),
        (_, other) => other.to_string(),
    }
}

/// The paces that have clocks of their own, with them.
fn changed_clocks(texts: Texts, changed: &serde_json::Map<String, Value>) -> String {
    if changed.is_empty() {
        return texts.say("value-original-clocks");
    }
    let pace = |(code, clocks): (&String, &Value)| {
        let name = Pace::from_code(code).map_or_else(|| code.clone(), |pace| pace_name(texts, pace));
        match serde_json::from_value::<Clocks>(clocks.clone()) {
            Ok(clocks) => format!("{name} {}", clocks_line(texts, &clocks)),
            Err(_) => name,
        }
    };
    changed.iter().map(pace).collect::<Vec<_>>().join("; ")
}

fn difference_line(texts: Texts, difference: &Difference) -> String {
    let Difference { what, before, after } = difference;
    let name = texts.say(setting_key(what));
    if what == "stopped_table" {
        return format!("{name} {after}");
    }
    format!("{name} {} → **{}**", shown(texts, what, before), shown(texts, what, after))
}

/// A page of who changed what, the latest first.
pub fn trail_screen(texts: Texts, trail: &Trail, page: u16) -> Screen {
    if trail.total == 0 {
        return Screen::text(texts.say("trail-empty"));
    }
    let line = |line: &TrailLine| {
        let by = if line.change.by.is_erased() {
            texts.say("name-erased")
        } else {
            format!("<@{}>", line.change.by)
        };
        let when = format!("<t:{}:f>", line.change.at_unix_ms.div_euclid(1_000));
        let what: Vec<String> =
            line.differences.iter().map(|difference| difference_line(texts, difference)).collect();
        let what = if what.is_empty() { texts.say("trail-nothing") } else { what.join("; ") };
        format!("• {when} {by}: {what}")
    };
    let mut lines = vec![texts.say("trail-title")];
    lines.extend(trail.lines.iter().map(line));
    let pages = trail.total.div_ceil(TRAIL_PAGE);
    let mut rows = Vec::new();
    if pages > 1 {
        lines.push(texts.get("page-of", &[("page", (u32::from(page) + 1).into()), ("pages", pages.into())]));
        let turn = |to: u16, key: &str| {
            let to = Button::Admin(AdminButton::Trail { page: to });
            button(NO_TABLE, to, texts.say(key), ButtonStyle::Secondary)
        };
        rows.push(CreateActionRow::Buttons(vec![
            turn(page.saturating_sub(1), "button-previous").disabled(page == 0),
            turn(page.saturating_add(1), "button-next").disabled(u32::from(page) + 1 >= pages),
        ]));
    }
    Screen { content: lines.join("\n"), rows, ..Screen::default() }
}

/// Asks before a table is ended.
pub fn ask_stop_screen(texts: Texts, table: &TableHandle) -> Screen {
    let yes = Button::Admin(AdminButton::Stop);
    let yes = button(table.id(), yes, texts.say("button-stop-yes"), ButtonStyle::Danger);
    let content = texts.get("confirm-stop", &[("table", table_line(texts, table).into())]);
    Screen { content, rows: vec![CreateActionRow::Buttons(vec![yes])], ..Screen::default() }
}

/// Asks before a new season begins.
pub fn ask_season_screen(texts: Texts, running: Season) -> Screen {
    let number = running.number.saturating_add(1);
    let yes = Button::Admin(AdminButton::Season { number });
    let yes = button(NO_TABLE, yes, texts.say("button-season-yes"), ButtonStyle::Danger);
    let numbers = [("running", running.number.into()), ("next", number.into())];
    let content = texts.get("confirm-season", &numbers);
    Screen { content, rows: vec![CreateActionRow::Buttons(vec![yes])], ..Screen::default() }
}

/// A table as administrators choose it: its number, how far it is, who sits there.
pub fn table_line(texts: Texts, table: &TableHandle) -> String {
    let telling = table.latest();
    let words = Words { texts, telling: &telling };
    let names: Vec<String> = telling.joiners.iter().map(|joiner| words.joiner(joiner)).collect();
    let phase = texts.say(match telling.public.as_ref().map(|public| &public.stage) {
        None => "phase-lobby",
        Some(crate::view::Stage::Unbegun | crate::view::Stage::Auction(_)) => "phase-auction",
        Some(crate::view::Stage::Deployment(_)) => "phase-deployment",
        Some(crate::view::Stage::Battle(_)) => "phase-battle",
        Some(crate::view::Stage::Over(_)) => "phase-over",
    });
    texts.get(
        "table-line",
        &[
            ("table", table.id().to_string().into()),
            ("phase", phase.into()),
            ("players", names.join(&texts.say("list-separator")).into()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::texts::CATALOGUES;
    use crate::table::{ChannelId, PaceClocks, RoleId};

    #[test]
    fn a_time_is_told_in_the_largest_unit_that_fits() {
        let texts = Texts::of_locale("en");
        let times = [(20, "20 s"), (90, "90 s"), (300, "5 min"), (7_200, "2 h"), (86_400, "1 d"), (0, "0 s")];
        for (seconds, words) in times {
            assert_eq!(duration(texts, seconds), words);
        }
    }

    #[test]
    fn every_setting_is_shown_in_every_language_within_one_message() {
        let channels: Vec<ChannelId> =
            (0..GuildConfig::CHANNELS_MOST as u64).map(|n| ChannelId((1 << 60) + n)).collect();
        let mut config = GuildConfig { channels, call_role: Some(RoleId(9)), ..GuildConfig::default() };
        for pace in Pace::ALL {
            config.clocks = config.clocks.with(pace, Clocks { move_s: 77, ..pace.clocks() });
        }
        let keys = config.to_json();
        for (locale, _) in CATALOGUES {
            let texts = Texts::of_locale(locale);
            let screen = config_screen(texts, &config, &[]);
            assert!(screen.content.chars().count() <= 2_000, "{locale}: {}", screen.content.chars().count());
            for what in keys.as_object().unwrap().keys() {
                assert_ne!(setting_key(what), "setting-other", "{what} has a name");
            }
            assert!(screen.content.contains("<@&9>") && screen.content.contains("77"), "{}", screen.content);
        }
        assert_eq!(PaceClocks::default().changed().count(), 0);
    }

    #[test]
    fn what_a_newer_program_kept_does_not_hide_the_trail() {
        let texts = Texts::of_locale("en");
        let future =
            Difference { what: "moon".to_owned(), before: Value::Null, after: json!({ "phase": 1 }) };
        let line = difference_line(texts, &future);
        assert!(line.contains("phase"), "{line}");
    }
}
