//! What the crate promises about itself.

use std::path::Path;

fn read(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&full).unwrap_or_else(|e| panic!("{}: {e}", full.display()))
}

#[test]
fn unsafe_code_is_confined_to_the_intrinsics() {
    let root = read("src/lib.rs");
    assert!(root.contains("#![deny(unsafe_code)]"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut others = 0;
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".rs") && name != "intrinsics.rs" {
            let text = read(&format!("src/{name}"));
            assert!(!text.contains("allow(unsafe_code)"), "{name}");
            others += 1;
        }
    }
    assert!(others >= 4, "the sources were found");
}

#[test]
fn nothing_but_std_and_its_own_macros_is_used() {
    let manifest = read("Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]").expect("the table is there");
    assert_eq!(
        dependencies.trim(),
        r#"effigy-macros = { path = "../effigy-macros", version = "0.1.0" }"#
    );
    let manifest = read("../effigy-macros/Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]").expect("the table is there");
    assert_eq!(dependencies.trim(), "");
}
