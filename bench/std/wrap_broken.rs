// effigy: --sym-stdin 12
//! `wrap.rs` with a defect: a long word is broken after so many bytes, which may be amid a character.
//! Meant to be explored with 12 bytes of standard input.

use std::io::{self, Read};
use std::process;

const WIDTH: usize = 6;

/// How many columns a piece of text takes.
fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Splits a word after its first `WIDTH` columns.
fn break_word(word: &str) -> (&str, &str) {
    (&word[..WIDTH], &word[WIDTH..]) //~ FINDING[out-of-bounds]
}

/// The lines of one paragraph.
fn wrap(paragraph: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for mut word in paragraph.split_whitespace() {
        if !line.is_empty() {
            if columns(&line) + 1 + columns(word) <= WIDTH {
                line.push(' ');
                line.push_str(word);
                continue;
            }
            lines.push(std::mem::take(&mut line));
        }
        while columns(word) > WIDTH {
            let (head, tail) = break_word(word);
            lines.push(head.to_string());
            word = tail;
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A line in a frame.
fn framed(line: &str) -> String {
    format!("|{line:<WIDTH$}|")
}

fn main() {
    let mut bytes = Vec::new();
    if let Err(problem) = io::stdin().lock().read_to_end(&mut bytes) {
        eprintln!("wrap: {problem}");
        process::exit(1);
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(problem) => {
            eprintln!("wrap: {problem}");
            process::exit(1);
        }
    };
    for paragraph in text.split("\n\n") {
        let lines = wrap(paragraph);
        assert!(lines.iter().all(|line| columns(line) <= WIDTH));
        for line in &lines {
            println!("{}", framed(line));
        }
        println!();
    }
}
