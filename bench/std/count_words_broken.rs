// effigy: --sym-stdin 10
//! `count_words.rs` with a defect: the words are ranked by the alphabet alone.
//! Meant to be explored with 10 bytes of standard input.

use std::collections::HashMap;
use std::io::{self, BufRead};

/// The words of a line in small letters, without the punctuation around them.
fn words(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split_whitespace()
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

#[derive(Default)]
struct Tally {
    counts: HashMap<String, usize>,
    total: usize,
}

impl Tally {
    fn add(&mut self, word: String) {
        *self.counts.entry(word).or_default() += 1;
        self.total += 1;
    }

    /// Words and counts.
    fn ranking(&self) -> Vec<(&str, usize)> {
        let mut ranking: Vec<_> =
            self.counts.iter().map(|(word, count)| (word.as_str(), *count)).collect();
        ranking.sort_unstable_by(|a, b| a.0.cmp(b.0));
        ranking
    }

    fn report(&self) {
        let ranking = self.ranking();
        let Some(&(leader, most)) = ranking.first() else {
            println!("no words");
            return;
        };
        println!("{} words, {} different", self.total, ranking.len());
        println!("{leader:>10} {most:>4}");
        for (word, count) in &ranking[1..] {
            let behind = most - count; //~ FINDING[overflow]: attempt to subtract with overflow
            println!("{word:>10} {count:>4} ({behind} behind)");
        }
        let once = ranking.iter().filter(|(_, count)| *count == 1).count();
        println!("{}% occur once", once * 100 / ranking.len());
    }
}

fn main() -> io::Result<()> {
    let mut tally = Tally::default();
    for line in io::stdin().lock().lines() {
        for word in words(&line?) {
            tally.add(word);
        }
    }
    tally.report();
    Ok(())
}
