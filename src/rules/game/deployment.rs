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
        let armies = layouts.map(|_, layout| Army { layout: layout.clone(), revision: 0 });
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
                if let (Some(at_a), Some(at_b)) = (army.layout.kind(*a), army.layout.kind(*b)) {
                    army.layout.0.insert(*a, at_b);
                    army.layout.0.insert(*b, at_a);
                }
                army.revision += 1;
            }
            Event::Arranged { seat, layout } => {
                let army = &mut self.armies[*seat];
                army.layout = layout.clone();
                army.revision += 1;
            }
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
