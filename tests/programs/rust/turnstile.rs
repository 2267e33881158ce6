// effigy: --sym-stdin 5
// A state machine in a constant table; one entry of the table is wrong.
use std::io::{self, Read};

const STATES: usize = 4;

/// The next state by state and event; the states are locked, open, alarm and broken.
static TABLE: [[usize; 3]; STATES] = [
    // coin, push, kick
    [1, 0, 2],
    [1, 0, 1],
    [2, 4, 3],
    [3, 3, 3],
];

static NAMES: [&str; STATES] = ["locked", "open", "alarm", "broken"];

fn event(byte: u8) -> Option<usize> {
    b"cpk".iter().position(|known| *known == byte)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;

    let mut state = 0;
    let mut passed = 0u32;
    for byte in &input {
        let Some(event) = event(*byte) else {
            break;
        };
        let row = &TABLE[state]; //~ FINDING[out-of-bounds]: index out of bounds: the len is 4 but the index is 4
        let next = row[event];
        if state == 1 && event == 1 {
            passed += 1;
        }
        state = next;
    }
    assert!(passed <= 2);
    if let Some(name) = NAMES.get(state) {
        println!("{name} after {passed}");
    }
    Ok(())
}
