//! The one task that writes.
//!
//! It owns the writing connection and the file's lock. Deeds that come while it commits are done
//! together in the next transaction, each in a savepoint of its own, so that one which fails does
//! not take the others with it. A caller that stops waiting changes nothing about its deed.

use std::sync::Arc;

use async_trait::async_trait;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use super::form::failed;
use super::lock::FileLock;
use super::open::{self, Opened};
use crate::meters::{METERS, Part};
use crate::panics::caught;
use crate::table::StoreError;

/// How many deeds may wait; who comes later waits to be let in.
const QUEUE: usize = 256;

/// How many deeds share a commit at most, so that none waits for very many others.
const BATCH: usize = 64;

/// Something to write, whole or not at all.
#[async_trait]
pub(super) trait Deed: Send + Sync + 'static {
    /// What it gives.
    type Done: Send + 'static;

    /// Does it on a connection that stands in a transaction. After an error what it did is undone.
    async fn carry_out(&self, connection: &mut SqliteConnection) -> Result<Self::Done, StoreError>;
}

/// Why a deed was not done, or is not known to be.
#[derive(Clone, Debug, Error)]
enum WriterFault {
    /// The store was closed.
    #[error("the store is closed")]
    Closed,
    /// The task ended in the middle of it.
    #[error("the writer ended before it answered")]
    Gone,
    /// Something panicked in the middle of it.
    #[error("the writer broke down in the middle of it")]
    BrokeDown,
    /// The transaction that it shared failed.
    #[error(transparent)]
    Shared(Arc<sqlx::Error>),
}

/// What became of a transaction.
enum Fate {
    Committed,
    RolledBack(WriterFault),
    Unknown(WriterFault),
}

/// A deed with its result so far and who waits for it, whatever its type.
#[async_trait]
trait Job: Send {
    /// Does the deed; whether it succeeded.
    async fn carry_out(&mut self, connection: &mut SqliteConnection) -> bool;

    /// Tells the one who waits.
    fn answer(self: Box<Self>, fate: &Fate);
}

struct Pending<D: Deed> {
    deed: D,
    result: Option<Result<D::Done, StoreError>>,
    waiting: oneshot::Sender<Result<D::Done, StoreError>>,
}

#[async_trait]
impl<D: Deed> Job for Pending<D> {
    async fn carry_out(&mut self, connection: &mut SqliteConnection) -> bool {
        let result = self.deed.carry_out(connection).await;
        let is_done = result.is_ok();
        self.result = Some(result);
        is_done
    }

    fn answer(self: Box<Self>, fate: &Fate) {
        let answer = match (fate, self.result) {
            (Fate::Committed, Some(result)) => result,
            // What it failed of itself says more than what then failed for all.
            (Fate::RolledBack(_) | Fate::Unknown(_), Some(Err(own @ StoreError::Failed(_)))) => Err(own),
            (Fate::Unknown(fault), Some(Ok(_))) => Err(StoreError::Unknown(fault.clone().into())),
            // A conflict found in this transaction may have been with a deed now undone.
            (Fate::RolledBack(fault) | Fate::Unknown(fault), _) => Err(failed(fault.clone())),
            (Fate::Committed, None) => Err(failed(WriterFault::Gone)),
        };
        // Who does not wait any more does not want to know.
        let _ = self.waiting.send(answer);
    }
}

enum Message {
    Do(Box<dyn Job>),
    Close(oneshot::Sender<()>),
}

/// Where deeds are handed in.
#[derive(Clone)]
pub(super) struct Writer(mpsc::Sender<Message>);

impl Writer {
    /// Starts the task. It ends when it is told to close or every handle is gone, and gives the lock
    /// back then.
    pub(super) fn start(opened: Opened) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let Opened { lock, writer: connection, writer_options: options, .. } = opened;
        tokio::spawn(run(receiver, Writing { connection: Some(connection), options }, lock));
        Self(sender)
    }

    /// Has the deed done and committed.
    pub(super) async fn perform<D: Deed>(&self, deed: D) -> Result<D::Done, StoreError> {
        let (waiting, answer) = oneshot::channel();
        let job = Box::new(Pending { deed, result: None, waiting });
        if self.0.send(Message::Do(job)).await.is_err() {
            return Err(failed(WriterFault::Closed));
        }
        answer.await.unwrap_or_else(|_| Err(StoreError::Unknown(WriterFault::Gone.into())))
    }

    /// Has everything handed in so far done, then the connection closed and the lock given back.
    pub(super) async fn close(&self) {
        let (waiting, closed) = oneshot::channel();
        if self.0.send(Message::Close(waiting)).await.is_ok() {
            // An error means that the task has ended, which is what was asked for.
            let _ = closed.await;
        }
    }
}

async fn run(mut receiver: mpsc::Receiver<Message>, mut writing: Writing, lock: FileLock) {
    let mut closers = Vec::new();
    let mut messages = Vec::with_capacity(BATCH);
    while receiver.recv_many(&mut messages, BATCH).await > 0 {
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                Message::Do(job) if closers.is_empty() => jobs.push(job),
                Message::Do(job) => job.answer(&Fate::RolledBack(WriterFault::Closed)),
                Message::Close(closer) => {
                    receiver.close();
                    closers.push(closer);
                }
            }
        }
        if !jobs.is_empty() {
            writing.settle(jobs).await;
        }
    }
    if let Some(connection) = writing.connection.take() {
        open::close(connection).await;
    }
    // Only now may another process open the file.
    drop(lock);
    for closer in closers {
        // Who does not wait any more does not want to know.
        let _ = closer.send(());
    }
}

/// The writing connection, and how to make another.
struct Writing {
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
}

impl Writing {
    /// Does all the jobs in one transaction and answers them.
    async fn settle(&mut self, mut jobs: Vec<Box<dyn Job>>) {
        let fate = if let Ok(fate) = caught(self.commit(&mut jobs)).await {
            fate
        } else {
            METERS.panic(Part::Store);
            Fate::Unknown(WriterFault::BrokeDown)
        };
        if let Fate::RolledBack(fault) | Fate::Unknown(fault) = &fate {
            tracing::error!(error = %fault, deeds = jobs.len(), "a transaction failed");
            // Whatever state the connection is in, the next transaction does not start from it.
            self.connection = None;
        }
        for job in jobs {
            job.answer(&fate);
        }
    }

    async fn commit(&mut self, jobs: &mut [Box<dyn Job>]) -> Fate {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => match self.options.connect().await {
                Ok(connection) => none.insert(connection),
                Err(error) => return Fate::RolledBack(WriterFault::Shared(Arc::new(error))),
            },
        };
        // IMMEDIATE takes the write lock at once: a transaction that read first and then found
        // another writer would have to start again.
        let mut transaction = match connection.begin_with("BEGIN IMMEDIATE").await {
            Ok(transaction) => transaction,
            Err(error) => return Fate::RolledBack(WriterFault::Shared(Arc::new(error))),
        };
        for job in jobs {
            if let Err(error) = carry_out_apart(&mut transaction, job.as_mut()).await {
                return Fate::RolledBack(WriterFault::Shared(Arc::new(error)));
            }
        }
        match transaction.commit().await {
            Ok(()) => Fate::Committed,
            Err(error) => Fate::Unknown(WriterFault::Shared(Arc::new(error))),
        }
    }
}

/// Does the job in a savepoint. An error means that the whole transaction is lost, as when SQLite
/// has rolled it back of itself because the disk is full.
async fn carry_out_apart(connection: &mut SqliteConnection, job: &mut dyn Job) -> Result<(), sqlx::Error> {
    let mut savepoint = connection.begin().await?;
    if job.carry_out(&mut savepoint).await { savepoint.commit().await } else { savepoint.rollback().await }
}
