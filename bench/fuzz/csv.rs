//! Sums up a table of comma-separated values. The first row names the columns, and what is calculated of them: `price:sum`.

use std::io::Read;

#[derive(Debug)]
pub enum Error {
    Quotes(usize),
    Columns(usize),
    Number(usize),
    Kind(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Count,
    Sum,
    Most,
    Mean,
}

struct Column {
    name: String,
    kind: Kind,
    values: Vec<i64>,
}

/// Splits a text into rows of fields; a field in quotes may hold commas, line breaks and doubled quotes.
fn rows(text: &str) -> Result<Vec<Vec<String>>, Error> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut field = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if field.is_empty() => loop {
                match chars.next() {
                    Some('"') if chars.next_if_eq(&'"').is_some() => field.push('"'),
                    Some('"') => break,
                    Some(c) => field.push(c),
                    None => return Err(Error::Quotes(rows.len() + 1)),
                }
            },
            '"' => return Err(Error::Quotes(rows.len() + 1)),
            ',' => row.push(std::mem::take(&mut field)),
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() || !row.is_empty() {
        row.push(field);
        rows.push(row);
    }
    Ok(rows)
}

fn column(head: &str) -> Result<Column, Error> {
    let (name, kind) = head.rsplit_once(':').unwrap_or((head, "text"));
    let kind = match kind.trim() {
        "text" => Kind::Text,
        "count" => Kind::Count,
        "sum" => Kind::Sum,
        "max" => Kind::Most,
        "mean" => Kind::Mean,
        other => return Err(Error::Kind(other.to_owned())),
    };
    Ok(Column { name: name.trim().to_owned(), kind, values: Vec::new() })
}

fn add(column: &mut Column, field: &str, line: usize) -> Result<(), Error> {
    let field = field.trim();
    match column.kind {
        Kind::Text => {}
        // A field without anything has no value.
        _ if field.is_empty() => {}
        Kind::Count => column.values.push(1),
        Kind::Sum | Kind::Most | Kind::Mean => {
            let value: i32 = field.parse().map_err(|_| Error::Number(line))?;
            column.values.push(i64::from(value));
        }
    }
    Ok(())
}

fn result(column: &Column) -> Option<i64> {
    let sum: i64 = column.values.iter().sum();
    match column.kind {
        Kind::Text => None,
        Kind::Count | Kind::Sum => Some(sum),
        Kind::Most => column.values.iter().copied().max(),
        Kind::Mean => Some(sum / column.values.len() as i64),
    }
}

pub fn parse(data: &[u8]) -> Result<Vec<(String, i64)>, Error> {
    let text = String::from_utf8_lossy(data);
    let rows = rows(&text)?;
    let Some((head, rest)) = rows.split_first() else { return Ok(Vec::new()) };
    let mut columns = head.iter().map(|head| column(head)).collect::<Result<Vec<_>, _>>()?;
    for (index, row) in rest.iter().enumerate() {
        if row.len() != columns.len() {
            return Err(Error::Columns(index + 2));
        }
        for (column, field) in columns.iter_mut().zip(row) {
            add(column, field, index + 2)?;
        }
    }
    Ok(columns.iter().filter_map(|c| Some((c.name.clone(), result(c)?))).collect())
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
