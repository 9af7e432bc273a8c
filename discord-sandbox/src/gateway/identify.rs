//! IDENTIFY: who comes, with which intents, for which part of the guilds, and whether it may.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use crate::config::RateLimits;
use crate::gateway::session::{Gateway, Intents, Order, Shard};
use crate::gateway::start::{Pace, Start};
use crate::gateway::{Connection, End};
use crate::wire;
use crate::world::World;

impl Connection {
    /// Begins a session. READY and what follows it come through the connection's orders.
    pub(super) fn identify(&mut self, data: &Value) -> Result<Option<Value>, End> {
        if self.session.is_some() {
            return Err(self.refuse(4005));
        }
        if !data["token"].is_string() || !data["properties"].is_object() {
            return Err(self.refuse(4002));
        }
        self.check_token(data)?;
        let shard = match (data["shard"][0].as_u64(), data["shard"][1].as_u64()) {
            (Some(index), Some(count)) if index < count => Shard { index, count },
            (None, None) => Shard { index: 0, count: 1 },
            _ => return Err(self.refuse(4010)),
        };
        let Some(intents) = data["intents"].as_u64().and_then(Intents::from_bits) else {
            return Err(self.refuse(4013));
        };
        let allowed = self.core.read(|world| world.config.privileged_intents);
        if intents.bits() & Intents::PRIVILEGED & !allowed != 0 {
            return Err(self.refuse(4014));
        }
        match self.core.change(|world| count(world, shard)) {
            Start::Allowed => {}
            Start::TooFast => {
                self.violate("IDENTIFY came within five seconds of another".to_owned());
                return Ok(Some(json!({ "op": 9, "d": false })));
            }
            Start::TooMany => return Err(self.refuse(4004)),
        }
        if data["compress"] == true {
            self.packing.pack_payloads();
        }
        let orders = self.orders.clone();
        self.session = Some(self.core.change(|world| begin(world, shard, intents, orders)));
        Ok(None)
    }
}

/// Counts a start. One too many in a day costs the bot all its sessions and its token.
fn count(world: &mut World, shard: Shard) -> Start {
    let pace = match world.config.rate_limits {
        RateLimits::Enforced => Pace::Kept(world.config.max_concurrency),
        RateLimits::GlobalOnly | RateLimits::RoutesOnly | RateLimits::Off => Pace::Free,
    };
    let (total, now_ms) = (world.config.session_starts, world.now_ms());
    let start = world.gateway.starts.ask(shard.index, total, pace, now_ms);
    if start == Start::TooMany {
        world.gateway.order_all(|| Order::Close(4004));
        world.gateway.end_all();
        world.application.reset_token();
    }
    start
}

fn begin(world: &mut World, shard: Shard, intents: Intents, orders: UnboundedSender<Order>) -> String {
    let resume_within = world.config.resume_within.as_millis() as u64;
    world.gateway.forget_lost(world.clock.now_ms(), resume_within);
    let bot = world.bot();
    let present = world.guilds.values().filter(|guild| guild.members.contains_key(&bot));
    let guilds = Gateway::guilds_of(shard, present.map(|guild| guild.id));
    let listed: Vec<Value> = guilds.iter().map(|id| json!({ "id": id, "unavailable": true })).collect();
    let mut ready = json!({
        "v": 10,
        "user": wire::user::current_user(world.user(bot)),
        "guilds": listed,
        "resume_gateway_url": world.addresses.gateway_url,
        "shard": [shard.index, shard.count],
        "application": wire::application::partial(world),
        "private_channels": [],
        "relationships": [],
        "user_settings": {},
        "session_type": "normal",
        "_trace": [],
    });
    let session = world.gateway.begin(shard, intents, orders, |id| {
        ready["session_id"] = json!(id);
        ready
    });
    if intents.contains(Intents::GUILDS) {
        for guild in guilds {
            let full = wire::guild::guild_create(world, guild, intents);
            world.gateway.send_described(Some(guild), "GUILD_CREATE", vec![(session.clone(), full)]);
        }
    }
    session
}
