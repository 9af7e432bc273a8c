//! Two servers with tables in every stage of a game, taken up from a store by the bot.

use std::sync::Arc;

use discord_sandbox::{
    ActingUser, ChannelId, GuildId, GuildSpec, MessageId, MessageView, Permissions, UserSpec,
};
use futures::StreamExt as _;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::rules::{Actor, Command, Event, Request, Seat, Seed};
use junqi::sandbox::{Club, RunningBot, ours};
use junqi::selfplay::twins::Twins;
use junqi::store::SqliteStore;
use junqi::table::{Store, TableId, TableState};
use tempfile::TempDir;

pub use crate::worlds::start::SOON;
use crate::worlds::start::{club_of, habits, setup, write_table};

/// Two servers with tables in every stage.
pub struct Scene {
    pub club: Club,
    pub store: Arc<SqliteStore>,
    pub bot: RunningBot,
    /// Where the store's file is.
    _folder: TempDir,
    /// A server, its channel for games, and who is on it.
    pub other_guild: GuildId,
    pub other_channel: ChannelId,
    /// Every table.
    pub tables: Vec<TableId>,
}

/// Users 0 to 3 play a battle on the first server and 4 to 7 deploy there; on the second 8 and 0 sit in
/// a lobby, 1, 2, 3 and 9 vote on a draw, and 4, 5, 6 and 7 call. All others look on.
impl Scene {
    pub async fn open() -> Self {
        let club = club_of(40).await;
        let other_guild = club.sandbox.add_guild(GuildSpec::named("another server"));
        let other_channel = club.sandbox.add_text_channel(other_guild, "games");
        for member in &club.members {
            club.sandbox.add_member(other_guild, member.user.id(), Permissions::NONE);
        }
        let owner = club.sandbox.add_user(UserSpec::named("nobody"));
        club.sandbox.add_member(club.guild, owner, Permissions::NONE);
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(&folder.path().join("junqi.sqlite")).await.unwrap());
        let (here, there) = (setup(club.guild, club.channel), setup(other_guild, other_channel));
        let members = |numbers: [usize; 4]| numbers.map(|number| &club.members[number]);
        let mut tables = Vec::new();
        let mut battle = battle(1, 60);
        tables.push(write_table(&*store, &here, &members([0, 1, 2, 3]), Some(&battle.events[0])).await);
        let deployment = Twins::deploying(&Seed([2; 32]), Seat::North);
        tables.push(write_table(&*store, &here, &members([4, 5, 6, 7]), Some(&deployment.events[0])).await);
        let lobby = [&club.members[8], &club.members[0]];
        tables.push(write_table(&*store, &there, &lobby, None).await);
        battle = self::battle(3, 70);
        let asker = battle.one.battle().unwrap().position().turn();
        battle.both(Actor::Seat(asker), &Command::Ask(Request::Draw));
        tables.push(write_table(&*store, &there, &members([1, 2, 3, 9]), Some(&battle.events[0])).await);
        let auction = Twins::deploying(&Seed([4; 32]), Seat::North);
        let called =
            auction.events[0].iter().position(|event| matches!(event, Event::Called { .. })).unwrap();
        let auction = &auction.events[0][..called];
        tables.push(write_table(&*store, &there, &members([4, 5, 6, 7]), Some(auction)).await);
        let bot = club.start_bot(store.clone(), habits()).await.unwrap();
        assert_eq!(bot.restored, tables.len());
        let scene = Self { club, store, bot, _folder: folder, other_guild, other_channel, tables };
        for (at, channel, button) in [
            (0, scene.club.channel, Button::Move),
            (1, scene.club.channel, Button::View),
            (2, scene.other_channel, Button::Join),
            (3, scene.other_channel, Button::Move),
            (4, scene.other_channel, Button::View),
        ] {
            let table = scene.tables[at];
            let stands = |messages: &[MessageView]| {
                ours(messages).find(|found| found.id == CustomId { table, button }).map(|_| ())
            };
            scene.user(11).wait_for_with_threads(channel, SOON, stands).await.unwrap();
        }
        scene
    }

    pub fn user(&self, number: usize) -> &ActingUser {
        &self.club.members[number].user
    }

    /// The state of every running table.
    pub async fn states(&self) -> Vec<TableState> {
        let running = self.store.running_tables().await.unwrap();
        running.into_iter().map(|stored| TableState::replay(stored).unwrap()).collect()
    }

    /// How long each table's log is, running or not; one more or less shows too.
    pub async fn lengths(&self) -> Vec<(TableId, usize)> {
        let running = self.store.running_tables().await.unwrap();
        running.into_iter().map(|stored| (stored.id, stored.entries.len())).collect()
    }

    /// Every message that some user sees, public or not, with its channel.
    pub fn messages(&self) -> Vec<(ChannelId, MessageId)> {
        let mut all = Vec::new();
        for member in &self.club.members {
            let channels = [self.club.channel, self.other_channel].into_iter();
            let seen = channels.flat_map(|channel| member.user.messages_with_threads(channel));
            let direct = member.user.direct_messages();
            all.extend(seen.chain(direct).map(|message| (message.channel, message.id)));
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// A battle after that many plies, contract 3.
fn battle(seed: u8, plies: u16) -> Twins {
    let mut twins = Twins::deploying(&Seed([seed; 32]), Seat::North);
    twins.march();
    while twins.plies() < plies {
        assert!(twins.play_on(), "seed {seed} ends after {} plies", twins.plies());
    }
    twins
}

/// Waits for all of them, as many at a time as there are.
pub async fn all<T>(futures: impl IntoIterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: futures::stream::FuturesOrdered<_> = futures.into_iter().collect();
    let mut done = Vec::new();
    while let Some(one) = waiting.next().await {
        done.push(one);
    }
    done
}
