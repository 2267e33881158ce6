//! Printing.

use crate::field::FieldId;
use crate::function::{
    Block, BlockId, Bounds, Callee, Function, InstKind, Life, LocId, MarkKind, Operand, Reg,
    Target, Terminator,
};
use crate::operator::operator;
use crate::program::{
    BodyError, Declarations, FuncId, FunctionDecl, GlobalDecl, GlobalId, Initializer, Program,
    Symbol,
};
use effigy_base::character::controls_terminal;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use std::fmt::{self, Display, Write};

/// How many bytes of a global stand on one line.
const BYTES_PER_LINE: usize = 32;

/// The whole program. Reads all bodies and contents.
///
/// # Errors
/// The first body or contents that cannot be read.
pub fn print_program(program: &Program) -> Result<String, BodyError> {
    let declarations = program.declarations();
    let mut out = String::new();
    for (id, path) in program.files.iter() {
        line(&mut out, format_args!("file f{} {}", id.index(), Quoted(path)));
    }
    for (id, decl) in program.globals.iter() {
        let contents = if decl.defined { Some(program.initializer(id)?) } else { None };
        global(&mut out, declarations, decl, contents.as_deref());
    }
    for (_, decl) in program.fields.iter() {
        let (keys, name) =
            (commas(decl.keys.iter().map(|&k| Sort::from(k))), Name('&', &decl.name));
        let (element, initial) = (Sort::from(decl.element), decl.initial.name());
        line(&mut out, format_args!("field {name} ({keys}) -> {element} {initial}"));
    }
    for (id, decl) in program.functions.iter() {
        if decl.defined {
            out.push_str(&print_function(declarations, decl, &*program.body(id)?));
        } else {
            declare(&mut out, decl);
        }
    }
    for (word, list) in
        [("constructors", &program.constructors), ("destructors", &program.destructors)]
    {
        if !list.is_empty() {
            let names = list.iter().map(|&f| FunctionName(declarations, f));
            line(&mut out, format_args!("{word} {}", commas(names)));
        }
    }
    Ok(out)
}

/// One defined function.
pub fn print_function(
    declarations: Declarations<'_>,
    decl: &FunctionDecl,
    function: &Function,
) -> String {
    let mut out = String::new();
    let params = function.params.iter().map(|&p| definition(function, p));
    let (params, results) = (variadic(params.collect(), decl), commas(function.results.iter()));
    line(
        &mut out,
        format_args!(
            "define {}({params}) -> ({results}){}{} {{",
            Name('@', &decl.name),
            Readable(decl),
            if function.volatile { " volatile" } else { "" }
        ),
    );
    for (id, loc) in function.locs.iter() {
        let _ =
            write!(out, "  !{} = f{}:{}:{}", id.index(), loc.file.index(), loc.line, loc.column);
        let _ = write!(out, " {}", Quoted(&loc.function));
        if let Some(at) = loc.inlined_at {
            let _ = write!(out, " at !{}", at.index());
        }
        out.push('\n');
    }
    for reg in unassigned(function) {
        line(&mut out, format_args!("  register {}", definition(function, reg)));
    }
    let printer = Printer { declarations, function };
    for (id, body) in function.blocks.iter() {
        printer.block(&mut out, id, body);
    }
    out.push_str("}\n");
    out
}

/// Appends one line. Writing to a string cannot fail.
fn line(out: &mut String, text: fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
    out.push('\n');
}

fn commas<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|x| x.to_string()).collect();
    items.join(", ")
}

fn variadic(mut params: Vec<String>, decl: &FunctionDecl) -> String {
    if decl.variadic {
        params.push("...".to_owned());
    }
    commas(params)
}

fn declare(out: &mut String, decl: &FunctionDecl) {
    let params = variadic(decl.params.iter().map(Sort::to_string).collect(), decl);
    let results = commas(&decl.results);
    line(
        out,
        format_args!(
            "declare {}({params}) -> ({results}){}",
            Name('@', &decl.name),
            Readable(decl)
        ),
    );
}

fn global(
    out: &mut String,
    declarations: Declarations<'_>,
    decl: &GlobalDecl,
    contents: Option<&Initializer>,
) {
    let external = if decl.defined { "" } else { "external " };
    let kind = if decl.constant { "constant" } else { "global" };
    let own = if decl.thread_local { " thread_local" } else { "" };
    let _ = write!(
        out,
        "{external}{kind} {} size {} align {}{own}",
        Name('$', &decl.name),
        decl.size,
        decl.align
    );
    let Some(contents) = contents else {
        out.push('\n');
        return;
    };
    out.push_str(" {\n");
    let chunks = contents.bytes.chunks(BYTES_PER_LINE).enumerate();
    for (n, chunk) in chunks.filter(|(_, chunk)| chunk.iter().any(|&b| b != 0)) {
        let _ = write!(out, "  bytes {} \"", n * BYTES_PER_LINE);
        for byte in chunk {
            let _ = write!(out, "{byte:02x}");
        }
        out.push_str("\"\n");
    }
    for (start, end) in &contents.undef {
        line(out, format_args!("  undef {start}..{end}"));
    }
    for relocation in &contents.relocations {
        let _ = write!(out, "  address {} ", relocation.offset);
        let _ = match relocation.target {
            Symbol::Function(f) => write!(out, "{}", FunctionName(declarations, f)),
            Symbol::Global(g) => write!(out, "{}", GlobalName(declarations, g)),
        };
        line(out, format_args!("{}", Offset(relocation.addend)));
    }
    out.push_str("}\n");
}

/// Registers that nothing assigns.
fn unassigned(function: &Function) -> Vec<Reg> {
    let mut assigned = vec![false; function.regs.len()];
    let blocks = || function.blocks.as_slice().iter();
    let params = function.params.iter().chain(blocks().flat_map(|b| &b.params));
    let defs = blocks().flat_map(|b| &b.insts).flat_map(|i| i.kind.defs());
    for reg in params.chain(defs) {
        if let Some(slot) = assigned.get_mut(reg.index()) {
            *slot = true;
        }
    }
    function.regs.ids().filter(|reg| !assigned[reg.index()]).collect()
}

fn definition(function: &Function, reg: Reg) -> String {
    match function.regs.get(reg) {
        Some(decl) => format!("%{}: {}", reg.index(), decl.sort),
        None => format!("%{}: ?", reg.index()),
    }
}

struct Printer<'a> {
    declarations: Declarations<'a>,
    function: &'a Function,
}

impl Printer<'_> {
    fn block(&self, out: &mut String, id: BlockId, block: &Block) {
        if block.params.is_empty() {
            line(out, format_args!("b{}:", id.index()));
        } else {
            let params = commas(block.params.iter().map(|&p| definition(self.function, p)));
            line(out, format_args!("b{}({params}):", id.index()));
        }
        for inst in &block.insts {
            out.push_str("  ");
            let defs = inst.kind.defs();
            if !defs.is_empty() {
                let defs = commas(defs.iter().map(|&d| definition(self.function, d)));
                let _ = write!(out, "{defs} := ");
            }
            self.inst(out, &inst.kind);
            end(out, inst.loc);
        }
        out.push_str("  ");
        self.terminator(out, &block.terminator);
        end(out, block.terminator_loc);
    }

    fn value<'b>(&'b self, operand: &'b Operand) -> Value<'b> {
        Value { declarations: self.declarations, operand }
    }

    fn values(&self, operands: &[Operand]) -> String {
        commas(operands.iter().map(|o| self.value(o)))
    }

    fn inst(&self, out: &mut String, kind: &InstKind) {
        let v = |operand| self.value(operand);
        let _ = match kind {
            InstKind::Op { op, args, .. } => write!(out, "{} {}", operator(*op), self.values(args)),
            InstKind::Freeze { value, .. } => write!(out, "freeze {}", v(value)),
            InstKind::Load { addr, .. } => write!(out, "load {}", v(addr)),
            InstKind::Store { addr, value, .. } => write!(out, "store {}, {}", v(addr), v(value)),
            InstKind::Alloc { size, align, .. } => write!(out, "alloc {} align {align}", v(size)),
            InstKind::Copy { dst, src, len, apart } => {
                let apart = if *apart { " apart" } else { "" };
                write!(out, "copy {}, {}, {}{apart}", v(dst), v(src), v(len))
            }
            InstKind::Lifetime { address, size, life } => {
                let word = life_word(*life);
                write!(out, "{word} {} size {size}", v(address))
            }
            InstKind::Aligned { addr, align } => write!(out, "aligned {} to {align}", v(addr)),
            InstKind::Poison { value, valid, kind, cause, .. } => {
                write!(out, "poison {}, {} {kind} {}", v(value), v(valid), Quoted(cause))
            }
            InstKind::Defined { value, what } => {
                write!(out, "defined {} {}", v(value), Quoted(what))
            }
            InstKind::SameObject { first, second, .. } => {
                write!(out, "sameobject {}, {}", v(first), v(second))
            }
            InstKind::Floats { args } => write!(out, "floats {args}"),
            InstKind::Catches { kind, .. } => write!(out, "catches {}", kind.name()),
            InstKind::Fill { dst, value, len } => {
                write!(out, "fill {}, {}, {}", v(dst), v(value), v(len))
            }
            InstKind::Call { callee, args, .. } => {
                let _ = match callee {
                    Callee::Function(f) => {
                        write!(out, "call {}", FunctionName(self.declarations, *f))
                    }
                    Callee::Address(address) => write!(out, "call *{}", v(address)),
                };
                write!(out, "({})", self.values(args))
            }
            InstKind::Array { index, element, symbolic, .. } => {
                let _ = write!(out, "array {} {}", Sort::from(*index), Sort::from(*element));
                match symbolic {
                    Some(name) => write!(out, " symbolic {}", Quoted(name)),
                    None => Ok(()),
                }
            }
            InstKind::Select { array, index, .. } => {
                write!(out, "select {}, {}", v(array), v(index))
            }
            InstKind::IsSet { array, index, .. } => write!(out, "isset {}, {}", v(array), v(index)),
            InstKind::Put { array, index, value } => {
                write!(out, "put {}, {}, {}", v(array), v(index), v(value))
            }
            InstKind::Get { field, keys, .. } => {
                write!(out, "get {}({})", FieldName(self.declarations, *field), self.values(keys))
            }
            InstKind::Set { field, keys, value } => {
                let field = FieldName(self.declarations, *field);
                write!(out, "set {field}({}), {}", self.values(keys), v(value))
            }
            InstKind::Create { kind, .. } if kind.is_empty() => write!(out, "create"),
            InstKind::Create { kind, .. } => write!(out, "create {}", Quoted(kind)),
            InstKind::Unknown { name, initial, .. } => {
                write!(out, "unknown {} {}", Quoted(name), initial.name())
            }
            InstKind::Symbolic { name, .. } => write!(out, "symbolic {}", Quoted(name)),
            InstKind::Bound { name, .. } => write!(out, "bound {}", Quoted(name)),
            InstKind::Assert { cond, prove, text } => {
                let word = if *prove { "prove" } else { "assert" };
                write!(out, "{word} {} {}", v(cond), Quoted(text))
            }
            InstKind::Mark { number, kind } => {
                let kind = match kind {
                    MarkKind::Statement => "",
                    MarkKind::Assertion => " assertion",
                    MarkKind::Loop => " loop",
                };
                write!(out, "mark {number}{kind}")
            }
            InstKind::Output { name, value } => write!(out, "output {} {}", Quoted(name), v(value)),
            InstKind::Variable { name, array, index, bounds } => {
                let index = index.as_ref().map_or_else(String::new, |at| format!("[{}]", v(at)));
                let bounds = self.bounds(bounds.as_ref());
                write!(out, "variable {} {}{index}{bounds}", Quoted(name), v(array))
            }
            InstKind::Assume { cond } => write!(out, "assume {}", v(cond)),
            InstKind::Check { cond, kind, message } => {
                write!(out, "check {} {kind} {}", v(cond), Quoted(message))
            }
            InstKind::Name { variable, value, indirect } => {
                let at = if *indirect { "at " } else { "" };
                write!(out, "name {} {at}{}", Quoted(variable), v(value))
            }
            InstKind::Unsupported { what } => write!(out, "unsupported {}", Quoted(what)),
        };
    }

    fn bounds(&self, bounds: Option<&Bounds>) -> String {
        let Some(Bounds { low, high, known }) = bounds else { return String::new() };
        let range = format!(" from {} to {}", self.value(low), self.value(high));
        match known {
            Operand::Bool(true) => range,
            _ => format!("{range} if {}", self.value(known)),
        }
    }

    fn target(&self, target: &Target) -> String {
        if target.args.is_empty() {
            format!("b{}", target.block.index())
        } else {
            format!("b{}({})", target.block.index(), self.values(&target.args))
        }
    }

    fn terminator(&self, out: &mut String, terminator: &Terminator) {
        let _ = match terminator {
            Terminator::Jump(target) => write!(out, "jump {}", self.target(target)),
            Terminator::Branch { cond, then, otherwise } => {
                write!(
                    out,
                    "branch {}, {}, {}",
                    self.value(cond),
                    self.target(then),
                    self.target(otherwise)
                )
            }
            Terminator::Switch { value, cases, default, .. } => {
                let _ = write!(out, "switch {} {{", self.value(value));
                for (case, target) in cases {
                    let _ = write!(out, "{}: {}, ", Number(*case), self.target(target));
                }
                write!(out, "else: {}}}", self.target(default))
            }
            Terminator::Return(values) if values.is_empty() => write!(out, "return"),
            Terminator::Return(values) => write!(out, "return {}", self.values(values)),
            Terminator::Fail { kind, message } => write!(out, "fail {kind} {}", Quoted(message)),
        };
    }
}

fn end(out: &mut String, loc: Option<LocId>) {
    if let Some(loc) = loc {
        let _ = write!(out, " !{}", loc.index());
    }
    out.push('\n');
}

struct Value<'a> {
    declarations: Declarations<'a>,
    operand: &'a Operand,
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.operand {
            Operand::Reg(reg) => write!(f, "%{}", reg.index()),
            Operand::Bool(value) => write!(f, "{value}"),
            Operand::Bits { width, value } => write!(f, "{}:bv{width}", Number(value)),
            Operand::Int(value) => write!(f, "{value}:int"),
            Operand::Global(global, offset) => {
                write!(f, "{}{}", GlobalName(self.declarations, global), Offset(offset))
            }
            Operand::Function(function) => {
                write!(f, "{}", FunctionName(self.declarations, function))
            }
            Operand::Undef(sort) => write!(f, "undef {sort}"),
        }
    }
}

/// Small numbers in decimal, large ones in hexadecimal.
struct Number(u128);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1_000_000 { write!(f, "{}", self.0) } else { write!(f, "{:#x}", self.0) }
    }
}

/// `+8`, `-8`, or nothing for zero.
struct Offset(i64);

impl Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, "{:+}", self.0) }
    }
}

struct FunctionName<'a>(Declarations<'a>, FuncId);

impl Display for FunctionName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.functions.get(self.1) {
            Some(decl) => Name('@', &decl.name).fmt(f),
            None => write!(f, "@?{}", self.1.index()),
        }
    }
}

struct GlobalName<'a>(Declarations<'a>, GlobalId);

impl Display for GlobalName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.globals.get(self.1) {
            Some(decl) => Name('$', &decl.name).fmt(f),
            None => write!(f, "$?{}", self.1.index()),
        }
    }
}

struct FieldName<'a>(Declarations<'a>, FieldId);

impl Display for FieldName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.fields.get(self.1) {
            Some(decl) => Name('&', &decl.name).fmt(f),
            None => write!(f, "&?{}", self.1.index()),
        }
    }
}

/// A sigil and a name, quoted unless it is plain.
struct Name<'a>(char, &'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.1.is_empty() && self.1.bytes().all(super::line::is_name_byte);
        if plain {
            write!(f, "{}{}", self.0, self.1)
        } else {
            write!(f, "{}{}", self.0, Quoted(self.1))
        }
    }
}

/// The name for people, when it is not the linkage name.
struct Readable<'a>(&'a FunctionDecl);

impl Display for Readable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FunctionDecl { name, display, .. } = self.0;
        if name == display { Ok(()) } else { write!(f, " {}", Quoted(display)) }
    }
}

/// A string in quotes, with what would break the line escaped.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if controls_terminal(c) => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

/// The word that says what becomes of a stack object.
fn life_word(life: Life) -> &'static str {
    match life {
        Life::Begins => "begin",
        Life::Returns => "return_to",
        Life::Ends => "end",
        Life::EndsWithYounger => "unwind",
        Life::Unread => "unread",
    }
}
