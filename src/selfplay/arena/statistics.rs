//! How sure a measured figure is.

/// The normal quantile of a two-sided interval that holds 95 in 100.
const Z95: f64 = 1.959_963_984_540_054;

/// A figure with the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The figure itself.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The share of successes with Wilson's 95 % interval; half successes may be counted. Of nothing
/// tried nothing is known: 0 to 1.
///
/// ```
/// use junqi::selfplay::arena::wilson;
///
/// let share = wilson(0.0, 10);
/// assert!(share.low == 0.0 && (share.high - 0.2775).abs() < 1e-4);
/// ```
pub fn wilson(successes: f64, tried: u32) -> Interval {
    if tried == 0 {
        return Interval { mean: 0.0, low: 0.0, high: 1.0 };
    }
    let n = f64::from(tried);
    let share = successes / n;
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { mean: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The mean of the figures with its 95 % interval by the normal law: for dozens of them, not for a
/// handful. Of fewer than two the interval is endless.
pub fn mean_interval(figures: &[f64]) -> Interval {
    let n = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / n.max(1.0);
    if figures.len() < 2 {
        return Interval { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let half = Z95 * (variance(figures, mean) / n).sqrt();
    Interval { mean, low: mean - half, high: mean + half }
}

fn variance(figures: &[f64], mean: f64) -> f64 {
    let squares: f64 = figures.iter().map(|figure| (figure - mean).powi(2)).sum();
    squares / (figures.len() as f64 - 1.0).max(1.0)
}

/// What a sequential test has come to (Wald's SPRT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The share is as the better hypothesis says.
    Better,
    /// The share is as the null hypothesis says.
    NoBetter,
    /// More must be played.
    Open,
}

/// A sequential probability ratio test of the mean of results from 0 to 1, in the generalised form
/// that takes their variance from themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The mean under the null hypothesis.
    pub null: f64,
    /// The mean under the better one.
    pub better: f64,
    /// How often either error may happen.
    pub error: f64,
}

impl Sprt {
    /// No better, or better by a twentieth; one in twenty times wrong either way.
    pub const USUAL: Self = Self { null: 0.5, better: 0.55, error: 0.05 };

    /// The logarithm of how much better the results fit the better hypothesis.
    pub fn ratio(&self, results: &[f64]) -> f64 {
        if results.len() < 2 {
            return 0.0;
        }
        let n = results.len() as f64;
        let mean = results.iter().sum::<f64>() / n;
        // A run without any variance must not be taken for certainty.
        let variance = variance(results, mean).max(1.0 / (4.0 * n));
        (self.better - self.null) * (mean - f64::midpoint(self.better, self.null)) * n / variance
    }

    /// What the results say.
    pub fn verdict(&self, results: &[f64]) -> Verdict {
        let bound = ((1.0 - self.error) / self.error).ln();
        let ratio = self.ratio(results);
        if ratio >= bound {
            Verdict::Better
        } else if ratio <= -bound {
            Verdict::NoBetter
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of small whole numbers are exact")]
mod tests {
    use super::*;

    fn near(found: f64, known: f64) -> bool {
        (found - known).abs() < 5e-4
    }

    #[test]
    fn wilson_intervals_are_those_of_the_literature() {
        // Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        for (successes, tried, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, tried);
            assert!(near(found.low, low) && near(found.high, high), "{successes} of {tried}: {found:?}");
        }
        assert_eq!(wilson(0.0, 0), Interval { mean: 0.0, low: 0.0, high: 1.0 });
        assert!(near(wilson(20.0, 20).high, 1.0));
    }

    #[test]
    fn the_mean_s_interval_is_two_standard_errors_wide() {
        let figures: Vec<f64> = (0..100).map(|number| f64::from(number % 2)).collect();
        let found = mean_interval(&figures);
        assert!(near(found.mean, 0.5) && near(found.high - found.low, 2.0 * 1.95996 * 0.050_252));
        assert_eq!(mean_interval(&[3.0]).low, f64::NEG_INFINITY);
    }

    #[test]
    fn the_sequential_test_decides_for_what_is_so() {
        let results = |of_ten: u32, units: u32| -> Vec<f64> {
            (0..units).map(|unit| f64::from(u32::from(unit % 10 < of_ten))).collect()
        };
        let test = Sprt::USUAL;
        assert_eq!(test.verdict(&results(7, 200)), Verdict::Better);
        assert_eq!(test.verdict(&results(4, 200)), Verdict::NoBetter);
        assert_eq!(test.verdict(&results(7, 10)), Verdict::Open);
        // By hand: n = 100, mean 0.6, variance 100 · 0.24 / 99, ratio 0.05 · 0.075 · 100 / variance.
        assert!(near(test.ratio(&results(6, 100)), 0.05 * 0.075 * 100.0 / (24.0 / 99.0)));
        assert_eq!(test.ratio(&[1.0]), 0.0);
    }
}
