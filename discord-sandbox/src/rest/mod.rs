//! The REST API: one function takes every request through the same gates, then to its resource.

pub(crate) mod application;
pub(crate) mod body;
mod book;
pub(crate) mod channel;
pub(crate) mod command;
pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod guild;
pub(crate) mod interaction;
pub(crate) mod limit;
pub(crate) mod message;
pub(crate) mod route;
pub(crate) mod thread;
pub(crate) mod user;
pub(crate) mod webhook;

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Query, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use serde_json::Value;

use crate::core::Core;
use crate::fault::Cut;
use crate::rest::body::{LARGEST_BODY, RequestBody};
use crate::rest::book::Finished;
use crate::rest::error::{ApiError, Code, Retry, Scope};
use crate::rest::limit::{Standing, Verdict};
use crate::rest::route::Route;
use crate::world::World;

const PREFIX: &str = "/api/v10";

/// A request that has found its route.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) query: HashMap<String, String>,
    pub(crate) body: RequestBody,
    pub(crate) received: Instant,
}

impl Call {
    pub(crate) fn json(&self) -> &Value {
        &self.body.json
    }
}

/// An answer that says yes.
#[derive(Debug)]
pub(crate) enum Reply {
    Json(Value),
    Created(Value),
    Empty,
}

/// A request before anything has been looked at.
struct Incoming {
    method: String,
    path: String,
    authorization: Option<String>,
    query: HashMap<String, String>,
    body: Result<RequestBody, ApiError>,
    received: Instant,
}

/// Takes one request from its arrival to its answer.
pub(crate) async fn serve(State(core): State<Arc<Core>>, request: Request) -> Response {
    let received = Instant::now();
    let (parts, body) = request.into_parts();
    let method = parts.method.to_string();
    let path = parts.uri.path().replace("%40", "@");
    let path = path.strip_prefix(PREFIX).unwrap_or(&path).to_owned();
    let Query(query) = Query::try_from_uri(&parts.uri).unwrap_or_default();
    let authorization = parts.headers.get(AUTHORIZATION);
    let authorization = authorization.and_then(|value| value.to_str().ok()).map(str::to_owned);
    let cut = core.change(|world| world.faults.take_cut(&method, &path));
    if cut == Some(Cut::InUpload) {
        // The beginning has come; the rest never will.
        let mut body = body;
        let _ = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        break_connection();
    }
    let body = match to_bytes(body, LARGEST_BODY).await {
        Ok(bytes) => RequestBody::read(parts, bytes).await,
        Err(_) => Err(ApiError::of(Code::EntityTooLarge)),
    };
    if let Some(delay) = core.change(|world| world.faults.take_delay(&method, &path)) {
        tokio::time::sleep(delay).await;
    }
    if let Some(admitted) = core.quietly(|world| world.gate.arrive(&method, &path)) {
        // A gate that is opened lets everybody in.
        let _ = admitted.await;
    }
    let incoming = Incoming { method, path, authorization, query, body, received };
    let response = core.change(|world| handle(world, incoming));
    if cut == Some(Cut::InAnswer) {
        break_connection();
    }
    response
}

/// Ends the task that holds the connection, and so the connection, without a word to either side.
fn break_connection() -> ! {
    // Unlike a panic this reports nothing: it was ordered.
    std::panic::resume_unwind(Box::new("a test broke this connection"))
}

fn handle(world: &mut World, incoming: Incoming) -> Response {
    if let Some(left_ms) = world.limiter.shut_out_for_ms(world.now_ms()) {
        return shut_out(left_ms);
    }
    let mut headers = HeaderMap::new();
    // Discord's answers come through a proxy; clients take a 429 without this for one of the wall before it.
    put(&mut headers, "via", "1.1 discord-sandbox");
    let ordered = world.faults.take_failure(&incoming.method, &incoming.path);
    let is_ordered = ordered.is_some();
    let route = Route::find(&incoming.method, &incoming.path).ok();
    let (body, fault) = match incoming.body {
        Ok(body) => (body, None),
        Err(fault) => (RequestBody::default(), Some(fault)),
    };
    let call = Call { query: incoming.query, body, received: incoming.received };
    let outcome = admit(world, route.as_ref(), incoming.authorization.as_deref(), &mut headers)
        .and_then(|()| ordered.map_or(Ok(()), Err))
        .and_then(|()| fault.map_or(Ok(()), Err))
        .and_then(|()| match &route {
            Some(route) => answer(world, route, &call),
            None => Err(ApiError::of(Code::NotFound)),
        });
    if let Some(retry) = outcome.as_ref().err().and_then(|error| error.retry) {
        put(&mut headers, "retry-after", &retry.whole_seconds().to_string());
        put(&mut headers, "x-ratelimit-scope", retry.scope.name());
        if retry.scope == Scope::Global {
            put(&mut headers, "x-ratelimit-global", "true");
        }
    }
    let Incoming { method, path, .. } = incoming;
    let (status, answer) = book::enter(world, Finished { method, path, route, call, outcome, is_ordered });
    respond(status, &answer, headers)
}

/// What the wall before Discord answers to an address that is shut out: no JSON, and nothing of the API's headers.
fn shut_out(left_ms: u64) -> Response {
    let mut response = Response::new(Body::from("error code: 1015"));
    *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
    put(response.headers_mut(), "retry-after", &left_ms.div_ceil(1000).to_string());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=UTF-8"));
    response
}

/// The gates before every route: the bot's token, then the rate limits.
fn admit(
    world: &mut World,
    route: Option<&Route>,
    authorization: Option<&str>,
    headers: &mut HeaderMap,
) -> Result<(), ApiError> {
    let expected = format!("Bot {}", world.application.token);
    if route.is_none_or(Route::needs_token) && authorization != Some(expected.as_str()) {
        return Err(ApiError::of(Code::Unauthorized));
    }
    let Some(route) = route else {
        return Ok(());
    };
    let (bucket, quota) = route.quota();
    let now_ms = world.now_ms();
    match world.limiter.ask(&bucket, quota, route.global(), now_ms) {
        Verdict::Pass(None) => Ok(()),
        Verdict::Pass(Some(standing)) => {
            put_standing(headers, &standing);
            Ok(())
        }
        Verdict::GlobalExceeded { retry_after_ms } => {
            Err(ApiError::too_many(Retry { after_ms: retry_after_ms, scope: Scope::Global }))
        }
        Verdict::RouteExceeded(standing) => {
            put_standing(headers, &standing);
            Err(ApiError::too_many(Retry { after_ms: standing.reset_after_ms, scope: Scope::User }))
        }
    }
}

fn put_standing(headers: &mut HeaderMap, standing: &Standing) {
    let seconds = |ms: u64| format!("{:.3}", ms as f64 / 1000.0);
    put(headers, "x-ratelimit-limit", &standing.limit.to_string());
    put(headers, "x-ratelimit-remaining", &standing.remaining.to_string());
    // By the machine's clock, which the bot shares: a test that moves the world's clock does not move the bot's.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    put(headers, "x-ratelimit-reset", &seconds(now.as_millis() as u64 + standing.reset_after_ms));
    put(headers, "x-ratelimit-reset-after", &seconds(standing.reset_after_ms));
    put(headers, "x-ratelimit-bucket", &standing.bucket);
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    let value = HeaderValue::from_str(value).expect("numbers and words are legal in headers");
    headers.insert(HeaderName::from_static(name), value);
}

fn respond(status: u16, answer: &Value, headers: HeaderMap) -> Response {
    let body = match answer {
        Value::Null => Body::empty(),
        json => Body::from(json.to_string()),
    };
    let mut response = Response::new(body);
    // A test may order any number as a status, also one that is none.
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.headers_mut() = headers;
    if !answer.is_null() {
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
    }
    response
}

/// Every route and its answer.
fn answer(world: &mut World, route: &Route, call: &Call) -> Result<Reply, ApiError> {
    match route {
        Route::Gateway => Ok(application::gateway(world)),
        Route::GatewayBot => Ok(application::gateway_bot(world)),
        Route::CurrentAuthorization => Ok(application::authorization(world)),
        Route::CurrentApplication => Ok(application::application(world)),
        Route::CurrentUser => Ok(user::current(world)),
        Route::CurrentUserGuilds => Ok(user::guilds(world)),
        Route::User(id) => user::user(world, *id),
        Route::OpenDirect => user::open_direct(world, call),
        Route::Commands(scope) => command::list(world, *scope),
        Route::ReplaceCommands(scope) => command::replace(world, *scope, call),
        Route::UpsertCommand(scope) => command::upsert(world, *scope, call),
        Route::Command(scope, id) => command::one(world, *scope, *id),
        Route::EditCommand(scope, id) => command::edit(world, *scope, *id, call),
        Route::DeleteCommand(scope, id) => command::delete(world, *scope, *id),
        Route::Callback(id, token) => interaction::callback(world, *id, token, call),
        Route::FollowUp(token) => webhook::follow_up(world, token, call),
        Route::WebhookMessage(token, named) => webhook::message(world, token, *named),
        Route::EditWebhookMessage(token, named) => webhook::edit(world, token, *named, call),
        Route::DeleteWebhookMessage(token, named) => webhook::delete(world, token, *named),
        Route::Channel(id) => channel::channel(world, *id),
        Route::EditChannel(id) => channel::edit(world, *id, call),
        Route::DeleteChannel(id) => channel::delete(world, *id),
        Route::Typing(id) => channel::typing(world, *id),
        Route::Messages(id) => message::list(world, *id, call),
        Route::PostMessage(id) => message::post(world, *id, call),
        Route::Message(channel, id) => message::one(world, *channel, *id),
        Route::EditMessage(channel, id) => message::edit(world, *channel, *id, call),
        Route::DeleteMessage(channel, id) => message::delete(world, *channel, *id),
        Route::BulkDelete(channel) => message::bulk_delete(world, *channel, call),
        Route::Pins(channel) => message::pins(world, *channel, call),
        Route::BarePins(channel) => message::bare_pins(world, *channel),
        Route::Pin(channel, id) => message::pin(world, *channel, *id),
        Route::Unpin(channel, id) => message::unpin(world, *channel, *id),
        Route::OpenThread(parent) => thread::open(world, *parent, None, call),
        Route::OpenThreadOn(parent, message) => thread::open(world, *parent, Some(*message), call),
        Route::ThreadMembers(id) => thread::members(world, *id),
        Route::AddThreadMember(id, user) => thread::add_member(world, *id, *user),
        Route::RemoveThreadMember(id, user) => thread::remove_member(world, *id, *user),
        Route::Guild(id) => guild::guild(world, *id),
        Route::GuildChannels(id) => guild::channels(world, *id),
        Route::ActiveThreads(id) => guild::active_threads(world, *id),
        Route::Roles(id) => guild::roles(world, *id),
        Route::Members(id) => guild::members(world, *id, call),
        Route::Member(id, user) => guild::member(world, *id, *user),
    }
}
