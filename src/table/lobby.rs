//! The lobby: who sits down before the game begins.

use super::{Joiner, LobbyClosed, LobbyEvent, Rejection, UserId};
use crate::rules::{Clocks, Refusal, Settings};

/// Players of a game.
pub const PLACES: usize = 4;

/// Where a lobby stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyStatus {
    /// Places may be taken.
    Open,
    /// The game has begun.
    Started,
    /// There will be no game.
    Closed(LobbyClosed),
}

/// A table's lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lobby {
    joiners: Vec<Joiner>,
    status: LobbyStatus,
    /// What the opener has set; none while the table's own clocks hold.
    clocks: Option<Clocks>,
}

impl Default for Lobby {
    fn default() -> Self {
        Self { joiners: Vec::new(), status: LobbyStatus::Open, clocks: None }
    }
}

impl Lobby {
    /// Who sits here, in order of joining.
    pub fn joiners(&self) -> &[Joiner] {
        &self.joiners
    }

    /// Where the lobby stands.
    pub const fn status(&self) -> LobbyStatus {
        self.status
    }

    /// Who has the lobby: the first person in it.
    pub fn opener(&self) -> Option<UserId> {
        self.joiners.iter().find_map(Joiner::user)
    }

    /// The clocks that the opener has set, if they have.
    pub const fn clocks(&self) -> Option<Clocks> {
        self.clocks
    }

    fn has(&self, user: UserId) -> bool {
        self.joiners.iter().any(|joiner| joiner.user() == Some(user))
    }

    /// Checks that the lobby is still open.
    pub(super) fn open(&self) -> Result<(), Rejection> {
        match self.status {
            LobbyStatus::Open => Ok(()),
            LobbyStatus::Started => Err(Rejection::AlreadyBegun),
            LobbyStatus::Closed(_) => Err(Rejection::Over),
        }
    }

    pub(super) fn opened_by(&self, user: UserId) -> Result<(), Rejection> {
        self.open()?;
        if self.opener() == Some(user) { Ok(()) } else { Err(Rejection::NotTheOpener) }
    }

    pub(super) fn join(&self, joiner: Joiner) -> Result<Vec<LobbyEvent>, Rejection> {
        self.open()?;
        if joiner.user().is_some_and(|user| self.has(user)) {
            return Err(Rejection::AlreadyHere);
        }
        if self.joiners.len() >= PLACES {
            return Err(Rejection::Full);
        }
        Ok(vec![LobbyEvent::Joined { joiner }])
    }

    /// Somebody leaves; with the last person the lobby closes.
    pub(super) fn leave(&self, user: UserId) -> Result<Vec<LobbyEvent>, Rejection> {
        self.open()?;
        if !self.has(user) {
            return Err(Rejection::NotAPlayer);
        }
        let mut events = vec![LobbyEvent::Left { user }];
        if self.joiners.iter().filter_map(Joiner::user).count() == 1 {
            events.push(LobbyEvent::Closed { reason: LobbyClosed::Empty });
        }
        Ok(events)
    }

    pub(super) fn turn_away(&self, by: UserId, user: UserId) -> Result<Vec<LobbyEvent>, Rejection> {
        self.opened_by(by)?;
        if user == by || !self.has(user) {
            return Err(Rejection::NobodySuch);
        }
        Ok(vec![LobbyEvent::Left { user }])
    }

    pub(super) fn remove_computer(&self, by: UserId) -> Result<Vec<LobbyEvent>, Rejection> {
        self.opened_by(by)?;
        let any = self.joiners.iter().any(|joiner| joiner.user().is_none());
        if any { Ok(vec![LobbyEvent::ComputerRemoved]) } else { Err(Rejection::NobodySuch) }
    }

    /// Sets other clocks than those which hold now.
    pub(super) fn set_clocks(
        &self,
        by: UserId,
        present: Settings,
        clocks: Clocks,
    ) -> Result<Vec<LobbyEvent>, Rejection> {
        self.opened_by(by)?;
        let changed = Settings { clocks, ..present };
        // Whoever asks offers clocks within their bounds; others would change nothing either.
        if changed == present || changed.check().is_err() {
            return Err(Refusal::NoChange.into());
        }
        Ok(vec![LobbyEvent::Paced { clocks }])
    }

    pub(super) fn start(&self, by: UserId) -> Result<Vec<LobbyEvent>, Rejection> {
        self.opened_by(by)?;
        let missing = PLACES - self.joiners.len();
        if missing == 0 { Ok(vec![LobbyEvent::Started]) } else { Err(Rejection::PlacesFree { missing }) }
    }

    pub(super) fn apply(&mut self, event: &LobbyEvent) {
        match event {
            LobbyEvent::Joined { joiner } => self.joiners.push(joiner.clone()),
            LobbyEvent::Left { user } => self.joiners.retain(|joiner| joiner.user() != Some(*user)),
            LobbyEvent::ComputerRemoved => {
                if let Some(last) = self.joiners.iter().rposition(|joiner| joiner.user().is_none()) {
                    self.joiners.remove(last);
                }
            }
            LobbyEvent::Paced { clocks } => self.clocks = Some(*clocks),
            LobbyEvent::Started => self.status = LobbyStatus::Started,
            LobbyEvent::Closed { reason } => self.status = LobbyStatus::Closed(*reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Pace;
    use crate::table::{ComputerLevel, PressId};

    fn person(user: u64) -> Joiner {
        Joiner::Person {
            user: UserId(user),
            name: format!("user {user}"),
            locale: "zh-TW".to_owned(),
            press: PressId(1_000 + user),
        }
    }

    fn lobby(people: &[u64]) -> Lobby {
        let mut lobby = Lobby::default();
        for user in people {
            for event in lobby.join(person(*user)).unwrap() {
                lobby.apply(&event);
            }
        }
        lobby
    }

    #[test]
    fn the_fifth_to_join_finds_no_place() {
        let full = lobby(&[1, 2, 3, 4]);
        assert!(matches!(full.join(person(5)), Err(Rejection::Full)));
        assert!(matches!(full.join(person(4)), Err(Rejection::AlreadyHere)));
    }

    #[test]
    fn the_next_person_has_the_lobby_when_its_opener_leaves() {
        let mut lobby = lobby(&[1]);
        lobby.apply(&LobbyEvent::Joined { joiner: Joiner::Computer { level: ComputerLevel::Simple } });
        lobby.apply(&LobbyEvent::Joined { joiner: person(2) });
        for event in lobby.leave(UserId(1)).unwrap() {
            lobby.apply(&event);
        }
        assert_eq!(lobby.opener(), Some(UserId(2)));
        assert_eq!(lobby.status(), LobbyStatus::Open);
    }

    #[test]
    fn a_lobby_without_people_closes() {
        let mut lobby = lobby(&[1]);
        lobby.apply(&LobbyEvent::Joined { joiner: Joiner::Computer { level: ComputerLevel::Simple } });
        for event in lobby.leave(UserId(1)).unwrap() {
            lobby.apply(&event);
        }
        assert_eq!(lobby.status(), LobbyStatus::Closed(LobbyClosed::Empty));
        assert!(matches!(lobby.join(person(3)), Err(Rejection::Over)));
    }

    #[test]
    fn only_the_opener_starts_and_only_with_four() {
        let three = lobby(&[1, 2, 3]);
        assert!(matches!(three.start(UserId(2)), Err(Rejection::NotTheOpener)));
        assert!(matches!(three.start(UserId(1)), Err(Rejection::PlacesFree { missing: 1 })));
        assert_eq!(lobby(&[1, 2, 3, 4]).start(UserId(1)).unwrap(), [LobbyEvent::Started]);
    }

    #[test]
    fn the_opener_alone_sets_the_clocks_and_only_within_their_bounds() {
        let mut two = lobby(&[1, 2]);
        let (present, slow) = (Settings::default(), Pace::Slow.clocks());
        assert!(matches!(two.set_clocks(UserId(2), present, slow), Err(Rejection::NotTheOpener)));
        let hasty = Clocks { move_s: 1, ..slow };
        for clocks in [present.clocks, hasty] {
            let refused = two.set_clocks(UserId(1), present, clocks);
            assert!(matches!(refused, Err(Rejection::Rules(Refusal::NoChange))), "{clocks:?}");
        }
        for event in two.set_clocks(UserId(1), present, slow).unwrap() {
            two.apply(&event);
        }
        assert_eq!(two.clocks(), Some(slow));
    }

    #[test]
    fn the_opener_turns_away_others_but_not_the_opener() {
        let two = lobby(&[1, 2]);
        assert_eq!(two.turn_away(UserId(1), UserId(2)).unwrap(), [LobbyEvent::Left { user: UserId(2) }]);
        assert!(matches!(two.turn_away(UserId(1), UserId(1)), Err(Rejection::NobodySuch)));
        assert!(matches!(two.turn_away(UserId(2), UserId(1)), Err(Rejection::NotTheOpener)));
    }
}
