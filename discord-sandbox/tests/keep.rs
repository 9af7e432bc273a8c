//! Worlds that outlive the program.
#![allow(clippy::unwrap_used, reason = "a test fails where its assumptions do")]

use std::fs;
use std::time::Duration;

use discord_sandbox::{
    Config, DirectMessages, Draft, GuildSpec, KeepFault, OutgoingFile, Permissions, Sandbox, StartError,
    Unread, UserSpec,
};

const BYTES: &[u8] = b"what is in the file";

async fn start(folder: &std::path::Path) -> Sandbox {
    Sandbox::start_kept(Config::default(), folder).await.unwrap()
}

#[tokio::test]
async fn a_world_is_the_same_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = start(folder.path()).await;
    let guild = sandbox.add_guild(GuildSpec::named("Club"));
    let channel = sandbox.add_text_channel(guild, "games");
    let alice = sandbox.add_user(UserSpec {
        locale: "zh-TW".to_owned(),
        direct_messages: DirectMessages::Closed,
        ..UserSpec::named("Alice")
    });
    let ben = sandbox.add_user(UserSpec::named("Ben"));
    for user in [alice, ben] {
        sandbox.add_member(guild, user, Permissions::MANAGE_GUILD);
    }
    let file = OutgoingFile {
        filename: "notes.txt".to_owned(),
        content_type: "text/plain".to_owned(),
        bytes: BYTES.into(),
    };
    let speaker = sandbox.acting_as(alice);
    let first = speaker.send(channel, Draft { files: vec![file], ..Draft::saying("hello") }).unwrap();
    let doomed = speaker.say(channel, "not for long").unwrap();
    sandbox.acting_as(ben).mark_read(channel);
    sandbox.delete_message(doomed);
    speaker.say(channel, &format!("<@{ben}>")).unwrap();
    let connection = sandbox.connection();
    let people = sandbox.people(guild);
    sandbox.close().await.unwrap();

    let again = start(folder.path()).await;
    assert_eq!(again.guilds(), [guild]);
    assert_eq!(again.text_channels(guild), [channel]);
    assert_eq!(again.people(guild), people);
    assert_eq!(again.connection().token, connection.token, "the bot is the same");
    let reader = again.acting_as(ben);
    let messages = reader.messages(channel);
    let contents: Vec<&str> = messages.iter().map(|message| message.content.as_str()).collect();
    assert_eq!(contents, ["hello", &format!("<@{ben}>")]);
    assert_eq!(messages[0].id, first);
    assert_eq!(&*messages[0].attachments[0].bytes, BYTES);
    assert_eq!(reader.unread(channel), Unread { messages: 1, mentions: 1 });
    let newer = reader.say(channel, "still here").unwrap();
    assert!(newer > messages[1].id, "numbers go on growing");
}

#[tokio::test]
async fn a_world_is_written_while_it_lives_and_lets_go_of_what_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let sandbox = start(folder.path()).await;
    let guild = sandbox.add_guild(GuildSpec::named("Club"));
    let channel = sandbox.add_text_channel(guild, "games");
    let alice = sandbox.add_user(UserSpec::named("Alice"));
    sandbox.add_member(guild, alice, Permissions::NONE);
    let file = OutgoingFile { filename: "a".to_owned(), content_type: "x".to_owned(), bytes: BYTES.into() };
    let sent =
        sandbox.acting_as(alice).send(channel, Draft { files: vec![file], ..Draft::default() }).unwrap();
    let files = || fs::read_dir(folder.path().join("attachments")).unwrap().count();
    until(|| files() == 1).await;
    sandbox.delete_message(sent);
    until(|| files() == 0).await;
    // Dropped, as a killed program does it: what was written is whole.
    drop(sandbox);
    assert_eq!(start(folder.path()).await.guilds(), [guild]);
}

async fn until(mut look: impl FnMut() -> bool) {
    let looking = async {
        while !look() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), looking).await.unwrap();
}

#[tokio::test]
async fn a_damaged_world_and_one_of_a_later_version_are_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("world.json");
    fs::write(&path, "{ this is no world").unwrap();
    let damaged = Sandbox::start_kept(Config::default(), folder.path()).await;
    assert!(matches!(damaged, Err(StartError::Keep(KeepFault::Damaged { .. }))), "{damaged:?}");
    assert!(damaged.unwrap_err().to_string().contains("move it away to begin anew"));
    fs::write(&path, r#"{ "version": 99, "of": "the future" }"#).unwrap();
    let later = Sandbox::start_kept(Config::default(), folder.path()).await;
    assert!(matches!(later, Err(StartError::Keep(KeepFault::Later { version: 99, .. }))), "{later:?}");
    assert!(fs::read_to_string(&path).unwrap().contains("the future"));
}
