//! Saved layouts (RULES 6.6) in SQLite; and their limits, for both stores.

use async_trait::async_trait;
use sqlx::SqliteConnection;
use thiserror::Error;

use super::form::{failed, read_json, role_code, to_json};
use super::writer::Deed;
use crate::rules::{Layout, Role};
use crate::table::{SavedLayout, StoreError, UserId};

/// How many layouts a user may keep for each role.
pub const LAYOUTS_MOST: u32 = 20;

/// The most characters of a layout's name.
const NAME_MOST: usize = 40;

/// The version of the stored form of a layout; older ones stay readable.
const LAYOUT_FORMAT: u32 = 1;

/// A name that no layout can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a layout's name has 1 to {NAME_MOST} characters, not {0}")]
struct BadName(usize);

/// Looks whether a layout can have that name.
pub(super) fn check_name(name: &str) -> Result<(), StoreError> {
    let length = name.chars().count();
    if (1..=NAME_MOST).contains(&length) { Ok(()) } else { Err(failed(BadName(length))) }
}

/// Saves a layout, in place of one of the same name and role.
pub(super) struct SaveLayout {
    pub(super) user: UserId,
    pub(super) layout: SavedLayout,
}

#[async_trait]
impl Deed for SaveLayout {
    type Done = ();

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        let SavedLayout { name, role, layout } = &self.layout;
        check_name(name)?;
        let upsert = "INSERT INTO saved_layouts (user, role, name, format, layout) \
                      VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (user, role, name) \
                      DO UPDATE SET format = excluded.format, layout = excluded.layout";
        sqlx::query(upsert)
            .bind(self.user.0.cast_signed())
            .bind(role_code(*role))
            .bind(name)
            .bind(LAYOUT_FORMAT)
            .bind(to_json(layout)?)
            .execute(&mut *connection)
            .await
            .map_err(failed)?;
        // Counted afterwards, when a replaced one and a new one look alike; an error undoes it.
        let kept: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM saved_layouts WHERE user = ?1 AND role = ?2")
                .bind(self.user.0.cast_signed())
                .bind(role_code(*role))
                .fetch_one(connection)
                .await
                .map_err(failed)?;
        if kept > i64::from(LAYOUTS_MOST) {
            return Err(StoreError::TooManyLayouts { most: LAYOUTS_MOST });
        }
        Ok(())
    }
}

/// Deletes a layout; whether there was one.
pub(super) struct DeleteLayout {
    pub(super) user: UserId,
    pub(super) role: Role,
    pub(super) name: String,
}

#[async_trait]
impl Deed for DeleteLayout {
    type Done = bool;

    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM saved_layouts WHERE user = ?1 AND role = ?2 AND name = ?3")
            .bind(self.user.0.cast_signed())
            .bind(role_code(self.role))
            .bind(&self.name)
            .execute(connection)
            .await
            .map_err(failed)?;
        Ok(deleted.rows_affected() > 0)
    }
}

/// The user's layouts of that role, by name. One that cannot be read is passed over with a log entry,
/// so that the others can still be used.
pub(super) async fn layouts(
    connection: &mut SqliteConnection,
    user: UserId,
    role: Role,
) -> Result<Vec<SavedLayout>, StoreError> {
    let select = "SELECT name, format, layout FROM saved_layouts WHERE user = ?1 AND role = ?2 ORDER BY name";
    let rows: Vec<(String, i64, String)> = sqlx::query_as(select)
        .bind(user.0.cast_signed())
        .bind(role_code(role))
        .fetch_all(connection)
        .await
        .map_err(failed)?;
    let mut layouts = Vec::with_capacity(rows.len());
    for (name, format, text) in rows {
        match read_json::<Layout>("a saved layout", format, LAYOUT_FORMAT, &text) {
            Ok(layout) => layouts.push(SavedLayout { name, role, layout }),
            Err(fault) => tracing::error!(%user, %fault, "a saved layout is passed over"),
        }
    }
    Ok(layouts)
}
