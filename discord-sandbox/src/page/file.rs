//! The files of messages. Whatever somebody sent, it must not become a part of the page.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use crate::id::AttachmentId;
use crate::page::PageState;

/// Types that are shown; everything else is only ever saved.
const SHOWN: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// Serves `/attachments/{channel}/{attachment}/{filename}`.
pub(crate) async fn serve(
    State(state): State<PageState>,
    Path((channel, id, filename)): Path<(u64, u64, String)>,
) -> Response {
    let id = AttachmentId::new(id);
    let found = state.core.read(|world| {
        let message = world.files.get(&id).and_then(|message| world.messages.get(message))?;
        let attachment = message.attachments.iter().find(|attachment| attachment.id == id)?;
        let is_right = message.channel.get() == channel && attachment.filename == filename;
        is_right.then(|| (attachment.content_type.clone(), attachment.bytes.clone()))
    });
    let Some((content_type, bytes)) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let is_shown = SHOWN.contains(&content_type.as_str());
    let content_type = if is_shown { content_type.as_str() } else { "application/octet-stream" };
    let mut response = bytes.to_vec().into_response();
    let headers = response.headers_mut();
    let known = HeaderValue::from_str(content_type);
    headers.insert(CONTENT_TYPE, known.unwrap_or(HeaderValue::from_static("application/octet-stream")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox; default-src 'none'"));
    if !is_shown {
        headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
    }
    response
}
