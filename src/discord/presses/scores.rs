//! Presses on pages of scores and of finished games.

use super::Press;
use crate::discord::replay::{answer_deal, answer_replay, table_number};
use crate::discord::score_page::ScorePage;
use crate::discord::scores::{self, Somebody};
use crate::discord::screen::Screen;

impl Press<'_> {
    /// Shows the page that the button leads to, or the game chosen from a select.
    pub(super) async fn score_page(&self, page: ScorePage, chosen: Option<&str>) {
        let (bot, caller) = (self.bot, &self.caller);
        let Some(guild) = caller.guild else {
            return self.say(caller.texts.say("refused-only-in-servers")).await;
        };
        let screen: Screen = match page {
            ScorePage::Leaderboard { period, page } => {
                scores::leaderboard(bot, caller, guild, period, page).await
            }
            ScorePage::Profile(user) => {
                scores::profile(bot, caller, guild, &Somebody::of(caller, user)).await
            }
            ScorePage::History { user, games, page } => {
                let of = Somebody::of(caller, user);
                scores::history(bot, caller, guild, &of, games, page).await
            }
            ScorePage::Replay => {
                let table = chosen.and_then(table_number).unwrap_or(self.table);
                return answer_replay(bot, caller, table).await;
            }
            ScorePage::Deal => return answer_deal(bot, caller, self.table).await,
        };
        bot.answer(caller, screen).await;
    }
}
