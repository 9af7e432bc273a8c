//! The gateway: one task for each WebSocket the bot opens.

pub(crate) mod session;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::core::Core;
use crate::gateway::session::{Gateway, Intents, Order, Shard};
use crate::journal::Violation;
use crate::sandbox::Resumable;
use crate::wire;

/// Events a connection may send in a minute.
const MOST_EVENTS_PER_MINUTE: u32 = 120;

pub(crate) async fn upgrade(State(core): State<Arc<Core>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(move |socket| async move {
        if core.change(|world| world.gateway.is_shut) {
            return;
        }
        let (orders, mailbox) = unbounded_channel();
        let connection = Connection {
            core,
            orders,
            session: None,
            beat: Instant::now(),
            minute: Instant::now(),
            events: 0,
        };
        connection.run(socket, mailbox).await;
    })
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The bot closed it, with this code if it gave one.
    Closed(Option<u16>),
    /// The sandbox closes it with this code.
    Close(u16),
    /// The sandbox lets go.
    Vanish,
}

struct Connection {
    core: Arc<Core>,
    orders: UnboundedSender<Order>,
    session: Option<String>,
    /// When the bot last gave a sign of life.
    beat: Instant,
    minute: Instant,
    events: u32,
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket, mut mailbox: UnboundedReceiver<Order>) {
        let interval = self.core.read(|world| world.config.heartbeat_interval);
        let hello = json!({ "op": 10, "s": null, "t": null, "d": { "heartbeat_interval": interval.as_millis() as u64, "_trace": [] } });
        if socket.send(Message::text(hello.to_string())).await.is_err() {
            return;
        }
        let end = self.serve(&mut socket, &mut mailbox, interval).await;
        if let End::Close(code) = end {
            let frame = CloseFrame { code, reason: close_reason(code).into() };
            // The bot may be gone already; then there is nobody to tell.
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
        self.close(end);
    }

    async fn serve(
        &mut self,
        socket: &mut WebSocket,
        mailbox: &mut UnboundedReceiver<Order>,
        interval: Duration,
    ) -> End {
        loop {
            // The bot's first beat comes at a random moment of the first interval; one may be late.
            let silence = interval * 2 + interval / 2;
            let deadline = tokio::time::Instant::from_std(self.beat + silence);
            tokio::select! {
                order = mailbox.recv() => match order {
                    Some(Order::Send(text)) => {
                        if socket.send(Message::text(text)).await.is_err() {
                            return End::Closed(None);
                        }
                    }
                    Some(Order::Invalidate(resumable)) => {
                        let text = self.invalidate(resumable);
                        if socket.send(Message::text(text)).await.is_err() {
                            return End::Closed(None);
                        }
                    }
                    Some(Order::Close(code)) => return End::Close(code),
                    Some(Order::Vanish) | None => return End::Vanish,
                },
                received = socket.recv() => match received {
                    Some(Ok(Message::Text(text))) => {
                        if let Err(end) = self.receive(socket, text.as_str()).await {
                            return end;
                        }
                    }
                    Some(Ok(Message::Binary(_))) => return End::Close(4002),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(frame))) => {
                        return End::Closed(frame.map(|frame| frame.code));
                    }
                    Some(Err(_)) | None => return End::Closed(None),
                },
                () = tokio::time::sleep_until(deadline) => {
                    self.violate("no heartbeat came in two and a half intervals".to_owned());
                    return End::Close(4009);
                }
            }
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), End> {
        if self.minute.elapsed() > Duration::from_secs(60) {
            (self.minute, self.events) = (Instant::now(), 0);
        }
        self.events += 1;
        if self.events > MOST_EVENTS_PER_MINUTE {
            return Err(self.refuse(4008));
        }
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return Err(self.refuse(4002));
        };
        let data = &payload["d"];
        let answer = match payload["op"].as_u64() {
            Some(1) => {
                self.beat = Instant::now();
                Some(json!({ "op": 11 }))
            }
            Some(2) => self.identify(data)?,
            Some(6) => self.resume(data)?,
            // Presence, voice and member requests change nothing here.
            Some(3 | 4 | 8 | 31) if self.session.is_some() => None,
            Some(3 | 4 | 8 | 31) => return Err(self.refuse(4003)),
            _ => return Err(self.refuse(4001)),
        };
        if let Some(answer) = answer {
            let sent = socket.send(Message::text(answer.to_string())).await;
            return sent.map_err(|_| End::Closed(None));
        }
        Ok(())
    }

    fn identify(&mut self, data: &Value) -> Result<Option<Value>, End> {
        if self.session.is_some() {
            return Err(self.refuse(4005));
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
        let orders = self.orders.clone();
        let session = self.core.change(|world| {
            let resume_within = world.config.resume_within.as_millis() as u64;
            world.gateway.forget_lost(world.clock.now_ms(), resume_within);
            let bot = world.bot();
            let present = world.guilds.values().filter(|guild| guild.members.contains_key(&bot));
            let guilds = Gateway::guilds_of(shard, present.map(|guild| guild.id));
            let listed: Vec<Value> =
                guilds.iter().map(|id| json!({ "id": id, "unavailable": true })).collect();
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
        });
        self.session = Some(session);
        Ok(None)
    }

    fn resume(&mut self, data: &Value) -> Result<Option<Value>, End> {
        if self.session.is_some() {
            return Err(self.refuse(4005));
        }
        self.check_token(data)?;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let sequence = data["seq"].as_u64().unwrap_or(0);
        let orders = self.orders.clone();
        let resumed = self.core.change(|world| {
            let resume_within = world.config.resume_within.as_millis() as u64;
            world.gateway.forget_lost(world.clock.now_ms(), resume_within);
            world.gateway.resume(&id, sequence, orders)
        });
        if resumed.is_err() {
            return Ok(Some(json!({ "op": 9, "d": false })));
        }
        self.session = Some(id);
        Ok(None)
    }

    /// The words for it; the connection has no session any longer.
    fn invalidate(&mut self, resumable: Resumable) -> String {
        if let Some(id) = self.session.take() {
            self.core.change(|world| {
                let now_ms = world.clock.now_ms();
                match resumable {
                    Resumable::Yes => world.gateway.lose(&id, &self.orders, now_ms),
                    Resumable::No => world.gateway.end(&id),
                }
            });
        }
        json!({ "op": 9, "d": resumable == Resumable::Yes }).to_string()
    }

    fn check_token(&self, data: &Value) -> Result<(), End> {
        let sent = data["token"].as_str().unwrap_or_default();
        let is_right = self.core.read(|world| {
            let bare = sent.strip_prefix("Bot ").unwrap_or(sent);
            bare == world.application.token
        });
        if is_right { Ok(()) } else { Err(self.refuse(4004)) }
    }

    /// Notes that the bot did what closes its connection.
    fn refuse(&self, code: u16) -> End {
        self.violate(format!("{code}: {}", close_reason(code)));
        End::Close(code)
    }

    fn violate(&self, reason: String) {
        self.core.change(|world| {
            let at_ms = world.clock.now_ms();
            world.journal.violations.push(Violation::on_gateway(reason, at_ms));
        });
    }

    /// A close by the bot with 1000 or 1001 gives the session up; anything else leaves it to be resumed.
    fn close(self, end: End) {
        let Some(id) = self.session else {
            return;
        };
        self.core.change(|world| {
            let now_ms = world.clock.now_ms();
            match end {
                End::Closed(Some(1000 | 1001)) | End::Close(4003..=4007 | 4009..) => {
                    world.gateway.end(&id);
                }
                End::Closed(_) | End::Close(_) | End::Vanish => {
                    world.gateway.lose(&id, &self.orders, now_ms);
                }
            }
        });
    }
}

/// Discord's words for a close code.
const fn close_reason(code: u16) -> &'static str {
    match code {
        4000 => "Unknown error.",
        4001 => "Unknown opcode.",
        4002 => "Decode error.",
        4003 => "Not authenticated.",
        4004 => "Authentication failed.",
        4005 => "Already authenticated.",
        4007 => "Invalid seq.",
        4008 => "Rate limited.",
        4009 => "Session timed out.",
        4010 => "Invalid shard.",
        4013 => "Invalid intent(s).",
        4014 => "Disallowed intent(s).",
        _ => "",
    }
}
