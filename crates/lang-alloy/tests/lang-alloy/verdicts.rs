//! Models of our own: each command has the verdict that it states behind `expect`, which is Alloy's own.

use effigy_base::budget::CancelToken;
use effigy_lang_alloy::{Disk, Model};
use effigy_relational::{CoreEffort, Finder, FinderOptions, Found};
use std::path::{Path, PathBuf};

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "als")).collect();
    files.sort();
    files
}

/// Models are nested deeply enough for the small stacks of tests.
fn on_a_large_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(work);
    thread.unwrap().join().unwrap();
}

#[test]
fn commands_have_the_verdicts_that_they_expect() {
    on_a_large_stack(|| {
        let files = models();
        assert!(files.len() > 10);
        let wrong: Vec<String> = files.iter().flat_map(|file| wrong(file)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

fn wrong(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let model = match Model::load(path, &text, &Disk) {
        Ok(model) => model,
        Err(diagnostics) => return vec![format!("{name}: {}", diagnostics[0])],
    };
    let options = FinderOptions { core: CoreEffort::All, ..FinderOptions::default() };
    let mut wrong = Vec::new();
    for (number, command) in model.commands().iter().enumerate() {
        let without = name == "default.als" && command.name == "Default";
        let expect = command.expect.or(without.then_some(1));
        let expect = expect.unwrap_or_else(|| panic!("{name}: {} expects nothing", command.name));
        let translated = match model.translate(number).unwrap() {
            Ok(translated) => translated,
            Err(diagnostics) => {
                wrong.push(format!("{name}, {}: {}", command.name, diagnostics[0]));
                continue;
            }
        };
        let found = Finder::new(translated.problem(), options).next_instance(&CancelToken::new());
        let instances = match &found {
            Found::Instance(_) => 1,
            Found::None(_) => 0,
            Found::Unknown(why) => panic!("{name}, {}: {why}", command.name),
        };
        if instances != expect {
            wrong.push(format!("{name}, {}: {instances} instead of {expect}", command.name));
        }
    }
    wrong
}

#[test]
fn a_model_may_have_many_signatures() {
    on_a_large_stack(|| {
        let sigs: String = (0..1010).map(|n| format!("sig S{n} {{}}\n")).collect();
        let text = format!("{sigs}run {{ some univ - S1 }} for 1");
        let model = Model::load(Path::new("many.als"), &text, &Disk).unwrap();
        let translated = model.translate(0).unwrap();
        assert!(translated.is_ok(), "{translated:?}");
    });
}
