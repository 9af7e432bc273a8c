//! Nonces by which the bot keeps a message from being posted twice.
//!
//! Source: <https://discord.com/developers/docs/resources/message#create-message>, `enforce_nonce`.

use std::collections::HashMap;

use crate::id::{ChannelId, MessageId};

/// Discord says "the past few minutes".
const REMEMBERED_MS: u64 = 5 * 60 * 1000;

/// Looking through all of them at each would take the longer the more are posted.
const SWEPT_EVERY_MS: u64 = 60 * 1000;

/// A nonce is unique for its author, who is the bot, and its channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Nonce {
    pub(crate) channel: ChannelId,
    pub(crate) text: String,
}

/// The nonces of the last minutes.
#[derive(Debug, Default)]
pub(crate) struct Nonces {
    messages: HashMap<Nonce, (MessageId, u64)>,
    /// When those of before were last forgotten.
    swept_ms: u64,
}

impl Nonces {
    /// The message that was posted with it.
    pub(crate) fn find(&self, nonce: &Nonce, now_ms: u64) -> Option<MessageId> {
        let (message, posted_ms) = self.messages.get(nonce)?;
        (now_ms < posted_ms + REMEMBERED_MS).then_some(*message)
    }

    /// Remembers what was posted with it.
    pub(crate) fn note(&mut self, nonce: Nonce, message: MessageId, now_ms: u64) {
        if now_ms >= self.swept_ms + SWEPT_EVERY_MS {
            self.swept_ms = now_ms;
            self.messages.retain(|_, (_, posted_ms)| now_ms < *posted_ms + REMEMBERED_MS);
        }
        self.messages.insert(nonce, (message, now_ms));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_unique_for_some_minutes_in_its_channel() {
        let mut nonces = Nonces::default();
        let nonce = |channel| Nonce { channel: ChannelId::new(channel), text: "a".to_owned() };
        nonces.note(nonce(1), MessageId::new(9), 0);
        assert_eq!(nonces.find(&nonce(1), REMEMBERED_MS - 1), Some(MessageId::new(9)));
        assert_eq!(nonces.find(&nonce(1), REMEMBERED_MS), None);
        assert_eq!(nonces.find(&nonce(2), 0), None);
    }
}
