// effigy: --sym-stdin 8
//! `calculator.rs` with a defect: the remainder does not look at its divisor.
//! Meant to be explored with 8 bytes of standard input.

use std::io;
use std::iter::Peekable;
use std::slice::Iter;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Token {
    Number(i64),
    Operator(char),
    Open,
    Close,
}

type Tokens<'a> = Peekable<Iter<'a, Token>>;

fn tokenize(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        tokens.push(match c {
            '(' => Token::Open,
            ')' => Token::Close,
            '+' | '-' | '*' | '/' | '%' => Token::Operator(c),
            '0'..='9' => {
                let mut digits = String::from(c);
                while let Some(digit) = chars.next_if(char::is_ascii_digit) {
                    digits.push(digit);
                }
                Token::Number(digits.parse().map_err(|problem| format!("{digits}: {problem}"))?)
            }
            c if c.is_whitespace() => continue,
            c => return Err(format!("unexpected character {c:?}")),
        });
    }
    Ok(tokens)
}

fn precedence(operator: char) -> u8 {
    if matches!(operator, '+' | '-') { 1 } else { 2 }
}

fn apply(operator: char, left: i64, right: i64) -> Result<i64, String> {
    let result = match operator {
        '+' => left.checked_add(right),
        '-' => left.checked_sub(right),
        '*' => left.checked_mul(right),
        '/' if right == 0 => return Err("division by zero".to_string()),
        '/' => left.checked_div(right),
        _ => Some(left % right), //~ FINDING[division-by-zero]: attempt to calculate the remainder with a divisor of zero
    };
    result.ok_or_else(|| "the result is too large".to_string())
}

/// An expression whose operators bind at least as tightly as `least`.
fn expression(tokens: &mut Tokens, least: u8, depth: usize) -> Result<i64, String> {
    let mut left = operand(tokens, depth)?;
    while let Some(&&Token::Operator(operator)) = tokens.peek() {
        if precedence(operator) < least {
            break;
        }
        tokens.next();
        let right = expression(tokens, precedence(operator) + 1, depth)?;
        left = apply(operator, left, right)?;
    }
    Ok(left)
}

fn operand(tokens: &mut Tokens, depth: usize) -> Result<i64, String> {
    let depth = depth.checked_sub(1).ok_or("nested too deeply")?;
    match tokens.next() {
        Some(&Token::Number(value)) => Ok(value),
        Some(Token::Operator('-')) => apply('-', 0, operand(tokens, depth)?),
        Some(Token::Open) => {
            let value = expression(tokens, 1, depth)?;
            match tokens.next() {
                Some(Token::Close) => Ok(value),
                _ => Err("a parenthesis is not closed".to_string()),
            }
        }
        Some(token) => Err(format!("unexpected {token:?}")),
        None => Err("the expression is not complete".to_string()),
    }
}

fn evaluate(line: &str) -> Result<i64, String> {
    let tokens = tokenize(line)?;
    let mut tokens = tokens.iter().peekable();
    let value = expression(&mut tokens, 1, 50)?;
    tokens.next().map_or(Ok(value), |token| Err(format!("unexpected {token:?}")))
}

fn main() {
    for line in io::stdin().lines() {
        let Ok(line) = line else {
            eprintln!("the input is not text");
            std::process::exit(1);
        };
        match evaluate(&line) {
            Ok(value) => println!("= {value}"),
            Err(problem) => println!("error: {problem}"),
        }
    }
}
