use super::*;

/// A part of the runtime is compiled once for each compiler and flag; another program gets it without the compiler.
#[test]
fn the_runtime_is_kept() {
    let Ok(clang) = clang() else { return };
    let folder = Scratch::new().unwrap();
    let cache = Cache::new(folder.file("cache"));
    let get = |flag: &str| {
        let scratch = Scratch::new().unwrap();
        let token = CancelToken::new();
        let object = runtime(&clang, CHECKED, flag, &scratch, &cache, &token).unwrap();
        let compiled = object.with_extension("c").is_file();
        (compiled, std::fs::read(object).unwrap())
    };
    let flags = ["-fno-sanitize=all", "-fsanitize=address"];
    let first = flags.map(get);
    let second = flags.map(get);
    assert!(first.iter().all(|(compiled, _)| *compiled));
    assert!(second.iter().all(|(compiled, _)| !*compiled));
    assert_eq!(first.map(|(_, object)| object), second.clone().map(|(_, object)| object));
    assert_ne!(second[0].1, second[1].1);
}
