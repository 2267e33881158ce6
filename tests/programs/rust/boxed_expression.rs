// effigy: --sym-stdin 5
// Prefix expressions as a recursive enum: `+12`, `*3-45`.
use std::io::{self, Read};

enum Expr {
    Number(i8),
    Binary(u8, Box<Expr>, Box<Expr>),
    Negate(Box<Expr>),
}

/// Parses one expression from the front of `input` and leaves the rest there.
fn parse(input: &mut &[u8]) -> Option<Expr> {
    let (&head, tail) = input.split_first()?;
    *input = tail;
    match head {
        b'0'..=b'9' => Some(Expr::Number((head - b'0') as i8)),
        b'*' | b'/' => {
            let left = Box::new(parse(input)?);
            let right = Box::new(parse(input)?);
            Some(Expr::Binary(head, left, right))
        }
        b'-' => Some(Expr::Negate(Box::new(parse(input)?))),
        _ => None,
    }
}

fn evaluate(expr: &Expr) -> i8 {
    match expr {
        Expr::Number(value) => *value,
        Expr::Negate(inner) => -evaluate(inner),
        Expr::Binary(b'*', left, right) => {
            evaluate(left) * evaluate(right) //~ FINDING[overflow]: attempt to multiply with overflow
        }
        Expr::Binary(_, left, right) => {
            evaluate(left) / evaluate(right) //~ FINDING[division-by-zero]: attempt to divide by zero
        }
    }
}

fn size(expr: &Expr) -> usize {
    match expr {
        Expr::Number(_) => 1,
        Expr::Negate(inner) => 1 + size(inner),
        Expr::Binary(_, left, right) => 1 + size(left) + size(right),
    }
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut rest = input.as_slice();
    match parse(&mut rest) {
        Some(expr) => {
            assert_eq!(size(&expr), input.len() - rest.len());
            println!("{}", if evaluate(&expr) < 0 { "negative" } else { "not negative" });
        }
        None => println!("not an expression"),
    }
    Ok(())
}
