// effigy: --sym-stdin 12
//! `bases.rs` with a defect: the magnitude of a number is believed to be a number of the same type.
//! Meant to be explored with 12 bytes of standard input.

use std::fmt;
use std::io::{self, BufRead};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

impl Base {
    const ALL: [Base; 4] = [Base::Binary, Base::Octal, Base::Decimal, Base::Hexadecimal];

    fn radix(self) -> u32 {
        match self {
            Base::Binary => 2,
            Base::Octal => 8,
            Base::Decimal => 10,
            Base::Hexadecimal => 16,
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Base::Binary => "0b",
            Base::Octal => "0o",
            Base::Decimal => "",
            Base::Hexadecimal => "0x",
        }
    }

    fn write(self, value: i32) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let mut rest = (if value < 0 { -value } else { value }) as u32; //~ FINDING[overflow]: attempt to negate with overflow
        let mut digits = Vec::new();
        while rest > 0 || digits.is_empty() {
            digits.extend(char::from_digit(rest % self.radix(), self.radix()));
            rest /= self.radix();
        }
        let digits: String = digits.into_iter().rev().collect();
        format!("{sign}{}{digits}", self.prefix())
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Problem {
    Empty,
    Digit(char),
    Range,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => f.write_str("no digits"),
            Problem::Digit(c) => write!(f, "{c:?} is no digit of this base"),
            Problem::Range => f.write_str("more than 32 bits"),
        }
    }
}

fn read(text: &str) -> Result<i32, Problem> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text),
    };
    let (base, digits) = [Base::Binary, Base::Octal, Base::Hexadecimal]
        .into_iter()
        .find_map(|base| Some((base, unsigned.strip_prefix(base.prefix())?)))
        .unwrap_or((Base::Decimal, unsigned));
    let mut value: Option<i32> = None;
    for c in digits.chars().filter(|c| *c != '_') {
        let digit = c.to_digit(base.radix()).ok_or(Problem::Digit(c))? as i32;
        let shifted = value.unwrap_or(0).checked_mul(base.radix() as i32);
        let next = if negative {
            shifted.and_then(|value| value.checked_sub(digit))
        } else {
            shifted.and_then(|value| value.checked_add(digit))
        };
        value = Some(next.ok_or(Problem::Range)?);
    }
    value.ok_or(Problem::Empty)
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        for word in line?.split_whitespace() {
            match read(word) {
                Ok(value) => {
                    let written = Base::ALL.map(|base| base.write(value));
                    assert!(written.iter().all(|text| read(text) == Ok(value)));
                    println!("{word} = {}", written.join(" = "));
                }
                Err(problem) => println!("{word}: {problem}"),
            }
        }
    }
    Ok(())
}
