//! Calls: of functions, of addresses, of inline assembly.

use super::body::BodyLowering;
use super::emit::bits;
use super::emit::{only, zero};
use super::types::{Lower, leaf_sorts, size_of, unsupported};
use crate::ast::{Arg, Call, Callee, Constant, InlineAsm, Symbol, Type, Value};
use effigy_base::sort::Sort;
use effigy_ir::function::{Callee as Target, InstKind, Operand, Reg};

impl BodyLowering<'_> {
    /// A call; gives the scalars of its result.
    pub fn call(&mut self, call: &Call) -> Lower<Vec<Operand>> {
        match &call.callee {
            Callee::Asm(asm) => self.assembly(asm, call),
            Callee::Value(value) => {
                if let Value::Constant(Constant::Symbol(Symbol::Function(id))) = value {
                    let context = self.context;
                    let name = &context.module.functions()[*id].name;
                    if let Some(intrinsic) = name.strip_prefix("llvm.") {
                        return self.intrinsic(intrinsic, call);
                    }
                }
                let callee = match only(self.value(value, &Type::Ptr(0))?)? {
                    Operand::Function(function) => Target::Function(function),
                    address => Target::Address(address),
                };
                self.call_target(callee, call)
            }
        }
    }

    fn call_target(&mut self, callee: Target, call: &Call) -> Lower<Vec<Operand>> {
        let mut args = Vec::with_capacity(call.args.len());
        let fixed = self.fixed_arguments(&callee, call);
        let mut floats = 0;
        for (i, arg) in call.args.iter().enumerate() {
            let first = args.len();
            match &arg.byval {
                Some(ty) if i >= fixed => args.extend(self.spread(arg, ty)?),
                _ => args.extend(self.operand(&arg.operand)?),
            }
            if matches!(arg.operand.ty, Type::Float(_)) && first < 64 {
                floats |= 1 << first;
            }
        }
        if fixed < call.args.len() || call.signature.as_ref().is_some_and(|s| s.variadic) {
            self.emit.inst(InstKind::Floats { args: floats });
        }
        self.emit_call(callee, args, &call.result)
    }

    /// The number of arguments that are not variadic.
    fn fixed_arguments(&self, callee: &Target, call: &Call) -> usize {
        if let Some(signature) = call.signature.as_ref().filter(|s| s.variadic) {
            return signature.params.len();
        }
        match callee {
            Target::Function(id) => self.context.fixed_arguments(*id).unwrap_or(call.args.len()),
            Target::Address(_) => call.args.len(),
        }
    }

    /// A call of `callee` with scalars, and a result of type `result`.
    pub fn emit_call(
        &mut self,
        callee: Target,
        args: Vec<Operand>,
        result: &Type,
    ) -> Lower<Vec<Operand>> {
        let sorts = leaf_sorts(self.context.types(), result)?;
        let results: Vec<Reg> = sorts.iter().map(|s| self.emit.reg(*s)).collect();
        let arg_sorts: Vec<Sort> = args.iter().map(|a| self.emit.sort(a)).collect();
        let callee = match callee {
            // C allows calls of functions that were declared with another type: left to the machine.
            Target::Function(f) if !self.context.accepts(f, &arg_sorts, &sorts) => {
                Target::Address(Operand::Function(f))
            }
            callee => callee,
        };
        let leaves = results.iter().copied().map(Operand::Reg).collect();
        self.emit.inst(InstKind::Call { results, callee, args, arg_sorts });
        Ok(leaves)
    }

    /// A struct that is passed among variadic arguments: its bytes as words of 64 bits.
    fn spread(&mut self, arg: &Arg, ty: &Type) -> Lower<Vec<Operand>> {
        let base = self.scalar(&arg.operand)?;
        let size = size_of(self.context.types(), ty)?;
        if size > 4096 {
            return unsupported(format!("a variadic argument of {size} bytes"));
        }
        let mut words = Vec::new();
        let mut offset = 0;
        while offset < size {
            let end = (offset + 8).min(size);
            words.push(self.word(&base, offset, end));
            offset = end;
        }
        Ok(words)
    }

    /// The bytes `start..end`, at most eight, extended by zeros to a word.
    fn word(&mut self, base: &Operand, start: u64, end: u64) -> Operand {
        let addr = self.emit.add(base.clone(), bits(64, u128::from(start)));
        let width = u32::try_from((end - start) * 8).unwrap_or(64);
        let value = self.emit.load(addr, Sort::BitVec(width));
        self.emit.resize_unsigned(value, 64)
    }

    /// Inline assembly: the empty text, which compilers use as a barrier, and the question what the processor can do mean
    /// something here.
    fn assembly(&mut self, asm: &InlineAsm, call: &Call) -> Lower<Vec<Operand>> {
        let what = || format!("inline assembly \"{}\"", asm.template.escape_default());
        let sorts = leaf_sorts(self.context.types(), &call.result)?;
        if asks_the_processor(asm) && sorts.iter().all(|sort| matches!(sort, Sort::BitVec(32))) {
            return Ok(sorts.into_iter().map(zero).collect());
        }
        if !asm.template.trim().is_empty() {
            return unsupported(what());
        }
        let mut outputs = Vec::with_capacity(sorts.len());
        for (number, _) in sorts.iter().enumerate() {
            let Some(arg) = tied_argument(&asm.constraints, number, call) else {
                return unsupported(what());
            };
            outputs.push(self.scalar(&arg.operand)?);
        }
        Ok(outputs)
    }
}

/// Whether the text is `cpuid` with all results in registers, around which a register that compilers keep for themselves may
/// be saved. The processor here is one without extensions, and answers zeros: programs then take their portable way.
fn asks_the_processor(asm: &InlineAsm) -> bool {
    let lines = || asm.template.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    let saves = |line: &str| {
        ["mov", "xchg"].iter().any(|name| line.starts_with(name)) && line.contains("bx")
    };
    lines().any(|line| line == "cpuid")
        && lines().all(|line| line == "cpuid" || saves(line))
        && !asm.constraints.split(',').any(|constraint| constraint.starts_with("=*"))
}

/// The argument that stands in the register of output `number`.
fn tied_argument<'c>(constraints: &str, number: usize, call: &'c Call) -> Option<&'c Arg> {
    let mut position = 0;
    for constraint in constraints.split(',') {
        let indirect_output = constraint.starts_with("=*") || constraint.starts_with("+*");
        if constraint.starts_with('~') || (constraint.starts_with('=') && !indirect_output) {
            continue;
        }
        if constraint.parse() == Ok(number) {
            return call.args.get(position);
        }
        position += 1;
    }
    None
}
