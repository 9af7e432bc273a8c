//! `METRICS_ADDR`: a page of counts, and whether the bot is well, for programs that watch over it.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::discord::Vitals;
use crate::meters::METERS;
use crate::table::{GuildId, Store};

/// Connections at a time; more wait.
const CONNECTIONS: usize = 8;

/// A connection takes no longer than that.
const CONNECTION_MAX: Duration = Duration::from_secs(10);

/// A store that is well answers sooner.
const STORE_MAX: Duration = Duration::from_secs(2);

/// What the page is made from.
pub(super) struct Watch {
    pub(super) vitals: Arc<Vitals>,
    pub(super) store: Arc<dyn Store>,
}

/// Listens at that address.
///
/// # Errors
/// When other machines could reach it and nobody has said that they may, or it cannot be had.
pub(super) async fn listen(address: SocketAddr, anywhere: bool) -> anyhow::Result<TcpListener> {
    if !address.ip().is_loopback() && !anywhere {
        bail!(
            "METRICS_ADDR is {address}, where other machines could reach it, and its pages ask for no password; name an \
             address of this machine alone, such as 127.0.0.1:9464, or add --metrics-anywhere if something else guards it"
        );
    }
    TcpListener::bind(address)
        .await
        .with_context(|| format!("METRICS_ADDR is {address}, which cannot be had; choose another port"))
}

impl Watch {
    /// Answers until the program ends.
    pub(super) async fn serve(self, listener: TcpListener) {
        let (watch, places) = (Arc::new(self), Arc::new(Semaphore::new(CONNECTIONS)));
        loop {
            // Never closed.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(fault) => {
                    tracing::warn!(%fault, "a look at the counts was not let in");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                }
            };
            let watch = Arc::clone(&watch);
            tokio::spawn(async move {
                let answer = service_fn(move |request| {
                    let watch = Arc::clone(&watch);
                    async move { Ok::<_, Infallible>(watch.answer(&request).await) }
                });
                let connection =
                    http1::Builder::new().keep_alive(false).serve_connection(TokioIo::new(stream), answer);
                // Whoever went away in the middle of it has lost nothing.
                let _ = timeout(CONNECTION_MAX, connection).await;
                drop(place);
            });
        }
    }

    async fn answer(&self, request: &Request<Incoming>) -> Response<Full<Bytes>> {
        if request.method() != Method::GET {
            return text(StatusCode::METHOD_NOT_ALLOWED, "only GET\n".to_owned());
        }
        match request.uri().path() {
            "/healthz" => self.health().await,
            "/metrics" => {
                self.vitals.measure().await;
                let mut page = text(StatusCode::OK, METERS.text());
                let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
                page.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
                page
            }
            _ => text(StatusCode::NOT_FOUND, "/healthz or /metrics\n".to_owned()),
        }
    }

    /// 200 if the gateway is connected and the store takes writes.
    async fn health(&self) -> Response<Full<Bytes>> {
        let gateway = self.vitals.is_connected().await;
        // Nothing changes by it: no server has that number. But the writer has to take it.
        let wrote = timeout(STORE_MAX, self.store.set_departed(GuildId(0), None)).await;
        let store = matches!(wrote, Ok(Ok(())));
        let word = |is_well: bool| if is_well { "ok" } else { "failing" };
        let status = if gateway && store { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        text(status, format!("gateway {}\nstore {}\n", word(gateway), word(store)))
    }
}

fn text(status: StatusCode, words: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(words)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn other_machines_are_let_in_only_where_that_was_said() {
        let open: SocketAddr = "0.0.0.0:0".parse().unwrap();
        let refused = listen(open, false).await.unwrap_err().to_string();
        assert!(refused.contains("0.0.0.0:0") && refused.contains("127.0.0.1:9464"), "{refused}");
        listen(open, true).await.unwrap();
        listen("127.0.0.1:0".parse().unwrap(), false).await.unwrap();
        listen("[::1]:0".parse().unwrap(), false).await.ok();
    }
}
