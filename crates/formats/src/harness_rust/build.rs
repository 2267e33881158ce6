
fn build(source: &str, edition: &str) -> PathBuf {
    static BUILT: std::sync::OnceLock<PathBuf> = std::sync::OnceLock::new();
    let make = || {
        if let Some(program) = std::env::var_os("EFFIGY_PROGRAM") {
            return PathBuf::from(program);
        }
        let program = std::env::temp_dir().join(format!("effigy-program-{}", std::process::id()));
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let flags = "-C opt-level=1 -C debug-assertions=on -C overflow-checks=on -C panic=abort --edition";
        let status = Command::new(rustc).args(flags.split(' ')).args([edition, source, "-o"]).arg(&program).status();
        assert!(status.is_ok_and(|s| s.success()), "{source} builds; or set EFFIGY_PROGRAM to the built program");
        program
    };
    BUILT.get_or_init(make).clone()
}
