//! Statements, one a line.

use super::{Names, expression};
use crate::tree::{GhostKind, Statement, StatementKind, Target, TargetKind};

/// Prints statements, each with its line end.
pub(super) fn print(names: &Names<'_>, out: &mut String, body: &[Statement], depth: usize) {
    for statement in body {
        let indent = "  ".repeat(depth);
        out.push_str(&indent);
        one(names, out, statement, depth);
        out.push('\n');
    }
}

fn one(names: &Names<'_>, out: &mut String, statement: &Statement, depth: usize) {
    let text = |e| names.expression(e);
    let line = match &statement.kind {
        StatementKind::Declare(id, value) => {
            let local = names.locals.get(*id);
            let ghost = if local.is_some_and(|local| local.ghost) { "ghost " } else { "" };
            let ty = local.map_or(String::new(), |local| names.program.type_name(&local.ty));
            let name = names.local(*id);
            match value {
                Some(value) => format!("{ghost}{ty} {name} := {};", text(value)),
                None => format!("{ghost}{ty} {name};"),
            }
        }
        StatementKind::Assign(target, value) => {
            format!("{} := {};", names.target(target), text(value))
        }
        StatementKind::Evaluate(call) => format!("{};", text(call)),
        StatementKind::Return(None) => "return;".to_owned(),
        StatementKind::Return(Some(value)) => format!("return {};", text(value)),
        StatementKind::Assert(assertion) => format!("assert {};", text(assertion)),
        StatementKind::Assume(assertion) => format!("assume {};", text(assertion)),
        StatementKind::Join(assertion) => format!("join {};", text(assertion)),
        StatementKind::Ghost(kind, call) => {
            let word = match kind {
                GhostKind::Open => "open",
                GhostKind::Close => "close",
                GhostKind::Use => "use",
            };
            let mut line = format!("{word} ");
            expression::call(names, &mut line, call);
            line.push(';');
            line
        }
        StatementKind::If { condition, then, otherwise } => {
            out.push_str(&format!("if ({}) ", text(condition)));
            block(names, out, then, depth);
            if !otherwise.is_empty() {
                out.push_str(" else ");
                block(names, out, otherwise, depth);
            }
            return;
        }
        StatementKind::While { condition, invariants, body } => {
            out.push_str(&format!("while ({}) ", text(condition)));
            for invariant in invariants {
                out.push_str(&format!("invariant {}; ", text(invariant)));
            }
            return block(names, out, body, depth);
        }
        StatementKind::Block(body) => return block(names, out, body, depth),
    };
    out.push_str(&line);
}

fn block(names: &Names<'_>, out: &mut String, body: &[Statement], depth: usize) {
    out.push_str("{\n");
    print(names, out, body, depth + 1);
    out.push_str(&"  ".repeat(depth));
    out.push('}');
}

impl Names<'_> {
    /// What gets a value.
    pub fn target(&self, target: &Target) -> String {
        match &target.kind {
            TargetKind::Local(id) => self.local(*id).to_owned(),
            TargetKind::Global(id) => self.global(*id).to_owned(),
            TargetKind::Field(object, field) => {
                let mut out = String::new();
                expression::field(self, &mut out, object, *field);
                out
            }
            TargetKind::Element(array, index) => {
                let mut out = String::new();
                expression::element(self, &mut out, array, index);
                out
            }
        }
    }
}
