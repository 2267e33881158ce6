//! Statements on one line.

use super::{Names, declaration, tests};
use crate::fragment::SessionCall;
use crate::tree::{AssertionKind, DoHead, Expr, Procedure, StatementKind};

/// A statement without labels and without the statements in it.
pub(super) fn head(names: &Names<'_>, procedure: &Procedure, kind: &StatementKind) -> String {
    match kind {
        StatementKind::Empty => ";".to_owned(),
        StatementKind::Declare(variables) => {
            let variables = variables.iter().filter_map(|id| names.variables.get(*id));
            let items: Vec<String> = variables.map(|v| declaration(names, v)).collect();
            format!("DECLARE {};", items.join(", "))
        }
        StatementKind::Assign(target, value) => {
            format!("{} = {};", names.target(target), names.expression(value))
        }
        StatementKind::If { condition, .. } => format!("IF {} THEN", names.condition(condition)),
        StatementKind::Do { head, .. } => {
            format!("DO{}{};", count(names, head), tests(names, head))
        }
        StatementKind::GoTo(id) => {
            let label = procedure.labels.get(*id).map_or("?", |label| label.name.as_str());
            format!("GO TO {label};")
        }
        StatementKind::Call(procedure, arguments) => {
            let call = SessionCall { procedure: *procedure, arguments: arguments.clone() };
            format!("CALL {};", names.call(&call))
        }
        StatementKind::Return(None) => "RETURN;".to_owned(),
        StatementKind::Return(Some(value)) => format!("RETURN ({});", names.expression(value)),
        StatementKind::Read(targets) => {
            let targets: Vec<String> = targets.iter().map(|t| names.target(t)).collect();
            format!("READ ({});", targets.join(", "))
        }
        StatementKind::Write(values) => {
            let values: Vec<String> = values.iter().map(|v| names.expression(v)).collect();
            format!("WRITE ({});", values.join(", "))
        }
        StatementKind::Assertion(kind, condition) => {
            format!("{} ({});", assertion(*kind), names.condition(condition))
        }
    }
}

fn assertion(kind: AssertionKind) -> &'static str {
    match kind {
        AssertionKind::Assume => "ASSUME",
        AssertionKind::Prove => "PROVE",
        AssertionKind::Assert => "ASSERT",
    }
}

fn count(names: &Names<'_>, head: &DoHead) -> String {
    let DoHead::Count(count) = head else { return String::new() };
    let part = |word: &str, value: &Option<Expr>| {
        value.as_ref().map_or(String::new(), |e| format!(" {word} {}", names.expression(e)))
    };
    let from = names.expression(&count.from);
    format!(
        " {} = {from}{}{}",
        names.variable(count.variable),
        part("TO", &count.to),
        part("BY", &count.by)
    )
}
