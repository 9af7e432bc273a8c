//! The real program is killed (SIGKILL) in the middle of everything, and goes on.

use discord_sandbox::{Cut, MessageId, MessageView};
use junqi::discord::custom_id::Button;
use junqi::rules::{Answer, Call, Event, GameResult, Request};
use junqi::sandbox::{Club, ours};
use junqi::store::{SqliteStore, check};
use junqi::table::{Entry, GuildId, Period, Scores, Store, TableId, TableState};

use crate::program::{Ground, Program};
use crate::stage::{SOON, USERS, club_of, hands, is_over, open_table};

struct Stage {
    club: Club,
    ground: Ground,
    program: Option<Program>,
}

impl Stage {
    /// Kills the program and starts it again; the table's message is posted anew (RULES 12.6).
    async fn crash(&mut self) {
        let before = self.main_message();
        self.program.take().unwrap().kill(&self.club).await;
        self.program = Some(Program::start(&self.club, &self.ground).await);
        let onlooker = hands(&self.club, 4);
        let anew = onlooker.wait_for(SOON, |messages| {
            ours(messages).find(|found| found.message.id > before && !found.message.is_ephemeral).map(|_| ())
        });
        anew.await.expect("the table's message is posted anew");
    }

    fn main_message(&self) -> MessageId {
        let messages = hands(&self.club, 4).messages();
        ours(&messages).next().expect("a table stands in the channel").message.id
    }

    /// Which of the four a message asks to act; none once the game is over.
    async fn asked(&self) -> Option<usize> {
        let onlooker = hands(&self.club, 4);
        let four = |messages: &[discord_sandbox::MessageView]| {
            let asked = (0..4).find(|number| {
                let mention = format!("<@{}>", hands(&self.club, *number).user.id());
                messages.iter().any(|message| message.content.contains(&mention))
            });
            (asked.is_some() || is_over(messages)).then_some(asked)
        };
        onlooker.wait_for(SOON, four).await.unwrap()
    }

    async fn act_in_turn(&self, done: &mut usize, act: impl AsyncFn(usize)) {
        let Some(number) = self.asked().await else { return };
        let mention = format!("<@{}>", hands(&self.club, number).user.id());
        let pinged = |messages: &[discord_sandbox::MessageView]| {
            messages
                .iter()
                .filter(|message| message.content.contains(&mention))
                .map(|message| message.id)
                .max()
        };
        let before = pinged(&hands(&self.club, 4).messages());
        act(number).await;
        *done += 1;
        let onlooker = hands(&self.club, 4);
        // The ping goes when the turn is over.
        let gone = onlooker
            .wait_for(SOON, |messages| (pinged(messages) != before || is_over(messages)).then_some(()));
        gone.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_survives_kills_in_auction_deployment_battle_and_vote() {
    let club = club_of(&USERS).await;
    let ground = Ground::new(&club);
    let program = Some(Program::start(&club, &ground).await);
    let mut stage = Stage { club, ground, program };
    open_table(&stage.club, 4).await;
    hands(&stage.club, 0).press(|button| button == Button::Start).await.unwrap();

    // Auction: the first calls one, the program dies, the others pass.
    let mut calls = 0;
    stage
        .act_in_turn(&mut calls, async |number| hands(&stage.club, number).call(Call::One).await.unwrap())
        .await;
    stage.crash().await;
    while calls < 4 {
        let pass = async |number| hands(&stage.club, number).call(Call::Pass).await.unwrap();
        if calls == 3 {
            // After the last call nobody is pinged.
            let number = stage.asked().await.unwrap();
            pass(number).await;
            calls += 1;
        } else {
            stage.act_in_turn(&mut calls, pass).await;
        }
    }

    // Deployment: two march, the program dies, the others march.
    for number in 0..4 {
        if number == 2 {
            stage.crash().await;
        }
        let hands = hands(&stage.club, number);
        let view = hands.open_deployment().await.unwrap();
        let view = hands.swap_any(&view).await.unwrap();
        hands.march(&view).await.unwrap();
        told_or_direct(&hands, &view).await;
    }

    // Battle: the program dies after some plies; after fifty a draw is offered.
    let mut plies = 0;
    while plies < 50 {
        if plies == 20 {
            stage.crash().await;
        }
        stage
            .act_in_turn(&mut plies, async |number| {
                hands(&stage.club, number).make_quiet_move().await.unwrap();
            })
            .await;
    }
    assert!(!is_over(&hands(&stage.club, 4).messages()), "nobody attacks where there is another way");
    agree_to_draw(&mut stage).await;

    // What is stored is what was done: every ply once, in order, and one score for each.
    stage.program.take().unwrap().kill(&stage.club).await;
    let store = SqliteStore::open(&stage.ground.database).await.unwrap();
    let stored = store.table(TableId(1)).await.unwrap();
    let events = stored
        .entries
        .iter()
        .filter_map(|entry| if let Entry::Game(event) = entry { Some(event) } else { None });
    let numbers: Vec<u16> = events
        .filter_map(|event| if let Event::Moved { ply, .. } = event { Some(*ply) } else { None })
        .collect();
    assert_eq!(
        numbers,
        (1..=u16::try_from(plies).unwrap()).collect::<Vec<_>>(),
        "no ply is lost or done twice"
    );
    let state = TableState::replay(stored).unwrap();
    let over = state.game().unwrap().over().unwrap();
    assert_eq!(over.result, GameResult::DrawAgreed);
    let board = store.leaderboard(GuildId(stage.club.guild.get()), Period::AllTime, 0, 10).await.unwrap();
    assert_eq!(board.standings.len(), 4);
    assert!(board.standings.iter().all(|line| line.games == 1), "no score is missing or counted twice");
    store.close().await;
    let report = check(&stage.ground.database).await.unwrap();
    assert_eq!((report.faults, report.verified), (Vec::new(), 1), "all of it plays again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_program_posted_and_had_no_time_to_remember_is_taken_away() {
    let club = club_of(&USERS).await;
    let ground = Ground::new(&club);
    let program = Program::start(&club, &ground).await;
    // The lobby arrives; that it has, the program never hears.
    club.sandbox.cut_route("POST", "/channels/*/messages", Cut::InAnswer, 1);
    hands(&club, 0).user.slash(club.channel, "junqi start", &[]).await.unwrap();
    let onlooker = hands(&club, 4);
    let lobbies = |messages: &[MessageView]| -> Vec<MessageId> {
        ours(messages).filter(|found| found.id.button == Button::Join).map(|found| found.message.id).collect()
    };
    let lost = onlooker.wait_for(SOON, |messages| lobbies(messages).pop()).await.unwrap();
    program.kill(&club).await;

    let program = Program::start(&club, &ground).await;
    let alone = onlooker.wait_for(SOON, |messages| {
        let lobbies = lobbies(messages);
        (lobbies.len() == 1 && lobbies[0] > lost).then_some(lobbies[0])
    });
    let lobby = alone.await.expect("one lobby stands, posted anew");
    let nothing_else = |messages: &[MessageView]| messages.iter().all(|it| it.id == lobby).then_some(());
    onlooker.wait_for(SOON, nothing_else).await.expect("nor does anything stay of the looking for it");
    program.kill(&club).await;
    let violations = club.sandbox.violations();
    assert!(violations.is_empty(), "{violations:#?}");
}

/// Offers a draw, kills the program in the middle of the vote, and lets everybody agree.
async fn agree_to_draw(stage: &mut Stage) {
    let asker = stage.asked().await.unwrap();
    let hands_of_asker = hands(&stage.club, asker);
    hands_of_asker.press(|button| button == Button::Ask(Request::Draw)).await.unwrap();
    hands_of_asker.press(|button| button == Button::Confirm(Request::Draw)).await.unwrap();
    let mut answered = 0;
    for number in (0..4).filter(|number| *number != asker) {
        let hands = hands(&stage.club, number);
        hands.answer(Answer::Agree).await.unwrap();
        answered += 1;
        // An answer counts once the vote's message shows it, or the game is over by it.
        let onlooker = crate::stage::hands(&stage.club, 4);
        let counted = onlooker.wait_for(SOON, |messages| {
            let agreed = messages.iter().map(|message| {
                message.content.matches("— agreed").count() + message.content.matches("— 同意").count()
            });
            (agreed.max() == Some(answered) || is_over(messages)).then_some(())
        });
        counted.await.unwrap();
        if answered == 1 {
            stage.crash().await;
        }
    }
    let onlooker = hands(&stage.club, 4);
    onlooker.wait_for(SOON, |messages| is_over(messages).then_some(())).await.unwrap();
}

/// Waits until the march is acknowledged, where the view stands.
async fn told_or_direct(hands: &junqi::sandbox::Hands, view: &discord_sandbox::MessageView) {
    let marched = |messages: &[discord_sandbox::MessageView]| {
        let same = messages.iter().find(|message| message.id == view.id)?;
        // The last to march sees the battle at once.
        let marches = |button| matches!(button, Button::March { .. });
        (!ours(std::slice::from_ref(same)).any(|found| marches(found.id.button))).then_some(())
    };
    hands.user.wait_for(view.channel, SOON, marched).await.unwrap();
}
