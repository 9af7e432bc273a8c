//! The lobby: its pace, turning somebody away, its opener leaving, the call for players.

use discord_sandbox::{MessageView, Permissions};
use junqi::discord::custom_id::Button;
use junqi::rules::Pace;
use junqi::sandbox::Hands;
use junqi::table::{LobbyClosed, LobbyStatus, Store, TableState};

use crate::stage::{SOON, Theatre, ask, choose_in, component, told};

/// Presses a button of the lobby that answers privately.
async fn answer(hands: &Hands, wanted: Button) -> MessageView {
    let (message, custom_id) = hands.find(|button| button == wanted).await.unwrap();
    let asked = hands.user.press(message, &custom_id).await.unwrap();
    hands.user.wait_for_answer(&asked, SOON).await.unwrap()
}

/// Waits until the public message of the lobby says this.
async fn lobby_says(hands: &Hands, words: &str) {
    let says = |messages: &[MessageView]| {
        messages.iter().any(|message| !message.is_ephemeral && message.content.contains(words)).then_some(())
    };
    if let Err(late) = hands.user.wait_for(hands.channel, SOON, says).await {
        panic!("the lobby does not say {words:?}: {late}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_opener_alone_sets_the_pace_and_turns_somebody_away() {
    let theatre = Theatre::open().await;
    theatre.open_table(3).await;
    let (opener, guest) = (theatre.hands(0), theatre.hands(2));
    let refused = answer(&guest, Button::OpenerMenu).await;
    assert!(refused.is_ephemeral && refused.content.contains("Only whoever opened"), "{}", refused.content);
    let menu = answer(&opener, Button::OpenerMenu).await;
    let names: Vec<String> =
        menu.components.iter().flat_map(|select| &select.options).map(|o| o.label.clone()).collect();
    assert!(names.contains(&"Alice".to_owned()) && !names.contains(&"小明".to_owned()), "{names:?}");
    let menu = choose_in(&opener, &menu, |button| button == Button::SetPace, "慢棋").await;
    assert!(menu.content.contains("步調已改"), "{}", menu.content);
    lobby_says(&guest, "慢棋（走棋 24 小時）").await;
    let menu = choose_in(&opener, &menu, |button| button == Button::TurnAway, "Alice").await;
    assert!(menu.content.contains("已請 Alice 離座"), "{}", menu.content);
    let is_told = |messages: &[MessageView]| {
        messages.iter().any(|message| message.content.contains("has asked you to leave")).then_some(())
    };
    guest.user.wait_for_direct(SOON, is_told).await.unwrap();
    let state = theatre.state().await;
    assert_eq!(state.settings().clocks, Pace::Slow.clocks());
    assert!(state.lobby().joiners().iter().all(|joiner| joiner.user() != Some(theatre.user(2))));
    // Who was turned away may sit down elsewhere.
    guest.user.slash(guest.channel, "junqi start", &[]).await.unwrap();
    told(&guest, "is open").await;
    // The menu is of its time: once the lobby is closed it says so.
    let custom_id = component(&opener, &menu, |button| button == Button::SetPace);
    let table = state.id;
    let (message, close) = opener
        .user
        .wait_for(opener.channel, SOON, |messages| {
            junqi::sandbox::ours(messages)
                .find(|found| found.id.table == table && found.id.button == Button::Close)
                .map(|found| (found.message.id, found.component.custom_id.clone()))
        })
        .await
        .unwrap();
    opener.user.press(message, &close).await.unwrap();
    lobby_says(&opener, "開桌者已關桌").await;
    opener.user.choose(menu.id, &custom_id, &["original"]).await.unwrap();
    told(&opener, "已經結束").await;
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_person_has_the_lobby_and_without_people_it_closes() {
    let theatre = Theatre::open().await;
    theatre.open_table(2).await;
    let (first, second) = (theatre.hands(0), theatre.hands(1));
    let table = theatre.state().await.id;
    lobby_says(&second, "小明（開桌）").await;
    first.press(|button| button == Button::Leave).await.unwrap();
    lobby_says(&second, "阿華（開桌）").await;
    let refused = answer(&first, Button::OpenerMenu).await;
    assert!(refused.content.contains("只有開桌的人"), "{}", refused.content);
    let menu = answer(&second, Button::OpenerMenu).await;
    assert!(menu.content.contains("沒有別人"), "{}", menu.content);
    second.press(|button| button == Button::Leave).await.unwrap();
    lobby_says(&second, "人都走了").await;
    let state = TableState::replay(theatre.store.table(table).await.unwrap()).unwrap();
    assert_eq!(state.lobby().status(), LobbyStatus::Closed(LobbyClosed::Empty));
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_for_players_says_what_it_needs() {
    let theatre = Theatre::open().await;
    theatre.open_table(2).await;
    let (opener, onlooker) = (theatre.hands(0), theatre.hands(4));
    // Two computers fill it; one makes room.
    opener.press(|button| button == Button::RemoveComputer).await.unwrap();
    let refused = answer(&onlooker, Button::CallPlayers).await;
    assert!(refused.content.contains("Press Join first"), "{}", refused.content);
    let refused = answer(&opener, Button::CallPlayers).await;
    assert!(refused.content.contains("/junqi-admin config"), "{}", refused.content);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_pings_the_role_once_in_ten_minutes_and_goes_when_there_is_no_room() {
    let theatre = Theatre::open().await;
    let (opener, guild) = (theatre.hands(0), theatre.club.guild);
    let role = theatre.club.sandbox.add_role(guild, "棋友", Permissions::NONE);
    ask(&opener, "junqi-admin config role", &[("role", role.into())]).await;
    theatre.open_table(2).await;
    opener.press(|button| button == Button::RemoveComputer).await.unwrap();
    lobby_says(&opener, "4. *空位*").await;
    // Nobody but its administrators may mention the role: no call, and no pause.
    theatre.club.sandbox.set_mentionable(guild, role, false);
    let refused = answer(&opener, Button::CallPlayers).await;
    assert!(refused.content.contains("允許任何人提及"), "{}", refused.content);
    let ill = ask(&opener, "junqi-admin doctor", &[]).await;
    assert!(ill.content.contains("❌ 我不能提及那個身分組"), "{}", ill.content);
    theatre.club.sandbox.set_mentionable(guild, role, true);
    let well = ask(&opener, "junqi-admin doctor", &[]).await;
    assert!(well.content.contains(&format!("✅ 呼叫玩家時會提及 <@&{role}>")), "{}", well.content);
    answer(&opener, Button::CallPlayers).await;
    let is_call =
        |message: &&MessageView| message.content.contains(&format!("<@&{role}>")) && !message.is_ephemeral;
    let call = |messages: &[MessageView]| messages.iter().find(is_call).cloned();
    let seen = opener.user.wait_for(opener.channel, SOON, call).await.unwrap();
    assert_eq!(
        (seen.pings.roles.as_slice(), seen.pings.users.len(), seen.pings.everyone),
        (&[role][..], 0, false)
    );
    // Pressed again, it says when it may be pressed.
    let refused = answer(&opener, Button::CallPlayers).await;
    assert!(refused.content.contains("<t:"), "{}", refused.content);
    // Who follows it sits down; then nobody else can.
    let guest = theatre.hands(2);
    let join = component(&guest, &seen, |button| button == Button::Join);
    guest.user.press(seen.id, &join).await.unwrap();
    lobby_says(&opener, "4. Alice").await;
    let is_gone = |messages: &[MessageView]| call(messages).is_none().then_some(());
    opener.user.wait_for(opener.channel, SOON, is_gone).await.unwrap();
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_computer_players_offers_none() {
    let theatre = Theatre::open().await;
    let opener = theatre.hands(0);
    ask(&opener, "junqi-admin config set", &[("computers", 1.into())]).await;
    ask(&opener, "junqi start", &[]).await;
    let (message, _) = opener.find(|button| button == Button::Join).await.unwrap();
    let lobby = opener.user.message(message).unwrap();
    let seen = [lobby.clone()];
    let is_computers = |button: Button| matches!(button, Button::AddComputer(_) | Button::RemoveComputer);
    assert!(!junqi::sandbox::ours(&seen).any(|found| is_computers(found.id.button)), "{lobby:?}");
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_openers_menu_marks_the_pace_by_the_servers_own_clocks() {
    let theatre = Theatre::open().await;
    let opener = theatre.hands(0);
    ask(&opener, "junqi-admin config clocks", &[("pace", 1.into()), ("move", 45.into())]).await;
    ask(&opener, "junqi start", &[("pace", 1.into())]).await;
    let menu = answer(&opener, Button::OpenerMenu).await;
    let marked: Vec<&str> = menu
        .components
        .iter()
        .flat_map(|select| &select.options)
        .filter(|option| option.is_default)
        .map(|option| option.value.as_str())
        .collect();
    assert_eq!(marked, [Pace::Relaxed.code()]);
    theatre.assert_clean();
    theatre.bot.stop().await.unwrap();
}
