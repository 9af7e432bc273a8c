//! The page's own files.

use std::path::PathBuf;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::page::PageState;

macro_rules! built {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../page/", $name)))),*]
    };
}

/// Name and text of each file.
const BUILT: &[(&str, &str)] = built![
    "index.html",
    "style.css",
    "icon.svg",
    "app.js",
    "channels.js",
    "command.js",
    "component.js",
    "composer.js",
    "dom.js",
    "embed.js",
    "link.js",
    "markdown.js",
    "members.js",
    "message.js",
    "messages.js",
    "modal.js",
    "people.js",
    "picture.js",
    "popup.js",
    "store.js",
    "time.js",
    "trouble.js",
    "words.js",
];

/// Where the files come from.
#[derive(Debug)]
pub(crate) enum Assets {
    /// From the program.
    Built,
    /// From a folder, read at each request.
    Folder(PathBuf),
}

impl From<Option<PathBuf>> for Assets {
    fn from(folder: Option<PathBuf>) -> Self {
        folder.map_or(Self::Built, Self::Folder)
    }
}

impl Assets {
    /// Only names that are built in are served, wherever from.
    async fn text(&self, name: &str) -> Option<String> {
        let (name, built) = BUILT.iter().find(|(known, _)| *known == name)?;
        match self {
            Self::Built => Some((*built).to_owned()),
            Self::Folder(folder) => {
                let path = folder.join(name);
                tokio::task::spawn_blocking(|| std::fs::read_to_string(path)).await.ok()?.ok()
            }
        }
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// Serves a file of the page; the page itself at `/`.
pub(crate) async fn serve(State(state): State<PageState>, uri: Uri) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    match state.assets.text(name).await {
        Some(text) => {
            ([(CONTENT_TYPE, content_type(name)), (CACHE_CONTROL, "no-cache")], text).into_response()
        }
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}
