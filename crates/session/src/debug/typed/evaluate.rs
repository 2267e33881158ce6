//! What an expression about a compiled program means in a state.

use super::super::Debugger;
use super::super::data::DebugError;
use super::{Expr, Operator, Unary};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_exec::code::{Named, Src};
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::Stop;
use effigy_ir::source_type::{Reading, SourceType};
use effigy_term::Term;
use std::sync::Arc;

/// What a part of an expression stands for.
#[derive(Clone, Debug)]
pub(in super::super) enum Meaning {
    /// A value.
    Value(Typed),
    /// A part of memory.
    Place(Slot, Arc<SourceType>),
    /// A register of the activation.
    Register(Src, Arc<SourceType>),
}

/// A scalar value.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Typed {
    pub term: Term,
    pub reading: Reading,
    /// Whether it is a written number, which takes the width of what it meets.
    pub literal: bool,
}

type Result<T> = std::result::Result<T, DebugError>;

fn no_value(why: impl Into<String>) -> DebugError {
    DebugError::NoValue(why.into())
}

impl Debugger {
    /// What an expression stands for in an activation.
    pub(in super::super) fn meaning(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expr,
    ) -> Result<Meaning> {
        match expression {
            Expr::Name(name) => self.named(state, level, name),
            Expr::Index(base, index) => {
                let base = self.meaning(state, level, base)?;
                let index = self.scalar(state, level, index)?;
                self.element(state, level, base, index)
            }
            Expr::Member(base, name, follow) => {
                let mut base = self.meaning(state, level, base)?;
                let pointer = matches!(&base, Meaning::Place(_, ty) if matches!(**ty, SourceType::Pointer(_)));
                if *follow || pointer || matches!(base, Meaning::Register(..)) {
                    base = self.follow(state, level, base)?;
                }
                self.member(base, name)
            }
            Expr::Unary(Unary::Follow, base) => {
                let base = self.meaning(state, level, base)?;
                self.follow(state, level, base)
            }
            _ => self.scalar(state, level, expression).map(Meaning::Value),
        }
    }

    fn named(&mut self, state: &State, level: usize, name: &str) -> Result<Meaning> {
        let variables = self.known_variables(state, level);
        let Some((variable, ty)) = variables.iter().find(|(v, _)| v.name == name) else {
            let known: Vec<&str> = variables.iter().map(|(v, _)| v.name.as_str()).collect();
            let known = match known.is_empty() {
                true => "no variable is known here".to_owned(),
                false => format!("known here are {}", known.join(", ")),
            };
            return Err(DebugError::NotHere(format!(
                "there is no variable `{name}` here; {known}"
            )));
        };
        Ok(match variable.named {
            Named::Address(src) => Meaning::Place(slot_of(state, level, src), ty.clone()),
            Named::Value(src) => Meaning::Register(src, ty.clone()),
            Named::Element(..) | Named::Array(..) => return Err(no_value("it is an array object")),
        })
    }

    fn element(
        &mut self,
        state: &State,
        level: usize,
        base: Meaning,
        index: Typed,
    ) -> Result<Meaning> {
        let (address, element) = match base {
            Meaning::Place(address, ty) => match &*ty {
                SourceType::Array { element, .. } => (address, element.clone()),
                SourceType::Pointer(_) => {
                    match self.follow(state, level, Meaning::Place(address, ty))? {
                        Meaning::Place(address, ty) => (address, ty),
                        _ => return Err(no_value("it has no elements")),
                    }
                }
                _ => return Err(no_value("it has no elements")),
            },
            base => match self.follow(state, level, base)? {
                Meaning::Place(address, ty) => (address, ty),
                _ => return Err(no_value("it has no elements")),
            },
        };
        let size = element.bits().ok_or_else(|| no_value("the size of an element is not known"))?;
        let index = self.widened(index, 64);
        let size = self.context.store.bits(64, u128::from(size / 8));
        let offset = self.context.store.app(Op::BvMul, &[index, size]);
        Ok(Meaning::Place(self.shifted(address, offset), element))
    }

    fn shifted(&mut self, address: Slot, offset: Term) -> Slot {
        let address = self.context.term(address, Sort::BitVec(64));
        let sum = self.context.store.app(Op::BvAdd, &[address, offset]);
        self.context.slot(sum)
    }

    fn member(&mut self, base: Meaning, name: &str) -> Result<Meaning> {
        let Meaning::Place(address, ty) = base else {
            return Err(no_value("it has no members"));
        };
        let SourceType::Record { members, .. } = &*ty else {
            return Err(no_value("it has no members"));
        };
        let wanted = |n: &str| n == name || n.strip_prefix("__") == Some(name);
        let Some((_, offset, member)) = members.iter().find(|(n, ..)| wanted(n)) else {
            let names: Vec<&str> = members.iter().map(|(n, ..)| n.as_str()).collect();
            return Err(no_value(format!(
                "there is no member `{name}`; there are {}",
                names.join(", ")
            )));
        };
        let offset = self.context.store.bits(64, u128::from(offset / 8));
        Ok(Meaning::Place(self.shifted(address, offset), member.clone()))
    }

    fn follow(&mut self, state: &State, level: usize, base: Meaning) -> Result<Meaning> {
        let ty = match &base {
            Meaning::Place(_, ty) | Meaning::Register(_, ty) => ty.clone(),
            Meaning::Value(_) => return Err(no_value("it is no pointer")),
        };
        let SourceType::Pointer(Some(target)) = &*ty else {
            return Err(no_value("it is no pointer to something known"));
        };
        let address = self.read(state, level, &base)?;
        let term = self.widened(address, 64);
        Ok(Meaning::Place(self.context.slot(term), target.clone()))
    }

    /// The value of a scalar.
    pub(in super::super) fn read(
        &mut self,
        state: &State,
        level: usize,
        meaning: &Meaning,
    ) -> Result<Typed> {
        let (term, ty) = match meaning {
            Meaning::Value(typed) => return Ok(*typed),
            Meaning::Register(src, ty) => {
                let slot = slot_of(state, level, *src);
                let sort = state.stack().nth(level).map(|f| f.code.sort(*src));
                (self.context.term(slot, sort.unwrap_or(Sort::BitVec(64))), ty)
            }
            Meaning::Place(address, ty) => {
                let bits = match &**ty {
                    SourceType::Scalar { bits, .. } => *bits,
                    SourceType::Pointer(_) => 64,
                    _ => return Err(no_value("it is not one number")),
                };
                let sort = Sort::BitVec(bits);
                let slot = self.context.peek(state, *address, sort).map_err(unreadable)?;
                (self.context.term(slot, sort), ty)
            }
        };
        let reading = match &**ty {
            SourceType::Scalar { reading, .. } => *reading,
            _ => Reading::Unsigned,
        };
        Ok(Typed { term, reading, literal: false })
    }

    /// The value of an expression that is one number or truth value.
    pub(in super::super) fn scalar(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expr,
    ) -> Result<Typed> {
        let value = |term, reading| Typed { term, reading, literal: false };
        match expression {
            Expr::Number(number) => {
                let term = self.context.store.bits(128, *number);
                Ok(Typed { term, reading: Reading::Signed, literal: true })
            }
            Expr::Truth(truth) => Ok(value(self.context.store.bool(*truth), Reading::Truth)),
            Expr::Symbol(name) => self.symbol(state, name),
            Expr::Unary(Unary::Not, operand) => {
                let operand = self.scalar(state, level, operand)?;
                let truth = self.truth(operand);
                Ok(value(self.context.store.app(Op::Not, &[truth]), Reading::Truth))
            }
            Expr::Unary(Unary::Minus, operand) => {
                let operand = self.scalar(state, level, operand)?;
                let term = self.context.store.app(Op::BvNeg, &[operand.term]);
                Ok(Typed { term, ..operand })
            }
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.scalar(state, level, a)?, self.scalar(state, level, b)?);
                Ok(self.binary(*operator, a, b))
            }
            _ => {
                let meaning = self.meaning(state, level, expression)?;
                self.read(state, level, &meaning)
            }
        }
    }

    fn symbol(&mut self, state: &State, name: &str) -> Result<Typed> {
        let whole = state.inputs.iter().find(|i| i.name == name && i.terms.len() == 1);
        let part = || {
            let (of, index) = name.strip_suffix(']')?.rsplit_once('[')?;
            let input = state.inputs.iter().find(|i| i.name == of)?;
            input.terms.get(index.parse::<usize>().ok()?).copied()
        };
        let term = whole.and_then(|i| i.terms.first().copied()).or_else(part);
        let Some(term) = term else {
            let names: Vec<&str> = state.inputs.iter().map(|i| i.name.as_str()).collect();
            let known = match names.is_empty() {
                true => "the program has made none yet".to_owned(),
                false => format!("there are {}", names.join(", ")),
            };
            return Err(DebugError::NotHere(format!(
                "there is no symbolic input `{name}`; {known}"
            )));
        };
        Ok(Typed { term, reading: Reading::Unsigned, literal: false })
    }

    /// A value as a Bool.
    pub(in super::super) fn truth(&mut self, value: Typed) -> Term {
        match self.context.store.sort(value.term) {
            Sort::Bool => value.term,
            sort => {
                let zero = self.context.store.bits(sort.width().unwrap_or(1), 0);
                let equal = self.context.store.app(Op::Eq, &[value.term, zero]);
                self.context.store.app(Op::Not, &[equal])
            }
        }
    }

    /// A value with this many bits.
    pub(in super::super) fn widened(&mut self, value: Typed, width: u32) -> Term {
        let store = &mut self.context.store;
        let term = match store.sort(value.term) {
            Sort::Bool => store.bool_to_bv(8, value.term),
            _ => value.term,
        };
        match store.width(term) {
            w if w > width => store.extract(width - 1, 0, term),
            w if w == width => term,
            _ if value.reading == Reading::Signed => store.sign_extend(width, term),
            _ => store.zero_extend(width, term),
        }
    }

    fn binary(&mut self, operator: Operator, a: Typed, b: Typed) -> Typed {
        let truth = |term| Typed { term, reading: Reading::Truth, literal: false };
        if let Operator::And | Operator::Or = operator {
            let (a, b) = (self.truth(a), self.truth(b));
            let op = if operator == Operator::And { Op::And } else { Op::Or };
            return truth(self.context.store.app(op, &[a, b]));
        }
        let width = |this: &Self, v: Typed| this.context.store.sort(v.term).width().unwrap_or(8);
        let common = match (a.literal, b.literal) {
            (true, false) => width(self, b),
            (false, true) => width(self, a),
            _ => width(self, a).max(width(self, b)),
        };
        let kind = if a.literal { b } else { a };
        let signed = kind.reading == Reading::Signed;
        let (x, y) = (self.widened(a, common), self.widened(b, common));
        let pick = |signed_op, unsigned_op| if signed { signed_op } else { unsigned_op };
        let (op, swap, negate) = match operator {
            Operator::Equal => (Op::Eq, false, false),
            Operator::Differs => (Op::Eq, false, true),
            Operator::Below => (pick(Op::BvSlt, Op::BvUlt), false, false),
            Operator::AtMost => (pick(Op::BvSle, Op::BvUle), false, false),
            Operator::Above => (pick(Op::BvSlt, Op::BvUlt), true, false),
            Operator::AtLeast => (pick(Op::BvSle, Op::BvUle), true, false),
            _ => {
                let term = self.context.store.app(arithmetic(operator, signed), &[x, y]);
                return Typed { term, reading: kind.reading, literal: a.literal && b.literal };
            }
        };
        let (x, y) = if swap { (y, x) } else { (x, y) };
        let term = self.context.store.app(op, &[x, y]);
        truth(if negate { self.context.store.app(Op::Not, &[term]) } else { term })
    }
}

fn arithmetic(operator: Operator, signed: bool) -> Op {
    match (operator, signed) {
        (Operator::BitOr, _) => Op::BvOr,
        (Operator::BitXor, _) => Op::BvXor,
        (Operator::BitAnd, _) => Op::BvAnd,
        (Operator::ShiftLeft, _) => Op::BvShl,
        (Operator::ShiftRight, true) => Op::BvAshr,
        (Operator::ShiftRight, false) => Op::BvLshr,
        (Operator::Subtract, _) => Op::BvSub,
        (Operator::Multiply, _) => Op::BvMul,
        (Operator::Divide, true) => Op::BvSdiv,
        (Operator::Divide, false) => Op::BvUdiv,
        (Operator::Remainder, true) => Op::BvSrem,
        (Operator::Remainder, false) => Op::BvUrem,
        _ => Op::BvAdd,
    }
}

/// The contents of an operand in an activation.
pub(in super::super) fn slot_of(state: &State, level: usize, src: Src) -> Slot {
    state.stack().nth(level).map(|frame| frame.get(src)).unwrap_or_default()
}

fn unreadable(stop: Stop) -> DebugError {
    match stop {
        Stop::End(ending) => no_value(crate::convert::ending(&ending).detail()),
        Stop::Fork(_) => no_value("its place depends on symbolic values"),
        Stop::Pause => no_value("the read was interrupted"),
    }
}
