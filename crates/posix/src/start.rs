//! The start of a program: its arguments, its standard streams, its entry.

use crate::models::external;
use crate::models::process::arguments;
use crate::models::process::arguments::main_reads_them;
use crate::models::rust::{output, panic};
use crate::models::tools::harness::{TARGET, target};
use crate::models::tools::sanitizer::is_check;
use crate::prepare::START;
use crate::registry::{VARIABLES, by_name, replaces, touches};
use crate::shared::assumed::looks_at_arguments;
use crate::shared::descriptors::FILE_SIZE;
use crate::shared::files;
use crate::shared::memory::set_global;
use crate::state::files::Reader;
use crate::state::options::PosixOptions;
use crate::state::{SystemState, Variable};
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::{Environment, Handler, Touches};
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{Ending, Stop};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The name of the input that is the length of standard input.
pub const STDIN_LENGTH: &str = "length of stdin";

/// A POSIX system as far as programs under analysis need one.
pub struct Posix {
    options: Arc<PosixOptions>,
    models: HashMap<&'static str, Handler>,
    /// Whether `main` reads its parameters; known once a path began.
    reads_arguments: OnceLock<bool>,
}

impl Posix {
    /// A system with these options.
    pub fn new(options: PosixOptions) -> Self {
        Self { options: Arc::new(options), models: by_name(), reads_arguments: OnceLock::new() }
    }
}

impl Environment for Posix {
    fn model(&self, name: &str, display: &str, defined: bool) -> Option<Handler> {
        if !defined && name.starts_with(TARGET) {
            return Some(target);
        }
        let model = self.models.get(name).copied().filter(|_| !defined || replaces(name));
        let model = model.or_else(|| panic::model(display)).or_else(|| output::model(display));
        let model = model.or_else(|| arguments::model(display));
        let unknown = || external::model(name, self.options.external).filter(|_| !defined);
        model.or_else(unknown)
    }

    fn touches(&self, name: &str) -> Touches {
        touches(name)
    }

    fn is_check(&self, display: &str) -> bool {
        is_check(display)
    }

    fn variable(&self, name: &str) -> bool {
        VARIABLES.contains(&name)
    }

    fn is_own(&self, file: &str) -> bool {
        (self.options.is_own)(file)
    }

    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        let options = self.options.clone();
        let errno = object(call, 4)?;
        call.write_bytes(errno, &[0; 4]);
        let (stdin, stdin_len) = standard_input(call, &options)?;
        let files = files::given(call, &options.files)?;
        let streams = standard_streams(call)?;
        let readers = vec![Reader { reads: true, ..Reader::default() }];
        let variables = variables(call, &options)?;
        let addresses: Vec<u64> = variables.iter().map(|variable| variable.address).collect();
        let state = SystemState {
            options: options.clone(),
            stdin,
            stdin_len,
            readers,
            files,
            streams,
            variables,
            errno,
            random: 1,
            ..SystemState::default()
        };
        call.extension(|| state);
        let (argc, argv, name) = arguments(call, &options)?;
        let envp = null_terminated(call, &addresses)?;
        externals(call, envp, name)?;
        let params = call.entry_params();
        if matches!(call.entry_name().as_str(), "main" | START) {
            let all = [Slot::word(argc), Slot::word(argv), Slot::word(envp)];
            if *self.reads_arguments.get_or_init(|| main_reads_them(call.program())) {
                looks_at_arguments(call)?;
            }
            return Ok(all.into_iter().take(params.len()).collect());
        }
        Ok(params.iter().enumerate().map(|(i, sort)| parameter(call, i, *sort)).collect())
    }
}

/// What standard input holds, and how much of it there is where that is an input too.
fn standard_input(
    call: &mut Call<'_>,
    options: &PosixOptions,
) -> Result<(Vec<Slot>, Option<Slot>), Stop> {
    let Some(most) = options.sym_stdin else {
        let bytes = options.stdin.iter().map(|b| Slot::word(u64::from(*b)));
        return Ok((bytes.collect(), None));
    };
    if let Some(len) = call.given_len(InputKind::Stdin) {
        return Ok((call.input_bytes(InputKind::Stdin, "stdin", len as u64)?, None));
    }
    let bytes = call.input_bytes(InputKind::Stdin, "stdin", most as u64)?;
    let Some(least) = options.stdin_from.filter(|least| *least < most) else {
        return Ok((bytes, None));
    };
    let len = call.input_number(InputKind::Object, STDIN_LENGTH, 32);
    let term = call.term(len, Sort::BitVec(32));
    let (low, high) = (call.store().bits(32, least as u128), call.store().bits(32, most as u128));
    let above = call.store().ule(low, term);
    let below = call.store().ule(term, high);
    let inside = call.store().and(above, below);
    call.assume(inside)?;
    Ok((bytes, Some(len)))
}

/// Puts the variables of the environment into memory.
fn variables(call: &mut Call<'_>, options: &PosixOptions) -> Result<Vec<Variable>, Stop> {
    let mut variables = Vec::new();
    for (name, value) in &options.variables {
        let text = format!("{name}={value}\0");
        let address = object(call, text.len() as u64)?;
        call.write_bytes(address, text.as_bytes());
        variables.push(Variable { name: name.clone(), address });
    }
    Ok(variables)
}

/// The `FILE` objects of standard input, output and error; sets the globals that point to them.
fn standard_streams(call: &mut Call<'_>) -> Result<[u64; 3], Stop> {
    let mut files = [0; 3];
    for (file, name) in files.iter_mut().zip(["stdin", "stdout", "stderr"]) {
        *file = object(call, FILE_SIZE)?;
        call.clear(*file, FILE_SIZE);
        set_global(call, name, &file.to_le_bytes())?;
    }
    Ok(files)
}

/// Gives libc's variables their first values.
fn externals(call: &mut Call<'_>, envp: u64, name: u64) -> Result<(), Stop> {
    for global in ["environ", "__environ", "_environ"] {
        set_global(call, global, &envp.to_le_bytes())?;
    }
    for global in ["program_invocation_name", "program_invocation_short_name", "__progname"] {
        set_global(call, global, &name.to_le_bytes())?;
    }
    for global in ["optind", "opterr"] {
        set_global(call, global, &1u32.to_le_bytes())?;
    }
    Ok(())
}

/// A symbolic value for a parameter of an entry other than `main`: an input of the parameter's name, or of its number where the
/// source has none or the run is given one so.
fn parameter(call: &mut Call<'_>, index: usize, sort: Sort) -> Slot {
    let width = sort.width().unwrap_or(8).next_multiple_of(8);
    let numbered = format!("arg{index}");
    let named = call.entry_parameter(index).filter(|_| !call.is_given(&numbered));
    let whole = call.input_number(InputKind::Object, &named.unwrap_or(numbered), width);
    let term = call.term(whole, Sort::BitVec(width));
    let value = match sort {
        Sort::Bool => {
            let low = call.store().extract(0, 0, term);
            let one = call.store().bits(1, 1);
            call.store().eq(low, one)
        }
        Sort::BitVec(w) if w < width => call.store().extract(w - 1, 0, term),
        _ => term,
    };
    call.slot(value)
}

/// Puts the arguments into memory: their number, the address of their table and that of the program's name.
fn arguments(call: &mut Call<'_>, options: &PosixOptions) -> Result<(u64, u64, u64), Stop> {
    let mut strings = Vec::new();
    for bytes in std::iter::once(&options.program_name).chain(&options.args) {
        let address = object(call, bytes.len() as u64 + 1)?;
        call.write_bytes(address, bytes);
        call.write_bytes(address + bytes.len() as u64, &[0]);
        strings.push(address);
    }
    for (index, len) in options.sym_args.iter().enumerate() {
        let len = call.given_len(InputKind::Argument(index)).unwrap_or(*len) as u64;
        let address = object(call, len + 1)?;
        let name = format!("arg{}", options.args.len() + index + 1);
        let bytes = call.input_bytes(InputKind::Argument(index), &name, len)?;
        for (at, byte) in (address..).zip(bytes) {
            call.write_byte(at, byte);
        }
        call.write_bytes(address + len, &[0]);
        strings.push(address);
    }
    let table = null_terminated(call, &strings)?;
    let name = strings.first().copied().unwrap_or(0);
    Ok((strings.len() as u64, table, name))
}

fn null_terminated(call: &mut Call<'_>, addresses: &[u64]) -> Result<u64, Stop> {
    let table = object(call, 8 * (addresses.len() as u64 + 1))?;
    for (at, address) in (table..).step_by(8).zip(addresses.iter().chain(&[0])) {
        call.write_bytes(at, &address.to_le_bytes());
    }
    Ok(table)
}

fn object(call: &mut Call<'_>, size: u64) -> Result<u64, Stop> {
    let full = || Stop::End(Ending::Internal("no room for the arguments".into()));
    let address = call.allocate(size, 16).ok_or_else(full)?;
    call.keep(address);
    Ok(address)
}

impl std::fmt::Debug for Posix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Posix with {} models", self.models.len())
    }
}
