// effigy: --sym-stdin 2
// threads: one order
//! A loop over a channel ends when the last sender is gone. For one input, main itself still holds one.
use std::io::Read;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let (sender, receiver) = mpsc::channel::<u8>();
    let workers: Vec<_> = input
        .into_iter()
        .map(|byte| {
            let sender = sender.clone();
            thread::spawn(move || sender.send(byte | 0x80).unwrap())
        })
        .collect();
    let kept = (input[0] == b'k').then_some(sender);
    for worker in workers {
        worker.join().unwrap();
    }
    let first = receiver.recv_timeout(Duration::from_millis(50));
    assert!(first.is_ok_and(|byte| byte >= 0x80));
    if input[1] == b't' {
        receiver.recv().unwrap();
        let end = receiver.recv_timeout(Duration::from_millis(50));
        let expected = match kept {
            Some(_) => RecvTimeoutError::Timeout,
            None => RecvTimeoutError::Disconnected,
        };
        assert_eq!(end, Err(expected));
        return;
    }
    let mut rest = 0;
    while receiver.recv().is_ok() { //~ FINDING[deadlock]: a channel
        rest += 1;
    }
    assert_eq!(rest, 1);
    drop(kept);
}
