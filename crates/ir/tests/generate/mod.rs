//! Random programs that satisfy the verifier.

use effigy_base::finding::FindingKind;
use effigy_base::op::Op;
use effigy_base::sort::{Scalar, Sort};
use effigy_ir::builder::{FunctionBuilder, ProgramBuilder};
use effigy_ir::field::{FieldDecl, Initial};
use effigy_ir::function::{
    BlockId, Bounds, Callee, Catch, InstKind, Life, Loc, MarkKind, Operand, Target, Terminator,
};
use effigy_ir::program::{
    FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer, Program, Relocation, Symbol,
};
use effigy_testkit::Rng;

const SORTS: &[Sort] = &[
    Sort::Bool,
    Sort::BitVec(1),
    Sort::BitVec(8),
    Sort::BitVec(17),
    Sort::BitVec(32),
    Sort::BitVec(64),
    Sort::BitVec(64),
    Sort::BitVec(128),
];
const STRINGS: &[&str] =
    &["x", "", "a \"b\" \\ c", "tab\tline\nend", "; no comment {", "größe \u{7f}", "<T as U>::f"];

/// A program of a few functions and globals.
pub fn program(rng: &mut Rng) -> Program {
    let mut builder = ProgramBuilder::new();
    for name in ["src/main.x", "a b/\"c\".x"] {
        builder.files.intern(name);
    }
    let functions: Vec<FuncId> =
        (0..1 + rng.below(4)).map(|n| declare(rng, &mut builder, n)).collect();
    let globals: Vec<GlobalId> =
        (0..1 + rng.below(4)).map(|n| global(rng, &mut builder, n)).collect();
    for &id in &globals {
        if builder.declarations().globals[id].defined {
            let contents =
                contents(rng, builder.declarations().globals[id].size, &functions, &globals);
            builder.initialize(id, contents);
        }
    }
    for n in 0..1 + rng.below(3) {
        builder.field(field(rng, n));
    }
    for &id in &functions {
        let decl = builder.declarations().functions[id].clone();
        if decl.defined {
            let body = Body::new(rng, &builder, &functions, &globals, &decl).run();
            let body =
                body.finish(builder.declarations(), &decl).expect("generated bodies are right");
            builder.define(id, body);
        } else if rng.one_in(3) {
            builder.constructor(id);
        }
    }
    builder.finish()
}

fn sorts(rng: &mut Rng, most: usize) -> Vec<Sort> {
    (0..rng.below(most + 1)).map(|_| *rng.pick(SORTS)).collect()
}

fn declare(rng: &mut Rng, builder: &mut ProgramBuilder, n: usize) -> FuncId {
    let name = format!("{}{n}", rng.pick(&["f", "llvm.x", "operator new$", "größe"]));
    let display = if rng.one_in(2) { name.clone() } else { (*rng.pick(STRINGS)).to_owned() };
    builder.function(FunctionDecl {
        name,
        display,
        params: sorts(rng, 3),
        results: sorts(rng, 2),
        variadic: rng.one_in(3),
        defined: !rng.one_in(4),
    })
}

fn field(rng: &mut Rng, n: usize) -> FieldDecl {
    let (reference, value) = (Scalar::BitVec(32), [Scalar::Bool, Scalar::Int, Scalar::BitVec(32)]);
    FieldDecl {
        name: format!("{}{n}", rng.pick(&["x", ".next", "[]", "größe"])),
        keys: [reference, Scalar::Int].into_iter().take(rng.below(3)).collect(),
        element: *rng.pick(&value),
        initial: *rng.pick(&Initial::ALL),
    }
}

fn global(rng: &mut Rng, builder: &mut ProgramBuilder, n: usize) -> GlobalId {
    builder.global(GlobalDecl {
        name: format!("{}{n}", rng.pick(&["g", "str.", "a-b"])),
        size: rng.below(100) as u64,
        align: 1 << rng.below(5),
        constant: rng.one_in(2),
        defined: !rng.one_in(4),
        thread_local: rng.one_in(4),
    })
}

fn contents(rng: &mut Rng, size: u64, functions: &[FuncId], globals: &[GlobalId]) -> Initializer {
    let mut contents = Initializer::default();
    let zeros = rng.one_in(2);
    contents.bytes = (0..size)
        .map(|_| if zeros && !rng.one_in(40) { 0 } else { rng.next_u64() as u8 })
        .collect();
    let mut at = rng.below(20) as u64;
    while at + 8 <= size {
        let fresh = at + 1 + rng.below(7) as u64;
        if rng.one_in(2) {
            contents.undef.push((at, fresh));
            contents.bytes[at as usize..fresh as usize].fill(0);
        } else {
            let target = match rng.one_in(2) {
                true => Symbol::Function(*rng.pick(functions)),
                false => Symbol::Global(*rng.pick(globals)),
            };
            let addend = *rng.pick(&[0, 1, -1, i64::MAX, i64::MIN]);
            contents.relocations.push(Relocation { offset: at, target, addend });
            contents.bytes[at as usize..at as usize + 8].fill(0);
        }
        at += 8 + rng.below(20) as u64;
    }
    contents
}

struct Body<'a> {
    rng: &'a mut Rng,
    program: &'a ProgramBuilder,
    functions: &'a [FuncId],
    globals: &'a [GlobalId],
    results: Vec<Sort>,
    builder: FunctionBuilder,
    // Each block with the sorts of its parameters.
    blocks: Vec<(BlockId, Vec<Sort>)>,
    // Registers that may be read.
    live: Vec<Operand>,
}

impl<'a> Body<'a> {
    fn new(
        rng: &'a mut Rng,
        program: &'a ProgramBuilder,
        functions: &'a [FuncId],
        globals: &'a [GlobalId],
        decl: &FunctionDecl,
    ) -> Self {
        let mut builder = FunctionBuilder::new(&decl.params, &decl.results);
        let live: Vec<Operand> = builder.params().iter().copied().map(Operand::Reg).collect();
        let blocks = (0..rng.below(5)).map(|_| (builder.block(), sorts(rng, 2))).collect();
        let results = decl.results.clone();
        if rng.one_in(4) {
            builder.reg(Sort::Bool);
        }
        Self { rng, program, functions, globals, results, builder, blocks, live }
    }

    fn run(mut self) -> FunctionBuilder {
        self.insts();
        self.terminator();
        let dominating = self.live.len();
        for n in 0..self.blocks.len() {
            let (block, params) = self.blocks[n].clone();
            self.builder.switch_to(block);
            for sort in params {
                let param = self.builder.block_param(block, sort);
                self.live.push(Operand::Reg(param));
            }
            self.insts();
            self.terminator();
            self.live.truncate(dominating);
        }
        self.builder
    }

    fn insts(&mut self) {
        for _ in 0..self.rng.below(12) {
            self.location();
            self.inst();
        }
    }

    fn location(&mut self) {
        let inlined_at = if self.rng.one_in(3) { Some(self.some_loc(None)) } else { None };
        let loc = if self.rng.one_in(4) { None } else { Some(self.some_loc(inlined_at)) };
        self.builder.set_loc(loc);
    }

    fn some_loc(
        &mut self,
        inlined_at: Option<effigy_ir::function::LocId>,
    ) -> effigy_ir::function::LocId {
        let files: Vec<_> = self.program.files.iter().map(|(id, _)| id).collect();
        let file = *self.rng.pick(&files);
        let function = (*self.rng.pick(STRINGS)).to_owned();
        let (line, column) = (self.rng.below(4) as u32, self.rng.below(3) as u32);
        self.builder.loc(Loc { file, line, column, function, inlined_at })
    }

    fn operand(&mut self, sort: Sort) -> Operand {
        let known: Vec<Operand> =
            self.live.iter().filter(|o| self.builder.sort(o) == sort).cloned().collect();
        if !known.is_empty() && !self.rng.one_in(3) {
            return self.rng.pick(&known).clone();
        }
        match sort {
            _ if self.rng.one_in(8) => Operand::Undef(sort),
            Sort::Bool => Operand::Bool(self.rng.one_in(2)),
            Sort::BitVec(64) if self.rng.one_in(4) => {
                Operand::Function(*self.rng.pick(self.functions))
            }
            Sort::BitVec(64) if self.rng.one_in(3) => {
                Operand::Global(*self.rng.pick(self.globals), *self.rng.pick(&[0, 8, -8, i64::MIN]))
            }
            Sort::Int => Operand::Int(self.rng.next_u128() as i128 >> self.rng.below(128)),
            sort => {
                let value = self.rng.next_u128() >> self.rng.below(128);
                Operand::bits(sort.width().expect("scalar"), value)
            }
        }
    }

    fn operands(&mut self, sorts: &[Sort]) -> Vec<Operand> {
        sorts.iter().map(|&sort| self.operand(sort)).collect()
    }

    fn address(&mut self) -> Operand {
        self.operand(Sort::BitVec(64))
    }

    fn string(&mut self) -> String {
        (*self.rng.pick(STRINGS)).to_owned()
    }

    fn inst(&mut self) {
        let sort = *self.rng.pick(SORTS);
        match self.rng.below(16) {
            0 => {
                let value = self.operand(sort);
                let dst = self.builder.reg(sort);
                self.builder.push(InstKind::Freeze { dst, value });
                self.live.push(Operand::Reg(dst));
                let (value, valid) = (self.operand(sort), self.operand(Sort::Bool));
                let (dst, cause, what) = (self.builder.reg(sort), self.string(), self.string());
                let kind = *self.rng.pick(FindingKind::ALL);
                self.builder.push(InstKind::Poison { dst, value, valid, kind, cause });
                self.builder.push(InstKind::Defined { value: Operand::Reg(dst), what });
                let (first, second) = (self.address(), self.address());
                let dst = self.builder.reg(Sort::Bool);
                self.builder.push(InstKind::SameObject { dst, first, second });
            }
            1 => {
                let addr = self.address();
                let value = self.builder.load(sort, addr);
                self.live.push(value);
            }
            2 => {
                let (addr, value) = (self.address(), self.operand(sort));
                self.builder.store(addr, value);
            }
            3 => {
                let value = self.builder.alloc(self.rng.next_u64() >> 40, 1 << self.rng.below(8));
                self.live.push(value);
            }
            4 => {
                let (dst, src, len) = (self.address(), self.address(), self.address());
                let apart = self.rng.one_in(2);
                self.builder.push(InstKind::Copy { dst, src, len, apart });
            }
            5 => {
                let (dst, value, len) =
                    (self.address(), self.operand(Sort::BitVec(8)), self.address());
                self.builder.push(InstKind::Fill { dst, value, len });
                let (address, addr) = (self.address(), self.address());
                let lives =
                    [Life::Begins, Life::Returns, Life::Ends, Life::EndsWithYounger, Life::Unread];
                let (size, life) = (self.rng.next_u64(), lives[self.rng.next_u64() as usize % 5]);
                self.builder.push(InstKind::Lifetime { address, size, life });
                self.builder.push(InstKind::Aligned { addr, align: 1 << self.rng.below(8) });
                self.builder.push(InstKind::Floats { args: self.rng.next_u64() });
                let dst = self.builder.reg(Sort::BitVec(64));
                let kind = Catch::ALL[self.rng.below(3)];
                self.builder.push(InstKind::Catches { dst, kind });
            }
            6 => self.call(),
            7 => self.check(),
            8 => {
                let indirect = self.rng.one_in(2);
                let value = if indirect { self.address() } else { self.operand(sort) };
                let variable = self.string();
                self.builder.push(InstKind::Name { variable, value, indirect });
            }
            9 => {
                let what = self.string();
                self.builder.push(InstKind::Unsupported { what });
            }
            10 => self.array(),
            11 => self.statement(),
            12 => self.heap(),
            _ => self.operation(),
        }
    }

    fn array(&mut self) {
        let (array, name) = (self.address(), self.string());
        let (index, value) = (self.operand(Sort::Int), self.operand(Sort::Int));
        let (handle, bit) = (self.builder.reg(Sort::BitVec(64)), self.builder.reg(Sort::Bool));
        let integer = self.builder.reg(Sort::Int);
        let (kind, dst) = match self.rng.below(6) {
            0 => {
                let symbolic = self.rng.one_in(2).then_some(name);
                let (index, element) = (Scalar::Int, Scalar::BitVec(8));
                (InstKind::Array { dst: handle, index, element, symbolic }, Some(handle))
            }
            1 => (InstKind::Select { dst: integer, array, index }, Some(integer)),
            2 => (InstKind::IsSet { dst: bit, array, index }, Some(bit)),
            3 => (InstKind::Symbolic { dst: integer, name }, Some(integer)),
            4 => (InstKind::Bound { dst: integer, name }, Some(integer)),
            _ => (InstKind::Put { array, index, value }, None),
        };
        self.builder.push(kind);
        self.live.extend(dst.map(Operand::Reg));
    }

    fn heap(&mut self) {
        let fields: Vec<_> = self.program.declarations().fields.iter().collect();
        let (field, decl) = *self.rng.pick(&fields);
        let decl = decl.clone();
        let keys = decl.keys.iter().map(|key| self.operand((*key).into())).collect();
        let sort = decl.element.into();
        let dst = self.builder.reg(sort);
        let kind = match self.rng.below(4) {
            0 => InstKind::Set { field, keys, value: self.operand(sort) },
            1 => InstKind::Unknown { dst, name: self.string(), initial: decl.initial },
            2 => InstKind::Get { dst, field, keys },
            _ => {
                let dst = self.builder.reg(Sort::Int);
                InstKind::Create { dst, kind: self.string() }
            }
        };
        let dst = kind.defs().first().copied();
        self.builder.push(kind);
        self.live.extend(dst.map(Operand::Reg));
    }

    fn statement(&mut self) {
        let (name, number) = (self.string(), self.rng.below(1000) as u32);
        let (cond, value) = (self.operand(Sort::Bool), self.operand(Sort::Int));
        let kinds = [MarkKind::Statement, MarkKind::Assertion, MarkKind::Loop];
        let kind = match self.rng.below(4) {
            0 => InstKind::Mark { number, kind: *self.rng.pick(&kinds) },
            1 => InstKind::Assert { cond, prove: self.rng.one_in(2), text: name },
            2 => InstKind::Output { name, value },
            _ => {
                let bounds = self.rng.one_in(2).then(|| Bounds {
                    low: value.clone(),
                    high: self.operand(Sort::Int),
                    known: if self.rng.one_in(2) { Operand::Bool(true) } else { cond },
                });
                let index = self.rng.one_in(2).then_some(value);
                InstKind::Variable { name, array: self.address(), index, bounds }
            }
        };
        self.builder.push(kind);
    }

    fn check(&mut self) {
        let cond = self.operand(Sort::Bool);
        if self.rng.one_in(2) {
            self.builder.push(InstKind::Assume { cond });
        } else {
            let (kind, message) = (*self.rng.pick(FindingKind::ALL), self.string());
            self.builder.check(cond, kind, message);
        }
    }

    fn call(&mut self) {
        let callee = *self.rng.pick(self.functions);
        let decl = self.program.declarations().functions[callee].clone();
        let mut params = decl.params.clone();
        let (callee, results) = if self.rng.one_in(3) {
            (Callee::Address(self.address()), sorts(self.rng, 2))
        } else {
            (Callee::Function(callee), decl.results)
        };
        if decl.variadic {
            params.extend(sorts(self.rng, 2));
        }
        let args = self.operands(&params);
        let values = self.builder.call(callee, args, &results);
        self.live.extend(values);
    }

    fn operation(&mut self) {
        for _ in 0..20 {
            let op = *self.rng.pick(Op::ALL);
            let op = self.parameters(op);
            let sort = *self.rng.pick(SORTS);
            let mut args = vec![sort; op.arity()];
            if op == Op::Ite {
                args[0] = Sort::Bool;
            }
            let Some(result) = op.result_sort(&args) else { continue };
            if result.width().is_none_or(|w| w > 128) {
                continue;
            }
            let args = self.operands(&args);
            let value = self.builder.op(op, args);
            self.live.push(value);
            return;
        }
    }

    fn parameters(&mut self, op: Op) -> Op {
        let params: Vec<u32> =
            op.params().iter().map(|_| *self.rng.pick(&[0, 1, 7, 16, 32, 64, 128])).collect();
        Op::parse(op.head(), &params).expect("the head is an operator's")
    }

    fn target(&mut self) -> Target {
        let (block, params) = self.rng.pick(&self.blocks).clone();
        Target { block, args: self.operands(&params) }
    }

    fn terminator(&mut self) {
        self.location();
        let kind = if self.blocks.is_empty() { self.rng.below(2) } else { self.rng.below(5) };
        let terminator = match kind {
            0 => {
                Terminator::Fail { kind: *self.rng.pick(FindingKind::ALL), message: self.string() }
            }
            1 => {
                let results = self.results.clone();
                Terminator::Return(self.operands(&results))
            }
            2 => Terminator::Jump(self.target()),
            3 => {
                let cond = self.operand(Sort::Bool);
                Terminator::Branch { cond, then: self.target(), otherwise: self.target() }
            }
            _ => {
                let width = *self.rng.pick(&[8, 32, 128]);
                let value = self.operand(Sort::BitVec(width));
                let cases =
                    (0..self.rng.below(4) as u128).map(|n| (n * 77, self.target())).collect();
                Terminator::Switch { value, width, cases, default: self.target() }
            }
        };
        self.builder.terminate(terminator);
    }
}
