//! The text of a PL/I program for a session: its numbered statements, and what was typed about it.

use super::data::{Activation, Line, Spot};
use super::stop::{Assigned, StopKey, StopKind, Stopping};
use effigy_base::sort::Sort;
use effigy_exec::code::Inst;
use effigy_exec::context::Context;
use effigy_exec::state::{Frame, State};
use effigy_ir::function::MarkKind;
use effigy_ir::program::FuncId;
use effigy_lang_pli::lower::LowerOptions;
use effigy_lang_pli::tree::{ProcId, Procedure, Program, Shape, Statement, StatementKind, Target};
use effigy_lang_pli::{Names, Span, statement_head};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of a program's text.
pub(super) struct Pli {
    pub program: Program,
    pub options: LowerOptions,
    path: Arc<str>,
    /// Statements by the line and the column that they begin at.
    statements: HashMap<(u32, u32), Known>,
    /// Its lines: the procedure, the statement's number, the text.
    listing: Vec<(String, Option<u32>, String)>,
    /// Functions for what was typed before.
    pub typed: HashMap<Key, Function>,
}

/// A statement for people.
struct Known {
    text: String,
    assigned: Option<Assigned>,
}

/// What a typed text was compiled for: the procedure, or the number of variables at the terminal; whether it is a
/// condition; the text.
pub(super) type Key = (Option<ProcId>, usize, bool, String);

/// A compiled text: its function and the variables that it speaks of.
#[derive(Clone, Copy)]
pub(super) struct Function {
    pub id: FuncId,
    pub sort: Sort,
}

impl Pli {
    pub fn new(program: Program, options: LowerOptions, path: Arc<str>) -> Self {
        let mut listing = Vec::new();
        let mut procedure = String::new();
        for line in program.to_string().lines() {
            let (number, text) = line.split_at_checked(4).unwrap_or((line, ""));
            if let Some((name, _)) = text.trim().split_once(": PROCEDURE") {
                procedure = name.to_owned();
            }
            let text = text.strip_prefix("  ").unwrap_or(text);
            listing.push((procedure.clone(), number.trim().parse().ok(), text.to_owned()));
        }
        let mut statements = HashMap::new();
        for (id, procedure) in program.procedures.iter() {
            let head = listing.iter().find(|(p, ..)| *p == procedure.name);
            let text = head.map(|(.., text)| text.trim().to_owned()).unwrap_or_default();
            statements.insert(at(procedure.span), Known { text, assigned: None });
            let end = Known { text: "END;".to_owned(), assigned: None };
            statements.insert(at(procedure.end.span), end);
            each_statement(&procedure.body, &mut |statement| {
                let text = statement_head(&program, id, statement);
                let assigned = assigned(&program, procedure, statement);
                statements.insert(at(statement.span), Known { text, assigned });
                if let StatementKind::Do { end, .. } = &statement.kind {
                    let end_text = Known { text: "END;".to_owned(), assigned: None };
                    statements.entry(at(end.span)).or_insert(end_text);
                }
            });
        }
        Self { program, options, path, statements, listing, typed: HashMap::new() }
    }

    pub fn stop(&self, state: &State, last: Option<&StopKey>) -> Option<StopKey> {
        let code = &state.stack.top.code;
        let Some(Inst::Mark { number, kind }) = code.insts.get(state.stack.top.at as usize) else {
            return None;
        };
        let (frames, function) = (state.stack.frames, code.function);
        if let Some(last) = last
            && *kind == MarkKind::Loop
            && last.frames == frames
            && last.function == function
            && last.kind == StopKind::Mark(*number, MarkKind::Statement)
        {
            return None;
        }
        Some(StopKey { frames, function, kind: StopKind::Mark(*number, *kind) })
    }

    pub fn spot(&self, context: &Context, key: &StopKey, depth: u32, frame: &Frame) -> Spot {
        let StopKind::Mark(number, _) = key.kind else { return Spot::default() };
        let decl = context.job.program.functions.get(key.function);
        let procedure = decl.map(|d| d.display.clone()).unwrap_or_default();
        let place = context.places(&frame.code, frame.at).into_iter().next().unwrap_or_default();
        let (line, column) = (place.line, place.column);
        let known = self.statements.get(&(line, column));
        let text = known.map(|k| k.text.clone()).unwrap_or_default();
        Spot { procedure, number, file: self.path.clone(), line, column, text, depth }
    }

    pub fn activations(&self, context: &Context, frame: &Frame, found: &mut Vec<Activation>) {
        let decl = context.job.program.functions.get(frame.code.function);
        let procedure = decl.map(|d| d.display.clone()).unwrap_or_default();
        if self.program.find(&procedure).is_none() {
            return;
        }
        let line = context.places(&frame.code, frame.at).first().map_or(0, |p| p.line);
        let before = frame.code.insts.get(..=frame.at as usize).unwrap_or_default();
        let number = before.iter().rev().find_map(|inst| match inst {
            Inst::Mark { number, .. } => Some(*number),
            _ => None,
        });
        let number = number.unwrap_or(0);
        found.push(Activation { procedure, number, file: self.path.clone(), line });
    }

    pub fn assigned(&self, spot: &Spot) -> Option<Assigned> {
        self.statements.get(&(spot.line, spot.column))?.assigned.clone()
    }

    /// The listing.
    pub fn listing(&self, spot: &Spot) -> Vec<Line> {
        let line = |(procedure, number, text): &(String, Option<u32>, String)| Line {
            number: *number,
            text: text.clone(),
            current: *procedure == spot.procedure
                && *number == Some(spot.number)
                && text.trim() == spot.text,
        };
        self.listing.iter().map(line).collect()
    }

    /// The numbered statements.
    pub fn numbers(&self) -> impl Iterator<Item = Stopping> {
        self.listing.iter().filter_map(|(procedure, number, _)| {
            let (procedure, file) = (procedure.clone(), self.path.clone());
            number.map(|number| Stopping { procedure, file, number })
        })
    }

    /// The names of the procedures.
    pub fn procedures(&self) -> Vec<String> {
        self.program.procedures.iter().map(|(_, p)| p.name.clone()).collect()
    }

    /// The procedure that a frame executes.
    pub fn procedure(&self, context: &Context, frame: &Frame) -> Option<ProcId> {
        let decl = context.job.program.functions.get(frame.code.function)?;
        self.program.find(&decl.display)
    }

    /// Whether some procedure has an array of this name.
    pub fn is_array_somewhere(&self, name: &str) -> bool {
        self.program.procedures.iter().any(|(_, p)| {
            let variable = p.find(name).and_then(|id| p.variables.get(id));
            variable.is_some_and(|v| v.shape != Shape::Integer)
        })
    }
}

/// Where a part of the text begins.
fn at(span: Span) -> (u32, u32) {
    (span.start.line, span.start.column)
}

/// What a statement assigns.
fn assigned(program: &Program, procedure: &Procedure, statement: &Statement) -> Option<Assigned> {
    let StatementKind::Assign(target, _) = &statement.kind else { return None };
    let names = Names::new(program, &procedure.variables);
    Some(match target {
        Target::Variable(_) => Assigned::Variable(names.target(target)),
        Target::Element(id, at) => {
            let name = procedure.variables.get(*id).map(|v| v.name.clone());
            Assigned::Element(name.unwrap_or_default(), names.expression(at))
        }
    })
}

fn each_statement(statements: &[Statement], visit: &mut dyn FnMut(&Statement)) {
    for statement in statements {
        visit(statement);
        match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                each_statement(std::slice::from_ref(then), visit);
                if let Some(otherwise) = otherwise {
                    each_statement(std::slice::from_ref(otherwise), visit);
                }
            }
            StatementKind::Do { body, .. } => each_statement(body, visit),
            _ => {}
        }
    }
}
