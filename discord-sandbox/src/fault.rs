//! Faults that tests order.

use std::time::Duration;

use crate::rest::error::{ApiError, Retry, Scope};

/// An answer that a test wants the bot to get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RouteFault {
    /// The method of the requests it meets, such as `PATCH`.
    pub method: String,
    /// The beginning of their paths, after `/api/v10`, such as `/channels/`; or, with `*` for a part between two
    /// slashes, all of it, such as `/channels/*/messages`.
    pub path_prefix: String,
    /// The HTTP status to answer with.
    pub status: u16,
    /// Discord's error code to answer with; 0 where Discord gives none.
    pub code: u32,
    /// How many requests it meets.
    pub times: u32,
}

/// Where a connection breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// While the request is on its way: nothing is done.
    InUpload,
    /// While the answer is on its way: everything is done, and the bot does not know.
    InAnswer,
}

#[derive(Clone, Debug)]
struct RouteCut {
    method: String,
    path: String,
    cut: Cut,
    times: u32,
}

/// Whether a path is one that was meant.
fn fits(meant: &str, path: &str) -> bool {
    if !meant.contains('*') {
        return path.starts_with(meant);
    }
    let (mut meant, mut parts) = (meant.split('/'), path.split('/'));
    loop {
        match (meant.next(), parts.next()) {
            (None, None) => return true,
            (Some("*"), Some(_)) => {}
            (Some(meant), Some(part)) if meant == part => {}
            _ => return false,
        }
    }
}

#[derive(Clone, Debug)]
struct RouteDelay {
    method: String,
    path_prefix: String,
    by: Duration,
    times: u32,
}

#[derive(Clone, Debug)]
struct ResourceLimit {
    method: String,
    path_prefix: String,
    retry: Retry,
    times: u32,
}

/// The faults that still wait for their requests.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    routes: Vec<RouteFault>,
    limits: Vec<ResourceLimit>,
    delays: Vec<RouteDelay>,
    cuts: Vec<RouteCut>,
    slowness: Duration,
}

impl Faults {
    pub(crate) fn fail(&mut self, fault: RouteFault) {
        self.routes.push(fault);
    }

    pub(crate) fn delay(&mut self, method: &str, path_prefix: &str, by: Duration, times: u32) {
        self.delays.push(RouteDelay {
            method: method.to_owned(),
            path_prefix: path_prefix.to_owned(),
            by,
            times,
        });
    }

    pub(crate) fn cut(&mut self, method: &str, path: &str, cut: Cut, times: u32) {
        self.cuts.push(RouteCut { method: method.to_owned(), path: path.to_owned(), cut, times });
    }

    /// Where a request's connection is to break, used up by this call.
    pub(crate) fn take_cut(&mut self, method: &str, path: &str) -> Option<Cut> {
        let cut = self
            .cuts
            .iter_mut()
            .find(|cut| cut.times > 0 && cut.method == method && fits(&cut.path, path))?;
        cut.times -= 1;
        Some(cut.cut)
    }

    pub(crate) fn limit(&mut self, method: &str, path_prefix: &str, retry_after: Duration, times: u32) {
        self.limits.push(ResourceLimit {
            method: method.to_owned(),
            path_prefix: path_prefix.to_owned(),
            retry: Retry { after_ms: retry_after.as_millis() as u64, scope: Scope::Shared },
            times,
        });
    }

    /// Lets every request wait, for as long as this stands.
    pub(crate) fn slow_down(&mut self, by: Duration) {
        self.slowness = by;
    }

    /// What [`Faults::slow_down`] has set.
    pub(crate) const fn slowness(&self) -> Duration {
        self.slowness
    }

    /// The failures that wait for their requests still.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &RouteFault> {
        self.routes.iter().filter(|fault| fault.times > 0)
    }

    /// How many delays of single routes wait for their requests still.
    pub(crate) fn delays(&self) -> usize {
        self.delays.iter().filter(|delay| delay.times > 0).count()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The ordered answer to a request, used up by this call.
    pub(crate) fn take_failure(&mut self, method: &str, path: &str) -> Option<ApiError> {
        let limit = self
            .limits
            .iter_mut()
            .find(|limit| limit.times > 0 && limit.method == method && fits(&limit.path_prefix, path));
        if let Some(limit) = limit {
            limit.times -= 1;
            return Some(ApiError::too_many(limit.retry));
        }
        let fault = self
            .routes
            .iter_mut()
            .find(|fault| fault.times > 0 && fault.method == method && fits(&fault.path_prefix, path))?;
        fault.times -= 1;
        Some(ApiError::ordered(fault.status, fault.code))
    }

    /// How long a request has to wait, used up by this call.
    pub(crate) fn take_delay(&mut self, method: &str, path: &str) -> Option<Duration> {
        let delay = self
            .delays
            .iter_mut()
            .find(|delay| delay.times > 0 && delay.method == method && fits(&delay.path_prefix, path));
        let own = delay.map_or(Duration::ZERO, |delay| {
            delay.times -= 1;
            delay.by
        });
        Some(self.slowness + own).filter(|wait| !wait.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_meant_by_its_beginning_or_as_a_whole_with_stars() {
        assert!(fits("/channels/", "/channels/1/messages/2"));
        assert!(fits("/channels/*/messages", "/channels/1/messages"));
        assert!(!fits("/channels/*/messages", "/channels/1/messages/2"));
        assert!(!fits("/channels/*/messages/*", "/channels/1/messages"));
        assert!(!fits("/channels/*/messages", "/webhooks/1/messages"));
    }

    #[test]
    fn a_cut_is_met_as_often_as_it_was_ordered() {
        let mut faults = Faults::default();
        faults.cut("POST", "/channels/*/messages", Cut::InAnswer, 1);
        assert_eq!(faults.take_cut("PATCH", "/channels/1/messages"), None);
        assert_eq!(faults.take_cut("POST", "/channels/1/messages"), Some(Cut::InAnswer));
        assert_eq!(faults.take_cut("POST", "/channels/1/messages"), None);
    }
}
