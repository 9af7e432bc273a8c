//! The files of messages, at the addresses that stand in them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::core::Core;
use crate::id::AttachmentId;

/// Serves `/attachments/{channel}/{attachment}/{filename}`.
pub(crate) async fn serve(
    State(core): State<Arc<Core>>,
    Path((channel, id, filename)): Path<(u64, u64, String)>,
) -> Response {
    let id = AttachmentId::new(id);
    let found = core.read(|world| {
        let message = world.files.get(&id).and_then(|message| world.messages.get(message))?;
        let attachment = message.attachments.iter().find(|attachment| attachment.id == id)?;
        let is_right = message.channel.get() == channel && attachment.filename == filename;
        is_right.then(|| (attachment.content_type.clone(), attachment.bytes.to_vec()))
    });
    match found {
        Some((content_type, bytes)) => ([(CONTENT_TYPE, content_type)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Serves `/ephemeral-attachments/{application}/{attachment}/{filename}`: files that came with commands.
pub(crate) async fn serve_loose(
    State(core): State<Arc<Core>>,
    Path((_, id, filename)): Path<(u64, u64, String)>,
) -> Response {
    let found = core.read(|world| {
        let file = world.loose_files.get(&AttachmentId::new(id)).filter(|file| file.filename == filename)?;
        Some((file.content_type.clone(), file.bytes.to_vec()))
    });
    match found {
        Some((content_type, bytes)) => ([(CONTENT_TYPE, content_type)], bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
