//! Reads bytecode with handlers of errors, verifies how deep the stack is at each instruction, and runs it.

use std::io::Read;

const MAGIC: &[u8] = b"TRP1";
/// The deepest stack.
const DEEPEST: usize = 16;

#[derive(Debug)]
pub enum Error {
    Magic,
    Constants,
    Op(u8),
    Operand(usize),
    Target(usize),
    Depth(usize),
    Handlers(usize),
    Unreachable(usize),
    End,
    Uncaught(i32),
}

/// The instructions; a target is the place of a later instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Return,
    Push(i32),
    Add,
    Divide,
    Duplicate,
    Drop,
    JumpIfZero(usize),
    Jump(usize),
    Try(usize),
    End,
    Throw,
}

/// What is known at an instruction: how many values the stack has, and how many handlers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    depth: usize,
    handlers: usize,
}

/// Splits the code into instructions, with the place of each.
fn decode(code: &[u8], constants: &[i32]) -> Result<Vec<(usize, Op)>, Error> {
    let mut ops = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let operand = || code.get(at + 1).map(|byte| usize::from(*byte)).ok_or(Error::End);
        let op = match code[at] {
            0 => Op::Return,
            1 => Op::Push(*constants.get(operand()?).ok_or(Error::Operand(at))?),
            2 => Op::Add,
            3 => Op::Divide,
            4 => Op::Duplicate,
            5 => Op::Drop,
            6 => Op::JumpIfZero(operand()?),
            7 => Op::Jump(operand()?),
            8 => Op::Try(operand()?),
            9 => Op::End,
            10 => Op::Throw,
            other => return Err(Error::Op(other)),
        };
        ops.push((at, op));
        at += if matches!(code[at], 1 | 6..=8) { 2 } else { 1 };
    }
    Ok(ops)
}

struct Verifier {
    /// By the place in the code, where something jumps to it.
    expected: Vec<Option<State>>,
}

impl Verifier {
    /// Something jumps from `at` to a later place, always with the same state.
    fn jump(&mut self, at: usize, target: usize, state: State) -> Result<(), Error> {
        let place = self.expected.get_mut(target).filter(|_| target > at);
        let place = place.ok_or(Error::Target(at))?;
        match *place {
            Some(other) if other != state => Err(Error::Target(at)),
            _ => {
                *place = Some(state);
                Ok(())
            }
        }
    }

    /// The state behind an instruction; `None` where nothing goes on.
    fn step(&mut self, at: usize, op: Op, before: State) -> Result<Option<State>, Error> {
        let State { depth, handlers } = before;
        let (taken, given) = match op {
            Op::Return | Op::Drop | Op::JumpIfZero(_) | Op::Throw => (1, 0),
            Op::Push(_) => (0, 1),
            Op::Add | Op::Divide => (2, 1),
            Op::Duplicate => (1, 2),
            Op::Jump(_) | Op::Try(_) | Op::End => (0, 0),
        };
        let depth = depth.checked_sub(taken).ok_or(Error::Depth(at))? + given;
        if depth > DEEPEST {
            return Err(Error::Depth(at));
        }
        let state = State { depth, handlers };
        match op {
            Op::Return | Op::Throw => return Ok(None),
            Op::Jump(target) => {
                self.jump(at, target, state)?;
                return Ok(None);
            }
            Op::JumpIfZero(target) => self.jump(at, target, state)?,
            Op::Try(target) => {
                // The handler begins with the error on the stack.
                self.jump(at, target, State { depth: depth + 1, handlers })?;
                return Ok(Some(State { depth, handlers: handlers + 1 }));
            }
            Op::End => {
                let handlers = handlers.checked_sub(1).ok_or(Error::Handlers(at))?;
                return Ok(Some(State { depth, handlers }));
            }
            _ => {}
        }
        Ok(Some(state))
    }
}

fn verify(ops: &[(usize, Op)], size: usize) -> Result<(), Error> {
    let mut verifier = Verifier { expected: vec![None; size] };
    let mut state = Some(State { depth: 0, handlers: 0 });
    for (at, op) in ops {
        let expected = verifier.expected[*at].take();
        let before = match (state, expected) {
            (Some(state), Some(expected)) if state != expected => return Err(Error::Depth(*at)),
            (Some(state), _) | (None, Some(state)) => state,
            (None, None) => return Err(Error::Unreachable(*at)),
        };
        state = verifier.step(*at, *op, before)?;
    }
    // What is left is no place of an instruction.
    match verifier.expected.iter().position(Option::is_some) {
        Some(at) => Err(Error::Target(at)),
        None if state.is_some() => Err(Error::End),
        None => Ok(()),
    }
}

#[derive(Default)]
struct Machine {
    stack: Vec<i32>,
    /// Where each handler is, and how deep the stack was when it was set.
    handlers: Vec<(usize, usize)>,
}

impl Machine {
    fn pop(&mut self) -> i32 {
        self.stack.pop().expect("the verifier has counted the values")
    }

    /// The innermost handler is used up; where it is.
    fn throw(&mut self, error: i32) -> Result<usize, Error> {
        let (target, depth) = self.handlers.pop().ok_or(Error::Uncaught(error))?;
        self.stack.truncate(depth);
        self.stack.push(error);
        Ok(target)
    }

    /// Runs one instruction; where it goes on when that is not the next one.
    fn step(&mut self, op: Op) -> Result<Option<usize>, Error> {
        match op {
            Op::Push(value) => self.stack.push(value),
            Op::Add => {
                let (right, left) = (self.pop(), self.pop());
                self.stack.push(left.wrapping_add(right));
            }
            Op::Divide => {
                let (right, left) = (self.pop(), self.pop());
                if right == 0 {
                    return self.throw(left).map(Some);
                }
                self.stack.push(left.wrapping_div(right));
            }
            Op::Duplicate => {
                let value = self.pop();
                self.stack.extend([value, value]);
            }
            Op::Drop => {
                self.pop();
            }
            Op::JumpIfZero(target) => return Ok((self.pop() == 0).then_some(target)),
            Op::Jump(target) => return Ok(Some(target)),
            Op::Try(target) => self.handlers.push((target, self.stack.len())),
            Op::End => {
                self.handlers.pop();
            }
            Op::Throw => {
                let error = self.pop();
                return self.throw(error).map(Some);
            }
            Op::Return => {}
        }
        Ok(None)
    }

    fn run(&mut self, ops: &[(usize, Op)]) -> Result<i32, Error> {
        let mut next = 0;
        while let Some((_, op)) = ops.get(next) {
            if *op == Op::Return {
                return Ok(self.pop());
            }
            next = match self.step(*op)? {
                Some(target) => ops.partition_point(|(place, _)| *place < target),
                None => next + 1,
            };
        }
        Err(Error::End)
    }
}

pub fn parse(data: &[u8]) -> Result<i32, Error> {
    let rest = data.strip_prefix(MAGIC).ok_or(Error::Magic)?;
    let (count, rest) = rest.split_first().ok_or(Error::Constants)?;
    let (table, code) = rest.split_at_checked(usize::from(*count) * 4).ok_or(Error::Constants)?;
    let constant = |bytes: &[u8]| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let constants: Vec<i32> = table.chunks_exact(4).map(constant).collect();
    let ops = decode(code, &constants)?;
    verify(&ops, code.len())?;
    Machine::default().run(&ops)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
