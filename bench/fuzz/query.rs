//! Answers queries of a small language on a table of four rows: `SELECT name FROM items WHERE price > 3 ORDER BY stock`.

use std::cmp::Ordering;
use std::io::Read;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    Number(i64),
    Text(String),
    Sign(char),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Number(i64),
    Text(String),
}

#[derive(Debug)]
pub enum Error {
    Token(char),
    Expected(&'static str),
    Unknown(String),
}

type Row = (&'static str, i64, i64);

const ITEMS: [Row; 4] = [("bolt", 2, 900), ("nut", 1, 450), ("saw", 25, 4), ("vice", 60, 2)];

fn tokens(text: &str) -> Result<Vec<Token>, Error> {
    let mut found = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_ascii_whitespace() => {}
            'a'..='z' | 'A'..='Z' | '_' => {
                let mut word = c.to_string();
                while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                found.push(Token::Word(word.to_ascii_lowercase()));
            }
            '0'..='9' => {
                let mut digits = c.to_string();
                while let Some(c) = chars.next_if(char::is_ascii_digit) {
                    digits.push(c);
                }
                let number = digits.parse::<u32>().map_err(|_| Error::Expected("a smaller number"))?;
                found.push(Token::Number(i64::from(number)));
            }
            '\'' => {
                let mut text = String::new();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => text.push(c),
                        None => return Err(Error::Expected("a quote")),
                    }
                }
                found.push(Token::Text(text));
            }
            ',' | '*' | '=' | '<' | '>' => found.push(Token::Sign(c)),
            c => return Err(Error::Token(c)),
        }
    }
    Ok(found)
}

fn value(row: &Row, column: &str) -> Result<Value, Error> {
    match column {
        "name" => Ok(Value::Text(row.0.to_owned())),
        "price" => Ok(Value::Number(row.1)),
        "stock" => Ok(Value::Number(row.2)),
        _ => Err(Error::Unknown(column.to_owned())),
    }
}

struct Parser {
    tokens: std::vec::IntoIter<Token>,
}

impl Parser {
    fn accept(&mut self, token: &Token) -> bool {
        let there = self.tokens.as_slice().first() == Some(token);
        if there {
            self.tokens.next();
        }
        there
    }

    fn word(&mut self, word: &str) -> bool {
        self.accept(&Token::Word(word.to_owned()))
    }

    fn need(&mut self, word: &'static str) -> Result<(), Error> {
        if self.word(word) { Ok(()) } else { Err(Error::Expected(word)) }
    }

    fn name(&mut self) -> Result<String, Error> {
        match self.tokens.next() {
            Some(Token::Word(name)) => Ok(name),
            _ => Err(Error::Expected("a name")),
        }
    }

    fn number(&mut self) -> Result<usize, Error> {
        match self.tokens.next() {
            Some(Token::Number(number)) => Ok(number as usize),
            _ => Err(Error::Expected("a number")),
        }
    }

    fn columns(&mut self) -> Result<Vec<String>, Error> {
        if self.accept(&Token::Sign('*')) {
            return Ok(["name", "price", "stock"].map(str::to_owned).to_vec());
        }
        let mut columns = vec![self.name()?];
        while self.accept(&Token::Sign(',')) {
            columns.push(self.name()?);
        }
        Ok(columns)
    }

    /// Keeps the rows for which a comparison holds.
    fn condition(&mut self, rows: &mut Vec<Row>) -> Result<(), Error> {
        let column = self.name()?;
        let wanted = match self.tokens.next() {
            Some(Token::Sign('=')) => Ordering::Equal,
            Some(Token::Sign('<')) => Ordering::Less,
            Some(Token::Sign('>')) => Ordering::Greater,
            _ => return Err(Error::Expected("a comparison")),
        };
        let right = match self.tokens.next() {
            Some(Token::Number(number)) => Value::Number(number),
            Some(Token::Text(text)) => Value::Text(text),
            _ => return Err(Error::Expected("a value")),
        };
        let mut kept = Vec::new();
        for row in rows.iter() {
            if value(row, &column)?.cmp(&right) == wanted {
                kept.push(*row);
            }
        }
        *rows = kept;
        Ok(())
    }
}

fn select(parser: &mut Parser) -> Result<Vec<Vec<Value>>, Error> {
    parser.need("select")?;
    let columns = parser.columns()?;
    parser.need("from")?;
    parser.need("items")?;
    let mut rows = ITEMS.to_vec();
    if parser.word("where") {
        parser.condition(&mut rows)?;
        while parser.word("and") {
            parser.condition(&mut rows)?;
        }
    }
    if parser.word("order") {
        parser.need("by")?;
        let column = parser.name()?;
        value(&ITEMS[0], &column)?;
        rows.sort_by_key(|row| value(row, &column).ok());
        if parser.word("desc") {
            rows.reverse();
        }
    }
    if parser.word("limit") {
        let limit = parser.number()?;
        let skipped = if parser.word("offset") { parser.number()? } else { 0 };
        let end = rows.len().min(skipped + limit);
        rows = rows[skipped..end].to_vec();
    }
    let cells = |row: &Row| columns.iter().map(|column| value(row, column)).collect();
    rows.iter().map(cells).collect()
}

pub fn parse(data: &[u8]) -> Result<Vec<Vec<Value>>, Error> {
    let text = String::from_utf8_lossy(data);
    let mut parser = Parser { tokens: tokens(&text)?.into_iter() };
    let rows = select(&mut parser)?;
    if parser.tokens.next().is_some() { Err(Error::Expected("the end")) } else { Ok(rows) }
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
