use super::*;
use crate::Scratch;

fn old(scratch: &Scratch, name: &str, text: &str) -> PathBuf {
    let path = scratch.write(name, text.as_bytes()).expect("a file");
    let then = SystemTime::now() - Duration::from_secs(60);
    let file = std::fs::File::open(&path).expect("it is there");
    file.set_modified(then).expect("it is ours");
    path
}

fn holds(sources: &Option<Sources>) -> bool {
    sources.as_ref().expect("they are told").list().iter().all(Source::is_unchanged)
}

#[test]
fn a_rule_for_make_is_read() {
    let list = "program: a.c /x/b\\ c.h \\\n  d$$.h e\\#.h\\\n f\\g.h\n\na.h:\n";
    let names = ["a.c", "/x/b c.h", "d$.h", "e#.h", "f\\g.h"].map(PathBuf::from);
    // Rules behind the first one belong to `-MP`, which is not asked for.
    assert_eq!(prerequisites(list)[..5], names);
    assert!(prerequisites("").is_empty());
}

#[test]
fn variables_that_a_program_reads_count() {
    let scratch = Scratch::new().expect("a folder");
    let main = old(&scratch, "main.rs", "fn main() {}");
    let sources = |variables: &str| {
        let list = format!("x: {0}\n\n{0}:\n\n{variables}\n", main.display());
        Sources::of_rustc(&list, SystemTime::now())
    };
    let path = std::env::var("PATH").expect("there is one");
    assert!(holds(&sources("")));
    assert!(holds(&sources(&format!("# env-dep:PATH={path}\n# env-dep:NO_SUCH_VARIABLE"))));
    assert!(!holds(&sources("# env-dep:PATH=other")));
    assert!(!holds(&sources("# env-dep:PATH")));
    assert!(!holds(&sources("# env-dep:NO_SUCH_VARIABLE=")));
    assert_eq!(plain("a\\nb\\\\n\\r"), "a\nb\\n\r");
}

#[test]
fn a_module_in_another_file_is_another_program() {
    let scratch = Scratch::new().expect("a folder");
    let part = old(&scratch, "part.rs", "");
    let list = format!("x: {0}\n\n{0}:\n", part.display());
    let sources = Sources::of_rustc(&list, SystemTime::now());
    assert!(holds(&sources));
    std::fs::create_dir(scratch.file("part")).expect("a folder");
    assert!(holds(&sources));
    old(&scratch, "part/mod.rs", "");
    assert!(!holds(&sources));
}

#[test]
fn a_header_before_another_one_is_another_program() {
    let scratch = Scratch::new().expect("a folder");
    for folder in ["src", "first", "second", "second/sys", "own"] {
        std::fs::create_dir(scratch.file(folder)).expect("a folder");
    }
    let main = old(&scratch, "src/main.c", "#include <sys/x.h>\n");
    let header = old(&scratch, "second/sys/x.h", "");
    old(&scratch, "own/effigy.h", "");
    let own = scratch.file("own");
    let list = format!("p: {} {} {}/effigy.h\n", main.display(), header.display(), own.display());
    let folders = [scratch.file("first"), scratch.file("second")];
    let sources = Sources::of_make(&list, &own, &folders, SystemTime::now());
    assert!(holds(&sources));
    old(&scratch, "own/effigy.h", "its text is in the key");
    assert!(holds(&sources));
    for (folder, name) in [("first/sys", "x.h"), ("src/sys", "x.h")] {
        std::fs::create_dir(scratch.file(folder)).expect("a folder");
        assert!(holds(&sources));
        let file = old(&scratch, &format!("{folder}/{name}"), "");
        assert!(!holds(&sources), "{folder}");
        std::fs::remove_file(file).expect("it is there");
    }
}

#[test]
fn what_no_list_tells_is_not_kept() {
    let scratch = Scratch::new().expect("a folder");
    let of = |text: &str| {
        let main = old(&scratch, "main.c", text);
        let list = format!("p: {}\n", main.display());
        Sources::of_make(&list, &scratch.file("own"), &[], SystemTime::now())
    };
    assert!(of("int x;").is_some());
    for text in [
        "__DATE__",
        "x __TIME__",
        "__TIMESTAMP__ y",
        "#[link(name = \"z\", kind = \"static\")]",
        "asm(\".incbin \\\"f\\\"\");",
        "#if __has_include(\"x.h\")",
    ] {
        assert!(of(text).is_none(), "{text}");
    }
    // It was written while the compiler ran, or is gone.
    let main = scratch.write("main.c", b"int x;").expect("a file");
    let list = format!("p: {}\n", main.display());
    let since = SystemTime::now();
    assert!(Sources::of_make(&list, &scratch.file("own"), &[], since).is_none());
    std::fs::remove_file(main).expect("it is there");
    assert!(Sources::of_make(&list, &scratch.file("own"), &[], since).is_none());
    assert!(Sources::of_make("", &scratch.file("own"), &[], since).is_none());
}
