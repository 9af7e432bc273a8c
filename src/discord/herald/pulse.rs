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

/// Who waits for a sign of life for so long has the connection made anew; doubled each time up to
/// sixteenfold. The library gives a task up for good that was to send over a broken connection, and
/// looks at a dead one for twice as long as this at least.
const DEAD_MS: i64 = 20_000;
const DOUBLED_MAX: u32 = 4;

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
    /// Since when a sign of life has been waited for, on this connection or after its end.
    wanted: Option<i64>,
    /// When it was last made anew for want of one, and how often in a row.
    restarted: i64,
    restarts: u32,
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing.
    Nothing,
    /// A question is to be asked that bears this time, its own.
    Ask(i64),
    /// The connection is to be made anew.
    Restart,
}

impl Pulse {
    /// The connection stands. One that stood already keeps its beginning.
    pub fn connected(&mut self, now: i64) {
        if self.since.is_none() {
            self.begin(Some(now));
            // It has its time to answer, however long it was away.
            self.wanted = None;
        }
    }

    /// The connection is cut.
    pub fn cut(&mut self, now: i64) {
        self.cut = now;
        self.begin(None);
    }

    /// The library says that it stands, of which nothing was heard.
    pub fn seems_connected(&mut self, now: i64) {
        if now - self.restarted >= DEAD_MS {
            self.connected(now);
        }
    }

    /// The answer to the question of that time has come.
    pub fn answered(&mut self, asked: i64, now: i64) {
        if asked < self.cut {
            return;
        }
        self.connected(now);
        self.proven = self.proven.max(Some(asked));
        (self.unanswered, self.wanted, self.restarts) = (None, None, 0);
    }

    /// Whether it can be reached, by a sign of life that was asked for not before that moment; and
    /// what has to be done to know.
    pub fn reach(&mut self, moment: i64, now: i64) -> (Reach, Deed) {
        let is_proven = self.proven.is_some_and(|proven| proven >= moment);
        let is_mute = self.unanswered.is_some_and(|asked| now - asked >= MUTE_MS);
        let reach = match self.since {
            Some(since) if is_proven || is_mute => Reach::Since(since),
            Some(_) => Reach::Awaited,
            None => Reach::Cut,
        };
        if matches!(reach, Reach::Since(_)) {
            self.wanted = None;
            if is_proven {
                return (reach, Deed::Nothing);
            }
        } else if self.is_dead(now) {
            (self.restarted, self.restarts) = (now, self.restarts + 1);
            self.cut(now);
            return (Reach::Cut, Deed::Restart);
        }
        if self.since.is_none() || self.asked.is_some_and(|asked| now - asked < self.pause(moment)) {
            return (reach, Deed::Nothing);
        }
        self.asked = Some(now);
        self.unanswered = self.unanswered.or(Some(now));
        (reach, Deed::Ask(now))
    }

    fn begin(&mut self, since: Option<i64>) {
        (self.since, self.asked, self.unanswered, self.proven) = (since, None, None, None);
    }

    /// Whether a sign of life has been waited for too long.
    fn is_dead(&mut self, now: i64) -> bool {
        let wanted = *self.wanted.get_or_insert(now);
        now - wanted.max(self.restarted) >= DEAD_MS << self.restarts.min(DOUBLED_MAX)
    }

    /// How long after the last question the next may be asked.
    fn pause(&self, moment: i64) -> i64 {
        let is_on_its_way = self.unanswered.is_some() && self.asked.is_some_and(|asked| asked >= moment);
        if is_on_its_way { AGAIN_MS } else { APART_MS }
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
        assert_eq!(pulse.reach(20_000, 20_000), (Reach::Awaited, Deed::Ask(20_000)));
        assert_eq!(pulse.reach(20_000, 20_100), (Reach::Awaited, Deed::Nothing));
        pulse.answered(20_000, 20_150);
        assert_eq!(pulse.reach(20_000, 20_200), (Reach::Since(10), Deed::Nothing));
    }

    #[test]
    fn an_answer_to_an_earlier_question_proves_nothing() {
        let mut pulse = standing(10);
        assert_eq!(pulse.reach(20_000, 20_000).1, Deed::Ask(20_000));
        pulse.answered(20_000, 20_600);
        assert_eq!(pulse.reach(20_300, 20_700), (Reach::Awaited, Deed::Nothing), "a second apart");
        assert_eq!(pulse.reach(20_300, 21_000), (Reach::Awaited, Deed::Ask(21_000)));
        pulse.answered(21_000, 21_050);
        assert_eq!(pulse.reach(20_300, 21_060).0, Reach::Since(10));
    }

    #[test]
    fn a_thousand_deadlines_ask_once_a_second_at_most() {
        let mut pulse = standing(0);
        let mut asked = 0;
        for now in 0..60_000 {
            if let (_, Deed::Ask(at)) = pulse.reach(now, now) {
                asked += 1;
                pulse.answered(at, now);
            }
        }
        assert!((50..=60).contains(&asked), "{asked} questions in a minute");
    }

    #[test]
    fn what_was_asked_before_a_cut_counts_for_nothing_after_it() {
        let mut pulse = standing(10);
        assert_eq!(pulse.reach(20_000, 20_000).1, Deed::Ask(20_000));
        pulse.cut(30_000);
        pulse.answered(20_000, 30_500);
        assert_eq!(pulse.reach(20_000, 30_600).0, Reach::Cut);
        pulse.connected(31_000);
        assert_eq!(pulse.reach(20_000, 36_000), (Reach::Awaited, Deed::Ask(36_000)));
        pulse.answered(36_000, 36_020);
        assert_eq!(
            pulse.reach(20_000, 36_100).0,
            Reach::Since(31_000),
            "whose clocks are older starts them anew"
        );
    }

    #[test]
    fn nothing_is_asked_over_a_connection_that_is_cut_until_the_library_says_that_it_stands() {
        let mut pulse = standing(10);
        pulse.cut(1_000);
        assert_eq!(pulse.reach(20_000, 20_000), (Reach::Cut, Deed::Nothing));
        pulse.seems_connected(21_000);
        assert_eq!(pulse.reach(20_000, 21_000), (Reach::Awaited, Deed::Ask(21_000)));
        pulse.answered(21_000, 21_100);
        assert_eq!(pulse.reach(20_000, 21_200).0, Reach::Since(21_000));
    }

    /// When the connection is made anew within ten minutes, if it never answers.
    fn restarts(pulse: &mut Pulse) -> Vec<i64> {
        let mut at = Vec::new();
        for now in (20_000..620_000).step_by(1_000) {
            if pulse.reach(20_000, now).1 == Deed::Restart {
                at.push(now / 1_000);
            }
        }
        at
    }

    #[test]
    fn a_connection_that_gives_no_sign_of_life_is_made_anew_ever_more_seldom() {
        // Cut for good, as when the library has given it up.
        assert_eq!(restarts(&mut standing(10)), [40, 80, 160, 320]);
        let mut pulse = standing(10);
        pulse.cut(15_000);
        assert_eq!(restarts(&mut pulse), [40, 80, 160, 320]);
        pulse.connected(700_000);
        let (_, asked) = pulse.reach(20_000, 700_000);
        assert_eq!(asked, Deed::Ask(700_000));
        pulse.answered(700_000, 700_100);
        pulse.cut(800_000);
        assert_eq!(pulse.reach(800_500, 801_000).1, Deed::Nothing);
        assert_eq!(pulse.reach(800_500, 821_000).1, Deed::Restart, "it counts from the beginning again");
    }

    #[test]
    fn a_platform_that_answers_heartbeats_alone_stops_no_game_for_good() {
        let mut pulse = standing(10);
        let mut believed = None;
        for now in (20_000..600_000).step_by(100) {
            match pulse.reach(20_000, now) {
                (_, Deed::Restart) => pulse.connected(now + 50),
                (Reach::Since(_), _) => {
                    believed = Some(now);
                    break;
                }
                _ => {}
            }
        }
        let now = believed.expect("its heartbeats are believed in the end");
        assert!(now < 300_000, "after {now} ms");
        pulse.answered(now, now + 100);
        assert_eq!(pulse.reach(now + 20_000, now + 20_000).0, Reach::Awaited, "it answers again");
    }
}
