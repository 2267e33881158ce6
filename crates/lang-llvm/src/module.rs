//! A module of LLVM IR: indexed at once, its parts parsed on demand.

mod debug;

pub use debug::{
    DebugFunctionInfo, DebugMember, DebugType, DebugVariableInfo, Encoding, Shape, SourceFrame,
};

use crate::ast::{
    Alias, AliasId, Body, Constant, FnId, Function, Local, Span, StructDef, Symbol, TypedConstant,
    VarId, Variable,
};
use crate::index::{Index, index};
use crate::layout::TypeTable;
use crate::lexer::{line_end, plain_name};
use crate::metadata::MetadataTable;
use crate::parse::{
    Context, Names, Parse, ParseError, Parser, parse_alias, parse_alias_target, parse_body,
    parse_function, parse_value, parse_variable,
};
use effigy_base::id::IdVec;
use effigy_base::source::{Diagnostic, Severity};
use std::borrow::Cow;
use std::sync::Arc;

/// A module: the heads of everything at the top level; bodies, initial contents and metadata on demand.
///
/// Every error is a [`Diagnostic`] with its place in the text. Methods may be called from any thread.
pub struct Module {
    path: Box<str>,
    text: Arc<str>,
    triple: Box<str>,
    names: Names,
    types: TypeTable,
    functions: IdVec<FnId, Function>,
    variables: IdVec<VarId, Variable>,
    aliases: IdVec<AliasId, Alias>,
    metadata: MetadataTable,
}

impl Module {
    /// Indexes `text`, which was read from `path`.
    ///
    /// # Errors
    /// When something at the top level is no LLVM IR. Broken bodies, initial contents and metadata are only
    /// reported when they are asked for.
    pub fn parse(path: &str, text: String) -> Result<Module, Diagnostic> {
        let text: Arc<str> = text.into();
        build(path, &text).map_err(|e| diagnostic(path, &text, e))
    }

    /// Where the text was read from.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The target triple; empty when the module has none.
    pub fn triple(&self) -> &str {
        &self.triple
    }

    /// The functions, defined and declared, in the order of the text.
    pub fn functions(&self) -> &IdVec<FnId, Function> {
        &self.functions
    }

    /// The global variables in the order of the text.
    pub fn variables(&self) -> &IdVec<VarId, Variable> {
        &self.variables
    }

    /// The aliases in the order of the text.
    pub fn aliases(&self) -> &IdVec<AliasId, Alias> {
        &self.aliases
    }

    /// The named struct types and the sizes of all types.
    pub fn types(&self) -> &TypeTable {
        &self.types
    }

    /// The symbol of this name (without `@`, quotes and escapes).
    pub fn symbol_named(&self, name: &str) -> Option<Symbol> {
        self.names.symbols.get(name).copied()
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, symbol: Symbol) -> &str {
        match symbol {
            Symbol::Function(id) => self.functions.get(id).map_or("?", |f| &f.name),
            Symbol::Variable(id) => self.variables.get(id).map_or("?", |v| &v.name),
            Symbol::Alias(id) => self.aliases.get(id).map_or("?", |a| &a.name),
        }
    }

    /// The body of a defined function. It is parsed at each call.
    ///
    /// # Errors
    /// When the function is only declared, or its body is broken.
    pub fn function_body(&self, id: FnId) -> Result<Body, Diagnostic> {
        let Some((function, span)) = self.functions.get(id).and_then(|f| Some((f, f.body?))) else {
            let at = self.functions.get(id).map_or(0, |f| f.at);
            return Err(self.diagnostic(at, "this function has no body here".to_owned()));
        };
        parse_body(self.context(), function, span).map_err(|e| self.diagnostic(e.at, e.message))
    }

    /// The initial contents of a global variable, of the variable's type; `None` when it is external.
    ///
    /// # Errors
    /// When they are broken.
    pub fn global_initializer(&self, id: VarId) -> Result<Option<Constant>, Diagnostic> {
        let Some((variable, span)) = self.variables.get(id).and_then(|v| Some((v, v.initializer?)))
        else {
            return Ok(None);
        };
        let value = parse_value(self.context(), &variable.ty, span);
        value.map(Some).map_err(|e| self.diagnostic(e.at, e.message))
    }

    /// What an alias stands for.
    ///
    /// # Errors
    /// When it is broken.
    pub fn alias_target(&self, id: AliasId) -> Result<TypedConstant, Diagnostic> {
        let span = self.aliases.get(id).map_or(Span::default(), |a| a.target);
        parse_alias_target(self.context(), span).map_err(|e| self.diagnostic(e.at, e.message))
    }

    /// An error about the byte `at` of the text.
    pub fn diagnostic(&self, at: u32, message: String) -> Diagnostic {
        diagnostic(&self.path, &self.text, ParseError { at, message })
    }

    /// The name of a local value without the `%`; empty when it has none.
    pub fn local_name(&self, body: &Body, local: Local) -> Cow<'_, str> {
        let text = body.locals.get(local).map_or("", |l| self.slice(l.name));
        let name = text.strip_prefix('%').unwrap_or(text);
        if name.starts_with('"') { Cow::Owned(plain_name(name)) } else { Cow::Borrowed(name) }
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    pub(crate) fn context(&self) -> Context<'_> {
        Context {
            text: &self.text,
            names: &self.names,
            types: &self.types,
            functions: &self.functions,
        }
    }
}

fn build(path: &str, text: &Arc<str>) -> Parse<Module> {
    let index = index(text)?;
    let types = struct_types(text, &index)?;
    let context = Context { text, names: &index.names, types: &types, functions: &IdVec::new() };
    let functions =
        index.functions.iter().map(|h| parse_function(context, *h)).collect::<Parse<_>>()?;
    let variables =
        index.variables.iter().map(|h| parse_variable(context, *h)).collect::<Parse<_>>()?;
    let aliases = index.aliases.iter().map(|h| parse_alias(context, *h)).collect::<Parse<_>>()?;
    Ok(Module {
        path: path.into(),
        text: text.clone(),
        triple: index.triple.into(),
        names: index.names,
        types,
        functions,
        variables,
        aliases,
        metadata: MetadataTable::new(index.metadata),
    })
}

fn struct_types(text: &str, index: &Index) -> Parse<TypeTable> {
    let nothing = TypeTable::default();
    let context = Context { text, names: &index.names, types: &nothing, functions: &IdVec::new() };
    let mut structs = IdVec::new();
    for (name, span) in &index.structs {
        let body = Parser::new(context, *span).struct_definition()?;
        structs.push(StructDef { name: name.clone(), body: body.map(Arc::new) });
    }
    Ok(TypeTable::new(structs, &index.data_layout))
}

/// An error with its line.
fn diagnostic(path: &str, text: &str, error: ParseError) -> Diagnostic {
    const LONGEST: usize = 160;
    let at = (error.at as usize).min(text.len());
    let before = text.as_bytes().get(..at).unwrap_or(&[]);
    let start = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let whole = text.get(start..line_end(text, at)).unwrap_or("").trim_end();
    let cut = whole.char_indices().map(|(i, _)| i).nth(LONGEST);
    let excerpt = match cut {
        Some(cut) => format!("{}...", whole.get(..cut).unwrap_or("")),
        None => whole.to_owned(),
    };
    Diagnostic {
        severity: Severity::Error,
        message: error.message,
        path: path.to_owned(),
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: (at - start) as u32 + 1,
        excerpt,
    }
}

impl Parser<'_> {
    /// What stands behind `%name = type`; `None` for `opaque`.
    fn struct_definition(&mut self) -> Parse<Option<crate::ast::StructType>> {
        let body = if self.eat_word("opaque") { None } else { Some(self.struct_body()?) };
        self.expect_end()?;
        Ok(body)
    }
}
