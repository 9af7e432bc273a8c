//! A gate before the REST API: while it is shut, requests wait until a test lets them in, one by one and in an order
//! of its own.

use tokio::sync::oneshot;

use crate::sandbox::Sandbox;

/// A request that waits at the gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Its number, in the order of arrival.
    pub number: u64,
    /// Its method, such as `POST`.
    pub method: String,
    /// Its path after `/api/v10`.
    pub path: String,
}

#[derive(Debug, Default)]
pub(crate) struct Gate {
    is_shut: bool,
    arrived: u64,
    queue: Vec<(Waiting, oneshot::Sender<()>)>,
}

impl Gate {
    /// What a request has to wait for, if the gate is shut.
    pub(crate) fn arrive(&mut self, method: &str, path: &str) -> Option<oneshot::Receiver<()>> {
        if !self.is_shut {
            return None;
        }
        self.arrived += 1;
        let waiting = Waiting { number: self.arrived, method: method.to_owned(), path: path.to_owned() };
        let (go, gone) = oneshot::channel();
        self.queue.push((waiting, go));
        Some(gone)
    }

    fn waiting(&self) -> Vec<Waiting> {
        // Who has given up waits no more.
        let queue = self.queue.iter().filter(|(_, go)| !go.is_closed());
        queue.map(|(waiting, _)| waiting.clone()).collect()
    }

    fn admit(&mut self, number: u64) -> bool {
        let at = self.queue.iter().position(|(waiting, _)| waiting.number == number);
        at.is_some_and(|at| self.queue.remove(at).1.send(()).is_ok())
    }
}

/// Holding requests back.
impl Sandbox {
    /// Lets every request that comes from now on wait until it is admitted, or the gate is opened again.
    pub fn shut_gate(&self) {
        self.core.quietly(|world| world.gate.is_shut = true);
    }

    /// Lets in whatever waits, and all that comes.
    pub fn open_gate(&self) {
        self.core.quietly(|world| {
            world.gate.is_shut = false;
            // Whoever waits goes on when nobody can admit them any more.
            world.gate.queue.clear();
        });
    }

    /// The requests that wait, in the order of arrival.
    pub fn waiting(&self) -> Vec<Waiting> {
        self.core.read(|world| world.gate.waiting())
    }

    /// Lets one of them in. False if it does not wait, or has given up.
    pub fn admit(&self, number: u64) -> bool {
        self.core.quietly(|world| world.gate.admit(number))
    }
}
