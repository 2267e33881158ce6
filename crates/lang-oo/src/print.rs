//! Printing: a program as a text that is read back as the same tree, places and numbers of statements aside; also
//! single expressions, as findings name them.

mod expression;
mod statement;

use crate::tree::{Expr, Local, LocalId, Method, MethodKind, Program};
use effigy_base::id::IdVec;
use std::fmt;

/// What the names in a part of a program are.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    program: &'a Program,
    locals: &'a IdVec<LocalId, Local>,
    /// Whether `this.` is left out.
    short: bool,
}

impl<'a> Names<'a> {
    /// Names for what stands in `program` and speaks of `locals`: those of a method or of a trace.
    pub fn new(program: &'a Program, locals: &'a IdVec<LocalId, Local>) -> Self {
        Self { program, locals, short: true }
    }

    /// An expression as it is written, with no parentheses but the needed ones, and without `this.` where no variable hides the field.
    pub fn expression(&self, expression: &Expr) -> String {
        let mut out = String::new();
        expression::print(self, &mut out, expression);
        out
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let none = IdVec::new();
        let names = Names { program: self, locals: &none, short: false };
        for (_, global) in self.globals.iter() {
            write!(f, "{} {}", self.type_name(&global.ty), global.name)?;
            match &global.initial {
                Some(value) => writeln!(f, " := {};", names.expression(value))?,
                None => writeln!(f, ";")?,
            }
        }
        for (_, class) in self.classes.iter() {
            writeln!(f, "class {} {{", class.name)?;
            for field in class.fields.iter().filter_map(|id| self.fields.get(*id)) {
                writeln!(f, "  {} {};", self.type_name(&field.ty), field.name)?;
            }
            for invariant in &class.invariants {
                writeln!(f, "  invariant {};", names.expression(invariant))?;
            }
            for method in class.methods.iter().filter_map(|id| self.methods.get(*id)) {
                print_method(f, self, method, 1)?;
            }
            writeln!(f, "}}")?;
        }
        for (_, method) in self.methods.iter().filter(|(_, method)| method.class.is_none()) {
            print_method(f, self, method, 0)?;
        }
        Ok(())
    }
}

fn print_method(
    f: &mut fmt::Formatter<'_>,
    program: &Program,
    method: &Method,
    depth: usize,
) -> fmt::Result {
    let names = Names { program, locals: &method.locals, short: false };
    let result = match (method.kind, &method.result) {
        (MethodKind::Predicate, _) => "predicate ".to_owned(),
        (MethodKind::Constructor, _) => String::new(),
        (MethodKind::Pure, Some(ty)) => format!("pure {} ", program.type_name(ty)),
        (_, Some(ty)) => format!("{} ", program.type_name(ty)),
        (_, None) => "void ".to_owned(),
    };
    let parameters = method.parameters.iter().filter_map(|id| method.locals.get(*id));
    let parameters: Vec<String> =
        parameters.map(|p| format!("{} {}", program.type_name(&p.ty), p.name)).collect();
    let indent = "  ".repeat(depth);
    write!(f, "{indent}{result}{}({})", method.name, parameters.join(", "))?;
    for assertion in &method.requires {
        write!(f, "\n{indent}  requires {};", names.expression(assertion))?;
    }
    for assertion in &method.ensures {
        write!(f, "\n{indent}  ensures {};", names.expression(assertion))?;
    }
    let mut body = String::new();
    statement::print(&names, &mut body, &method.body, depth + 1);
    writeln!(f, " {{\n{body}{indent}}}")
}
