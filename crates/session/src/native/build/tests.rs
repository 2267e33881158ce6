use super::*;

/// A part of the runtime is compiled once for each compiler and flag; another program finds it outside of its own folder.
#[test]
fn the_runtime_is_kept() {
    let Ok(clang) = clang() else { return };
    let get = |flag: &str| {
        let scratch = Scratch::new().unwrap();
        let object = runtime(&clang, CHECKED, flag, &scratch, &CancelToken::new()).unwrap();
        (object.starts_with(scratch.path()), object)
    };
    let flags = ["-fno-sanitize=all", "-fsanitize=address"];
    let _ = flags.map(get);
    let [(own, plain), (owned, watched)] = flags.map(get);
    assert!(!own && plain.is_file(), "{}", plain.display());
    assert!(!owned && watched.is_file(), "{}", watched.display());
    assert_ne!(plain, watched);
}
