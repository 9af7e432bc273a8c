//! Logistic curves fitted to games: what the computer players' bidding stands on.

/// One observation: what it is told apart by, and whether what is foretold came about.
pub type Observation<const N: usize> = ([f32; N], bool);

/// A fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit<const N: usize> {
    /// The logarithm of the odds where every trait is 0.
    pub average: f64,
    /// What each trait adds to it.
    pub weights: [f64; N],
}

/// Rounds over all weights; they settle in far fewer.
const ROUNDS: usize = 200;

impl<const N: usize> Fit<N> {
    /// The curve of greatest likelihood less a penalty on the squares of the weights: `ridge` is what a
    /// weight of 1 costs, and keeps what the games do not tell near 0. By Newton's steps, one weight at a time.
    pub fn to(observations: &[&Observation<N>], ridge: f64) -> Self {
        let mut fit = Self { average: 0.0, weights: [0.0; N] };
        for _ in 0..ROUNDS {
            let (slope, bend) = fit.pull(observations, |_| 1.0);
            fit.average += slope / bend.max(1e-6);
            for place in 0..N {
                let (slope, bend) = fit.pull(observations, |traits| f64::from(traits[place]));
                let weight = fit.weights[place];
                fit.weights[place] += 2.0f64.mul_add(-ridge * weight, slope) / (bend + 2.0 * ridge).max(1e-6);
            }
        }
        fit
    }

    /// By how much, and how fast less, the likelihood grows with the weight of that trait.
    fn pull(&self, observations: &[&Observation<N>], of: impl Fn(&[f32; N]) -> f64) -> (f64, f64) {
        observations.iter().fold((0.0, 0.0), |(slope, bend), (traits, came)| {
            let (x, share) = (of(traits), self.share(traits));
            let missed = if *came { 1.0 - share } else { -share };
            (slope + x * missed, bend + x * x * share * (1.0 - share))
        })
    }

    /// The foretold share.
    pub fn share(&self, traits: &[f32; N]) -> f64 {
        let odds: f64 = traits.iter().zip(self.weights).map(|(x, weight)| f64::from(*x) * weight).sum();
        1.0 / (1.0 + (-self.average - odds).exp())
    }
}

/// The observations' shares, each foretold by a curve fitted to the others: to all but one part in `parts`.
pub fn held_out<const N: usize>(observations: &[Observation<N>], ridge: f64, parts: usize) -> Vec<f64> {
    let mut foretold = vec![0.0; observations.len()];
    for part in 0..parts {
        let others = observations.iter().enumerate().filter(|(place, _)| place % parts != part);
        let fit = Fit::to(&others.map(|(_, one)| one).collect::<Vec<_>>(), ridge);
        for (place, (traits, _)) in observations.iter().enumerate().skip(part).step_by(parts) {
            foretold[place] = fit.share(traits);
        }
    }
    foretold
}

/// How often what came about was foretold a greater share than what did not, ties half: the area under the curve of
/// true and false alarms. A half where one of both is missing.
pub fn area(foretold: &[(f64, bool)]) -> f64 {
    let shares = |of: bool| foretold.iter().filter(move |(_, came)| *came == of).map(|(share, _)| *share);
    let pairs = shares(true).count() * shares(false).count();
    if pairs == 0 {
        return 0.5;
    }
    let won = shares(true).flat_map(|came| {
        shares(false).map(move |not| match came.total_cmp(&not) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    });
    won.sum::<f64>() / pairs as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games in which the odds are e to the first trait, and the second tells nothing.
    fn games() -> Vec<Observation<2>> {
        let mut dice = crate::players::dice::Dice::new(5);
        let game = |_| {
            let traits = [4.0 * dice.fraction() - 2.0, 2.0 * dice.fraction() - 1.0];
            (traits, dice.fraction() < 1.0 / (1.0 + (-traits[0]).exp()))
        };
        (0..4_000).map(game).collect()
    }

    #[test]
    fn a_fit_finds_what_the_games_were_made_by() {
        let games = games();
        let fit = Fit::to(&games.iter().collect::<Vec<_>>(), 0.0);
        assert!(fit.average.abs() < 0.12 && (fit.weights[0] - 1.0).abs() < 0.12, "{fit:?}");
        assert!(fit.weights[1].abs() < 0.2, "{fit:?}");
    }

    #[test]
    fn a_ridge_keeps_weights_small() {
        let games = games();
        let fit = Fit::to(&games.iter().collect::<Vec<_>>(), 1e6);
        assert!(fit.weights[0].abs() < 0.01, "{fit:?}");
    }

    #[test]
    fn what_is_held_out_is_foretold_as_it_comes() {
        let games = games();
        let foretold = held_out(&games, 1.0, 5);
        let mean = foretold.iter().sum::<f64>() / foretold.len() as f64;
        let came = games.iter().filter(|(_, came)| *came).count() as f64 / games.len() as f64;
        assert!((mean - came).abs() < 0.02, "{mean} {came}");
        let pairs: Vec<(f64, bool)> =
            foretold.into_iter().zip(&games).map(|(share, game)| (share, game.1)).collect();
        assert!(area(&pairs) > 0.7, "{}", area(&pairs));
    }

    #[test]
    fn the_area_is_one_of_pairs_told_apart() {
        assert!((area(&[(0.9, true), (0.1, false), (0.5, true), (0.5, false)]) - 0.875).abs() < 1e-9);
        assert!((area(&[(0.3, true)]) - 0.5).abs() < 1e-9);
    }
}
