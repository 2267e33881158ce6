//! Which parameters of a function it may assign: the others keep their values.

use effigy_base::id::Id;
use effigy_ir::function::{Callee, Function, InstKind, Operand, Reg};
use effigy_ir::program::{FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What functions do to the array objects that they are given.
#[derive(Debug, Default)]
pub(super) struct Effects {
    /// For each parameter, whether an element of its object may be put.
    assigned: FxHashMap<FuncId, Vec<bool>>,
}

impl Effects {
    /// Of a function and of all that it may call.
    pub fn of(program: &Program, function: FuncId) -> Self {
        let mut bodies = FxHashMap::default();
        let mut pending = vec![function];
        while let Some(function) = pending.pop() {
            if bodies.contains_key(&function) {
                continue;
            }
            let Ok(body) = program.body(function) else { continue };
            pending.extend(callees(&body));
            bodies.insert(function, body);
        }
        let mut effects = Self::default();
        for (function, body) in &bodies {
            effects.assigned.insert(*function, vec![false; body.params.len()]);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (function, body) in &bodies {
                let found = effects.scan(body);
                if effects.assigned.insert(*function, found.clone()) != Some(found) {
                    changed = true;
                }
            }
        }
        effects
    }

    /// Whether a function may assign what its parameter with this number refers to.
    pub fn assigns(&self, function: FuncId, parameter: usize) -> bool {
        let assigned = self.assigned.get(&function).and_then(|all| all.get(parameter));
        assigned.copied().unwrap_or(true)
    }

    fn scan(&self, body: &Function) -> Vec<bool> {
        let mut assigned = vec![false; body.params.len()];
        let own = own_objects(body);
        let mut assign = |operand: &Operand| match operand {
            Operand::Reg(reg) => match body.params.iter().position(|p| p == reg) {
                Some(index) => assigned[index] = true,
                None if own.contains(reg) => {}
                // A handle that came some other way may be that of any parameter.
                None => assigned.fill(true),
            },
            _ => assigned.fill(true),
        };
        for inst in body.blocks.iter().flat_map(|(_, block)| &block.insts) {
            match &inst.kind {
                InstKind::Put { array, .. } => assign(array),
                InstKind::Call { callee: Callee::Function(callee), args, .. } => {
                    for (index, arg) in args.iter().enumerate() {
                        if self.assigns(*callee, index) && is_handle(body, arg) {
                            assign(arg);
                        }
                    }
                }
                InstKind::Call { args, .. } => {
                    args.iter().filter(|arg| is_handle(body, arg)).for_each(&mut assign);
                }
                _ => {}
            }
        }
        assigned
    }
}

/// Handles are 64 bits.
fn is_handle(body: &Function, operand: &Operand) -> bool {
    let sort = operand.sort(body);
    sort == Some(effigy_base::sort::Sort::BitVec(effigy_ir::function::ADDRESS_BITS))
}

/// The registers that hold objects which are no parameter's: new ones, and those that are kept in memory.
fn own_objects(body: &Function) -> FxHashSet<Reg> {
    let insts = body.blocks.iter().flat_map(|(_, block)| &block.insts);
    let own = insts.filter_map(|inst| match &inst.kind {
        InstKind::Array { dst, .. } | InstKind::Load { dst, .. } => Some(*dst),
        _ => None,
    });
    own.collect()
}

fn callees(body: &Function) -> Vec<FuncId> {
    let insts = body.blocks.iter().flat_map(|(_, block)| &block.insts);
    let called = insts.filter_map(|inst| match &inst.kind {
        InstKind::Call { callee: Callee::Function(function), .. } => Some(*function),
        _ => None,
    });
    called.filter(|f| f.index() != usize::MAX).collect()
}
