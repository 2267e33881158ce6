use super::known;
use std::path::PathBuf;

fn folders(line: &str) -> Option<Vec<PathBuf>> {
    let flags: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    known(&flags).map(|headers| headers.folders)
}

#[test]
fn folders_of_headers_are_told() {
    let line = "-DN=3 -D M -I a -Ib -isystem c -iquoted -O2 -g -std=c11 -Wall -include x.h -fno-builtin -lm";
    assert_eq!(folders(line), Some(["a", "b", "c", "d"].map(PathBuf::from).to_vec()));
    assert_eq!(folders(""), Some(vec![]));
}

#[test]
fn flags_that_may_read_and_write_anything_are_not_known() {
    for flag in [
        "@file",
        "-fplugin=./x.so",
        "-fplugin",
        "-Xclang",
        "-o",
        "other.c",
        "-Wl,-rpath",
        "-Wp,-MD,x",
        "-B.",
        "-march=native",
        "-fprofile-use",
        "-fmodules",
        "-gcc-toolchain",
        "-MF",
        "-save-temps",
        "-lfoo",
        "-I",
        "-D",
        "-fsanitize-ignorelist=x",
        "--config",
    ] {
        assert_eq!(folders(flag), None, "{flag}");
    }
}
