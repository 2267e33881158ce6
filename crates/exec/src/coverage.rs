//! What ran, by lines, by sides of branches and by functions.

use crate::code::{Code, Inst};
use crate::context::{Context, places};
use crate::explorer::Coverage;
use crate::state::StackFrame;
use effigy_ir::cfg::Cfg;
use effigy_ir::function::{Function, Terminator};
use effigy_ir::program::{Definition, FuncId, Program};
use std::collections::HashSet;
use std::rc::Rc;

impl Context {
    /// What ran of all functions that were entered.
    pub fn coverage(&self) -> Coverage {
        let mut coverage = Coverage::default();
        let codes: Vec<Rc<Code>> = self.codes.iter().flatten().cloned().collect();
        let entered = codes.iter().filter(|code| code.covered.get(0));
        entered.for_each(|code| self.cover(code, &mut coverage));
        coverage
    }

    /// Adds what ran of a function.
    pub(crate) fn cover(&self, code: &Code, coverage: &mut Coverage) {
        let mut running = false;
        let mut seen = HashSet::new();
        for (at, inst) in code.insts.iter().enumerate() {
            if code.block_starts.binary_search(&(at as u32)).is_ok() {
                running = code.covered.get(at as u32);
            }
            let sides = match inst {
                Inst::Branch { then, otherwise, .. } => {
                    Some([*then, *otherwise].map(|side| running && code.covered.get(side)))
                }
                _ => None,
            };
            let loc = code.locs.get(at).copied().flatten();
            if sides.is_some() || seen.insert((loc, running)) {
                coverage.add(self.places(code, at as u32), running, sides);
            }
        }
    }
}

impl Coverage {
    /// Adds an instruction: where it stands, innermost first, whether it ran, and which of its sides did if it is a branch.
    fn add(&mut self, places: Vec<StackFrame>, ran: bool, sides: Option<[bool; 2]>) {
        for (depth, place) in places.into_iter().enumerate().filter(|(_, place)| place.line > 0) {
            if depth == 0 {
                let line = (place.file.clone(), place.line);
                for (side, taken) in (0..).zip(sides.into_iter().flatten()) {
                    let known = (line.0.clone(), line.1, side);
                    if taken {
                        self.sides.insert(known.clone());
                    }
                    self.known_sides.insert(known);
                }
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
    pub fn add_never_entered(&mut self, program: &Program, wanted: &dyn Fn(&str) -> bool) {
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
                self.add_body(program, function, &body);
            }
        }
        for Definition { file, name, line, .. } in definitions {
            let known = self.known_functions.entry((file, name)).or_insert(line);
            *known = if line > 0 { line } else { *known };
        }
    }

    fn add_body(&mut self, program: &Program, function: FuncId, body: &Function) {
        let cfg = Cfg::new(body);
        for (_, block) in body.blocks.iter().filter(|(id, _)| cfg.is_reachable(*id)) {
            for inst in &block.insts {
                self.add(places(program, function, body, inst.loc), false, None);
            }
            let branches = matches!(block.terminator, Terminator::Branch { .. });
            let sides = branches.then_some([false; 2]);
            self.add(places(program, function, body, block.terminator_loc), false, sides);
        }
    }
}
