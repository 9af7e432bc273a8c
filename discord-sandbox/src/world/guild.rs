//! Guilds, their members and roles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::gateway::session::{Event, Intents};
use crate::id::{GuildId, RoleId, UserId};
use crate::permissions::Permissions;
use crate::wire;
use crate::world::World;
use crate::world::user::UserSpec;

/// How to make a guild.
#[derive(Clone, Debug)]
pub struct GuildSpec {
    /// Its name.
    pub name: String,
    /// The language a Community guild has chosen; `None` is a guild that is not Community, which Discord reports as
    /// `en-US`.
    pub preferred_locale: Option<String>,
    /// Who owns it; `None` makes a user for it.
    pub owner: Option<UserId>,
    /// What `@everyone` may.
    pub everyone: Permissions,
    /// What the bot's own role adds to that.
    pub bot: Permissions,
}

impl GuildSpec {
    /// A guild with ordinary permissions.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            preferred_locale: None,
            owner: None,
            everyone: Permissions::EVERYONE,
            bot: Permissions::EVERYONE,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Role {
    pub(crate) id: RoleId,
    pub(crate) name: String,
    pub(crate) permissions: Permissions,
    pub(crate) position: u16,
    pub(crate) is_mentionable: bool,
    pub(crate) is_managed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Member {
    pub(crate) roles: Vec<RoleId>,
    /// The role that carries what this member alone may.
    pub(crate) own_role: RoleId,
    pub(crate) joined_ms: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Guild {
    pub(crate) id: GuildId,
    pub(crate) name: String,
    pub(crate) preferred_locale: Option<String>,
    pub(crate) owner: UserId,
    pub(crate) roles: BTreeMap<RoleId, Role>,
    pub(crate) members: BTreeMap<UserId, Member>,
    pub(crate) joined_ms: u64,
}

impl Guild {
    /// The locale Discord reports for the guild.
    pub(crate) fn locale(&self) -> &str {
        self.preferred_locale.as_deref().unwrap_or("en-US")
    }
}

impl World {
    pub(crate) fn add_guild(&mut self, spec: GuildSpec) -> GuildId {
        let id: GuildId = self.next_id();
        let owner = spec.owner.unwrap_or_else(|| self.add_user(UserSpec::named("owner")));
        let everyone = Role {
            id: id.everyone(),
            name: "@everyone".to_owned(),
            permissions: spec.everyone,
            position: 0,
            is_mentionable: false,
            is_managed: false,
        };
        let guild = Guild {
            id,
            name: spec.name,
            preferred_locale: spec.preferred_locale,
            owner,
            roles: BTreeMap::from([(everyone.id, everyone)]),
            members: BTreeMap::new(),
            joined_ms: self.now_ms(),
        };
        self.guilds.insert(id, guild);
        self.put_member(id, owner, Permissions::NONE);
        self.put_member(id, self.bot(), spec.bot);
        self.announce_guild(id);
        id
    }

    /// Tells the connected bot of a guild, as when it is invited or comes back.
    pub(crate) fn announce_guild(&mut self, id: GuildId) {
        let full =
            self.gateway.describe(Intents::GUILDS, |intents| wire::guild::guild_create(self, id, intents));
        self.gateway.send_described(Some(id), "GUILD_CREATE", full);
    }

    /// Tells the connected bot that a guild cannot be reached for now.
    pub(crate) fn announce_outage(&mut self, id: GuildId) {
        self.gateway.dispatch(&Event {
            name: "GUILD_DELETE",
            needs: Intents::GUILDS,
            guild: Some(id),
            data: json!({ "id": id, "unavailable": true }),
        });
    }

    pub(crate) fn add_member(&mut self, guild: GuildId, user: UserId, permissions: Permissions) {
        self.put_member(guild, user, permissions);
        if user == self.bot() {
            self.taken_away.guilds.remove(&guild);
            self.announce_guild(guild);
            return;
        }
        let role = self.known_guild(guild).members[&user].own_role;
        self.announce_role(guild, role, "GUILD_ROLE_CREATE");
        let mut data = wire::guild::member(self, guild, user);
        data["guild_id"] = json!(guild);
        self.gateway.dispatch(&Event {
            name: "GUILD_MEMBER_ADD",
            needs: Intents::GUILD_MEMBERS,
            guild: Some(guild),
            data,
        });
    }

    fn put_member(&mut self, guild: GuildId, user: UserId, permissions: Permissions) {
        let joined_ms = self.now_ms();
        let role: RoleId = self.next_id();
        let (name, is_bot) = {
            let user = self.user(user);
            (user.name.clone(), user.is_bot)
        };
        let guild = self.known_guild_mut(guild);
        let position = guild.roles.len() as u16;
        guild.roles.insert(
            role,
            Role { id: role, name, permissions, position, is_mentionable: false, is_managed: is_bot },
        );
        let member = Member { roles: vec![role], own_role: role, joined_ms };
        guild.members.insert(user, member);
    }

    /// Removes a member; for the bot itself this is being thrown out.
    pub(crate) fn remove_member(&mut self, guild: GuildId, user: UserId) {
        self.known_guild_mut(guild).members.remove(&user);
        if user == self.bot() {
            self.taken_away.guilds.insert(guild);
            self.gateway.dispatch(&Event {
                name: "GUILD_DELETE",
                needs: Intents::GUILDS,
                guild: Some(guild),
                data: json!({ "id": guild }),
            });
            return;
        }
        self.gateway.dispatch(&Event {
            name: "GUILD_MEMBER_REMOVE",
            needs: Intents::GUILD_MEMBERS,
            guild: Some(guild),
            data: json!({ "guild_id": guild, "user": wire::user::user(self.user(user)) }),
        });
    }

    pub(crate) fn add_role(&mut self, guild: GuildId, name: String, permissions: Permissions) -> RoleId {
        let id = self.next_id();
        let guild_state = self.known_guild_mut(guild);
        let position = guild_state.roles.len() as u16;
        guild_state
            .roles
            .insert(id, Role { id, name, permissions, position, is_mentionable: true, is_managed: false });
        self.announce_role(guild, id, "GUILD_ROLE_CREATE");
        id
    }

    pub(crate) fn set_mentionable(&mut self, guild: GuildId, role: RoleId, is_mentionable: bool) {
        if let Some(role) = self.known_guild_mut(guild).roles.get_mut(&role) {
            role.is_mentionable = is_mentionable;
        }
        self.announce_role(guild, role, "GUILD_ROLE_UPDATE");
    }

    pub(crate) fn give_role(&mut self, guild: GuildId, user: UserId, role: RoleId) {
        let member = self.known_guild_mut(guild).members.get_mut(&user);
        let member = member.expect("give_role is called for members");
        if !member.roles.contains(&role) {
            member.roles.push(role);
        }
        self.announce_member_update(guild, user);
    }

    /// Of itself the bot hears whatever its intents; of others with the one for members.
    fn announce_member_update(&mut self, guild: GuildId, user: UserId) {
        let mut data = wire::guild::member(self, guild, user);
        data["guild_id"] = json!(guild);
        let needs = if user == self.bot() { Intents::NONE } else { Intents::GUILD_MEMBERS };
        self.gateway.dispatch(&Event { name: "GUILD_MEMBER_UPDATE", needs, guild: Some(guild), data });
    }

    /// Gives a member exactly these permissions on top of `@everyone`'s.
    pub(crate) fn set_permissions(&mut self, guild: GuildId, user: UserId, to: Permissions) {
        let state = self.known_guild_mut(guild);
        let role = state.members.get(&user).expect("set_permissions is called for members").own_role;
        self.set_role_permissions(guild, role, to);
    }

    pub(crate) fn set_role_permissions(&mut self, guild: GuildId, role: RoleId, to: Permissions) {
        if let Some(role) = self.known_guild_mut(guild).roles.get_mut(&role) {
            let is_less = !to.contains(role.permissions);
            role.permissions = to;
            self.taken_away.permissions |= is_less;
        }
        self.announce_role(guild, role, "GUILD_ROLE_UPDATE");
    }

    fn announce_role(&mut self, guild: GuildId, role: RoleId, name: &'static str) {
        let Some(role) = self.guilds.get(&guild).and_then(|state| state.roles.get(&role)) else {
            return;
        };
        let data = json!({ "guild_id": guild, "role": wire::guild::role(role) });
        self.gateway.dispatch(&Event { name, needs: Intents::GUILDS, guild: Some(guild), data });
    }

    pub(crate) fn known_guild(&self, id: GuildId) -> &Guild {
        self.guilds.get(&id).expect("guilds are never removed, and ids come from add_guild")
    }

    pub(crate) fn known_guild_mut(&mut self, id: GuildId) -> &mut Guild {
        self.guilds.get_mut(&id).expect("guilds are never removed, and ids come from add_guild")
    }

    /// Whether user and bot meet on some guild, without which Discord lets no direct message through.
    pub(crate) fn shares_guild_with_bot(&self, user: UserId) -> bool {
        let bot = self.bot();
        self.guilds
            .values()
            .any(|guild| guild.members.contains_key(&user) && guild.members.contains_key(&bot))
    }
}
