//! A tab's connection: what its user sees is sent again, in parts, whenever it has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::acting::ActingUser;
use crate::core::Core;
use crate::id::{ChannelId, MessageId, UserId};
use crate::page::{PageState, scene};

/// Changes that come together are told together.
const PAUSE: Duration = Duration::from_millis(20);
/// The newest messages of a channel that a tab shows.
const SHOWN: usize = 100;
/// Closes a tab whose user does not exist.
const NO_SUCH_USER: u16 = 4004;

#[derive(Debug, Deserialize)]
pub(crate) struct Acting {
    #[serde(rename = "as")]
    user: UserId,
}

/// What a tab tells of itself.
#[derive(Debug, Deserialize)]
struct Look {
    /// The channel it shows.
    channel: Option<ChannelId>,
    /// Whether the person can see it.
    is_seen: bool,
}

pub(crate) async fn upgrade(
    State(state): State<PageState>,
    Query(acting): Query<Acting>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |mut socket| async move {
        if !state.core.read(|world| world.users.contains_key(&acting.user)) {
            let frame = CloseFrame { code: NO_SUCH_USER, reason: "there is no such user".into() };
            // A tab that has gone needs no answer.
            let _ = socket.send(Frame::Close(Some(frame))).await;
            return;
        }
        let user = ActingUser::new(Arc::clone(&state.core), acting.user);
        Tab {
            core: state.core,
            user,
            look: Look { channel: None, is_seen: false },
            scene: 0,
            told: BTreeMap::new(),
        }
        .run(socket)
        .await;
    })
}

struct Tab {
    core: Arc<Core>,
    user: ActingUser,
    look: Look,
    /// What was told last, by its fingerprint.
    scene: u64,
    told: BTreeMap<MessageId, u64>,
}

impl Tab {
    /// Runs until the tab is closed.
    async fn run(mut self, mut socket: WebSocket) {
        let mut changes = self.core.changes();
        loop {
            changes.borrow_and_update();
            if self.look.is_seen
                && let Some(channel) = self.look.channel
            {
                self.user.mark_read(channel);
            }
            for news in self.news() {
                if socket.send(Frame::text(news.to_string())).await.is_err() {
                    return;
                }
            }
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    tokio::time::sleep(PAUSE).await;
                }
                frame = socket.recv() => match frame {
                    Some(Ok(Frame::Text(text))) => self.hear(&text),
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
            }
        }
    }

    fn hear(&mut self, text: &str) {
        let Ok(look) = serde_json::from_str::<Look>(text) else {
            return;
        };
        if look.channel != self.look.channel {
            self.told.clear();
        }
        self.look = look;
    }

    /// What the tab does not know yet.
    fn news(&mut self) -> Vec<Value> {
        let mut news = Vec::new();
        let scene = self.core.read(|world| scene::of(world, &self.user));
        let fingerprint = fingerprint(&scene);
        if fingerprint != self.scene {
            self.scene = fingerprint;
            news.push(json!({ "type": "scene", "scene": scene }));
        }
        news.extend(self.messages());
        news
    }

    /// The messages that have changed, and those that are gone; all at the first look into a channel.
    fn messages(&mut self) -> Option<Value> {
        let channel = self.look.channel?;
        let shown = self.core.read(|world| scene::messages(world, &self.user, channel, SHOWN));
        let is_first = self.told.is_empty();
        let present: BTreeSet<MessageId> = shown.iter().map(|(id, _)| *id).collect();
        let gone: Vec<MessageId> = self.told.keys().filter(|id| !present.contains(id)).copied().collect();
        for id in &gone {
            self.told.remove(id);
        }
        let mut changed = Vec::new();
        for (id, message) in shown {
            let fingerprint = fingerprint(&message);
            if self.told.insert(id, fingerprint) != Some(fingerprint) {
                changed.push(message);
            }
        }
        if !is_first && changed.is_empty() && gone.is_empty() {
            return None;
        }
        Some(
            json!({ "type": "messages", "channel": channel, "is_first": is_first, "changed": changed, "gone": gone }),
        )
    }
}

fn fingerprint(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.to_string().hash(&mut hasher);
    hasher.finish()
}
