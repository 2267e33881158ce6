//! Statements, one a line.

use super::{Printer, annotation_text};
use crate::tree::{Block, Expr, Location, Origin, Stmt, StmtKind};

impl Printer<'_> {
    pub(super) fn statements(&mut self, block: &Block) {
        self.depth += 1;
        block.statements.iter().for_each(|statement| self.statement(statement));
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Stmt) {
        for annotation in &statement.annotations {
            self.line(&annotation_text(annotation));
        }
        let e = |value: &Expr| self.expression(value);
        let line = match &statement.kind {
            StmtKind::Declare(ids) => {
                let ids = ids.clone();
                return ids.iter().for_each(|id| {
                    let line = format!("var {}: {}", self.local(*id), self.type_of(*id));
                    self.line(&line);
                });
            }
            StmtKind::Assign { target, value } => {
                format!("{} := {}", self.local(*target), e(value))
            }
            StmtKind::AssignField { receiver, field, value } => {
                format!("{}.{} := {}", e(receiver), self.names.field(*field), e(value))
            }
            StmtKind::Call { targets, method, arguments } => {
                let call = format!("{}({})", self.names.method(*method), self.list(arguments));
                let targets: Vec<&str> = targets.iter().map(|id| self.local(*id)).collect();
                let becomes = if targets.is_empty() { "" } else { " := " };
                format!("{}{becomes}{call}", targets.join(", "))
            }
            StmtKind::New { target, fields } => {
                let fields: Vec<&str> = fields.iter().map(|id| self.names.field(*id)).collect();
                format!("{} := new({})", self.local(*target), fields.join(", "))
            }
            StmtKind::Inhale(a) => format!("inhale {}", e(a)),
            StmtKind::Exhale(a) => format!("exhale {}", e(a)),
            StmtKind::Assume(a) => format!("assume {}", e(a)),
            StmtKind::Assert { origin: Origin::Termination { .. }, .. } => return,
            StmtKind::Assert { condition, .. } => format!("assert {}", e(condition)),
            StmtKind::Refute { origin: Origin::Smoke, .. } => return,
            StmtKind::Refute { condition, .. } => format!("refute {}", e(condition)),
            StmtKind::Fold(access) => format!("fold {}", self.access(access)),
            StmtKind::Unfold(access) => format!("unfold {}", self.access(access)),
            StmtKind::Apply(wand) => format!("apply {}", e(wand)),
            StmtKind::Goto(label) => format!("goto {}", self.label(label)),
            StmtKind::Package { wand, script } => {
                let head = format!("package {} {{", e(wand));
                return self.braces(&head, script);
            }
            StmtKind::Block(body) => return self.braces("{", body),
            StmtKind::If { condition, then, otherwise } => {
                let head = format!("if ({}) {{", e(condition));
                self.braces(&head, then);
                if !otherwise.statements.is_empty() {
                    self.braces("else {", otherwise);
                }
                return;
            }
            StmtKind::While { condition, invariants, body } => {
                let head = format!("while ({})", e(condition));
                self.line(&head);
                self.invariants(invariants);
                return self.braces("{", body);
            }
            StmtKind::Label { name, invariants } => {
                self.line(&format!("label {}", self.label(name)));
                return self.invariants(invariants);
            }
            StmtKind::Havoc { variables, condition, location } => {
                let what = match variables.is_empty() {
                    true => "quasihavoc ".to_owned(),
                    false => format!("quasihavocall {} :: ", self.declared(variables)),
                };
                let condition = condition.as_ref().map(|c| format!("{} ==> ", e(c)));
                format!("{what}{}{}", condition.unwrap_or_default(), self.location(location))
            }
        };
        self.line(&line);
    }

    fn braces(&mut self, head: &str, body: &Block) {
        self.line(head);
        self.statements(body);
        self.line("}");
    }

    fn invariants(&mut self, list: &[Expr]) {
        self.depth += 1;
        for assertion in list {
            let text = self.expression(assertion);
            self.line(&format!("invariant {text}"));
        }
        self.depth -= 1;
    }

    /// What permissions are held to.
    pub(super) fn location(&self, location: &Location) -> String {
        match location {
            Location::Field(object, field) => {
                format!("{}.{}", self.expression(object), self.names.field(*field))
            }
            Location::Predicate(predicate, arguments) => {
                format!("{}({})", self.names.predicate(*predicate), self.list(arguments))
            }
            Location::Wand(wand) => self.expression(wand),
        }
    }
}

/// The labels in a block.
pub(super) fn labels(block: &Block) -> Vec<&str> {
    let (mut names, mut open) = (Vec::new(), vec![block]);
    while let Some(block) = open.pop() {
        for statement in &block.statements {
            match &statement.kind {
                StmtKind::Label { name, .. } => names.push(&**name),
                StmtKind::If { then, otherwise, .. } => open.extend([then, otherwise]),
                StmtKind::While { body, .. }
                | StmtKind::Block(body)
                | StmtKind::Package { script: body, .. } => open.push(body),
                _ => {}
            }
        }
    }
    names
}
