//! How far a state is from places that a search looks for: the least number of blocks on the way there, through calls and
//! behind returns (Ma, Khoo, Foster and Hicks, *Directed symbolic execution*, 2011; Cadar, Dunbar and Engler, *KLEE*, 2008).
//!
//! Distances say nothing of what is feasible. They order states, and so a run may be slower for them, but not wrong. Only
//! [`Ways::certain`] says more: where it knows of no way there is none, since models may call whatever has an address, and so
//! may the end of the program.

use crate::code::{Code, Inst};
use crate::data::trail::Decision;
use crate::machine::Context;
use crate::state::State;
use crate::state::frame::Frame;
use effigy_base::id::Id;
use effigy_ir::function::Operand;
use effigy_ir::program::{FuncId, GlobalId, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The distance of what cannot be reached.
pub(crate) const FAR: u32 = u32::MAX / 4;

/// Activations that are looked at, from the innermost one on.
const FRAMES: usize = 64;

/// The same where it has to be certain that there is no way.
const FRAMES_FOR_CERTAIN: usize = 4096;

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Code that never ran.
    Uncovered,
    /// Code that never ran and checks something, or from which there is no way back: places where a check can fail.
    Checks,
    /// Calls of certain functions.
    Targets,
}

/// What a block does, as far as ways through it go.
#[derive(Debug)]
struct Block {
    /// Its first instruction.
    start: u32,
    /// Known functions with code that it calls, in order.
    calls: Vec<(u32, FuncId)>,
    /// Whether it calls a function at an address.
    calls_any: bool,
    /// Whether it calls a model, which may call back.
    calls_model: bool,
    /// Functions with code that a model replaces and may run after all.
    may_call: Vec<FuncId>,
    /// Where it calls targets.
    targets: Vec<u32>,
    /// Whether something is checked in it, in code that people are shown.
    checks: bool,
    /// Whether people are shown its code.
    is_shown: bool,
    returns: bool,
    next: Vec<u32>,
}

/// The blocks of a function, those first that lead nowhere.
#[derive(Debug)]
struct Shape {
    code: Rc<Code>,
    blocks: Vec<Block>,
    order: Vec<u32>,
    /// Whether its address is taken by the program.
    is_named: bool,
}

/// The distances to places of one kind from the starts of blocks.
#[derive(Debug)]
pub(crate) struct Map {
    aim: Aim,
    /// Changes with the distances.
    pub(crate) version: u32,
    /// From whatever has an address.
    any: u32,
    near: FxHashMap<FuncId, Vec<u32>>,
}

/// All that is known of ways.
#[derive(Debug, Default)]
pub(crate) struct Ways {
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    /// The distance to a return from the start of each block.
    back: FxHashMap<FuncId, Vec<u32>>,
    maps: Vec<Map>,
    blocks: usize,
    /// Whether what is far cannot be reached at all.
    certain: bool,
}

impl Ways {
    /// The places that a search looks for.
    pub(crate) fn new(aims: &[Aim]) -> Self {
        let map = |aim: &Aim| Map { aim: *aim, version: 0, any: FAR, near: FxHashMap::default() };
        Self { maps: aims.iter().map(map).collect(), ..Self::default() }
    }

    /// Ways to calls of certain functions: what is [`FAR`] from them cannot come there. All functions have to be compiled.
    pub(crate) fn certain() -> Self {
        Self { certain: true, ..Self::new(&[Aim::Targets]) }
    }

    /// Whether nothing is looked for.
    pub(crate) fn is_idle(&self) -> bool {
        self.maps.is_empty()
    }

    /// How many blocks are known: what it costs to look at them again.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// The map of an aim.
    pub(crate) fn map(&self, aim: Aim) -> Option<&Map> {
        self.maps.iter().find(|map| map.aim == aim)
    }

    /// Takes up new code and what ran since.
    pub(crate) fn refresh(&mut self, context: &mut Context, targets: &[FuncId]) {
        if self.take_up(context, targets) {
            self.find_returns();
        }
        for at in 0..self.maps.len() {
            let (near, any) = self.find(self.maps[at].aim);
            let map = &mut self.maps[at];
            // Targets do not move.
            if map.near != near || map.any != any {
                (map.near, map.any) = (near, any);
                map.version += 1;
            }
        }
    }

    /// Takes up functions that were compiled since; whether there are any.
    fn take_up(&mut self, context: &mut Context, targets: &[FuncId]) -> bool {
        let codes: Vec<Rc<Code>> = context.codes.iter().flatten().cloned().collect();
        if codes.len() == self.shapes.len() {
            return false;
        }
        let named = match targets.is_empty() {
            true => FxHashSet::default(),
            false => named(context),
        };
        for code in codes {
            let function = code.function;
            if !self.shapes.contains_key(&function) {
                let shape = shape(context, code, targets, named.contains(&function));
                self.blocks += shape.blocks.len();
                self.shapes.insert(function, Rc::new(shape));
            }
        }
        true
    }

    fn find_returns(&mut self) {
        let mut back = self.start(|_, _| FAR);
        self.settle(&mut back, |ways, shape, block, back| {
            let behind = match block.returns {
                true => 0,
                false => step(block.next.iter().map(|next| near(back, shape.code.function, *next))),
            };
            ways.through(block, behind, back)
        });
        self.back = back;
    }

    /// The distance from the start of a block, given that from its end: what is called has to return.
    fn through(&self, block: &Block, behind: u32, back: &FxHashMap<FuncId, Vec<u32>>) -> u32 {
        let calls = block.calls.iter().map(|(_, callee)| match self.shapes.contains_key(callee) {
            true => near(back, *callee, 0).saturating_add(1),
            // What was never called may return.
            false => 1,
        });
        calls.fold(behind, |sum, cost| sum.saturating_add(cost)).min(FAR)
    }

    fn find(&self, aim: Aim) -> (FxHashMap<FuncId, Vec<u32>>, u32) {
        let mut found = self.start(|shape, block| match self.is_goal(aim, shape, block) {
            true => 0,
            false => FAR,
        });
        let mut any = FAR;
        loop {
            self.settle(&mut found, |ways, shape, block, found| {
                let behind =
                    step(block.next.iter().map(|next| near(found, shape.code.function, *next)));
                let back = ways.calls_back(block, any, found);
                ways.on(aim, block, None, behind, found).min(back)
            });
            let named = self.shapes.values().filter(|shape| shape.is_named);
            let least = named.map(|shape| near(&found, shape.code.function, 0)).min();
            let least = least.unwrap_or(FAR);
            if aim != Aim::Targets || least >= any {
                return (found, least.min(any));
            }
            any = least;
        }
    }

    /// The distance through what a block may call without saying so.
    fn calls_back(&self, block: &Block, any: u32, found: &FxHashMap<FuncId, Vec<u32>>) -> u32 {
        let calls = block.calls_any || self.certain && block.calls_model;
        let any = if calls { any.saturating_add(1) } else { FAR };
        let may = block.may_call.iter().filter(|_| self.certain);
        may.map(|callee| near(found, *callee, 0).saturating_add(1)).fold(any, u32::min)
    }

    /// The distance from an instruction of a block, or from its start, given that from its end.
    fn on(
        &self,
        aim: Aim,
        block: &Block,
        from: Option<u32>,
        behind: u32,
        found: &FxHashMap<FuncId, Vec<u32>>,
    ) -> u32 {
        let (mut least, mut passed) = (FAR, 0u32);
        if aim == Aim::Targets
            && from.is_some_and(|from| block.targets.iter().any(|at| *at >= from))
        {
            return 0;
        }
        for (at, callee) in &block.calls {
            if from.is_some_and(|from| *at < from) {
                continue;
            }
            let (within, cost) = match self.shapes.contains_key(callee) {
                true => (near(found, *callee, 0), near(&self.back, *callee, 0)),
                // What was never called never ran.
                false if aim == Aim::Uncovered => (0, 0),
                // What cannot be read may do anything.
                false if self.certain => (0, 0),
                false => (FAR, 0),
            };
            least = least.min(passed.saturating_add(within).saturating_add(1));
            passed = passed.saturating_add(cost).saturating_add(1);
            if passed >= FAR {
                return least;
            }
        }
        least.min(passed.saturating_add(behind)).min(FAR)
    }

    fn is_goal(&self, aim: Aim, shape: &Shape, block: &Block) -> bool {
        match aim {
            Aim::Targets => !block.targets.is_empty(),
            Aim::Uncovered => !shape.code.covered.get(block.start),
            Aim::Checks => {
                let index = shape.code.flow().block(block.start);
                let ends = block.is_shown && near(&self.back, shape.code.function, index) >= FAR;
                (ends || block.checks) && !shape.code.covered.get(block.start)
            }
        }
    }

    fn start(&self, first: impl Fn(&Shape, &Block) -> u32) -> FxHashMap<FuncId, Vec<u32>> {
        let all = self.shapes.iter();
        all.map(|(id, shape)| (*id, shape.blocks.iter().map(|b| first(shape, b)).collect()))
            .collect()
    }

    /// Lowers distances until none changes.
    fn settle(
        &self,
        distances: &mut FxHashMap<FuncId, Vec<u32>>,
        from: impl Fn(&Ways, &Shape, &Block, &FxHashMap<FuncId, Vec<u32>>) -> u32,
    ) {
        let mut shapes: Vec<&Rc<Shape>> = self.shapes.values().collect();
        shapes.sort_unstable_by_key(|shape| shape.code.function);
        let mut changed = true;
        while changed {
            changed = false;
            for shape in &shapes {
                for index in &shape.order {
                    let Some(block) = shape.blocks.get(*index as usize) else { continue };
                    let new = from(self, shape, block, distances);
                    let slot = distances.get_mut(&shape.code.function);
                    if let Some(old) = slot.and_then(|all| all.get_mut(*index as usize))
                        && new < *old
                    {
                        *old = new;
                        changed = true;
                    }
                }
            }
        }
    }

    /// The distance of a state.
    pub(crate) fn distance(&self, map: &Map, state: &State) -> u32 {
        self.distance_behind(map, state, next_block(state))
    }

    /// The distance of a state that goes to an instruction next.
    pub(crate) fn distance_behind(&self, map: &Map, state: &State, next: Option<u32>) -> u32 {
        let (mut least, mut passed) = (FAR, 0u32);
        let frames = if self.certain { FRAMES_FOR_CERTAIN } else { FRAMES };
        if self.certain && state.stack.frames as usize > frames {
            return 0;
        }
        for (index, frame) in state.stack().take(frames).enumerate() {
            let taken = if index == 0 { next } else { None };
            let from = if index == 0 { frame.at } else { frame.at + 1 };
            let (ahead, behind) = self.of_frame(map, frame, from, taken);
            least = least.min(passed.saturating_add(ahead));
            passed = passed.saturating_add(behind).saturating_add(1);
            if passed >= FAR {
                return least.min(FAR);
            }
        }
        let end = if self.certain { map.any.saturating_add(passed) } else { FAR };
        least.min(end).min(FAR)
    }

    /// The distances of an activation: to the next place, and to its return.
    fn of_frame(&self, map: &Map, frame: &Frame, from: u32, taken: Option<u32>) -> (u32, u32) {
        let function = frame.code.function;
        let Some(shape) = self.shapes.get(&function) else { return (FAR, 0) };
        if let Some(start) = taken {
            let block = frame.code.flow().block(start);
            return (near(&map.near, function, block), near(&self.back, function, block));
        }
        let index = frame.code.flow().block(from);
        let Some(block) = shape.blocks.get(index as usize) else { return (FAR, FAR) };
        let ahead = step(block.next.iter().map(|next| near(&map.near, function, *next)));
        let mut ahead = self.on(map.aim, block, Some(from), ahead, &map.near);
        if self.certain {
            ahead = ahead.min(self.calls_back(block, map.any, &map.near));
        }
        let behind = match block.returns {
            true => 0,
            false => step(block.next.iter().map(|next| near(&self.back, function, *next))),
        };
        (ahead, behind)
    }
}

fn near(all: &FxHashMap<FuncId, Vec<u32>>, function: FuncId, block: u32) -> u32 {
    all.get(&function).and_then(|blocks| blocks.get(block as usize)).copied().unwrap_or(FAR)
}

/// One block further than the nearest.
fn step(all: impl Iterator<Item = u32>) -> u32 {
    all.min().unwrap_or(FAR).saturating_add(1).min(FAR)
}

/// The instruction that a state goes to from the branch at which it stands, when it has taken a side there.
pub(crate) fn next_block(state: &State) -> Option<u32> {
    let code = &state.stack.top.code;
    let Some(Decision::Took(side)) = state.answers.choices.last().map(|c| c.answer) else {
        return None;
    };
    match code.insts.get(state.stack.top.at as usize)? {
        Inst::Branch { then, otherwise, .. } => [*then, *otherwise].get(side as usize).copied(),
        Inst::Switch { entry, .. } => {
            code.switches[*entry as usize].targets.get(side as usize).copied()
        }
        _ => None,
    }
}

fn shape(context: &mut Context, code: Rc<Code>, targets: &[FuncId], is_named: bool) -> Shape {
    let flow = code.flow();
    let mut blocks = Vec::with_capacity(flow.len());
    for index in 0..flow.len() {
        let range = flow.instructions(index, &code);
        let mut block = Block {
            start: range.start as u32,
            calls: Vec::new(),
            calls_any: false,
            calls_model: false,
            may_call: Vec::new(),
            targets: Vec::new(),
            checks: false,
            is_shown: is_shown(context, &code, range.start as u32),
            returns: false,
            next: flow.next(index as u32).to_vec(),
        };
        for at in range {
            match code.insts[at] {
                Inst::Call { entry } => match code.calls[entry as usize].function {
                    Some(callee) if targets.contains(&callee) => block.targets.push(at as u32),
                    Some(callee) => {
                        let defined = context.job.program.functions[callee].defined;
                        match (defined, context.handler(callee).is_some()) {
                            (true, false) => block.calls.push((at as u32, callee)),
                            (true, true) => {
                                block.calls_model = true;
                                block.may_call.push(callee);
                            }
                            (false, _) => block.calls_model = true,
                        }
                    }
                    None => block.calls_any = true,
                },
                Inst::Return { .. } => block.returns = true,
                Inst::Check { .. } | Inst::Assert { .. } | Inst::Fail { .. } => {
                    block.checks |= is_shown(context, &code, at as u32);
                }
                _ => {}
            }
        }
        blocks.push(block);
    }
    let mut order: Vec<u32> = (0..blocks.len() as u32).collect();
    order.sort_unstable_by_key(|block| std::cmp::Reverse(flow.order(*block)));
    Shape { blocks, order, is_named, code }
}

/// The functions whose addresses the program takes.
fn named(context: &Context) -> FxHashSet<FuncId> {
    let program = &context.job.program;
    let mut named = FxHashSet::default();
    for code in context.codes.iter().flatten() {
        for inst in code.body.blocks.iter().flat_map(|(_, block)| &block.insts) {
            let functions = inst.kind.operands().into_iter().filter_map(|operand| match operand {
                Operand::Function(function) => Some(*function),
                _ => None,
            });
            named.extend(functions);
        }
    }
    for index in 0..program.globals.len() {
        let id = GlobalId::from_index(index);
        if !program.globals[id].defined {
            continue;
        }
        let Ok(contents) = program.initializer(id) else { continue };
        named.extend(contents.relocations.iter().filter_map(|r| match r.target {
            Symbol::Function(function) => Some(function),
            Symbol::Global(_) => None,
        }));
    }
    named
}

/// Compiles all functions that have a body, so that ways through those that were not called yet are known; those that a model
/// replaces only when asked for.
pub(crate) fn compile_all(cx: &mut Context, replaced_too: bool) {
    for index in 0..cx.job.program.functions.len() {
        let function = FuncId::from_index(index);
        let defined = cx.job.program.functions[function].defined;
        if defined && (replaced_too || cx.handler(function).is_none()) {
            // One that is broken ends the paths that come to it.
            let _ = cx.code(function);
        }
    }
}

/// Whether an instruction, or a call that was inlined there, is in a file that people are shown.
fn is_shown(cx: &Context, code: &Code, at: u32) -> bool {
    let mut loc = code.locs.get(at as usize).copied().flatten();
    while let Some(entry) = loc.and_then(|id| code.body.locs.get(id)) {
        if (cx.job.reported)(cx.job.program.files.path(entry.file)) {
            return true;
        }
        loc = entry.inlined_at;
    }
    false
}
