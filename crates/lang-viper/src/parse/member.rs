//! Members: what a file has at its top.

use super::Parser;
use crate::lexer::{Kind, is_name};
use crate::syntax::{
    Adt, Axiom, Constructor, Contract, Define, DefineBody, Derived, Domain, DomainFunction, Expr,
    Function, Import, Member, MemberKind, Method, Name, Predicate,
};
use effigy_base::text::Span;
use effigy_syntax::{Parse, Reported, TokenParser};
use std::sync::Arc;

/// The words that begin a member and nothing else.
const STARTS: &[&str] = &["adt", "field", "function", "import", "method", "predicate"];

impl Parser<'_, '_> {
    pub(super) fn program(&mut self) -> Vec<Member> {
        let mut members = Vec::new();
        while !self.cursor.at_kind(Kind::End) {
            let from = self.cursor.at();
            match self.member() {
                Ok(member) => members.push(member),
                Err(Reported) => self.next_member(from),
            }
        }
        members
    }

    /// Whether the next token begins a member, even inside of another one.
    pub(super) fn at_member(&self) -> bool {
        let token = self.cursor.peek();
        token.kind == Kind::Word && STARTS.contains(&token.text)
    }

    fn next_member(&mut self, from: usize) {
        while !self.cursor.at_kind(Kind::End) {
            let token = self.cursor.peek();
            let begins = self.at_member()
                || token.first_in_line && matches!(token.text, "domain" | "define")
                || token.first_in_line && token.text == "@";
            if begins && self.cursor.at() > from {
                return;
            }
            self.cursor.advance();
        }
    }

    fn member(&mut self) -> Parse<Member> {
        let annotations = self.annotations()?;
        let token = self.cursor.peek();
        let kind = match token.text {
            "import" => MemberKind::Import(self.import()?),
            "define" => {
                self.cursor.advance();
                MemberKind::Define(self.define(token.span)?.into())
            }
            "field" => {
                self.cursor.advance();
                let fields = self.some(Self::formal)?;
                self.eat(";");
                MemberKind::Fields(fields)
            }
            "method" => MemberKind::Method(self.method()?),
            "function" => MemberKind::Function(self.function()?),
            "predicate" => MemberKind::Predicate(self.predicate()?),
            "domain" => MemberKind::Domain(self.domain()?),
            "adt" => MemberKind::Adt(self.adt()?),
            word => {
                let hint =
                    if is_name(token) { self.near_word(word).to_string() } else { String::new() };
                let message = format!(
                    "expected a declaration such as `method` or `field`, found {}{hint}",
                    token.describe()
                );
                return self.fail(token.span, message);
            }
        };
        Ok(Member { kind, annotations })
    }

    fn import(&mut self) -> Parse<Import> {
        let start = self.cursor.advance().span;
        if self.cursor.at_kind(Kind::Text) {
            let path = self.text("a path")?;
            return Ok(Import { path, standard: false, place: self.since(start) });
        }
        if !self.eat("<") {
            return self.expected("a path, as in `import \"file.vpr\"`");
        }
        let mut path = String::new();
        while !self.eat(">") {
            if self.cursor.peek().first_in_line {
                return self.expected("`>`");
            }
            path.push_str(self.cursor.advance().text);
        }
        Ok(Import { path: path.into(), standard: true, place: self.since(start) })
    }

    pub(super) fn define(&mut self, start: Span) -> Parse<Define> {
        let name = self.name("the name of the macro")?;
        let mut parameters = None;
        // `define m (e)` has no parameters, and a body in parentheses, when `e` is no list of names.
        if self.at("(") {
            let from = self.cursor.at();
            parameters = self.parameters_of_macro();
            if parameters.is_none() || !self.body_begins() {
                parameters = None;
                self.cursor.seek(from);
            }
        }
        let body = if self.at("{") {
            self.in_macro = true;
            let block = self.block();
            self.in_macro = false;
            DefineBody::Block(block?)
        } else {
            DefineBody::Expr(self.expression()?)
        };
        Ok(Define { name, parameters, body, place: self.since(start) })
    }

    fn parameters_of_macro(&mut self) -> Option<Vec<Name>> {
        self.cursor.advance();
        let mut names = Vec::new();
        if self.eat(")") {
            return Some(names);
        }
        loop {
            if !is_name(self.cursor.peek()) {
                return None;
            }
            names.push(self.name("a name").ok()?);
            if self.eat(")") {
                return Some(names);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    /// Whether a body follows what was read as the parameters of a macro.
    fn body_begins(&self) -> bool {
        let next = self.cursor.peek();
        let member =
            self.at_member() || matches!(next.text, "define" | "domain") && next.first_in_line;
        let ends = next.kind == Kind::End || next.text == "}" || member;
        !ends
    }

    fn contract(&mut self) -> Parse<Contract> {
        let mut contract = Contract {
            preconditions: Vec::new(),
            postconditions: Vec::new(),
            decreases: Vec::new(),
        };
        loop {
            if self.at("requires") && contract.postconditions.is_empty() {
                self.cursor.advance();
                contract.preconditions.push(self.expression()?);
            } else if self.eat("ensures") {
                contract.postconditions.push(self.expression()?);
            } else if self.at("decreases") {
                contract.decreases.push(self.decreases()?);
            } else if self.at("requires") {
                let span = self.cursor.peek().span;
                return self.fail(span, "`requires` stands before `ensures`");
            } else {
                return Ok(contract);
            }
            self.eat(";");
        }
    }

    fn method(&mut self) -> Parse<Method> {
        self.cursor.advance();
        let name = self.name("the name of the method")?;
        let parameters = self.formals()?;
        let results = if self.eat("returns") { self.formals()? } else { Vec::new() };
        let contract = self.contract()?;
        let body = if self.at("{") { Some(self.block()?) } else { None };
        Ok(Method { name, parameters, results, contract, body })
    }

    /// `{ e }`.
    fn braced(&mut self) -> Parse<Expr> {
        self.expect("{")?;
        let inner = self.expression()?;
        if !self.eat("}") {
            return self.expected("an operator or `}`");
        }
        Ok(inner)
    }

    fn function(&mut self) -> Parse<Function> {
        self.cursor.advance();
        let name = self.name("the name of the function")?;
        let parameters = self.formals()?;
        self.expect(":")?;
        let result = self.type_expr()?;
        let contract = self.contract()?;
        let body = if self.at("{") { Some(self.braced()?) } else { None };
        Ok(Function { name, parameters, result, contract, body })
    }

    fn predicate(&mut self) -> Parse<Predicate> {
        self.cursor.advance();
        let name = self.name("the name of the predicate")?;
        let parameters = self.formals()?;
        let body = if self.at("{") { Some(self.braced()?) } else { None };
        Ok(Predicate { name, parameters, body })
    }

    fn type_parameters(&mut self) -> Parse<Vec<Name>> {
        if !self.eat("[") {
            return Ok(Vec::new());
        }
        self.list("]", |p| p.name("the name of a type parameter"))
    }

    fn domain(&mut self) -> Parse<Domain> {
        self.cursor.advance();
        let name = self.name("the name of the domain")?;
        let parameters = self.type_parameters()?;
        let mut interpretations = None;
        if self.eat("interpretation") {
            self.expect("(")?;
            interpretations = Some(self.list(")", |p| {
                let solver = p.name("`SMTLIB` or `Boogie`")?;
                p.expect(":")?;
                Ok((solver, p.text("a text in quotes")?))
            })?);
        }
        self.expect("{")?;
        let (mut functions, mut axioms) = (Vec::new(), Vec::new());
        while !self.eat("}") {
            self.annotations()?;
            if self.at("unique") || self.at("function") {
                functions.push(self.domain_function()?);
            } else if self.eat("axiom") {
                let name = if self.at("{") { None } else { Some(self.name("a name or `{`")?) };
                axioms.push(Axiom { name, body: self.braced()? });
            } else {
                return self.expected("`function`, `axiom` or `}`");
            }
            self.eat(";");
        }
        Ok(Domain { name, parameters, interpretations, functions, axioms })
    }

    fn domain_function(&mut self) -> Parse<DomainFunction> {
        let unique = self.eat("unique");
        self.expect("function")?;
        let name = self.name("the name of the function")?;
        self.expect("(")?;
        let parameters = self.list(")", |p| {
            let named = is_name(p.cursor.peek()) && p.cursor.look(1).text == ":";
            let name = if named { Some(p.name("a name")?) } else { None };
            if named {
                p.expect(":")?;
            }
            Ok((name, p.type_expr()?))
        })?;
        self.expect(":")?;
        let result = self.type_expr()?;
        let interpretation: Option<Arc<str>> =
            if self.eat("interpretation") { Some(self.text("a text in quotes")?) } else { None };
        Ok(DomainFunction { name, parameters, result, unique, interpretation })
    }

    fn adt(&mut self) -> Parse<Adt> {
        self.cursor.advance();
        let name = self.name("the name of the data type")?;
        let parameters = self.type_parameters()?;
        self.expect("{")?;
        let mut constructors = Vec::new();
        while !self.eat("}") {
            self.annotations()?;
            let name = self.name("a constructor or `}`")?;
            constructors.push(Constructor { name, fields: self.formals()? });
            self.eat(";");
        }
        let mut derives = Vec::new();
        if self.eat("derives") {
            self.expect("{")?;
            while !self.eat("}") {
                derives.push(self.derived()?);
                self.eat(";");
            }
        }
        Ok(Adt { name, parameters, constructors, derives })
    }

    fn derived(&mut self) -> Parse<Derived> {
        let name = self.name("what is derived, such as `contains`")?;
        if self.eat("[") {
            self.type_expr()?;
            self.expect("]")?;
        }
        let mut without = Vec::new();
        if self.eat("without") {
            without = self.some(|p| p.name("the name of a field of a constructor"))?;
        }
        Ok(Derived { name, without })
    }
}
