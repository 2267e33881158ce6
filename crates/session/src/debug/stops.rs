//! Where execution can stop: the statements or lines of a program.

use super::Debugger;
use super::face::Face;
use super::stop::Stopping;
use effigy_base::id::Id;
use effigy_ir::program::FuncId;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Debugger {
    /// The places at which execution can stop, sorted. The first question reads all of the program.
    pub fn stops(&mut self) -> Rc<Vec<Stopping>> {
        if let Some(known) = &self.stops {
            return known.clone();
        }
        let found: BTreeSet<Stopping> = match &self.face {
            Face::Pli(pli) => pli.numbers().collect(),
            Face::Native(_) => self.lines(),
        };
        let found = Rc::new(found.into_iter().collect::<Vec<_>>());
        self.stops = Some(found.clone());
        found
    }

    /// The lines of the user's files that have code.
    fn lines(&self) -> BTreeSet<Stopping> {
        let Face::Native(native) = &self.face else { return BTreeSet::new() };
        let program = &self.context.job.program;
        let mut found = BTreeSet::new();
        for index in 0..program.functions.len() {
            if self.context.job.cancel.is_cancelled() {
                break;
            }
            let Ok(body) = program.body(FuncId::from_index(index)) else { continue };
            for (_, loc) in body.locs.iter().filter(|(_, loc)| loc.line > 0) {
                let file = program.files.path(loc.file);
                if let Some(file) = native.own(file) {
                    let procedure = loc.function.clone();
                    found.insert(Stopping { procedure, file, number: loc.line });
                }
            }
        }
        found
    }
}
