//! What ran, by lines and by sides of branches.

use crate::code::{Code, Inst};
use crate::context::Context;
use crate::explorer::Coverage;
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
        for (at, inst) in code.insts.iter().enumerate() {
            if code.block_starts.binary_search(&(at as u32)).is_ok() {
                running = code.covered.get(at as u32);
            }
            let place = self.places(code, at as u32).swap_remove(0);
            if place.line == 0 {
                continue;
            }
            let line = (place.file, place.line);
            if let Inst::Branch { then, otherwise, .. } = inst {
                for (side, target) in [then, otherwise].into_iter().enumerate() {
                    let known = (line.0.clone(), line.1, side as u32);
                    if code.covered.get(*target) && running {
                        coverage.sides.insert(known.clone());
                    }
                    coverage.known_sides.insert(known);
                }
            }
            if running {
                coverage.lines.insert(line.clone());
            }
            coverage.known_lines.insert(line);
        }
    }
}
