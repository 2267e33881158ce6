// effigy: --sym-stdin 4
// A lexer and a sum over `1+2`; a sign at the end of the input is read past.
use std::io::{self, Read};
use std::iter::Peekable;
use std::slice::Iter;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Token {
    Number(u32),
    Plus,
    Minus,
}

fn number(bytes: &mut Peekable<Iter<'_, u8>>) -> u32 {
    let mut value = 0;
    while let Some(digit) = bytes.next_if(|byte| byte.is_ascii_digit()) {
        value = value * 10 + u32::from(digit - b'0');
    }
    value
}

fn lex(input: &[u8]) -> Option<Vec<Token>> {
    let mut bytes = input.iter().peekable();
    let mut tokens = Vec::new();
    while let Some(byte) = bytes.peek() {
        let token = match byte {
            b'0'..=b'9' => Token::Number(number(&mut bytes)),
            b'+' => {
                bytes.next();
                Token::Plus
            }
            b'-' => {
                bytes.next();
                Token::Minus
            }
            _ => return None,
        };
        tokens.push(token);
    }
    Some(tokens)
}

fn sum(tokens: &[Token]) -> u32 {
    let mut at = 0;
    let mut total = 0;
    while at < tokens.len() {
        match tokens[at] {
            Token::Number(value) => total = value,
            sign => {
                at += 1;
                let operand = tokens[at]; //~ FINDING[out-of-bounds]: index out of bounds
                let Token::Number(value) = operand else {
                    return 0;
                };
                if sign == Token::Plus {
                    total += value;
                } else {
                    total -= value; //~ FINDING[overflow]: attempt to subtract with overflow
                }
            }
        }
        at += 1;
    }
    total
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    match lex(&input) {
        Some(tokens) if sum(&tokens) > 50 => println!("large"),
        Some(_) => println!("small"),
        None => println!("not a sum"),
    }
    Ok(())
}
