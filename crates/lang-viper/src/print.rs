//! A program of the tree as a Viper text, which is read back as the same tree, places aside.
//!
//! What the tree has written out stays so: macros, algebraic data types, imports. Obligations that no text states, those
//! of [`Origin::Termination`], are left out. A name that is no identifier of Viper, or stands for something else already,
//! gets another one. Operators stand in parentheses.

mod expression;
mod names;
mod statement;

use crate::tree::{
    Annotation, Axiom, Domain, DomainFunction, DomainId, Expr, Function, Local, LocalId, Method,
    Origin, Predicate, Program, Type,
};
use effigy_base::id::IdVec;
use names::Names;
use std::fmt::Write;
use std::sync::Arc;

/// The text of a program.
pub fn print(program: &Program) -> String {
    let names = Names::new(program);
    let mut printer = Printer::new(program, &names);
    for (id, domain) in program.domains.iter() {
        printer.domain(id, domain);
    }
    for (id, field) in program.fields.iter() {
        let ty = printer.ty(&field.ty);
        printer.line(&format!("field {}: {ty}", names.field(id)));
    }
    for (id, function) in program.functions.iter() {
        printer.function(names.function(id), function);
    }
    for (id, predicate) in program.predicates.iter() {
        printer.predicate(names.predicate(id), predicate);
    }
    for (id, method) in program.methods.iter().filter(|(_, m)| m.origin == Origin::Text) {
        printer.method(names.method(id), method);
    }
    printer.out
}

/// Prints the members of a program, one after the other.
struct Printer<'p> {
    program: &'p Program,
    names: &'p Names,
    /// The names of the variables of the member that is printed.
    locals: Vec<String>,
    /// Its labels and their names.
    labels: Vec<(String, String)>,
    types: Vec<Type>,
    /// The names of type parameters, in domains.
    parameters: &'p [Arc<str>],
    out: String,
    depth: usize,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, names: &'p Names) -> Self {
        Self {
            program,
            names,
            locals: Vec::new(),
            labels: Vec::new(),
            types: Vec::new(),
            parameters: &[],
            out: String::new(),
            depth: 0,
        }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Names the variables of a member.
    fn enter(&mut self, locals: &IdVec<LocalId, Local>) {
        self.locals = self.names.unlike(locals.iter().map(|(_, local)| &*local.name));
        self.labels = Vec::new();
        self.types = locals.iter().map(|(_, local)| local.ty.clone()).collect();
    }

    /// Names labels, which are unlike variables.
    fn name_labels(&mut self, labels: &[&str]) {
        let all = self.locals.iter().map(String::as_str).chain(labels.iter().copied());
        let named = self.names.unlike(all).split_off(self.locals.len());
        self.labels = labels.iter().map(|name| (*name).to_owned()).zip(named).collect();
    }

    /// The name of a label; `lhs` is none.
    fn label<'l>(&'l self, name: &'l str) -> &'l str {
        let known = self.labels.iter().find(|(label, _)| label == name);
        known.map_or(name, |(_, named)| named.as_str())
    }

    fn annotations(&mut self, annotations: &[Annotation]) {
        for annotation in annotations {
            let text = annotation_text(annotation);
            self.line(&text);
        }
    }

    fn domain(&mut self, id: DomainId, domain: &'p Domain) {
        self.annotations(&domain.annotations);
        self.parameters = &domain.parameters;
        let mut head = format!("domain {}", self.names.domain(id));
        if !domain.parameters.is_empty() {
            head += &format!("[{}]", domain.parameters.join(", "));
        }
        if let Some(smt) = &domain.interpretation {
            head += &format!(" interpretation (SMTLIB: \"{smt}\")");
        }
        self.line(&format!("{head} {{"));
        self.depth += 1;
        let program = self.program;
        for (function, of) in program.domain_functions.iter().filter(|(_, f)| f.domain == id) {
            let name = self.names.domain_function(function);
            self.domain_function(name, of);
        }
        for axiom in &domain.axioms {
            self.axiom(axiom);
        }
        self.depth -= 1;
        self.line("}");
        self.parameters = &[];
    }

    fn domain_function(&mut self, name: &str, function: &DomainFunction) {
        let types = function.parameters.iter().enumerate();
        let types: Vec<String> = types.map(|(at, ty)| format!("x{at}: {}", self.ty(ty))).collect();
        let unique = if function.unique { "unique " } else { "" };
        let mut text =
            format!("{unique}function {name}({}): {}", types.join(", "), self.ty(&function.result));
        if let Some(smt) = &function.interpretation {
            text += &format!(" interpretation \"{smt}\"");
        }
        self.line(&text);
    }

    fn axiom(&mut self, axiom: &Axiom) {
        self.enter(&axiom.locals);
        let body = self.expression(&axiom.body);
        let space = if axiom.name.is_empty() { "" } else { " " };
        let name =
            if axiom.name.is_empty() { String::new() } else { self.names.plain(&axiom.name) };
        self.line(&format!("axiom{space}{name} {{ {body} }}"));
    }

    fn function(&mut self, name: &str, function: &Function) {
        self.annotations(&function.annotations);
        if function.opaque && !function.annotations.iter().any(|a| &*a.key == "opaque") {
            self.line("@opaque()");
        }
        self.enter(&function.locals);
        let (parameters, result) = (self.declared(&function.parameters), self.ty(&function.result));
        self.line(&format!("function {name}({parameters}): {result}"));
        self.contract(&function.preconditions, &function.postconditions);
        self.value(function.body.as_ref());
    }

    fn predicate(&mut self, name: &str, predicate: &Predicate) {
        self.annotations(&predicate.annotations);
        self.enter(&predicate.locals);
        let parameters = self.declared(&predicate.parameters);
        self.line(&format!("predicate {name}({parameters})"));
        self.value(predicate.body.as_ref());
    }

    /// `{ e }`, if there is a body.
    fn value(&mut self, body: Option<&Expr>) {
        if let Some(body) = body {
            let body = self.expression(body);
            self.line(&format!("{{ {body} }}"));
        }
    }

    fn method(&mut self, name: &str, method: &Method) {
        self.annotations(&method.annotations);
        self.enter(&method.locals);
        if let Some(body) = &method.body {
            self.name_labels(&statement::labels(body));
        }
        let mut head = format!("method {name}({})", self.declared(&method.parameters));
        if !method.results.is_empty() {
            head += &format!(" returns ({})", self.declared(&method.results));
        }
        self.line(&head);
        self.contract(&method.preconditions, &method.postconditions);
        if let Some(body) = &method.body {
            self.line("{");
            self.statements(body);
            self.line("}");
        }
    }

    fn contract(&mut self, preconditions: &[Expr], postconditions: &[Expr]) {
        self.depth += 1;
        for (word, list) in [("requires", preconditions), ("ensures", postconditions)] {
            for assertion in list {
                let text = self.expression(assertion);
                self.line(&format!("{word} {text}"));
            }
        }
        self.depth -= 1;
    }

    /// `x: T, y: T`
    fn declared(&self, ids: &[LocalId]) -> String {
        let list = ids.iter().map(|id| format!("{}: {}", self.local(*id), self.type_of(*id)));
        list.collect::<Vec<_>>().join(", ")
    }

    fn local(&self, id: LocalId) -> &str {
        use effigy_base::id::Id;
        self.locals.get(id.index()).map_or("?", String::as_str)
    }

    fn type_of(&self, id: LocalId) -> String {
        use effigy_base::id::Id;
        self.types.get(id.index()).map_or_else(|| "?".to_owned(), |ty| self.ty(ty))
    }

    fn ty(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "Bool".to_owned(),
            Type::Int => "Int".to_owned(),
            Type::Perm => "Perm".to_owned(),
            Type::Ref => "Ref".to_owned(),
            Type::Seq(element) => format!("Seq[{}]", self.ty(element)),
            Type::Set(element) => format!("Set[{}]", self.ty(element)),
            Type::Multiset(element) => format!("Multiset[{}]", self.ty(element)),
            Type::Map(key, value) => format!("Map[{}, {}]", self.ty(key), self.ty(value)),
            Type::Domain(id, arguments) => {
                let mut text = self.names.domain(*id).to_owned();
                if !arguments.is_empty() {
                    let list: Vec<String> = arguments.iter().map(|ty| self.ty(ty)).collect();
                    let _ = write!(text, "[{}]", list.join(", "));
                }
                text
            }
            Type::Parameter(at) => {
                self.parameters.get(*at as usize).map_or("?", |name| &**name).to_owned()
            }
            Type::Resource => "?".to_owned(),
        }
    }
}

/// `@key("value")`
fn annotation_text(annotation: &Annotation) -> String {
    let values: Vec<String> = annotation.values.iter().map(|v| format!("\"{v}\"")).collect();
    format!("@{}({})", annotation.key, values.join(", "))
}
