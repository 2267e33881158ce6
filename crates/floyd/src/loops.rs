//! The loops of a function's code that no assertion cuts.

use effigy_exec::code::{Code, Inst};
use effigy_ir::function::MarkKind;

/// The instructions that may come after one.
pub(super) fn successors(code: &Code, at: u32) -> Vec<u32> {
    match code.insts.get(at as usize) {
        None | Some(Inst::Return { .. } | Inst::Fail { .. } | Inst::Unsupported { .. }) => {
            Vec::new()
        }
        Some(Inst::Jump { to }) => vec![*to],
        Some(Inst::Branch { then, otherwise, .. }) => vec![*then, *otherwise],
        Some(Inst::Switch { entry, .. }) => {
            code.switches.get(*entry as usize).map(|s| s.targets.clone()).unwrap_or_default()
        }
        Some(_) => vec![at + 1],
    }
}

/// The instructions that the function's start reaches without going through one of `without`, in ascending order.
pub(super) fn reached(code: &Code, from: u32, without: &[u32]) -> Vec<u32> {
    let mut seen = vec![false; code.insts.len()];
    let mut pending = vec![from];
    while let Some(at) = pending.pop() {
        let Some(seen) = seen.get_mut(at as usize).filter(|seen| !**seen) else { continue };
        if without.contains(&at) {
            continue;
        }
        *seen = true;
        pending.extend(successors(code, at));
    }
    (0..).zip(seen).filter(|(_, seen)| *seen).map(|(at, _)| at).collect()
}

/// Where a function's first mark is.
pub(super) fn first_mark(code: &Code) -> u32 {
    let mark = code.insts.iter().position(|inst| matches!(inst, Inst::Mark { .. }));
    mark.unwrap_or(code.insts.len()) as u32
}

/// Whether a mark begins an assertion.
pub(super) fn is_assertion(code: &Code, at: u32) -> bool {
    let inst = code.insts.get(at as usize);
    matches!(inst, Some(Inst::Mark { kind: MarkKind::Assertion, .. }))
}

/// A loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// The instruction that stands for it: its mark where it has one.
    pub at: u32,
    /// The number of its statement.
    pub number: Option<u32>,
    /// Whether it computes an assertion.
    pub in_assertion: bool,
}

/// Sets of instructions that go round.
#[derive(Debug, Default)]
pub(super) struct Loops {
    of: Vec<Option<u32>>,
    /// The loops in the order of the code.
    pub loops: Vec<Loop>,
}

impl Loops {
    /// All loops, or those that are left when control stops at assertions.
    pub fn new(code: &Code, stop_at_assertions: bool) -> Self {
        let mut search = Search {
            code,
            stop: stop_at_assertions,
            order: vec![None; code.insts.len()],
            low: vec![0; code.insts.len()],
            stack: Vec::new(),
            on_stack: vec![false; code.insts.len()],
            found: Self { of: vec![None; code.insts.len()], loops: Vec::new() },
            next: 0,
        };
        // Assertions end paths: what comes after one is reached from nowhere else.
        let starts = (0..).zip(&code.insts).filter(|(at, _)| is_assertion(code, *at));
        let starts: Vec<u32> = std::iter::once(0).chain(starts.map(|(at, _)| at + 1)).collect();
        for start in starts {
            search.from(start);
        }
        let mut found = search.found;
        found.name(code);
        found
    }

    /// Whether an instruction is in one.
    pub fn contains(&self, at: u32) -> bool {
        self.of.get(at as usize).is_some_and(Option::is_some)
    }

    /// The loop that an instruction is in.
    pub fn at(&self, at: u32) -> Option<&Loop> {
        let index = (*self.of.get(at as usize)?)?;
        self.loops.get(index as usize)
    }

    /// Gives each loop its mark: that of a loop's head, or the first one.
    fn name(&mut self, code: &Code) {
        for (at, of) in (0..).zip(&self.of) {
            let Some(found) = of.and_then(|of| self.loops.get_mut(of as usize)) else { continue };
            let Some(Inst::Mark { number, kind }) = code.insts.get(at as usize) else { continue };
            let is_head = |at: u32| {
                let inst = code.insts.get(at as usize);
                matches!(inst, Some(Inst::Mark { kind: MarkKind::Loop, .. }))
            };
            let better = *kind == MarkKind::Loop && !is_head(found.at);
            if found.number.is_none() || better {
                *found = Loop { at, number: Some(*number), in_assertion: false };
            }
        }
        for found in self.loops.iter_mut().filter(|found| found.number.is_none()) {
            let before = code.insts.get(..found.at as usize).unwrap_or_default();
            let mark = before.iter().rev().find_map(|inst| match inst {
                Inst::Mark { number, kind } => Some((*number, *kind)),
                _ => None,
            });
            found.number = mark.map(|(number, _)| number);
            found.in_assertion = mark.is_some_and(|(_, kind)| kind == MarkKind::Assertion);
        }
    }
}

/// Tarjan's search for strongly connected components, without recursion.
struct Search<'c> {
    code: &'c Code,
    stop: bool,
    order: Vec<Option<u32>>,
    low: Vec<u32>,
    stack: Vec<u32>,
    on_stack: Vec<bool>,
    found: Loops,
    next: u32,
}

impl Search<'_> {
    fn open(&self, at: u32) -> bool {
        (at as usize) < self.order.len() && !(self.stop && is_assertion(self.code, at))
    }

    fn enter(&mut self, at: u32) -> (u32, Vec<u32>) {
        self.order[at as usize] = Some(self.next);
        self.low[at as usize] = self.next;
        self.next += 1;
        self.stack.push(at);
        self.on_stack[at as usize] = true;
        let next = successors(self.code, at).into_iter().filter(|to| self.open(*to)).collect();
        (at, next)
    }

    fn from(&mut self, start: u32) {
        if !self.open(start) || self.order[start as usize].is_some() {
            return;
        }
        let mut pending = vec![self.enter(start)];
        while let Some((at, next)) = pending.last_mut() {
            let at = *at as usize;
            if let Some(to) = next.pop() {
                match self.order[to as usize] {
                    None => pending.push(self.enter(to)),
                    Some(order) if self.on_stack[to as usize] => {
                        self.low[at] = self.low[at].min(order);
                    }
                    Some(_) => {}
                }
                continue;
            }
            pending.pop();
            if let Some((parent, _)) = pending.last() {
                let parent = *parent as usize;
                self.low[parent] = self.low[parent].min(self.low[at]);
            }
            if Some(self.low[at]) == self.order[at] {
                self.component(at as u32);
            }
        }
    }

    /// Takes a component off the stack; it is a loop when something in it goes round.
    fn component(&mut self, root: u32) {
        let mut members = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.on_stack[member as usize] = false;
            members.push(member);
            if member == root {
                break;
            }
        }
        let first = members.iter().copied().min().unwrap_or(root);
        if members.len() > 1 || successors(self.code, root).contains(&root) {
            let index = self.found.loops.len() as u32;
            self.found.loops.push(Loop { at: first, number: None, in_assertion: false });
            for member in members {
                self.found.of[member as usize] = Some(index);
            }
        }
    }
}
