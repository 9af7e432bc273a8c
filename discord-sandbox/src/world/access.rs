//! Who may do what where.

use crate::id::{ChannelId, GuildId, UserId};
use crate::permissions::Permissions;
use crate::rest::error::{ApiError, Code};
use crate::world::World;
use crate::world::channel::{Channel, Overwrite, Place, Subject};
use crate::world::guild::{Guild, Member};
use crate::world::thread::Privacy;

/// What counts in a direct conversation, where nobody hands out permissions.
const IN_DIRECT_MESSAGES: Permissions = Permissions::from_bits(
    Permissions::VIEW_CHANNEL.bits()
        | Permissions::SEND_MESSAGES.bits()
        | Permissions::EMBED_LINKS.bits()
        | Permissions::ATTACH_FILES.bits()
        | Permissions::READ_MESSAGE_HISTORY.bits()
        | Permissions::MENTION_EVERYONE.bits()
        | Permissions::USE_APPLICATION_COMMANDS.bits()
        | Permissions::PIN_MESSAGES.bits(),
);

impl World {
    /// A member's permissions on the guild, before any channel's overwrites.
    pub(crate) fn guild_permissions(&self, guild: GuildId, user: UserId) -> Permissions {
        let Some(guild) = self.guilds.get(&guild) else {
            return Permissions::NONE;
        };
        let Some(member) = guild.members.get(&user) else {
            return Permissions::NONE;
        };
        base_permissions(guild, member, user)
    }

    /// A user's permissions in a channel, overwrites applied in Discord's order.
    pub(crate) fn permissions_in(&self, channel: &Channel, user: UserId) -> Permissions {
        let (guild, overwrites) = match &channel.place {
            Place::Direct { user: recipient } => {
                let takes_part = *recipient == user || user == self.bot();
                return if takes_part { IN_DIRECT_MESSAGES } else { Permissions::NONE };
            }
            Place::Text { guild, overwrites, .. } => (*guild, overwrites),
            Place::Thread { thread, .. } => {
                return match self.channels.get(&thread.parent) {
                    Some(parent) => {
                        let permissions = self.permissions_in(parent, user);
                        let is_hidden = thread.privacy == Privacy::Private
                            && !thread.members.contains(&user)
                            && !permissions.contains(Permissions::MANAGE_THREADS);
                        if is_hidden { Permissions::NONE } else { permissions }
                    }
                    None => Permissions::NONE,
                };
            }
        };
        let Some(guild) = self.guilds.get(&guild) else {
            return Permissions::NONE;
        };
        let Some(member) = guild.members.get(&user) else {
            return Permissions::NONE;
        };
        let base = base_permissions(guild, member, user);
        if base.contains(Permissions::ADMINISTRATOR) {
            return Permissions::ALL;
        }
        let permissions = overwritten(base, overwrites, member, user);
        if permissions.contains(Permissions::VIEW_CHANNEL) { permissions } else { Permissions::NONE }
    }

    /// The channel, if it exists and the bot sees it.
    pub(crate) fn visible_channel(&self, id: ChannelId) -> Result<&Channel, ApiError> {
        let Some(channel) = self.channels.get(&id) else {
            let error = ApiError::of(Code::UnknownChannel);
            let was_taken = self.taken_away.channels.contains(&id);
            return Err(if was_taken { error.brought_about() } else { error });
        };
        let permissions = self.permissions_in(channel, self.bot());
        if !permissions.contains(Permissions::VIEW_CHANNEL) {
            return Err(self.blame(channel.guild(), ApiError::of(Code::MissingAccess)));
        }
        Ok(channel)
    }

    /// Refuses with 50013 what the bot may not do in a channel.
    pub(crate) fn require(&self, channel: &Channel, needed: Permissions) -> Result<(), ApiError> {
        if self.permissions_in(channel, self.bot()).contains(needed) {
            return Ok(());
        }
        Err(self.blame(channel.guild(), ApiError::of(Code::MissingPermissions)))
    }

    /// A test that took permissions away has brought the refusal about itself.
    fn blame(&self, guild: Option<GuildId>, error: ApiError) -> ApiError {
        let was_thrown_out = guild.is_some_and(|guild| self.taken_away.guilds.contains(&guild));
        if self.taken_away.permissions || was_thrown_out { error.brought_about() } else { error }
    }

    /// The guild, if the bot is on it.
    pub(crate) fn visible_guild(&self, id: GuildId) -> Result<&Guild, ApiError> {
        let Some(guild) = self.guilds.get(&id) else {
            return Err(ApiError::of(Code::UnknownGuild));
        };
        if !guild.members.contains_key(&self.bot()) {
            return Err(self.blame(Some(id), ApiError::of(Code::MissingAccess)));
        }
        Ok(guild)
    }
}

fn base_permissions(guild: &Guild, member: &Member, user: UserId) -> Permissions {
    if guild.owner == user {
        return Permissions::ALL;
    }
    let mut permissions = Permissions::NONE;
    for role in member.roles.iter().chain([&guild.id.everyone()]) {
        if let Some(role) = guild.roles.get(role) {
            permissions |= role.permissions;
        }
    }
    if permissions.contains(Permissions::ADMINISTRATOR) {
        return Permissions::ALL;
    }
    permissions
}

/// Everyone's overwrite first, then all roles' together, then the member's own; within a step, allowing wins.
fn overwritten(
    mut permissions: Permissions,
    overwrites: &[Overwrite],
    member: &Member,
    user: UserId,
) -> Permissions {
    let steps: [&dyn Fn(Subject) -> bool; 3] = [
        &|subject| subject == Subject::Everyone,
        &|subject| matches!(subject, Subject::Role(role) if member.roles.contains(&role)),
        &|subject| subject == Subject::User(user),
    ];
    for applies in steps {
        let mut allow = Permissions::NONE;
        let mut deny = Permissions::NONE;
        for overwrite in overwrites.iter().filter(|overwrite| applies(overwrite.subject)) {
            allow |= overwrite.allow;
            deny |= overwrite.deny;
        }
        permissions = permissions.without(deny) | allow;
    }
    permissions
}
