//! A small concrete interpreter of the program representation, to check lowered functions by what they compute.

use effigy_base::eval::eval_scalar;
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_ir::function::{BlockId, Callee, Function, InstKind, Operand, Reg, Target, Terminator};
use effigy_ir::program::{FuncId, GlobalId, Program, Symbol};
use std::collections::HashMap;

/// Why a run ended before its function returned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// A finding.
    Finding(FindingKind, String),
    /// A construct that is not supported.
    Unsupported(String),
    /// A call of a function that has no body.
    External(String),
    /// Something that must not happen.
    Broken(String),
}

/// The memory and the program.
pub struct Machine<'p> {
    program: &'p Program,
    memory: HashMap<u64, u8>,
    globals: HashMap<GlobalId, u64>,
    next: u64,
    steps: u64,
    /// The names that the program gave to values, in order.
    pub names: Vec<(String, Option<u128>)>,
    /// The places of calls of externals.
    pub calls: Vec<(String, Vec<u128>)>,
}

const FUNCTIONS: u64 = 0x1000;

impl<'p> Machine<'p> {
    /// A machine before its first call.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            memory: HashMap::new(),
            globals: HashMap::new(),
            next: 0x10_0000,
            steps: 0,
            names: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// Calls the function of this name.
    pub fn call(&mut self, name: &str, args: &[u128]) -> Result<Vec<u128>, Stop> {
        let id = self.program.function_named(name);
        let id = id.ok_or_else(|| Stop::Broken(format!("no function {name}")))?;
        self.function(id, args)
    }

    /// Writes bytes to fresh memory and gives their address.
    pub fn place(&mut self, bytes: &[u8]) -> u64 {
        let at = self.allocate(bytes.len() as u64, 16);
        for (i, byte) in bytes.iter().enumerate() {
            self.memory.insert(at + i as u64, *byte);
        }
        at
    }

    /// Reads bytes.
    pub fn read(&self, at: u64, len: u64) -> Vec<u8> {
        (0..len).map(|i| self.memory.get(&(at + i)).copied().unwrap_or(0)).collect()
    }

    fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let at = self.next.next_multiple_of(align.max(1));
        self.next = at + size + 16;
        at
    }

    fn function(&mut self, id: FuncId, args: &[u128]) -> Result<Vec<u128>, Stop> {
        let decl = &self.program.functions[id];
        if !decl.defined {
            self.calls.push((decl.name.clone(), args.to_vec()));
            if decl.results.is_empty() {
                return Ok(Vec::new());
            }
            return Err(Stop::External(decl.name.clone()));
        }
        let body = self.program.body(id).map_err(|e| Stop::Unsupported(e.to_string()))?;
        let mut regs = vec![None; body.regs.len()];
        for (param, value) in body.params.iter().zip(args) {
            regs[param.index()] = Some(*value);
        }
        let mut block = BlockId::from_index(0);
        loop {
            for inst in &body.blocks[block].insts {
                self.inst(&body, &inst.kind, &mut regs)?;
            }
            let target =
                match &body.blocks[block].terminator {
                    Terminator::Return(values) => {
                        return values.iter().map(|v| self.operand(v, &regs)).collect();
                    }
                    Terminator::Fail { kind, message } => {
                        return Err(Stop::Finding(*kind, message.clone()));
                    }
                    Terminator::Jump(target) => target,
                    Terminator::Branch { cond, then, otherwise } => {
                        if self.operand(cond, &regs)? == 1 { then } else { otherwise }
                    }
                    Terminator::Switch { value, cases, default, .. } => {
                        let value = self.operand(value, &regs)?;
                        cases.iter().find(|(n, _)| *n == value).map_or(default, |(_, t)| t)
                    }
                };
            self.jump(&body, target, &mut regs)?;
            block = target.block;
        }
    }

    fn jump(
        &mut self,
        body: &Function,
        target: &Target,
        regs: &mut [Option<u128>],
    ) -> Result<(), Stop> {
        let args: Result<Vec<u128>, Stop> =
            target.args.iter().map(|a| self.operand(a, regs)).collect();
        let params = &body.blocks[target.block].params;
        if params.len() != target.args.len() {
            return Err(Stop::Broken("a jump with another number of arguments".to_owned()));
        }
        for (param, value) in params.iter().zip(args?) {
            regs[param.index()] = Some(value);
        }
        Ok(())
    }

    fn operand(&mut self, operand: &Operand, regs: &[Option<u128>]) -> Result<u128, Stop> {
        Ok(match operand {
            Operand::Reg(reg) => {
                regs[reg.index()].ok_or_else(|| Stop::Broken(format!("{reg:?} is not set")))?
            }
            Operand::Bool(b) => u128::from(*b),
            Operand::Bits { value, .. } => *value,
            Operand::Int(value) => *value as u128,
            Operand::Global(global, offset) => {
                u128::from(self.global(*global)?.wrapping_add(*offset as u64))
            }
            Operand::Function(f) => u128::from(FUNCTIONS + 16 * f.index() as u64),
            Operand::Undef(_) => 0,
        })
    }

    /// The address of a global.
    pub fn global(&mut self, id: GlobalId) -> Result<u64, Stop> {
        if let Some(at) = self.globals.get(&id) {
            return Ok(*at);
        }
        let decl = &self.program.globals[id];
        let at = self.allocate(decl.size, decl.align);
        self.globals.insert(id, at);
        if decl.defined {
            let init = self.program.initializer(id);
            let init = init.map_err(|e| Stop::Unsupported(e.to_string()))?;
            for (i, byte) in init.bytes.iter().enumerate() {
                self.memory.insert(at + i as u64, *byte);
            }
            for relocation in &init.relocations {
                let target = match relocation.target {
                    Symbol::Function(f) => FUNCTIONS + 16 * f.index() as u64,
                    Symbol::Global(g) => self.global(g)?,
                };
                let address = target.wrapping_add(relocation.addend as u64);
                self.store(at + relocation.offset, 64, u128::from(address));
            }
        }
        Ok(at)
    }

    fn load(&self, at: u64, width: u32) -> u128 {
        let mut value = 0;
        for i in 0..u64::from(width.div_ceil(8)) {
            let byte = self.memory.get(&at.wrapping_add(i)).copied().unwrap_or(0);
            value |= u128::from(byte) << (8 * i);
        }
        if width < 128 { value & ((1 << width) - 1) } else { value }
    }

    fn store(&mut self, at: u64, width: u32, value: u128) {
        for i in 0..u64::from(width.div_ceil(8)) {
            self.memory.insert(at.wrapping_add(i), (value >> (8 * i)) as u8);
        }
    }

    fn inst(
        &mut self,
        body: &Function,
        kind: &InstKind,
        regs: &mut [Option<u128>],
    ) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > 10_000_000 {
            return Err(Stop::Broken("too many steps".to_owned()));
        }
        let width = |o: &Operand| match o {
            Operand::Reg(r) => body.regs[*r].sort.width().unwrap_or(0),
            Operand::Bool(_) => 1,
            Operand::Bits { width, .. } => *width,
            Operand::Int(_) => 128,
            Operand::Undef(sort) => sort.width().unwrap_or(0),
            Operand::Global(..) | Operand::Function(_) => 64,
        };
        match kind {
            InstKind::Op { dst, op, args } => {
                let widths: Vec<u32> = args.iter().map(width).collect();
                let values = self.operands(args, regs)?;
                let value = eval_scalar(*op, &widths, &values);
                let value = value.ok_or_else(|| Stop::Broken(format!("{op:?} of {widths:?}")))?;
                regs[dst.index()] = Some(value);
            }
            InstKind::Freeze { dst, value } => {
                regs[dst.index()] = Some(self.operand(value, regs)?);
            }
            InstKind::Poison { dst, value, valid, kind, cause } => {
                if self.operand(valid, regs)? == 0 {
                    return Err(Stop::Finding(*kind, cause.clone()));
                }
                regs[dst.index()] = Some(self.operand(value, regs)?);
            }
            InstKind::SameObject { dst, .. } => regs[dst.index()] = Some(1),
            InstKind::Load { dst, addr } => {
                let at = self.operand(addr, regs)? as u64;
                let width = body.regs[*dst].sort.width().unwrap_or(0);
                regs[dst.index()] = Some(self.load(at, width));
            }
            InstKind::Store { addr, value, sort } => {
                let (at, value) = (self.operand(addr, regs)? as u64, self.operand(value, regs)?);
                self.store(at, sort.width().unwrap_or(0), value);
            }
            InstKind::Alloc { dst, size, align } => {
                let size = self.operand(size, regs)? as u64;
                regs[dst.index()] = Some(u128::from(self.allocate(size, *align)));
            }
            InstKind::Copy { dst, src, len, .. } => {
                let args = self.operands(&[dst.clone(), src.clone(), len.clone()], regs)?;
                let bytes = self.read(args[1] as u64, args[2] as u64);
                for (i, byte) in bytes.into_iter().enumerate() {
                    self.memory.insert(args[0] as u64 + i as u64, byte);
                }
            }
            InstKind::Fill { dst, value, len } => {
                let args = self.operands(&[dst.clone(), value.clone(), len.clone()], regs)?;
                for i in 0..args[2] as u64 {
                    self.memory.insert(args[0] as u64 + i, args[1] as u8);
                }
            }
            InstKind::Call { results, callee, args, .. } => {
                let values = self.operands(args, regs)?;
                self.call_instruction(results, callee, &values, regs)?;
            }
            InstKind::Assume { .. }
            | InstKind::Lifetime { .. }
            | InstKind::Aligned { .. }
            | InstKind::Defined { .. }
            | InstKind::Floats { .. } => {}
            InstKind::Catches { dst, .. } => regs[dst.index()] = Some(0),
            InstKind::Check { cond, kind, message } => {
                if self.operand(cond, regs)? == 0 {
                    return Err(Stop::Finding(*kind, message.clone()));
                }
            }
            InstKind::Name { variable, value, .. } => {
                let value = match value {
                    Operand::Undef(_) => None,
                    value => Some(self.operand(value, regs)?),
                };
                self.names.push((variable.clone(), value));
            }
            InstKind::Unsupported { what } => return Err(Stop::Unsupported(what.clone())),
            other => return Err(Stop::Broken(format!("no LLVM program has {other:?}"))),
        }
        Ok(())
    }

    fn operands(&mut self, args: &[Operand], regs: &[Option<u128>]) -> Result<Vec<u128>, Stop> {
        args.iter().map(|a| self.operand(a, regs)).collect()
    }

    fn call_instruction(
        &mut self,
        results: &[Reg],
        callee: &Callee,
        args: &[u128],
        regs: &mut [Option<u128>],
    ) -> Result<(), Stop> {
        let id = match callee {
            Callee::Function(id) => *id,
            Callee::Address(address) => {
                let at = self.operand(address, regs)? as u64;
                let index = at.wrapping_sub(FUNCTIONS) / 16;
                if index >= self.program.functions.len() as u64 {
                    return Err(Stop::Broken(format!("a call of address {at:#x}")));
                }
                FuncId::from_index(index as usize)
            }
        };
        let values = self.function(id, args)?;
        if values.len() != results.len() {
            return Err(Stop::Broken("a call with another number of results".to_owned()));
        }
        for (reg, value) in results.iter().zip(values) {
            regs[reg.index()] = Some(value);
        }
        Ok(())
    }
}
