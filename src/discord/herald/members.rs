//! Who has left the server in the middle of a game, seen without a privileged intent: whoever's turn
//! ran out is looked up.
//!
//! RULES 12 does not say what leaving the server is. A member who has left cannot act in it, so they
//! are absent at once, not only after three turns; who is back in time plays on, and when their time
//! of being waited for is used up they have deserted (RULES 12.2).

use std::sync::Arc;

use serenity::all::{GuildId as DiscordGuild, UserId as DiscordUser};

use super::Herd;
use super::desk::{Departure, Desk};
use crate::discord::trouble::{Trouble, trouble};
use crate::rules::BySeat;
use crate::table::{GuildId, Telling, UserId};

/// Looks up the members at one table.
pub(super) struct Members {
    desk: Arc<Desk>,
    /// `[seat]`: missed turns in a row for which the player has been looked up.
    seen: BySeat<u8>,
}

impl Members {
    pub fn new(desk: Arc<Desk>) -> Self {
        Self { desk, seen: BySeat::default() }
    }
}

impl Herd for Members {
    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        let (Some(public), Some(seats)) = (&telling.public, &telling.seats) else { return Ok(()) };
        if public.battle().is_none() {
            return Ok(());
        }
        for (seat, player) in public.seats.iter() {
            let missed = player.missed_turns;
            let wants_look = missed > self.seen[seat] && player.turns_until_absent().is_some();
            self.seen[seat] = missed;
            if let Some(user) = seats[seat].user().filter(|_| wants_look)
                && has_left(&self.desk, telling.guild, user).await
            {
                self.desk.report(Departure { table: telling.table, user });
            }
        }
        Ok(())
    }
}

/// Whether the user is known to be no member of the server. Any other trouble says nothing of them.
async fn has_left(desk: &Desk, guild: GuildId, user: UserId) -> bool {
    desk.budget.spend().await;
    let member = desk.http.get_member(DiscordGuild::new(guild.0), DiscordUser::new(user.0)).await;
    member.is_err_and(|error| {
        let has_left = trouble(&error) == Trouble::NoMember;
        if !has_left {
            tracing::debug!(%error, "a player could not be looked up");
        }
        has_left
    })
}
