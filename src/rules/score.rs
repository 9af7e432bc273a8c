//! Scoring (RULES 12.5, 13).

use super::{BySeat, Contract, GameResult, Seat};

/// What a battle's score is made from.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a> {
    /// The declarer.
    pub declarer: Seat,
    /// The contract.
    pub contract: Contract,
    /// How many defenders are eliminated at the end, 0 to 3.
    pub eliminated: u8,
    /// The deserters, in the order in which they deserted.
    pub deserters: &'a [Seat],
}

/// Each player's points (RULES 13, with 12.5 for deserters); none where the result scores nothing.
pub fn scores(result: GameResult, outlook: Outlook<'_>, base_score: u32) -> Option<BySeat<i64>> {
    let Outlook { declarer, contract, eliminated, deserters } = outlook;
    let k = i64::from(contract.defenders());
    let short = (k - i64::from(eliminated) - 1).max(0);
    let (declarers, defenders) = match result {
        GameResult::DeclarerMade => (3 * k, -k),
        GameResult::DeclarerFailed => (-3 * k, k),
        GameResult::DrawAgreed | GameResult::DrawByLength => (-3 * short, short),
        GameResult::PassedOut | GameResult::Void | GameResult::Stopped => return None,
    };
    let mut units = BySeat::from_fn(|seat| if seat == declarer { declarers } else { defenders });
    for deserter in deserters {
        units[*deserter] = units[*deserter].min(0);
    }
    // The first of the deserting defenders pays for the allies who stayed.
    let payer = deserters.iter().find(|seat| **seat != declarer);
    if let (GameResult::DeclarerMade, Some(payer)) = (result, payer) {
        for seat in Seat::ALL {
            if seat != declarer && !deserters.contains(&seat) {
                units[*payer] += units[seat];
                units[seat] = 0;
            }
        }
    }
    Some(units.map(|_, points| points * i64::from(base_score)))
}

#[cfg(test)]
mod tests {
    use super::*;

    use GameResult::{DeclarerFailed, DeclarerMade, DrawAgreed, DrawByLength};

    /// Clause, result, contract, eliminated, deserters, units of South (declarer), East, North, West.
    type Row = (&'static str, GameResult, Contract, u8, &'static [Seat], [i64; 4]);

    const ROWS: &[Row] = &[
        ("13", DeclarerMade, Contract::One, 1, &[], [3, -1, -1, -1]),
        ("13", DeclarerMade, Contract::Two, 2, &[], [6, -2, -2, -2]),
        ("13", DeclarerMade, Contract::Three, 3, &[], [9, -3, -3, -3]),
        ("13", DeclarerFailed, Contract::One, 0, &[], [-3, 1, 1, 1]),
        ("13, 10.3", DeclarerFailed, Contract::Three, 2, &[], [-9, 3, 3, 3]),
        ("13", DrawByLength, Contract::One, 0, &[], [0, 0, 0, 0]),
        ("13", DrawAgreed, Contract::Two, 0, &[], [-3, 1, 1, 1]),
        ("13", DrawAgreed, Contract::Two, 1, &[], [0, 0, 0, 0]),
        ("13", DrawByLength, Contract::Three, 0, &[], [-6, 2, 2, 2]),
        ("13", DrawByLength, Contract::Three, 1, &[], [-3, 1, 1, 1]),
        ("13", DrawByLength, Contract::Three, 2, &[], [0, 0, 0, 0]),
        ("12.5", DeclarerFailed, Contract::Two, 1, &[Seat::East], [-6, 0, 2, 2]),
        ("12.5", DeclarerFailed, Contract::Two, 0, &[Seat::South], [-6, 2, 2, 2]),
        ("12.5", DeclarerMade, Contract::Two, 2, &[Seat::East], [6, -6, 0, 0]),
        ("12.5", DeclarerMade, Contract::Two, 2, &[Seat::North, Seat::East], [6, -2, -4, 0]),
        ("12.5", DeclarerMade, Contract::Three, 3, &[Seat::West, Seat::North, Seat::East], [9, -3, -3, -3]),
        ("12.5", DrawAgreed, Contract::Three, 1, &[Seat::West], [-3, 1, 1, 0]),
    ];

    #[test]
    fn every_row_of_the_score_table_holds() {
        for (clause, result, contract, eliminated, deserters, units) in ROWS {
            let outlook =
                Outlook { declarer: Seat::South, contract: *contract, eliminated: *eliminated, deserters };
            let points = scores(*result, outlook, 10).unwrap();
            let found = Seat::ALL.map(|seat| points[seat]);
            assert_eq!(found, units.map(|unit| unit * 10), "RULES {clause}: {result:?} {contract:?}");
        }
    }

    #[test]
    fn games_without_a_result_score_nothing() {
        for result in [GameResult::PassedOut, GameResult::Void, GameResult::Stopped] {
            let outlook =
                Outlook { declarer: Seat::South, contract: Contract::One, eliminated: 0, deserters: &[] };
            assert_eq!(scores(result, outlook, 10), None, "RULES 13");
        }
    }
}
