//! Register promotion: stack objects that are only read and written whole become registers.
//!
//! The usual construction of static single assignment form: block parameters at the iterated dominance frontiers of
//! the stores, where the object is live, then one walk over the dominator tree that replaces loads by values.

mod graph;

use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::function::{
    BlockId, Function, Inst, InstKind, Life, LocId, Operand, Reg, RegDecl, Target, Terminator,
};
use graph::Graph;
use std::collections::HashMap;

/// A stack object that becomes registers.
struct Variable {
    sort: Sort,
    /// Its names, each with the place that gives it.
    names: Vec<(String, Option<LocId>)>,
    /// Blocks that store to it.
    stores: Vec<BlockId>,
    /// Blocks that load from it before they store to it.
    uses: Vec<BlockId>,
}

/// Promotes what can be promoted in `func`.
pub(super) fn promote(func: &mut Function) {
    let candidates = find_candidates(func);
    if candidates.is_empty() {
        return;
    }
    let (slots, variables) = gather(func, &candidates);
    let graph = Graph::of(func);
    let params = place_parameters(func, &graph, &variables);
    Renamer::new(&slots, &variables, params).run(func, &graph);
}

/// The sort with which each promotable object is accessed.
fn find_candidates(func: &mut Function) -> HashMap<Reg, Sort> {
    let mut sizes: HashMap<Reg, u128> = HashMap::new();
    if let Some((_, entry)) = func.blocks.iter().next() {
        for inst in &entry.insts {
            if let InstKind::Alloc { dst, size: Operand::Bits { value, .. }, .. } = inst.kind {
                sizes.insert(dst, value);
            }
        }
    }
    if sizes.is_empty() {
        return HashMap::new();
    }
    let mut sorts: HashMap<Reg, Option<Sort>> = sizes.keys().map(|r| (*r, None)).collect();
    let ids: Vec<BlockId> = func.blocks.ids().collect();
    for block in ids {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        for inst in &mut insts {
            note_access(func, &mut inst.kind, &sizes, &mut sorts);
        }
        func.blocks[block].insts = insts;
        each_terminator_operand(&mut func.blocks[block].terminator, &mut |o| {
            forget(&mut sorts, o);
        });
    }
    sorts.into_iter().filter_map(|(reg, sort)| Some((reg, sort?))).collect()
}

fn forget(sorts: &mut HashMap<Reg, Option<Sort>>, operand: &Operand) {
    if let Operand::Reg(reg) = operand {
        sorts.remove(reg);
    }
}

/// Keeps the objects that `kind` only reads, writes or names, with one sort each.
fn note_access(
    func: &Function,
    kind: &mut InstKind,
    sizes: &HashMap<Reg, u128>,
    sorts: &mut HashMap<Reg, Option<Sort>>,
) {
    let access = match kind {
        InstKind::Load { dst, addr: Operand::Reg(addr) } => Some((*addr, func.regs[*dst].sort)),
        InstKind::Store { addr: Operand::Reg(addr), value, sort } => {
            forget(sorts, value);
            Some((*addr, *sort))
        }
        InstKind::Name { value: Operand::Reg(_), indirect: true, .. }
        | InstKind::Lifetime { address: Operand::Reg(_), .. }
        | InstKind::Aligned { addr: Operand::Reg(_), .. } => return,
        _ => None,
    };
    let Some((addr, sort)) = access else {
        kind.operands_mut().into_iter().for_each(|o| forget(sorts, o));
        return;
    };
    if let Some(known) = sorts.get_mut(&addr) {
        let bytes = u128::from(sort.width().unwrap_or(u32::MAX).div_ceil(8));
        let fits = sizes.get(&addr).is_some_and(|size| bytes <= *size);
        if !fits || known.is_some_and(|k| k != sort) {
            sorts.remove(&addr);
        } else {
            *known = Some(sort);
        }
    }
}

/// Numbers the candidates and finds where each is read and written.
fn gather(
    func: &Function,
    candidates: &HashMap<Reg, Sort>,
) -> (HashMap<Reg, usize>, Vec<Variable>) {
    let mut regs: Vec<Reg> = candidates.keys().copied().collect();
    regs.sort_unstable();
    let slots: HashMap<Reg, usize> = regs.iter().enumerate().map(|(i, r)| (*r, i)).collect();
    let fresh = |r: &Reg| Variable {
        sort: candidates[r],
        names: Vec::new(),
        stores: Vec::new(),
        uses: Vec::new(),
    };
    let mut variables: Vec<Variable> = regs.iter().map(fresh).collect();
    for (id, block) in func.blocks.iter() {
        for inst in &block.insts {
            match &inst.kind {
                InstKind::Load { addr: Operand::Reg(r), .. } => {
                    if let Some(slot) = slots.get(r) {
                        let v = &mut variables[*slot];
                        if v.stores.last() != Some(&id) && v.uses.last() != Some(&id) {
                            v.uses.push(id);
                        }
                    }
                }
                InstKind::Store { addr: Operand::Reg(r), .. }
                | InstKind::Lifetime {
                    address: Operand::Reg(r),
                    life: Life::Begins | Life::Returns,
                    ..
                } => {
                    if let Some(slot) = slots.get(r) {
                        let v = &mut variables[*slot];
                        if v.stores.last() != Some(&id) {
                            v.stores.push(id);
                        }
                    }
                }
                InstKind::Name { variable, value: Operand::Reg(r), indirect: true } => {
                    if let Some(slot) = slots.get(r) {
                        variables[*slot].names.push((variable.clone(), inst.loc));
                    }
                }
                _ => {}
            }
        }
    }
    (slots, variables)
}

/// Gives blocks parameters for the variables that need one there; the answer lists them for each block.
fn place_parameters(
    func: &mut Function,
    graph: &Graph,
    variables: &[Variable],
) -> Vec<Vec<(usize, Reg)>> {
    let mut params = vec![Vec::new(); func.blocks.len()];
    for (slot, variable) in variables.iter().enumerate() {
        let live = graph.live_in(&variable.uses, &variable.stores);
        for block in graph.iterated_frontier(&variable.stores) {
            if live[block.index()] {
                let reg = func.regs.push(RegDecl { sort: variable.sort });
                func.blocks[block].params.push(reg);
                params[block.index()].push((slot, reg));
            }
        }
    }
    params
}

/// The walk over the dominator tree.
struct Renamer<'a> {
    slots: &'a HashMap<Reg, usize>,
    variables: &'a [Variable],
    params: Vec<Vec<(usize, Reg)>>,
    /// The value of each variable at the present point of the walk.
    current: Vec<Operand>,
    /// What to put back when the walk leaves a block.
    undo: Vec<(usize, Operand)>,
    /// What each removed load read.
    loads: HashMap<Reg, Operand>,
}

impl<'a> Renamer<'a> {
    fn new(
        slots: &'a HashMap<Reg, usize>,
        variables: &'a [Variable],
        params: Vec<Vec<(usize, Reg)>>,
    ) -> Self {
        let current = variables.iter().map(|v| Operand::Undef(v.sort)).collect();
        Self { slots, variables, params, current, undo: Vec::new(), loads: HashMap::new() }
    }

    fn run(mut self, func: &mut Function, graph: &Graph) {
        enum Step {
            Enter(BlockId),
            Leave(usize),
        }
        let mut steps: Vec<Step> = graph.root().map(Step::Enter).into_iter().collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(block) => {
                    steps.push(Step::Leave(self.undo.len()));
                    self.block(func, block);
                    steps.extend(graph.children(block).iter().rev().map(|b| Step::Enter(*b)));
                }
                Step::Leave(mark) => {
                    while self.undo.len() > mark {
                        if let Some((slot, value)) = self.undo.pop() {
                            self.current[slot] = value;
                        }
                    }
                }
            }
        }
        let dead: Vec<BlockId> = func.blocks.ids().filter(|b| !graph.reachable(*b)).collect();
        for block in dead {
            func.blocks[block].insts.clear();
            func.blocks[block].terminator = super::emit::unreachable();
        }
    }

    fn set(&mut self, slot: usize, value: Operand) {
        let old = std::mem::replace(&mut self.current[slot], value);
        self.undo.push((slot, old));
    }

    fn block(&mut self, func: &mut Function, id: BlockId) {
        for i in 0..self.params[id.index()].len() {
            let (slot, reg) = self.params[id.index()][i];
            self.set(slot, Operand::Reg(reg));
        }
        let insts = std::mem::take(&mut func.blocks[id].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for (slot, _) in &self.params[id.index()] {
            self.name(*slot, &mut kept);
        }
        for inst in insts {
            self.inst(inst, &mut kept);
        }
        func.blocks[id].insts = kept;
        let loads = &self.loads;
        let block = &mut func.blocks[id];
        each_terminator_operand(&mut block.terminator, &mut |o| replace(loads, o));
        let (params, current) = (&self.params, &self.current);
        each_target(&mut block.terminator, &mut |target| {
            let added = params[target.block.index()].iter();
            target.args.extend(added.map(|(slot, _)| current[*slot].clone()));
        });
    }

    fn inst(&mut self, mut inst: Inst, kept: &mut Vec<Inst>) {
        let loads = &self.loads;
        inst.kind.operands_mut().into_iter().for_each(|o| replace(loads, o));
        match &inst.kind {
            InstKind::Alloc { dst, .. } if self.slots.contains_key(dst) => {}
            InstKind::Load { dst, addr: Operand::Reg(r) } if self.slots.contains_key(r) => {
                self.loads.insert(*dst, self.current[self.slots[r]].clone());
            }
            InstKind::Store { addr: Operand::Reg(r), value, .. } if self.slots.contains_key(r) => {
                let slot = self.slots[r];
                self.set(slot, value.clone());
                self.name(slot, kept);
            }
            InstKind::Lifetime {
                address: Operand::Reg(r),
                life: Life::Begins | Life::Returns,
                ..
            } if self.slots.contains_key(r) => {
                let slot = self.slots[r];
                self.set(slot, Operand::Undef(self.variables[slot].sort));
            }
            InstKind::Name { value: Operand::Reg(r), indirect: true, .. }
            | InstKind::Lifetime { address: Operand::Reg(r), .. }
            | InstKind::Aligned { addr: Operand::Reg(r), .. }
                if self.slots.contains_key(r) => {}
            _ => kept.push(inst),
        }
    }

    /// Says what the variable holds now.
    fn name(&self, slot: usize, kept: &mut Vec<Inst>) {
        for (variable, loc) in &self.variables[slot].names {
            let kind = InstKind::Name {
                variable: variable.clone(),
                value: self.current[slot].clone(),
                indirect: false,
            };
            kept.push(Inst { kind, loc: *loc });
        }
    }
}

fn replace(loads: &HashMap<Reg, Operand>, operand: &mut Operand) {
    if let Operand::Reg(reg) = operand
        && let Some(value) = loads.get(reg)
    {
        *operand = value.clone();
    }
}

/// Visits the targets of a terminator.
fn each_target(terminator: &mut Terminator, visit: &mut dyn FnMut(&mut Target)) {
    match terminator {
        Terminator::Jump(target) => visit(target),
        Terminator::Branch { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|(_, target)| visit(target));
            visit(default);
        }
        Terminator::Return(_) | Terminator::Fail { .. } => {}
    }
}

/// Visits the operands that a terminator reads, those of its targets included.
fn each_terminator_operand(terminator: &mut Terminator, visit: &mut dyn FnMut(&mut Operand)) {
    match terminator {
        Terminator::Branch { cond, .. } => visit(cond),
        Terminator::Switch { value, .. } => visit(value),
        Terminator::Return(values) => values.iter_mut().for_each(&mut *visit),
        Terminator::Jump(_) | Terminator::Fail { .. } => {}
    }
    each_target(terminator, &mut |target| target.args.iter_mut().for_each(&mut *visit));
}
