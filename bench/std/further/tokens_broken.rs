// effigy: --sym-stdin 8
//! `tokens.rs` with a defect: a backslash is believed to be followed by something.
//! Meant to be explored with 8 bytes of standard input.

use std::fmt::{self, Write};
use std::io;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    Number(u64),
    Text(String),
    Sign(char),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Name(name) => f.write_str(name),
            Token::Number(value) => write!(f, "{value}"),
            Token::Sign(sign) => f.write_char(*sign),
            Token::Text(text) => {
                f.write_char('"')?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(f, "\\{c}")?,
                        '\n' => f.write_str("\\n")?,
                        c if c.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(c))?,
                        c => f.write_char(c)?,
                    }
                }
                f.write_char('"')
            }
        }
    }
}

struct Lexer<'a> {
    chars: Peekable<Chars<'a>>,
}

impl Lexer<'_> {
    /// The characters from here on that fulfil a condition.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.chars.next_if(|c| belongs(*c)) {
            taken.push(c);
        }
        taken
    }

    /// The rest of a string, of which the first quote is consumed.
    fn text(&mut self) -> Result<Token, String> {
        let mut text = String::new();
        loop {
            match self.chars.next().ok_or("a string without its end")? {
                '"' => return Ok(Token::Text(text)),
                '\\' => text.push(self.escape()?),
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        match self.chars.next().unwrap() {
            //~^ FINDING[panic]: called `Option::unwrap()` on a `None` value
            'n' => Ok('\n'),
            'x' => {
                let mut digit = || self.chars.next().and_then(|c| c.to_digit(16));
                let (high, low) = digit().zip(digit()).ok_or("`\\x` and no two digits")?;
                char::from_u32(high * 16 + low).ok_or_else(|| "no character".to_string())
            }
            c @ ('"' | '\\') => Ok(c),
            c => Err(format!("unknown escape {c:?}")),
        }
    }

    fn token(&mut self) -> Result<Option<Token>, String> {
        self.take(char::is_whitespace);
        let Some(&first) = self.chars.peek() else {
            return Ok(None);
        };
        if first.is_alphabetic() {
            return Ok(Some(Token::Name(self.take(|c| c.is_alphanumeric() || c == '_'))));
        }
        if first.is_ascii_digit() {
            let digits = self.take(|c| c.is_ascii_digit());
            return digits
                .parse()
                .map(|value| Some(Token::Number(value)))
                .map_err(|e| e.to_string());
        }
        self.chars.next();
        match first {
            '"' => self.text().map(Some),
            sign if sign.is_ascii_punctuation() => Ok(Some(Token::Sign(sign))),
            other => Err(format!("{other:?} begins no token")),
        }
    }
}

fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut lexer = Lexer { chars: line.chars().peekable() };
    std::iter::from_fn(|| lexer.token().transpose()).collect()
}

fn main() -> io::Result<()> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    match tokens(line.trim_end()) {
        Ok(found) => {
            let written: Vec<String> = found.iter().map(Token::to_string).collect();
            assert_eq!(tokens(&written.join(" ")), Ok(found));
            println!("{} tokens: {}", written.len(), written.join(" "));
        }
        Err(problem) => println!("invalid: {problem}"),
    }
    Ok(())
}
