//! Definitions of functions that the program declares and nobody defines, for its native build: what they give comes from the test.
//! They are LLVM IR made of the module's own declarations, so that they are called as the compiler calls them.

use effigy_outcome::options;
use effigy_posix::registry::provides;
use effigy_posix::{External, gives_input, may_be_made_up};

/// The policy on functions that are neither defined nor modelled, as the models know it.
pub fn policy(external: options::External) -> External {
    match external {
        options::External::Error => External::Error,
        options::External::Any => External::Any,
        options::External::Concrete => External::Concrete,
    }
}

/// The function of the runtime that writes the test's next object.
const NEXT: &str = "effigy_next_input";

/// What a pointer leads to that a function gives which nobody knows; a path that looks there has no test.
const NOWHERE: &str = "effigy.nowhere";

/// The most scalars in one result.
const MOST: u64 = 4096;

/// The texts of modules with a weak definition of each such function, of which the first counts that the compiler reads; none when
/// there is no such function. Each definition has `attribute`. A compiler reads pointers in one way only; a module without
/// any does not say in which.
pub(super) fn stubs(module: &str, policy: External, attribute: &str) -> Vec<String> {
    let typed = module.contains("i8*");
    let ways = match typed || module.contains("ptr") {
        true => vec![!typed],
        false => vec![true, false],
    };
    let texts = ways.into_iter().filter_map(|opaque| stubs_in(module, policy, attribute, opaque));
    texts.collect()
}

fn stubs_in(module: &str, policy: External, attribute: &str, opaque: bool) -> Option<String> {
    let mut writer = Writer { module, opaque, policy, text: String::new(), next: 0 };
    let mut defined = false;
    for declared in module.lines().filter_map(Declared::read) {
        let input = gives_input(declared.name);
        let unknown = may_be_made_up(declared.name) && !provides(declared.name);
        if input || unknown && policy != External::Error {
            defined |= writer.define(&declared, input, attribute).is_some();
        }
    }
    if !defined {
        return None;
    }
    let kept = |line: &&str| {
        line.starts_with("target ") || line.starts_with('%') && line.contains(" = type ")
    };
    let mut text: String = module.lines().filter(kept).map(|line| format!("{line}\n")).collect();
    let pointer = writer.pointer("i8");
    text += &format!(
        "@{NOWHERE} = internal global [64 x i8] zeroinitializer\ndeclare void @{NEXT}({pointer}, i64)\n"
    );
    Some(text + &writer.text)
}

/// A function that a module declares.
struct Declared<'m> {
    /// What stands before its name: attributes and the type of the result.
    head: &'m str,
    /// The type of the result.
    result: &'m str,
    name: &'m str,
    /// The name as it is written, and the parameters with their brackets.
    call: &'m str,
    params: &'m str,
}

impl<'m> Declared<'m> {
    fn read(line: &'m str) -> Option<Self> {
        let rest = line.strip_prefix("declare ")?;
        let rest = rest.strip_prefix("extern_weak ").unwrap_or(rest);
        let rest = match rest.strip_prefix("!dbg ") {
            Some(rest) => rest.split_once(' ')?.1,
            None => rest,
        };
        let at = rest.find(" @")?;
        let (head, call) = (rest[..at].trim(), &rest[at + 1..]);
        let open = call.find('(')?;
        let close = open + bracketed(&call[open..])?;
        let written = call[1..open].trim();
        let name = written.strip_prefix('"').and_then(|n| n.strip_suffix('"')).unwrap_or(written);
        let result = last_type(head);
        Some(Declared {
            head,
            result,
            name,
            call: &call[..close],
            params: &call[open + 1..close - 1],
        })
    }

    /// The type of the object that is written in place of a result.
    fn object(&self) -> Option<&'m str> {
        let (_, rest) = self.params.split_once("sret(")?;
        let end = bracketed(&self.params[self.params.len() - rest.len() - 1..])?;
        rest.get(..end - 2)
    }
}

/// The length of the bracketed text at the beginning.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The type at the end of attributes and a type.
fn last_type(head: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in head.char_indices().rev() {
        match c {
            ')' | ']' | '}' | '>' => depth += 1,
            '(' | '[' | '{' | '<' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 => return &head[at + 1..],
            _ => {}
        }
    }
    head
}

/// The parts of a list with commas.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut parts) = (0usize, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

struct Writer<'m> {
    module: &'m str,
    /// Whether pointers have one type.
    opaque: bool,
    policy: External,
    text: String,
    /// Number of the next name.
    next: usize,
}

impl Writer<'_> {
    fn pointer(&self, to: &str) -> String {
        if self.opaque { "ptr".to_owned() } else { format!("{to}*") }
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%effigy.{}", self.next)
    }

    fn line(&mut self, line: &str) {
        self.text += &format!("  {line}\n");
    }

    /// Adds the definition; nothing where the type of its result is none that is known here.
    fn define(&mut self, declared: &Declared<'_>, input: bool, attribute: &str) -> Option<()> {
        let before = self.text.len();
        let Declared { head, result, call, .. } = *declared;
        self.text += &format!("define weak {head} {call} {attribute}{{\n");
        let drawn = self.body(declared, result, input);
        if drawn.is_none() {
            self.text.truncate(before);
        }
        drawn
    }

    fn body(&mut self, declared: &Declared<'_>, result: &str, input: bool) -> Option<()> {
        let draws = input || self.policy == External::Any;
        if let Some(object) = declared.object() {
            self.object(object, draws);
        }
        match result {
            "void" => self.line("ret void"),
            _ if !draws => self.line(&format!("ret {result} zeroinitializer")),
            _ if !input && self.is_pointer(result) => {
                let value = self.nowhere(result);
                self.line(&format!("ret {result} {value}"));
            }
            _ => {
                let mut left = MOST;
                let value = self.draw(result, &mut left)?;
                self.line(&format!("ret {result} {value}"));
            }
        }
        self.text += "}\n";
        Some(())
    }

    fn is_pointer(&self, ty: &str) -> bool {
        ty == "ptr" || ty.ends_with('*')
    }

    /// Fills the object behind the first parameter.
    fn object(&mut self, ty: &str, draws: bool) {
        let pointer = self.pointer(ty);
        let bytes = self.pointer("i8");
        let size =
            format!("ptrtoint ({pointer} getelementptr ({ty}, {pointer} null, i32 1) to i64)");
        if draws {
            let cast = self.name();
            self.line(&format!("{cast} = bitcast {pointer} %0 to {bytes}"));
            self.line(&format!("call void @{NEXT}({bytes} {cast}, i64 {size})"));
        } else {
            self.line(&format!("store {ty} zeroinitializer, {pointer} %0"));
        }
    }

    /// Null, or the address of something, as the test says.
    fn nowhere(&mut self, ty: &str) -> String {
        let leads = self.input("i8", 1);
        let (test, address, value) = (self.name(), self.name(), self.name());
        let object = self.pointer("[64 x i8]");
        self.line(&format!("{test} = icmp ne i8 {leads}, 0"));
        self.line(&format!("{address} = bitcast {object} @{NOWHERE} to {ty}"));
        self.line(&format!("{value} = select i1 {test}, {ty} {address}, {ty} null"));
        value
    }

    /// The test's next object of this many bytes, as a value of this type.
    fn input(&mut self, ty: &str, bytes: u32) -> String {
        let (place, cast, value) = (self.name(), self.name(), self.name());
        let (pointer, any) = (self.pointer(ty), self.pointer("i8"));
        self.line(&format!("{place} = alloca {ty}"));
        self.line(&format!("{cast} = bitcast {pointer} {place} to {any}"));
        self.line(&format!("call void @{NEXT}({any} {cast}, i64 {bytes})"));
        self.line(&format!("{value} = load {ty}, {pointer} {place}"));
        value
    }

    /// A value of a type, scalar by scalar in order.
    fn draw(&mut self, ty: &str, left: &mut u64) -> Option<String> {
        *left = left.checked_sub(1)?;
        if self.is_pointer(ty) {
            return Some(self.input(ty, 8));
        }
        if let Some(bits) = ty.strip_prefix('i').and_then(|bits| bits.parse::<u32>().ok()) {
            let whole = bits.next_multiple_of(8);
            let value = self.input(&format!("i{whole}"), whole / 8);
            if whole == bits {
                return Some(value);
            }
            let cut = self.name();
            self.line(&format!("{cut} = trunc i{whole} {value} to {ty}"));
            return Some(cut);
        }
        match ty {
            "half" | "bfloat" => return Some(self.input(ty, 2)),
            "float" => return Some(self.input(ty, 4)),
            "double" => return Some(self.input(ty, 8)),
            "x86_fp80" => return Some(self.input(ty, 10)),
            "fp128" => return Some(self.input(ty, 16)),
            _ => {}
        }
        let (elements, insert) = self.elements(ty)?;
        let mut value = "undef".to_owned();
        for (number, element) in elements.iter().enumerate() {
            let drawn = self.draw(element, left)?;
            let next = self.name();
            let index = if insert == "insertelement" {
                format!("i32 {number}")
            } else {
                number.to_string()
            };
            self.line(&format!("{next} = {insert} {ty} {value}, {element} {drawn}, {index}"));
            value = next;
        }
        Some(value)
    }

    /// The types of the parts of a type, and the instruction that puts one in.
    fn elements(&self, ty: &str) -> Option<(Vec<String>, &'static str)> {
        let inner =
            |open: &str, close: &str| Some(ty.strip_prefix(open)?.strip_suffix(close)?.trim());
        let owned = |list: &str| parts(list).into_iter().map(str::to_owned).collect();
        if let Some(fields) = inner("<{", "}>").or_else(|| inner("{", "}")) {
            return Some((owned(fields), "insertvalue"));
        }
        let repeated = |text: &str| {
            let (count, element) = text.split_once(" x ")?;
            let count = count.trim().parse::<usize>().ok().filter(|count| *count as u64 <= MOST)?;
            Some(vec![element.trim().to_owned(); count])
        };
        if let Some(array) = inner("[", "]") {
            return Some((repeated(array)?, "insertvalue"));
        }
        if let Some(vector) = inner("<", ">") {
            return Some((repeated(vector)?, "insertelement"));
        }
        let start = format!("{ty} = type ");
        let body = self.module.lines().find_map(|line| line.strip_prefix(&start))?;
        let body = body
            .trim()
            .strip_prefix("<{")
            .and_then(|b| b.strip_suffix("}>"))
            .or_else(|| body.trim().strip_prefix('{').and_then(|b| b.strip_suffix('}')))?;
        Some((owned(body.trim()), "insertvalue"))
    }
}

#[cfg(test)]
mod tests;
