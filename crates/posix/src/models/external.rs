//! Functions that the program declares, and that nobody defines or models: names that say of themselves that they give inputs,
//! and what a call of any other one does.

use super::tools::checkers::{congruent, is_congruent};
use crate::shared::site::{function_name, named, place};
use crate::shared::value::{Answer, nothing, slot};
use crate::state::options::{External, ResultFacts};
use crate::state::state;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::{Flow, Handler};
use effigy_exec::slot::{Slot, Term, TermStore};
use effigy_exec::state::InputKind;
use effigy_exec::stop::Stop;

/// How far a pointer that a function gives lies from both ends of what it leads to.
const MIDDLE: u64 = 32 << 20;

/// Names of functions that give an input: those of the competitions and of the tools that go by them.
const INPUTS: &[&str] = &["nd", "nondet", "__VERIFIER_nondet", "__SMACK_nondet"];

/// What such names begin with.
const INPUTS_OF: &[&str] = &["nd_", "nondet_", "__VERIFIER_nondet_", "__SMACK_nondet_"];

/// What names begin with that mean something to a tool or to the system of threads, and are no function of which nothing is known.
const MEANT: &[&str] =
    &["__", "klee_", "sea_", "effigy", "llvm.", "pthread_", "sem_", "mtx_", "cnd_", "thrd_"];

/// Functions of ISO C (C17, annex B) that have no model, without the last letter of those for `float` and `long double`: they mean something, too.
const STANDARD: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "cos",
    "sin",
    "tan",
    "acosh",
    "asinh",
    "atanh",
    "cosh",
    "sinh",
    "tanh",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log10",
    "log1p",
    "log2",
    "cbrt",
    "hypot",
    "pow",
    "erf",
    "erfc",
    "lgamma",
    "tgamma",
    "remquo",
    "nan",
    "cacos",
    "casin",
    "catan",
    "ccos",
    "csin",
    "ctan",
    "cacosh",
    "casinh",
    "catanh",
    "ccosh",
    "csinh",
    "ctanh",
    "cexp",
    "clog",
    "cabs",
    "cpow",
    "csqrt",
    "carg",
    "cimag",
    "conj",
    "cproj",
    "creal",
    "timespec_get",
    "freopen",
    "tmpnam",
    "fgetpos",
    "fsetpos",
    "system",
    "fwscanf",
    "swscanf",
    "vfwscanf",
    "vswscanf",
    "vwscanf",
    "wscanf",
    "fgetwc",
    "fgetws",
    "fputwc",
    "fputws",
    "fwide",
    "getwc",
    "getwchar",
    "putwc",
    "putwchar",
    "ungetwc",
    "wcsncat",
    "wcscoll",
    "wcsxfrm",
    "wmemcmp",
    "wcscspn",
    "wcspbrk",
    "wcsspn",
    "wcsstr",
    "wcstok",
    "wmemchr",
    "wcsftime",
    "wctype",
    "wctrans",
    "iswctype",
    "towctrans",
    "feclearexcept",
    "feraiseexcept",
    "fetestexcept",
    "fegetenv",
    "fesetenv",
    "feholdexcept",
    "feupdateenv",
];

fn is_standard(name: &str) -> bool {
    let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
    STANDARD.contains(&name) || STANDARD.contains(&base)
}

/// Whether `any` and `concrete` say what a function of this name does when the program only declares it.
pub fn may_be_made_up(name: &str) -> bool {
    !MEANT.iter().any(|start| name.starts_with(start)) && !is_standard(name)
}

/// Whether a function of this name that the program only declares gives any value of its type.
pub fn gives_input(name: &str) -> bool {
    INPUTS.contains(&name) || INPUTS_OF.iter().any(|start| name.starts_with(start))
}

/// What stands in for a function without definition and model.
pub(crate) fn model(name: &str, policy: External) -> Option<Handler> {
    match policy {
        _ if gives_input(name) => Some(input),
        _ if is_congruent(name) => Some(congruent),
        _ if !may_be_made_up(name) => None,
        External::Error => None,
        External::Any => Some(any),
        External::Concrete => Some(zero),
    }
}

/// An input, named by the source line, else by the function.
fn input(call: &mut Call<'_>) -> Answer {
    let function = function_name(call);
    let tool = ["__VERIFIER_", "__SMACK_"].iter().find_map(|tool| function.strip_prefix(tool));
    let (file, line) = place(call);
    let name = named(call, &file, line, tool.unwrap_or(&function))?;
    results(call, &name, function.ends_with("ool"))
}

/// Any value, named by the function. A pointer leads nowhere: it is null, or the address of something that nobody knows.
fn any(call: &mut Call<'_>) -> Answer {
    goes_on(call)?;
    let name = function_name(call);
    let pointer = pointer(call, &name);
    let flow = match pointer {
        Some(at) if call.chance(&name)? => slot(Slot::word(at)),
        Some(_) => slot(Slot::word(0)),
        None => results(call, &name, false),
    }?;
    call.note_external(true)?;
    Ok(flow)
}

/// Zero.
fn zero(call: &mut Call<'_>) -> Answer {
    goes_on(call)?;
    if let Some(len) = facts(call)?.object {
        let address = call.address(call.arg(0), len, true)?;
        call.clear(address, len);
    }
    call.note_external(false)?;
    let count = sorts(call).len();
    Ok(Flow::Return(vec![Slot::default(); count]))
}

/// A function that cannot return gives nothing.
fn goes_on(call: &Call<'_>) -> Result<(), Stop> {
    if call.returns() {
        return Ok(());
    }
    Err(call.unsupported(format!(
        "the external function {}, which does not return",
        function_name(call)
    )))
}

fn sorts(call: &Call<'_>) -> Vec<Sort> {
    call.function().map(|f| call.program().functions[f].results.clone()).unwrap_or_default()
}

fn facts(call: &Call<'_>) -> Result<ResultFacts, Stop> {
    Ok(state(call)?.options.results.get(&function_name(call)).copied().unwrap_or_default())
}

/// Where the pointer that a function gives leads to.
fn pointer(call: &Call<'_>, function: &str) -> Option<u64> {
    Some(call.global_address(&nowhere(function))? + MIDDLE)
}

/// The variables that the pointers lead to which functions give that nobody knows, in the IR's text form.
pub fn nowhere_of(functions: &[&str]) -> String {
    let line = |function: &&str| {
        format!("external global ${:?} size {} align 16\n", nowhere(function), 2 * MIDDLE)
    };
    functions.iter().map(line).collect()
}

/// The variable that stands for what the pointer leads to that a function gives: declared and not defined, so that a path ends by
/// that name when it looks there.
fn nowhere(function: &str) -> String {
    format!("behind the pointer of {function}")
}

/// New inputs for all that a call gives: one for each scalar, or the bytes of an object. A truth value is 0 or 1 whatever its type.
fn results(call: &mut Call<'_>, name: &str, truth: bool) -> Answer {
    let facts = facts(call)?;
    if let Some(len) = facts.object {
        let address = call.address(call.arg(0), len, true)?;
        let bytes = call.input_bytes(InputKind::Object, name, len)?;
        crate::shared::value::write(call, address, &bytes);
        return nothing();
    }
    let sorts = sorts(call);
    let width = |sort: &Sort| sort.width().unwrap_or(1);
    let numbered = |number: usize| match number {
        0 => name.to_owned(),
        _ => format!("{name}.{number}"),
    };
    let wanted = sorts.iter().enumerate();
    let wanted: Vec<(String, u32)> =
        wanted.map(|(number, sort)| (numbered(number), width(sort).next_multiple_of(8))).collect();
    let given = call.input_numbers(&wanted, |store, terms| {
        let mut conditions = Vec::new();
        for (sort, term) in sorts.iter().zip(terms) {
            let (width, whole) = (width(sort), store.width(*term));
            // The bits beyond a scalar's width are zero.
            let bits = if truth { 1 } else { width };
            if bits < whole {
                let limit = store.bits(whole, 1 << bits);
                conditions.push(store.ult(*term, limit));
            }
            if facts.x87 && width == 80 {
                conditions.push(is_number_of_x87(store, *term));
            }
        }
        conditions
    })?;
    let mut values = Vec::new();
    for ((sort, slot), (_, whole)) in sorts.iter().zip(given).zip(&wanted) {
        let term = call.term(slot, Sort::BitVec(*whole));
        let value = match sort {
            Sort::Bool => call.store().nonzero(term),
            sort => call.store().extract(width(sort) - 1, 0, term),
        };
        values.push(call.slot(value));
    }
    Ok(Flow::Return(values))
}

/// Whether the integer bit is set just where the exponent is not zero: other patterns are none that arithmetic makes.
fn is_number_of_x87(store: &mut TermStore, value: Term) -> Term {
    let (integer, exponent) = (store.extract(63, 63, value), store.extract(78, 64, value));
    let (integer, exponent) = (store.nonzero(integer), store.nonzero(exponent));
    store.eq(integer, exponent)
}
