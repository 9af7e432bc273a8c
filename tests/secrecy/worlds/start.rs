//! What a world starts from: a club, a table, nobody who pauses.

use std::time::Duration;

use discord_sandbox::{ChannelId, Config, Descriptions, DirectMessages, GuildId, Permissions, RateLimits};
use junqi::rules::{Event, Pace, Secret, Settings};
use junqi::sandbox::{Club, Member};
use junqi::table::{
    Append, Claim, Entry, Habits, Joiner, LobbyEvent, PressId, Store, TableId, TableSetup, UserId,
};

/// What a message may take to appear.
pub const SOON: Duration = Duration::from_mins(1);

/// What a table starts from; its clocks are slow, so that none runs out in a test.
pub fn setup(guild: GuildId, channel: ChannelId) -> TableSetup {
    TableSetup {
        guild: junqi::table::GuildId(guild.get()),
        channel: junqi::table::ChannelId(channel.get()),
        settings: Settings { clocks: Pace::Slow.clocks(), ..Settings::default() },
        people_to_count: 2,
        locale: "en-GB".to_owned(),
        secret: Secret([3; 32]),
        rematch: None,
        opened_unix_ms: 0,
    }
}

/// Writes a table of these members into the store: its lobby, and if it has begun what happened since.
pub async fn write_table(
    store: &dyn Store,
    setup: &TableSetup,
    members: &[&Member],
    events: Option<&[Event]>,
) -> TableId {
    let table = store.open_table(setup).await.unwrap();
    let mut claims = Vec::new();
    let mut entries = Vec::new();
    for (number, member) in members.iter().enumerate() {
        let user = UserId(member.user.id().get());
        claims.push(Claim::Take(user));
        let (name, locale) = (member.name.clone(), "en-GB".to_owned());
        let press = PressId(1_000 + number as u64);
        entries
            .push(Entry::Lobby(LobbyEvent::Joined { joiner: Joiner::Person { user, name, locale, press } }));
    }
    if let Some(events) = events {
        entries.push(Entry::Lobby(LobbyEvent::Started));
        entries.extend(events.iter().cloned().map(Entry::Game));
    }
    let append = Append { table, first_seq: 0, entries, claims, settlement: None };
    store.append(&append).await.unwrap();
    table
}

/// A club of so many users, with nobody who manages it.
pub async fn club_of(users: usize) -> Club {
    // What is sent is compared and counted here; how fast it may be, and its form, are tried elsewhere.
    let config = Config {
        rate_limits: RateLimits::Off,
        answer_within: SOON,
        descriptions: Descriptions::Ignored,
        ..Config::default()
    };
    let names: Vec<String> = (0..users).map(|number| format!("user {number}")).collect();
    let specs: Vec<(&str, &str, DirectMessages)> =
        names.iter().map(|name| (name.as_str(), "en-GB", DirectMessages::Open)).collect();
    let club = Club::start(config, &specs).await.unwrap();
    club.sandbox.set_permissions(club.guild, club.members[0].user.id(), Permissions::NONE);
    club
}

/// Nobody pauses, nobody is held up.
pub fn habits() -> Habits {
    let (reopen_user, reopen_channel) = (Duration::ZERO, Duration::ZERO);
    Habits {
        computer_pause: Duration::ZERO,
        lobby_idle: Duration::from_hours(24),
        reopen_user,
        reopen_channel,
    }
}
