//! Requests for members (op 8) and their answers in chunks.
//!
//! Source: <https://discord.com/developers/docs/events/gateway-events#request-guild-members>.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::config::RateLimits;
use crate::gateway::session::Intents;
use crate::id::{GuildId, UserId};
use crate::wire;
use crate::world::World;
use crate::world::guild::Guild;

const MOST_IN_CHUNK: usize = 1000;
/// Of members that are looked for by name or number.
const MOST_FOUND: usize = 100;
/// In bytes; a longer one is ignored.
const LONGEST_NONCE: usize = 32;
/// Between two requests for all members of a guild.
const ALL_APART_MS: u64 = 30_000;

/// When all members of a guild were last asked for.
pub(crate) type AskedForAll = HashMap<GuildId, u64>;

/// Why a request gets no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// Discord closes the connection over it.
    Malformed,
    /// The session may not ask this, or it asks for what it does not see. Discord says nothing.
    Silence(&'static str),
}

/// Whom a request looks for.
enum Wanted {
    Everybody,
    Called(String),
    Numbered(Vec<UserId>),
}

struct Request {
    guild: GuildId,
    wanted: Wanted,
    most: usize,
    nonce: Option<String>,
    wants_presences: bool,
}

/// Answers a session's request with one chunk or more.
pub(crate) fn answer(world: &mut World, session: &str, data: &Value) -> Result<(), NoAnswer> {
    let request = read(data)?;
    let Some((intents, serves)) = world.gateway.reach(session, request.guild) else {
        return Err(NoAnswer::Silence("the session is gone"));
    };
    let bot = world.bot();
    let guild = world.guilds.get(&request.guild).filter(|guild| serves && guild.members.contains_key(&bot));
    let Some(guild) = guild else {
        return Err(NoAnswer::Silence("members were asked of a guild that this shard does not see"));
    };
    if matches!(request.wanted, Wanted::Everybody) {
        if !intents.contains(Intents::GUILD_MEMBERS) {
            return Err(NoAnswer::Silence("all members were asked for without the intent for members"));
        }
        let now_ms = world.now_ms();
        let is_limited = world.config.rate_limits == RateLimits::Enforced;
        let last = world.gateway.asked_for_all.insert(request.guild, now_ms);
        if let Some(last) = last.filter(|last| is_limited && now_ms < last + ALL_APART_MS) {
            world.gateway.asked_for_all.insert(request.guild, last);
            let retry_after = (last + ALL_APART_MS - now_ms) as f64 / 1000.0;
            let mut meta = json!({ "guild_id": request.guild });
            if let Some(nonce) = &request.nonce {
                meta["nonce"] = json!(nonce);
            }
            let limited = json!({ "opcode": 8, "retry_after": retry_after, "meta": meta });
            world.gateway.send_to(session, "RATE_LIMITED", &limited);
            return Ok(());
        }
    }
    let (found, missing) = find(world, guild, &request);
    let presences = request.wants_presences && intents.contains(Intents::GUILD_PRESENCES);
    let chunks: Vec<&[UserId]> =
        if found.is_empty() { vec![&[]] } else { found.chunks(MOST_IN_CHUNK).collect() };
    let count = chunks.len();
    let described: Vec<Value> = chunks
        .into_iter()
        .enumerate()
        .map(|(index, users)| {
            let members = users.iter().map(|user| wire::guild::member(world, request.guild, *user));
            let mut chunk = json!({
                "guild_id": request.guild,
                "members": members.collect::<Vec<_>>(),
                "chunk_index": index,
                "chunk_count": count,
            });
            if !missing.is_empty() {
                chunk["not_found"] = json!(missing);
            }
            if presences {
                // Nobody is online in the sandbox.
                chunk["presences"] = json!([]);
            }
            if let Some(nonce) = &request.nonce {
                chunk["nonce"] = json!(nonce);
            }
            chunk
        })
        .collect();
    for chunk in described {
        world.gateway.send_to(session, "GUILD_MEMBERS_CHUNK", &chunk);
    }
    Ok(())
}

fn read(data: &Value) -> Result<Request, NoAnswer> {
    let number = |value: &Value| {
        let text = value.as_str().and_then(|text| text.parse::<u64>().ok());
        text.or_else(|| value.as_u64())
    };
    // A list of one is taken as well.
    let guild = data["guild_id"].get(0).unwrap_or(&data["guild_id"]);
    let guild = number(guild).map(GuildId::new).ok_or(NoAnswer::Malformed)?;
    let limit = data["limit"].as_u64();
    let users: Vec<u64> = match &data["user_ids"] {
        Value::Null => Vec::new(),
        Value::Array(ids) => ids.iter().map(number).collect::<Option<_>>().ok_or(NoAnswer::Malformed)?,
        one => vec![number(one).ok_or(NoAnswer::Malformed)?],
    };
    let query = data["query"].as_str();
    let (wanted, most) = match (query, users.is_empty()) {
        (_, false) => {
            (Wanted::Numbered(users.into_iter().take(MOST_FOUND).map(UserId::new).collect()), MOST_FOUND)
        }
        (None, true) => return Err(NoAnswer::Malformed),
        (Some(_), true) if limit.is_none() => return Err(NoAnswer::Malformed),
        (Some(""), true) => {
            let most = limit.filter(|limit| *limit > 0).map_or(usize::MAX, |limit| limit as usize);
            (Wanted::Everybody, most)
        }
        (Some(prefix), true) => {
            let most = limit.map_or(MOST_FOUND, |limit| (limit as usize).clamp(1, MOST_FOUND));
            (Wanted::Called(prefix.to_lowercase()), most)
        }
    };
    let nonce = data["nonce"].as_str().filter(|nonce| (1..=LONGEST_NONCE).contains(&nonce.len()));
    Ok(Request {
        guild,
        wanted,
        most,
        nonce: nonce.map(str::to_owned),
        wants_presences: data["presences"] == true,
    })
}

/// Members that fit, and numbers that are nobody's here.
fn find(world: &World, guild: &Guild, request: &Request) -> (Vec<UserId>, Vec<UserId>) {
    let members = guild.members.keys().copied();
    match &request.wanted {
        Wanted::Everybody => (members.take(request.most).collect(), Vec::new()),
        Wanted::Called(prefix) => {
            let fits = |user: &UserId| world.user(*user).name.to_lowercase().starts_with(prefix);
            (members.filter(fits).take(request.most).collect(), Vec::new())
        }
        Wanted::Numbered(ids) => ids.iter().partition(|id| guild.members.contains_key(id)),
    }
}
