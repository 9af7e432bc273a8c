//! Users in memory.

use async_trait::async_trait;

use super::{Contents, MemoryStore, Table};
use crate::rules::Role;
use crate::table::{
    Entry, LobbyEvent, PersonStore, PersonalChange, PersonalData, PersonalPlace, SavedLayout, Slot,
    StoreError, TableId, UserId, UserSettings,
};

#[async_trait]
impl PersonStore for MemoryStore {
    async fn all_user_settings(&self) -> Result<Vec<(UserId, UserSettings)>, StoreError> {
        Ok(self.contents().user_settings.iter().map(|(user, settings)| (*user, *settings)).collect())
    }

    async fn set_user_settings(&self, user: UserId, settings: UserSettings) -> Result<(), StoreError> {
        self.contents().user_settings.insert(user, settings);
        Ok(())
    }

    async fn personal_data(&self, user: UserId) -> Result<PersonalData, StoreError> {
        Ok(self.contents().personal_data(user))
    }

    async fn erase_user(&self, user: UserId, _at_unix_ms: i64) -> Result<(), StoreError> {
        let mut contents = self.contents();
        if let Some(at) = contents.running_table(user) {
            return Err(StoreError::StillPlaying { user, at });
        }
        contents.erase(user);
        Ok(())
    }
}

impl Contents {
    fn personal_data(&self, user: UserId) -> PersonalData {
        let places = (1..).map(TableId).zip(&self.tables).flat_map(|(id, table)| {
            let place = move |entry: &Entry| {
                let (name, locale, press) = entry.place_of(user)?;
                Some(PersonalPlace {
                    table: id,
                    guild: table.setup.guild,
                    channel: table.setup.channel,
                    name: name.to_owned(),
                    locale: locale.to_owned(),
                    press,
                })
            };
            table.entries.iter().filter_map(place)
        });
        let layouts = [Role::Declarer, Role::Defender].into_iter().flat_map(|role| {
            let kept = self.layouts.get(&(user, role)).into_iter().flatten();
            kept.map(move |(name, layout)| SavedLayout { name: name.clone(), role, layout: layout.clone() })
        });
        let changes = self.trail.iter().filter(|(_, change, ..)| change.by == user);
        PersonalData {
            settings: self.user_settings.get(&user).copied(),
            places: places.collect(),
            games: self.ledger.games_of(user),
            names: self.ledger.names_of(user),
            layouts: layouts.collect(),
            config_changes: changes.map(|(guild, change, ..)| PersonalChange::of(*guild, *change)).collect(),
        }
    }

    /// A running table that the user has not left, or that waits for them to sit down again.
    fn running_table(&self, user: UserId) -> Option<TableId> {
        let running = (1..).map(TableId).zip(&self.tables).filter(|(_, table)| !table.has_ended);
        let mut running = running.filter(|(_, table)| !table.is_purged);
        let sits = |table: &Table| {
            let last = table.entries.iter().rev().find(|entry| {
                entry.place_of(user).is_some()
                    || matches!(entry, Entry::Lobby(LobbyEvent::Left { user: left }) if *left == user)
            });
            last.is_some_and(|entry| entry.place_of(user).is_some())
        };
        let waits = |table: &Table| {
            let rematch = table.setup.rematch.as_ref();
            rematch.is_some_and(|rematch| rematch.seats.find(|seat| *seat == Some(user)).is_some())
        };
        running.find(|(_, table)| sits(table) || waits(table)).map(|(id, _)| id)
    }

    fn erase(&mut self, user: UserId) {
        self.erasures += 1;
        let stand_in = UserId::of_erasure(self.erasures);
        for (table, seat) in self.ledger.erase(user, stand_in) {
            let table = Self::index(table).and_then(|index| self.tables.get_mut(index));
            if let Some(table) = table {
                table.places.remove(&Slot::Direct(seat));
                table.postings.retain(|posting| posting.slot != Slot::Direct(seat));
            }
        }
        for table in &mut self.tables {
            for entry in &mut table.entries {
                // Most entries name nobody.
                let _ = entry.erase(user, stand_in);
            }
            if let Some(rematch) = &mut table.setup.rematch {
                let replaced = |seat: Option<UserId>| seat.map(|at| if at == user { stand_in } else { at });
                rematch.seats = rematch.seats.map(|_, seat| replaced(*seat));
            }
        }
        for (_, change, ..) in &mut self.trail {
            if change.by == user {
                change.by = stand_in;
            }
        }
        self.user_settings.remove(&user);
        self.layouts.retain(|(of, _), _| *of != user);
    }
}
