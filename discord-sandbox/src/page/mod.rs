//! A web page that is the users' client: it shows what each user sees and lets a person act as any of them.
//!
//! Served on loopback in plain HTTP. It has no build step and reaches for nothing outside. Each tab acts as one user,
//! named in its address (`/?as=…`).

mod asset;
mod deed;
mod file;
mod gate;
mod live;
mod menu;
mod scene;
mod trouble;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use tokio::task::JoinHandle;

use crate::core::Core;
use crate::id::UserId;
use crate::sandbox::{Sandbox, StartError, listen};
use asset::Assets;
use gate::Gate;
pub(crate) use gate::refuse_sites;

/// How a page is served.
#[derive(Clone, Debug, Default)]
pub struct PageConfig {
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Where its files are read from at each request, for whoever works on them; `None` serves those built in.
    pub files: Option<PathBuf>,
}

/// A page that is being served. It goes when dropped.
#[derive(Debug)]
pub struct Page {
    address: SocketAddr,
    task: JoinHandle<()>,
}

/// What every request may need.
#[derive(Clone, Debug)]
struct PageState {
    core: Arc<Core>,
    assets: Arc<Assets>,
}

impl Page {
    /// Where it is, as a browser takes it.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Where it lets a person act as that user.
    pub fn url_as(&self, user: UserId) -> String {
        format!("http://{}/?as={user}", self.address)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Sandbox {
    /// Serves the page on loopback.
    ///
    /// # Errors
    /// [`StartError::Listen`] if the port is taken.
    #[allow(clippy::unused_async, reason = "it must be called inside a runtime")]
    pub async fn open_page(&self, config: PageConfig) -> Result<Page, StartError> {
        let port = config.port;
        let listener = listen(port)?;
        let failed = |source| StartError::Listen { port, source };
        let address = listener.local_addr().map_err(failed)?;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        let state = PageState { core: Arc::clone(&self.core), assets: Arc::new(Assets::from(config.files)) };
        let router = router(state, Gate::of(address));
        let task = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, router).await {
                tracing::error!(%error, "the page is no longer served");
            }
        });
        Ok(Page { address, task })
    }
}

fn router(state: PageState, gate: Gate) -> Router {
    Router::new()
        .route("/api/users", get(scene::users).post(deed::add_user))
        .route("/api/live", any(live::upgrade))
        .route("/api/commands", get(menu::commands))
        .route("/api/say", post(deed::say))
        .route("/api/slash", post(deed::slash))
        .route("/api/complete", post(deed::complete))
        .route("/api/press", post(deed::press))
        .route("/api/choose", post(deed::choose))
        .route("/api/submit", post(deed::submit))
        .route("/api/close-modal", post(deed::close_modal))
        .route("/api/dismiss", post(deed::dismiss))
        .route("/api/direct", post(deed::open_direct))
        .route("/api/user", post(deed::change_user))
        .route("/api/trouble", post(trouble::order))
        .route("/attachments/{channel}/{attachment}/{filename}", get(file::serve))
        .fallback(get(asset::serve))
        .layer(axum::extract::DefaultBodyLimit::max(deed::LARGEST_BODY))
        .layer(from_fn_with_state(Arc::new(gate), gate::guard))
        .with_state(state)
}
