//! The start of a program: its arguments, its standard streams, its entry.

use crate::registry::by_name;
use crate::rust_panic;
use crate::world::World;
use effigy_base::sort::Sort;
use effigy_exec::call::Call;
use effigy_exec::environment::{Environment, Handler};
use effigy_exec::slot::Slot;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{Ending, Stop};
use effigy_ir::program::{FuncId, Program};
use std::collections::HashMap;
use std::sync::Arc;

/// Gives the name of the variable that a source line assigns, by file and line.
pub type Names = Arc<dyn Fn(&str, u32) -> Option<String> + Send + Sync>;

/// What the program is started with.
#[derive(Clone)]
pub struct PosixOptions {
    /// What the program sees as its own name.
    pub program_name: Vec<u8>,
    /// Concrete arguments, before the symbolic ones.
    pub args: Vec<Vec<u8>>,
    /// Symbolic arguments: argument i is a C string of at most that many bytes.
    pub sym_args: Vec<usize>,
    /// Concrete standard input; not used when there is a symbolic one.
    pub stdin: Vec<u8>,
    /// Symbolic standard input of exactly that many bytes, then end of file.
    pub sym_stdin: Option<usize>,
    /// Names for inputs that the program makes without naming them.
    pub names: Names,
}

impl Default for PosixOptions {
    fn default() -> Self {
        Self {
            program_name: b"program".to_vec(),
            args: Vec::new(),
            sym_args: Vec::new(),
            stdin: Vec::new(),
            sym_stdin: None,
            names: Arc::new(|_, _| None),
        }
    }
}

/// A POSIX system as far as programs under analysis need one.
pub struct Posix {
    options: Arc<PosixOptions>,
    models: HashMap<&'static str, Handler>,
}

impl Posix {
    /// A system with these options.
    pub fn new(options: PosixOptions) -> Self {
        Self { options: Arc::new(options), models: by_name() }
    }
}

/// The entry does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no function `{name}`")]
pub struct PosixError {
    /// The name that was asked for.
    pub name: String,
    /// Names of defined functions that are like it.
    pub similar: Vec<String>,
}

/// Finds the entry of a program: by linkage name, else by readable name.
///
/// # Errors
/// When there is no such function, or several.
pub fn prepare(program: Program, entry: &str) -> Result<(Program, FuncId), PosixError> {
    let defined = |id: &FuncId| program.functions[*id].defined;
    let exact = program.function_named(entry).filter(defined);
    let ends = |name: &str| name == entry || name.ends_with(&format!("::{entry}"));
    let by_display = || {
        let mut found = program.functions.iter().filter(|(_, f)| f.defined && ends(&f.display));
        found.next().filter(|_| found.next().is_none()).map(|(id, _)| id)
    };
    match exact.or_else(by_display) {
        Some(id) => Ok((program, id)),
        None => {
            let part = entry.to_lowercase();
            let like = |name: &str| name.to_lowercase().contains(&part);
            let similar = program.functions.iter().filter(|(_, f)| f.defined && like(&f.display));
            let similar = similar.take(5).map(|(_, f)| f.display.clone()).collect();
            Err(PosixError { name: entry.to_owned(), similar })
        }
    }
}

impl Environment for Posix {
    fn model(&self, name: &str, display: &str, _defined: bool) -> Option<Handler> {
        self.models.get(name).copied().or_else(|| rust_panic::model(display))
    }

    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop> {
        let options = self.options.clone();
        let errno = object(call, 4)?;
        call.write_bytes(errno, &[0; 4]);
        let stdin = match options.sym_stdin {
            Some(len) => call.input_bytes(InputKind::Stdin, "stdin", len as u64),
            None => options.stdin.iter().map(|b| Slot::word(u64::from(*b))).collect(),
        };
        let world = World { options: options.clone(), stdin, read: 0, errno, stderr: Vec::new() };
        call.world(|| world);
        let (argc, argv) = arguments(call, &options)?;
        let envp = null_terminated(call, &[])?;
        let params = call.entry_params();
        if call.entry_name() == "main" {
            let all = [Slot::word(argc), Slot::word(argv), Slot::word(envp)];
            return Ok(all.into_iter().take(params.len()).collect());
        }
        Ok(params.iter().enumerate().map(|(i, sort)| parameter(call, i, *sort)).collect())
    }
}

/// A symbolic value for a parameter of an entry other than `main`.
fn parameter(call: &mut Call<'_>, index: usize, sort: Sort) -> Slot {
    let width = sort.width().unwrap_or(8).next_multiple_of(8);
    let whole = call.input_number(InputKind::Object, &format!("arg{index}"), width);
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

/// Puts the arguments into memory: their number and the address of their table.
fn arguments(call: &mut Call<'_>, options: &PosixOptions) -> Result<(u64, u64), Stop> {
    let mut strings = Vec::new();
    for bytes in std::iter::once(&options.program_name).chain(&options.args) {
        let address = object(call, bytes.len() as u64 + 1)?;
        call.write_bytes(address, bytes);
        call.write_bytes(address + bytes.len() as u64, &[0]);
        strings.push(address);
    }
    for (index, len) in options.sym_args.iter().enumerate() {
        let address = object(call, *len as u64 + 1)?;
        let name = format!("arg{}", options.args.len() + index + 1);
        let bytes = call.input_bytes(InputKind::Argument(index), &name, *len as u64);
        for (at, byte) in (address..).zip(bytes) {
            call.write_byte(at, byte);
        }
        call.write_bytes(address + *len as u64, &[0]);
        strings.push(address);
    }
    let table = null_terminated(call, &strings)?;
    Ok((strings.len() as u64, table))
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
    call.allocate(size, 16).ok_or_else(full)
}

impl std::fmt::Debug for Posix {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Posix with {} models", self.models.len())
    }
}

