//! One table's direct messages: hand and deployment, to each person; who takes none has the button in
//! the channel.

use std::sync::Arc;

use serenity::all::UserId as DiscordUser;

use super::book::Book;
use super::{Desk, Herd};
use crate::discord::living::Where;
use crate::discord::screen::Screen;
use crate::discord::screens::{Choice, private_screen};
use crate::discord::texts::Texts;
use crate::discord::trouble::{Trouble, trouble};
use crate::rules::Seat;
use crate::table::{ChannelId, Joiner, Slot, Telling, UserId};
use crate::view::Stage;

/// Shows a table to each of its people by direct message.
pub(super) struct Direct {
    desk: Arc<Desk>,
    book: Option<Book>,
}

/// What a direct message is about; it changes with the phase, not with every ply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Hand(u8),
    Deployment,
    Marched,
    Elsewhere,
}

impl Subject {
    fn of(telling: &Telling, seat: Seat) -> Option<Self> {
        let public = telling.public.as_ref()?;
        Some(match &public.stage {
            Stage::Unbegun => return None,
            Stage::Auction(auction) => Self::Hand(auction.deal),
            Stage::Deployment(_) if public.seats[seat].has_marched => Self::Marched,
            Stage::Deployment(_) => Self::Deployment,
            Stage::Battle(_) | Stage::Over(_) => Self::Elsewhere,
        })
    }

    fn key(self) -> String {
        match self {
            Self::Hand(deal) => format!("hand {deal}"),
            Self::Deployment => "deployment".to_owned(),
            Self::Marched => "marched".to_owned(),
            Self::Elsewhere => "elsewhere".to_owned(),
        }
    }

    /// Whether it is worth a message of its own, which announces itself; an edit does not.
    const fn wants_notice(self) -> bool {
        match self {
            Self::Hand(_) | Self::Deployment => true,
            Self::Marched | Self::Elsewhere => false,
        }
    }
}

impl Herd for Direct {
    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        let Some(seats) = telling.seats.as_ref() else { return Ok(()) };
        let mut shown = Ok(());
        for (seat, joiner) in seats.iter() {
            if let Joiner::Person { user, locale, .. } = joiner {
                // Who plays in the channel only finds the same there, on demand.
                if !self.desk.preferences.takes_direct(*user) {
                    continue;
                }
                let texts = self.desk.preferences.texts(*user, locale);
                let done = self.show_to(telling, seat, *user, texts).await;
                // One player's trouble keeps nobody else waiting; what passes is tried again.
                if done == Err(Trouble::Passing) {
                    shown = done;
                }
            }
        }
        shown
    }
}

impl Direct {
    pub fn new(desk: Arc<Desk>) -> Self {
        Self { desk, book: None }
    }

    async fn show_to(
        &mut self,
        telling: &Arc<Telling>,
        seat: Seat,
        user: UserId,
        texts: Texts,
    ) -> Result<(), Trouble> {
        let Some(subject) = Subject::of(telling, seat) else { return Ok(()) };
        let desk = Arc::clone(&self.desk);
        let book = match &mut self.book {
            Some(book) => book,
            None => self.book.insert(Book::open(Arc::clone(&desk), telling.table).await?),
        };
        let (slot, key) = (Slot::Direct(seat), subject.key());
        let place = book.place(slot);
        if book.shows(slot, &key) || (place.is_none() && !subject.wants_notice()) {
            return Ok(());
        }
        let screen = match subject {
            Subject::Elsewhere => elsewhere(telling, texts),
            _ => private_screen(telling, user, texts, &Choice::default()),
        };
        let drawn = desk.artist.draw(screen).await;
        // After a restart the message that is there serves again.
        let edits = !subject.wants_notice() || telling.is_restored;
        let done = match place.filter(|_| edits) {
            Some(place) => {
                let edit = book.put(slot, place.channel, key.clone(), &drawn);
                let edited = desk.living.unless_living(telling, user, Where::Direct, edit).await;
                // A view that its player's presses keep alive is redrawn by them.
                edited.unwrap_or_else(|| {
                    book.take_as_shown(slot, key.clone());
                    Ok(())
                })
            }
            None => match open_channel(&desk, user).await {
                Ok(channel) => {
                    book.retire(slot).await;
                    book.post(slot, channel, key.clone(), &drawn).await
                }
                Err(fault) => Err(fault),
            },
        };
        if done.is_err_and(|fault| fault != Trouble::Passing) {
            // The button in the channel serves as well; this subject is not tried again.
            book.take_as_shown(slot, key);
        }
        done
    }
}

async fn open_channel(desk: &Desk, user: UserId) -> Result<ChannelId, Trouble> {
    let opened = DiscordUser::new(user.0).create_dm_channel(&desk.http).await;
    opened.map(|channel| ChannelId(channel.id.get())).map_err(|error| {
        tracing::debug!(%error, "no direct channel to a player");
        trouble(&error)
    })
}

/// From the battle on the channel is where one plays.
fn elsewhere(telling: &Telling, texts: Texts) -> Screen {
    let link = format!("<#{}>", telling.channel);
    Screen::text(texts.get("direct-in-channel", &[("where", link.into())]))
}
