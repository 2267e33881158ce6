// effigy: --sym-stdin 3
// A reverse Polish calculator: digits push, operators pop two numbers.
use std::io::{self, Read};

struct Machine {
    stack: Vec<i32>,
}

impl Machine {
    fn pop(&mut self) -> i32 {
        self.stack.pop().unwrap() //~ FINDING[panic]: called `Option::unwrap()` on a `None` value
    }

    fn step(&mut self, symbol: u8) {
        match symbol {
            b'0'..=b'9' => self.stack.push(i32::from(symbol - b'0')),
            b'+' => {
                let (right, left) = (self.pop(), self.pop());
                self.stack.push(left + right);
            }
            b'*' => {
                let (right, left) = (self.pop(), self.pop());
                self.stack.push(left * right);
            }
            b'/' => {
                let right = self.pop();
                let left = self.pop();
                self.stack.push(left / right); //~ FINDING[division-by-zero]: attempt to divide by zero
            }
            b'%' => {
                let (right, left) = (self.pop(), self.pop());
                self.stack.push(left % right); //~ FINDING[division-by-zero]: attempt to calculate the remainder with a divisor of zero
            }
            b'd' => {
                // Doubles the top; an empty stack is left alone.
                if let Some(top) = self.stack.last_mut() {
                    *top *= 2;
                }
            }
            _ => {}
        }
    }
}

fn main() {
    let mut program = [0u8; 3];
    let length = match io::stdin().read(&mut program) {
        Ok(length) => length,
        Err(_) => return,
    };
    let mut machine = Machine { stack: Vec::with_capacity(4) };
    for symbol in &program[..length] {
        machine.step(*symbol);
    }
    println!("{} left", machine.stack.len());
}
