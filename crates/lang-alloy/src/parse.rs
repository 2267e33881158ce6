//! The parser: paragraphs here, expressions in `expression`, declarations and scopes in files of their own.
//!
//! Reads the grammar of Alloy 6 without its temporal part. A broken paragraph costs its own content: the parser goes on at
//! the next word that begins one.

mod command;
mod declaration;
mod expression;

use crate::lexer::{self, Kind, Token};
use crate::problem::Problem;
use crate::syntax::{
    Assert, Decl, Expr, ExprKind, Fact, Function, Macro, Module, Name, Open, Parameter, Parent, Sig,
};
use effigy_base::text::{Problems, Span};
use effigy_syntax::{Cursor, Parse, TokenParser};
use std::borrow::Cow;

/// How deep expressions may be nested.
pub const MAX_NESTING: usize = 200;

/// How many operators of one kind may follow each other.
pub const MAX_OPERATORS: usize = 1000;

/// What there was of a file so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Begun {
    Nothing,
    /// Its `module` line or an `open`.
    Opens,
    Rest,
}

struct Parser<'t> {
    cursor: Cursor<'t, Kind>,
    problems: Problems<Problem>,
    /// Where the last quantified formula, sum or `let` ended: at this token.
    bound: usize,
    begun: Begun,
    module: Module,
}

/// The words that begin a paragraph, where the parser goes on behind a broken one.
const BEGINNINGS: &[&str] =
    &["abstract", "assert", "check", "enum", "fact", "fun", "module", "open", "pred", "run", "sig"];

/// Reads a file.
pub(crate) fn module(text: &str) -> (Module, Problems<Problem>) {
    let mut problems = Problems::default();
    let tokens = lexer::tokens(text, &mut |span, problem| problems.add(span, problem));
    if !problems.is_empty() {
        return (Module::default(), problems);
    }
    let module = Module::default();
    let (cursor, begun) = (Cursor::new(tokens), Begun::Nothing);
    let mut parser = Parser { cursor, problems, bound: 0, begun, module };
    while !parser.cursor.at_kind(Kind::End) {
        let before = parser.cursor.at();
        if parser.paragraph().is_err() {
            parser.recover(before);
        }
    }
    (parser.module, parser.problems)
}

impl<'t> TokenParser<'t> for Parser<'t> {
    type Kind = Kind;
    type Problem = Problem;
    const MAX_NESTING: usize = MAX_NESTING;

    fn cursor(&self) -> &Cursor<'t, Kind> {
        &self.cursor
    }

    fn cursor_mut(&mut self) -> &mut Cursor<'t, Kind> {
        &mut self.cursor
    }

    fn report(&mut self, span: Span, problem: Problem) {
        self.problems.add(span, problem);
    }

    fn unexpected(&self, expected: Cow<'static, str>, found: Token<'t>) -> Problem {
        Problem::Expected { expected, found: found.describe() }
    }

    fn too_deep(&mut self) -> Problem {
        Problem::Nesting(MAX_NESTING)
    }
}

impl Parser<'_> {
    fn look_is(&self, ahead: usize, text: &str) -> bool {
        self.cursor.look(ahead).is(text)
    }

    /// Goes to the next word that begins a paragraph, past the one that could not be read.
    fn recover(&mut self, before: usize) {
        if self.cursor.at() == before {
            self.cursor.advance();
        }
        loop {
            let token = self.cursor.peek();
            let begins = token.kind == Kind::Key && BEGINNINGS.contains(&token.text);
            if token.kind == Kind::End || (begins && !self.look_is(1, "/")) {
                return;
            }
            self.cursor.advance();
        }
    }

    fn paragraph(&mut self) -> Parse<()> {
        let token = self.cursor.peek();
        let private = token.is("private");
        let next = if private { self.cursor.look(1) } else { token };
        self.order(next)?;
        match (next.kind, next.text) {
            (Kind::Key, "module") => self.module_line(),
            (Kind::Key, "open") => self.open(),
            (Kind::Key, "enum") => self.enumeration(),
            (Kind::Key, "fact") => self.fact(),
            (Kind::Key, "assert") => self.assertion(),
            (Kind::Key, "pred") => self.predicate(),
            (Kind::Key, "fun") => self.function(),
            (Kind::Key, "let") => self.macro_(),
            (Kind::Key, "run" | "check") => self.command(None),
            (Kind::Key, "sig" | "abstract" | "one" | "lone" | "some") => self.sig(),
            (Kind::Name, _) if self.look_is(1, ":") => {
                let label = self.simple_name("the name of a command")?;
                self.cursor.advance();
                self.command(Some(label))
            }
            _ => self
                .expected("a paragraph (`sig`, `fact`, `pred`, `fun`, `assert`, `run` and so on)"),
        }
    }

    /// Refuses `module` behind anything, and `open` behind anything but these two.
    fn order(&mut self, next: Token<'_>) -> Parse<()> {
        let place = match next.text {
            "module" => Begun::Nothing,
            "open" => Begun::Opens,
            _ => Begun::Rest,
        };
        let late = next.kind == Kind::Key && self.begun > place;
        self.begun = self.begun.max(place).max(Begun::Opens);
        if !late {
            return Ok(());
        }
        let message = match place {
            Begun::Nothing => "`module` stands before all else, and once",
            _ => "`open` stands before all else but `module`",
        };
        self.fail(next.span, Problem::Syntax(message.to_owned()))
    }

    /// A name without slashes.
    fn simple_name(&mut self, expected: &'static str) -> Parse<Name> {
        let token = self.cursor.peek();
        if token.kind != Kind::Name {
            return self.expected(expected);
        }
        self.cursor.advance();
        Ok(Name { text: token.text.to_owned(), span: token.span })
    }

    /// A name that is declared here: without slashes and `$`.
    fn new_name(&mut self, expected: &'static str) -> Parse<Name> {
        let name = self.simple_name(expected)?;
        if name.text.contains('$') {
            let message = "names that are declared cannot contain `$`".to_owned();
            return self.fail(name.span, Problem::Syntax(message));
        }
        Ok(name)
    }

    /// A name that may go through modules: `a/b`, `this/a`, `seq/a`.
    fn name(&mut self, expected: &'static str) -> Parse<Name> {
        let first = self.cursor.peek();
        let prefix = first.is("this") || first.is("seq");
        if !(first.kind == Kind::Name || prefix && self.look_is(1, "/")) {
            return self.expected(expected);
        }
        self.cursor.advance();
        let mut name = Name { text: first.text.to_owned(), span: first.span };
        while self.at("/") && self.cursor.look(1).kind == Kind::Name {
            self.cursor.advance();
            let part = self.cursor.advance();
            name.text = format!("{}/{}", name.text, part.text);
            name.span = name.span.to(part.span);
        }
        if prefix && !name.text.contains('/') {
            return self.expected("a name");
        }
        Ok(name)
    }

    /// A signature, those of the language included.
    fn sig_name(&mut self) -> Parse<Name> {
        const EXPECTED: &str = "the name of a signature";
        let token = self.cursor.peek();
        let builtin = ["univ", "none", "Int", "String"].iter().any(|b| token.is(b));
        if builtin {
            self.cursor.advance();
            return Ok(Name { text: token.text.to_owned(), span: token.span });
        }
        if token.is("seq") && self.look_is(1, "/") && self.look_is(2, "Int") {
            self.cursor.advance();
            self.cursor.advance();
            let last = self.cursor.advance();
            return Ok(Name { text: "seq/Int".to_owned(), span: token.span.to(last.span) });
        }
        self.name(EXPECTED)
    }

    fn module_line(&mut self) -> Parse<()> {
        self.cursor.advance();
        self.module.name = Some(self.name("the name of the module")?);
        if !self.eat("[") {
            return Ok(());
        }
        self.module.parameters = self.some(|p| {
            let exactly = p.eat("exactly");
            Ok(Parameter { name: p.new_name("the name of a parameter")?, exactly })
        })?;
        self.expect_word("]", "`]`").map(drop)
    }

    fn open(&mut self) -> Parse<()> {
        let private = self.eat("private");
        let start = self.cursor.advance().span;
        let file = self.name("the name of a module")?;
        let mut arguments = Vec::new();
        if self.eat("[") {
            if !self.at("]") {
                arguments = self.some(Self::sig_name)?;
            }
            self.expect_word("]", "`]`")?;
        }
        let alias = if self.eat("as") { Some(self.new_name("a name")?) } else { None };
        let span = start.to(self.cursor.last_span());
        self.module.opens.push(Open { file, arguments, alias, private, span });
        Ok(())
    }

    fn enumeration(&mut self) -> Parse<()> {
        let private = self.eat("private");
        self.cursor.advance();
        let name = self.new_name("the name of the enumeration")?;
        self.expect_word("{", "`{`")?;
        let atoms = self.some(|p| p.new_name("a name"))?;
        self.expect_word("}", "`}`")?;
        let this = Name { text: format!("this/{}", name.text), span: name.span };
        let member = |name: Name| Sig {
            name,
            abstract_: false,
            multiplicity: Some(crate::syntax::Multiplicity::One),
            private,
            parent: Parent::Extends(this.clone()),
            fields: Vec::new(),
            fact: None,
            enumeration: false,
        };
        let whole = Sig {
            name: name.clone(),
            abstract_: true,
            multiplicity: None,
            parent: Parent::Top,
            enumeration: true,
            ..member(name.clone())
        };
        self.module.sigs.push(whole);
        self.module.sigs.extend(atoms.into_iter().map(member));
        let file = Name { text: "util/ordering".to_owned(), span: name.span };
        let (alias, span) = (None, name.span);
        let arguments = vec![this.clone()];
        self.module.opens.push(Open { file, arguments, alias, private: false, span });
        Ok(())
    }

    /// The optional name of a fact or an assertion.
    fn title(&mut self) -> Option<String> {
        let token = self.cursor.peek();
        match token.kind {
            Kind::Name => Some(self.cursor.advance().text.to_owned()),
            Kind::Text => Some(self.cursor.advance().text.trim_matches('"').to_owned()),
            _ => None,
        }
    }

    fn fact(&mut self) -> Parse<()> {
        self.cursor.advance();
        let name = self.title();
        let body = self.block()?;
        self.module.facts.push(Fact { name, body });
        Ok(())
    }

    fn assertion(&mut self) -> Parse<()> {
        self.cursor.advance();
        let number = self.module.asserts.len() + 1;
        let name = self.title().unwrap_or_else(|| format!("assert${number}"));
        let body = self.block()?;
        self.module.asserts.push(Assert { name, body });
        Ok(())
    }

    fn predicate(&mut self) -> Parse<()> {
        self.callable(|parser, private, name, parameters| {
            let body = parser.block()?;
            parser.module.functions.push(Function {
                name,
                private,
                parameters,
                result: None,
                body,
            });
            Ok(())
        })
    }

    fn function(&mut self) -> Parse<()> {
        self.callable(|parser, private, name, parameters| {
            parser.expect_word(":", "`:` and the type of the result")?;
            let result = expression::multiplicity(parser.expression()?);
            let body = parser.block()?;
            parser.module.functions.push(Function {
                name,
                private,
                parameters,
                result: Some(result),
                body,
            });
            Ok(())
        })
    }

    /// What predicates and functions begin with: visibility, receiver, name, parameters.
    fn callable(
        &mut self,
        rest: impl FnOnce(&mut Self, bool, Name, Vec<Decl>) -> Parse<()>,
    ) -> Parse<()> {
        let private = self.eat("private");
        self.cursor.advance();
        let mut name = self.sig_name()?;
        let mut parameters = Vec::new();
        if self.eat(".") {
            let span = name.span;
            let receiver = Name { text: "this".to_owned(), span };
            let expr = Expr { kind: ExprKind::Name(name.text), span };
            parameters.push(Decl {
                names: vec![receiver],
                disjoint: false,
                disjoint_values: false,
                private: false,
                expr,
            });
            name = self.new_name("the name of a predicate or function")?;
        } else if name.text.contains(['/', '$']) {
            let message = "names that are declared cannot contain `/` or `$`".to_owned();
            return self.fail(name.span, Problem::Syntax(message));
        }
        if self.at("(") || self.at("[") {
            let close = if self.cursor.advance().is("(") { ")" } else { "]" };
            parameters.extend(self.declarations(close)?);
            self.expect_word(close, "a declaration or the end of the parameters")?;
        }
        self.once(parameters.iter().flat_map(|decl| &decl.names))?;
        rest(self, private, name, parameters)
    }

    /// Refuses parameters of one name.
    fn once<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) -> Parse<()> {
        let mut seen = Vec::new();
        for name in names {
            if seen.contains(&&name.text) {
                let message = format!("there is a parameter `{}` already", name.text);
                return self.fail(name.span, Problem::Syntax(message));
            }
            seen.push(&name.text);
        }
        Ok(())
    }

    fn macro_(&mut self) -> Parse<()> {
        let private = self.eat("private");
        self.cursor.advance();
        let name = self.new_name("the name of a macro")?;
        let mut parameters = Vec::new();
        if self.at("(") || self.at("[") {
            let close = if self.cursor.advance().is("(") { ")" } else { "]" };
            if !self.at(close) {
                parameters = self.some(|p| p.new_name("the name of a parameter"))?;
            }
            self.expect_word(close, "the end of the parameters")?;
        }
        self.once(&parameters)?;
        let body = if self.eat("=") { self.expression()? } else { self.block()? };
        self.module.macros.push(Macro { name, private, parameters, body });
        Ok(())
    }

    fn sig(&mut self) -> Parse<()> {
        let (private, abstract_, multiplicity) = self.sig_qualifiers()?;
        let names = self.some(|p| p.new_name("the name of a signature"))?;
        let relation = self.cursor.peek();
        let parent = if self.eat("extends") {
            Parent::Extends(self.sig_name()?)
        } else if self.eat("in") {
            Parent::In(self.union_of_sigs()?)
        } else if self.eat("=") {
            Parent::Equals(self.union_of_sigs()?)
        } else {
            Parent::Top
        };
        if abstract_ && matches!(parent, Parent::In(_) | Parent::Equals(_)) {
            let message = "a subset of other signatures cannot be abstract".to_owned();
            return self.fail(relation.span, Problem::Syntax(message));
        }
        self.expect_word("{", "`{` and the fields of the signature")?;
        let fields = self.declarations("}")?;
        self.expect_word("}", "a field or `}`")?;
        let fact = if self.at("{") { Some(self.block()?) } else { None };
        for name in names {
            self.module.sigs.push(Sig {
                name,
                abstract_,
                multiplicity,
                private,
                parent: parent.clone(),
                fields: fields.clone(),
                fact: fact.clone(),
                enumeration: false,
            });
        }
        Ok(())
    }

    fn sig_qualifiers(&mut self) -> Parse<(bool, bool, Option<crate::syntax::Multiplicity>)> {
        use crate::syntax::Multiplicity as M;
        let (mut private, mut abstract_, mut multiplicity) = (false, false, None);
        loop {
            let token = self.cursor.peek();
            let many = match token.text {
                "lone" => Some(M::Lone),
                "one" => Some(M::One),
                "some" => Some(M::Some),
                _ => None,
            };
            let twice = match token.text {
                "private" => std::mem::replace(&mut private, true),
                "abstract" => std::mem::replace(&mut abstract_, true),
                _ if many.is_some() => std::mem::replace(&mut multiplicity, many).is_some(),
                _ => break,
            };
            if twice {
                let message = "a signature has each qualifier once, and one multiplicity";
                return self.fail(token.span, Problem::Syntax(message.to_owned()));
            }
            self.cursor.advance();
        }
        self.expect_word("sig", "`sig`")?;
        Ok((private, abstract_, multiplicity))
    }

    fn union_of_sigs(&mut self) -> Parse<Vec<Name>> {
        let mut names = vec![self.sig_name()?];
        while self.eat("+") {
            names.push(self.sig_name()?);
        }
        Ok(names)
    }
}
