//! One table's direct messages: hand, deployment and the way to the battle, to each person; who takes
//! none has the buttons in the channel. Where the channel is gone they are the table's place.

use std::sync::Arc;

use serenity::all::UserId as DiscordUser;

use super::book::Book;
use super::desk::{Departure, Desk, Whereabouts};
use super::{Herd, complaint};
use crate::discord::living::Where;
use crate::discord::screen::Screen;
use crate::discord::screens::{Choice, direct_battle_screen, direct_over_screen, private_screen};
use crate::discord::texts::Texts;
use crate::discord::trouble::{Trouble, trouble};
use crate::rules::Seat;
use crate::table::{ChannelId, Joiner, Slot, Telling, UserId};
use crate::view::Stage;

/// Shows a table to each of its people by direct message.
pub(super) struct Direct {
    desk: Arc<Desk>,
    book: Option<Book>,
    /// How often the end's telling has waited for the public one.
    waited: u8,
}

/// Looks at whether the end has been shown in public before it is told all the same.
const WAITS_MAX: u8 = 4;

/// What a direct message is about; it changes with the phase, not with every ply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The hand, in that deal.
    Hand(u8),
    Deployment,
    Marched,
    /// The battle is elsewhere; it can be played here too.
    Battle,
    /// The table's place is gone: it is played here.
    Homeless,
    /// The same, and it is for this player to act: on that turn, or in that vote.
    Asked {
        turn: u32,
        vote: Option<u32>,
    },
    Over,
}

impl Subject {
    fn of(telling: &Telling, seat: Seat, whereabouts: Option<Whereabouts>) -> Option<Self> {
        let public = telling.public.as_ref()?;
        let is_out = public.seats[seat].eliminated.is_some();
        Some(match (&public.stage, whereabouts) {
            (Stage::Unbegun, _) => return None,
            (Stage::Over(_), _) => Self::Over,
            (Stage::Auction(auction), _) => Self::Hand(auction.deal),
            (Stage::Deployment(_), _) if public.seats[seat].has_marched => Self::Marched,
            (Stage::Deployment(_), _) => Self::Deployment,
            (Stage::Battle(battle), Some(Whereabouts::Nowhere)) if !is_out => {
                let turn = battle.turn_number;
                match battle.vote {
                    Some(vote) if vote.is_asked(seat) => Self::Asked { turn, vote: Some(vote.number) },
                    None if battle.turn == seat => Self::Asked { turn, vote: None },
                    Some(_) | None => Self::Homeless,
                }
            }
            (Stage::Battle(_), _) => Self::Battle,
        })
    }

    fn key(self) -> String {
        match self {
            Self::Hand(deal) => format!("hand {deal}"),
            Self::Deployment => "deployment".to_owned(),
            Self::Marched => "marched".to_owned(),
            Self::Battle => "battle".to_owned(),
            Self::Homeless => "homeless".to_owned(),
            Self::Asked { turn, vote } => format!("asked {turn} {}", vote.unwrap_or_default()),
            Self::Over => "over".to_owned(),
        }
    }

    /// Whether it is worth a message of its own, which announces itself; an edit does not.
    const fn wants_notice(self) -> bool {
        match self {
            Self::Hand(_) | Self::Deployment | Self::Homeless | Self::Asked { .. } => true,
            Self::Marched | Self::Battle | Self::Over => false,
        }
    }
}

/// Whether the table can be shown in public.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Free,
    /// A permission is missing: the players are told, and can go on here.
    Barred,
}

/// A direct message to one player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Matter {
    subject: Subject,
    sight: Sight,
}

impl Matter {
    fn of(telling: &Telling, seat: Seat, whereabouts: Option<Whereabouts>) -> Option<Self> {
        let subject = Subject::of(telling, seat, whereabouts)?;
        let is_in = telling.public.as_ref().is_some_and(|public| public.seats[seat].eliminated.is_none());
        let is_barred = matches!(whereabouts, Some(Whereabouts::Barred(_))) && is_in && !telling.is_over();
        Some(Self { subject, sight: if is_barred { Sight::Barred } else { Sight::Free } })
    }

    fn key(self) -> String {
        match self.sight {
            Sight::Free => self.subject.key(),
            Sight::Barred => format!("barred {}", self.subject.key()),
        }
    }

    fn wants_notice(self) -> bool {
        self.sight == Sight::Barred || self.subject.wants_notice()
    }

    /// Whether what was told before does for this too.
    fn is_told_by(self, shown: &str) -> bool {
        match (self.subject, self.sight) {
            (Subject::Homeless, _) => shown.starts_with("asked "),
            // The private view came with the complaint that no longer holds.
            (Subject::Hand(_) | Subject::Deployment, Sight::Free) => {
                shown == format!("barred {}", self.key())
            }
            (Subject::Hand(_) | Subject::Deployment, Sight::Barred)
            | (Subject::Marched | Subject::Battle | Subject::Asked { .. } | Subject::Over, _) => false,
        }
    }

    /// Whether a view that its player's presses keep alive does as well as this message.
    fn is_view(self) -> bool {
        matches!(self.subject, Subject::Homeless | Subject::Asked { .. }) && self.sight == Sight::Free
    }
}

impl Herd for Direct {
    async fn show(&mut self, telling: &Arc<Telling>) -> Result<(), Trouble> {
        let Some(seats) = telling.seats.as_ref() else { return Ok(()) };
        if self.must_wait(telling) {
            return Err(Trouble::Passing);
        }
        let mut shown = Ok(());
        for (seat, joiner) in seats.iter() {
            if let Joiner::Person { user, locale, .. } = joiner {
                // Who plays in the channel only finds the same there, on demand, while there is one.
                let has_place = self.desk.whereabouts(telling.table) != Some(Whereabouts::Nowhere);
                if has_place && !self.desk.preferences.takes_direct(*user) {
                    continue;
                }
                let texts = self.desk.preferences.texts(*user, locale);
                let done = self.show_to(telling, seat, *user, texts).await;
                match done {
                    // One player's trouble keeps nobody else waiting; what passes is tried again.
                    Err(Trouble::Passing) => shown = done,
                    Err(Trouble::Stranger) => {
                        // The one server that is shared was the table's, or none is.
                        self.desk.report(Departure { table: telling.table, user: *user });
                    }
                    Ok(()) | Err(_) => {}
                }
            }
        }
        if let Some(book) = &mut self.book {
            shown = shown.and(book.clear_up().await);
        }
        shown
    }
}

impl Direct {
    pub fn new(desk: Arc<Desk>) -> Self {
        Self { desk, book: None, waited: 0 }
    }

    /// Whether it is not known yet where the result stands, or that it stands nowhere: a direct message
    /// must not lead to a place that is gone.
    fn must_wait(&mut self, telling: &Telling) -> bool {
        let may_be_there = matches!(self.desk.whereabouts(telling.table), None | Some(Whereabouts::In(_)));
        let is_open = telling.is_over()
            && may_be_there
            && !self.desk.has_shown(telling.table, telling.version)
            && self.waited < WAITS_MAX;
        self.waited += u8::from(is_open);
        is_open
    }

    async fn show_to(
        &mut self,
        telling: &Arc<Telling>,
        seat: Seat,
        user: UserId,
        texts: Texts,
    ) -> Result<(), Trouble> {
        let desk = Arc::clone(&self.desk);
        let whereabouts = desk.whereabouts(telling.table);
        let Some(matter) = Matter::of(telling, seat, whereabouts) else { return Ok(()) };
        let book = match &mut self.book {
            Some(book) => book,
            None => self.book.insert(Book::open(Arc::clone(&desk), telling.table, Slot::is_direct).await?),
        };
        let (slot, key) = (Slot::Direct(seat), matter.key());
        let place = book.place(slot);
        let is_told =
            book.shows(slot, &key) || book.shown(slot).is_some_and(|shown| matter.is_told_by(shown));
        if is_told || (place.is_none() && !matter.wants_notice()) {
            return Ok(());
        }
        let drawn = desk.artist.draw(screen_of(&desk, telling, matter, user, texts)).await;
        // Paid for before the player's view is held: their presses must not wait for others.
        book.pay().await;
        // After a restart the message that is there serves again.
        let edits = !matter.wants_notice() || (telling.is_restored && !book.is_known(slot));
        let show = async {
            if let Some(place) = place.filter(|_| edits) {
                book.put(slot, place.channel, key.clone(), &drawn).await
            } else {
                let channel = open_channel(&desk, user).await?;
                book.retire(slot).await;
                book.post(slot, channel, key.clone(), &drawn).await
            }
        };
        let done = if edits || matter.is_view() {
            // A view that its player's presses keep alive is redrawn by them.
            let shown = desk.living.unless_living(telling, user, Where::Direct, show).await;
            shown.unwrap_or_else(|| {
                book.take_as_shown(slot, key.clone());
                Ok(())
            })
        } else {
            show.await
        };
        if done.is_err_and(|fault| fault != Trouble::Passing) {
            // The button in the channel serves as well; this subject is not tried again.
            book.take_as_shown(slot, key);
        }
        done
    }
}

fn screen_of(desk: &Desk, telling: &Telling, matter: Matter, user: UserId, texts: Texts) -> Screen {
    let place = match desk.whereabouts(telling.table) {
        Some(Whereabouts::In(place) | Whereabouts::Barred(place)) => Some(place),
        Some(Whereabouts::Nowhere) => None,
        None => Some(telling.channel),
    };
    let with_note = |note| private_screen(telling, user, texts, &Choice { note, ..Choice::default() });
    match (matter.subject, matter.sight) {
        (Subject::Over, _) => direct_over_screen(telling, texts, place),
        (Subject::Homeless, _) | (_, Sight::Barred) => with_note(complaint(desk, telling, texts)),
        (Subject::Battle, Sight::Free) => direct_battle_screen(telling, texts, place),
        (Subject::Hand(_) | Subject::Deployment | Subject::Marched | Subject::Asked { .. }, Sight::Free) => {
            with_note(None)
        }
    }
}

async fn open_channel(desk: &Desk, user: UserId) -> Result<ChannelId, Trouble> {
    desk.budget.spend().await;
    let opened = DiscordUser::new(user.0).create_dm_channel(&desk.http).await;
    opened.map(|channel| ChannelId(channel.id.get())).map_err(|error| {
        tracing::debug!(%error, "no direct channel to a player");
        trouble(&error)
    })
}
