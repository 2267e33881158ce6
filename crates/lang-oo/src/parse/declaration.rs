//! What stands outside of methods: classes, members, globals, procedures.

use super::Parser;
use crate::lexer::Kind;
use crate::problem::Problem;
use crate::syntax::{Name, RawBase, RawClass, RawMethod, RawProgram, RawStatement, RawType};
use crate::tree::MethodKind;
use effigy_syntax::{Parse, TokenParser};

/// A member of a class, or what looks like one outside.
enum Member {
    Variable(RawType, Name),
    Method(Box<RawMethod>),
}

impl Parser<'_, '_> {
    /// A whole file.
    pub(super) fn program(&mut self) -> RawProgram {
        let (mut program, mut main) = (RawProgram::default(), Vec::new());
        while !self.cursor.at_kind(Kind::End) {
            let from = self.cursor.at();
            if self.top_level(&mut program, &mut main).is_err() {
                self.skip_member(from);
            }
        }
        if let Some(first) = main.first() {
            let (void, end) = (RawBase::Void, self.cursor.peek().span);
            program.bare_main = true;
            program.procedures.push(RawMethod {
                name: Name { text: "main".to_owned(), span: first.span },
                kind: MethodKind::Mutator,
                result: Some(RawType { base: void, dimensions: 0, span: first.span }),
                parameters: Vec::new(),
                requires: Vec::new(),
                ensures: Vec::new(),
                body: main,
                end,
            });
        }
        program
    }

    fn top_level(&mut self, program: &mut RawProgram, main: &mut Vec<RawStatement>) -> Parse<()> {
        match self.cursor.peek().kind {
            Kind::Class => {
                let class = self.class()?;
                program.classes.push(class);
            }
            Kind::Pure | Kind::Predicate | Kind::Void => {
                if let Member::Method(method) = self.member(None)? {
                    program.procedures.push(*method);
                }
            }
            Kind::Int | Kind::Bool | Kind::Name if self.at_declaration() => {
                self.global(program, main)?;
            }
            Kind::RightBrace => {
                let span = self.cursor.advance().span;
                return self.fail(span, Problem::StrayBrace);
            }
            Kind::Modifier | Kind::Inheritance => return self.expected("a class or a statement"),
            _ => main.extend(self.recovering()),
        }
        Ok(())
    }

    /// `T x;`, `T x := e;` or `T p(...) {...}`. With an initial value that is no constant, or behind a statement, a
    /// declaration is a statement of the main program.
    fn global(&mut self, program: &mut RawProgram, main: &mut Vec<RawStatement>) -> Parse<()> {
        let (from, problems) = (self.cursor.at(), self.problems.len());
        let result = self.data_type();
        let behind = (self.cursor.look(0).kind, self.cursor.look(1).kind);
        if result.is_ok() && behind == (Kind::Name, Kind::LeftParen) {
            self.cursor.seek(from);
            if let Member::Method(method) = self.member(None)? {
                program.procedures.push(*method);
            }
            return Ok(());
        }
        let constant = match self.cursor.look(1).kind {
            Kind::Becomes | Kind::Equals => {
                let ahead = 2 + usize::from(self.cursor.look(2).kind == Kind::Minus);
                let constant = matches!(
                    self.cursor.look(ahead).kind,
                    Kind::Number | Kind::True | Kind::False | Kind::Null
                );
                constant && matches!(self.cursor.look(ahead + 1).kind, Kind::Semicolon)
            }
            _ => true,
        };
        if main.is_empty() && constant && self.problems.len() == problems {
            let (ty, name) = (result?, self.name("the name of a variable")?);
            let value = self.initial()?;
            self.semicolon()?;
            program.globals.push((ty, name, value));
            return Ok(());
        }
        self.cursor.seek(from);
        main.extend(self.recovering());
        Ok(())
    }

    fn class(&mut self) -> Parse<RawClass> {
        self.cursor.advance();
        let name = self.name("the name of the class")?;
        if !self.cursor.at_kind(Kind::LeftBrace) {
            let _reported = self.expected::<()>("`{`");
            while !matches!(self.cursor.peek().kind, Kind::LeftBrace | Kind::End | Kind::Class) {
                self.cursor.advance();
            }
        }
        let open = self.expect_kind(Kind::LeftBrace, "`{`")?.span;
        let (fields, methods, invariants) = (Vec::new(), Vec::new(), Vec::new());
        let mut class = RawClass { name, fields, methods, invariants };
        loop {
            match self.cursor.peek().kind {
                Kind::RightBrace => {
                    self.cursor.advance();
                    return Ok(class);
                }
                Kind::End | Kind::Class => {
                    self.unclosed(open);
                    return Ok(class);
                }
                _ => {
                    let from = self.cursor.at();
                    if self.class_member(&mut class).is_err() {
                        self.skip_member(from);
                    }
                }
            }
        }
    }

    fn class_member(&mut self, class: &mut RawClass) -> Parse<()> {
        if self.cursor.eat(Kind::Invariant) {
            class.invariants.push(self.expression()?);
            return self.semicolon();
        }
        let name = class.name.text.clone();
        match self.member(Some(&name))? {
            Member::Variable(ty, name) => class.fields.push((ty, name)),
            Member::Method(method) => class.methods.push(*method),
        }
        Ok(())
    }

    /// A field or method; outside of classes, `class` being none, a procedure.
    fn member(&mut self, class: Option<&str>) -> Parse<Member> {
        let mut kind = MethodKind::Mutator;
        if self.cursor.eat(Kind::Pure) {
            kind = MethodKind::Pure;
        } else if self.cursor.eat(Kind::Predicate) {
            kind = MethodKind::Predicate;
        }
        let token = self.cursor.peek();
        let constructor = class.is_some_and(|name| name == token.text)
            && self.cursor.look(1).kind == Kind::LeftParen
            && kind == MethodKind::Mutator;
        let result = if constructor {
            kind = MethodKind::Constructor;
            None
        } else if kind == MethodKind::Predicate {
            // Some write the type of the assertion.
            if self.cursor.at_kind(Kind::Bool) {
                self.cursor.advance();
            }
            None
        } else if self.cursor.at_kind(Kind::Void) {
            let span = self.cursor.advance().span;
            Some(RawType { base: RawBase::Void, dimensions: 0, span })
        } else if class.is_some() && !matches!(token.kind, Kind::Int | Kind::Bool | Kind::Name) {
            return self.expected("a field, a method or `}`");
        } else {
            Some(self.data_type()?)
        };
        let name = self.name("a name")?;
        if !self.cursor.at_kind(Kind::LeftParen) && kind == MethodKind::Mutator {
            return self.variable(result, name);
        }
        let method = self.method(kind, result, name)?;
        Ok(Member::Method(Box::new(method)))
    }

    fn variable(&mut self, ty: Option<RawType>, name: Name) -> Parse<Member> {
        match ty {
            Some(ty) if !matches!(ty.base, RawBase::Void) => {
                if matches!(self.cursor.peek().kind, Kind::Becomes | Kind::Equals) {
                    return self.fail(self.cursor.peek().span, Problem::FieldValue);
                }
                self.semicolon()?;
                Ok(Member::Variable(ty, name))
            }
            _ => self.expected("`(`"),
        }
    }

    fn method(
        &mut self,
        kind: MethodKind,
        result: Option<RawType>,
        name: Name,
    ) -> Parse<RawMethod> {
        let parameters = self.parameters()?;
        let (mut requires, mut ensures) = (Vec::new(), Vec::new());
        loop {
            let list = match self.cursor.peek().kind {
                Kind::Requires => &mut requires,
                Kind::Ensures => &mut ensures,
                _ => break,
            };
            self.cursor.advance();
            let from = self.cursor.at();
            match self.expression() {
                Ok(expression) => {
                    list.push(expression);
                    self.semicolon()?;
                }
                Err(_) => self.recover(from),
            }
        }
        let (body, end) = self.block()?;
        Ok(RawMethod { name, kind, result, parameters, requires, ensures, body, end })
    }

    fn parameters(&mut self) -> Parse<Vec<(RawType, Name)>> {
        self.expect_kind(Kind::LeftParen, "`(`")?;
        self.list(")", |p| Ok((p.data_type()?, p.name("the name of a parameter")?)))
    }

    /// Skips a member that could not be read: to behind its `;` or its block, or to the end of the class.
    fn skip_member(&mut self, from: usize) {
        let mut open = 0usize;
        loop {
            match self.cursor.peek().kind {
                Kind::End => return,
                Kind::Class if open == 0 && self.cursor.at() > from => return,
                Kind::RightBrace if open == 0 => {
                    if self.cursor.at() == from {
                        self.cursor.advance();
                    }
                    return;
                }
                Kind::LeftBrace => open += 1,
                Kind::RightBrace if open == 1 => {
                    self.cursor.advance();
                    return;
                }
                Kind::RightBrace => open -= 1,
                Kind::Semicolon if open == 0 => {
                    self.cursor.advance();
                    return;
                }
                Kind::Modifier if self.cursor.at() == from => {
                    self.cursor.advance();
                    return;
                }
                _ => {}
            }
            self.cursor.advance();
        }
    }
}
