//! Programs that are compiled by way of LLVM: a stop is a change of line in the user's own code.

use super::data::{Activation, Spot};
use super::stop::{StopKey, StopKind};
use crate::compile::UserFiles;
use effigy_base::id::Id;
use effigy_exec::code::Code;
use effigy_exec::context::Context;
use effigy_exec::state::{Frame, StackFrame, State};
use effigy_ir::program::{FuncId, GlobalId};
use effigy_ir::source_type::{SourceType, SourceVariable};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// What is known of the source of a compiled program.
pub(super) struct Native {
    /// The function that paths begin at; what is called before it is not the user's.
    pub entry: String,
    files: UserFiles,
    /// The line of each instruction of a function, with how many functions of the user's are inlined there.
    lines: HashMap<FuncId, Rc<Vec<Option<StopKind>>>>,
    texts: std::cell::RefCell<HashMap<Arc<str>, Rc<Vec<String>>>>,
    types: HashMap<FuncId, Rc<Vec<SourceVariable>>>,
    /// The global variables, when they were asked for.
    globals: Option<Rc<Vec<(GlobalId, SourceVariable)>>>,
}

impl Native {
    pub fn new(entry: String, files: UserFiles) -> Self {
        Self {
            entry,
            files,
            lines: HashMap::new(),
            texts: std::cell::RefCell::default(),
            types: HashMap::new(),
            globals: None,
        }
    }

    pub fn stop(
        &mut self,
        context: &Context,
        state: &State,
        last: Option<&StopKey>,
    ) -> Option<StopKey> {
        if state.failing.is_some() {
            return None;
        }
        let code = &state.stack.top.code;
        let known = self.lines.entry(code.function);
        let lines = known.or_insert_with(|| Rc::new(lines_of(&self.files, context, code)));
        let kind = lines.get(state.stack.top.at as usize)?.as_ref()?;
        if let Some(last) = last
            && last.frames == state.stack.frames
            && last.function == code.function
            && last.kind == *kind
        {
            return None;
        }
        Some(StopKey { frames: state.stack.frames, function: code.function, kind: kind.clone() })
    }

    pub fn spot(&self, context: &Context, key: &StopKey, depth: u32, frame: &Frame) -> Spot {
        let StopKind::Line(_, file, line) = &key.kind else { return Spot::default() };
        let place = self.users(&context.places(&frame.code, frame.at)).next();
        Spot {
            procedure: place.map(|p| p.function).unwrap_or_default(),
            number: *line,
            file: file.clone(),
            line: *line,
            column: 0,
            text: self.line(file, *line).trim().to_owned(),
            depth,
        }
    }

    /// The places that are in the user's own files, by the names that a person would give these.
    fn users(&self, places: &[StackFrame]) -> impl Iterator<Item = StackFrame> {
        let own = |p: &&StackFrame| p.line > 0 && self.files.contains(&p.file);
        let places: Vec<StackFrame> = places
            .iter()
            .filter(own)
            .map(|p| StackFrame { file: self.files.display(&p.file), ..p.clone() })
            .collect();
        places.into_iter()
    }

    /// A file's name for a person, when it is the user's own.
    pub fn own(&self, file: &str) -> Option<Arc<str>> {
        self.files.contains(file).then(|| self.files.display(file).into())
    }

    pub fn activations(&self, context: &Context, frame: &Frame, found: &mut Vec<Activation>) {
        found.extend(self.users(&context.places(&frame.code, frame.at)).map(|place| Activation {
            procedure: place.function,
            number: place.line,
            file: place.file.into(),
            line: place.line,
        }));
    }

    /// The lines of a file, as it is now.
    pub fn text(&self, file: &Arc<str>) -> Rc<Vec<String>> {
        let mut texts = self.texts.borrow_mut();
        let read = || {
            let bytes = std::fs::read(self.files.resolve(file)).unwrap_or_default();
            Rc::new(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
        };
        texts.entry(file.clone()).or_insert_with(read).clone()
    }

    fn line(&self, file: &Arc<str>, line: u32) -> String {
        let index = (line as usize).saturating_sub(1);
        self.text(file).get(index).cloned().unwrap_or_default()
    }

    /// The types of the variables of a function.
    pub fn types(&mut self, context: &Context, function: FuncId) -> Rc<Vec<SourceVariable>> {
        let read = || Rc::new(context.job.program.variables(function));
        self.types.entry(function).or_insert_with(read).clone()
    }
}

impl Native {
    /// The address and the type of the global variable of this name in the source.
    pub fn global(&mut self, context: &Context, name: &str) -> Option<(u64, Arc<SourceType>)> {
        let program = &context.job.program;
        let globals = self.globals.get_or_insert_with(|| Rc::new(program.global_variables()));
        let (global, variable) = globals.iter().find(|(_, variable)| variable.name == name)?;
        Some((context.job.layout.global(global.index()), variable.ty.clone()))
    }
}

/// The stop of each instruction of a function.
fn lines_of(files: &UserFiles, context: &Context, code: &Rc<Code>) -> Vec<Option<StopKind>> {
    let mut names: HashMap<String, Option<Arc<str>>> = HashMap::new();
    let mut line_of = |at: u32| {
        let frame = context.places(code, at);
        let own: Vec<&StackFrame> = frame
            .iter()
            .filter(|p| p.line > 0)
            .filter(|p| {
                let known = names.entry(p.file.clone());
                let name = || files.contains(&p.file).then(|| files.display(&p.file).into());
                known.or_insert_with(name).is_some()
            })
            .collect();
        let first = own.first()?;
        let file = names.get(&first.file).cloned().flatten()?;
        Some(StopKind::Line(own.len() as u32, file, first.line))
    };
    (0..code.insts.len() as u32).map(&mut line_of).collect()
}
