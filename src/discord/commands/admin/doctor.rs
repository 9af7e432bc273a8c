//! `/junqi-admin doctor`: what is wrong, and how to mend it.

use std::time::{Duration, Instant};

use serenity::all::{GuildId as DiscordGuild, Permissions, RoleId};
use tokio::time::timeout;

use crate::discord::commands::{Asked, Context, Done};
use crate::discord::permissions::{Weight, has, may_mention, needs};
use crate::discord::screen::Screen;
use crate::discord::texts::Texts;
use crate::table::{GuildConfig, GuildId, Soundness, StoreError, StoreHealth};

/// A store that has not answered by then is stuck.
const STORE_MAX: Duration = Duration::from_secs(5);

/// Less room than this on the disk is little.
const LITTLE_ROOM: u64 = 256 << 20;

/// Slower than this is slow.
const SLOW: Duration = Duration::from_secs(1);

const GOOD: &str = "✅";
const ODD: &str = "⚠️";
const BAD: &str = "❌";

/// What is wrong, and how to mend it
#[poise::command(slash_command)]
pub(super) async fn doctor(context: Context<'_>) -> Done {
    let asked = Asked::acknowledge(&context).await?;
    let Some(guild) = asked.managed().await else { return Ok(()) };
    let (texts, bot) = (asked.caller.texts, asked.bot);
    let mut lines = vec![texts.say("doctor-title")];
    let allowed = asked.caller.own_permissions.unwrap_or(Permissions::all());
    lines.extend(permission_lines(texts, allowed, &asked));
    let heartbeat = poise::Context::Application(context).ping().await;
    let asked_at = Instant::now();
    let reached = bot.http.get_current_user().await.map(|_| asked_at.elapsed());
    lines.push(match &reached {
        Ok(took) => {
            let mark = if took.max(&heartbeat) > &SLOW { ODD } else { GOOD };
            let times = [("gateway", millis(heartbeat).into()), ("rest", millis(*took).into())];
            format!("{mark} {}", texts.get("doctor-discord", &times))
        }
        Err(error) => {
            tracing::warn!(%error, "the doctor does not reach Discord");
            format!("{BAD} {}", texts.say("doctor-no-discord"))
        }
    });
    lines.push(format!("{GOOD} {}", texts.say("doctor-intents")));
    lines.extend(store_lines(texts, timeout(STORE_MAX, bot.store().health()).await.ok()));
    match bot.config(guild).await {
        Ok(config) => {
            lines.extend(config_lines(texts, &config, &asked));
            lines.push(role_line(texts, guild, &config, allowed, &asked).await);
        }
        Err(fault) => lines.push(format!("{BAD} {}", crate::discord::refusals::rejection(texts, &fault))),
    }
    let version = [
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("here", bot.hall.tables_of(guild).len().into()),
        ("all", bot.hall.len().into()),
    ];
    lines.push(texts.get("doctor-version", &version));
    asked.show(Screen::text(lines.join("\n"))).await;
    Ok(())
}

fn permission_lines(texts: Texts, allowed: Permissions, asked: &Asked<'_>) -> Vec<String> {
    let mut is_all_there = true;
    let mut lines: Vec<String> = Vec::new();
    for need in needs(asked.caller.place_kind) {
        let (mark, key) = match (has(allowed, need.permission), need.weight) {
            (true, _) => (GOOD, None),
            (false, Weight::Needed) => (BAD, Some("doctor-missing")),
            (false, Weight::Wished) => (ODD, Some("doctor-missing-wished")),
        };
        is_all_there &= key.is_none();
        let words = [("name", texts.say(need.name).into()), ("purpose", texts.say(need.purpose).into())];
        lines.push(format!("{mark} {}", texts.get(key.unwrap_or("doctor-permission"), &words)));
    }
    if !is_all_there {
        lines.push(texts.say("doctor-grant"));
    }
    lines
}

/// How the store is; without an answer it is stuck.
fn store_lines(texts: Texts, answer: Option<Result<StoreHealth, StoreError>>) -> Vec<String> {
    let health = match answer {
        Some(Ok(health)) => health,
        Some(Err(fault)) => {
            tracing::error!(%fault, "the doctor finds the store failing");
            return vec![format!("{BAD} {}", texts.say("doctor-store-fails"))];
        }
        None => return vec![format!("{BAD} {}", texts.say("doctor-store-stuck"))],
    };
    let (mark, sound) = match health.soundness {
        Soundness::Damaged => (BAD, "doctor-store-damaged"),
        Soundness::Sound if health.write <= SLOW => (GOOD, "doctor-store-sound"),
        Soundness::NotLooked if health.write <= SLOW => (GOOD, "doctor-store-large"),
        Soundness::Sound | Soundness::NotLooked => (ODD, "doctor-store-slow"),
    };
    let store = [
        ("size", bytes(health.bytes).into()),
        ("write", millis(health.write).into()),
        ("sound", texts.say(sound).into()),
    ];
    let mut lines = vec![format!("{mark} {}", texts.get("doctor-store", &store))];
    if let Some(free) = health.free_bytes {
        let (mark, key) =
            if free < LITTLE_ROOM { (BAD, "doctor-disk-little") } else { (GOOD, "doctor-disk") };
        lines.push(format!("{mark} {}", texts.get(key, &[("free", bytes(free).into())])));
    }
    lines
}

fn config_lines(texts: Texts, config: &GuildConfig, asked: &Asked<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !config.allows(asked.caller.channel, asked.caller.parent) {
        lines.push(format!("{ODD} {}", texts.say("doctor-channel-barred")));
    }
    lines
}

/// Whether a call for players reaches anybody.
async fn role_line(
    texts: Texts,
    guild: GuildId,
    config: &GuildConfig,
    allowed: Permissions,
    asked: &Asked<'_>,
) -> String {
    let Some(role) = config.call_role else { return format!("ℹ️ {}", texts.say("doctor-no-role")) };
    match DiscordGuild::new(guild.0).roles(&asked.bot.http).await {
        Ok(roles) => match roles.get(&RoleId::new(role.0)) {
            Some(role) if may_mention(role, allowed) => {
                format!("{GOOD} {}", texts.get("doctor-role", &[("role", format!("<@&{}>", role.id).into())]))
            }
            Some(_) => format!("{BAD} {}", texts.say("refused-call-role-unmentionable")),
            None => format!("{BAD} {}", texts.say("refused-call-role-gone")),
        },
        Err(error) => {
            tracing::warn!(%error, "the doctor cannot read a server's roles");
            format!("{BAD} {}", texts.say("doctor-no-discord"))
        }
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}

/// A size in the unit in which it has at most three digits before the point.
fn bytes(count: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = count as f64;
    let mut unit = 0;
    while value >= 1_000.0 && unit + 1 < units.len() {
        value /= 1_024.0;
        unit += 1;
    }
    if unit == 0 { format!("{count} B") } else { format!("{value:.1} {}", units[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn health() -> StoreHealth {
        StoreHealth {
            bytes: 5 << 20,
            free_bytes: Some(50 << 30),
            write: Duration::from_millis(3),
            soundness: Soundness::Sound,
        }
    }

    #[test]
    fn sizes_are_told_in_a_unit_that_reads_well() {
        let rows =
            [(0, "0 B"), (999, "999 B"), (1_000, "1.0 KiB"), (5 << 20, "5.0 MiB"), (50 << 30, "50.0 GiB")];
        for (count, words) in rows {
            assert_eq!(bytes(count), words);
        }
    }

    #[test]
    fn each_trouble_of_the_store_has_its_line() {
        let texts = Texts::of_locale("en");
        let marks = |answer| -> Vec<String> {
            let lines = store_lines(texts, answer);
            lines.iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(marks(Some(Ok(health()))), [GOOD, GOOD]);
        assert_eq!(marks(Some(Ok(StoreHealth { soundness: Soundness::Damaged, ..health() }))), [BAD, GOOD]);
        assert_eq!(marks(Some(Ok(StoreHealth { free_bytes: Some(1), ..health() }))), [GOOD, BAD]);
        assert_eq!(marks(Some(Ok(StoreHealth { write: SLOW * 2, ..health() }))), [ODD, GOOD]);
        assert_eq!(marks(Some(Ok(StoreHealth { free_bytes: None, ..health() }))), [GOOD]);
        assert_eq!(marks(None), [BAD]);
        assert_eq!(marks(Some(Err(StoreError::Failed("full".into())))), [BAD]);
    }
}
