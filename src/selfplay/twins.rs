//! Two games that are one and the same to everybody but one player (RULES 15): what that player alone
//! may know differs, and all that anybody else has been shown is alike. Whatever leaves the program
//! of the one must then leave it of the other, to the byte; the audits of secrecy look for what does
//! not.
//!
//! ```
//! use junqi::rules::{Seat, Seed};
//! use junqi::selfplay::twins::Twins;
//!
//! let mut twins = Twins::deploying(&Seed([7; 32]), Seat::West);
//! twins.march();
//! while twins.plies() < 20 && twins.play_on() {}
//! assert!(twins.differ());
//! ```

use crate::rules::{
    Actor, Call, Chance, Command, Deadline, Event, Game, Kind, Layout, Move, Point, Role, Seat, Seating,
    Seed, Settings, Setup,
};
use crate::view::{OwnView, PlayerView, PublicEvent};

/// Swaps that lie between the two layouts.
const SWAPS: usize = 8;

/// The layout after swaps that nobody but its owner may know of: legal, and without a flag moved that
/// the battle will show (RULES 6.5).
///
/// # Panics
/// When the game is not in deployment.
pub fn exchanged(game: &Game, owner: Seat, chance: &mut Chance) -> Layout {
    let deployment = game.deployment().expect("a game in deployment");
    let role = deployment.role(owner);
    let before = deployment.layout(owner);
    let mut layout = before.clone();
    let points: Vec<Point> = layout.0.keys().copied().collect();
    let mut swaps = 0;
    // Eight swaps may undo each other, which is as good as none.
    while swaps < SWAPS || layout == *before {
        let mut pick = || points[chance.below(points.len() as u32) as usize];
        let (a, b) = (pick(), pick());
        let is_shown = |point| role == Role::Defender && layout.kind(point) == Some(Kind::Flag);
        if is_shown(a) || is_shown(b) || layout.kind(a) == layout.kind(b) {
            continue;
        }
        if let Ok(swapped) = layout.swapped(a, b, owner, role) {
            layout = swapped;
            swaps += 1;
        }
    }
    layout
}

/// What anybody learns from what the actor's command brings about; none where the rules refuse it.
fn learned(game: &Game, actor: Actor, command: &Command) -> Option<Vec<Option<PublicEvent>>> {
    let events = game.decide(actor, command.clone()).ok()?;
    let mut after = game.clone();
    let told = events.iter().map(|event| {
        after.apply(event).expect("the game's own events fit it");
        PublicEvent::of(event, &after)
    });
    Some(told.collect())
}

/// Whether the command is legal in both games, and brings about what anybody sees the same way.
pub fn looks_alike(one: &Game, other: &Game, actor: Actor, command: &Command) -> bool {
    let learned = [one, other].map(|game| learned(game, actor, command));
    learned[0].is_some() && learned[0] == learned[1]
}

/// A move of who is on turn, at random, that anybody would see the same way in both games.
fn move_alike(one: &Game, other: &Game, chance: &mut Chance) -> Option<(Seat, Move)> {
    let seat = one.battle()?.position().turn();
    let moves = |game: &Game| match PlayerView::of(game, seat).own {
        OwnView::Pieces { moves, .. } => moves,
        OwnView::Nothing | OwnView::Hand(_) | OwnView::Layout { .. } => Vec::new(),
    };
    let others = moves(other);
    let mut shared: Vec<Move> = moves(one).into_iter().filter(|step| others.contains(step)).collect();
    chance.shuffle(&mut shared);
    let alike = |step: &Move| looks_alike(one, other, Actor::Seat(seat), &Command::Move(*step));
    shared.into_iter().find(alike).map(|step| (seat, step))
}

/// What the one for whom both games wait does next, so that both go on alike: a move, or where there
/// is none the turn skipped. None where the games must part, or are over.
pub fn next_alike(one: &Game, other: &Game, chance: &mut Chance) -> Option<(Actor, Command)> {
    one.battle()?;
    if let Some((seat, step)) = move_alike(one, other, chance) {
        return Some((Actor::Seat(seat), Command::Move(step)));
    }
    let skip = (Actor::Clock, Command::TimeOut(Deadline::Move));
    looks_alike(one, other, skip.0, &skip.1).then_some(skip)
}

/// Two games that only one player can tell apart.
#[derive(Clone)]
pub struct Twins {
    /// The one.
    pub one: Game,
    /// The other.
    pub other: Game,
    /// Who can tell them apart.
    pub owner: Seat,
    chance: Chance,
    /// What happened in the one and in the other; entry by entry of the same sort.
    pub events: [Vec<Event>; 2],
}

impl Twins {
    /// Games in deployment, contract 3, whose owner has taken another layout in each: as often in the
    /// one as in the other.
    ///
    /// # Panics
    /// Never: a game begins with an auction, and the first call is legal.
    pub fn deploying(seed: &Seed, owner: Seat) -> Self {
        let game = Game::new(Setup { settings: Settings::default(), seed: *seed, seating: Seating::Fresh });
        let mut twins = Self {
            one: game.clone(),
            other: game,
            owner,
            chance: Chance::apart(seed, "twins"),
            events: [Vec::new(), Vec::new()],
        };
        let begun = twins.one.begin();
        twins.apply([begun.clone(), begun]);
        let bidder = twins.one.auction().expect("an auction").to_call();
        twins.both(Actor::Seat(bidder), &Command::Call(Call::Three));
        let mut another = || exchanged(&twins.one, owner, &mut twins.chance);
        let first = another();
        let mut second = another();
        while second == first {
            second = another();
        }
        twins.each(Actor::Seat(owner), [Command::Arrange(first), Command::Arrange(second)]);
        twins
    }

    /// Everybody marches: the battle begins.
    pub fn march(&mut self) {
        while let Some(seat) =
            self.one.deployment().and_then(|deployment| deployment.unmarched().iter().next())
        {
            self.both(Actor::Seat(seat), &Command::March);
        }
    }

    /// How many plies have been played.
    pub fn plies(&self) -> u16 {
        self.one.battle().map_or(0, |battle| battle.position().plies())
    }

    /// Whether the owner's hidden pieces still stand otherwise in the one than in the other.
    pub fn differ(&self) -> bool {
        PlayerView::of(&self.one, self.owner).own != PlayerView::of(&self.other, self.owner).own
    }

    /// Plays on by a turn, alike; false where the games must part, are over, or differ no more.
    pub fn play_on(&mut self) -> bool {
        let Some((actor, command)) = next_alike(&self.one, &self.other, &mut self.chance) else {
            return false;
        };
        self.both(actor, &command);
        self.one.battle().is_some() && self.differ()
    }

    /// The same deed in both.
    ///
    /// # Panics
    /// When it is not legal in both.
    pub fn both(&mut self, actor: Actor, command: &Command) {
        self.each(actor, [command.clone(), command.clone()]);
    }

    fn each(&mut self, actor: Actor, commands: [Command; 2]) {
        let [first, second] = commands;
        let decided = [(&self.one, first), (&self.other, second)]
            .map(|(game, command)| game.decide(actor, command).expect("a legal command"));
        self.apply(decided);
    }

    fn apply(&mut self, events: [Vec<Event>; 2]) {
        for ((game, log), events) in
            [&mut self.one, &mut self.other].into_iter().zip(&mut self.events).zip(events)
        {
            for event in events {
                game.apply(&event).expect("the game's own events fit it");
                log.push(event);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PublicView;

    #[test]
    fn twins_play_long_games_and_differ_to_their_owner_alone() {
        let mut lengths = Vec::new();
        for seed in 0..12 {
            let owner = Seat::from_index(usize::from(seed) % 4);
            let mut twins = Twins::deploying(&Seed([seed; 32]), owner);
            twins.march();
            while twins.play_on() {
                // Every state would take long; the audits of secrecy look at more than views.
                if !twins.plies().is_multiple_of(7) {
                    continue;
                }
                assert_eq!(PublicView::of(&twins.one), PublicView::of(&twins.other), "RULES 15.2");
                for seat in Seat::ALL {
                    let own = [&twins.one, &twins.other].map(|game| PlayerView::of(game, seat));
                    assert_eq!(own[0] == own[1], seat != owner, "RULES 15.1, ply {}", twins.plies());
                }
            }
            lengths.push(twins.one.chronicle().plies.len());
        }
        lengths.sort_unstable();
        assert!(lengths[lengths.len() / 2] >= 100, "whole games are looked at: {lengths:?}");
    }
}
