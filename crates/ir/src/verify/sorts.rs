//! Sorts of operands, instructions and terminators.

use super::{MAX_REGISTER_BITS, Problem, Verifier};
use crate::field::FieldId;
use crate::function::{ADDRESS_BITS, Callee, InstKind, Operand, Reg, Target, Terminator};
use crate::operator::operator;
use effigy_base::id::Id;
use effigy_base::op::Op;
use effigy_base::sort::Sort;

const ADDRESS: Sort = Sort::BitVec(ADDRESS_BITS);

impl Verifier<'_> {
    pub(super) fn scalar(&mut self, sort: Sort) {
        let fine = match sort {
            Sort::Bool => true,
            Sort::BitVec(width) => (1..=MAX_REGISTER_BITS).contains(&width),
            Sort::Int => true,
            Sort::Real | Sort::Named(_) | Sort::Array { .. } => false,
        };
        if !fine {
            self.report(Problem::BadSort(sort));
        }
    }

    pub(super) fn same(&mut self, what: impl FnOnce() -> String, expected: Sort, found: Sort) {
        if expected != found {
            self.report(Problem::Sort { what: what(), expected, found });
        }
    }

    /// The sort of an operand, its own rules checked; `None` when it has none, which is reported.
    fn operand(&mut self, operand: &Operand) -> Option<Sort> {
        match *operand {
            Operand::Reg(reg) => return self.reg(reg),
            Operand::Bits { width, value } => {
                self.scalar(Sort::BitVec(width));
                if width < u128::BITS && value >> width != 0 {
                    self.report(Problem::WideConstant { width, value });
                }
            }
            Operand::Global(global, _) => {
                self.in_range("global", global.index(), self.declarations.globals.len());
            }
            Operand::Function(function) => {
                self.in_range("function", function.index(), self.declarations.functions.len());
            }
            Operand::Undef(sort) => self.scalar(sort),
            Operand::Bool(_) | Operand::Int(_) => {}
        }
        operand.sort(self.function)
    }

    fn expect(&mut self, what: &str, operand: &Operand, expected: Sort) {
        if let Some(found) = self.operand(operand) {
            self.same(|| what.to_owned(), expected, found);
        }
    }

    /// Memory holds bytes: integers have no size.
    fn in_memory(&mut self, sort: Sort) {
        if sort == Sort::Int {
            self.report(Problem::BadSort(sort));
        }
    }

    fn expect_reg(&mut self, what: &str, reg: Reg, expected: Sort) {
        if let Some(found) = self.reg(reg) {
            self.same(|| what.to_owned(), expected, found);
        }
    }

    pub(super) fn inst(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Op { dst, op, args } => self.operation(*dst, *op, args),
            InstKind::Freeze { dst, value } => {
                if let Some(sort) = self.operand(value) {
                    self.expect_reg("the result", *dst, sort);
                }
            }
            InstKind::Load { dst, addr } => {
                if let Some(sort) = self.reg(*dst) {
                    self.in_memory(sort);
                }
                self.expect("the address", addr, ADDRESS);
            }
            InstKind::Store { addr, value, sort } => {
                self.expect("the address", addr, ADDRESS);
                self.expect("the stored value", value, *sort);
                self.in_memory(*sort);
            }
            InstKind::Alloc { dst, size, align } => {
                self.expect_reg("the result", *dst, ADDRESS);
                self.expect("the size", size, ADDRESS);
                if !align.is_power_of_two() {
                    self.report(Problem::Alignment(*align));
                }
            }
            InstKind::Copy { dst, src, len, .. } => {
                self.expect("the target", dst, ADDRESS);
                self.expect("the source", src, ADDRESS);
                self.expect("the length", len, ADDRESS);
            }
            InstKind::Lifetime { address, .. } => self.expect("the address", address, ADDRESS),
            InstKind::Aligned { addr, align } => {
                self.expect("the address", addr, ADDRESS);
                if !align.is_power_of_two() {
                    self.report(Problem::Alignment(*align));
                }
            }
            InstKind::Poison { dst, value, valid, .. } => {
                if let Some(sort) = self.operand(value) {
                    self.expect_reg("the result", *dst, sort);
                }
                self.expect("the condition", valid, Sort::Bool);
            }
            InstKind::SameObject { dst, first, second } => {
                self.expect_reg("the answer", *dst, Sort::Bool);
                self.expect("the first address", first, ADDRESS);
                self.expect("the second address", second, ADDRESS);
            }
            InstKind::Floats { .. } => {}
            InstKind::Catches { dst, .. } => self.expect_reg("what unwound", *dst, ADDRESS),
            InstKind::Fill { dst, value, len } => {
                self.expect("the target", dst, ADDRESS);
                self.expect("the byte", value, Sort::BitVec(8));
                self.expect("the length", len, ADDRESS);
            }
            InstKind::Call { results, callee, args, arg_sorts } => {
                self.call(results, callee, args, arg_sorts);
            }
            InstKind::Assume { cond }
            | InstKind::Check { cond, .. }
            | InstKind::Assert { cond, .. } => {
                self.expect("the condition", cond, Sort::Bool);
            }
            InstKind::Name { value, indirect, .. } => {
                let sort = self.operand(value);
                if let (true, Some(found)) = (*indirect, sort) {
                    self.same(|| "the variable's address".to_owned(), ADDRESS, found);
                }
            }
            InstKind::Output { value, .. } | InstKind::Defined { value, .. } => {
                self.operand(value);
            }
            InstKind::Mark { .. } | InstKind::Unsupported { .. } => {}
            InstKind::Array { .. }
            | InstKind::Select { .. }
            | InstKind::IsSet { .. }
            | InstKind::Put { .. }
            | InstKind::Variable { .. }
            | InstKind::Symbolic { .. }
            | InstKind::Get { .. }
            | InstKind::Set { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. }
            | InstKind::Bound { .. } => self.object(kind),
        }
    }

    /// An instruction on array objects, symbols or heap functions.
    fn object(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Array { dst, index, element, .. } => {
                self.expect_reg("the handle", *dst, ADDRESS);
                self.scalar((*index).into());
                self.scalar((*element).into());
            }
            InstKind::Select { dst, array, index } => {
                self.expect("the handle", array, ADDRESS);
                self.reg(*dst);
                self.operand(index);
            }
            InstKind::IsSet { dst, array, index } => {
                self.expect("the handle", array, ADDRESS);
                self.expect_reg("the result", *dst, Sort::Bool);
                self.operand(index);
            }
            InstKind::Put { array, index, value } => {
                self.expect("the handle", array, ADDRESS);
                self.operand(index);
                self.operand(value);
            }
            InstKind::Variable { array, index, bounds, .. } => {
                self.expect("the handle", array, ADDRESS);
                let limits = bounds.iter().flat_map(|b| [&b.low, &b.high]);
                for operand in index.iter().chain(limits) {
                    self.operand(operand);
                }
                if let Some(bounds) = bounds {
                    self.expect("whether it has bounds", &bounds.known, Sort::Bool);
                }
            }
            InstKind::Symbolic { dst, .. } => {
                self.reg(*dst);
            }
            InstKind::Get { dst, field, keys } => {
                if let Some(element) = self.field(*field, keys) {
                    self.expect_reg("the result", *dst, element);
                }
            }
            InstKind::Set { field, keys, value } => {
                if let Some(element) = self.field(*field, keys) {
                    self.expect("the element", value, element);
                }
            }
            InstKind::Create { dst, .. } => {
                if let Some(sort @ (Sort::Bool | Sort::Array { .. })) = self.reg(*dst) {
                    self.report(Problem::BadSort(sort));
                }
            }
            InstKind::Unknown { dst, .. } => {
                self.reg(*dst);
            }
            InstKind::Bound { dst, .. } => self.expect_reg("the variable", *dst, Sort::Int),
            _ => {}
        }
    }

    /// Checks the use of a heap function; the sort of its elements.
    fn field(&mut self, field: FieldId, keys: &[Operand]) -> Option<Sort> {
        let fields = self.declarations.fields;
        self.in_range("field", field.index(), fields.len());
        let decl = fields.get(field)?;
        self.count("keys", decl.keys.len(), keys.len());
        for (n, (key, sort)) in keys.iter().zip(&decl.keys).enumerate() {
            self.expect(&format!("key {n}"), key, (*sort).into());
        }
        Some(decl.element.into())
    }

    fn operation(&mut self, dst: Reg, op: Op, args: &[Operand]) {
        let sorts: Option<Vec<Sort>> = args.iter().map(|a| self.operand(a)).collect();
        let Some(sorts) = sorts else { return };
        match op.result_sort(&sorts) {
            Some(sort) => self.expect_reg("the result", dst, sort),
            None => {
                let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
                let op = operator(op);
                self.report(Problem::IllSorted { op, sorts: sorts.join(", ") });
            }
        }
    }

    fn call(&mut self, results: &[Reg], callee: &Callee, args: &[Operand], arg_sorts: &[Sort]) {
        for &reg in results {
            self.reg(reg);
        }
        self.count("argument sorts", args.len(), arg_sorts.len());
        for (n, (arg, &sort)) in args.iter().zip(arg_sorts).enumerate() {
            self.expect(&format!("argument {n}"), arg, sort);
        }
        let function = match callee {
            Callee::Address(address) => return self.expect("the callee", address, ADDRESS),
            Callee::Function(function) => *function,
        };
        let functions = self.declarations.functions;
        self.in_range("function", function.index(), functions.len());
        let Some(decl) = functions.get(function) else { return };
        if !(decl.variadic && args.len() > decl.params.len()) {
            self.count("arguments", decl.params.len(), args.len());
        }
        for (n, (&found, &expected)) in arg_sorts.iter().zip(&decl.params).enumerate() {
            self.same(|| format!("argument {n}"), expected, found);
        }
        self.count("results", decl.results.len(), results.len());
        for (n, (&reg, &sort)) in results.iter().zip(&decl.results).enumerate() {
            self.expect_reg(&format!("result {n}"), reg, sort);
        }
    }

    pub(super) fn terminator(&mut self, terminator: &Terminator) {
        for target in terminator.targets() {
            self.target(target);
        }
        match terminator {
            Terminator::Branch { cond, .. } => self.expect("the condition", cond, Sort::Bool),
            Terminator::Switch { value, width, cases, .. } => {
                self.expect("the switch's value", value, Sort::BitVec(*width));
                for (case, _) in cases {
                    self.operand(&Operand::Bits { width: *width, value: *case });
                }
                self.cases_differ(cases.iter().map(|(case, _)| *case));
            }
            Terminator::Return(values) => {
                let results = &self.function.results;
                self.count("returned values", results.len(), values.len());
                for (n, (value, &sort)) in values.iter().zip(results).enumerate() {
                    self.expect(&format!("returned value {n}"), value, sort);
                }
            }
            Terminator::Jump(_) | Terminator::Fail { .. } => {}
        }
    }

    fn target(&mut self, target: &Target) {
        let function = self.function;
        self.in_range("block", target.block.index(), function.blocks.len());
        let Some(block) = function.blocks.get(target.block) else { return };
        self.count("block arguments", block.params.len(), target.args.len());
        for (n, (arg, &param)) in target.args.iter().zip(&block.params).enumerate() {
            match function.regs.get(param) {
                Some(reg) => self.expect(&format!("block argument {n}"), arg, reg.sort),
                None => self.operand(arg).map_or((), drop),
            }
        }
    }
}
