//! Intrinsics by name.

mod float;
mod lanes;
mod memory;
mod table;
mod trap;
mod x86;

use super::body::BodyLowering;
use super::emit::bits;
use super::emit::zero;
use super::types::{Lower, leaf_sorts, unsupported};
use crate::ast::{self, Call, FloatKind, Type};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{Callee, Operand};
use table::{Meaning, meaning};

/// What an operation makes of one lane of each argument; the sort is that of the result.
type Lane = fn(&mut BodyLowering<'_>, &[Operand], Sort) -> Operand;

impl BodyLowering<'_> {
    /// A call of the intrinsic `llvm.{name}`.
    pub fn intrinsic(&mut self, name: &str, call: &Call) -> Lower<Vec<Operand>> {
        match find_meaning(name) {
            Some(Meaning::Nothing) => {
                let sorts = leaf_sorts(self.context.types(), &call.result)?;
                Ok(sorts.into_iter().map(zero).collect())
            }
            Some(Meaning::First) => match call.args.first() {
                Some(arg) => self.operand(&arg.operand),
                None => unsupported(format!("intrinsic llvm.{name}")),
            },
            Some(Meaning::Lanes(n, _) | Meaning::Floats(n, _)) if call.args.len() < n => {
                unsupported(format!("intrinsic llvm.{name} with too few arguments"))
            }
            Some(Meaning::Lanes(_, lane)) => self.lane_wise(lane, call),
            Some(Meaning::Floats(_, lane)) => {
                for arg in &call.args {
                    super::arith::supported_float(&arg.operand.ty)?;
                }
                super::arith::supported_float(&call.result)?;
                self.lane_wise(lane, call)
            }
            Some(Meaning::Overflow(op, test)) => self.with_overflow(op, test, call),
            Some(Meaning::Reduce(lane)) => self.reduce(lane, call),
            Some(Meaning::External) => self.external_call(name, call),
            Some(Meaning::Special(special)) => special(self, call),
            None => unsupported(format!("intrinsic llvm.{name}")),
        }
    }

    /// The argument at `index`, which is one scalar.
    fn argument(&mut self, call: &Call, index: usize) -> Lower<Operand> {
        match call.args.get(index) {
            Some(arg) => self.scalar(&arg.operand),
            None => unsupported("an intrinsic with too few arguments"),
        }
    }

    /// All scalars of the argument at `index`.
    fn leaves(&mut self, call: &Call, index: usize) -> Lower<Vec<Operand>> {
        match call.args.get(index) {
            Some(arg) => self.operand(&arg.operand),
            None => unsupported("an intrinsic with too few arguments"),
        }
    }

    /// Applies `lane` to each lane; scalar arguments take part in every lane. Bools travel as one bit.
    fn lane_wise(&mut self, lane: Lane, call: &Call) -> Lower<Vec<Operand>> {
        let sorts = leaf_sorts(self.context.types(), &call.result)?;
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            let leaves = self.operand(&arg.operand)?;
            let leaves: Vec<Operand> = leaves.into_iter().map(|l| self.emit.bits_of(l)).collect();
            args.push(leaves);
        }
        let mut result = Vec::with_capacity(sorts.len());
        for (i, sort) in sorts.into_iter().enumerate() {
            let pick = |leaves: &Vec<Operand>| leaves.get(i).or(leaves.first()).cloned();
            let Some(picked) = args.iter().map(pick).collect::<Option<Vec<Operand>>>() else {
                return unsupported("an intrinsic with an empty argument");
            };
            let wide = Sort::BitVec(sort.width().unwrap_or(1));
            let value = lane(self, &picked, wide);
            result.push(self.emit.scalar_of(value, sort));
        }
        Ok(result)
    }

    /// `llvm.*.with.overflow`: the lanes of the result, then whether each overflowed.
    fn with_overflow(&mut self, op: Op, test: Op, call: &Call) -> Lower<Vec<Operand>> {
        let (a, b) = (self.leaves(call, 0)?, self.leaves(call, 1)?);
        let (mut values, mut flags) = (Vec::new(), Vec::new());
        for (a, b) in a.into_iter().zip(b) {
            let sort = self.emit.sort(&a);
            let (a, b) = (self.emit.bits_of(a), self.emit.bits_of(b));
            let wide = self.emit.sort(&a);
            let value = self.fold(op, vec![a.clone(), b.clone()], wide);
            values.push(self.emit.scalar_of(value, sort));
            flags.push(self.fold(test, vec![a, b], Sort::Bool));
        }
        values.extend(flags);
        Ok(values)
    }

    /// `llvm.vector.reduce.*`: from the first lane to the last; a start value, if there is one, comes first.
    fn reduce(&mut self, lane: Lane, call: &Call) -> Lower<Vec<Operand>> {
        let mut lanes = Vec::new();
        for arg in &call.args {
            super::arith::supported_float(&arg.operand.ty)?;
            for leaf in self.operand(&arg.operand)? {
                lanes.push(self.emit.bits_of(leaf));
            }
        }
        let sorts = leaf_sorts(self.context.types(), &call.result)?;
        let mut lanes = lanes.into_iter();
        let (Some(mut result), [sort]) = (lanes.next(), sorts.as_slice()) else {
            return unsupported("a reduction of nothing");
        };
        let wide = self.emit.sort(&result);
        for next in lanes {
            result = lane(self, &[result, next], wide);
        }
        Ok(vec![self.emit.scalar_of(result, *sort)])
    }

    /// An intrinsic that is a call of a function of the C library.
    fn external_call(&mut self, name: &str, call: &Call) -> Lower<Vec<Operand>> {
        let external = external_name(name, &call.result);
        let Some(function) = external.and_then(|n| self.context.external(&n)) else {
            return unsupported(format!("intrinsic llvm.{name}"));
        };
        let mut args = Vec::with_capacity(call.args.len());
        for arg in &call.args {
            args.push(self.scalar(&arg.operand)?);
        }
        self.emit_call(Callee::Function(function), args, &call.result)
    }

    /// `llvm.objectsize`: never known; 0 when the least size is asked for, else the greatest number.
    fn object_size(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let least = self.argument(call, 1)?;
        let sorts = leaf_sorts(self.context.types(), &call.result)?;
        let width = sorts.first().and_then(|s| s.width()).unwrap_or(64);
        Ok(vec![self.emit.ite(least, bits(width, 0), bits(width, u128::MAX))])
    }

    /// `llvm.va_start`: the machine knows the frame's variadic arguments.
    fn start_variadic(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let list = self.argument(call, 0)?;
        match self.context.external(VA_START) {
            Some(function) => self.emit_call(Callee::Function(function), vec![list], &Type::Void),
            None => unsupported("intrinsic llvm.va_start"),
        }
    }

    /// A hint that a loop waits for another thread.
    fn pause(&mut self, _: &Call) -> Lower<Vec<Operand>> {
        match self.context.external(PAUSE) {
            Some(function) => self.emit_call(Callee::Function(function), Vec::new(), &Type::Void),
            None => Ok(Vec::new()),
        }
    }

    /// `llvm.vector.extract`: the lanes from a constant place on.
    fn subvector(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        let lanes = self.leaves(call, 0)?;
        let start = self.argument(call, 1)?;
        let count = leaf_sorts(self.context.types(), &call.result)?.len();
        let start = super::emit::constant(&start).and_then(|n| usize::try_from(n).ok());
        let Some(start) = start.filter(|s| s + count <= lanes.len()) else {
            return unsupported("llvm.vector.extract past the end");
        };
        Ok(lanes.into_iter().skip(start).take(count).collect())
    }

    /// Intrinsics that ask whether something may be done.
    fn constant_true(&mut self, _: &Call) -> Lower<Vec<Operand>> {
        Ok(vec![Operand::Bool(true)])
    }
}

/// The external that fills a `va_list`.
pub(super) const VA_START: &str = "llvm.va_start";

/// The external that lets other threads run.
pub(super) const PAUSE: &str = "effigy.pause";

/// The meaning of the longest part of `name` that has one: the rest are the types of an overloaded name.
fn find_meaning(name: &str) -> Option<Meaning> {
    let mut base = name;
    loop {
        if let Some(found) = meaning(base) {
            return Some(found);
        }
        base = base.rsplit_once('.')?.0;
    }
}

/// The external function that calls of the declared intrinsic `llvm.{name}` need.
pub(super) fn external_of(name: &str, function: &ast::Function) -> Option<String> {
    if name == "va_start" || name.starts_with("va_start.") {
        return Some(VA_START.to_owned());
    }
    if name == "x86.sse2.pause" {
        return Some(PAUSE.to_owned());
    }
    match find_meaning(name)? {
        Meaning::External => external_name(name, &function.result),
        _ if name.starts_with("powi.") => external_name(name, &function.result),
        _ => None,
    }
}

/// The name of the C library's function for `llvm.{name}` with this result.
fn external_name(name: &str, result: &Type) -> Option<String> {
    let base = name.split_once('.').map_or(name, |(base, _)| base);
    match (base, result) {
        ("powi", Type::Float(FloatKind::Double)) => Some("__powidf2".to_owned()),
        ("powi", Type::Float(FloatKind::Single)) => Some("__powisf2".to_owned()),
        (_, Type::Float(FloatKind::Double)) => Some(base.to_owned()),
        (_, Type::Float(FloatKind::Single)) => Some(format!("{base}f")),
        _ => None,
    }
}
