use super::doubtful;

fn doubts(line: &str) -> Vec<String> {
    let flags: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    doubtful(&flags).into_iter().map(str::to_owned).collect()
}

#[test]
fn flags_that_only_change_the_program_are_not_asked_about() {
    let line =
        "-DN=3 -D M=2 -UX -I inc -Iinclude -O2 -Os -g -g3 -std=c11 -Wall -Wno-unused -w -pedantic";
    assert!(doubts(line).is_empty());
}

#[test]
fn flags_that_load_code_or_write_files_are() {
    let line = "-fplugin=./x.so -B. @file -Xclang -load -o out -Wl,-rpath -Wp,-MD,x -specs=s -include /etc/passwd \
                other.c -fuse-ld=./ld -wrapper sh -save-temps -MF x -Ofast-and-more -gcc-toolchain";
    let expected: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    assert_eq!(doubts(line), expected);
    assert_eq!(doubts("-D -fplugin=x -fplugin=y"), ["-fplugin=y"]);
}
