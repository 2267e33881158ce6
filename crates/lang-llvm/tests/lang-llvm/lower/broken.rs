//! Broken modules: errors, never a panic.

use effigy_lang_llvm::load;
use effigy_testkit::{Rng, cases, shown};
use std::path::PathBuf;

fn mutated(text: &str, random: &mut Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let (a, b) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(5) {
            0 => drop(lines.remove(a)),
            1 => lines.swap(a, b),
            2 => lines[a] = lines[b].clone(),
            3 => {
                let from = ["i32", "i64", "ptr", "i8", "1", "0", "4"][random.below(7)];
                let to =
                    ["i1", "i129", "i3", "<2 x i8>", "7", "{ i8, i64 }", "i32"][random.below(7)];
                lines[a] = lines[a].replacen(from, to, 1);
            }
            _ => {
                let from = ["%1", "%2", "%3", "%4", "%5"][random.below(5)];
                let to = ["%0", "%2", "%6", "undef", "null"][random.below(5)];
                lines[a] = lines[a].replace(from, to);
            }
        }
    }
    lines.join("\n")
}

/// Mutations of each fixture.
const MUTATIONS: usize = 100;

/// A lane that a vector does not have.
const NO_LANE: &str = "define i32 @f(<2 x i32> %v) {\n  %lane = extractelement <2 x i32> %v, i32 7\n  ret i32 %lane\n}\n";

/// Reads all that a module has, and tells how many bodies are fine.
fn read(text: &str) -> usize {
    let _shown = shown(text);
    let Ok(program) = load("broken.ll", text.to_owned()) else { return 0 };
    for (id, _) in program.globals.iter().filter(|(_, g)| g.defined) {
        let _ = program.initializer(id);
    }
    let defined = program.functions.iter().filter(|(_, f)| f.defined);
    defined.filter(|(id, _)| program.body(*id).is_ok()).count()
}

#[test]
fn broken_modules_never_panic() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(folder).expect("the fixtures are there");
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "ll"));
    paths.sort();
    let text = |path| std::fs::read_to_string(path).expect("a fixture can be read");
    let texts: Vec<String> = paths.iter().map(text).collect();
    let mut random = Rng::new(1);
    let mut lowered = 0;
    cases(0..(texts.len() * MUTATIONS) as u64, |number| {
        let text = mutated(&texts[number as usize / MUTATIONS], &mut random);
        lowered += read(&text);
    });
    read(NO_LANE);
    assert!(lowered > 1000, "most bodies are still fine: {lowered}");
}
