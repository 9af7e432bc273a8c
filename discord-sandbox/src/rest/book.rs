//! What is written down of every exchange once it is decided.

use serde_json::Value;

use crate::id::InteractionId;
use crate::journal::{Exchange, SentFile, Violation};
use crate::rest::body::Upload;
use crate::rest::error::ApiError;
use crate::rest::limit::Standards;
use crate::rest::route::Route;
use crate::rest::{Call, Reply};
use crate::world::World;

/// An exchange that only has to be told.
pub(super) struct Finished {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) route: Option<Route>,
    pub(super) call: Call,
    pub(super) outcome: Result<Reply, ApiError>,
    pub(super) is_ordered: bool,
}

/// Enters an exchange into the journal, with what was wrong in it, and returns status and JSON of the answer.
pub(super) fn enter(world: &mut World, mut finished: Finished) -> (u16, Value) {
    let (status, answer) = match &mut finished.outcome {
        Ok(Reply::Json(json)) => (200, json.take()),
        Ok(Reply::Created(json)) => (201, json.take()),
        Ok(Reply::Empty) => (204, Value::Null),
        Err(error) => (error.status, error.body()),
    };
    note_violations(world, &finished, status, &answer);
    let interaction = note_interaction(world, &finished);
    let Finished { method, path, call, is_ordered, .. } = finished;
    let files = call
        .body
        .uploads
        .iter()
        .map(|upload| SentFile { filename: upload.filename.clone(), size: upload.bytes.len() });
    let since_dispatch = interaction.map(|id| call.received - world.interaction_mut(id).dispatched);
    world.journal.exchanges.push(Exchange {
        method,
        path,
        files: files.collect(),
        body: call.body.json,
        status,
        answer: answer.clone(),
        interaction,
        received: call.received,
        since_dispatch,
        is_ordered,
    });
    (status, answer)
}

fn note_violations(world: &mut World, finished: &Finished, status: u16, answer: &Value) {
    let now_ms = world.now_ms();
    let violation = |reason: String| Violation {
        method: finished.method.clone(),
        path: finished.path.clone(),
        status,
        code: 0,
        reason,
        at_unix_ms: now_ms,
    };
    let refused = finished.outcome.as_ref().err();
    let told = refused.and_then(|error| Violation::of(&finished.method, &finished.path, error, now_ms));
    let is_told = told.is_some();
    world.journal.violations.extend(told);
    let scope = refused.and_then(|error| error.retry).map(|retry| retry.scope);
    if world.limiter.note_answer(status, scope, now_ms) == Standards::Broken {
        let reason = "10,000 invalid requests in ten minutes: the address is shut out";
        world.journal.violations.push(violation(reason.to_owned()));
    }
    let breaches = against_description(world, finished, status, answer, is_told);
    world.journal.violations.extend(breaches.into_iter().map(violation));
}

/// Where an exchange is not as Discord describes it. What has been told of a request is not told twice; an answer that a
/// test ordered need not be one of Discord's.
#[cfg(feature = "openapi")]
fn against_description(
    world: &World,
    finished: &Finished,
    status: u16,
    answer: &Value,
    is_told: bool,
) -> Vec<String> {
    use crate::config::Descriptions;

    if world.config.descriptions == Descriptions::Ignored || finished.route.is_none() {
        return Vec::new();
    }
    let breaches = crate::openapi::breaches(&crate::openapi::Seen {
        method: &finished.method,
        path: &finished.path,
        query: &finished.call.query,
        body: &finished.call.body.json,
        status,
        answer,
    });
    let request = breaches.request.filter(|_| !is_told);
    let request = request.map(|why| format!("the request is not as described: {why}"));
    let answer = breaches.answer.filter(|_| !finished.is_ordered);
    let answer = answer.map(|why| format!("the sandbox's answer is not as described: {why}"));
    request.into_iter().chain(answer).collect()
}

/// Without the feature nothing is known of the description.
#[cfg(not(feature = "openapi"))]
fn against_description(_: &World, _: &Finished, _: u16, _: &Value, _: bool) -> Vec<String> {
    Vec::new()
}

/// The interaction on whose token the exchange was, with the moment of its first picture noted.
fn note_interaction(world: &mut World, finished: &Finished) -> Option<InteractionId> {
    let token = finished.route.as_ref().and_then(Route::interaction_token);
    let id = token.and_then(|token| world.tokens.get(token)).copied()?;
    let since_dispatch = finished.call.received - world.interaction_mut(id).dispatched;
    let brings_picture = finished.call.body.uploads.iter().any(is_picture);
    if finished.outcome.is_ok()
        && brings_picture
        && let Some(timing) = world.journal.timings.get_mut(&id)
    {
        timing.pictured_after = timing.pictured_after.or(Some(since_dispatch));
    }
    Some(id)
}

fn is_picture(upload: &Upload) -> bool {
    let name = upload.filename.to_ascii_lowercase();
    upload.content_type.starts_with("image/")
        || [".png", ".gif", ".webp", ".jpg"].iter().any(|ending| name.ends_with(ending))
}
