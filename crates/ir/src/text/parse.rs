//! Reading a program: first the headers of all parts, then bodies and contents.

use super::body::{self, Names};
use super::line::{Diagnostics, Line, LineResult};
use crate::builder::ProgramBuilder;
use crate::field::{FieldDecl, FieldId};
use crate::function::Function;
use crate::program::{
    FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer, Program, Relocation, Symbol,
};
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_base::source::Diagnostic;
use std::collections::hash_map::{Entry, HashMap};

/// The largest global that the text form can give contents to, in bytes.
const MAX_GLOBAL: u64 = 1 << 28;

/// Reads a program in the text form; `path` is what errors name. Bodies are not verified.
///
/// # Errors
/// One diagnostic for each line that is wrong.
pub fn parse(text: &str, path: &str) -> Result<Program, Vec<Diagnostic>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut parser = Parser::new(&lines, path);
    parser.headers();
    parser.contents();
    let Parser { builder, errors, .. } = parser;
    let errors = errors.into_errors();
    if errors.is_empty() { Ok(builder.finish()) } else { Err(errors) }
}

struct Parser<'a> {
    lines: &'a [&'a str],
    errors: Diagnostics<'a>,
    builder: ProgramBuilder,
    functions: HashMap<String, FuncId>,
    globals: HashMap<String, GlobalId>,
    fields: HashMap<String, FieldId>,
    parts: Vec<Part>,
    // Lines with `constructors` or `destructors`, which may name functions that come later.
    around: Vec<usize>,
}

/// A part with lines of its own, `first..last` without the braces.
struct Part {
    kind: PartKind,
    first: usize,
    last: usize,
}

enum PartKind {
    Function { id: FuncId, params: Vec<(usize, Sort)>, volatile: bool },
    Global(GlobalId),
    // Its header was wrong: the lines are skipped.
    Broken,
}

impl<'a> Parser<'a> {
    fn new(lines: &'a [&'a str], path: &'a str) -> Self {
        Self {
            lines,
            errors: Diagnostics::new(path),
            builder: ProgramBuilder::new(),
            functions: HashMap::new(),
            globals: HashMap::new(),
            fields: HashMap::new(),
            parts: Vec::new(),
            around: Vec::new(),
        }
    }

    fn headers(&mut self) {
        let mut next = 0;
        while let Some(&text) = self.lines.get(next) {
            let header = next;
            next += 1;
            let line = Line::new(text);
            if line.at_end() {
                continue;
            }
            let result = self.header(line, header);
            let kind = self.errors.keep(text, header, result);
            // A part has lines of its own, even when its header is wrong.
            if !Line::new(text).opens() {
                continue;
            }
            let first = next;
            while self.lines.get(next).is_some_and(|text| !Line::new(text).closes()) {
                next += 1;
            }
            if next >= self.lines.len() {
                let error = Line::new(text)
                    .error::<()>("this part has no closing `}` on a line of its own");
                self.errors.keep(text, header, error);
            }
            let kind = kind.flatten().unwrap_or(PartKind::Broken);
            self.parts.push(Part { kind, first, last: next });
            next += 1;
        }
    }

    fn header(&mut self, mut line: Line<'a>, index: usize) -> LineResult<Option<PartKind>> {
        let before = line.clone();
        match line.word(
            "`file`, `global`, `constant`, `external`, `field`, `declare`, `define`, `constructors` or `destructors`",
        )? {
            "file" => self.file(line).map(|()| None),
            "external" => {
                let constant = line.eat_word("constant");
                if !constant && !line.eat_word("global") {
                    return line.error("expected `global` or `constant` after `external`");
                }
                self.global(line, constant, false)
            }
            "field" => self.field(line).map(|()| None),
            "global" => self.global(line, false, true),
            "constant" => self.global(line, true, true),
            "declare" => self.declare(line).map(|()| None),
            "define" => self.define(line).map(Some),
            "constructors" | "destructors" => {
                self.around.push(index);
                Ok(None)
            }
            word => before.error(format!("unknown kind of line: `{word}`")),
        }
    }

    fn file(&mut self, mut line: Line<'a>) -> LineResult<()> {
        let before = line.clone();
        let index = line.index("f", "a file such as `f0`")?;
        let path = line.string("the file's path")?;
        line.end()?;
        let expected = self.builder.files.iter().count();
        if index != expected {
            return before.error(format!("files are numbered in order: expected f{expected}"));
        }
        if self.builder.files.intern(&path).index() != index {
            return before.error("this path has a number already");
        }
        Ok(())
    }

    fn global(
        &mut self,
        mut line: Line<'a>,
        constant: bool,
        defined: bool,
    ) -> LineResult<Option<PartKind>> {
        let before = line.clone();
        let name = line.name("$")?;
        line.expect("size")?;
        let size_at = line.clone();
        let size: u64 = line.small("a size")?;
        line.expect("align")?;
        let align: u64 = line.small("an alignment")?;
        let thread_local = line.eat_word("thread_local");
        if defined {
            line.expect("{")?;
        }
        line.end()?;
        if defined && size > MAX_GLOBAL {
            return size_at.error(format!("a global with contents has at most {MAX_GLOBAL} bytes"));
        }
        match self.globals.entry(name.clone()) {
            Entry::Occupied(_) => before.error(format!("there is a global ${name} already")),
            Entry::Vacant(slot) => {
                let decl = GlobalDecl { name, size, align, constant, defined, thread_local };
                let id = *slot.insert(self.builder.global(decl));
                Ok(defined.then_some(PartKind::Global(id)))
            }
        }
    }

    fn field(&mut self, mut line: Line<'a>) -> LineResult<()> {
        let before = line.clone();
        let name = line.name("&")?;
        line.expect("(")?;
        let keys = line.list(")", body::scalar)?;
        line.expect("->")?;
        let element = body::scalar(&mut line)?;
        let initial = body::initial(&mut line)?;
        line.end()?;
        if keys.len() > 2 {
            return before.error("a heap function has at most two keys");
        }
        match self.fields.entry(name.clone()) {
            Entry::Occupied(_) => before.error(format!("there is a heap function &{name} already")),
            Entry::Vacant(slot) => {
                slot.insert(self.builder.field(FieldDecl { name, keys, element, initial }));
                Ok(())
            }
        }
    }

    fn declare(&mut self, mut line: Line<'a>) -> LineResult<()> {
        let before = line.clone();
        let name = line.name("@")?;
        let (params, variadic) = params(&mut line, Line::sort)?;
        let (results, display) = results(&mut line, &name)?;
        line.end()?;
        let decl = FunctionDecl { name, display, params, results, variadic, defined: false };
        self.function(&before, decl).map(drop)
    }

    fn define(&mut self, mut line: Line<'a>) -> LineResult<PartKind> {
        let before = line.clone();
        let name = line.name("@")?;
        let (params, variadic) = params(&mut line, body::definition)?;
        let (results, display) = results(&mut line, &name)?;
        let volatile = line.eat("volatile");
        line.expect("{")?;
        line.end()?;
        let sorts = params.iter().map(|&(_, sort)| sort).collect();
        let decl = FunctionDecl { name, display, params: sorts, results, variadic, defined: true };
        Ok(PartKind::Function { id: self.function(&before, decl)?, params, volatile })
    }

    fn function(&mut self, at: &Line<'a>, decl: FunctionDecl) -> LineResult<FuncId> {
        match self.functions.entry(decl.name.clone()) {
            Entry::Occupied(_) => at.error(format!("there is a function @{} already", decl.name)),
            Entry::Vacant(slot) => Ok(*slot.insert(self.builder.function(decl))),
        }
    }

    fn contents(&mut self) {
        for index in std::mem::take(&mut self.around) {
            let Some(text) = self.lines.get(index) else { continue };
            let names =
                Names { functions: &self.functions, globals: &self.globals, fields: &self.fields };
            let mut line = Line::new(text);
            let result = line.word("`constructors`").and_then(|word| {
                let mut found = vec![names.function(&mut line)?];
                while line.eat(",") {
                    found.push(names.function(&mut line)?);
                }
                line.end().map(|()| (word, found))
            });
            let Some((word, found)) = self.errors.keep(text, index, result) else { continue };
            match word {
                "destructors" => found.into_iter().for_each(|f| self.builder.destructor(f)),
                _ => found.into_iter().for_each(|f| self.builder.constructor(f)),
            }
        }
        for part in std::mem::take(&mut self.parts) {
            let lines = self.lines.get(part.first..part.last).unwrap_or(&[]);
            let names =
                Names { functions: &self.functions, globals: &self.globals, fields: &self.fields };
            match part.kind {
                PartKind::Broken => {}
                PartKind::Global(id) => {
                    let size = self.builder.declarations().globals.get(id).map_or(0, |g| g.size);
                    let contents = contents(lines, part.first, size, &names, &mut self.errors);
                    self.builder.initialize(id, contents);
                }
                PartKind::Function { id, params, volatile } => {
                    let files = self.builder.files.iter().count();
                    let results =
                        self.builder.declarations().functions.get(id).map(|f| f.results.clone());
                    let scope = body::Scope { names, files, results: results.unwrap_or_default() };
                    let body = body::parse(lines, part.first, &params, scope, &mut self.errors);
                    self.builder.define(id, Function { volatile, ..body });
                }
            }
        }
    }
}

impl Line<'_> {
    /// Whether it is the header of a part with lines of its own: those end with `{`.
    fn opens(&self) -> bool {
        self.ends_with("{")
    }

    /// Whether it is the end of a part.
    fn closes(&self) -> bool {
        let mut line = self.clone();
        line.eat("}") && line.at_end()
    }
}

/// `(a, b, ...)` and whether it ends with `...`.
fn params<'a, T>(
    line: &mut Line<'a>,
    param: impl Fn(&mut Line<'a>) -> LineResult<T>,
) -> LineResult<(Vec<T>, bool)> {
    line.expect("(")?;
    let mut variadic = false;
    let params = line.list(")", |line| {
        if variadic {
            return line.error("`...` comes last");
        }
        variadic = line.eat("...");
        if variadic { Ok(None) } else { param(line).map(Some) }
    })?;
    Ok((params.into_iter().flatten().collect(), variadic))
}

/// `-> (a, b) "name for people"`; that name is `name` when it is not given.
fn results(line: &mut Line<'_>, name: &str) -> LineResult<(Vec<Sort>, String)> {
    line.expect("->")?;
    line.expect("(")?;
    let results = line.list(")", Line::sort)?;
    let display = if line.starts_with("\"") { line.string("a name")? } else { name.to_owned() };
    Ok((results, display))
}

fn contents(
    lines: &[&str],
    first: usize,
    size: u64,
    names: &Names<'_>,
    errors: &mut Diagnostics<'_>,
) -> Initializer {
    let size = usize::try_from(size).unwrap_or(0);
    let mut contents = Initializer { bytes: vec![0; size], ..Initializer::default() };
    for (n, text) in lines.iter().enumerate() {
        let line = Line::new(text);
        if !line.at_end() {
            let result = content(line, names, &mut contents);
            errors.keep(text, first + n, result);
        }
    }
    contents
}

fn content(mut line: Line<'_>, names: &Names<'_>, contents: &mut Initializer) -> LineResult<()> {
    let before = line.clone();
    let size = contents.bytes.len() as u64;
    match line.word("`bytes`, `undef` or `address`")? {
        "bytes" => {
            let offset: usize = line.small("an offset")?;
            let bytes = hex(&mut line)?;
            line.end()?;
            let range =
                offset.checked_add(bytes.len()).and_then(|end| contents.bytes.get_mut(offset..end));
            let Some(range) = range else {
                return before.error("bytes past the end of the global");
            };
            range.copy_from_slice(&bytes);
        }
        "undef" => {
            let start: u64 = line.small("an offset")?;
            line.expect("..")?;
            let end: u64 = line.small("an offset")?;
            line.end()?;
            let after = contents.undef.last().map_or(0, |&(_, end)| end);
            if start < after || end <= start || end > size {
                return before.error("ranges ascend, are not empty and end in the global");
            }
            contents.undef.push((start, end));
        }
        "address" => {
            let offset: u64 = line.small("an offset")?;
            let target = if line.starts_with("@") {
                Symbol::Function(names.function(&mut line)?)
            } else {
                Symbol::Global(names.global(&mut line)?)
            };
            let addend = body::offset(&mut line)?;
            line.end()?;
            let after = contents.relocations.last().map_or(0, |r| r.offset.saturating_add(8));
            if offset < after || offset.checked_add(8).is_none_or(|end| end > size) {
                return before.error("addresses take 8 bytes each, ascend and end in the global");
            }
            contents.relocations.push(Relocation { offset, target, addend });
        }
        word => return before.error(format!("unknown kind of contents: `{word}`")),
    }
    Ok(())
}

fn hex(line: &mut Line<'_>) -> LineResult<Vec<u8>> {
    let before = line.clone();
    let digits = line.string("bytes in hexadecimal")?;
    let bytes = digits.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => {
            let digit = |b: u8| char::from(b).to_digit(16);
            u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
        }
        _ => None,
    });
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.map_or_else(|| before.error("expected an even number of hexadecimal digits"), Ok)
}
