//! Lines of the program that a run is directed to (`--target`).
//!
//! Where the code of such a line begins, the program gets a call of a function that the environment knows: it notes that the path
//! came there, as a goal of the path, and the search goes by the distance to these calls. The calls change nothing else.

use effigy_base::source::FileId;
use effigy_compile::UserFiles;
use effigy_exec::coverage::fails_check;
use effigy_ir::function::{Block, BlockId, Callee, Function, Inst, InstKind, Loc, LocId};
use effigy_ir::program::{FuncId, FunctionDecl, Program};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::Target;
use effigy_posix::{TARGET, is_check};
use std::collections::{BTreeMap, BTreeSet};

/// Lines or files that an error lists.
const LISTED: usize = 6;

/// Marks the places of the targets in a program; gives the functions that are called there, one a target.
///
/// # Errors
/// [`SessionError::NoTarget`] when a target is none: its file or its line has no code.
pub fn mark(
    program: &mut Program,
    targets: &[Target],
    files: &UserFiles,
) -> Result<Vec<FuncId>, SessionError> {
    if targets.is_empty() {
        return Ok(Vec::new());
    }
    let defined = program.functions.iter().filter(|(_, function)| function.defined);
    let functions: Vec<FuncId> = defined.map(|(id, _)| id).collect();
    let mut markers = Vec::with_capacity(targets.len());
    for (number, target) in targets.iter().enumerate() {
        let named = files_named(program, &target.file, files);
        let marker = program.declare(FunctionDecl {
            name: format!("{TARGET}{number}"),
            display: target.to_string(),
            params: Vec::new(),
            results: Vec::new(),
            variadic: false,
            defined: false,
        });
        let mut found = false;
        for function in &functions {
            // What cannot be read ends the paths that come to it.
            let Ok(body) = program.body(*function) else { continue };
            let is_it = |loc: &Loc| loc.line == target.line && named.contains(&loc.file);
            if !body.locs.iter().any(|(_, loc)| is_it(loc)) {
                continue;
            }
            let mut body = Function::clone(&body);
            let fails = |block| fails_check(program, &is_check, &body, block);
            let checks = body.blocks.ids().filter(|block| fails(*block)).collect();
            if mark_body(&mut body, marker, &checks, &is_it) {
                found = true;
                program.replace(*function, body);
            }
        }
        if !found {
            return Err(no_target(program, target, &named, &functions, files));
        }
        markers.push(marker);
    }
    Ok(markers)
}

/// The files that a name can mean: their path as it is shown, or its end.
pub fn files_named(program: &Program, name: &str, files: &UserFiles) -> BTreeSet<FileId> {
    let given = name.trim_start_matches("./");
    let end = format!("/{given}");
    let is_it = |path: &str| path == name || path.ends_with(&end) || files.display(path) == given;
    program.files.iter().filter(|(_, path)| is_it(path)).map(|(id, _)| id).collect()
}

/// Puts a call of `marker` in front of the first instruction of each block that comes from the target; whether there is
/// one. Blocks where `checks` of the compiler fail stay as they are: what is checked stands on the same line.
fn mark_body(
    body: &mut Function,
    marker: FuncId,
    checks: &BTreeSet<BlockId>,
    is_it: &dyn Fn(&Loc) -> bool,
) -> bool {
    let Function { blocks, locs, .. } = body;
    let known = locs.clone();
    // The part of a place that is the target, of calls that were inlined.
    let from = |loc: Option<LocId>| {
        let mut chain = std::iter::successors(loc, |id| known.get(*id)?.inlined_at);
        chain.find_map(|id| known.get(id).filter(|loc| is_it(loc)))
    };
    let mut marked = false;
    let mut mark = |mut block: Block| {
        let inside = block.insts.iter().enumerate();
        let first = inside.filter_map(|(at, inst)| Some((at, from(inst.loc)?))).next();
        let end = || Some((block.insts.len(), from(block.terminator_loc)?));
        let Some((mut at, loc)) = first.or_else(end) else { return block };
        // What is said of the arguments of a call stands right before it.
        let speaks =
            |inst: &Inst| matches!(inst.kind, InstKind::Floats { .. } | InstKind::Catches { .. });
        if at > 0 && block.insts.get(at - 1).is_some_and(speaks) {
            at -= 1;
        }
        let loc = locs.push(Loc { column: 0, inlined_at: None, ..loc.clone() });
        let kind = InstKind::Call {
            results: Vec::new(),
            callee: Callee::Function(marker),
            args: Vec::new(),
            arg_sorts: Vec::new(),
        };
        block.insts.insert(at, Inst { kind, loc: Some(loc) });
        marked = true;
        block
    };
    let old = std::mem::take(blocks);
    let marked_unless = |(id, block): (BlockId, &Block)| match checks.contains(&id) {
        true => block.clone(),
        false => mark(block.clone()),
    };
    *blocks = old.iter().map(marked_unless).collect();
    marked
}

/// Says which lines near to a target, or which files, have code.
fn no_target(
    program: &Program,
    target: &Target,
    named: &BTreeSet<FileId>,
    functions: &[FuncId],
    files: &UserFiles,
) -> SessionError {
    let mut lines: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for function in functions {
        let Ok(body) = program.body(*function) else { continue };
        for (_, loc) in body.locs.iter().filter(|(_, loc)| loc.line > 0) {
            let path = program.files.path(loc.file);
            if named.contains(&loc.file) || named.is_empty() && files.contains(path) {
                lines.entry(files.display(path)).or_default().insert(loc.line);
            }
        }
    }
    let near = match named.is_empty() {
        true => lines.into_keys().take(LISTED).collect(),
        false => {
            let mut all: Vec<u32> = lines.into_values().flatten().collect();
            all.sort_unstable_by_key(|line| (line.abs_diff(target.line), *line));
            all.dedup();
            all.truncate(LISTED);
            all.sort_unstable();
            all.iter().map(u32::to_string).collect()
        }
    };
    SessionError::NoTarget { target: target.to_string(), is_file: !named.is_empty(), near }
}
