//! What a program compares its input with: constants in the user's own code.

use effigy_base::op::Op;
use effigy_ir::function::{Callee, Function, InstKind, LocId, Operand, Terminator};
use effigy_ir::program::{FuncId, GlobalId, Program, Symbol};
use std::collections::{BTreeSet, HashSet, VecDeque};
use std::time::{Duration, Instant};

/// Functions that are looked at.
const FUNCTIONS: usize = 600;

/// How long it may take.
const PATIENCE: Duration = Duration::from_millis(300);

/// Longest text.
const LONGEST: usize = 32;

/// Largest global that is looked at for words, the largest table of texts, and the shortest word of a longer text.
const TEXT: u64 = 512;
const TABLE: u64 = 1 << 16;
const WORD: usize = 4;

/// Most globals of tables that are looked at.
const GLOBALS: usize = 2_000;

/// Least number of two digits, and least one that is no size when it is wide.
const TWO_DIGITS: u128 = 10;
const NO_SIZE: u128 = 256;

/// What a program compares with.
#[derive(Debug, Default)]
pub(super) struct Constants {
    /// Bytes and texts.
    pub(super) texts: BTreeSet<Vec<u8>>,
    /// Numbers, which its input may hold in digits.
    pub(super) numbers: BTreeSet<u64>,
    /// Texts in tables, and words of longer texts.
    pub(super) words: BTreeSet<Vec<u8>>,
}

/// What the code of a function names.
#[derive(Debug, Default)]
struct Named {
    functions: Vec<FuncId>,
    /// Constant ones, in the user's code.
    globals: Vec<GlobalId>,
}

/// The constants of the functions that can be called from those with code of the user's. `is_users` says of a file whether
/// it is.
pub(super) fn of(program: &Program, is_users: &dyn Fn(&str) -> bool) -> Constants {
    let started = Instant::now();
    let mut constants = Constants::default();
    let mut seen: HashSet<FuncId> = HashSet::new();
    let mut globals = BTreeSet::new();
    let starts = program.functions.iter().filter(|(_, f)| f.defined && f.name == "main");
    let mut pending: VecDeque<FuncId> = starts.map(|(id, _)| id).collect();
    while let Some(function) = pending.pop_front() {
        if seen.len() >= FUNCTIONS || started.elapsed() > PATIENCE {
            break;
        }
        if !seen.insert(function) || !program.functions[function].defined {
            continue;
        }
        let Ok(body) = program.body(function) else { continue };
        let named = add(program, &body, is_users, &mut constants);
        // What the user's code calls comes first.
        pending.extend(named.functions);
        globals.extend(named.globals);
    }
    tables(program, globals, &mut constants);
    constants
}

/// Adds what constant globals hold, and those whose addresses they hold.
fn tables(program: &Program, mut seen: BTreeSet<GlobalId>, constants: &mut Constants) {
    let mut pending: VecDeque<GlobalId> = seen.iter().copied().collect();
    while let Some(global) = pending.pop_front() {
        let decl = &program.globals[global];
        if decl.size > TABLE {
            continue;
        }
        let Ok(contents) = program.initializer(global) else { continue };
        for relocation in &contents.relocations {
            if let Symbol::Global(target) = relocation.target
                && program.globals[target].constant
                && seen.len() < GLOBALS
                && seen.insert(target)
            {
                pending.push_back(target);
            }
        }
        if !contents.relocations.is_empty() {
            continue;
        }
        // Texts end at a zero; bytes that are no text are between them. Long ones are what the program says.
        let texts = contents.bytes.split(|b| !is_text(*b));
        for text in texts.filter(|text| (2..=LONGEST).contains(&text.len())) {
            constants.words.insert(text.to_vec());
            let parts = text.split(|b| !b.is_ascii_alphanumeric());
            constants.words.extend(parts.filter(|word| word.len() >= WORD).map(<[u8]>::to_vec));
        }
    }
}

/// The words of a program's texts.
pub(super) fn words(program: &Program) -> HashSet<Vec<u8>> {
    let started = Instant::now();
    let mut words = HashSet::new();
    let texts = program.globals.iter().filter(|(_, g)| g.defined && g.constant && g.size <= TEXT);
    for (id, _) in texts {
        if started.elapsed() > PATIENCE {
            break;
        }
        let Ok(contents) = program.initializer(id) else { continue };
        let parts = contents.bytes.split(|b| !b.is_ascii_alphabetic());
        words.extend(parts.filter(|word| word.len() >= WORD).map(<[u8]>::to_vec));
    }
    words
}

/// Adds the constants of a function's instructions that come from the user's files; gives what it names.
fn add(
    program: &Program,
    body: &Function,
    is_users: &dyn Fn(&str) -> bool,
    constants: &mut Constants,
) -> Named {
    let mut named = Named::default();
    for block in body.blocks.as_slice() {
        for inst in &block.insts {
            let users = from_users(program, body, inst.loc, is_users);
            if let InstKind::Call { callee: Callee::Function(callee), .. } = &inst.kind {
                named.functions.push(*callee);
            }
            for operand in inst.kind.operands() {
                match operand {
                    Operand::Function(function) => named.functions.push(*function),
                    Operand::Bits { width, value } if users => {
                        number(*width, meant(&inst.kind, *width, *value), constants);
                    }
                    Operand::Global(global, 0) if users => {
                        let decl = &program.globals[*global];
                        if decl.constant {
                            named.globals.push(*global);
                        }
                        if decl.constant
                            && decl.size as usize <= LONGEST
                            && let Ok(contents) = program.initializer(*global)
                            && contents.relocations.is_empty()
                            && contents.bytes.iter().all(|b| is_text(*b))
                        {
                            constants.texts.insert(contents.bytes.clone());
                        }
                    }
                    _ => {}
                }
            }
        }
        let users = from_users(program, body, block.terminator_loc, is_users);
        if let (Terminator::Switch { width, cases, .. }, true) = (&block.terminator, users) {
            cases.iter().for_each(|(value, _)| number(*width, *value, constants));
        }
    }
    named
}

/// Whether a place, or a call that was inlined there, is in a file of the user's.
fn from_users(
    program: &Program,
    body: &Function,
    mut loc: Option<LocId>,
    is_users: &dyn Fn(&str) -> bool,
) -> bool {
    while let Some(entry) = loc.and_then(|id| body.locs.get(id)) {
        if is_users(program.files.path(entry.file)) {
            return true;
        }
        loc = entry.inlined_at;
    }
    false
}

fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte.is_ascii_whitespace() || byte >= 0x80
}

/// What an instruction compares with: a range of characters begins at what is taken off before.
fn meant(kind: &InstKind, width: u32, value: u128) -> u128 {
    match kind {
        InstKind::Op { op: Op::BvAdd, .. } if width < 128 => (1 << width) - value,
        _ => value,
    }
}

/// A number as itself, and as the byte, the character or the word that it may stand for.
fn number(width: u32, value: u128, constants: &mut Constants) {
    if !(8..=64).contains(&width) || value == 0 {
        return;
    }
    // Wide small numbers are sizes, and those that are larger stand for negative ones.
    let least = if width <= 32 { TWO_DIGITS } else { NO_SIZE };
    if (least..1 << (width - 1)).contains(&value)
        && let Ok(value) = u64::try_from(value)
    {
        constants.numbers.insert(value);
    }
    if let Ok(byte) = u8::try_from(value) {
        if width <= 32 && (byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
            constants.texts.insert(vec![byte]);
        }
        return;
    }
    let bytes = (width / 8) as usize;
    let word = value.to_le_bytes();
    let word = word.get(..bytes).unwrap_or_default();
    let used = word.iter().rposition(|b| *b != 0).map_or(0, |last| last + 1);
    // Words that compare several bytes of a text at once.
    if used >= 2 && word.iter().take(used).all(|b| b.is_ascii_graphic() || *b == b' ') {
        constants.texts.insert(word.get(..used).unwrap_or_default().to_vec());
    }
}
