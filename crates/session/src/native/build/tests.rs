use super::*;

/// The runtime is compiled once for each compiler and kind; another program finds it outside of its own folder.
#[test]
fn the_runtime_is_kept() {
    let Ok(clang) = clang() else { return };
    for watched in [false, true] {
        let get = || {
            let scratch = Scratch::new().unwrap();
            let object = runtime(&clang, watched, &scratch, &CancelToken::new()).unwrap();
            (object.starts_with(scratch.path()), object)
        };
        get();
        let (own, object) = get();
        assert!(!own && object.is_file(), "{}", object.display());
    }
    let [plain, watched] =
        ["-fno-sanitize=all", "-fsanitize=memory"].map(|flag| kept_runtime(&clang, &[flag]));
    assert_ne!(plain, watched);
}
