//! The gateway: one task for each WebSocket the bot opens.

pub(crate) mod compression;
pub(crate) mod identify;
pub(crate) mod members;
pub(crate) mod session;
pub(crate) mod start;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::core::Core;
use crate::gateway::compression::Packing;
use crate::gateway::members::NoAnswer;
use crate::gateway::session::{Acknowledgement, CannotResume, Order};
use crate::journal::Violation;
use crate::sandbox::Resumable;

/// Events a connection may send in a minute.
const MOST_EVENTS_PER_MINUTE: u32 = 120;
/// The longest payload a connection may send, in bytes.
const LONGEST_PAYLOAD: usize = 4096;

pub(crate) async fn upgrade(
    State(core): State<Arc<Core>>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let asked = |key: &str| query.get(key).map(String::as_str);
    let packing = match asked("compress") {
        None => Packing::Plain,
        Some("zlib-stream") => Packing::stream(),
        Some(_) => return not_spoken("compress can be zlib-stream here, or left out"),
    };
    if asked("encoding").is_some_and(|encoding| encoding != "json") {
        return not_spoken("encoding can be json here");
    }
    let is_version_known = asked("v").is_none_or(|version| version == "10");
    upgrade.on_upgrade(move |mut socket| async move {
        if core.change(|world| world.gateway.is_shut) {
            return;
        }
        let (orders, mailbox) = unbounded_channel();
        let connection = Connection {
            core,
            orders,
            packing,
            session: None,
            beat: Instant::now(),
            minute: Instant::now(),
            events: 0,
        };
        if is_version_known {
            connection.run(socket, mailbox).await;
        } else {
            let end = connection.refuse(4012);
            connection.say_goodbye(&mut socket, end).await;
        }
    })
}

/// What Discord has and this does not.
fn not_spoken(what: &'static str) -> Response {
    (StatusCode::NOT_IMPLEMENTED, what).into_response()
}

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The bot closed it, with this code if it gave one.
    Closed(Option<u16>),
    /// The sandbox closes it with this code.
    Close(u16),
    /// The sandbox lets go.
    Vanish,
}

pub(crate) struct Connection {
    core: Arc<Core>,
    orders: UnboundedSender<Order>,
    packing: Packing,
    session: Option<String>,
    /// When the bot last gave a sign of life.
    beat: Instant,
    minute: Instant,
    events: u32,
}

impl Connection {
    async fn run(mut self, mut socket: WebSocket, mut mailbox: UnboundedReceiver<Order>) {
        let interval = self.core.read(|world| world.config.heartbeat_interval);
        let d = json!({ "heartbeat_interval": interval.as_millis() as u64, "_trace": [] });
        let hello = json!({ "op": 10, "s": null, "t": null, "d": d });
        if self.tell(&mut socket, hello.to_string()).await.is_err() {
            return;
        }
        let end = self.serve(&mut socket, &mut mailbox, interval).await;
        self.say_goodbye(&mut socket, end).await;
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
            let step = tokio::select! {
                order = mailbox.recv() => match order {
                    Some(Order::Send(text)) => self.tell(socket, text).await,
                    Some(Order::Invalidate(resumable)) => {
                        let text = self.invalidate(resumable);
                        self.tell(socket, text).await
                    }
                    Some(Order::Close(code)) => Err(End::Close(code)),
                    Some(Order::FallSilent) => {
                        self.stay_silent().await;
                        Ok(())
                    }
                    Some(Order::Vanish) | None => Err(End::Vanish),
                },
                received = socket.recv() => match received {
                    Some(Ok(Message::Text(text))) => self.receive(socket, text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => Err(self.refuse(4002)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                    Some(Ok(Message::Close(frame))) => Err(End::Closed(frame.map(|frame| frame.code))),
                    Some(Err(_)) | None => Err(End::Closed(None)),
                },
                () = tokio::time::sleep_until(deadline) => {
                    Err(self.close_silent())
                }
            };
            if let Err(end) = step {
                return end;
            }
        }
    }

    /// Does nothing until the silence ends. What the bot sent meanwhile is read then, so it has not been silent.
    async fn stay_silent(&mut self) {
        let mut changes = self.core.changes();
        while self.core.read(|world| world.gateway.is_silent) && changes.changed().await.is_ok() {}
        self.beat = Instant::now();
    }

    async fn tell(&mut self, socket: &mut WebSocket, text: String) -> Result<(), End> {
        let message = self.packing.message(text);
        socket.send(message).await.map_err(|_| End::Closed(None))
    }

    async fn receive(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), End> {
        if self.minute.elapsed() > Duration::from_mins(1) {
            (self.minute, self.events) = (Instant::now(), 0);
        }
        self.events += 1;
        if self.events > MOST_EVENTS_PER_MINUTE {
            return Err(self.refuse(4008));
        }
        let payload = serde_json::from_str::<Value>(text).ok().filter(|_| text.len() <= LONGEST_PAYLOAD);
        let Some(payload) = payload else {
            return Err(self.refuse(4002));
        };
        let data = &payload["d"];
        let answer = match payload["op"].as_u64() {
            Some(1) => {
                self.beat = Instant::now();
                let acknowledgement = self.core.read(|world| world.gateway.acknowledgement);
                match acknowledgement {
                    Acknowledgement::Given => Some(json!({ "op": 11 })),
                    Acknowledgement::Withheld => None,
                }
            }
            Some(2) => self.identify(data)?,
            Some(6) => self.resume(data)?,
            Some(3 | 4 | 8 | 31) if self.session.is_none() => return Err(self.refuse(4003)),
            Some(3) => self.update_presence(data)?,
            Some(8) => self.request_members(data)?,
            // Voice and soundboards change nothing here.
            Some(4 | 31) => None,
            _ => return Err(self.refuse(4001)),
        };
        match answer {
            Some(answer) => self.tell(socket, answer.to_string()).await,
            None => Ok(()),
        }
    }

    fn update_presence(&self, data: &Value) -> Result<Option<Value>, End> {
        const STATUSES: [&str; 5] = ["online", "dnd", "idle", "invisible", "offline"];
        let is_known = data["status"].as_str().is_some_and(|status| STATUSES.contains(&status));
        let has_activities = data["activities"].is_array();
        if is_known && has_activities { Ok(None) } else { Err(self.refuse(4002)) }
    }

    fn request_members(&self, data: &Value) -> Result<Option<Value>, End> {
        let session = self.session.as_deref().unwrap_or_default();
        match self.core.change(|world| members::answer(world, session, data)) {
            Ok(()) => Ok(None),
            Err(NoAnswer::Malformed) => Err(self.refuse(4002)),
            Err(NoAnswer::Silence(why)) => {
                self.violate(why.to_owned());
                Ok(None)
            }
        }
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
        match resumed {
            Ok(()) => {
                self.session = Some(id);
                Ok(None)
            }
            Err(CannotResume::Unknown) => Ok(Some(json!({ "op": 9, "d": false }))),
            Err(CannotResume::NotSentYet) => Err(self.refuse(4007)),
        }
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

    /// Who gets no answers may well have left.
    fn close_silent(&self) -> End {
        match self.core.read(|world| world.gateway.acknowledgement) {
            Acknowledgement::Given => {
                self.violate("no heartbeat came in two and a half intervals".to_owned());
            }
            Acknowledgement::Withheld => {}
        }
        End::Close(4009)
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

    async fn say_goodbye(&self, socket: &mut WebSocket, end: End) {
        if let End::Close(code) = end {
            let frame = CloseFrame { code, reason: close_reason(code).into() };
            // The bot may be gone already; then there is nobody to tell.
            let _ = socket.send(Message::Close(Some(frame))).await;
        }
    }

    /// A close by the bot with 1000 or 1001 gives the session up; anything else leaves it to be resumed, silence too.
    fn close(self, end: End) {
        let Some(id) = self.session else {
            return;
        };
        self.core.change(|world| {
            let now_ms = world.clock.now_ms();
            match end {
                End::Closed(Some(1000 | 1001)) | End::Close(4003..=4007 | 4010..) => {
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
        4012 => "Invalid API version.",
        4013 => "Invalid intent(s).",
        4014 => "Disallowed intent(s).",
        _ => "",
    }
}
