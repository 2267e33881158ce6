// effigy: --sym-stdin 3
// VecDeque and LinkedList as queues driven by commands.
use std::collections::{LinkedList, VecDeque};
use std::io::{self, Read};

/// Rotates left and undoes it.
fn there_and_back(ring: &mut VecDeque<u8>, steps: usize) {
    let before: Vec<u8> = ring.iter().copied().collect();
    ring.rotate_left(steps);
    ring.rotate_right(steps);
    assert!(ring.iter().eq(before.iter()));
}

fn main() -> io::Result<()> {
    let mut commands = [0; 3];
    let length = io::stdin().read(&mut commands)?;

    let mut ring: VecDeque<u8> = (1..=4).collect();
    let mut log = LinkedList::new();
    for command in commands.iter().take(length) {
        match command {
            b'r' => ring.rotate_left(1),
            b'p' => {
                if let Some(front) = ring.pop_front() {
                    log.push_back(front);
                }
            }
            b'u' => {
                let last = log.pop_back().expect("something to undo"); //~ FINDING[panic]: something to undo
                ring.push_front(last);
            }
            b'm' => {
                // Moves the back to the front.
                if let Some(back) = ring.pop_back() {
                    ring.push_front(back);
                }
            }
            _ => break,
        }
    }

    assert_eq!(ring.len() + log.len(), 4);
    let mut everything: Vec<u8> = ring.iter().chain(log.iter()).copied().collect();
    everything.sort_unstable();
    assert_eq!(everything, [1, 2, 3, 4]);
    there_and_back(&mut ring, 1);

    if ring.len() > 1 {
        assert_ne!(ring.front(), ring.back());
    }
    let first = log.iter().next().copied().unwrap_or(1);
    assert_eq!(first, 1); //~ FINDING[assertion]: left == right
    Ok(())
}
