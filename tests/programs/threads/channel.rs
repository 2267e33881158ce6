// effigy: --sym-stdin 3
// threads: one order
//! A worker takes commands from a channel and answers on another one. It forgets that nothing may be on its stack.
use std::io::Read;
use std::sync::mpsc;
use std::thread;

enum Command {
    Push(u8),
    Pop,
    Quit,
}

fn command(byte: u8) -> Command {
    match byte {
        b'-' => Command::Pop,
        b'q' => Command::Quit,
        other => Command::Push(other),
    }
}

fn work(commands: mpsc::Receiver<Command>, answers: mpsc::Sender<u8>) {
    let mut stack = Vec::new();
    for command in commands {
        match command {
            Command::Push(byte) => stack.push(byte),
            Command::Pop => {
                let top = stack.pop().unwrap(); //~ FINDING[panic]: `None` value
                answers.send(top).unwrap();
            }
            Command::Quit => return,
        }
    }
}

fn main() {
    let mut input = [0u8; 3];
    std::io::stdin().read_exact(&mut input).unwrap();
    let (commands, inbox) = mpsc::channel();
    let (outbox, answers) = mpsc::channel();
    let worker = thread::spawn(move || work(inbox, outbox));
    for byte in input {
        if commands.send(command(byte)).is_err() {
            break;
        }
    }
    drop(commands);
    let popped: Vec<u8> = answers.iter().collect();
    worker.join().unwrap();
    assert!(popped.iter().all(|byte| input.contains(byte)));
}
