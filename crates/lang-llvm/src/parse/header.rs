//! The heads of functions, global variables and aliases.

use super::attribute::Attribute;
use super::{Context, Parse, Parser};
use crate::ast::{Alias, Function, Linkage, MdRef, Param, Promise, Span, Type, Variable};
use crate::lexer::{Kind, plain_name};

/// Where the text of something at the top level is.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    /// The text; of a function without its body.
    pub span: Span,
    /// The text between the braces of a function.
    pub body: Option<Span>,
}

fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" | "dllimport" | "dllexport" => Linkage::External,
        "internal" | "private" => Linkage::Internal,
        "weak" | "weak_odr" | "linkonce" | "linkonce_odr" | "common" => Linkage::Weak,
        "available_externally" => Linkage::AvailableExternally,
        "extern_weak" => Linkage::ExternWeak,
        "appending" => Linkage::Appending,
        _ => return None,
    })
}

/// Parses the head of a function.
pub(crate) fn parse_function(context: Context<'_>, head: Head) -> Parse<Function> {
    let mut p = Parser::new(context, head.span);
    p.bump();
    let mut link = Linkage::External;
    let mut noreturn = false;
    let mut subprogram = None;
    let mut promise = Promise::default();
    while !p.at_type() {
        if p.token.kind == Kind::Meta {
            p.attachment(&mut subprogram)?;
        } else if let Some(attribute) = p.attribute()? {
            promise.note(&attribute);
            if let Attribute::Word(word) = attribute {
                link = linkage(word).unwrap_or(link);
            }
        } else {
            return p.expected("the type that the function returns");
        }
    }
    let result = p.ty()?;
    let at = p.token.start;
    let name = p.global_name()?;
    let (params, variadic) = p.params()?;
    while p.token.kind != Kind::End {
        match p.token.kind {
            Kind::Meta => p.attachment(&mut subprogram)?,
            Kind::Hash => {
                noreturn |= p.noreturn_group(p.token.text);
                p.bump();
            }
            _ => {
                noreturn |= p.is_word("noreturn");
                p.bump();
            }
        }
    }
    let params = params.into();
    Ok(Function {
        name,
        linkage: link,
        result,
        promise,
        params,
        variadic,
        noreturn,
        subprogram,
        body: head.body,
        at,
    })
}

/// Parses the head of a global variable.
pub(crate) fn parse_variable(context: Context<'_>, head: Head) -> Parse<Variable> {
    let mut p = Parser::new(context, head.span);
    let at = p.token.start;
    let name = p.global_name()?;
    p.expect_punct(b'=')?;
    let mut link = None;
    let mut thread_local = false;
    let constant = loop {
        match p.attribute()? {
            Some(Attribute::Word("global")) => break false,
            Some(Attribute::Word("constant")) => break true,
            Some(Attribute::Word(word)) => {
                thread_local |= word == "thread_local";
                link = linkage(word).or(link);
            }
            Some(_) => {}
            None => return p.expected("`global` or `constant`"),
        }
    };
    let ty = p.value_type()?;
    let initializer = p.skip_operand()?;
    let (mut align, mut section, mut debug) = (None, None, None);
    while p.eat_punct(b',') {
        match p.token.kind {
            Kind::Meta => p.attachment(&mut debug)?,
            Kind::Word if p.token.text == "align" => {
                p.bump();
                align = Some(p.alignment()?);
            }
            Kind::Word if p.token.text == "section" => {
                p.bump();
                section = (p.token.kind == Kind::Str).then(|| p.token.text.into());
                p.skip_operand()?;
            }
            _ => {
                p.skip_operand()?;
            }
        }
    }
    if p.token.kind != Kind::Hash {
        p.expect_end()?;
    }
    let linkage = link.unwrap_or(Linkage::External);
    Ok(Variable {
        name,
        linkage,
        thread_local,
        constant,
        ty,
        align,
        section,
        initializer,
        debug,
        at,
    })
}

/// Parses the head of an alias or an ifunc.
pub(crate) fn parse_alias(context: Context<'_>, head: Head) -> Parse<Alias> {
    let mut p = Parser::new(context, head.span);
    let at = p.token.start;
    let name = p.global_name()?;
    p.expect_punct(b'=')?;
    let ifunc = loop {
        match p.attribute()? {
            Some(Attribute::Word("alias")) => break false,
            Some(Attribute::Word("ifunc")) => break true,
            Some(_) => {}
            None => return p.expected("`alias` or `ifunc`"),
        }
    };
    p.ty()?;
    p.expect_punct(b',')?;
    match p.skip_operand()? {
        Some(target) => Ok(Alias { name, ifunc, target, at }),
        None => p.expected("what the alias stands for"),
    }
}

impl Parser<'_> {
    /// `@name`, without quotes and escapes.
    fn global_name(&mut self) -> Parse<Box<str>> {
        if self.token.kind != Kind::Global {
            return self.expected("a name `@...`");
        }
        Ok(plain_name(self.bump().text).into())
    }

    /// Whether `#group` says that the function never returns.
    pub(super) fn noreturn_group(&self, group: &str) -> bool {
        group.parse().is_ok_and(|n: u32| self.context.names.noreturn.contains(&n))
    }

    /// `!kind !node`; the node of `!dbg` is kept.
    pub(super) fn attachment(&mut self, debug: &mut Option<MdRef>) -> Parse<()> {
        let kind = self.bump().text;
        let node = self.metadata_ref()?;
        if kind == "dbg" {
            *debug = Some(node);
        }
        Ok(())
    }

    /// `!5`, or a node that is written in place.
    pub(crate) fn metadata_ref(&mut self) -> Parse<MdRef> {
        if self.token.kind == Kind::Punct(b'!') {
            let start = self.bump().start;
            self.bump();
            return Ok(MdRef::Inline(Span { start, end: self.last_end }));
        }
        if self.token.kind != Kind::Meta {
            return self.expected("metadata");
        }
        if let Ok(number) = self.token.text.parse() {
            self.bump();
            return Ok(MdRef::Node(number));
        }
        let start = self.bump().start;
        if !matches!(self.token.kind, Kind::Punct(b'(' | b'{')) {
            return self.expected("a metadata node");
        }
        self.skip_brackets()?;
        Ok(MdRef::Inline(Span { start, end: self.last_end }))
    }

    /// Passes over the text up to a comma outside of brackets; `None` when there is none.
    fn skip_operand(&mut self) -> Parse<Option<Span>> {
        let start = self.token.start;
        let mut depth = 0_u32;
        let mut empty = true;
        loop {
            match self.token.kind {
                Kind::Punct(b',') if depth == 0 => break,
                Kind::Hash if depth == 0 => break,
                Kind::End if depth == 0 => break,
                Kind::End => {
                    return self.fail(start, "a bracket in this is never closed".to_owned());
                }
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Punct(b')' | b']' | b'}' | b'>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            empty = false;
            self.bump();
        }
        Ok((!empty).then_some(Span { start, end: self.last_end }))
    }

    fn params(&mut self) -> Parse<(Vec<Param>, bool)> {
        self.expect_punct(b'(')?;
        let mut params = Vec::new();
        let mut variadic = false;
        while !self.is_punct(b')') {
            if self.token.kind == Kind::Ellipsis {
                self.bump();
                variadic = true;
                break;
            }
            params.push(self.param()?);
            if !self.eat_punct(b',') {
                break;
            }
        }
        self.expect_punct(b')')?;
        Ok((params, variadic))
    }

    fn param(&mut self) -> Parse<Param> {
        let at = self.token.start;
        let ty = self.ty()?;
        if matches!(ty, Type::Void | Type::Label | Type::Function(_)) {
            return self.fail(at, "a parameter cannot have this type".to_owned());
        }
        let promise = Promise::default();
        let mut param =
            Param { ty, byval: None, sret: None, align: None, promise, name: Span::default() };
        while let Some(attribute) = self.attribute()? {
            param.promise.note(&attribute);
            match attribute {
                Attribute::ByVal(ty) => param.byval = Some(ty),
                Attribute::Sret(ty) => param.sret = Some(ty),
                Attribute::Align(align) => param.align = Some(align),
                _ => {}
            }
        }
        if self.token.kind == Kind::Local {
            param.name = self.bump().span();
        }
        Ok(param)
    }
}
