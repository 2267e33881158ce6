//! From the IR to the machine's code: constants pooled, block arguments turned into moves.

use crate::code::{CallSite, Code, Covered, Generic, Inst, Limits, List, Named, R, Src, Switch};
use crate::data::slot::Slot;
use crate::memory::Layout;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_ir::function::{
    ADDRESS_BITS, Bounds, Callee, Catch, Function, InstKind, Life, LocId, Operand, Reg, Target,
    Terminator,
};
use effigy_ir::program::FuncId;
use effigy_term::{Role, TermStore, VarInfo};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Compiles a function's body. The body is verified IR.
pub fn compile(
    function: FuncId,
    body: &Arc<Function>,
    layout: &Layout,
    store: &mut TermStore,
) -> Code {
    let sorts = body.regs.iter().map(|(_, r)| r.sort).collect();
    let params = body.params.iter().map(|r| r.index() as R).collect();
    let code = Code::empty(function, body, sorts, params);
    let pool = FxHashMap::default();
    let entries = entries(body);
    let joined = vec![false; body.blocks.len()];
    let mut compiler = Compiler {
        body,
        entries,
        joined,
        code,
        pool,
        layout,
        store,
        fixups: Vec::new(),
        stubs: Vec::new(),
        loc: None,
        aligned: None,
        floats: None,
        catches: None,
    };
    compiler.blocks(body);
    compiler.code
}

/// An instruction field that waits for the address of a block or stub.
enum Fixup {
    Jump(usize),
    Then(usize),
    Otherwise(usize),
    /// Switch entry and position of the case; the default is past the last one.
    Case(usize, usize),
}

/// Most conditions that become one.
const MAX_JOINED: usize = 16;

/// An operator with its target and arguments.
type Cheap<'a> = (R, Op, &'a [Operand]);

/// A block that only compares and branches.
struct Comparison<'a> {
    /// An extension at most, then the comparison.
    ops: Vec<Cheap<'a>>,
    result: R,
    then: &'a Target,
    otherwise: &'a Target,
}

struct Compiler<'a> {
    body: &'a Function,
    /// From how many places each block is entered.
    entries: Vec<usize>,
    /// The blocks that were joined with the one before them: nothing enters them any more.
    joined: Vec<bool>,
    code: Code,
    pool: FxHashMap<Operand, Src>,
    layout: &'a Layout,
    store: &'a mut TermStore,
    fixups: Vec<(Fixup, usize)>,
    stubs: Vec<(Fixup, &'a Target, Option<LocId>)>,
    loc: Option<LocId>,
    /// What is known of the address of the access that follows, and of the arguments of the call that follows, and what stops
    /// at it.
    aligned: Option<(Operand, u64)>,
    floats: Option<u64>,
    catches: Option<(R, Catch)>,
}

impl<'a> Compiler<'a> {
    fn blocks(&mut self, body: &'a Function) {
        for (id, block) in body.blocks.iter() {
            self.code.block_starts.push(self.code.insts.len() as u32);
            if self.joined[id.index()] {
                continue;
            }
            for inst in &block.insts {
                self.loc = inst.loc;
                self.inst(&inst.kind);
            }
            self.loc = block.terminator_loc;
            self.catches = None;
            self.terminator(&block.terminator);
        }
        for (fixup, target, loc) in std::mem::take(&mut self.stubs) {
            let at = self.code.insts.len() as u32;
            self.code.block_starts.push(at);
            self.loc = loc;
            self.moves(body, target);
            let jump = self.emit(Inst::Jump { to: 0 });
            self.fixups.push((Fixup::Jump(jump), target.block.index()));
            self.patch(&fixup, at);
        }
        for (fixup, block) in std::mem::take(&mut self.fixups) {
            let at = self.code.block_starts[block];
            self.patch(&fixup, at);
        }
        for switch in &mut self.code.switches {
            switch.cases.sort_unstable();
            for (_, to) in &switch.cases {
                if *to != switch.default && !switch.targets.contains(to) {
                    switch.targets.push(*to);
                }
            }
            switch.targets.push(switch.default);
        }
        self.code.covered = Covered::new(self.code.insts.len());
    }

    fn patch(&mut self, fixup: &Fixup, at: u32) {
        match *fixup {
            Fixup::Jump(i) => {
                if let Inst::Jump { to } = &mut self.code.insts[i] {
                    *to = at;
                }
            }
            Fixup::Then(i) => {
                if let Inst::Branch { then, .. } = &mut self.code.insts[i] {
                    *then = at;
                }
            }
            Fixup::Otherwise(i) => {
                if let Inst::Branch { otherwise, .. } = &mut self.code.insts[i] {
                    *otherwise = at;
                }
            }
            Fixup::Case(entry, case) => {
                let switch = &mut self.code.switches[entry];
                match switch.cases.get_mut(case) {
                    Some((_, to)) => *to = at,
                    None => switch.default = at,
                }
            }
        }
    }

    fn emit(&mut self, inst: Inst) -> usize {
        self.code.insts.push(inst);
        self.code.locs.push(self.loc);
        self.code.insts.len() - 1
    }

    /// Joins a branch with the branches that follow it when they only compare registers and share a side, as in
    /// `a < b && c == 42`: one fork instead of two.
    fn join_conditions(
        &mut self,
        mut cond: Src,
        mut then: &'a Target,
        mut otherwise: &'a Target,
    ) -> (Src, &'a Target, &'a Target) {
        for _ in 0..MAX_JOINED {
            let (op, next) = if let Some(next) = self.comparison(then)
                && next.otherwise == otherwise
            {
                self.joined[then.block.index()] = true;
                then = next.then;
                (Op::And, next)
            } else if let Some(next) = self.comparison(otherwise)
                && next.then == then
            {
                self.joined[otherwise.block.index()] = true;
                otherwise = next.otherwise;
                (Op::Or, next)
            } else {
                break;
            };
            for (dst, op, args) in next.ops {
                self.op(dst, op, args);
            }
            let joined = self.code.sorts.len() as R;
            self.code.sorts.push(Sort::Bool);
            let (dst, a, b) = (joined, cond, Src(next.result));
            self.emit(match op {
                Op::And => Inst::And { w: 1, dst, a, b },
                _ => Inst::Or { w: 1, dst, a, b },
            });
            cond = Src(joined);
        }
        (cond, then, otherwise)
    }

    /// Turns a branch that only chooses between truth values, as in `x = a < b || c == 42`, into those values: no fork.
    /// One side goes on at once, the other one by a block that does nothing but compare.
    fn join_values(&mut self, cond: Src, then: &'a Target, otherwise: &'a Target) -> bool {
        let (ops, [yes, no]) = if let Some((ops, last)) = self.passage(otherwise, then) {
            self.joined[otherwise.block.index()] = true;
            (ops, [then, last])
        } else if let Some((ops, last)) = self.passage(then, otherwise) {
            self.joined[then.block.index()] = true;
            (ops, [last, otherwise])
        } else {
            return false;
        };
        for (dst, op, args) in ops {
            self.op(dst, op, args);
        }
        let mut chosen = Vec::new();
        for (yes, no) in yes.args.iter().zip(&no.args) {
            let (a, b) = (self.src(yes), self.src(no));
            let dst = self.code.sorts.len() as R;
            self.code.sorts.push(Sort::Bool);
            self.emit(Inst::Ite { dst, c: cond, a, b });
            chosen.push(Src(dst));
        }
        for (param, a) in self.body.blocks[yes.block].params.iter().zip(chosen) {
            self.emit(Inst::Move { dst: param.index() as R, a });
        }
        let jump = self.emit(Inst::Jump { to: 0 });
        self.fixups.push((Fixup::Jump(jump), yes.block.index()));
        true
    }

    /// The comparisons of a block that does nothing else and goes on to where `direct` goes, with the values it brings.
    fn passage(&self, target: &Target, direct: &Target) -> Option<(Vec<Cheap<'a>>, &'a Target)> {
        let params = &self.body.blocks.get(direct.block)?.params;
        let bools = params.iter().all(|p| self.body.regs[*p].sort == Sort::Bool);
        let ops = self.cheap(target)?;
        match &self.body.blocks.get(target.block)?.terminator {
            Terminator::Jump(last) if last.block == direct.block && bools && !params.is_empty() => {
                Some((ops, last))
            }
            _ => None,
        }
    }

    /// What a block compares, when it is entered from one place and does nothing but compare and branch.
    fn comparison(&self, target: &Target) -> Option<Comparison<'a>> {
        let ops = self.cheap(target)?;
        let Terminator::Branch { cond: Operand::Reg(cond), then, otherwise } =
            &self.body.blocks.get(target.block)?.terminator
        else {
            return None;
        };
        let result = ops.last()?.0;
        (result == cond.index() as R).then_some(Comparison { ops, result, then, otherwise })
    }

    /// The operators of a block that is entered from one place and holds a comparison at most, of extended values.
    fn cheap(&self, target: &Target) -> Option<Vec<Cheap<'a>>> {
        let block = self.body.blocks.get(target.block)?;
        if self.entries[target.block.index()] != 1 || !block.params.is_empty() {
            return None;
        }
        let mut ops = Vec::new();
        for inst in &block.insts {
            match &inst.kind {
                InstKind::Name { .. } => {}
                InstKind::Op { dst, op, args } => {
                    ops.push((dst.index() as R, *op, args.as_slice()))
                }
                _ => return None,
            }
        }
        let (compare, extensions): (&Cheap<'a>, &[Cheap<'a>]) = ops.split_last()?;
        let compares = matches!(compare.1, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle);
        let extends = |op: Op| matches!(op, Op::ZeroExtend { .. } | Op::SignExtend { .. });
        let cheap =
            compares && extensions.len() <= 1 && extensions.iter().all(|(_, op, _)| extends(*op));
        cheap.then_some(ops)
    }

    /// Lets `fixup` point at `target`, through a stub when there are block arguments to move.
    fn link(&mut self, fixup: Fixup, target: &'a Target) {
        if target.args.is_empty() {
            self.fixups.push((fixup, target.block.index()));
        } else {
            self.stubs.push((fixup, target, self.loc));
        }
    }

    /// Assigns the block parameters in parallel: a source that another move overwrites goes through a fresh register.
    fn moves(&mut self, body: &Function, target: &Target) {
        let params = &body.blocks[target.block].params;
        let pairs: Vec<(R, Src)> = params
            .iter()
            .zip(&target.args)
            .map(|(p, a)| (p.index() as R, self.src(a)))
            .filter(|(p, a)| a.0 != *p)
            .collect();
        let clash = |i: usize| pairs[..i].iter().any(|(p, _)| *p == pairs[i].1.0);
        let mut late = Vec::new();
        for i in (0..pairs.len()).filter(|i| clash(*i)) {
            let saved = self.code.sorts.len() as R;
            self.code.sorts.push(self.code.sort(pairs[i].1));
            self.emit(Inst::Move { dst: saved, a: pairs[i].1 });
            late.push((i, Src(saved)));
        }
        for (i, (dst, a)) in pairs.iter().enumerate() {
            let a = late.iter().find(|(j, _)| *j == i).map_or(*a, |(_, saved)| *saved);
            self.emit(Inst::Move { dst: *dst, a });
        }
    }

    /// An operand of the next instruction; what is undefined is another value each time.
    fn src(&mut self, operand: &Operand) -> Src {
        let src = self.held(operand);
        let Operand::Undef(sort) = operand else { return src };
        let dst = self.code.sorts.len() as R;
        self.code.sorts.push(*sort);
        self.emit(Inst::Fresh { dst, a: src });
        Src(dst)
    }

    /// Where the value of an operand is held; what is undefined has one value for each use in the program's text.
    fn held(&mut self, operand: &Operand) -> Src {
        if let Some(src) = self.pool.get(operand) {
            return *src;
        }
        let address = Sort::BitVec(ADDRESS_BITS);
        let (slot, sort) = match operand {
            Operand::Bool(b) => (Slot::word(*b as u64), Sort::Bool),
            Operand::Bits { width, value } => (Slot::wide(*value), Sort::BitVec(*width)),
            Operand::Int(value) => (Slot::wide(*value as u128), Sort::Int),
            Operand::Global(g, offset) if self.layout.is_own(g.index()) => {
                let base = self.layout.global(g.index());
                let first = Slot::word(base.wrapping_add_signed(*offset));
                let a = self.constant(first, address);
                let dst = self.code.sorts.len() as R;
                self.code.sorts.push(address);
                self.emit(Inst::Own { dst, a });
                return Src(dst);
            }
            Operand::Global(g, offset) => {
                let base = self.layout.global(g.index());
                (Slot::word(base.wrapping_add_signed(*offset)), address)
            }
            Operand::Function(f) => (Slot::word(Layout::function(f.index())), address),
            Operand::Reg(r) => return Src(r.index() as u32),
            Operand::Undef(sort) => {
                let name =
                    format!("undef {}.{}", self.code.function.index(), self.code.consts.len());
                let info = VarInfo { name, sort: *sort, role: Role::Unspecified };
                let value = self.store.variable(&info);
                return self.constant(Slot::symbolic(value), *sort);
            }
        };
        let src = self.constant(slot, sort);
        self.pool.insert(operand.clone(), src);
        src
    }

    fn constant(&mut self, slot: Slot, sort: Sort) -> Src {
        let src = Src(Src::CONST | self.code.consts.len() as u32);
        self.code.consts.push(slot);
        self.code.const_sorts.push(sort);
        src
    }

    fn srcs(&mut self, operands: &[Operand]) -> Vec<Src> {
        operands.iter().map(|o| self.src(o)).collect()
    }

    fn list(&mut self, operands: &[Operand]) -> List {
        let srcs = self.srcs(operands);
        self.listed(srcs)
    }

    fn listed(&mut self, srcs: Vec<Src>) -> List {
        let list = List { start: self.code.lists.len() as u32, len: srcs.len() as u32 };
        self.code.lists.extend(srcs);
        list
    }

    /// The bits that the address of an access must not have.
    fn mask(&mut self, addr: &Operand) -> u8 {
        match self.aligned.take() {
            Some((known, align)) if known == *addr => align.clamp(1, 256).wrapping_sub(1) as u8,
            _ => 0,
        }
    }

    fn inst(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Op { dst, op, args } => self.op(dst.index() as R, *op, args),
            InstKind::Freeze { .. }
            | InstKind::Poison { .. }
            | InstKind::Defined { .. }
            | InstKind::SameObject { .. } => self.of_validity(kind),
            InstKind::Load { dst, addr } => {
                let (w, len) = shape(self.code.sorts[dst.index()]);
                let mask = self.mask(addr);
                let addr = self.src(addr);
                self.emit(Inst::Load { w, len, mask, dst: dst.index() as R, addr });
            }
            InstKind::Store { addr, value, sort } => {
                let (w, len) = shape(*sort);
                let mask = self.mask(addr);
                let (addr, value) = (self.src(addr), self.src(value));
                self.emit(Inst::Store { w, len, mask, addr, value });
            }
            InstKind::Aligned { addr, align } => self.aligned = Some((addr.clone(), *align)),
            InstKind::Floats { args } => self.floats = Some(*args),
            InstKind::Catches { dst, kind } => {
                let (dst, a) = (dst.index() as R, self.held(&Operand::bits(ADDRESS_BITS, 0)));
                self.emit(Inst::Move { dst, a });
                self.catches = Some((dst, *kind));
            }
            InstKind::Lifetime { address, life: Life::Unread, .. } => {
                if let Some(register) = self.src(address).register() {
                    self.code.unread.push((self.code.insts.len() as u32, register));
                }
            }
            InstKind::Lifetime { address, size, life } => {
                let (address, entry) = (self.src(address), self.code.lifetimes.len() as u32);
                self.code.lifetimes.push((*size, *life));
                self.emit(Inst::Lifetime { address, entry });
            }
            InstKind::Alloc { dst, size, align } => {
                let size = self.src(size);
                let align = u32::try_from(*align).unwrap_or(1 << 16);
                self.emit(Inst::Alloc { dst: dst.index() as R, size, align });
            }
            InstKind::Copy { dst, src, len, apart } => {
                let (dst, src, len) = (self.src(dst), self.src(src), self.src(len));
                self.emit(Inst::Copy { dst, src, len, apart: *apart });
            }
            InstKind::Fill { dst, value, len } => {
                let (dst, value, len) = (self.src(dst), self.src(value), self.src(len));
                self.emit(Inst::Fill { dst, value, len });
            }
            InstKind::Call { results, callee, args, arg_sorts } => {
                self.call(results, callee, args, arg_sorts);
            }
            InstKind::Assume { cond } => {
                let cond = self.src(cond);
                self.emit(Inst::Assume { cond });
            }
            InstKind::Check { cond, kind, message } => {
                let cond = self.src(cond);
                let entry = self.code.failures.len() as u32;
                self.code.failures.push((*kind, message.clone()));
                self.emit(Inst::Check { cond, entry });
            }
            InstKind::Name { variable, value, indirect } => {
                let value = self.held(value);
                let at = self.code.insts.len() as u32;
                let named = if *indirect { Named::Address(value) } else { Named::Value(value) };
                self.name(at, variable, named);
            }
            InstKind::Array { .. }
            | InstKind::Select { .. }
            | InstKind::Put { .. }
            | InstKind::IsSet { .. }
            | InstKind::Symbolic { .. }
            | InstKind::Bound { .. }
            | InstKind::Variable { .. } => self.of_arrays(kind),
            InstKind::Get { .. }
            | InstKind::Set { .. }
            | InstKind::Create { .. }
            | InstKind::Unknown { .. } => self.of_heap(kind),
            InstKind::Assert { cond, prove, text } => {
                let cond = self.src(cond);
                let entry = self.code.failures.len() as u32;
                self.code.failures.push((FindingKind::Assertion, text.clone()));
                self.emit(Inst::Assert { cond, entry, prove: *prove });
            }
            InstKind::Mark { number, kind } => {
                self.emit(Inst::Mark { number: *number, kind: *kind });
            }
            InstKind::Output { name, value } => {
                let value = self.src(value);
                let entry = self.symbol(name);
                self.emit(Inst::Output { entry, value });
            }
            InstKind::Unsupported { what } => {
                let entry = self.code.unsupported.len() as u32;
                self.code.unsupported.push(what.clone());
                self.emit(Inst::Unsupported { entry });
            }
        }
    }

    /// The instructions that are about values that there are not, and about which object an address lies in.
    fn of_validity(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Freeze { dst, value } => {
                let a = self.held(value);
                self.emit(Inst::Freeze { dst: dst.index() as R, a });
            }
            InstKind::Poison { dst, value, valid, kind, cause } => {
                let (a, valid) = (self.held(value), self.held(valid));
                let entry = self.code.failures.len() as u32;
                self.code.failures.push((*kind, cause.clone()));
                self.emit(Inst::Poison { dst: dst.index() as R, a, valid, entry });
            }
            InstKind::Defined { value, what } => {
                let (a, entry) = (self.src(value), self.symbol(what));
                self.emit(Inst::Defined { a, entry });
            }
            InstKind::SameObject { dst, first, second } => {
                let (a, b) = (self.src(first), self.src(second));
                self.emit(Inst::SameObject { dst: dst.index() as R, a, b });
            }
            _ => {}
        }
    }

    fn call(&mut self, results: &[Reg], callee: &Callee, args: &[Operand], sorts: &[Sort]) {
        let (function, address) = match callee {
            Callee::Function(f) => (Some(*f), Src(0)),
            Callee::Address(a) => (None, self.src(a)),
        };
        let args = args.iter().map(|arg| self.held(arg)).collect();
        let results = results.iter().map(|r| r.index() as R).collect();
        let entry = self.code.calls.len() as u32;
        self.code.calls.push(CallSite {
            function,
            address,
            args,
            sorts: sorts.to_vec(),
            results,
            floats: self.floats.take(),
            catches: self.catches.take(),
        });
        self.emit(Inst::Call { entry });
    }

    /// Instructions on array objects, and what they hold.
    fn of_arrays(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Array { dst, index, element, symbolic } => {
                let entry = self.code.arrays.len() as u32;
                self.code.arrays.push((*index, *element, symbolic.clone()));
                self.emit(Inst::Array { dst: dst.index() as R, entry });
            }
            InstKind::Select { dst, array, index } => {
                let (array, index) = (self.src(array), self.src(index));
                self.emit(Inst::Select { dst: dst.index() as R, array, index });
            }
            InstKind::IsSet { dst, array, index } => {
                let (array, index) = (self.src(array), self.src(index));
                self.emit(Inst::IsSet { dst: dst.index() as R, array, index });
            }
            InstKind::Put { array, index, value } => {
                let (array, index, value) = (self.src(array), self.src(index), self.src(value));
                self.emit(Inst::Put { array, index, value });
            }
            InstKind::Symbolic { dst, name } | InstKind::Bound { dst, name } => {
                let (dst, entry) = (dst.index() as R, self.symbol(name));
                let bound = matches!(kind, InstKind::Bound { .. });
                self.emit(Inst::Symbol { dst, entry, bound });
            }
            InstKind::Variable { name, array, index, bounds } => {
                let at = self.code.insts.len() as u32;
                let array = self.src(array);
                let named = match (index, bounds) {
                    (Some(index), _) => Named::Element(array, self.src(index)),
                    (None, Some(Bounds { low, high, known })) => {
                        let (low, high, known) = (self.src(low), self.src(high), self.src(known));
                        Named::Array(array, Some(Limits { low, high, known }))
                    }
                    (None, None) => Named::Array(array, None),
                };
                self.name(at, name, named);
            }
            _ => {}
        }
    }

    /// Instructions on the heap of programs with objects.
    fn of_heap(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Get { dst, field, keys } => {
                let keys = self.list(keys);
                self.emit(Inst::Get { dst: dst.index() as R, field: *field, keys });
            }
            InstKind::Set { field, keys, value } => {
                let (keys, value) = (self.list(keys), self.src(value));
                self.emit(Inst::Set { field: *field, keys, value });
            }
            InstKind::Create { dst, .. } => {
                self.emit(Inst::Create { dst: dst.index() as R });
            }
            InstKind::Unknown { dst, name, initial } => {
                let entry = self.code.unknowns.len() as u32;
                self.code.unknowns.push((name.clone(), *initial));
                self.emit(Inst::Unknown { dst: dst.index() as R, entry });
            }
            _ => {}
        }
    }

    fn name(&mut self, at: u32, name: &str, named: Named) {
        self.code.names.push((at, name.to_owned(), named));
        self.code.name_locs.push(self.loc);
    }

    fn symbol(&mut self, name: &str) -> u32 {
        self.code.symbols.push(name.to_owned());
        self.code.symbols.len() as u32 - 1
    }

    fn op(&mut self, dst: R, op: Op, args: &[Operand]) {
        let srcs = self.srcs(args);
        let sorts: Vec<Sort> = srcs.iter().map(|s| self.code.sort(*s)).collect();
        let result = self.code.sorts[dst as usize];
        if let Some(inst) = direct(dst, op, &srcs, &sorts, result) {
            self.emit(inst);
            return;
        }
        let entry = self.code.generic.len() as u32;
        let widths = sorts.iter().map(|s| s.word_width().unwrap_or(0)).collect();
        let bools = sorts.iter().map(|s| *s == Sort::Bool).collect();
        self.code.generic.push(Generic { op, args: srcs, widths, bools, result });
        self.emit(Inst::Generic { dst, entry });
    }

    fn terminator(&mut self, terminator: &'a Terminator) {
        match terminator {
            Terminator::Jump(target) => {
                // The moves stand right here; only the jump itself waits for the block's address.
                let body = self.code.body.clone();
                self.moves(&body, target);
                let jump = self.emit(Inst::Jump { to: 0 });
                self.fixups.push((Fixup::Jump(jump), target.block.index()));
            }
            Terminator::Branch { cond, then, otherwise } => {
                let cond = self.src(cond);
                let (cond, then, otherwise) = self.join_conditions(cond, then, otherwise);
                if self.join_values(cond, then, otherwise) {
                    return;
                }
                let at = self.emit(Inst::Branch { cond, then: 0, otherwise: 0 });
                self.link(Fixup::Then(at), then);
                self.link(Fixup::Otherwise(at), otherwise);
            }
            Terminator::Switch { value, width, cases, default } => {
                let value = self.src(value);
                let entry = self.code.switches.len();
                self.code.switches.push(Switch {
                    width: *width,
                    cases: cases.iter().map(|(v, _)| (*v, 0)).collect(),
                    default: 0,
                    targets: Vec::new(),
                });
                self.emit(Inst::Switch { value, entry: entry as u32 });
                for (i, (_, target)) in cases.iter().enumerate() {
                    self.link(Fixup::Case(entry, i), target);
                }
                self.link(Fixup::Case(entry, cases.len()), default);
            }
            Terminator::Return(values) => {
                let values = values.iter().map(|value| self.held(value)).collect();
                let values = self.listed(values);
                self.emit(Inst::Return { values });
            }
            Terminator::Fail { kind, message } => {
                let entry = self.code.failures.len() as u32;
                self.code.failures.push((*kind, message.clone()));
                self.emit(Inst::Fail { entry });
            }
        }
    }
}

/// From how many places each block is entered.
fn entries(body: &Function) -> Vec<usize> {
    let mut entries = vec![0; body.blocks.len()];
    let mut enter = |target: &Target| entries[target.block.index()] += 1;
    for (_, block) in body.blocks.iter() {
        match &block.terminator {
            Terminator::Jump(target) => enter(target),
            Terminator::Branch { then, otherwise, .. } => {
                [then, otherwise].into_iter().for_each(&mut enter)
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter().map(|(_, t)| t).chain([default]).for_each(&mut enter);
            }
            Terminator::Return(_) | Terminator::Fail { .. } => {}
        }
    }
    entries
}

/// Width in bits and length in bytes of a value in memory.
fn shape(sort: Sort) -> (u8, u8) {
    let width = sort.width().unwrap_or(1);
    (width as u8, width.div_ceil(8) as u8)
}

/// The instruction of its own that an operator on words has.
fn direct(dst: R, op: Op, args: &[Src], sorts: &[Sort], result: Sort) -> Option<Inst> {
    let narrow = |s: &Sort| s.width().is_some_and(|w| w <= 64);
    if op != Op::Ite && !(sorts.iter().all(narrow) && narrow(&result)) {
        return None;
    }
    let w = sorts.first()?.width()? as u8;
    let rw = result.width()? as u8;
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(args[0]));
    Some(match op {
        Op::BvAdd => Inst::Add { w, dst, a, b },
        Op::BvSub => Inst::Sub { w, dst, a, b },
        Op::BvMul => Inst::Mul { w, dst, a, b },
        Op::BvAnd | Op::And => Inst::And { w, dst, a, b },
        Op::BvOr | Op::Or => Inst::Or { w, dst, a, b },
        Op::BvXor | Op::Xor => Inst::Xor { w, dst, a, b },
        Op::BvShl => Inst::Shl { w, dst, a, b },
        Op::BvLshr => Inst::Lshr { w, dst, a, b },
        Op::BvAshr => Inst::Ashr { w, dst, a, b },
        Op::Eq => Inst::Eq { w, dst, a, b },
        Op::BvUlt => Inst::Ult { w, dst, a, b },
        Op::BvUle => Inst::Ule { w, dst, a, b },
        Op::BvSlt => Inst::Slt { w, dst, a, b },
        Op::BvSle => Inst::Sle { w, dst, a, b },
        Op::Not => Inst::Not { dst, a },
        Op::ZeroExtend { .. } | Op::BoolToBv { .. } => Inst::Zext { w: rw, dst, a },
        Op::SignExtend { .. } => Inst::Sext { w: rw, from: w, dst, a },
        Op::Extract { lo, .. } => Inst::Extract { w: rw, lo: lo as u8, dst, a },
        Op::Ite => Inst::Ite { dst, c: args[0], a: args[1], b: *args.get(2)? },
        _ => return None,
    })
}
