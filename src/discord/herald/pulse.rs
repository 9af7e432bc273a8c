//! Whether one shard's connection to the gateway really stands (RULES 12.6).
//!
//! A connection that died without a word looks alive until a heartbeat is missed, which takes more
//! than a minute. So before a clock is believed, something is asked over the gateway (op 8, for this
//! program's own membership), and the answer waited for. Events come in order: once the answer to a
//! question asked after the deadline is there, so is every press made before it.

use crate::table::Reach;

/// Between two questions on one connection, in milliseconds: Discord takes 120 events a minute.
const APART_MS: i64 = 1_000;

/// A question that has had no answer for so long is asked again.
const AGAIN_MS: i64 = 5_000;

/// A dead connection is noticed by its second missed heartbeat, within 90 s. One that still stands
/// after this long without an answer does not answer such questions: its heartbeats must do.
const MUTE_MS: i64 = 120_000;

/// What is known of one shard's connection; every time is in milliseconds of Unix time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pulse {
    /// Since when it has stood without a break.
    since: Option<i64>,
    /// When it was cut last.
    cut: i64,
    /// When the last question was asked.
    asked: Option<i64>,
    /// When the oldest question was asked that has had no answer.
    unanswered: Option<i64>,
    /// When the latest question that has been answered was asked.
    proven: Option<i64>,
}

/// Whether a question is to be asked now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// None.
    No,
    /// One that bears this time, its own.
    At(i64),
}

impl Pulse {
    /// The connection stands. One that stood already keeps its beginning.
    pub fn connected(&mut self, now: i64) {
        if self.since.is_none() {
            *self = Self { since: Some(now), cut: self.cut, ..Self::default() };
        }
    }

    /// The connection is cut.
    pub fn cut(&mut self, now: i64) {
        *self = Self { cut: now, ..Self::default() };
    }

    /// The answer to the question of that time has come.
    pub fn answered(&mut self, asked: i64, now: i64) {
        if asked < self.cut {
            return;
        }
        // Should the library's word that it stands have been lost.
        self.connected(now);
        self.proven = self.proven.max(Some(asked));
        self.unanswered = None;
    }

    /// Whether it can be reached, by a sign of life that was asked for not before that moment; and
    /// what has to be asked now to know.
    pub fn reach(&mut self, moment: i64, now: i64) -> (Reach, Question) {
        let is_proven = self.proven.is_some_and(|proven| proven >= moment);
        let is_mute = self.unanswered.is_some_and(|asked| now - asked >= MUTE_MS);
        let reach = match self.since {
            Some(since) if is_proven || is_mute => Reach::Since(since),
            Some(_) => Reach::Awaited,
            None => Reach::Cut,
        };
        if is_proven && self.since.is_some() {
            return (reach, Question::No);
        }
        let pause = if self.unanswered.is_some() && self.asked.is_some_and(|asked| asked >= moment) {
            AGAIN_MS
        } else {
            APART_MS
        };
        let pause = if self.since.is_some() { pause } else { AGAIN_MS };
        if self.asked.is_some_and(|asked| now - asked < pause) {
            return (reach, Question::No);
        }
        self.asked = Some(now);
        self.unanswered = self.unanswered.or(Some(now));
        (reach, Question::At(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A connection that has stood since then.
    fn standing(since: i64) -> Pulse {
        let mut pulse = Pulse::default();
        pulse.connected(since);
        pulse
    }

    #[test]
    fn a_deadline_is_believed_once_a_question_asked_after_it_is_answered() {
        let mut pulse = standing(10);
        assert_eq!(pulse.reach(20_000, 20_000), (Reach::Awaited, Question::At(20_000)));
        assert_eq!(pulse.reach(20_000, 20_100), (Reach::Awaited, Question::No));
        pulse.answered(20_000, 20_150);
        assert_eq!(pulse.reach(20_000, 20_200), (Reach::Since(10), Question::No));
    }

    #[test]
    fn an_answer_to_an_earlier_question_proves_nothing() {
        let mut pulse = standing(10);
        assert_eq!(pulse.reach(20_000, 20_000).1, Question::At(20_000));
        pulse.answered(20_000, 20_600);
        assert_eq!(pulse.reach(20_300, 20_700), (Reach::Awaited, Question::No), "a second apart");
        assert_eq!(pulse.reach(20_300, 21_000), (Reach::Awaited, Question::At(21_000)));
        pulse.answered(21_000, 21_050);
        assert_eq!(pulse.reach(20_300, 21_060).0, Reach::Since(10));
    }

    #[test]
    fn a_thousand_deadlines_ask_once_a_second_at_most() {
        let mut pulse = standing(0);
        let mut asked = 0;
        for now in 0..60_000 {
            if let (_, Question::At(at)) = pulse.reach(now, now) {
                asked += 1;
                pulse.answered(at, now);
            }
        }
        assert!((50..=60).contains(&asked), "{asked} questions in a minute");
    }

    #[test]
    fn what_was_asked_before_a_cut_counts_for_nothing_after_it() {
        let mut pulse = standing(10);
        assert_eq!(pulse.reach(20_000, 20_000).1, Question::At(20_000));
        pulse.cut(30_000);
        pulse.answered(20_000, 30_500);
        assert_eq!(pulse.reach(20_000, 30_600).0, Reach::Cut);
        pulse.connected(31_000);
        assert_eq!(pulse.reach(20_000, 36_000), (Reach::Awaited, Question::At(36_000)));
        pulse.answered(36_000, 36_020);
        assert_eq!(
            pulse.reach(20_000, 36_100).0,
            Reach::Since(31_000),
            "whose clocks are older starts them anew"
        );
    }

    #[test]
    fn a_lost_word_that_the_connection_stands_is_made_up_for_by_an_answer() {
        let mut pulse = standing(10);
        pulse.cut(1_000);
        let (reach, question) = pulse.reach(20_000, 20_000);
        assert_eq!((reach, question), (Reach::Cut, Question::At(20_000)));
        pulse.answered(20_000, 20_100);
        assert_eq!(pulse.reach(20_000, 20_200).0, Reach::Since(20_100));
    }

    #[test]
    fn a_platform_that_answers_heartbeats_alone_stops_no_game_for_good() {
        let mut pulse = standing(10);
        for now in (20_000..139_000).step_by(100) {
            assert_eq!(pulse.reach(20_000, now).0, Reach::Awaited);
        }
        assert_eq!(pulse.reach(20_000, 140_000).0, Reach::Since(10));
        pulse.answered(140_000, 140_100);
        assert_eq!(pulse.reach(160_000, 160_000).0, Reach::Awaited, "it answers again");
    }
}
