// effigy: --sym-stdin 9
//! `glob.rs` with a defect: the fast matcher does not go back to a star when the pattern is used up before the name.
//! Meant to be explored with 9 bytes of standard input.

use std::io::{self, BufRead};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Exact(char),
    One,
    Many,
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl Piece {
    /// Whether one character matches. A star matches none by itself.
    fn accepts(&self, c: char) -> bool {
        match self {
            Piece::Exact(own) => *own == c,
            Piece::One => true,
            Piece::Many => false,
            Piece::Class { negated, ranges } => {
                ranges.iter().any(|(low, high)| (low..=high).contains(&&c)) != *negated
            }
        }
    }
}

/// The ranges up to the closing bracket, and what is behind it.
fn ranges(mut rest: &[char]) -> Option<(Vec<(char, char)>, &[char])> {
    let mut ranges = Vec::new();
    loop {
        rest = match rest {
            [']', rest @ ..] => return Some((ranges, rest)),
            [low, '-', high, rest @ ..] if *high != ']' => {
                ranges.push((*low, *high));
                rest
            }
            [single, rest @ ..] => {
                ranges.push((*single, *single));
                rest
            }
            [] => return None,
        };
    }
}

fn compile(pattern: &str) -> Option<Vec<Piece>> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut rest = chars.as_slice();
    let mut pieces = Vec::new();
    while let [first, behind @ ..] = rest {
        rest = behind;
        pieces.push(match first {
            '*' => Piece::Many,
            '?' => Piece::One,
            '[' => {
                let negated = rest.first() == Some(&'!');
                let (ranges, behind) = ranges(&rest[usize::from(negated)..])?;
                rest = behind;
                Piece::Class { negated, ranges }
            }
            c => Piece::Exact(*c),
        });
    }
    Some(pieces)
}

/// Matches by going back to the last star only.
fn matches(pieces: &[Piece], name: &[char]) -> bool {
    let (mut piece, mut at) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() && piece < pieces.len() {
        if pieces.get(piece) == Some(&Piece::Many) {
            star = Some((piece, at));
            piece += 1;
        } else if pieces.get(piece).is_some_and(|own| own.accepts(name[at])) {
            piece += 1;
            at += 1;
        } else if let Some((last, taken)) = star {
            star = Some((last, taken + 1));
            piece = last + 1;
            at = taken + 1;
        } else {
            return false;
        }
    }
    at == name.len() && pieces[piece..].iter().all(|own| *own == Piece::Many)
}

/// Matches by trying all that a star can stand for.
fn matches_simply(pieces: &[Piece], name: &[char]) -> bool {
    match pieces {
        [] => name.is_empty(),
        [Piece::Many, rest @ ..] => (0..=name.len()).any(|n| matches_simply(rest, &name[n..])),
        [own, rest @ ..] => name
            .split_first()
            .is_some_and(|(first, behind)| own.accepts(*first) && matches_simply(rest, behind)),
    }
}

fn main() -> io::Result<()> {
    let mut lines = io::stdin().lock().lines();
    let pattern = lines.next().transpose()?.unwrap_or_default();
    let Some(pieces) = compile(&pattern) else {
        println!("a bracket of {pattern:?} is not closed");
        return Ok(());
    };
    for name in lines {
        let name = name?;
        let chars: Vec<char> = name.chars().collect();
        let matched = matches(&pieces, &chars);
        assert_eq!(matched, matches_simply(&pieces, &chars)); //~ FINDING[assertion]: left == right
        println!("{name}: {}", if matched { "yes" } else { "no" });
    }
    Ok(())
}
