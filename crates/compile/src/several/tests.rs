use super::*;

#[test]
fn commands_are_taken_apart_as_a_shell_does() {
    assert_eq!(
        words(r#"cc -DNAME="a b" '-DX=\"' a\ b.c ''"#),
        ["cc", "-DNAME=a b", r#"-DX=\""#, "a b.c", ""]
    );
    assert_eq!(words("  "), Vec::<String>::new());
}

#[test]
fn flags_of_an_entry_say_what_the_file_means() {
    let entry = Entry {
        directory: "/build".into(),
        file: "../src/a.c".into(),
        arguments: Vec::new(),
        command:
            "cc -Iinclude -isystem /usr/x -DN=4 -std=c99 -O2 -Wall -fwrapv -o a.o -c ../src/a.c"
                .to_owned(),
    };
    let flags = ["-I", "/build/include", "-isystem", "/usr/x", "-D", "N=4", "-std=c99", "-fwrapv"];
    assert_eq!(entry.flags(), flags);
}

#[test]
fn a_database_is_asked_for_each_file() {
    let scratch = super::super::Scratch::new().expect("writable");
    let text =
        r#"[{"directory": "/x", "file": "one.c", "arguments": ["cc", "-DONE", "-c", "one.c"]}]"#;
    let database = scratch.write("commands.json", text.as_bytes()).expect("writable");
    let mut others = OtherFiles { database: Some(database), ..OtherFiles::default() };
    let flags = flags_of(&others, Path::new("/x/one.c")).expect("an entry");
    assert_eq!(
        flags.get(Path::new("/x/one.c")).map(Vec::as_slice),
        Some(["-D", "ONE"].map(str::to_owned).as_slice())
    );
    let missing = flags_of(&others, Path::new("/x/two.c")).expect_err("no entry").to_string();
    assert!(missing.ends_with("it has no entry for /x/two.c"), "{missing}");
    others.database = Some(scratch.write("none.json", b"{}").expect("writable"));
    assert!(matches!(flags_of(&others, Path::new("/x/one.c")), Err(CompileError::Database { .. })));
}
