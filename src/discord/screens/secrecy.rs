//! RULES 15: what a viewer may not know cannot change a byte of what they are shown.
//!
//! Two tables are made that differ only in what one player does not show: two hidden pieces stand
//! swapped, or two hidden cards are dealt the other way round. Every screen of everybody else must be
//! the same to the byte: words, buttons, menus, files, picture and alternative text.

use crate::discord::screen::Screen;
use crate::discord::screens::{
    Audience, Choice, DrawerPage, Ending, Moving, deal_screen, direct_battle_screen, direct_over_screen,
    door_screen, main_screen, over_screen, ping_screen, private_screen, vote_screen, words_screen,
};
use crate::discord::texts::Texts;
use crate::players::{Level, player};
use crate::rules::{
    Actor, BySeat, Command, Event, Game, GameResult, Kind, Layout, Point, Request, Seat, Secret, Settings,
};
use crate::table::{
    ChannelId, Computers, Entry, GuildId, Joiner, LobbyEvent, PressId, TableId, TableSetup, TableState,
    Telling, UserId,
};
use crate::view::PlayerView;

const USERS: [u64; 4] = [11, 12, 13, 14];
const ONLOOKER: u64 = 99;

fn setup() -> TableSetup {
    TableSetup {
        guild: GuildId(1),
        channel: ChannelId(2),
        settings: Settings::default(),
        people_to_count: 2,
        locale: "zh-TW".to_owned(),
        secret: Secret([3; 32]),
        rematch: None,
        opened_unix_ms: 0,
    }
}

/// Everything that a screen sends.
fn bytes(screen: Screen) -> Vec<u8> {
    let rows = serde_json::to_string(&screen.rows).unwrap();
    let mut all = format!("{}\n{rows}\n{:?}\n", screen.content, screen.pings).into_bytes();
    for file in screen.files {
        all.extend(file.name.into_bytes());
        all.extend(file.bytes);
    }
    if let Some(draw) = screen.drawing {
        let picture = draw();
        all.extend(picture.alt.into_bytes());
        all.extend(picture.png);
    }
    all
}

/// The end of the game; none while it runs.
fn over(telling: &Telling) -> Option<Screen> {
    let ending = Ending { settled: &BySeat::default(), files: vec![], note: None, audience: Audience::All };
    over_screen(telling, Texts::of_locale("en-GB"), ending)
}

/// What that user is shown, and what everybody is.
fn shown_to(telling: &Telling, user: u64) -> Vec<Vec<u8>> {
    let texts = Texts::of_locale("en-GB");
    let choices = telling.public.as_ref().and_then(|public| public.battle()).map(|battle| Choice {
        moving: Moving { turn: battle.turn_number, from: Point::from_index(60), ..Moving::default() },
        ..Choice::default()
    });
    let asking = Choice { asking: Some(Request::SelfDestruct), ..Choice::default() };
    let mut all = vec![bytes(main_screen(telling, Computers::Allowed))];
    all.extend(ping_screen(telling).map(bytes));
    all.extend(vote_screen(telling).map(bytes));
    all.extend(over(telling).map(bytes));
    all.extend(deal_screen(telling, texts).map(bytes));
    all.push(bytes(private_screen(telling, UserId(user), texts, &Choice::default())));
    all.extend(choices.map(|choice| bytes(private_screen(telling, UserId(user), texts, &choice))));
    let drawer = Some(DrawerPage { names: vec!["iron".to_owned()], asks: None });
    let with_drawer = Choice { drawer, ..Choice::default() };
    all.push(bytes(private_screen(telling, UserId(user), texts, &with_drawer)));
    all.push(bytes(private_screen(telling, UserId(user), texts, &asking)));
    all.push(bytes(words_screen(telling, UserId(user), texts)));
    let home = ChannelId(7);
    all.push(bytes(door_screen(telling, home)));
    for place in [Some(home), None] {
        all.push(bytes(direct_battle_screen(telling, texts, place)));
        all.push(bytes(direct_over_screen(telling, texts, place)));
    }
    all
}

/// A table whose log is being written.
struct Written {
    state: TableState,
}

impl Written {
    /// Four people have joined and the game has started; nothing is dealt yet.
    fn started() -> Self {
        let mut written = Self { state: TableState::new(TableId(1), setup()) };
        for user in USERS {
            let (user, press) = (UserId(user), PressId(user * 1_000));
            let (name, locale) = (format!("player {user}"), "en-GB".to_owned());
            written.add(&Entry::Lobby(LobbyEvent::Joined {
                joiner: Joiner::Person { user, name, locale, press },
            }));
        }
        written.add(&Entry::Lobby(LobbyEvent::Started));
        written
    }

    fn begun() -> Self {
        let mut written = Self::started();
        for event in written.game().begin() {
            written.add(&Entry::Game(event));
        }
        written
    }

    fn add(&mut self, entry: &Entry) {
        self.state.apply(entry).unwrap();
    }

    fn game(&self) -> &Game {
        self.state.game().unwrap()
    }

    fn telling(&self) -> Telling {
        Telling::of(&self.state, Vec::new(), Vec::new())
    }

    fn user(&self, seat: Seat) -> u64 {
        self.state.seats().unwrap()[seat].user().unwrap().0
    }

    fn play(&mut self, seat: Seat, command: Command) {
        for event in self.game().decide(Actor::Seat(seat), command).unwrap() {
            self.add(&Entry::Game(event));
        }
    }
}

/// Every screen of everybody but the owner is the same at both tables; the owner's differs.
fn assert_only_the_owner_sees(one: &Written, other: &Written, owner: Seat) {
    let (a, b) = (one.telling(), other.telling());
    for seat in Seat::ALL {
        let same = shown_to(&a, one.user(seat)) == shown_to(&b, other.user(seat));
        assert_eq!(same, seat != owner, "{seat:?} looks at what {owner:?} hides");
    }
    assert!(shown_to(&a, ONLOOKER) == shown_to(&b, ONLOOKER), "an onlooker sees what {owner:?} hides");
}

#[test]
fn nobody_is_shown_another_players_hand() {
    let one = Written::begun();
    for owner in Seat::ALL {
        // The same table, but two unlike cards of the owner's hand and of the stock exchanged.
        let mut other = Written::started();
        for event in other.game().begin() {
            let changed = match event {
                Event::Dealt { mut hands, mut stock, first_bidder, words } => {
                    let hand = &mut hands[owner];
                    let place = stock.iter().position(|kind| *kind != hand[1]).unwrap();
                    std::mem::swap(&mut hand[1], &mut stock[place]);
                    Event::Dealt { hands, stock, first_bidder, words }
                }
                event => event,
            };
            other.add(&Entry::Game(changed));
        }
        assert_only_the_owner_sees(&one, &other, owner);
    }
}

/// Two unlike pieces of the owner's that may stand on each other's points in any layout: ranked,
/// neither turning nor moving differently.
fn two_hidden(layout: &Layout) -> (Point, Point) {
    let plain = |kind: Kind| kind.rank().is_some() && !kind.turns();
    let ranked: Vec<(Point, Kind)> =
        layout.0.iter().map(|(point, kind)| (*point, *kind)).filter(|(_, kind)| plain(*kind)).collect();
    let first = ranked[0];
    let second = ranked.iter().find(|(_, kind)| *kind != first.1).unwrap();
    (first.0, second.0)
}

/// A table in deployment; with an owner, two hidden pieces of theirs stand swapped.
fn deploying(swapped: Option<Seat>) -> Written {
    let mut written = Written::begun();
    for _ in 0..4 {
        let auction = written.game().auction().unwrap();
        let (seat, call) = (auction.to_call(), auction.legal().last().unwrap());
        // The first caller calls three, which ends the auction.
        written.play(seat, Command::Call(call));
        if written.game().deployment().is_some() {
            break;
        }
    }
    if let Some(owner) = swapped {
        let layout = written.game().deployment().unwrap().layout(owner).clone();
        let (a, b) = two_hidden(&layout);
        let mut changed = layout;
        let (at_a, at_b) = (changed.0[&a], changed.0[&b]);
        changed.0.insert(a, at_b);
        changed.0.insert(b, at_a);
        written.play(owner, Command::Arrange(changed));
    }
    written
}

#[test]
fn nobody_is_shown_another_players_layout() {
    let one = deploying(None);
    for owner in Seat::ALL {
        assert_only_the_owner_sees(&one, &deploying(Some(owner)), owner);
    }
}

#[test]
fn nobody_is_shown_another_players_hidden_pieces_in_battle() {
    for owner in Seat::ALL {
        let (mut one, mut other) = (deploying(None), deploying(Some(owner)));
        let layout = one.game().deployment().unwrap().layout(owner).clone();
        let (a, b) = two_hidden(&layout);
        for table in [&mut one, &mut other] {
            for seat in Seat::ALL {
                table.play(seat, Command::March);
            }
        }
        assert_only_the_owner_sees(&one, &other, owner);
        // The two play on alike, as long as neither swapped piece moves or is attacked.
        let mut minds: Vec<_> = (0..4).map(|number| player(Level::Random, number)).collect();
        for _ in 0..40 {
            let seat = one.game().battle().unwrap().position().turn();
            let view = PlayerView::of(one.game(), seat);
            let Some(command) = minds[seat.index()].command(&view) else { break };
            let touches =
                |step: &crate::rules::Move| [step.from, step.to].iter().any(|point| [a, b].contains(point));
            if matches!(&command, Command::Move(step) if touches(step)) {
                break;
            }
            for table in [&mut one, &mut other] {
                table.play(seat, command.clone());
            }
            if one.game().over().is_some() || one.game().is_eliminated(owner) {
                break;
            }
        }
        if one.game().battle().is_some() && !one.game().is_eliminated(owner) {
            assert_only_the_owner_sees(&one, &other, owner);
        }
    }
}

#[test]
fn who_is_out_sees_what_anybody_sees_and_that_they_are_out() {
    let mut written = deploying(None);
    for seat in Seat::ALL {
        written.play(seat, Command::March);
    }
    let declarer = written.game().battle().unwrap().position().declarer();
    let out = declarer.next();
    written.play(out, Command::Desert);
    assert!(written.game().over().is_none(), "the contract is of three");
    let telling = written.telling();
    let texts = Texts::of_locale("en-GB");
    let shown = |user: u64| private_screen(&telling, UserId(user), texts, &Choice::default());
    let (own, any) = (shown(written.user(out)), shown(ONLOOKER));
    let said = "☠ You are out (deserted).";
    assert!(own.content.starts_with(said), "{}", own.content);
    let rest = own.content.split_once('\n').map(|(_, rest)| rest.to_owned());
    assert_eq!(rest.as_deref(), Some(any.content.as_str()));
    let picture =
        |screen: Screen| screen.drawing.map(|draw| draw()).map(|picture| (picture.alt, picture.png));
    assert!(picture(own) == picture(any), "RULES 15.2");
}

#[test]
fn everything_is_open_once_the_game_is_over() {
    let (mut one, mut other) = (deploying(None), deploying(Some(Seat::East)));
    for table in [&mut one, &mut other] {
        for event in table.game().decide(Actor::Manager, Command::Stop).unwrap() {
            table.add(&Entry::Game(event));
        }
    }
    let (a, b) = (one.telling(), other.telling());
    assert_eq!(one.game().over().unwrap().result, GameResult::Stopped);
    assert!(shown_to(&a, ONLOOKER) != shown_to(&b, ONLOOKER), "RULES 15.4");
}
