//! RULES 15: what a viewer may not know cannot change a byte of what they are shown.
//!
//! Two tables are made that differ only in what one player does not show: hidden pieces stand
//! exchanged, or two hidden cards are dealt the other way round. All that leaves the program for
//! everybody else must be the same to the byte: words, buttons, menus, suggestions, refusals, pings,
//! files, pictures and alternative texts. That the audit sees whatever gets out is shown by programs
//! that leak one thing each.

mod leaks;
mod shown;
mod written;

use proptest::prelude::*;

use self::leaks::Leak;
use self::shown::{Look, Shown, difference, shown_to, shown_to_all};
use self::written::{ONLOOKER, TwinTables, Written};
use crate::discord::screen::Screen;
use crate::discord::screens::{Choice, private_screen};
use crate::discord::texts::Texts;
use crate::picture::Language;
use crate::rules::{Actor, Answer, Command, Event, GameResult, Kind, Point, Request, Seat, Seed};
use crate::selfplay::twins::looks_alike;
use crate::table::{Entry, UserId};

/// All that is shown to one user, public and private.
fn all_shown(written: &Written, user: u64) -> Vec<Shown> {
    let texts = Texts::of_locale("en-GB");
    let mut all = shown_to_all(written, texts, Look::Whole);
    all.extend(shown_to(written, user, texts, Look::Whole));
    all
}

/// Every screen of everybody but the owner is the same at both tables; the owner's differs.
fn assert_only_the_owner_sees(one: &Written, other: &Written, owner: Seat) {
    for seat in Seat::ALL {
        let unlike = difference(&all_shown(one, one.user(seat)), &all_shown(other, other.user(seat)));
        assert_eq!(unlike.is_none(), seat != owner, "{seat:?} looks at what {owner:?} hides: {unlike:?}");
    }
    let unlike = difference(&all_shown(one, ONLOOKER), &all_shown(other, ONLOOKER));
    assert_eq!(unlike, None, "an onlooker sees what {owner:?} hides");
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

/// A table in deployment.
fn deploying() -> Written {
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
    written
}

#[test]
fn nobody_is_shown_another_players_layout() {
    for owner in Seat::ALL {
        let [one, other] = TwinTables::deploying(&Seed([9; 32]), owner).tables;
        assert_only_the_owner_sees(&one, &other, owner);
    }
}

/// Looks for a difference in all that leaves two tables for those who may not tell them apart, over a
/// whole game played alike; with a leak, at what a program that has it would send. How much was
/// looked at, or what differs.
fn audit(seed: [u8; 32], owner: Seat, leak: Option<Leak>) -> Result<usize, String> {
    let mut tables = TwinTables::deploying(&Seed(seed), owner);
    let mut looked_at = 0;
    let mut goes_on = true;
    for turn in 0_u16.. {
        let texts = Texts(Language::ALL[usize::from(turn) % 3]);
        let look = if turn % 96 == 1 { Look::Whole } else { Look::WithoutPictures };
        if turn < 4 || turn % 16 == 1 {
            looked_at +=
                look_at(&tables, texts, look, leak).map_err(|fault| format!("turn {turn}: {fault}"))?;
        }
        if turn == 0 {
            tables.march();
        } else {
            if !goes_on {
                return Ok(looked_at);
            }
            goes_on = tables.play_on();
            // A vote now and then, so that it is looked at too.
            if goes_on && turn % 100 == 57 {
                vote(&mut tables);
            }
        }
    }
    Ok(looked_at)
}

/// Somebody offers a draw, and it is looked at before somebody refuses it.
fn vote(tables: &mut TwinTables) {
    let Some(battle) = tables.twins.one.battle() else { return };
    let asker = battle.position().turn();
    let ask = Command::Ask(Request::Draw);
    if !looks_alike(&tables.twins.one, &tables.twins.other, Actor::Seat(asker), &ask) {
        return;
    }
    tables.both(asker, &ask);
    let found = look_at(tables, Texts(Language::English), Look::WithoutPictures, None);
    assert!(found.is_ok(), "during a vote: {found:?}");
    let voter = tables.twins.one.battle().and_then(|battle| battle.vote()?.voters.iter().next());
    if let Some(voter) = voter {
        tables.both(voter, &Command::Answer(Answer::Refuse));
    }
}

/// Compares all that leaves both tables now.
fn look_at(tables: &TwinTables, texts: Texts, look: Look, leak: Option<Leak>) -> Result<usize, String> {
    let owner = tables.twins.owner;
    if tables.tables[0].game().over().is_some() || !tables.twins.differ() {
        return Ok(0);
    }
    let hidden = hidden_kinds(tables);
    let mut looked_at = 0;
    let mut compare = |who: String, shown: [Vec<Shown>; 2]| {
        let mut shown = shown;
        if let (Some(leak), Some(hidden)) = (leak, hidden) {
            shown.iter_mut().zip(hidden).for_each(|(shown, kind)| leak.spoil(shown, kind));
        }
        looked_at += shown[0].len();
        match difference(&shown[0], &shown[1]) {
            Some(what) => Err(format!("{who} can tell what {owner:?} hides by {what}")),
            None => Ok(()),
        }
    };
    let each = |show: &dyn Fn(&Written) -> Vec<Shown>| [show(&tables.tables[0]), show(&tables.tables[1])];
    compare("anybody".to_owned(), each(&|written| shown_to_all(written, texts, look)))?;
    for seat in Seat::ALL.into_iter().filter(|seat| *seat != owner) {
        let shown = each(&|written| shown_to(written, written.user(seat), texts, look));
        compare(format!("{seat:?}"), shown)?;
    }
    compare("an onlooker".to_owned(), each(&|written| shown_to(written, ONLOOKER, texts, look)))?;
    let own = each(&|written| shown_to(written, written.user(owner), texts, Look::WithoutPictures));
    match difference(&own[0], &own[1]) {
        Some(_) => Ok(looked_at),
        None => Err("the owner sees no difference: nothing was exchanged".to_owned()),
    }
}

/// What stands at the first point where the two differ.
fn hidden_kinds(tables: &TwinTables) -> Option<[Kind; 2]> {
    let owner = tables.twins.owner;
    let kind = |written: &Written, point: Point| match (written.game().deployment(), written.game().battle())
    {
        (Some(deployment), _) => deployment.layout(owner).kind(point),
        (None, Some(battle)) => battle.position().piece(point).map(|piece| piece.kind),
        (None, None) => None,
    };
    Point::all().find_map(|point| {
        let kinds = [kind(&tables.tables[0], point)?, kind(&tables.tables[1], point)?];
        // Some leaks tell whether the kind's number is odd.
        (kinds[0] as usize % 2 != kinds[1] as usize % 2).then_some(kinds)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5, failure_persistence: None, max_shrink_iters: 8, ..ProptestConfig::default() })]

    #[test]
    fn nothing_tells_hidden_pieces_to_who_may_not_know_them_over_whole_games(
        seed: [u8; 32], owner in (0_usize..4).prop_map(Seat::from_index),
    ) {
        let looked_at = audit(seed, owner, None);
        prop_assert!(matches!(looked_at, Ok(200..)), "RULES 15: {looked_at:?}");
    }
}

#[test]
fn a_program_that_leaks_is_found_out_whatever_it_leaks() {
    for leak in Leak::ALL {
        let found = audit([7; 32], Seat::East, Some(leak));
        let fault = found.expect_err(&format!("{leak:?} is not found"));
        assert!(
            fault.ends_with(leak.found_as()) || fault.contains(&format!("by {}", leak.found_as())),
            "{leak:?}: {fault}"
        );
    }
}

#[test]
fn who_is_out_sees_what_anybody_sees_and_that_they_are_out() {
    let mut written = deploying();
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
    let [mut one, mut other] = TwinTables::deploying(&Seed([9; 32]), Seat::East).tables;
    for table in [&mut one, &mut other] {
        for event in table.game().decide(Actor::Manager, Command::Stop).unwrap() {
            table.add(&Entry::Game(event));
        }
    }
    assert_eq!(one.game().over().unwrap().result, GameResult::Stopped);
    assert!(difference(&all_shown(&one, ONLOOKER), &all_shown(&other, ONLOOKER)).is_some(), "RULES 15.4");
}
