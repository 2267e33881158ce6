// effigy: --sym-stdin 2
// threads: one order
//! A thread parks until a flag is set; another one spins until the first has answered.
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

struct Mail {
    full: AtomicBool,
    letter: AtomicU8,
    answer: AtomicU8,
}

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mail = Arc::new(Mail {
        full: AtomicBool::new(false),
        letter: AtomicU8::new(0),
        answer: AtomicU8::new(0),
    });
    let reader = {
        let mail = mail.clone();
        thread::spawn(move || {
            while !mail.full.load(Ordering::Acquire) {
                thread::park();
            }
            let letter = mail.letter.load(Ordering::Relaxed);
            mail.answer.store(100 / (letter % 100 + 1), Ordering::Release);
        })
    };
    mail.letter.store(input[0], Ordering::Relaxed);
    mail.full.store(true, Ordering::Release);
    reader.thread().unpark();
    let mut rounds = 0u32;
    while mail.answer.load(Ordering::Acquire) == 0 {
        match rounds % 2 {
            0 => std::hint::spin_loop(),
            _ => thread::yield_now(),
        }
        rounds += 1;
    }
    let answer = mail.answer.load(Ordering::Acquire);
    assert!(answer >= 1 && answer <= 100);
    let left = input[1] % answer;
    if left > 98 {
        unreachable!("{left} left"); //~ FINDING[panic]: left
    }
    reader.join().unwrap();
}
