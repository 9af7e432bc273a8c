//! The battlefield as one player sees it, with what choosing a move needs.

use std::collections::BTreeMap;

use super::field::{Costs, FAR};
use super::odds::Odds;
use super::outlook::Outlook;
use super::style::Style;
use super::values::{Worths, value};
use crate::players::threats;
use crate::rules::{Board, Kind, Point, Points, Seat, Side};
use crate::view::{BattleView, PlayerView};

/// What a step nearer to a flag adds to a piece's worth, and from how far on.
const NEARER: f32 = 2.2;
const NEAR: f32 = 14.0;

/// The battlefield.
pub(super) struct Scene<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) battle: &'a BattleView,
    pub(super) pieces: &'a BTreeMap<Point, Kind>,
    pub(super) odds: Odds,
    pub(super) side: Side,
    pub(super) open: Points,
    pub(super) enemies: Points,
    /// `[point]`: how far it is from the flags that the own side wants.
    pub(super) ahead: Vec<f32>,
    /// The flags to guard, and how much each matters, 0 to 1.
    pub(super) guarded: Vec<(Point, f32)>,
    pub(super) worths: Worths,
    /// How eager the own side should be for a decision, 1 as usual.
    pub(super) haste: f32,
    pub(super) style: &'a Style,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        view: &'a PlayerView,
        battle: &'a BattleView,
        pieces: &'a BTreeMap<Point, Kind>,
        odds: Odds,
        style: &'a Style,
    ) -> Self {
        let occupied = battle.board.occupied();
        let open: Points = Point::all().filter(|point| !occupied.contains(*point)).collect();
        let side = Side::of(view.seat, battle.declarer);
        let declarers = battle.board.standing[battle.declarer];
        let defenders = occupied.minus(declarers);
        let enemies = match side {
            Side::Declarer => defenders,
            Side::Defenders => declarers,
        };
        let fallen = view
            .public
            .seats
            .iter()
            .filter(|(seat, one)| *seat != battle.declarer && one.eliminated.is_some());
        let missing = battle.contract.defenders().saturating_sub(fallen.count() as u8).max(1);
        let to_declarer = to_declarers_flag(battle, &odds, &Costs::of(defenders, declarers, &odds));
        let to_defenders =
            to_defenders_flags(battle, &Costs::of(declarers, defenders, &odds), style.army_bias);
        let place = |distance: &f32| NEARER * (NEAR - distance.min(NEAR));
        let of_declarer: Vec<f32> = to_defenders.iter().map(place).collect();
        let of_defenders: Vec<f32> = to_declarer.iter().map(place).collect();
        let posts = posts(battle, &odds, style.ring);
        let worths = {
            let mut counts = [1.0; 2];
            counts[side as usize] = style.own;
            Worths::new([&of_declarer, &of_defenders], &posts, counts)
        };
        let ahead = match side {
            Side::Declarer => to_defenders,
            Side::Defenders => to_declarer,
        };
        let haste = Outlook::new(view, battle, |point| odds.mean(point, value)).haste(side, style.haste);
        let guarded = match side {
            Side::Declarer => {
                let own = pieces.iter().find(|(_, kind)| **kind == Kind::Flag);
                own.map(|(point, _)| (*point, 1.0)).into_iter().collect()
            }
            Side::Defenders => {
                let matters = [1.0, 0.6, 0.4][usize::from(missing - 1)];
                let flags = battle.board.flags.iter().filter_map(|(_, flag)| *flag);
                flags.map(|flag| (flag, matters)).collect()
            }
        };
        Self { view, battle, pieces, odds, side, open, enemies, ahead, guarded, worths, haste, style }
    }

    /// How exposed the guarded flags are, if these points were open and these the enemies.
    pub(super) fn exposure(&self, open: Points, enemies: Points) -> f32 {
        threats::exposure(&self.guarded, open, enemies, |at| self.odds.mobile(at))
    }

    /// What is likely to be lost if the own piece stands there.
    pub(super) fn danger(&self, kind: Kind, at: Point, open: Points, enemies: Points) -> f32 {
        let worth = self.worths.of(self.side, kind, at);
        let theirs = self.side.other();
        threats::danger(at, open, enemies, |from| {
            self.odds.loss(from, kind, worth, |other| self.worths.of(theirs, other, from))
        })
    }
}

/// What every point adds to the worth of what stands there for its side's flags: `[side][point]`.
fn posts(battle: &BattleView, odds: &Odds, ring: f32) -> [[f32; Point::COUNT]; 2] {
    let board = Board::get();
    let mut posts = [[0.0; Point::COUNT]; 2];
    let [declarers, defenders] = &mut posts;
    for (seat, flag) in battle.board.flags.iter() {
        let shown = flag.filter(|_| seat != battle.declarer);
        let beside = shown.map_or(Points::NONE, |flag| board.roads(flag));
        beside.iter().for_each(|point| defenders[point.index()] = ring);
    }
    for quarters in battle.board.standing[battle.declarer].and(board.headquarters()) {
        let likely = ring * odds.of(quarters, Kind::Flag);
        board.roads(quarters).iter().for_each(|point| declarers[point.index()] += likely);
    }
    posts
}

/// How far every point is from where the declarer's flag may be.
fn to_declarers_flag(battle: &BattleView, odds: &Odds, costs: &Costs) -> Vec<f32> {
    let mut mean = vec![0.0; Point::COUNT];
    let mut total = 0.0;
    for point in battle.board.standing[battle.declarer] {
        let likely = odds.of(point, Kind::Flag);
        if likely > 0.0 {
            total += likely;
            let far = costs.to(point);
            mean.iter_mut().zip(far).for_each(|(sum, far)| *sum += likely * far);
        }
    }
    if total <= 0.0 {
        return vec![FAR; Point::COUNT];
    }
    for sum in &mut mean {
        *sum /= total;
    }
    mean
}

/// How far every point is from the defenders' flags: the nearest counts, weak armies' before
/// strong ones'.
fn to_defenders_flags(battle: &BattleView, costs: &Costs, army_bias: f32) -> Vec<f32> {
    let sizes = battle.board.standing.map(|_, standing| standing.len() as f32);
    let with_flags = battle.board.flags.iter().filter(|(seat, _)| *seat != battle.declarer);
    let flags: Vec<(Seat, Point)> = with_flags.filter_map(|(seat, flag)| Some((seat, (*flag)?))).collect();
    let least = flags.iter().map(|(seat, _)| sizes[*seat]).fold(f32::MAX, f32::min);
    let mut nearest = vec![FAR; Point::COUNT];
    for (seat, flag) in flags {
        let bias = army_bias * (sizes[seat] - least);
        let far = costs.to(flag);
        nearest.iter_mut().zip(far).for_each(|(least, far)| *least = least.min(far + bias));
    }
    nearest
}
