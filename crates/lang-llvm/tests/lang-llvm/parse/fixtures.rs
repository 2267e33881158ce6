//! Every fixture parses whole.

use super::ask_everything;
use effigy_lang_llvm::module::Module;
use std::path::PathBuf;

/// The fixtures, by path and text.
pub fn fixtures() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let entries = std::fs::read_dir(&folder).expect("the folder of fixtures");
    let paths = entries.map(|e| e.expect("an entry").path());
    let mut paths: Vec<_> = paths.filter(|p| p.extension().is_some_and(|e| e == "ll")).collect();
    paths.sort();
    let read = |p: PathBuf| {
        let text = std::fs::read_to_string(&p).expect("a fixture");
        (p.file_name().expect("a name").to_string_lossy().into_owned(), text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_part_of_every_fixture_parses() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 10, "only {} fixtures", fixtures.len());
    for (path, text) in fixtures {
        let module = Module::parse(&path, text).unwrap_or_else(|e| panic!("{e}"));
        let defined = module.functions().iter().filter(|(_, f)| f.body.is_some()).count();
        assert!(defined > 0, "{path} defines nothing");
        let errors = ask_everything(&module);
        assert!(errors.is_empty(), "{path}: {}", errors[0]);
    }
}

#[test]
fn typed_and_opaque_pointers_read_alike() {
    let fixtures = fixtures();
    let heads = |name: &str| {
        let (path, text) = fixtures.iter().find(|(p, _)| p == name).expect("the fixture");
        let module = Module::parse(path, text.clone()).unwrap_or_else(|e| panic!("{e}"));
        let functions = module.functions().iter();
        let heads = functions.filter(|(_, f)| !f.name.starts_with("llvm.")).map(|(_, f)| {
            let params: Vec<_> = f.params.iter().map(|p| p.ty.clone()).collect();
            (f.name.clone(), f.result.clone(), params)
        });
        let mut heads: Vec<_> = heads.collect();
        heads.sort_by(|a, b| a.0.cmp(&b.0));
        heads
    };
    assert_eq!(heads("locals-14-O1.ll"), heads("locals-16-O1.ll"));
    assert_eq!(heads("locals-14-O1.ll"), heads("locals-22-O1.ll"));
}

#[test]
fn a_module_is_shared_between_threads() {
    let (path, text) = fixtures().into_iter().find(|(p, _)| p == "inline.ll").expect("the fixture");
    let module = Module::parse(&path, text).unwrap_or_else(|e| panic!("{e}"));
    let counts: Vec<usize> = std::thread::scope(|scope| {
        let ask = || ask_everything(&module).len();
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        workers.into_iter().map(|w| w.join().expect("a worker")).collect()
    });
    assert_eq!(counts, [0; 4]);
}
