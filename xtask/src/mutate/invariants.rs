//! Whether the tests that an invariant names notice that it is broken: `cargo xtask mutate --invariants [TEXT]`.
//!
//! The faults of the table are put into a copy of the workspace. Only the tests that an invariant's paragraph names run
//! with a fault of it, and one fault is switched on at a time. A fault that all these tests pass with survives: the tests
//! are too weak, or the paragraph claims too much.

mod named;
mod pages;
mod programs;
mod switch;
mod table;

use super::copy::{copy_changed, read, write};
use named::Named;
use pages::Paragraph;
use programs::{Outcome, Programs};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Instant;
use switch::{Faulty, enclosing, with_all};
use table::{Entry, Fault, entries};

/// What is not copied: what Git and Cargo keep, whose size has no bound.
const LEFT_OUT: &[&str] = &[".git", "target"];

/// What tests of edges read when they run, so that nothing is built for a fault of it.
const MANIFEST: &str = "Cargo.toml";

/// A fault that the filter chose.
struct Chosen {
    paragraph: Paragraph,
    fault: &'static Fault,
    /// What the environment calls it.
    number: usize,
}

/// Breaks the invariants whose page, text or faulty file contains one of `texts`; all without any.
///
/// # Errors
/// When a fault survives or does not compile, and when a named test fails without a fault.
pub fn run(root: &Path, texts: &[String]) -> Result<(), String> {
    let all = chosen(root, &[])?;
    let mut chosen = chosen(root, texts)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let workspace = target.join("mutate");
    let is_switched = |fault| body(root, fault).is_ok_and(|body| body.is_some());
    // The copy has all faults, so that for another filter nothing is built anew.
    copy(root, &workspace, &all)?;
    let programs = Programs::new(workspace, target);
    let unsound = unsound(&programs, &chosen)?;
    let mut survived = Vec::new();
    chosen.iter_mut().for_each(|c| c.paragraph.tests.retain(|test| !unsound.contains(test)));
    // A fault that is built by itself leaves programs with it behind, so these come last.
    let (switched, others): (Vec<&Chosen>, Vec<&Chosen>) =
        chosen.iter().partition(|chosen| is_switched(chosen.fault));
    let (read, alone): (Vec<&Chosen>, Vec<&Chosen>) =
        others.into_iter().partition(|chosen| chosen.fault.file.ends_with(MANIFEST));
    for chosen in switched {
        survived.extend(tell(chosen, || programs.run(&chosen.paragraph.tests, chosen.number))?);
    }
    for chosen in read {
        let run = || programs.run(&chosen.paragraph.tests, 0);
        survived.extend(tell(chosen, || by_itself(&programs, chosen, run))?);
    }
    for chosen in alone {
        let run = || match programs.build(&chosen.paragraph.tests)? {
            Ok(()) => programs.run(&chosen.paragraph.tests, 0),
            Err(why) => Ok(Outcome::Unbuilt(why)),
        };
        survived.extend(tell(chosen, || by_itself(&programs, chosen, run))?);
    }
    let noticed = chosen.len() - survived.len();
    println!("{noticed} of {} faults noticed", chosen.len());
    survived.extend(unsound.iter().map(|named| format!("{} fails without a fault", named.test)));
    if survived.is_empty() { Ok(()) } else { Err(format!("survived: {}", survived.join("; "))) }
}

/// The faults that the filter chooses, in the order of the table, each with the paragraph that it breaks.
fn chosen(root: &Path, filter: &[String]) -> Result<Vec<Chosen>, String> {
    let paragraphs = pages::paragraphs(root)?;
    let mut chosen = Vec::new();
    let all = entries().flat_map(|entry| entry.faults.iter().map(move |fault| (entry, fault)));
    for (number, (entry, fault)) in (1..).zip(all) {
        let paragraph = paragraph(&paragraphs, entry)?.clone();
        let texts = [paragraph.page.as_str(), paragraph.text.as_str(), fault.file];
        if filter.is_empty() || filter.iter().any(|word| texts.iter().any(|t| t.contains(word))) {
            chosen.push(Chosen { paragraph, fault, number });
        }
    }
    if chosen.is_empty() { Err("no fault has to do with this".to_owned()) } else { Ok(chosen) }
}

/// The one paragraph of which an entry speaks.
fn paragraph<'a>(paragraphs: &'a [Paragraph], entry: &Entry) -> Result<&'a Paragraph, String> {
    let mut found = paragraphs.iter().filter(|paragraph| entry.is_of(paragraph));
    match (found.next(), found.next()) {
        (Some(paragraph), None) => Ok(paragraph),
        (None, _) => Err(format!("{} has no invariant `{}`", entry.page, entry.begins)),
        _ => Err(format!("{} has several invariants `{}`", entry.page, entry.begins)),
    }
}

/// The body of the function in which a fault of a source lies; `None`: it lies in none, and is built by itself.
fn body(root: &Path, fault: &Fault) -> Result<Option<switch::Body>, String> {
    let text = read(&root.join(fault.file))?;
    fault.put_in(&text)?;
    let (first, last) = fault.lines(&text);
    Ok(enclosing(&text, first, last).filter(|_| fault.file.ends_with(".rs")))
}

/// Copies the workspace with the faults that are switched on when the tests run.
fn copy(root: &Path, workspace: &Path, all: &[Chosen]) -> Result<(), String> {
    let mut files: BTreeMap<&str, Vec<Faulty>> = BTreeMap::new();
    for Chosen { fault, number, .. } in all {
        let text = fault.put_in(&read(&root.join(fault.file))?)?;
        if let Some(body) = body(root, fault)? {
            files.entry(fault.file).or_default().push(Faulty { number: *number, text, body });
        }
    }
    let changed: BTreeMap<PathBuf, String> = files
        .iter()
        .map(|(file, faults)| {
            read(&root.join(file)).map(|text| (root.join(file), with_all(&text, faults)))
        })
        .collect::<Result<_, _>>()?;
    let failed = |e: std::io::Error| format!("cannot copy {}: {e}", root.display());
    std::fs::create_dir_all(workspace).map_err(failed)?;
    for entry in std::fs::read_dir(root).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if !LEFT_OUT.iter().any(|left_out| name == *left_out) {
            copy_changed(&root.join(&name), &workspace.join(&name), &changed)?;
        }
    }
    Ok(())
}

/// The named tests that fail without a fault. What they notice is not known.
fn unsound(programs: &Programs, chosen: &[Chosen]) -> Result<Vec<Named>, String> {
    let tests: BTreeSet<&Named> = chosen.iter().flat_map(|c| &c.paragraph.tests).collect();
    let tests: Vec<Named> = tests.into_iter().cloned().collect();
    programs.build(&tests)??;
    println!("{} tests without a fault", tests.len());
    let mut unsound: Vec<Named> = Vec::new();
    for of_program in tests.chunk_by(Named::is_beside) {
        let mut rest = of_program.to_vec();
        while let Outcome::Failed(failed) = programs.run_sound(&rest)? {
            println!("FAILS without a fault: {failed}");
            let (bad, good): (Vec<Named>, Vec<Named>) = rest
                .into_iter()
                .partition(|named| failed.split([' ', ',']).any(|t| t == named.test));
            unsound.extend(bad);
            rest = good;
        }
    }
    Ok(unsound)
}

/// Runs the tests with a fault and tells what became of it; what is to be said at the end when it survived.
fn tell(
    chosen: &Chosen,
    run: impl FnOnce() -> Result<Outcome, String>,
) -> Result<Option<String>, String> {
    let start = Instant::now();
    let outcome = run()?;
    let seconds = start.elapsed().as_secs();
    let name =
        format!("{}: {}: {}", chosen.number, chosen.paragraph.page, chosen.paragraph.short());
    let file = chosen.fault.file;
    Ok(match outcome {
        Outcome::Failed(test) => {
            println!("noticed   {seconds:4} s  {name}: {file}, by {test}");
            None
        }
        Outcome::Passed => {
            println!("SURVIVED  {seconds:4} s  {name}: {file}");
            Some(name)
        }
        Outcome::Unbuilt(why) => {
            println!("NO BUILD  {seconds:4} s  {name}: {file}\n{why}");
            Some(name)
        }
    })
}

/// Puts a fault in that lies in no function, runs the tests, takes it out.
fn by_itself(
    programs: &Programs,
    chosen: &Chosen,
    run: impl FnOnce() -> Result<Outcome, String>,
) -> Result<Outcome, String> {
    let file = programs.workspace.join(chosen.fault.file);
    let text = read(&file)?;
    let lock = programs.workspace.join("Cargo.lock");
    let locked = read(&lock)?;
    write(&file, &chosen.fault.put_in(&text)?)?;
    let outcome = run();
    write(&file, &text)?;
    // A fault of a manifest changes it.
    write(&lock, &locked)?;
    outcome
}

#[cfg(test)]
mod tests;
