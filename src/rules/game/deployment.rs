//! Deployment (RULES 6).

use super::Draft;
use crate::rules::{
    BySeat, Contract, Elimination, Event, Kind, Layout, LayoutFault, LayoutFaults, Point, Refusal, Role,
    Seat, SeatSet,
};

/// One player's army while it is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Army {
    layout: Layout,
    /// Counts the changes, so that a late press can be told from a present one.
    revision: u32,
    /// The layouts before this one, the last of them last, to go back to.
    before: Vec<Layout>,
}

/// How many steps back are kept.
const STEPS_BACK: usize = 30;

impl Army {
    /// Takes on another layout. To take on the one before is to go back a step.
    fn change(&mut self, layout: Layout) {
        let present = std::mem::replace(&mut self.layout, layout);
        self.revision += 1;
        if self.before.last() == Some(&self.layout) {
            self.before.pop();
            return;
        }
        if self.before.len() == STEPS_BACK {
            self.before.remove(0);
        }
        self.before.push(present);
    }
}

/// The deployment so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deployment {
    declarer: Seat,
    contract: Contract,
    armies: BySeat<Army>,
    marched: SeatSet,
    in_play: SeatSet,
}

impl Deployment {
    pub(super) fn new(declarer: Seat, contract: Contract, layouts: &BySeat<Layout>) -> Self {
        let armies =
            layouts.map(|_, layout| Army { layout: layout.clone(), revision: 0, before: Vec::new() });
        Self { declarer, contract, armies, marched: SeatSet::NONE, in_play: SeatSet::ALL }
    }

    /// The declarer.
    pub const fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The contract.
    pub const fn contract(&self) -> Contract {
        self.contract
    }

    /// What the seat deploys as.
    pub fn role(&self, seat: Seat) -> Role {
        if seat == self.declarer { Role::Declarer } else { Role::Defender }
    }

    /// The seat's layout as it stands.
    pub const fn layout(&self, seat: Seat) -> &Layout {
        match seat {
            Seat::South => &self.armies.south.layout,
            Seat::East => &self.armies.east.layout,
            Seat::North => &self.armies.north.layout,
            Seat::West => &self.armies.west.layout,
        }
    }

    /// How often the seat's layout has been changed.
    pub fn revision(&self, seat: Seat) -> u32 {
        self.armies[seat].revision
    }

    /// The layout to which the seat can go back; arranging it again takes back the last change, and
    /// what was before that is next. None before the first change.
    pub fn before(&self, seat: Seat) -> Option<&Layout> {
        self.armies[seat].before.last()
    }

    /// How many changes the seat can take back.
    pub fn steps_back(&self, seat: Seat) -> usize {
        self.armies[seat].before.len()
    }

    /// `[seat]`: all layouts.
    pub fn layouts(&self) -> BySeat<Layout> {
        self.armies.map(|_, army| army.layout.clone())
    }

    /// The pieces that the seat deploys.
    pub fn hand(&self, seat: Seat) -> Vec<Kind> {
        self.armies[seat].layout.0.values().copied().collect()
    }

    /// Who has marched.
    pub const fn marched(&self) -> SeatSet {
        self.marched
    }

    /// Who is still in the game and has not marched.
    pub fn unmarched(&self) -> SeatSet {
        self.in_play.iter().filter(|seat| !self.marched.contains(*seat)).collect()
    }

    /// Who is still in the game.
    pub const fn in_play(&self) -> SeatSet {
        self.in_play
    }

    pub(super) fn eliminate(&mut self, seat: Seat) {
        self.in_play = self.in_play.without(seat);
    }

    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Swapped { seat, a, b } => {
                let army = &mut self.armies[*seat];
                let mut layout = army.layout.clone();
                if let (Some(at_a), Some(at_b)) = (layout.kind(*a), layout.kind(*b)) {
                    layout.0.insert(*a, at_b);
                    layout.0.insert(*b, at_a);
                }
                army.change(layout);
            }
            // In place of an untouched first layout, which nobody chose and nobody wants back.
            Event::Arranged { seat, layout } if self.armies[*seat].revision == 0 => {
                let army = &mut self.armies[*seat];
                army.layout = layout.clone();
                army.revision = 1;
            }
            Event::Arranged { seat, layout } => self.armies[*seat].change(layout.clone()),
            Event::Marched { seat } => self.marched = self.marched.with(*seat),
            _ => {}
        }
    }

    /// The layout of a player who may still change it.
    fn open_layout(&self, seat: Seat) -> Result<&Layout, Refusal> {
        if self.marched.contains(seat) {
            return Err(Refusal::AlreadyMarched);
        }
        Ok(&self.armies[seat].layout)
    }
}

impl Draft {
    pub(super) fn swap(&mut self, seat: Seat, a: Point, b: Point) -> Result<(), Refusal> {
        let deployment = self.game.deployment().ok_or(Refusal::WrongPhase)?;
        let layout = deployment.open_layout(seat)?;
        layout.swapped(a, b, seat, deployment.role(seat))?;
        if a == b {
            return Err(Refusal::NoChange);
        }
        self.push(Event::Swapped { seat, a, b });
        Ok(())
    }

    pub(super) fn arrange(&mut self, seat: Seat, layout: Layout) -> Result<(), Refusal> {
        let deployment = self.game.deployment().ok_or(Refusal::WrongPhase)?;
        let present = deployment.open_layout(seat)?;
        if *present == layout {
            return Err(Refusal::NoChange);
        }
        layout.check(&deployment.hand(seat), seat, deployment.role(seat))?;
        self.push(Event::Arranged { seat, layout });
        Ok(())
    }

    pub(super) fn march(&mut self, seat: Seat) -> Result<(), Refusal> {
        let deployment = self.game.deployment().ok_or(Refusal::WrongPhase)?;
        deployment.open_layout(seat)?;
        self.push(Event::Marched { seat });
        self.begin_battle_when_ready();
        Ok(())
    }

    /// The role's time is up: a layout stands as it is (RULES 6.4).
    pub(super) fn march_all(&mut self, role: Role) -> Result<(), Refusal> {
        let deployment = self.game.deployment().ok_or(Refusal::WrongPhase)?;
        let late: Vec<Seat> =
            deployment.unmarched().iter().filter(|seat| deployment.role(*seat) == role).collect();
        if late.is_empty() {
            return Err(Refusal::NoChange);
        }
        for seat in late {
            self.push(Event::Marched { seat });
        }
        self.begin_battle_when_ready();
        Ok(())
    }

    /// Deserting in deployment eliminates as of ply 0 (RULES 12.4).
    pub(super) fn desert_deployment(&mut self, seat: Seat) {
        self.push(Event::Eliminated { seat, how: Elimination::Deserted });
        let Some(deployment) = self.game.deployment() else { return };
        let defenders_left = deployment.in_play.without(deployment.declarer).len();
        let fallen = 3 - defenders_left as u8;
        if !deployment.in_play.contains(deployment.declarer) {
            self.end(crate::rules::GameResult::DeclarerFailed);
        } else if fallen >= deployment.contract.defenders() {
            self.end(crate::rules::GameResult::DeclarerMade);
        } else {
            self.begin_battle_when_ready();
        }
    }

    fn begin_battle_when_ready(&mut self) {
        let ready = self.game.deployment().is_some_and(|deployment| deployment.unmarched().is_empty());
        if ready {
            self.push(Event::BattleBegan);
            self.begin_first_turn();
        }
    }
}

/// The faults of a refused layout, for whoever must explain them.
impl From<LayoutFault> for Refusal {
    fn from(fault: LayoutFault) -> Self {
        Self::BadLayout(LayoutFaults(vec![fault]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chance, Seed};

    fn deployment() -> Deployment {
        let mut hand = vec![Kind::Flag, Kind::Mine, Kind::Bomb, Kind::General];
        hand.extend([Kind::Captain; 21]);
        let mut own = hand.clone();
        own.extend([Kind::Major; 14]);
        let mut chance = Chance::new(&Seed([4; 32]));
        let layouts = BySeat::from_fn(|seat| {
            let (hand, role) =
                if seat == Seat::South { (&own, Role::Declarer) } else { (&hand, Role::Defender) };
            Layout::random(hand, seat, role, &mut chance)
        });
        Deployment::new(Seat::South, Contract::One, &layouts)
    }

    /// Arranges the mirror image, another layout each time but the second.
    fn arrange(deployment: &mut Deployment, layout: &Layout) {
        deployment.apply(&Event::Arranged { seat: Seat::East, layout: layout.clone() });
    }

    #[test]
    fn changes_are_taken_back_one_by_one_and_only_down_to_what_was_first_shown() {
        let mut deployment = deployment();
        assert_eq!(deployment.before(Seat::East), None);
        let first = deployment.layout(Seat::East).mirrored(Seat::East);
        arrange(&mut deployment, &first);
        assert_eq!(deployment.before(Seat::East), None, "the first layout is not the player's deed");
        let captains = |layout: &Layout| -> Vec<Point> {
            let all = layout.0.iter().filter(|(_, kind)| **kind == Kind::Captain);
            all.map(|(point, _)| *point).collect()
        };
        let general = first.0.iter().find(|(_, kind)| **kind == Kind::General).map(|(point, _)| *point);
        let swap = Event::Swapped { seat: Seat::East, a: general.unwrap(), b: captains(&first)[0] };
        deployment.apply(&swap);
        let second = deployment.layout(Seat::East).clone();
        let third = second.mirrored(Seat::East);
        arrange(&mut deployment, &third);
        assert_eq!((deployment.steps_back(Seat::East), deployment.revision(Seat::East)), (2, 3));
        for expected in [&second, &first] {
            let before = deployment.before(Seat::East).unwrap().clone();
            assert_eq!(&before, expected);
            arrange(&mut deployment, &before);
            assert_eq!(deployment.layout(Seat::East), expected);
        }
        assert_eq!((deployment.steps_back(Seat::East), deployment.revision(Seat::East)), (0, 5));
        assert_eq!(deployment.steps_back(Seat::West), 0, "nobody else's");
    }

    #[test]
    fn a_bounded_number_of_steps_is_kept() {
        let mut deployment = deployment();
        let points: Vec<Point> = deployment.layout(Seat::East).0.keys().copied().collect();
        for step in 0..100 {
            // Events are applied as they are; no two in a row undo each other.
            let (a, b) = (points[step % 25], points[(step + 1) % 25]);
            deployment.apply(&Event::Swapped { seat: Seat::East, a, b });
        }
        assert_eq!(deployment.revision(Seat::East), 100);
        assert!((1..=STEPS_BACK).contains(&deployment.steps_back(Seat::East)));
    }
}
