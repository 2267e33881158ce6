//! What ran, by lines, by sides of branches and by functions.

use crate::code::{Code, Inst};
use crate::data::finding::{StackFrame, places};
use crate::data::record::Coverage;
use crate::machine::Context;
use effigy_base::finding::FindingKind;
use effigy_ir::cfg::Cfg;
use effigy_ir::function::{BlockId, Callee, Function, InstKind, Terminator};
use effigy_ir::program::{Definition, FuncId, Program};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

impl Coverage {
    /// What ran of all functions that were entered.
    pub fn of(cx: &Context) -> Self {
        let mut coverage = Self::default();
        let entered = cx.codes.iter().flatten().filter(|code| code.covered.get(0));
        entered.for_each(|code| coverage.cover(cx, code));
        coverage
    }

    /// Adds what ran of a function.
    pub(crate) fn cover(&mut self, cx: &Context, code: &Code) {
        Seen { cx }.cover(code, self);
    }
}

/// What a machine has run.
struct Seen<'a> {
    cx: &'a Context,
}

impl Seen<'_> {
    /// Adds what ran of a function.
    fn cover(&self, code: &Code, coverage: &mut Coverage) {
        let mut running = false;
        let mut seen = HashSet::new();
        let mut numbers = Numbers::default();
        for (at, inst) in code.insts.iter().enumerate() {
            if code.block_starts.binary_search(&(at as u32)).is_ok() {
                running = code.covered.get(at as u32);
            }
            let sides = self.sides(code, *inst);
            let loc = code.locs.get(at).copied().flatten();
            if !sides.is_empty() || seen.insert((loc, running)) {
                let sides = sides.into_iter().map(|side| running && code.covered.get(side));
                coverage.add(
                    self.cx.places(code, at as u32),
                    running,
                    sides.collect(),
                    &mut numbers,
                );
            }
        }
    }

    /// Where the program's own decision at an instruction can lead.
    fn sides(&self, code: &Code, inst: Inst) -> Vec<u32> {
        let mut sides = match inst {
            Inst::Branch { then, otherwise, .. } => vec![then, otherwise],
            Inst::Switch { entry, .. } => {
                let switch = code.switches.get(entry as usize);
                switch.map_or_else(Vec::new, |switch| switch.targets.clone())
            }
            _ => return Vec::new(),
        };
        let mut seen = HashSet::new();
        sides.retain(|side| seen.insert(*side));
        if sides.iter().any(|side| self.fails_check(code, *side)) { Vec::new() } else { sides }
    }

    /// Whether a side leads to where a check of the compiler fails, or first calls what such a check calls.
    fn fails_check(&self, code: &Code, side: u32) -> bool {
        let mut at = side as usize;
        for _ in 0..MOST_OF_CHECK {
            match code.insts.get(at) {
                Some(Inst::Call { entry }) => {
                    let called = code.calls.get(*entry as usize).and_then(|call| call.function);
                    let decl = called.and_then(|called| self.cx.job.program.functions.get(called));
                    return decl
                        .is_some_and(|decl| self.cx.job.environment.is_check(&decl.display));
                }
                Some(Inst::Fail { entry }) => {
                    let failure = code.failures.get(*entry as usize);
                    return failure.is_some_and(|(kind, _)| is_of_check(*kind));
                }
                Some(Inst::Jump { to }) => at = *to as usize,
                None | Some(Inst::Branch { .. } | Inst::Switch { .. } | Inst::Return { .. }) => {
                    return false;
                }
                Some(_) => at += 1,
            }
        }
        false
    }
}

/// Most instructions between a check and the call that it makes when it fails.
const MOST_OF_CHECK: usize = 32;

/// How many sides of branches a function has at each line so far; an inlined call has a count of its own.
#[derive(Default)]
struct Numbers(HashMap<(Vec<StackFrame>, u32), u32>);

impl Numbers {
    /// The numbers of so many further sides at a place, innermost first.
    fn next(&mut self, places: &[StackFrame], count: usize) -> Range<u32> {
        let Some((inner, callers)) = places.split_first() else { return 0..0 };
        let known = self.0.entry((callers.to_vec(), inner.line)).or_default();
        let first = *known;
        *known += count as u32;
        first..*known
    }
}

impl Coverage {
    /// Adds an instruction: where it stands, innermost first, whether it ran, and which of its sides did if it is a branch.
    fn add(&mut self, places: Vec<StackFrame>, ran: bool, sides: Vec<bool>, numbers: &mut Numbers) {
        let numbered = numbers.next(&places, sides.len()).zip(sides);
        if let Some(place) = places.first().filter(|place| place.line > 0) {
            for (number, taken) in numbered {
                let known = (place.file.clone(), place.line, number);
                if taken {
                    self.sides.insert(known.clone());
                }
                self.known_sides.insert(known);
            }
        }
        for (depth, place) in places.into_iter().enumerate().filter(|(_, place)| place.line > 0) {
            if depth == 0 {
                let line = (place.file.clone(), place.line);
                if ran {
                    self.lines.insert(line.clone());
                }
                self.known_lines.insert(line);
            }
            let function = (place.file, place.function);
            if ran {
                self.functions.insert(function.clone());
            }
            let first = self.known_functions.entry(function).or_insert(place.line);
            *first = place.line.min(*first);
        }
    }

    /// Adds the functions in files that are wanted and that no path came to, with their lines and branches where their code is
    /// in the program; and gives all functions in these files the line of their definition. Does nothing where it is not known what ran.
    pub fn add_never_entered(
        &mut self,
        program: &Program,
        is_check: &dyn Fn(&str) -> bool,
        wanted: &dyn Fn(&str) -> bool,
    ) {
        if self.known_lines.is_empty() {
            return;
        }
        let definitions = program.definitions(wanted);
        for definition in &definitions {
            let key = (definition.file.clone(), definition.name.clone());
            if !self.functions.contains(&key)
                && let Some(function) = definition.function
                && let Ok(body) = program.body(function)
            {
                self.add_body(program, is_check, function, &body);
            }
        }
        for Definition { file, name, line, .. } in definitions {
            let known = self.known_functions.entry((file, name)).or_insert(line);
            *known = if line > 0 { line } else { *known };
        }
    }

    fn add_body(
        &mut self,
        program: &Program,
        is_check: &dyn Fn(&str) -> bool,
        function: FuncId,
        body: &Function,
    ) {
        let cfg = Cfg::new(body);
        let mut numbers = Numbers::default();
        for (_, block) in body.blocks.iter().filter(|(id, _)| cfg.is_reachable(*id)) {
            for inst in &block.insts {
                let places = places(program, function, body, inst.loc);
                self.add(places, false, Vec::new(), &mut numbers);
            }
            let mut sides: Vec<BlockId> = match &block.terminator {
                Terminator::Branch { .. } | Terminator::Switch { .. } => {
                    block.terminator.targets().into_iter().map(|target| target.block).collect()
                }
                _ => Vec::new(),
            };
            let mut seen = HashSet::new();
            sides.retain(|side| seen.insert(*side));
            if sides.iter().any(|side| fails_check(program, is_check, body, *side)) {
                sides.clear();
            }
            let places = places(program, function, body, block.terminator_loc);
            self.add(places, false, vec![false; sides.len()], &mut numbers);
        }
    }
}

/// Whether a block of a function is where a check of the compiler fails, or first calls what such a check calls, which
/// `is_check` knows by its readable name.
pub fn fails_check(
    program: &Program,
    is_check: &dyn Fn(&str) -> bool,
    body: &Function,
    block: BlockId,
) -> bool {
    let Some(block) = body.blocks.get(block) else { return false };
    let insts = block.insts.iter();
    let mut called = insts.take(MOST_OF_CHECK).filter_map(|inst| match &inst.kind {
        InstKind::Call { callee, .. } => Some(callee),
        _ => None,
    });
    match (called.next(), &block.terminator) {
        (Some(Callee::Function(called)), _) => {
            program.functions.get(*called).is_some_and(|decl| is_check(&decl.display))
        }
        (None, Terminator::Fail { kind, .. }) => is_of_check(*kind),
        _ => false,
    }
}

/// Whether an end of this kind is that of a check of the compiler, and not what a program does to end itself.
fn is_of_check(kind: FindingKind) -> bool {
    !matches!(kind, FindingKind::Abort | FindingKind::Unreachable | FindingKind::Panic)
}
