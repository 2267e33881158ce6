//! What an expression about a compiled program means in a state.

use super::super::Debugger;
use super::super::data::DebugError;
use super::super::face::Face;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_base::source::{Diagnostic, Severity};
use effigy_exec::code::{Named, Src};
use effigy_exec::slot::Slot;
use effigy_exec::state::State;
use effigy_exec::stop::Stop;
use effigy_ir::source_type::{Reading, SourceType};
use effigy_term::print::Style;
use effigy_term::read::{self, Expression, Inputs, Prefix, ReadError, Scope, Signs};
use effigy_term::{Term, TermStore};
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
}

type Result<T> = std::result::Result<T, DebugError>;

fn no_value(why: impl Into<String>) -> DebugError {
    DebugError::NoValue(why.into())
}

/// Reads what was typed.
pub(in super::super) fn parse(text: &str, style: &Style) -> Result<Expression> {
    read::parse(text, style).map_err(|error| match error.at {
        None => error.into(),
        Some(at) => DebugError::Typed(vec![Diagnostic {
            severity: Severity::Error,
            message: error.message,
            path: "command".to_owned(),
            line: 1,
            column: at as u32 + 1,
            excerpt: text.to_owned(),
        }]),
    })
}

/// The symbolic inputs that a state has made.
pub(in super::super) fn inputs_of(state: &State) -> Inputs {
    let mut inputs = Inputs::default();
    for input in state.inputs.iter() {
        inputs.add(&input.name, &input.terms);
    }
    inputs
}

/// An activation of a compiled program, whose variables may be named.
struct Native<'d, 's> {
    debugger: &'d mut Debugger,
    state: &'s State,
    level: usize,
}

impl Scope for Native<'_, '_> {
    type Error = DebugError;

    fn store(&mut self) -> &mut TermStore {
        &mut self.debugger.context.store
    }

    fn style(&self) -> Style {
        self.debugger.face.style()
    }

    fn input(&mut self, of: &Expression) -> Option<Term> {
        self.debugger.input_of(self.state, of)
    }

    fn operand(&mut self, of: &Expression) -> Result<Option<read::Typed>> {
        let Some(place) = self.debugger.place_of(self.state, self.level, of)? else {
            return match of {
                Expression::Name(name) if name != "null" && self.input(of).is_none() => {
                    Err(self.debugger.unknown_variable(self.state, self.level, name))
                }
                Expression::Quoted(name) if !name.contains(' ') && self.input(of).is_none() => {
                    self.debugger.known_text(self.state, name).map(|()| None)
                }
                _ => Ok(None),
            };
        };
        let typed = self.debugger.read(self.state, self.level, &place)?;
        let signs = match typed.reading {
            Reading::Signed => Signs::Signed,
            _ => Signs::Unsigned,
        };
        Ok(Some(read::Typed { term: typed.term, signs }))
    }
}

impl Debugger {
    /// The input, or the part of one, that an expression names: one of those that the state has made, or else of any
    /// that there are.
    pub(in super::super) fn input_of(&mut self, state: &State, of: &Expression) -> Option<Term> {
        let store = &mut self.context.store;
        let found = inputs_of(state).find(store, of);
        found.or_else(|| Inputs::of_store(store).find(store, of))
    }

    /// What an expression stands for in an activation.
    pub(in super::super) fn meaning(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expression,
    ) -> Result<Meaning> {
        match self.place_of(state, level, expression)? {
            Some(place) => Ok(place),
            None => self.scalar(state, level, expression).map(Meaning::Value),
        }
    }

    /// The variable, or the part of one, that an expression names; `None` when it names none.
    fn place_of(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expression,
    ) -> Result<Option<Meaning>> {
        match expression {
            Expression::Name(name) => self.named(state, level, name),
            Expression::Index(base, index) => {
                let Some(base) = self.place_of(state, level, base)? else { return Ok(None) };
                let (Meaning::Place(_, ty) | Meaning::Register(_, ty)) = &base else {
                    return Ok(None);
                };
                // A number has no elements, but an input of its name has bytes.
                if !matches!(**ty, SourceType::Array { .. } | SourceType::Pointer(_)) {
                    return Ok(None);
                }
                let index = self.scalar(state, level, index)?;
                self.element(state, level, base, index).map(Some)
            }
            Expression::Member(base, name, follow) => {
                let Some(mut base) = self.place_of(state, level, base)? else { return Ok(None) };
                let pointer = matches!(&base, Meaning::Place(_, ty) if matches!(**ty, SourceType::Pointer(_)));
                if *follow || pointer || matches!(base, Meaning::Register(..)) {
                    base = self.follow(state, level, base)?;
                }
                self.member(base, name).map(Some)
            }
            Expression::Prefix(Prefix::Follow, base) => {
                let Some(base) = self.place_of(state, level, base)? else { return Ok(None) };
                self.follow(state, level, base).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn named(&mut self, state: &State, level: usize, name: &str) -> Result<Option<Meaning>> {
        let variables = self.known_variables(state, level);
        let Some((variable, ty)) = variables.iter().find(|(v, _)| v.name == name) else {
            let Debugger { context, face, .. } = self;
            let Face::Native(native) = face else { return Ok(None) };
            let global = native.global(context, name);
            return Ok(global.map(|(address, ty)| Meaning::Place(Slot::word(address), ty)));
        };
        match variable.named {
            Named::Address(src) => Ok(Some(Meaning::Place(slot_of(state, level, src), ty.clone()))),
            Named::Value(src) => Ok(Some(Meaning::Register(src, ty.clone()))),
            Named::Element(..) | Named::Array(..) => Err(no_value("it is an array object")),
        }
    }

    /// What a text between quotes must be where it names no input: one over elements of inputs.
    fn known_text(&mut self, state: &State, text: &str) -> Result<()> {
        match parse(text, &self.face.style()) {
            Ok(inner) if !matches!(inner, Expression::Name(_)) => Ok(()),
            _ => {
                let names: Vec<&str> = state.inputs.iter().map(|i| i.name.as_str()).collect();
                let known = match names.is_empty() {
                    true => "the program has made none yet".to_owned(),
                    false => format!("there are {}", names.join(", ")),
                };
                let why = format!("there is no symbolic input `{text}`; {known}");
                Err(DebugError::NotHere(why))
            }
        }
    }

    fn unknown_variable(&mut self, state: &State, level: usize, name: &str) -> DebugError {
        let variables = self.known_variables(state, level);
        let known: Vec<&str> = variables.iter().map(|(v, _)| v.name.as_str()).collect();
        let known = match known.is_empty() {
            true => "no variable is known here".to_owned(),
            false => format!("known here are {}", known.join(", ")),
        };
        DebugError::NotHere(format!("there is no variable `{name}` here; {known}"))
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
                let slot =
                    self.context.stepping().peek(state, *address, sort).map_err(unreadable)?;
                (self.context.term(slot, sort), ty)
            }
        };
        let reading = match &**ty {
            SourceType::Scalar { reading, .. } => *reading,
            _ => Reading::Unsigned,
        };
        Ok(Typed { term, reading })
    }

    /// The value of an expression that is one number or truth value.
    pub(in super::super) fn scalar(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expression,
    ) -> Result<Typed> {
        let typed = read::typed(&mut Native { debugger: self, state, level }, expression)?;
        let reading = match (self.context.store.sort(typed.term), typed.signs) {
            (Sort::Bool, _) => Reading::Truth,
            (_, Signs::Unsigned) => Reading::Unsigned,
            _ => Reading::Signed,
        };
        Ok(Typed { term: typed.term, reading })
    }

    /// The value of an expression as one of a sort.
    pub(in super::super) fn value_as(
        &mut self,
        state: &State,
        level: usize,
        expression: &Expression,
        sort: Sort,
    ) -> Result<Term> {
        read::term(&mut Native { debugger: self, state, level }, expression, Some(sort))
    }

    /// A value with this many bits.
    pub(in super::super) fn widened(&mut self, value: Typed, width: u32) -> Term {
        read::widened(&mut self.context.store, signed(value), width)
    }
}

fn signed(value: Typed) -> read::Typed {
    let signs = if value.reading == Reading::Signed { Signs::Signed } else { Signs::Unsigned };
    read::Typed { term: value.term, signs }
}

impl From<ReadError> for DebugError {
    fn from(error: ReadError) -> Self {
        no_value(error.message)
    }
}

/// The contents of an operand in an activation.
pub(in super::super) fn slot_of(state: &State, level: usize, src: Src) -> Slot {
    state.stack().nth(level).map(|frame| frame.get(src)).unwrap_or_default()
}

fn unreadable(stop: Stop) -> DebugError {
    match stop {
        Stop::End(ending) => no_value(effigy_explore::convert::ending(&ending).detail()),
        Stop::Fork(_) => no_value("its place depends on symbolic values"),
        Stop::Pause => no_value("the read was interrupted"),
    }
}
