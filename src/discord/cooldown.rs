//! What a server may do only so often.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::table::GuildId;

/// When each server did it last; kept while the program runs.
#[derive(Debug)]
pub struct Cooldown {
    length: Duration,
    last_unix_ms: Mutex<HashMap<GuildId, i64>>,
}

impl Cooldown {
    /// Once in that time.
    pub fn new(length: Duration) -> Self {
        Self { length, last_unix_ms: Mutex::default() }
    }

    /// Does it now, if it may be done.
    ///
    /// # Errors
    /// When it may be done next, in milliseconds of Unix time.
    pub fn begin(&self, guild: GuildId, now_unix_ms: i64) -> Result<(), i64> {
        let length = self.length.as_millis() as i64;
        let mut last = self.lock();
        // What has run out is not kept, so that the map stays as small as what it stands for.
        last.retain(|_, done| done.saturating_add(length) > now_unix_ms);
        if let Some(done) = last.get(&guild) {
            return Err(done + length);
        }
        last.insert(guild, now_unix_ms);
        Ok(())
    }

    /// It was not done after all.
    pub fn give_back(&self, guild: GuildId) {
        self.lock().remove(&guild);
    }

    /// The map stays sound whatever happened to who held it: each change to it is one call.
    fn lock(&self) -> MutexGuard<'_, HashMap<GuildId, i64>> {
        self.last_unix_ms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_waits_for_itself_and_is_told_until_when() {
        let cooldown = Cooldown::new(Duration::from_mins(1));
        let (one, other) = (GuildId(1), GuildId(2));
        assert_eq!(cooldown.begin(one, 1_000), Ok(()));
        assert_eq!(cooldown.begin(one, 30_000), Err(61_000));
        assert_eq!(cooldown.begin(other, 30_000), Ok(()));
        assert_eq!(cooldown.begin(one, 60_999), Err(61_000));
        assert_eq!(cooldown.begin(one, 61_000), Ok(()));
        cooldown.give_back(one);
        assert_eq!(cooldown.begin(one, 61_001), Ok(()));
    }
}
