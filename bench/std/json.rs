// effigy: --sym-stdin 10
//! A JSON value, parsed by recursive descent and printed again without blanks.
//! Meant to be explored with 10 bytes of standard input.

use std::collections::BTreeMap;
use std::{fmt, io, iter::Peekable, str::Chars};

enum Json {
    Literal(&'static str),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Literal(word) => f.write_str(word),
            Json::Number(value) => write!(f, "{value}"),
            Json::String(text) => write!(f, "{text:?}"),
            Json::Array(items) => {
                let items: Vec<String> = items.iter().map(Json::to_string).collect();
                write!(f, "[{}]", items.join(","))
            }
            Json::Object(members) => {
                let members: Vec<String> =
                    members.iter().map(|(key, value)| format!("{key:?}:{value}")).collect();
                write!(f, "{{{}}}", members.join(","))
            }
        }
    }
}

struct Parser<'a>(Peekable<Chars<'a>>);

impl Parser<'_> {
    /// The next character that is no blank, which is not consumed.
    fn peek(&mut self) -> Option<char> {
        while self.0.next_if(|c| matches!(c, ' ' | '\t' | '\r' | '\n')).is_some() {}
        self.0.peek().copied()
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.peek();
        self.0.next_if_eq(&wanted).map(drop).ok_or_else(|| format!("{wanted:?} expected"))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        let depth = depth.checked_sub(1).ok_or("nested too deeply")?;
        match self.peek() {
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => self.string().map(Json::String),
            Some('-' | '0'..='9') => self.number(),
            _ => self.literal(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = BTreeMap::new();
        self.expect('{')?;
        while self.peek() != Some('}') {
            if !members.is_empty() {
                self.expect(',')?;
            }
            let key = self.string()?;
            self.expect(':')?;
            members.insert(key, self.value(depth)?);
        }
        self.expect('}').map(|()| Json::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.expect('[')?;
        while self.peek() != Some(']') {
            if !items.is_empty() {
                self.expect(',')?;
            }
            items.push(self.value(depth)?);
        }
        self.expect(']').map(|()| Json::Array(items))
    }

    fn string(&mut self) -> Result<String, String> {
        let mut text = String::new();
        self.expect('"')?;
        loop {
            match self.0.next().ok_or("a string without its end")? {
                '"' => return Ok(text),
                '\\' => text.push(self.escape().ok_or("unknown escape")?),
                c if c < ' ' => return Err("a control character in a string".to_string()),
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        match self.0.next()? {
            c @ ('"' | '\\' | '/') => Some(c),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'u' => {
                let mut code = 0;
                for _ in 0..4 {
                    code = code * 16 + self.0.next()?.to_digit(16)?;
                }
                Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            _ => None,
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let mut text = String::new();
        let belongs = |c: &char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        while let Some(c) = self.0.next_if(belongs) {
            text.push(c);
        }
        text.parse().map(Json::Number).map_err(|problem| format!("{text}: {problem}"))
    }

    fn literal(&mut self) -> Result<Json, String> {
        let mut word = String::new();
        while let Some(c) = self.0.next_if(char::is_ascii_lowercase) {
            word.push(c);
        }
        let known = ["null", "true", "false"].into_iter().find(|known| *known == word);
        known.map(Json::Literal).ok_or_else(|| format!("a value expected, not {word:?}"))
    }
}

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let mut parser = Parser(text.chars().peekable());
    match parser.value(100) {
        Ok(value) if parser.peek().is_none() => println!("{value}"),
        Ok(value) => println!("invalid: text after {value}"),
        Err(problem) => println!("invalid: {problem}"),
    }
    Ok(())
}
