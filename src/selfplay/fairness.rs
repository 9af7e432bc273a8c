//! The audit of computer players: they know what a person in their seat would know, and no more
//! (RULES 12.8, 15.1).
//!
//! At states of many games everything that a seat does not see is exchanged for another world that
//! fits all it has seen, by making the game up anew from other hands and layouts. Whoever plays by
//! the view alone then calls, arranges, moves and votes the same. Here and not with the players,
//! since only the game itself knows what they must not.

use super::{DEFAULT_SEATS, Requests, play};
use crate::players::belief::{Belief, Insight, Sampler};
use crate::players::dice::Dice;
use crate::players::{ComputerPlayer, Level, player};
use crate::rules::{
    BySeat, Command, Event, Game, Kind, Layout, Move, Point, Points, Request, Role, Seat, SeatSet, may_stand,
};
use crate::view::{OwnView, PlayerView, Stage, VoteView};

/// Somebody who decides for a seat. An honest one looks at the view and not at the game.
trait Decider {
    fn decide(&mut self, game: &Game, view: &PlayerView) -> Option<Command>;
}

struct Honest(Box<dyn ComputerPlayer>);

impl Decider for Honest {
    fn decide(&mut self, _: &Game, view: &PlayerView) -> Option<Command> {
        self.0.command(view)
    }
}

/// Attacks what it wins against, and only that: it looks.
struct Cheat;

impl Decider for Cheat {
    fn decide(&mut self, game: &Game, view: &PlayerView) -> Option<Command> {
        let (position, OwnView::Pieces { moves, .. }) = (game.battle()?.position(), &view.own) else {
            return None;
        };
        let wins = |step: &&Move| position.outcome(**step).target_falls();
        moves.iter().find(wins).or(moves.first()).copied().map(Command::Move)
    }
}

/// How the worlds of lies are drawn.
const INSIGHT: Insight = Insight { places: 0.3, around_flag: 0.0 };

/// What is asked of a seat at a state.
#[derive(Clone, Copy, Debug)]
enum Question {
    AsItStands,
    Move,
    Vote(Request),
}

/// The view as if the seat were asked that.
fn asked(view: &PlayerView, question: Question) -> PlayerView {
    let mut view = view.clone();
    let seat = view.seat;
    match (&mut view.public.stage, question) {
        (Stage::Battle(battle), Question::Move) => (battle.turn, battle.vote) = (seat, None),
        (Stage::Battle(battle), Question::Vote(request)) => {
            let (asker, voters) = (seat.next(), SeatSet::ALL.without(seat.next()));
            battle.vote = Some(VoteView { number: 1, asker, request, voters, answers: BySeat::default() });
        }
        (Stage::Auction(auction), _) => auction.to_call = seat,
        _ => {}
    }
    view
}

/// One game and what is exchanged in it for one seat.
struct Lie<'a> {
    events: &'a [Event],
    seat: Seat,
    layouts: Option<BySeat<Layout>>,
    hands: Option<(BySeat<Vec<Kind>>, Vec<Kind>)>,
}

impl Lie<'_> {
    fn events(&self) -> Vec<Event> {
        let lie = |event: &Event| match (event.clone(), &self.layouts, &self.hands) {
            (Event::Dealt { first_bidder, words, .. }, _, Some((hands, stock))) => {
                Event::Dealt { hands: hands.clone(), stock: stock.clone(), first_bidder, words }
            }
            (Event::Declared { declarer, contract, drawn, words, .. }, Some(layouts), _) => {
                Event::Declared { declarer, contract, drawn, layouts: layouts.clone(), words }
            }
            (Event::Arranged { seat, .. }, Some(layouts), _) => {
                Event::Arranged { seat, layout: layouts[seat].clone() }
            }
            (event, _, _) => event,
        };
        self.events.iter().map(lie).collect()
    }
}

/// Other hands for everybody but the seat, of the same pieces.
fn other_hands(game: &Game, seat: Seat, dice: &mut Dice) -> Option<(BySeat<Vec<Kind>>, Vec<Kind>)> {
    let deal = game.chronicle().deals.last()?;
    let mut hands = deal.hands.clone();
    let mut stock = deal.stock.clone();
    let others: Vec<Seat> = Seat::ALL.into_iter().filter(|other| *other != seat).collect();
    for _ in 0..60 {
        // The flag, first in every hand, stays; the special pieces stay in the stock.
        let (from, place, other) = (dice.pick(&others)?, 1 + dice.below(19), dice.below(20));
        std::mem::swap(&mut hands[from][place], &mut stock[other]);
    }
    Some((hands, stock))
}

/// Other layouts for everybody but the seat, in deployment: pieces exchanged within each.
fn other_layouts(game: &Game, seat: Seat, dice: &mut Dice) -> Option<BySeat<Layout>> {
    let deployment = game.deployment()?;
    let mut layouts = deployment.layouts();
    for other in Seat::ALL.into_iter().filter(|other| *other != seat) {
        let points: Vec<Point> = layouts[other].0.keys().copied().collect();
        for _ in 0..40 {
            let (a, b) = (dice.pick(&points)?, dice.pick(&points)?);
            if let Ok(swapped) = layouts[other].swapped(a, b, other, deployment.role(other)) {
                layouts[other] = swapped;
            }
        }
    }
    Some(layouts)
}

/// Layouts that would have led to all that the seat has seen of the battle.
fn layouts_of_another_world(game: &Game, view: &PlayerView, seed: u64) -> Option<BySeat<Layout>> {
    let battle = view.public.battle()?;
    let start = &game.chronicle().layouts.as_ref()?[view.seat];
    let belief = Belief::of(view, battle, Some(start));
    let mut sampler = Sampler::new(&belief, INSIGHT, seed).expect("the truth is a possible world");
    let world = sampler.draw();
    assert!(world.is_possible(), "no world contradicts what was seen");
    let mut layouts: BySeat<Layout> = BySeat::default();
    for (point, owner, kind) in world.deployed() {
        let role = if owner == battle.declarer { Role::Declarer } else { Role::Defender };
        assert!(may_stand(kind, point, owner, role), "{owner:?} {kind:?} {point}");
        layouts[owner].0.insert(point, kind);
    }
    Some(layouts)
}

#[derive(Debug, Default)]
struct Audit {
    /// Questions put with the truth and with a lie.
    asked: u32,
    /// Of those, calls, layouts, moves and votes.
    calls: u32,
    layouts: u32,
    moves: u32,
    votes: u32,
    /// Answered differently.
    differed: u32,
    /// Hidden pieces that the lies exchanged.
    exchanged: usize,
}

impl Audit {
    fn run(seeds: std::ops::Range<u64>, step: usize, make: impl Fn(u32, u64) -> Box<dyn Decider>) -> Self {
        let mut audit = Self::default();
        for seed in seeds {
            let played = play(seed, DEFAULT_SEATS, Requests::Never);
            let mut game = Game::new(*played.game.setup());
            for (number, event) in played.events.iter().enumerate() {
                game.apply(event).expect("the game's own events fit it");
                let early = game.auction().is_some() || game.deployment().is_some();
                if game.over().is_none() && (early || number % step == 0) {
                    for seat in Seat::ALL {
                        audit.look(&game, &played.events[..=number], seat, seed, &make);
                    }
                }
            }
        }
        audit
    }

    fn look(
        &mut self,
        game: &Game,
        events: &[Event],
        seat: Seat,
        seed: u64,
        make: &impl Fn(u32, u64) -> Box<dyn Decider>,
    ) {
        let view = PlayerView::of(game, seat);
        if view.own == OwnView::Nothing {
            return;
        }
        let mut dice = Dice::new(seed ^ (events.len() as u64) << 20 ^ (seat.index() as u64) << 50);
        let mut lie = Lie { events, seat, layouts: None, hands: None };
        match &view.public.stage {
            Stage::Auction(_) => lie.hands = other_hands(game, seat, &mut dice),
            Stage::Deployment(_) => lie.layouts = other_layouts(game, seat, &mut dice),
            _ => lie.layouts = layouts_of_another_world(game, &view, dice.seed()),
        }
        let other = Game::replay(*game.setup(), &lie.events()).expect("the lie is a game");
        let seen = PlayerView::of(&other, lie.seat);
        assert_eq!(view, seen, "RULES 15.1");
        if let (Some(truth), Some(lie)) = (game.battle(), other.battle()) {
            let differs = |point: &Point| truth.position().piece(*point) != lie.position().piece(*point);
            let standing: Points = truth.position().occupied();
            self.exchanged += standing.iter().filter(differs).count();
        }
        let questions: &[Question] = match view.public.stage {
            Stage::Battle(_) if self.asked.is_multiple_of(5) => {
                &[Question::Move, Question::Vote(Request::Draw), Question::Vote(Request::SelfDestruct)]
            }
            Stage::Battle(_) => &[Question::Move],
            _ => &[Question::AsItStands],
        };
        for question in questions {
            let (mut one, mut same) = (make(self.asked, seed), make(self.asked, seed));
            let by_truth = one.decide(game, &asked(&view, *question));
            let by_lie = same.decide(&other, &asked(&seen, *question));
            self.asked += 1;
            match by_truth {
                Some(Command::Call(_)) => self.calls += 1,
                Some(Command::Arrange(_) | Command::March) => self.layouts += 1,
                Some(Command::Move(_)) => self.moves += 1,
                Some(Command::Answer(_)) => self.votes += 1,
                _ => {}
            }
            self.differed += u32::from(by_truth != by_lie);
        }
    }
}

/// Half of the games each, so that both cores have work: two thousand times asked in each.
fn audit_levels(games: std::ops::Range<u64>) {
    let levels = |number: u32| match number {
        number if number.is_multiple_of(200) => Level::Hard,
        number if number.is_multiple_of(16) => Level::Normal,
        number if number % 4 == 1 => Level::Simple,
        _ => Level::Easy,
    };
    let honest = |number, seed| -> Box<dyn Decider> { Box::new(Honest(player(levels(number), seed))) };
    let audit = Audit::run(games, 9, honest);
    assert_eq!(audit.differed, 0, "RULES 12.8: {audit:?}");
    assert!(audit.asked >= 2_000, "five hundred states, four seats each: {audit:?}");
    assert!(audit.calls > 50 && audit.layouts > 50 && audit.moves > 1_200 && audit.votes > 200, "{audit:?}");
    assert!(audit.exchanged > 10 * audit.moves as usize, "the worlds are other worlds: {audit:?}");
}

#[test]
fn no_level_decides_otherwise_when_what_it_cannot_see_is_exchanged() {
    audit_levels(0..30);
}

#[test]
fn nor_does_any_in_thirty_games_more() {
    audit_levels(30..60);
}

#[test]
fn a_player_that_looks_at_the_others_pieces_is_found_out() {
    let audit = Audit::run(0..3, 20, |_, _| Box::new(Cheat));
    assert!(audit.differed > audit.moves / 20, "{audit:?}");
}
