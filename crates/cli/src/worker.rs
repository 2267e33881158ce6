//! The verb `worker`: explores parts of a program's tree that another process asks for, by lines of JSON
//! (`docs/ray.md`).

use crate::error::{CliError, Status};
use crate::wire::{self, Answer, Request};
use effigy_base::budget::CancelToken;
use effigy_session::error::SessionError;
use effigy_session::explore::Prepared;
use effigy_session::languages::LANGUAGES;
use effigy_session::remote::{Commit, Link, Order, RemoteJob};
use std::io::{BufRead, BufReader, Stdin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Serves the process at the other end of standard input and output until that ends.
pub fn run() -> Result<Status, CliError> {
    let cancel = CancelToken::new();
    let mut input = BufReader::new(std::io::stdin());
    let Some(remote_job) = first(&mut input)? else { return Ok(Status::Passed) };
    let served = serve(remote_job, input, cancel);
    if let Err(error) = &served {
        // Who does not listen is told by the status.
        let _ = wire::say(&Answer::Error(error.to_string()));
    }
    served.map(|()| Status::Passed).map_err(CliError::from)
}

/// The program, which comes first.
fn first(input: &mut BufReader<Stdin>) -> Result<Option<RemoteJob>, CliError> {
    let mut line = String::new();
    input.read_line(&mut line).map_err(|cause| CliError::Protocol(cause.to_string()))?;
    if line.is_empty() {
        return Ok(None);
    }
    match serde_json::from_str(&line) {
        Ok(Request::Start(remote_job)) => Ok(Some(*remote_job)),
        Ok(_) => Err(CliError::Protocol("the first line is not `start`".to_owned())),
        Err(cause) => Err(CliError::Protocol(cause.to_string())),
    }
}

fn serve(
    remote_job: RemoteJob,
    input: BufReader<Stdin>,
    cancel: CancelToken,
) -> Result<(), SessionError> {
    let fingerprint = remote_job.fingerprint.clone();
    let prepared = Prepared::unpack(LANGUAGES, remote_job, &cancel)?;
    let (sender, orders) = channel();
    let split = Arc::new(AtomicBool::new(false));
    let pipe = Pipe { orders: Mutex::new(orders), split: split.clone(), cancel: cancel.clone() };
    // The thread ends with the process: nothing wakes it from reading.
    std::thread::spawn(move || listen(input, &sender, &split, &cancel));
    pipe.say(&Answer::Ready { version: env!("CARGO_PKG_VERSION"), program: &fingerprint });
    prepared.serve(&pipe)
}

/// Passes orders on. At the end of the input nobody waits for what the worker does.
fn listen(
    input: BufReader<Stdin>,
    orders: &Sender<Order>,
    split: &AtomicBool,
    cancel: &CancelToken,
) {
    for line in input.lines().map_while(Result::ok) {
        match serde_json::from_str(&line) {
            Ok(Request::Explore(order)) => {
                split.store(false, Ordering::Relaxed);
                if orders.send(order.into()).is_err() {
                    break;
                }
            }
            Ok(Request::Split) => split.store(true, Ordering::Relaxed),
            Ok(Request::Start(_)) | Err(_) => {
                crate::screen::error("a worker received an unknown request");
                break;
            }
        }
    }
    cancel.cancel();
}

/// The pipes to the process that gives orders.
struct Pipe {
    orders: Mutex<Receiver<Order>>,
    split: Arc<AtomicBool>,
    cancel: CancelToken,
}

impl Pipe {
    fn say(&self, answer: &Answer<'_>) {
        if wire::say(answer).is_err() {
            self.cancel.cancel();
        }
    }
}

impl Link for Pipe {
    fn next(&self) -> Option<Order> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
    }

    fn is_split(&self) -> bool {
        self.split.load(Ordering::Relaxed)
    }

    fn commit(&self, commit: Commit) {
        self.say(&Answer::Commit(commit.into()));
    }
}
