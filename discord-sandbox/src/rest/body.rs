//! Bodies of requests: JSON alone, or with files as `multipart/form-data`.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart};
use axum::http::request::Parts;
use axum::http::{Request, header};
use serde_json::Value;

use crate::rest::error::{ApiError, Code};
use crate::wire::interaction::LARGEST_FILE;

/// A file as it came in.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The number in `files[n]`.
    pub(crate) index: u64,
    pub(crate) filename: String,
    pub(crate) content_type: String,
    pub(crate) bytes: Arc<[u8]>,
}

/// A body, read.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestBody {
    pub(crate) json: Value,
    pub(crate) uploads: Vec<Upload>,
}

/// Room for ten files of the largest size and the text beside them.
pub(crate) const LARGEST_BODY: usize = 11 * LARGEST_FILE;

impl RequestBody {
    /// # Errors
    /// 50109 for what is not JSON, 40005 for a file that is too large.
    pub(crate) async fn read(parts: Parts, bytes: Bytes) -> Result<Self, ApiError> {
        let content_type =
            parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !content_type.starts_with("multipart/form-data") {
            if bytes.is_empty() {
                return Ok(Self::default());
            }
            let json = parse(&bytes)?;
            return Ok(Self { json, uploads: Vec::new() });
        }
        // axum's own limit of 2 MB would stop pictures; the size has been looked at already.
        let mut request = Request::from_parts(parts, Body::from(bytes));
        DefaultBodyLimit::max(LARGEST_BODY).apply(&mut request);
        let multipart = Multipart::from_request(request, &()).await;
        let mut multipart = multipart.map_err(|_| ApiError::of(Code::NotJson))?;
        let mut body = Self::default();
        while let Some(field) = next_field(&mut multipart).await? {
            body.take(field)?;
        }
        Ok(body)
    }

    fn take(&mut self, field: Field) -> Result<(), ApiError> {
        if field.name == "payload_json" {
            self.json = parse(&field.bytes)?;
            return Ok(());
        }
        let index = field
            .name
            .strip_prefix("files[")
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|number| number.parse().ok());
        let Some(index) = index else {
            // As Discord does with parts it does not know.
            return Ok(());
        };
        if field.bytes.len() > LARGEST_FILE {
            return Err(ApiError::of(Code::EntityTooLarge));
        }
        self.uploads.push(Upload {
            index,
            filename: field.filename,
            content_type: field.content_type,
            bytes: Arc::from(field.bytes.as_ref()),
        });
        Ok(())
    }
}

struct Field {
    name: String,
    filename: String,
    content_type: String,
    bytes: Bytes,
}

async fn next_field(multipart: &mut Multipart) -> Result<Option<Field>, ApiError> {
    let field = multipart.next_field().await;
    let Some(field) = field.map_err(|_| ApiError::of(Code::NotJson))? else {
        return Ok(None);
    };
    let name = field.name().unwrap_or_default().to_owned();
    let filename = field.file_name().unwrap_or("unknown").to_owned();
    let content_type = field.content_type().unwrap_or("application/octet-stream").to_owned();
    let bytes = field.bytes().await.map_err(|_| ApiError::of(Code::NotJson))?;
    Ok(Some(Field { name, filename, content_type, bytes }))
}

fn parse(bytes: &[u8]) -> Result<Value, ApiError> {
    serde_json::from_slice(bytes).map_err(|_| ApiError::of(Code::NotJson))
}
