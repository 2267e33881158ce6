//! Random programs of the object language: well-typed, small, and most of them end.
//!
//! Loops count a variable of their own to a small number; recursion counts a parameter down. Accesses, divisions and
//! assertions may fail. Every statement stands on a line of its own, so that a line names what fails.

#[path = "generate/expressions.rs"]
mod expressions;

use effigy_testkit::Rng;
use std::fmt::Write;

/// What of the language a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// Section 2: global variables, assignment, choice, iteration.
    Basic,
    /// Section 2.1: and arrays.
    Arrays,
    /// Section 3: and recursive procedures with local variables.
    Recursion,
    /// Section 4: and objects with methods.
    Objects,
}

/// A program, and the method that its run begins with.
pub struct Generated {
    pub text: String,
    pub entry: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Int,
    Bool,
    Ints,
    A,
    B,
    As,
}

impl Ty {
    fn name(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Bool => "bool",
            Ty::Ints => "int[]",
            Ty::A => "A",
            Ty::B => "B",
            Ty::As => "A[]",
        }
    }
}

/// The declarations of programs with objects. `v` is a field of both classes.
const CLASSES: &str = "\
class A {
  int v;
  bool flag;
  A next;
  B other;
  int[] data;
  int count(int n, A o) {
    if (n <= 0 || n > 2) { return v; }
    BODY
    return RESULT;
  }
  void put(int n, A o) {
    if (n < 0 || n > 2) { return; }
    BODY
  }
}
class B {
  int v;
  A owner;
  A[] parts;
  B(A o) {
    owner = o;
    v = 1;
  }
}
";

/// The fields of the classes: of what, name, type.
const FIELDS: &[(Ty, &str, Ty)] = &[
    (Ty::A, "v", Ty::Int),
    (Ty::A, "flag", Ty::Bool),
    (Ty::A, "next", Ty::A),
    (Ty::A, "other", Ty::B),
    (Ty::A, "data", Ty::Ints),
    (Ty::B, "v", Ty::Int),
    (Ty::B, "owner", Ty::A),
    (Ty::B, "parts", Ty::As),
];

const BASIC_GLOBALS: &[(&str, Ty)] =
    &[("x", Ty::Int), ("y", Ty::Int), ("z", Ty::Int), ("p", Ty::Bool)];
const ARRAY_GLOBALS: &[(&str, Ty)] = &[("s", Ty::Ints), ("t", Ty::Ints)];
const OBJECT_GLOBALS: &[(&str, Ty)] = &[("a", Ty::A), ("b", Ty::A), ("c", Ty::B), ("r", Ty::As)];

/// A random program.
pub fn program(rng: &mut Rng, language: Language) -> Generated {
    let mut source = Source::new(rng, language);
    let mut text = String::new();
    if language == Language::Objects {
        let classes = source.classes();
        text.push_str(&classes);
    }
    for (name, ty) in source.globals() {
        let initial = match ty {
            Ty::Int if source.rng.one_in(8) => " = 3",
            Ty::A if source.rng.one_in(10) => " = null",
            _ => "",
        };
        let _ = writeln!(text, "{} {name}{initial};", ty.name());
    }
    if language >= Language::Recursion {
        let (names, shapes) = (["f", "g"], ["int", "void"]);
        for (name, shape) in names.into_iter().zip(shapes) {
            let procedure = source.procedure(name, shape);
            text.push_str(&procedure);
        }
    }
    let size = 2 + source.rng.below(4);
    let body = source.body(size, 1);
    let _ = write!(text, "void main() {{\n{body}}}\n");
    let entry = match language {
        Language::Basic | Language::Arrays => "main",
        Language::Recursion => *rng.pick(&["main", "main", "f", "g"]),
        Language::Objects => *rng.pick(&["main", "main", "main", "f", "A.count", "A.put"]),
    };
    Generated { text, entry }
}

/// The declarations that traces speak of.
pub fn declarations() -> String {
    let classes = CLASSES.lines().collect::<Vec<_>>();
    let methods = |line: &&str| !line.starts_with("    ") && !line.contains('(') && *line != "  }";
    let mut text: String =
        classes.into_iter().filter(methods).map(|line| format!("{line}\n")).collect();
    for (name, ty) in BASIC_GLOBALS.iter().chain(ARRAY_GLOBALS).chain(OBJECT_GLOBALS) {
        let _ = writeln!(text, "{} {name};", ty.name());
    }
    text
}

/// A random symbolic execution trace of some steps, one a line.
pub fn trace(rng: &mut Rng, steps: usize) -> String {
    let mut source = Source::new(rng, Language::Objects);
    source.calls = false;
    let mut text = "A q;\nint k;\n".to_owned();
    source.variables.extend([("q".to_owned(), Ty::A), ("k".to_owned(), Ty::Int)]);
    for _ in 0..steps {
        let step = match source.rng.below(11) {
            0..=2 => source.bool(2),
            10 => {
                let line = |(target, value): (String, String)| format!("{target} := {value}");
                let lines: Vec<String> = source.aliases().into_iter().map(line).collect();
                lines.join("\n")
            }
            3 | 4 => {
                let (target, ty) = source.target();
                match ty {
                    Ty::A | Ty::B => format!("{target} := new {}", ty.name()),
                    Ty::Ints | Ty::As => source.new_array(ty, &target),
                    Ty::Int | Ty::Bool => format!("{target} := {}", source.value(ty, 2)),
                }
            }
            _ => {
                let (target, ty) = source.target();
                format!("{target} := {}", source.value(ty, 2))
            }
        };
        let _ = writeln!(text, "{step}");
    }
    text
}

/// A step of a trace, `h := e` or `x := new C`, and assignments of expressions to the variables `x`, `p` and `a`: what
/// they have then is what the expressions are after the step.
pub fn substitution(rng: &mut Rng) -> String {
    let mut source = Source::new(rng, Language::Objects);
    source.calls = false;
    let step = if source.rng.one_in(3) {
        let (name, ty) = *source.rng.pick(&[("a", "A"), ("b", "A"), ("c", "B")]);
        format!("{name} := new {ty}")
    } else {
        let (target, ty) = source.target();
        format!("{target} := {}", source.value(ty, 2))
    };
    let (int, bool, object) = (source.int(3), source.bool(3), source.value(Ty::A, 3));
    let (name, value) = *source.rng.pick(&[("x", &int), ("p", &bool), ("b", &object)]);
    format!("{step}\n{name} := {value}\n")
}

struct Source<'r> {
    rng: &'r mut Rng,
    language: Language,
    /// The variables in sight; the last one of a name counts.
    variables: Vec<(String, Ty)>,
    /// Variables that are not assigned: counters.
    fixed: Vec<String>,
    /// Whether expressions call procedures and make objects.
    calls: bool,
    /// Numbers of variables.
    count: usize,
}

impl<'r> Source<'r> {
    fn new(rng: &'r mut Rng, language: Language) -> Self {
        let mut source =
            Self { rng, language, variables: Vec::new(), fixed: Vec::new(), calls: true, count: 0 };
        source.variables = source.globals();
        source
    }

    fn globals(&self) -> Vec<(String, Ty)> {
        let arrays: &[_] = if self.language >= Language::Arrays { ARRAY_GLOBALS } else { &[] };
        let objects: &[_] = if self.language == Language::Objects { OBJECT_GLOBALS } else { &[] };
        let all = BASIC_GLOBALS.iter().chain(arrays).chain(objects);
        all.map(|(name, ty)| ((*name).to_owned(), *ty)).collect()
    }

    fn classes(&mut self) -> String {
        let mut text = String::new();
        for line in CLASSES.lines() {
            if line.trim() == "BODY" {
                let variables = self.with_parameters();
                let size = 1 + self.rng.below(2);
                text.push_str(&self.body(size, 2));
                self.variables = variables;
            } else {
                let result = *self.rng.pick(&["count(n - 1, o)", "o.count(n - 1, next)", "n"]);
                let line = line.replace("RESULT", &format!("{result} + {}", "v"));
                let _ = writeln!(text, "{line}");
            }
        }
        text
    }

    /// Brings the parameters of procedures in sight; gives what was before.
    fn with_parameters(&mut self) -> Vec<(String, Ty)> {
        let before = self.variables.clone();
        self.variables.push(("n".to_owned(), Ty::Int));
        self.fixed.push("n".to_owned());
        if self.language == Language::Objects {
            self.variables.push(("o".to_owned(), Ty::A));
        }
        before
    }

    /// `int f(n, o)` or `void g(n, o)`: they call themselves with a smaller `n`.
    fn procedure(&mut self, name: &str, result: &str) -> String {
        let variables = self.with_parameters();
        let objects = self.language == Language::Objects;
        let parameters = if objects { "int n, A o" } else { "int n" };
        let mut text = format!("{result} {name}({parameters}) {{\n");
        let object = if objects { format!(", {}", self.value(Ty::A, 1)) } else { String::new() };
        let size = 1 + self.rng.below(2);
        let body = self.body(size, 1);
        if result == "int" {
            self.calls = false;
            let base = self.int(1);
            self.calls = true;
            let _ = write!(text, "  if (n <= 0 || n > 2) {{\n    return {base};\n  }}\n{body}");
            let _ = writeln!(text, "  return {name}(n - 1{object}) + {};", self.int(1));
        } else {
            let _ = write!(text, "  if (n < 0 || n > 2) {{\n    return;\n  }}\n{body}");
            let _ = writeln!(text, "  {name}(n - 1{object});");
        }
        text.push_str("}\n");
        self.variables = variables;
        text
    }

    fn body(&mut self, statements: usize, depth: usize) -> String {
        let variables = self.variables.clone();
        let mut text = String::new();
        for _ in 0..statements {
            text.push_str(&self.statement(depth));
        }
        self.variables = variables;
        text
    }

    fn fresh(&mut self, letter: char) -> String {
        self.count += 1;
        format!("{letter}{}", self.count)
    }

    fn statement(&mut self, depth: usize) -> String {
        let indent = "  ".repeat(depth);
        let simple = |text: String| format!("{indent}{text};\n");
        match self.rng.below(if depth > 2 { 13 } else { 19 }) {
            0..=5 => {
                let (target, ty) = self.target();
                simple(format!("{target} = {}", self.value(ty, 2)))
            }
            6 => {
                let ty = self.any_type();
                let value = self.value(ty, 2);
                // A local variable may hide a global one.
                let name = match ty {
                    Ty::Int if depth == 1 && self.language >= Language::Recursion => "z".to_owned(),
                    _ => self.fresh('l'),
                };
                let known = self.variables.iter().filter(|(n, _)| *n == name).count();
                let name = if known > 1 { self.fresh('l') } else { name };
                self.variables.push((name.clone(), ty));
                simple(format!("{} {name} = {value}", ty.name()))
            }
            7 => {
                let (name, ty) = (self.fresh('u'), self.any_type());
                self.variables.push((name.clone(), ty));
                simple(format!("{} {name} = *", ty.name()))
            }
            8 => simple(format!("assert {}", self.bool(2))),
            9 if self.rng.one_in(2) => simple(format!("assume {}", self.bool(1))),
            9..=11 => match self.creation() {
                Some((target, value)) => simple(format!("{target} = {value}")),
                None => {
                    let (target, ty) = self.target();
                    simple(format!("{target} = {}", self.value(ty, 2)))
                }
            },
            12 if self.language >= Language::Arrays => {
                let line = |(target, value)| format!("{indent}{target} = {value};\n");
                self.aliases().into_iter().map(line).collect()
            }
            13 | 14 if self.language >= Language::Recursion && self.calls => {
                let n = self.count_down();
                simple(match self.language {
                    Language::Objects => match self.rng.below(2) {
                        0 => format!("g({n}, {})", self.value(Ty::A, 1)),
                        _ => format!("{}.put({n}, {})", self.value(Ty::A, 1), self.value(Ty::A, 1)),
                    },
                    _ => format!("g({n})"),
                })
            }
            15 => {
                let counter = self.fresh('i');
                self.variables.push((counter.clone(), Ty::Int));
                self.fixed.push(counter.clone());
                let more = if self.rng.one_in(2) { self.bool(1) } else { "true".to_owned() };
                let rounds = 1 + self.rng.below(3);
                let body = self.body(1, depth + 1);
                format!(
                    "{indent}int {counter} = 0;\n{indent}while ({counter} < {rounds} && {more}) {{\n\
                     {body}{indent}  {counter} = {counter} + 1;\n{indent}}}\n"
                )
            }
            _ => {
                let condition = self.bool(2);
                let (yes, no) = (1 + self.rng.below(2), self.rng.below(2));
                let (then, otherwise) = (self.body(yes, depth + 1), self.body(no, depth + 1));
                format!(
                    "{indent}if ({condition}) {{\n{then}{indent}}} else {{\n{otherwise}{indent}}}\n"
                )
            }
        }
    }

    /// How often a procedure that is called may call others.
    fn count_down(&mut self) -> String {
        match self.variables.iter().any(|(name, _)| name == "n") {
            true => "n - 1".to_owned(),
            false => self.rng.below(4).to_string(),
        }
    }

    /// A variable, and a new object or array for it.
    fn creation(&mut self) -> Option<(String, String)> {
        let ty = match self.language {
            Language::Objects => *self.rng.pick(&[Ty::A, Ty::A, Ty::B, Ty::Ints, Ty::As]),
            Language::Arrays | Language::Recursion => Ty::Ints,
            Language::Basic => return None,
        };
        let target = self.place(ty)?;
        let value = match ty {
            Ty::A => "new A".to_owned(),
            Ty::B => format!("new B({})", self.value(Ty::A, 1)),
            ty => {
                let element = if ty == Ty::Ints { "int" } else { "A" };
                // A long array is no small program.
                match self.rng.below(6) {
                    0 => format!("new {element}[{} % 4]", self.int(1)),
                    n => format!("new {element}[{}]", n % 4),
                }
            }
        };
        Some((target, value))
    }

    /// Assignments to one or two places under two names, and a variable that gets what is in one of them then.
    fn aliases(&mut self) -> Vec<(String, String)> {
        let fields: Vec<_> = FIELDS.iter().filter(|(of, ..)| *of == Ty::A).collect();
        let (of, ty, [part, other_part]) =
            if self.language == Language::Objects && !self.rng.one_in(3) {
                let (of, name, ty) = **self.rng.pick(&fields);
                (of, ty, [format!(".{name}"), format!(".{name}")])
            } else {
                let indices = *self.rng.pick(&[["x", "x"], ["x", "y"]]);
                (Ty::Ints, Ty::Int, indices.map(|index| format!("[{index}]")))
            };
        let (one, other) = (self.reference(of, 1), self.reference(of, 1));
        let mut list = Vec::new();
        for place in [format!("{one}{part}"), format!("{other}{other_part}")] {
            let depth = self.rng.below(2);
            list.push((place, self.value(ty, depth)));
        }
        if self.rng.one_in(3) {
            list.push((format!("{one}{part}"), self.value(ty, 0)));
        }
        if let Some(target) = self.variable(ty, false) {
            let from = if self.rng.one_in(4) { other } else { one };
            list.push((target, format!("{from}{part}")));
        }
        list
    }

    /// `t := new T[n]` of a trace.
    fn new_array(&mut self, ty: Ty, target: &str) -> String {
        let element = if ty == Ty::Ints { "int" } else { "A" };
        format!("{target} := new {element}[{}]", self.rng.below(4))
    }

    fn any_type(&mut self) -> Ty {
        let all: &[Ty] = match self.language {
            Language::Basic => &[Ty::Int, Ty::Int, Ty::Bool],
            Language::Arrays | Language::Recursion => &[Ty::Int, Ty::Int, Ty::Bool, Ty::Ints],
            Language::Objects => &[Ty::Int, Ty::Int, Ty::Bool, Ty::Ints, Ty::A, Ty::A, Ty::B],
        };
        *self.rng.pick(all)
    }

    /// Something that can be assigned, and its type.
    fn target(&mut self) -> (String, Ty) {
        let ty = self.any_type();
        match self.place(ty) {
            Some(place) => (place, ty),
            None => ("x".to_owned(), Ty::Int),
        }
    }
}
