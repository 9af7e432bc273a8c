//! `/junqi-admin`, command by command.

use discord_sandbox::{InteractionKind, Permissions, RawInteraction};
use junqi::discord::AdminButton;
use junqi::discord::custom_id::{Button, CustomId};
use junqi::rules::{GameResult, Pace};
use junqi::sandbox::{Hands, ours};
use junqi::table::{
    ChannelId, ComputerLevel, Computers, GuildConfig, GuildId, HouseStore, Locale, Period, RoleId, Scores,
    Store,
};
use serde_json::json;

use crate::stage::{SOON, Theatre, ask, forged, told};

fn guild(theatre: &Theatre) -> GuildId {
    GuildId(theatre.club.guild.get())
}

async fn config(theatre: &Theatre) -> GuildConfig {
    theatre.store.config(guild(theatre)).await.unwrap()
}

/// A public message that has this in it.
async fn public(hands: &Hands, words: &str) -> discord_sandbox::MessageView {
    let found = hands.wait_for(SOON, |messages| {
        messages.iter().find(|message| !message.is_ephemeral && message.content.contains(words)).cloned()
    });
    found.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_are_for_those_who_manage_the_server() {
    let theatre = Theatre::open().await;
    let stranger = theatre.hands(2);
    // The client does not offer it; a broken one sends it all the same.
    let asked = stranger.user.slash(stranger.channel, "junqi-admin config show", &[]).await;
    assert!(asked.is_err(), "the command is hidden");
    let score = json!([{ "name": "base_score", "type": 4, "value": 500 }]);
    let pace = json!([{ "name": "pace", "type": 4, "value": 0 }]);
    let all = json!([{ "name": "action", "type": 4, "value": 2 }]);
    let game = json!([{ "name": "game", "type": 3, "value": "1" }]);
    let none = json!([]);
    let rows = [
        (Some("config"), "show", &none),
        (Some("config"), "set", &score),
        (Some("config"), "clocks", &pace),
        (Some("config"), "channels", &all),
        (Some("config"), "role", &none),
        (Some("config"), "audit", &none),
        (None, "stop", &game),
        (None, "doctor", &none),
    ];
    for (group, name, options) in rows {
        let sent = stranger.user.raw(forged(&stranger, group, name, options)).await.unwrap();
        let answer = stranger.user.wait_for_answer(&sent, SOON).await.unwrap();
        assert!(answer.content.contains("Manage Server"), "{name}: {}", answer.content);
    }
    assert_eq!(config(&theatre).await, GuildConfig::default());
    assert_eq!(theatre.store.trail(guild(&theatre), 0, 1).await.unwrap().total, 0);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_set_holds_for_tables_opened_afterwards() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let options = [("base_score", 50.into()), ("pace", 1.into()), ("people_to_count", 3.into())];
    let answer = ask(&manager, "junqi-admin config set", &options).await;
    assert!(answer.content.contains("基本分： 10 → **50**"), "{}", answer.content);
    let options = [("pace", 1.into()), ("move", 45.into()), ("absence", 3_600.into())];
    let answer = ask(&manager, "junqi-admin config clocks", &options).await;
    assert!(answer.content.contains("走棋 45 秒") && answer.content.contains("1 小時"), "{}", answer.content);
    theatre.open_table(4).await;
    let setup = theatre.state().await.setup;
    assert_eq!((setup.settings.base_score, setup.settings.clocks.move_s), (50, 45));
    assert_eq!((setup.settings.clocks.absence_s, setup.people_to_count), (3_600, 3));
    // A table that runs keeps its own (RULES 13).
    ask(&manager, "junqi-admin config set", &[("base_score", 7.into())]).await;
    assert_eq!(theatre.state().await.setup.settings.base_score, 50);
    let answer =
        ask(&manager, "junqi-admin config clocks", &[("pace", 1.into()), ("reset", true.into())]).await;
    assert!(answer.content.contains("照規則"), "{}", answer.content);
    assert_eq!(config(&theatre).await.clocks.of(Pace::Relaxed), Pace::Relaxed.clocks());
    let show = ask(&manager, "junqi-admin config show", &[]).await;
    assert!(show.content.contains("基本分： 7"), "{}", show.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_out_of_bounds_are_told_their_bounds() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let rows = [
        ("set", json!([{ "name": "base_score", "type": 4, "value": 1001 }]), "1 到 1000"),
        ("set", json!([{ "name": "people_to_count", "type": 4, "value": 5 }]), "1 到 4"),
        (
            "clocks",
            json!([{ "name": "pace", "type": 4, "value": 0 }, { "name": "move", "type": 4, "value": 9 }]),
            "10 到 86400",
        ),
        (
            "clocks",
            json!([{ "name": "pace", "type": 4, "value": 0 }, { "name": "declarer", "type": 4, "value": 29 }]),
            "30 到 86400",
        ),
        (
            "clocks",
            json!([{ "name": "pace", "type": 4, "value": 0 }, { "name": "absence", "type": 4, "value": 604_801 }]),
            "60 到 604800",
        ),
    ];
    for (name, options, bounds) in rows {
        let sent = manager.user.raw(forged(&manager, Some("config"), name, &options)).await.unwrap();
        let answer = manager.user.wait_for_answer(&sent, SOON).await.unwrap();
        assert!(answer.content.contains(bounds), "{options}: {}", answer.content);
    }
    let everyone = theatre.club.guild.get().to_string();
    let role = json!([{ "name": "role", "type": 8, "value": everyone }]);
    let mut everybody = forged(&manager, Some("config"), "role", &role);
    everybody.data["resolved"] = json!({ "roles": { &everyone: {
        "id": everyone, "name": "@everyone", "color": 0, "colors": { "primary_color": 0 }, "hoist": false,
        "position": 0, "permissions": "0", "managed": false, "mentionable": false, "flags": 0 } } });
    let sent = manager.user.raw(everybody).await.unwrap();
    let answer = manager.user.wait_for_answer(&sent, SOON).await.unwrap();
    assert!(answer.content.contains("不能通知所有人"), "{}", answer.content);
    assert_eq!(config(&theatre).await, GuildConfig::default());
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audit_says_who_changed_what_and_turns_its_pages() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let empty = ask(&manager, "junqi-admin config audit", &[]).await;
    assert!(empty.content.contains("還沒有人改過"), "{}", empty.content);
    for score in 11..=20 {
        ask(&manager, "junqi-admin config set", &[("base_score", score.into())]).await;
    }
    // The same again is no change.
    ask(&manager, "junqi-admin config set", &[("base_score", 20.into())]).await;
    let first = ask(&manager, "junqi-admin config audit", &[]).await;
    let by = format!("<@{}>", manager.user.id());
    assert!(
        first.content.contains("基本分： 19 → **20**") && first.content.contains(&by),
        "{}",
        first.content
    );
    assert!(!first.content.contains("10 → **11**"), "{}", first.content);
    assert!(first.pings.users.is_empty(), "nobody is pinged");
    let next =
        CustomId { table: junqi::table::TableId(0), button: Button::Admin(AdminButton::Trail { page: 1 }) };
    manager.user.press(first.id, &next.to_string()).await.unwrap();
    let turned = manager.wait_for(SOON, |messages| {
        let same = messages.iter().find(|message| message.id == first.id)?;
        same.content.contains("10 → **11**").then_some(())
    });
    turned.await.expect("it turns where it stands");
    // A stranger who forges the press sees nothing.
    let stranger = theatre.hands(2);
    theatre.open_table(3).await;
    let message = ours(&stranger.messages()).next().unwrap().message.id;
    let press = RawInteraction {
        kind: InteractionKind::Component,
        channel: stranger.channel,
        message: Some(message),
        data: json!({ "custom_id": next.to_string(), "component_type": 2 }),
    };
    stranger.user.raw(press).await.unwrap();
    told(&stranger, "Manage Server").await;
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_opened_in_the_allowed_channels_only() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let other = theatre.club.sandbox.add_text_channel(theatre.club.guild, "閒聊");
    let add = |channel: discord_sandbox::ChannelId| [("action", 0.into()), ("channel", channel.into())];
    ask(&manager, "junqi-admin config channels", &add(other)).await;
    assert_eq!(config(&theatre).await.channels, [ChannelId(other.get())]);
    let opener = theatre.hands(2);
    let refused = ask(&opener, "junqi start", &[]).await;
    assert!(refused.content.contains(&format!("<#{other}>")), "{}", refused.content);
    let elsewhere = Hands { channel: other, ..opener.clone() };
    let opened = ask(&elsewhere, "junqi start", &[]).await;
    assert!(opened.content.contains("is open"), "{}", opened.content);
    // Without a channel, this one is meant.
    ask(&manager, "junqi-admin config channels", &[("action", 0.into())]).await;
    assert_eq!(config(&theatre).await.channels.len(), 2);
    let refused = ask(&theatre.hands(3), "junqi start", &[]).await;
    assert!(refused.content.contains("is open"), "{}", refused.content);
    for channel in [other, theatre.club.channel] {
        ask(&manager, "junqi-admin config channels", &[("action", 1.into()), ("channel", channel.into())])
            .await;
    }
    told(&manager, "清單裡只剩這一個").await;
    assert_eq!(config(&theatre).await.channels.len(), 1);
    let absent =
        ask(&manager, "junqi-admin config channels", &[("action", 1.into()), ("channel", other.into())])
            .await;
    assert!(absent.content.contains("清單裡沒有"), "{}", absent.content);
    ask(&manager, "junqi-admin config channels", &[("action", 2.into())]).await;
    assert_eq!(config(&theatre).await.channels, []);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_computers_are_barred_none_sits_down() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    ask(&manager, "junqi-admin config set", &[("computers", 1.into())]).await;
    assert_eq!(config(&theatre).await.computers, Computers::Barred);
    let opener = theatre.hands(2);
    let refused = ask(&opener, "junqi start", &[("computers", 3.into())]).await;
    assert!(refused.content.contains("Only people play"), "{}", refused.content);
    let opened = ask(&opener, "junqi start", &[]).await;
    assert!(opened.content.contains("is open"), "{}", opened.content);
    // No button offers it; a press that was made up is refused.
    let (lobby, _) = opener.find(|button| button == Button::Join).await.unwrap();
    let add = CustomId { table: theatre.state().await.id, button: Button::AddComputer(ComputerLevel::Easy) };
    opener
        .user
        .send_raw(RawInteraction {
            kind: InteractionKind::Component,
            channel: opener.channel,
            message: Some(lobby),
            data: json!({ "custom_id": add.to_string(), "component_type": 2 }),
        })
        .unwrap();
    opener
        .wait_for(SOON, |messages| {
            let told = messages.iter().filter(|message| message.content.contains("Only people play")).count();
            (told == 2).then_some(())
        })
        .await
        .unwrap();
    assert_eq!(theatre.state().await.lobby().joiners().len(), 1);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_words_are_in_the_servers_language_private_ones_in_the_users() {
    let theatre = Theatre::open().await;
    let (alice, ming) = (theatre.hands(2), theatre.hands(0));
    // Until one is set, it is that of whoever opened the first table.
    ask(&alice, "junqi start", &[]).await;
    public(&alice, "Four players are wanted").await;
    alice.press(|button| button == Button::Close).await.unwrap();
    public(&alice, "The opener has closed the table").await;
    let opened = ask(&ming, "junqi start", &[]).await;
    assert!(opened.content.contains("開好了"), "{}", opened.content);
    public(&ming, "Four players are wanted").await;
    assert_eq!(theatre.state().await.setup.locale, "en-GB");
    ming.press(|button| button == Button::Close).await.unwrap();
    ask(&ming, "junqi-admin config set", &[("language", 2.into())]).await;
    assert_eq!(config(&theatre).await.language, Some(Locale::SimplifiedChinese));
    ask(&alice, "junqi start", &[]).await;
    public(&alice, "等四位玩家入座").await;
    assert_eq!(theatre.state().await.setup.locale, "zh-CN");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_role_to_call_is_kept_and_taken_back() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let role = theatre.club.sandbox.add_role(theatre.club.guild, "棋友", Permissions::NONE);
    let set = ask(&manager, "junqi-admin config role", &[("role", role.into())]).await;
    assert!(set.content.contains(&format!("<@&{role}>")), "{}", set.content);
    assert_eq!(config(&theatre).await.call_role, Some(RoleId(role.get())));
    ask(&manager, "junqi-admin config role", &[]).await;
    assert_eq!(config(&theatre).await.call_role, None);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stuck_game_is_stopped_without_scores_after_a_confirmation() {
    let theatre = Theatre::open().await;
    theatre.open_table(4).await;
    theatre.start().await;
    let manager = theatre.hands(0);
    let table = theatre.state().await.id;
    let typed = [("game", "".into())];
    let offered =
        manager.user.autocomplete(manager.channel, "junqi-admin stop", &typed, "game").await.unwrap();
    assert_eq!(offered.len(), 1);
    assert!(offered[0].name.contains(&format!("第 {table} 桌，叫牌中")), "{}", offered[0].name);
    for nonsense in ["no table", "987654"] {
        let refused = ask(&manager, "junqi-admin stop", &[("game", nonsense.into())]).await;
        assert!(refused.content.contains("不是這個伺服器進行中的桌"), "{}", refused.content);
    }
    let question = ask(&manager, "junqi-admin stop", &[("game", table.to_string().into())]).await;
    assert!(theatre.state().await.game().unwrap().over().is_none(), "nothing has happened yet");
    let yes = CustomId { table, button: Button::Admin(AdminButton::Stop) }.to_string();
    let stranger = theatre.hands(2);
    let message = ours(&stranger.messages()).next().unwrap().message.id;
    let data = json!({ "custom_id": yes, "component_type": 2 });
    let (kind, channel) = (InteractionKind::Component, stranger.channel);
    stranger.user.raw(RawInteraction { kind, channel, message: Some(message), data }).await.unwrap();
    told(&stranger, "Manage Server").await;
    assert!(theatre.state().await.game().unwrap().over().is_none());
    manager.user.press(question.id, &yes).await.unwrap();
    public(&manager, "管理員終止此局").await;
    told(&manager, &format!("已終止第 {table} 桌")).await;
    assert_eq!(theatre.state().await.game().unwrap().over().unwrap().result, GameResult::Stopped);
    assert_eq!(theatre.store.leaderboard(guild(&theatre), Period::AllTime, 0, 10).await.unwrap().users, 0);
    let audit = ask(&manager, "junqi-admin config audit", &[]).await;
    assert!(audit.content.contains(&format!("終止、不計分的桌：第 {table}")), "{}", audit.content);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_season_begins_once_after_a_confirmation() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let question = ask(&manager, "junqi-admin season", &[]).await;
    assert!(question.content.contains("第 2 賽季"), "{}", question.content);
    assert_eq!(theatre.store.season(guild(&theatre)).await.unwrap().number, 1, "nothing has happened yet");
    let yes = Button::Admin(AdminButton::Season { number: 2 });
    let yes = CustomId { table: junqi::table::TableId(0), button: yes }.to_string();
    let second = ask(&manager, "junqi-admin season", &[]).await;
    manager.user.press(question.id, &yes).await.unwrap();
    told(&manager, "第 2 賽季開始了").await;
    // The other question is still there.
    manager.user.press(second.id, &yes).await.unwrap();
    told(&manager, "那個賽季已經開始了").await;
    assert_eq!(theatre.store.season(guild(&theatre)).await.unwrap().number, 2);
    let audit = ask(&manager, "junqi-admin config audit", &[]).await;
    assert!(audit.content.contains("賽季： 1 → **2**"), "{}", audit.content);
    let stranger = theatre.hands(2);
    let sent = stranger.user.raw(forged(&stranger, None, "season", &json!([]))).await.unwrap();
    let answer = stranger.user.wait_for_answer(&sent, SOON).await.unwrap();
    assert!(answer.content.contains("Manage Server"), "{}", answer.content);
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_names_each_missing_permission_and_no_table_opens_without() {
    let theatre = Theatre::open().await;
    let manager = theatre.hands(0);
    let well = ask(&manager, "junqi-admin doctor", &[]).await;
    for words in ["✅ 檢視頻道", "資料庫：正常", "磁碟剩餘空間", "Discord：心跳", "Intents", "0 桌進行中"]
    {
        assert!(well.content.contains(words), "{words}: {}", well.content);
    }
    assert!(!well.content.contains('❌'), "{}", well.content);
    let bot = theatre.club.sandbox.bot_user();
    let all_but =
        Permissions::EVERYONE.without(Permissions::ATTACH_FILES).without(Permissions::CREATE_PUBLIC_THREADS);
    theatre.club.sandbox.set_everyone(theatre.club.guild, all_but);
    theatre.club.sandbox.set_permissions(theatre.club.guild, bot, Permissions::NONE);
    let ill = ask(&manager, "junqi-admin doctor", &[]).await;
    for words in ["❌ 缺少「**附加檔案**」", "⚠️ 缺少「**建立公開討論串**」", "編輯頻道 → 權限"]
    {
        assert!(ill.content.contains(words), "{words}: {}", ill.content);
    }
    let refused = ask(&theatre.hands(2), "junqi start", &[]).await;
    assert!(refused.content.contains("Attach Files"), "{}", refused.content);
    assert!(
        !refused.content.contains("Create Public Threads"),
        "a table can do without: {}",
        refused.content
    );
    assert_eq!(theatre.store.running_tables().await.unwrap().len(), 0);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
