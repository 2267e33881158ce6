//! What an expression means: terms from operands and operators.

use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::value::Value;
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;

use super::ReadError;
use super::functions::{cast, function};
use super::parse::{Expression, Operator, Prefix, Reading, parse};
use crate::node::{Role, Term, VarInfo};
use crate::print::{Quotient, Style};
use crate::store::TermStore;

/// How a value is compared, divided and widened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signs {
    /// As printed terms are: compared with signs, widened without.
    Printed,
    /// With signs.
    Signed,
    /// Without signs.
    Unsigned,
}

/// A term and how it is read.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// The term.
    pub term: Term,
    /// How it is read.
    pub signs: Signs,
}

/// What names mean where an expression is read.
pub trait Scope {
    /// Why an expression means nothing.
    type Error: From<ReadError>;

    /// Where terms are built.
    fn store(&mut self) -> &mut TermStore;

    /// The notation.
    fn style(&self) -> Style;

    /// A name, an element or bytes of an input, or a table.
    fn input(&mut self, of: &Expression) -> Option<Term>;

    /// A part of an expression that has a meaning of its own here, before any other.
    ///
    /// # Errors
    /// Why it has none although it is of a form that has.
    fn operand(&mut self, of: &Expression) -> Result<Option<Typed>, Self::Error>;
}

/// The term of an expression, of a sort where that is known.
///
/// # Errors
/// Why it has none.
pub fn term<S: Scope>(
    scope: &mut S,
    expression: &Expression,
    sort: Option<Sort>,
) -> Result<Term, S::Error> {
    let mut builder = Builder { scope, defined: FxHashMap::default() };
    let value = builder.value(expression)?;
    match sort {
        Some(sort) => builder.close(value, sort),
        None => Ok(builder.settled(value)?.term),
    }
}

/// The value of an expression; a number alone has as many bits as it needs.
///
/// # Errors
/// Why it has none.
pub fn typed<S: Scope>(scope: &mut S, expression: &Expression) -> Result<Typed, S::Error> {
    let mut builder = Builder { scope, defined: FxHashMap::default() };
    let value = builder.value(expression)?;
    match value {
        Known::Open(Open::Number(number)) => {
            let sort = sort_for(&number, builder.scope.style().numbers());
            let term = builder.close(Known::Open(Open::Number(number)), sort)?;
            Ok(Typed { term, signs: Signs::Signed })
        }
        value => builder.settled(value),
    }
}

/// A value as a condition: of a number, whether it is not zero.
fn truth(store: &mut TermStore, value: Typed) -> Term {
    match store.sort(value.term) {
        Sort::BitVec(_) => store.nonzero(value.term),
        Sort::Int => {
            let zero = store.int(0);
            store.distinct(value.term, zero)
        }
        _ => value.term,
    }
}

/// A value with this many bits.
pub fn widened(store: &mut TermStore, value: Typed, width: u32) -> Term {
    let term = match store.sort(value.term) {
        Sort::Bool => store.bool_to_bv(width.max(1), value.term),
        _ => value.term,
    };
    match store.width(term) {
        w if w > width => store.extract(width - 1, 0, term),
        w if w == width => term,
        _ if value.signs == Signs::Signed => store.sign_extend(width, term),
        _ => store.zero_extend(width, term),
    }
}

/// A value, perhaps still without a sort.
#[derive(Clone, Debug)]
enum Known {
    Typed(Typed),
    Open(Open),
}

/// Numbers that have the sort of what they stand beside.
#[derive(Clone, Debug)]
enum Open {
    Number(BigInt),
    Prefix(Prefix, Box<Open>),
    Apply(Operator, Box<Open>, Box<Open>),
    Choice(Term, Box<Open>, Box<Open>),
}

/// The sort of a number that is larger than its surroundings ask for.
fn sort_for(number: &BigInt, least: Sort) -> Sort {
    let Sort::BitVec(least) = least else { return least };
    let negative = number.sign() == Sign::Minus;
    let needed = match negative {
        true => (number + BigInt::from(1)).bits() + 1,
        false => number.bits(),
    };
    let needed = u32::try_from(needed).unwrap_or(u32::MAX);
    Sort::BitVec(if needed <= least {
        least
    } else {
        needed.checked_next_power_of_two().unwrap_or(needed)
    })
}

fn wrong<E: From<ReadError>>(message: impl Into<String>) -> E {
    ReadError::of_meaning(message).into()
}

struct Builder<'s, S> {
    scope: &'s mut S,
    defined: FxHashMap<String, Known>,
}

impl<S: Scope> Builder<'_, S> {
    fn value(&mut self, expression: &Expression) -> Result<Known, S::Error> {
        if let Expression::Name(name) = expression
            && let Some(known) = self.defined.get(name)
        {
            return Ok(known.clone());
        }
        if let Some(typed) = self.scope.operand(expression)? {
            return Ok(Known::Typed(typed));
        }
        let is_named = matches!(
            expression,
            Expression::Name(_)
                | Expression::Quoted(_)
                | Expression::Index(..)
                | Expression::Range(..)
                | Expression::Table(_)
        );
        if is_named && let Some(term) = self.scope.input(expression) {
            return Ok(printed(term));
        }
        match expression {
            Expression::Number(number) => Ok(Known::Open(Open::Number(number.clone()))),
            Expression::Bits(bits) => Ok(printed(self.scope.store().bit_vector(bits))),
            Expression::Truth(truth) => Ok(printed(self.scope.store().bool(*truth))),
            Expression::Name(name) if name == "null" => Ok(Known::Open(Open::Number(0.into()))),
            Expression::Name(name) => Err(wrong(format!("there is no `{name}` here"))),
            Expression::Quoted(text) => self.quoted(text),
            Expression::Table(text) => {
                Err(wrong(format!("there is no one table that is printed as {text}")))
            }
            Expression::Index(base, index) => self.element(base, index),
            Expression::Range(..) => Err(wrong("there are no such bytes")),
            Expression::Written(array, index, element) => self.written(array, index, element),
            Expression::Member(_, name, _) => Err(wrong(format!("it has no member `{name}`"))),
            Expression::Slice(of, hi, lo) => self.slice(of, *hi, *lo),
            Expression::Call(name, args) => self.call(name, args),
            Expression::Prefix(operator, operand) => self.prefixed(*operator, operand),
            Expression::Chain(first, rest) => self.chain(first, rest),
            Expression::Join(parts) => self.join(parts),
            Expression::Choice(condition, yes, no) => self.choice(condition, yes, no),
            Expression::Forall(name, lo, hi, body) => self.quantified(name, [lo, hi, body]),
            Expression::Where(body, parts) => {
                for (name, part) in parts {
                    let part = self.value(part)?;
                    let part = self.settled(part)?;
                    self.defined.insert(name.clone(), Known::Typed(part));
                }
                self.value(body)
            }
        }
    }

    /// What stands between quotes speaks of inputs alone.
    fn quoted(&mut self, text: &str) -> Result<Known, S::Error> {
        let expression = parse(text, &self.scope.style())
            .map_err(|_| wrong::<S::Error>(format!("there is no symbolic input `{text}`")))?;
        if matches!(expression, Expression::Name(_) | Expression::Quoted(_)) {
            return Err(wrong(format!("there is no symbolic input `{text}`")));
        }
        let mut inputs = InputsOf(&mut *self.scope);
        let mut builder = Builder { scope: &mut inputs, defined: FxHashMap::default() };
        builder.value(&expression)
    }

    /// A value with the sort that it has when nothing is beside it.
    fn settled(&mut self, value: Known) -> Result<Typed, S::Error> {
        match value {
            Known::Typed(typed) => Ok(typed),
            open => {
                let sort = self.scope.style().numbers();
                Ok(Typed { term: self.close(open, sort)?, signs: Signs::Printed })
            }
        }
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, S::Error> {
        let value = self.value(expression)?;
        Ok(self.settled(value)?.term)
    }

    fn truth(&mut self, expression: &Expression) -> Result<Term, S::Error> {
        let value = self.value(expression)?;
        let value = self.settled(value)?;
        Ok(truth(self.scope.store(), value))
    }

    /// A value as one of a sort, extended where it has fewer bits.
    fn close(&mut self, value: Known, sort: Sort) -> Result<Term, S::Error> {
        let typed = match value {
            Known::Open(open) => return self.close_open(open, sort),
            Known::Typed(typed) => typed,
        };
        let store = self.scope.store();
        match (store.sort(typed.term), sort) {
            (has, wanted) if has == wanted => Ok(typed.term),
            (Sort::Bool | Sort::BitVec(_), Sort::BitVec(width)) => Ok(widened(store, typed, width)),
            (Sort::BitVec(_) | Sort::Int, Sort::Bool) => Ok(truth(store, typed)),
            (has, wanted) => Err(wrong(format!("it is of sort {has}, not {wanted}"))),
        }
    }

    fn close_open(&mut self, open: Open, sort: Sort) -> Result<Term, S::Error> {
        match open {
            Open::Number(number) => match sort {
                Sort::Int => Ok(self.scope.store().int_big(&number)),
                Sort::BitVec(width) => {
                    let modulus = BigInt::from(1) << width;
                    let rest = ((number % &modulus) + &modulus) % &modulus;
                    let value =
                        Value::BitVec(effigy_base::bits::BitVec::from_big(width, rest.magnitude()));
                    Ok(self.scope.store().constant(&value))
                }
                Sort::Bool => Ok(self.scope.store().bool(number.sign() != Sign::NoSign)),
                other => Err(wrong(format!("a number stands where one of sort {other} should"))),
            },
            Open::Prefix(prefix, operand) => {
                let operand = self.close_open(*operand, sort)?;
                Ok(self.negated(prefix, Typed { term: operand, signs: Signs::Printed }).term)
            }
            Open::Apply(operator, a, b) => {
                let (a, b) = (self.close_open(*a, sort)?, self.close_open(*b, sort)?);
                self.apply(operator, a, b, false)
            }
            Open::Choice(condition, yes, no) => {
                let (yes, no) = (self.close_open(*yes, sort)?, self.close_open(*no, sort)?);
                Ok(self.scope.store().ite(condition, yes, no))
            }
        }
    }

    /// The sort that values have beside each other; `None` when all are numbers.
    fn common(&mut self, values: &[Known]) -> Option<Sort> {
        let store = self.scope.store();
        let sorts = values.iter().filter_map(|value| match value {
            Known::Typed(typed) => Some(store.sort(typed.term)),
            Known::Open(_) => None,
        });
        let widest = sorts.reduce(|a, b| match (a, b) {
            (Sort::BitVec(a), Sort::BitVec(b)) => Sort::BitVec(a.max(b)),
            (Sort::Bool, Sort::BitVec(_)) => b,
            _ => a,
        })?;
        let all_bool = values.len() > 1 && widest == Sort::Bool;
        let widest = match values.iter().any(|value| matches!(value, Known::Open(_))) && all_bool {
            true => Sort::BitVec(8),
            false => widest,
        };
        Some(values.iter().fold(widest, |widest, value| match value {
            Known::Open(Open::Number(number)) => sort_for(number, widest),
            _ => widest,
        }))
    }

    fn element(&mut self, base: &Expression, index: &Expression) -> Result<Known, S::Error> {
        let (array, index) = (self.term(base)?, self.value(index)?);
        let Sort::Array { index: sort, .. } = self.scope.store().sort(array) else {
            return Err(wrong("there is no such element"));
        };
        let index = self.close(index, sort.into())?;
        Ok(printed(self.scope.store().select(array, index)))
    }

    fn written(
        &mut self,
        array: &Expression,
        index: &Expression,
        element: &Expression,
    ) -> Result<Known, S::Error> {
        let (array, index, value) = (self.term(array)?, self.value(index)?, self.value(element)?);
        let Sort::Array { index: key, element } = self.scope.store().sort(array) else {
            return Err(wrong("it has no elements"));
        };
        let (index, value) = (self.close(index, key.into())?, self.close(value, element.into())?);
        Ok(printed(self.scope.store().store(array, index, value)))
    }

    fn slice(&mut self, of: &Expression, hi: u32, lo: u32) -> Result<Known, S::Error> {
        let of = self.term(of)?;
        self.built(Op::Extract { hi, lo }, &[of])
    }

    fn built(&mut self, op: Op, args: &[Term]) -> Result<Known, S::Error> {
        let fits = match op {
            Op::Extract { hi, lo } => args.iter().all(|of| {
                hi >= lo && self.scope.store().sort(*of).width().is_some_and(|width| hi < width)
            }),
            _ => true,
        };
        let built = if fits { self.scope.store().try_app(op, args) } else { None };
        built
            .map(printed)
            .ok_or_else(|| wrong(format!("`{}` does not fit its operands", op.name())))
    }

    fn call(&mut self, name: &str, args: &[Expression]) -> Result<Known, S::Error> {
        let mut values = Vec::new();
        for arg in args {
            values.push(self.value(arg)?);
        }
        if values.len() == 1
            && let Some((signed, width)) = cast(name)
            && let Some(value) = values.pop()
        {
            let signs = if signed { Signs::Signed } else { Signs::Printed };
            let value = match value {
                Known::Typed(value) => Known::Typed(Typed { signs, ..value }),
                open => open,
            };
            return Ok(printed(self.close(value, Sort::BitVec(width))?));
        }
        let sort = self.common(&values).unwrap_or(self.scope.style().numbers());
        let sort = if name == "int" { Sort::Int } else { sort };
        let mut terms = Vec::new();
        for value in values {
            terms.push(self.close(value, sort)?);
        }
        match (name, terms.as_slice()) {
            ("int", [term]) => Ok(printed(*term)),
            ("be", [term]) => self.reversed(*term),
            _ => match function(name) {
                Some(op) => self.built(op, &terms),
                None => Err(wrong(format!("there is no function `{name}`"))),
            },
        }
    }

    /// The bytes of a value in the other order.
    fn reversed(&mut self, term: Term) -> Result<Known, S::Error> {
        let store = self.scope.store();
        let Some(width) = store.sort(term).width().filter(|width| width.is_multiple_of(8)) else {
            return Err(wrong("it has no whole bytes"));
        };
        let bytes: Vec<Term> =
            (0..width / 8).map(|i| store.extract(8 * i + 7, 8 * i, term)).collect();
        let reversed = bytes.into_iter().reduce(|high, low| store.concat(high, low));
        Ok(printed(reversed.unwrap_or(term)))
    }

    fn prefixed(&mut self, operator: Prefix, operand: &Expression) -> Result<Known, S::Error> {
        if operator == Prefix::Not {
            let truth = self.truth(operand)?;
            return Ok(printed(self.scope.store().not(truth)));
        }
        if operator == Prefix::Follow {
            return Err(wrong("it is no pointer"));
        }
        match self.value(operand)? {
            Known::Open(Open::Number(number)) if operator == Prefix::Minus => {
                Ok(Known::Open(Open::Number(-number)))
            }
            Known::Open(open) => Ok(Known::Open(Open::Prefix(operator, Box::new(open)))),
            Known::Typed(typed) => Ok(Known::Typed(self.negated(operator, typed))),
        }
    }

    fn negated(&mut self, operator: Prefix, operand: Typed) -> Typed {
        let store = self.scope.store();
        let term = match (store.sort(operand.term), operator) {
            (Sort::Int, _) => {
                let zero = store.int(0);
                store.app(Op::IntSub, &[zero, operand.term])
            }
            (Sort::BitVec(_), Prefix::Complement) => store.app(Op::BvNot, &[operand.term]),
            (Sort::BitVec(_), _) => store.app(Op::BvNeg, &[operand.term]),
            _ => store.app(Op::Not, &[operand.term]),
        };
        Typed { term, ..operand }
    }

    fn join(&mut self, parts: &[Expression]) -> Result<Known, S::Error> {
        let mut whole = None;
        for part in parts {
            let part = match self.value(part)? {
                Known::Typed(typed) => typed.term,
                Known::Open(_) => return Err(wrong("the width of a number is not known here")),
            };
            whole = Some(match whole {
                None => part,
                Some(high) => {
                    let joined = self.scope.store().try_app(Op::Concat, &[high, part]);
                    joined.ok_or_else(|| wrong::<S::Error>("only bits are joined by `:`"))?
                }
            });
        }
        whole.map(printed).ok_or_else(|| wrong("there is nothing to join"))
    }

    fn choice(
        &mut self,
        condition: &Expression,
        yes: &Expression,
        no: &Expression,
    ) -> Result<Known, S::Error> {
        let condition = self.truth(condition)?;
        let sides = [self.value(yes)?, self.value(no)?];
        let signs = signs(&sides);
        match (self.common(&sides), sides) {
            (Some(sort), [yes, no]) => {
                let (yes, no) = (self.close(yes, sort)?, self.close(no, sort)?);
                let term = self.scope.store().ite(condition, yes, no);
                Ok(Known::Typed(Typed { term, signs }))
            }
            (_, [Known::Open(yes), Known::Open(no)]) => {
                Ok(Known::Open(Open::Choice(condition, Box::new(yes), Box::new(no))))
            }
            _ => Err(wrong("the sides of a choice have no sort")),
        }
    }

    fn quantified(
        &mut self,
        name: &str,
        [lo, hi, body]: [&Expression; 3],
    ) -> Result<Known, S::Error> {
        let (lo, hi) = (self.value(lo)?, self.value(hi)?);
        let (lo, hi) = (self.close(lo, Sort::Int)?, self.close(hi, Sort::Int)?);
        let info = VarInfo { name: name.to_owned(), sort: Sort::Int, role: Role::Bound };
        let variable = self.scope.store().variable(&info);
        let outer = self.defined.insert(name.to_owned(), printed(variable));
        let body = self.truth(body)?;
        match outer {
            Some(outer) => self.defined.insert(name.to_owned(), outer),
            None => self.defined.remove(name),
        };
        self.built(Op::Forall, &[lo, hi, variable, body])
    }

    fn chain(
        &mut self,
        first: &Expression,
        rest: &[(Operator, Expression)],
    ) -> Result<Known, S::Error> {
        match rest.first() {
            Some((Operator::And | Operator::Or, _)) => {
                let mut all = self.truth(first)?;
                for (operator, next) in rest {
                    let next = self.truth(next)?;
                    let store = self.scope.store();
                    all = match operator {
                        Operator::And => store.and(all, next),
                        _ => store.or(all, next),
                    };
                }
                Ok(printed(all))
            }
            Some((operator, _)) if is_relation(*operator) => {
                let mut left = self.value(first)?;
                for (operator, next) in rest {
                    let right = self.value(next)?;
                    left = self.related(*operator, left, right)?;
                }
                Ok(left)
            }
            _ => self.arithmetic(first, rest),
        }
    }

    fn related(&mut self, operator: Operator, a: Known, b: Known) -> Result<Known, S::Error> {
        let sides = [a, b];
        let unsigned = signs(&sides) == Signs::Unsigned;
        let sort = self.common(&sides).unwrap_or(self.scope.style().numbers());
        let [a, b] = sides;
        let (a, b) = (self.close(a, sort)?, self.close(b, sort)?);
        let unsigned = |reading| unsigned || reading == Reading::Unsigned;
        let (a, b, strict, reading) = match operator {
            Operator::Equal => return self.built(Op::Eq, &[a, b]),
            Operator::Below(reading) => (a, b, true, reading),
            Operator::AtMost(reading) => (a, b, false, reading),
            Operator::Above(reading) => (b, a, true, reading),
            Operator::AtLeast(reading) => (b, a, false, reading),
            _ => {
                let Known::Typed(equal) = self.built(Op::Eq, &[a, b])? else {
                    return Err(wrong("it is no condition"));
                };
                return Ok(printed(self.scope.store().not(equal.term)));
            }
        };
        let op = match (sort, unsigned(reading), strict) {
            (Sort::Int, _, true) => Op::IntLt,
            (Sort::Int, _, false) => Op::IntLe,
            (_, true, true) => Op::BvUlt,
            (_, true, false) => Op::BvUle,
            (_, false, true) => Op::BvSlt,
            (_, false, false) => Op::BvSle,
        };
        self.built(op, &[a, b])
    }

    /// Operands are extended to the widest of them before anything is computed.
    fn arithmetic(
        &mut self,
        first: &Expression,
        rest: &[(Operator, Expression)],
    ) -> Result<Known, S::Error> {
        let mut values = vec![self.value(first)?];
        for (_, next) in rest {
            values.push(self.value(next)?);
        }
        let operators = rest.iter().map(|(operator, _)| *operator);
        let Some(sort) = self.common(&values) else {
            let mut opens = values.into_iter().filter_map(|value| match value {
                Known::Open(open) => Some(open),
                Known::Typed(_) => None,
            });
            let first = opens.next().ok_or_else(|| wrong::<S::Error>("there is nothing"))?;
            let all = operators.zip(opens).fold(first, |left, (operator, right)| {
                Open::Apply(operator, Box::new(left), Box::new(right))
            });
            return Ok(Known::Open(all));
        };
        let sort = if sort == Sort::Bool { Sort::BitVec(8) } else { sort };
        let signs = signs(&values);
        let mut values = values.into_iter();
        let first = values.next().ok_or_else(|| wrong::<S::Error>("there is nothing"))?;
        let mut left = self.close(first, sort)?;
        for (operator, right) in operators.zip(values) {
            let right = self.close(right, sort)?;
            left = self.apply(operator, left, right, signs == Signs::Unsigned)?;
        }
        Ok(Known::Typed(Typed { term: left, signs }))
    }

    /// An operator on two terms of one sort.
    fn apply(
        &mut self,
        operator: Operator,
        a: Term,
        b: Term,
        unsigned: bool,
    ) -> Result<Term, S::Error> {
        let int = self.scope.store().sort(a) == Sort::Int;
        let unsigned = |reading| unsigned || reading == Reading::Unsigned;
        let quotient = match self.scope.style().quotient {
            Quotient::Truncated => Op::IntQuot,
            Quotient::Euclidean => Op::IntDiv,
        };
        let op = match (operator, int) {
            (Operator::Add, true) => Op::IntAdd,
            (Operator::Subtract, true) => Op::IntSub,
            (Operator::Multiply, true) => Op::IntMul,
            (Operator::Divide(_), true) => quotient,
            (Operator::Power, true) => Op::IntPow,
            (Operator::Add, false) => Op::BvAdd,
            (Operator::Subtract, false) => Op::BvSub,
            (Operator::Multiply, false) => Op::BvMul,
            (Operator::BitOr, false) => Op::BvOr,
            (Operator::BitXor, false) => Op::BvXor,
            (Operator::BitAnd, false) => Op::BvAnd,
            (Operator::ShiftLeft, false) => Op::BvShl,
            (Operator::ShiftRight(r), false) if unsigned(r) => Op::BvLshr,
            (Operator::ShiftRight(_), false) => Op::BvAshr,
            (Operator::Divide(r), false) if unsigned(r) => Op::BvUdiv,
            (Operator::Divide(_), false) => Op::BvSdiv,
            (Operator::Remainder(r), false) if unsigned(r) => Op::BvUrem,
            (Operator::Remainder(_), false) => Op::BvSrem,
            _ => return Err(wrong("this operator does not fit its operands")),
        };
        match self.built(op, &[a, b])? {
            Known::Typed(typed) => Ok(typed.term),
            Known::Open(_) => Err(wrong("this operator does not fit its operands")),
        }
    }
}

fn printed(term: Term) -> Known {
    Known::Typed(Typed { term, signs: Signs::Printed })
}

fn is_relation(operator: Operator) -> bool {
    use Operator::{Above, AtLeast, AtMost, Below, Differs, Equal};
    matches!(operator, Equal | Differs | Below(_) | AtMost(_) | Above(_) | AtLeast(_))
}

/// How values are read beside each other: numbers and printed terms as the others.
fn signs(values: &[Known]) -> Signs {
    let own = |value: &Known| match value {
        Known::Typed(typed) => Some(typed.signs).filter(|signs| *signs != Signs::Printed),
        Known::Open(_) => None,
    };
    values.iter().find_map(own).unwrap_or(Signs::Printed)
}

/// A scope without anything but its inputs.
struct InputsOf<'s, E>(&'s mut dyn Scope<Error = E>);

impl<E: From<ReadError>> Scope for InputsOf<'_, E> {
    type Error = E;

    fn store(&mut self) -> &mut TermStore {
        self.0.store()
    }

    fn style(&self) -> Style {
        self.0.style()
    }

    fn input(&mut self, of: &Expression) -> Option<Term> {
        self.0.input(of)
    }

    fn operand(&mut self, _: &Expression) -> Result<Option<Typed>, E> {
        Ok(None)
    }
}
