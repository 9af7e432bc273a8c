//! The record's form: version `junqi-3v1-record/1`. Unknown fields are ignored.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::RecordFault;
use crate::rules::{BySeat, Call, Contract, Elimination, GameResult, Kind, Layout, Outcome, Point, Seat};

/// The name of this version of the format.
pub const FORMAT: &str = "junqi-3v1-record/1";

/// 32 bytes, written as 64 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hex(pub [u8; 32]);

impl From<Hex> for String {
    fn from(bytes: Hex) -> Self {
        hex::encode(bytes.0)
    }
}

impl TryFrom<String> for Hex {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes)?;
        Ok(Self(bytes))
    }
}

/// One finished game. As read it promises nothing: [`Record::verify`] tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORMAT`].
    pub format: String,
    /// The 32 secret bytes (RULES 16.1).
    pub secret: Hex,
    /// Their SHA-256, published beforehand.
    pub commitment: Hex,
    /// The ids of the joining presses, in decimal, in order of joining; none of computer players.
    pub joins: Vec<String>,
    /// What secret and joins make.
    pub seed: Hex,
    /// Points that one unit of the score table is worth (RULES 13).
    pub base_score: u32,
    /// Whether seats were kept from the game before (RULES 16.3).
    pub rematch: bool,
    /// `[seat]`: which joiner, counted from 0; left out in a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seated: Option<BySeat<u8>>,
    /// Who calls first in the first deal.
    pub first_bidder: Seat,
    /// The deals; all but the last were passed out.
    pub deals: Vec<DealRecord>,
    /// Who plays alone; left out where the auction had no end, like all that follows from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declarer: Option<Seat>,
    /// Against how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// 23 pieces, before the last shuffle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stock: Option<Vec<Kind>>,
    /// The declarer's 19 of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Vec<Kind>>,
    /// `[seat]`: how the battle began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layouts: Option<BySeat<Layout>>,
    /// The plies in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<Ply>,
    /// What else happened, in order.
    #[serde(default)]
    pub asides: Vec<Aside>,
    /// How it ended.
    pub end: End,
    /// `[seat]`: points; left out where the result scores nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<BySeat<i64>>,
}

/// One deal with its calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DealRecord {
    /// `[seat]`: 20 pieces each.
    pub hands: BySeat<Vec<Kind>>,
    /// The calls in order.
    pub calls: Vec<CallEntry>,
}

/// One call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallEntry {
    /// Whose.
    pub seat: Seat,
    /// 0 is a pass.
    pub contract: Call,
}

/// What came of a ply, as records write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlyOutcome {
    /// The point was empty.
    Moved,
    /// The attacker takes the point.
    AttackerWon,
    /// The attacker is lost.
    DefenderWon,
    /// Both are removed.
    BothRemoved,
    /// A flag fell, to whatever piece (RULES 9.6).
    FlagFell,
}

impl From<Outcome> for PlyOutcome {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Moved => Self::Moved,
            Outcome::AttackerWon => Self::AttackerWon,
            Outcome::DefenderWon => Self::DefenderWon,
            Outcome::BothRemoved => Self::BothRemoved,
            Outcome::FlagFell | Outcome::FlagFellToBomb => Self::FlagFell,
        }
    }
}

/// One ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// Which, from 1.
    pub ply: u16,
    /// Whose piece.
    pub seat: Seat,
    /// From where.
    pub from: Point,
    /// To where.
    pub to: Point,
    /// What came of it.
    pub outcome: PlyOutcome,
    /// How many moves the mover had to choose from.
    pub legal: u32,
    /// Who fell by it, in the order of RULES 10.2.
    pub eliminated: Vec<Seat>,
}

/// What happened beside the plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Without a legal move at the start of a turn (RULES 10.1).
    NoLegalMove,
    /// A turn lost to the clock (RULES 12.1).
    TurnSkipped,
    /// A draw was offered (RULES 11.4).
    DrawOffered,
    /// Somebody asked to self-destruct (RULES 11.3).
    SelfDestructAsked,
    /// Somebody did (RULES 11.2, 11.3).
    SelfDestructed,
    /// Somebody went absent (RULES 12.2).
    Absent,
    /// Somebody came back.
    Returned,
    /// Somebody left for good (RULES 12.3).
    Deserted,
}

/// One thing that happened beside the plies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aside {
    /// After how many plies.
    pub after_ply: u16,
    /// Whose deed.
    pub seat: Seat,
    /// What.
    pub what: Deed,
    /// The answers given, where it was a request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<BTreeMap<Seat, bool>>,
    /// Who fell by it, where somebody may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<Seat>,
}

/// One elimination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallEntry {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub how: Elimination,
    /// After how many plies.
    pub after_ply: u16,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The result.
    pub result: GameResult,
    /// After how many plies.
    pub after_ply: u16,
    /// The eliminations in order.
    pub eliminated: Vec<FallEntry>,
    /// The deserters in order.
    pub deserted: Vec<Seat>,
}

impl Record {
    /// Reads a record. It is well formed then, and no more: [`Record::verify`] says whether it is
    /// true.
    ///
    /// # Errors
    /// When it is no JSON, lacks a field, holds a value that cannot be, or is of another format.
    pub fn read(json: &str) -> Result<Self, RecordFault> {
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        let head: Head = serde_json::from_str(json)?;
        if head.format != FORMAT {
            return Err(RecordFault::Format { found: head.format.chars().take(40).collect() });
        }
        Ok(serde_json::from_str(json)?)
    }

    /// The record as JSON, on one line.
    ///
    /// # Panics
    /// Never: a record holds nothing that JSON cannot.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record has text keys and no failing values")
    }
}
