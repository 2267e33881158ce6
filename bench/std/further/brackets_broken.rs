// effigy: --sym-stdin 9
//! `brackets.rs` with a defect: what stands before a bracket is cut at its column instead of its byte.
//! Meant to be explored with 9 bytes of standard input.

use std::fmt;
use std::io::{self, BufRead};

const PAIRS: [(char, char); 3] = [('(', ')'), ('[', ']'), ('{', '}')];

/// A bracket and where it stands; `start` counts bytes of its line.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    sign: char,
    line: usize,
    start: usize,
}

#[derive(Debug)]
enum Problem {
    Unopened(Bracket),
    Unclosed(Bracket),
    Crossed { opened: Bracket, closed: Bracket },
}

impl Problem {
    fn place(&self) -> Bracket {
        match *self {
            Problem::Unopened(bracket) | Problem::Unclosed(bracket) => bracket,
            Problem::Crossed { closed, .. } => closed,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unopened(bracket) => write!(f, "`{}` was not opened", bracket.sign),
            Problem::Unclosed(bracket) => write!(f, "`{}` is not closed", bracket.sign),
            Problem::Crossed { opened, closed } => {
                write!(f, "`{}` closes `{}` of line {}", closed.sign, opened.sign, opened.line + 1)
            }
        }
    }
}

fn closing(sign: char) -> Option<char> {
    PAIRS.iter().find(|pair| pair.0 == sign).map(|pair| pair.1)
}

fn check(lines: &[String]) -> Result<usize, Problem> {
    let mut open: Vec<Bracket> = Vec::new();
    let mut deepest = 0;
    for (line, text) in lines.iter().enumerate() {
        for (start, sign) in text.chars().enumerate() {
            let bracket = Bracket { sign, line, start };
            if closing(sign).is_some() {
                open.push(bracket);
                deepest = deepest.max(open.len());
            } else if PAIRS.iter().any(|pair| pair.1 == sign) {
                let opened = open.pop().ok_or(Problem::Unopened(bracket))?;
                if closing(opened.sign) != Some(sign) {
                    return Err(Problem::Crossed { opened, closed: bracket });
                }
            }
        }
    }
    open.pop().map_or(Ok(deepest), |bracket| Err(Problem::Unclosed(bracket)))
}

/// Whether nothing is left of the brackets when pairs of neighbours are taken out.
fn vanishes(lines: &[String]) -> bool {
    let is_bracket = |c: &char| PAIRS.iter().any(|pair| pair.0 == *c || pair.1 == *c);
    let mut signs: String = lines.iter().flat_map(|line| line.chars()).filter(is_bracket).collect();
    loop {
        let fewer = signs.replace("()", "").replace("[]", "").replace("{}", "");
        if fewer.len() == signs.len() {
            return signs.is_empty();
        }
        signs = fewer;
    }
}

fn main() -> io::Result<()> {
    let lines = io::stdin().lock().lines().collect::<io::Result<Vec<String>>>()?;
    let checked = check(&lines);
    assert_eq!(checked.is_ok(), vanishes(&lines));
    match checked {
        Ok(deepest) => println!("{} lines, {deepest} levels", lines.len()),
        Err(problem) => {
            let Bracket { line, start, .. } = problem.place();
            let before = &lines[line][..start]; //~ FINDING[out-of-bounds]
            let column = before.chars().count() + 1;
            println!("{}:{column}: {problem}", line + 1);
            println!("{}\n{:>column$}", lines[line], '^');
        }
    }
    Ok(())
}
