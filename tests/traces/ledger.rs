//! Two accounts, and transfers between them that the input asks for.

use std::io::Read;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Pay,
    Take,
    Close,
}

fn kind(byte: u8) -> Option<Kind> {
    match byte {
        b'p' => Some(Kind::Pay),
        b't' => Some(Kind::Take),
        b'c' => Some(Kind::Close),
        _ => None,
    }
}

fn main() {
    let mut bytes = [0u8; 4];
    if std::io::stdin().read_exact(&mut bytes).is_err() {
        return;
    }
    let mut accounts = [100u32, 50];
    let mut closed = false;
    for pair in bytes.chunks_exact(2) {
        let Some(kind) = kind(pair[0]) else {
            continue;
        };
        let amount = u32::from(pair[1]);
        if kind == Kind::Close {
            closed = true;
        }
        if closed && kind == Kind::Pay {
            std::process::exit(3);
        }
        let (from, to) = if kind == Kind::Pay { (0, 1) } else { (1, 0) };
        if amount > accounts[from] {
            break;
        }
        accounts[from] -= amount;
        accounts[to] += amount;
    }
    let both = accounts[0] + accounts[1];
    if both != 150 {
        panic!("money was made");
    }
    if accounts[1] == 0 && accounts[0] < 150 {
        panic!("money was lost");
    }
    if accounts[0] > 140 && !closed {
        std::process::exit(9);
    }
}
