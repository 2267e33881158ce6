// effigy: --sym-stdin 3
// Counting votes with HashMap and HashSet; a tie was forgotten.
use std::collections::{HashMap, HashSet};
use std::io::{self, Read};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Choice {
    Red,
    Green,
    Blue,
}

impl Choice {
    const ALL: [Choice; 3] = [Choice::Red, Choice::Green, Choice::Blue];

    fn parse(ballot: u8) -> Option<Choice> {
        match ballot {
            b'r' | b'R' => Some(Choice::Red),
            b'g' | b'G' => Some(Choice::Green),
            b'b' | b'B' => Some(Choice::Blue),
            _ => None,
        }
    }
}

/// The only choice with the most votes.
fn winner(counts: &HashMap<Choice, usize>) -> Option<Choice> {
    let most = counts.values().copied().max()?;
    let mut leaders = Choice::ALL.into_iter().filter(|choice| counts.get(choice) == Some(&most));
    let first = leaders.next();
    if leaders.next().is_some() {
        None
    } else {
        first
    }
}

fn main() -> io::Result<()> {
    let mut ballots = Vec::new();
    io::stdin().read_to_end(&mut ballots)?;

    let mut counts: HashMap<Choice, usize> = HashMap::new();
    let mut seen = HashSet::new();
    for choice in ballots.iter().filter_map(|ballot| Choice::parse(*ballot)) {
        *counts.entry(choice).or_insert(0) += 1;
        seen.insert(choice);
    }
    assert_eq!(seen.len(), counts.len());
    assert_eq!(counts.contains_key(&Choice::Blue), seen.contains(&Choice::Blue));
    assert!(counts.values().sum::<usize>() <= ballots.len());

    if counts.is_empty() {
        println!("no valid vote");
        return Ok(());
    }
    let elected = winner(&counts).expect("somebody wins"); //~ FINDING[panic]: somebody wins
    println!("{elected:?}");
    Ok(())
}
