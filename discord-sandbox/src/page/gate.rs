//! Who may speak to the page: browsers on this machine that have it open, and no other site in them.
//!
//! A site elsewhere could point its own name at 127.0.0.1 (then `Host` is that name), or send requests and open
//! sockets across (then `Origin` or `Sec-Fetch-Site` tell). All are turned away before anything is looked at.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN, UPGRADE};
use axum::http::{HeaderName, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names under which the page may be asked for.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: [String; 2],
    policy: HeaderValue,
}

/// Why a request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    /// It names another host.
    Host,
    /// It comes from another site.
    Site,
}

impl Gate {
    pub(crate) fn of(address: SocketAddr) -> Self {
        let port = address.port();
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
             connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; form-action 'none'; base-uri 'none'; \
             frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
        );
        Self {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            policy: HeaderValue::from_str(&policy).expect("the policy is plain ASCII"),
        }
    }

    fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Foreign> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(HOST).filter(|host| self.hosts.iter().any(|known| known == host));
        let host = host.ok_or(Foreign::Host)?;
        let own = format!("http://{host}");
        let only_reads = matches!(*method, Method::GET | Method::HEAD) && !headers.contains_key(UPGRADE);
        match headers.get(ORIGIN) {
            Some(origin) if *origin == *own => {}
            None if only_reads => {}
            Some(_) | None => return Err(Foreign::Site),
        }
        // Following a link to the page is no harm; everything else must come from the page, or be typed.
        match text(HeaderName::from_static("sec-fetch-site")) {
            Some("same-origin" | "none") | None => Ok(()),
            Some(_) if path == "/" && only_reads => Ok(()),
            Some(_) => Err(Foreign::Site),
        }
    }
}

/// Turns foreign requests away, and tells browsers what the page may load.
pub(crate) async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let mut response = match gate.check(request.method(), request.uri().path(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(Foreign::Host) => {
            let words = "This page is served to this machine alone: open it under 127.0.0.1.\n";
            (StatusCode::MISDIRECTED_REQUEST, words).into_response()
        }
        Err(Foreign::Site) => (StatusCode::FORBIDDEN, "Only the page itself may ask.\n").into_response(),
    };
    let headers = response.headers_mut();
    headers.entry("content-security-policy").or_insert_with(|| gate.policy.clone());
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

/// Guards the gateway and the files beside it, which are for bots: a browser names the site it comes from, a bot none.
pub(crate) async fn refuse_sites(request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if !["127.0.0.1", "localhost", "[::1]"].contains(&name) {
        return (StatusCode::MISDIRECTED_REQUEST, "This gateway serves this machine alone.\n")
            .into_response();
    }
    if request.headers().contains_key(ORIGIN) {
        return (StatusCode::FORBIDDEN, "This gateway is for bots, not for sites.\n").into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &Method, path: &str, headers: &[(&'static str, &str)]) -> Result<(), Foreign> {
        let gate = Gate::of("127.0.0.1:4270".parse().unwrap());
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
            .collect();
        gate.check(method, path, &headers)
    }

    #[test]
    fn a_name_that_was_pointed_at_this_machine_is_refused() {
        for host in ["127.0.0.1:4270", "localhost:4270"] {
            assert_eq!(check(&Method::GET, "/", &[("host", host)]), Ok(()), "{host}");
        }
        for host in ["evil.example:4270", "127.0.0.1:80", "127.0.0.1", "127.0.0.1.evil.example:4270", ""] {
            assert_eq!(check(&Method::GET, "/", &[("host", host)]), Err(Foreign::Host), "{host}");
        }
        assert_eq!(check(&Method::GET, "/", &[]), Err(Foreign::Host));
    }

    #[test]
    fn another_site_can_neither_post_nor_open_a_socket() {
        let host = ("host", "localhost:4270");
        let own = ("origin", "http://localhost:4270");
        assert_eq!(check(&Method::POST, "/api/say", &[host, own]), Ok(()));
        assert_eq!(check(&Method::GET, "/api/live", &[host, own, ("upgrade", "websocket")]), Ok(()));
        for origin in ["http://evil.example", "http://localhost:9999", "null", "https://localhost:4270"] {
            let headers = [host, ("origin", origin)];
            assert_eq!(check(&Method::POST, "/api/say", &headers), Err(Foreign::Site), "{origin}");
            assert_eq!(check(&Method::GET, "/", &headers), Err(Foreign::Site), "{origin}");
            let socket = [host, ("origin", origin), ("upgrade", "websocket")];
            assert_eq!(check(&Method::GET, "/api/live", &socket), Err(Foreign::Site), "{origin}");
        }
        assert_eq!(check(&Method::POST, "/api/say", &[host]), Err(Foreign::Site));
        assert_eq!(check(&Method::GET, "/api/live", &[host, ("upgrade", "websocket")]), Err(Foreign::Site));
    }

    #[test]
    fn another_site_may_link_to_the_page_and_load_nothing_of_it() {
        let host = ("host", "127.0.0.1:4270");
        for site in ["cross-site", "same-site"] {
            let headers = [host, ("sec-fetch-site", site)];
            assert_eq!(check(&Method::GET, "/", &headers), Ok(()));
            assert_eq!(check(&Method::GET, "/attachments/1/2/hand.png", &headers), Err(Foreign::Site));
            assert_eq!(check(&Method::GET, "/api/users", &headers), Err(Foreign::Site));
        }
        assert_eq!(check(&Method::GET, "/api/users", &[host, ("sec-fetch-site", "same-origin")]), Ok(()));
    }
}
