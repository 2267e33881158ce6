// effigy: --sym-stdin 10
//! `csv.rs` with a defect: a field with a line break is written without quotes.
//! Meant to be explored with 10 bytes of standard input.

use std::io;
use std::iter::Peekable;
use std::str::Chars;

#[derive(Debug, PartialEq)]
enum CsvError {
    UnclosedQuote,
    TextAfterQuote(char),
    QuoteInField,
}

/// The rest of a field behind its opening quote; `""` stands for one quote.
fn quoted(chars: &mut Peekable<Chars>) -> Result<String, CsvError> {
    let mut field = String::new();
    loop {
        match chars.next() {
            None => return Err(CsvError::UnclosedQuote),
            Some('"') if chars.next_if_eq(&'"').is_some() => field.push('"'),
            Some('"') => return Ok(field),
            Some(c) => field.push(c),
        }
    }
}

fn plain(chars: &mut Peekable<Chars>) -> Result<String, CsvError> {
    let mut field = String::new();
    while let Some(c) = chars.next_if(|c| !matches!(c, ',' | '\n')) {
        if c == '"' {
            return Err(CsvError::QuoteInField);
        }
        field.push(c);
    }
    Ok(field)
}

/// The fields of the next record.
fn record(chars: &mut Peekable<Chars>) -> Result<Vec<String>, CsvError> {
    let mut fields = Vec::new();
    loop {
        let field = if chars.next_if_eq(&'"').is_some() { quoted(chars) } else { plain(chars) };
        fields.push(field?);
        match chars.next() {
            Some(',') => {}
            Some('\n') | None => return Ok(fields),
            Some(c) => return Err(CsvError::TextAfterQuote(c)),
        }
    }
}

fn write_field(field: &str) -> String {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

fn write_record(fields: &[String]) -> String {
    fields.iter().map(|field| write_field(field)).collect::<Vec<_>>().join(",")
}

fn main() -> io::Result<()> {
    let text = io::read_to_string(io::stdin())?;
    let mut chars = text.chars().peekable();
    let mut number = 0;
    while chars.peek().is_some() {
        number += 1;
        let fields = match record(&mut chars) {
            Ok(fields) => fields,
            Err(problem) => {
                println!("record {number}: {problem:?}");
                break;
            }
        };
        for (column, field) in fields.iter().enumerate() {
            println!("{number}.{}: {field}", column + 1);
        }
        let written = write_record(&fields);
        assert_eq!(record(&mut written.chars().peekable()), Ok(fields)); //~ FINDING[assertion]: left == right
    }
    println!("{number} records");
    Ok(())
}
