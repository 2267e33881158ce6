//! What is put around a program before it runs: the library, and the function that starts it.

use crate::library::{CAUSES, library};
use effigy_base::sort::Sort;
use effigy_ir::link::link;
use effigy_ir::program::{FuncId, FunctionDecl, Program};
use effigy_ir::text::parse;

/// The entry does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no function `{name}`")]
pub struct PosixError {
    /// The name that was asked for.
    pub name: String,
    /// Names of defined functions that are like it.
    pub similar: Vec<String>,
}

/// Makes a program ready to run from an entry, which is found by linkage name, else by readable name.
///
/// A program that calls back from the library gets it linked. One with constructors or with functions that run at the
/// exit is started by a function that notes its destructors and calls the constructors, the entry, and `exit`.
///
/// # Errors
/// When there is no such function, or several.
pub fn prepare(program: Program, entry: &str) -> Result<(Program, FuncId), PosixError> {
    let id = find(&program, entry)?;
    let external =
        |name: &str| program.function_named(name).is_some_and(|f| !program.functions[f].defined);
    let needed = CAUSES.iter().copied().any(external);
    let registers =
        ["atexit", "__cxa_atexit", "on_exit", "__cxa_thread_atexit_impl"].into_iter().any(external);
    let lists = [&program.constructors, &program.destructors];
    let starts = registers || lists.iter().any(|list| !list.is_empty());
    if !needed && !starts {
        return Ok((program, id));
    }
    let start = if starts { start_function(&program, id) } else { String::new() };
    let text = format!("{}\n{start}", library());
    let broken = |_| PosixError { name: entry.to_owned(), similar: Vec::new() };
    let linked = link(program, parse(&text, "library").map_err(broken)?);
    let entry =
        [START, START_ELSEWHERE].iter().find_map(|name| linked.function_named(name)).unwrap_or(id);
    Ok((linked, entry))
}

/// The function that starts `main`, and the one that starts another entry.
pub(crate) const START: &str = "effigy.start";

const START_ELSEWHERE: &str = "effigy.start_elsewhere";

/// The text of a function that notes the destructors and calls the constructors, the entry and `exit`.
fn start_function(program: &Program, entry: FuncId) -> String {
    let decl = &program.functions[entry];
    let sorts = |sorts: &[Sort]| sorts.iter().map(Sort::to_string).collect::<Vec<_>>().join(", ");
    let (params, results) = (sorts(&decl.params), sorts(&decl.results));
    let mut text = format!("declare @{:?}({params}) -> ({results})\n", decl.name);
    let is_main = decl.name == "main";
    let of_start = params_of_start(program, decl, is_main);
    let mut next = of_start.len();
    let mut calls = String::new();
    for destructor in &program.destructors {
        let name = &program.functions[*destructor].name;
        text += &format!("declare @{name:?}() -> ()\n");
        calls += &format!("  %{next}: bv32 := call @atexit(@{name:?})\n");
        next += 1;
    }
    for constructor in &program.constructors {
        let own = &program.functions[*constructor];
        let (name, results) = (&own.name, own.results.len());
        text +=
            &format!("declare @{name:?}({}) -> ({})\n", sorts(&own.params), sorts(&own.results));
        let given = given(&own.params, if is_main { &of_start } else { &[] });
        let taken =
            (next..next + results).zip(&own.results).map(|(r, sort)| format!("%{r}: {sort}"));
        let taken = taken.collect::<Vec<_>>().join(", ");
        let taken = if taken.is_empty() { taken } else { taken + " := " };
        calls += &format!("  {taken}call @{name:?}({given})\n");
        next += results;
    }
    let named: Vec<String> =
        of_start.iter().enumerate().map(|(i, s)| format!("%{i}: {s}")).collect();
    let args: Vec<String> = (0..decl.params.len()).map(|i| format!("%{i}")).collect();
    let (named, args) = (named.join(", "), args.join(", "));
    let start = if is_main { START } else { START_ELSEWHERE };
    text += "declare @atexit(bv64) -> (bv32)\n";
    text += &format!("define @{start}({named}) -> () {{\nb0:\n{calls}");
    text += &match decl.results.as_slice() {
        [Sort::BitVec(32)] => {
            format!("  %{next}: bv32 := call @{:?}({args})\n  call @exit(%{next})\n", decl.name)
        }
        [] => format!("  call @{:?}({args})\n  call @exit(0:bv32)\n", decl.name),
        results => {
            let regs = results.iter().enumerate().map(|(i, s)| format!("%{}: {s}", next + i));
            let regs = regs.collect::<Vec<_>>().join(", ");
            format!("  {regs} := call @{:?}({args})\n  call @exit(0:bv32)\n", decl.name)
        }
    };
    text + "  return\n}\n"
}

/// What the start takes: the arguments of the entry, and, of `main`, as many of the system's three as a constructor takes.
fn params_of_start(program: &Program, entry: &FunctionDecl, is_main: bool) -> Vec<Sort> {
    let mut params = entry.params.clone();
    if is_main {
        let taken = program.constructors.iter().map(|f| program.functions[*f].params.len()).max();
        let system = [Sort::BitVec(32), Sort::BitVec(64), Sort::BitVec(64)];
        params.extend(system.into_iter().take(taken.unwrap_or(0)).skip(entry.params.len()));
    }
    params
}

/// The arguments of a constructor: as glibc gives it them, those of `main`; zeros where there are none.
fn given(params: &[Sort], of_main: &[Sort]) -> String {
    let argument = |(i, sort): (usize, &Sort)| match of_main.get(i) {
        Some(given) if given == sort => format!("%{i}"),
        _ => format!("0:{sort}"),
    };
    params.iter().enumerate().map(argument).collect::<Vec<_>>().join(", ")
}

fn find(program: &Program, entry: &str) -> Result<FuncId, PosixError> {
    let defined = |id: &FuncId| program.functions[*id].defined;
    let exact = program.function_named(entry).filter(defined);
    let ends = |name: &str| name == entry || name.ends_with(&format!("::{entry}"));
    let by_display = || {
        let mut found = program.functions.iter().filter(|(_, f)| f.defined && ends(&f.display));
        found.next().filter(|_| found.next().is_none()).map(|(id, _)| id)
    };
    exact.or_else(by_display).ok_or_else(|| {
        let part = entry.to_lowercase();
        let like = |name: &str| name.to_lowercase().contains(&part);
        let similar = program.functions.iter().filter(|(_, f)| f.defined && like(&f.display));
        let similar = similar.take(5).map(|(_, f)| f.display.clone()).collect();
        PosixError { name: entry.to_owned(), similar }
    })
}
