//! Printing: a program as a listing with statement numbers, and single statements and expressions.
//!
//! What is printed is read back as the same tree, places aside.

mod expression;
mod statement;

use crate::fragment::SessionCall;
use crate::tree::{
    Bounds, Condition, DoHead, End, Expr, ExprKind, LabelId, ProcId, Procedure, Program, Shape,
    Statement, StatementKind, Storage, Target, VarId, Variable,
};
use effigy_base::id::IdVec;
use num_bigint::BigInt;
use std::fmt;

/// What the names in a part of a program are.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    program: &'a Program,
    variables: &'a IdVec<VarId, Variable>,
}

impl<'a> Names<'a> {
    /// Names for what stands in `program` and speaks of `variables`: those of a procedure or of a fragment.
    pub fn new(program: &'a Program, variables: &'a IdVec<VarId, Variable>) -> Self {
        Self { program, variables }
    }

    /// An expression as it is written, with no parentheses but the needed ones.
    pub fn expression(&self, expression: &Expr) -> String {
        self.printed(|out| expression::integer(self, out, expression))
    }

    /// A condition as it is written, with no parentheses but the needed ones.
    pub fn condition(&self, condition: &Condition) -> String {
        self.printed(|out| expression::condition(self, out, condition))
    }

    /// What gets a value.
    pub fn target(&self, target: &Target) -> String {
        match target {
            Target::Variable(id) => self.variable(*id).to_owned(),
            Target::Element(id, at) => format!("{}({})", self.variable(*id), self.expression(at)),
        }
    }

    /// A call without the word CALL.
    pub fn call(&self, call: &SessionCall) -> String {
        self.printed(|out| expression::call(self, out, call.procedure, &call.arguments))
    }

    fn printed(&self, print: impl FnOnce(&mut expression::Output)) -> String {
        let mut out = expression::Output::default();
        print(&mut out);
        out.text
    }

    fn variable(&self, id: VarId) -> &'a str {
        self.variables.get(id).map_or("?", |v| v.name.as_str())
    }

    fn procedure(&self, id: ProcId) -> &'a str {
        self.program.procedures.get(id).map_or("?", |p| p.name.as_str())
    }
}

/// A statement on one line, without the statements in it: `LAB: IF Y >= J THEN`, `DO J = 1 TO N;`.
pub fn statement_head(program: &Program, procedure: ProcId, statement: &Statement) -> String {
    let Some(procedure) = program.procedures.get(procedure) else { return String::new() };
    let names = Names::new(program, &procedure.variables);
    let mut text = labels(procedure, &statement.labels);
    text.push_str(&statement::head(&names, procedure, &statement.kind));
    text
}

fn labels(procedure: &Procedure, labels: &[LabelId]) -> String {
    let names = labels.iter().filter_map(|id| procedure.labels.get(*id));
    names.map(|label| format!("{}: ", label.name)).collect()
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, procedure) in self.procedures.iter() {
            if id != self.procedures.ids().next().unwrap_or(id) {
                writeln!(f)?;
            }
            let text = head(self, procedure);
            writeln!(f, "{:>4}  {text}", procedure.number)?;
            let mut listing = Listing { program: self, id, procedure, f };
            for statement in &procedure.body {
                listing.statement(statement, 1)?;
            }
            listing.end(&procedure.end, 0)?;
        }
        Ok(())
    }
}

fn head(program: &Program, procedure: &Procedure) -> String {
    let names = Names::new(program, &procedure.variables);
    let parameters: Vec<&str> = procedure.parameters.iter().map(|id| names.variable(*id)).collect();
    let mut text = format!("{}: PROCEDURE", procedure.name);
    if !parameters.is_empty() {
        text.push_str(&format!(" ({})", parameters.join(", ")));
    }
    if procedure.recursive {
        text.push_str(" RECURSIVE");
    }
    if procedure.returns {
        text.push_str(" RETURNS(FIXED BINARY(31,0))");
    }
    text + ";"
}

struct Listing<'a, 'f, 'w> {
    program: &'a Program,
    id: ProcId,
    procedure: &'a Procedure,
    f: &'f mut fmt::Formatter<'w>,
}

impl Listing<'_, '_, '_> {
    fn line(&mut self, number: Option<u32>, depth: usize, text: &str) -> fmt::Result {
        let number = number.map_or(String::new(), |n| n.to_string());
        writeln!(self.f, "{number:>4}  {:width$}{text}", "", width = depth * 4)
    }

    fn statement(&mut self, statement: &Statement, depth: usize) -> fmt::Result {
        let head = statement_head(self.program, self.id, statement);
        self.line(Some(statement.number), depth, &head)?;
        match &statement.kind {
            StatementKind::If { then, otherwise, .. } => {
                self.statement(then, depth + 1)?;
                if let Some(otherwise) = otherwise {
                    self.line(None, depth, "ELSE")?;
                    self.statement(otherwise, depth + 1)?;
                }
                Ok(())
            }
            StatementKind::Do { body, end, .. } => {
                for statement in body {
                    self.statement(statement, depth + 1)?;
                }
                self.end(end, depth)
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, end: &End, depth: usize) -> fmt::Result {
        let text = labels(self.procedure, &end.labels) + "END;";
        self.line(Some(end.number), depth, &text)
    }
}

/// A declaration's name, bounds and attributes.
fn declaration(names: &Names<'_>, variable: &Variable) -> String {
    let mut text = variable.name.clone();
    match &variable.shape {
        Shape::Integer => {}
        Shape::Array(Bounds::Argument) => text.push_str("(*)"),
        Shape::Array(Bounds::Range { lower, upper }) => {
            let one = lower.kind == ExprKind::Number(BigInt::from(1));
            let lower = if one { String::new() } else { names.expression(lower) + ":" };
            text.push_str(&format!("({lower}{})", names.expression(upper)));
        }
    }
    text.push_str(" INTEGER");
    if variable.storage == Storage::Static {
        text.push_str(" STATIC");
    }
    let values = variable.initial.iter().map(|initial| match initial.count {
        1 => names.expression(&initial.value),
        n => format!("({n}){}", names.expression(&initial.value)),
    });
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        text.push_str(&format!(" INITIAL({})", values.join(", ")));
    }
    text
}

fn tests(names: &Names<'_>, head: &DoHead) -> String {
    let tests = match head {
        DoHead::Once => return String::new(),
        DoHead::Repeat(tests) => tests,
        DoHead::Count(count) => &count.tests,
    };
    let before = tests.before.as_ref().map(|c| format!(" WHILE ({})", names.condition(c)));
    let after = tests.after.as_ref().map(|c| format!(" UNTIL ({})", names.condition(c)));
    before.unwrap_or_default() + &after.unwrap_or_default()
}
