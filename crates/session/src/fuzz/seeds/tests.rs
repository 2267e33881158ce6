use super::{MOST_BYTES, read};
use effigy_testkit::TempDir;

fn texts(folder: &TempDir) -> Result<Vec<String>, String> {
    let seeds = read(folder.path()).map_err(|error| error.to_string())?;
    Ok(seeds.iter().map(|seed| String::from_utf8_lossy(&seed.bytes).into_owned()).collect())
}

#[test]
fn files_are_read_by_name_each_content_once() {
    let folder = TempDir::new();
    for (name, text) in [("b", "two"), ("a", "one"), ("c", "one"), ("empty", ""), (".notes", "x")] {
        folder.write(name, text);
    }
    assert_eq!(texts(&folder), Ok(vec!["one".into(), "two".into()]));
}

#[test]
fn the_queue_of_another_fuzzer_is_read() {
    for queue in ["queue", "default/queue"] {
        let folder = TempDir::new();
        let notes = folder.path().join(queue).join(".state/auto_extras");
        std::fs::create_dir_all(notes).expect("folders");
        folder.write(&format!("{queue}/id:000001,src:000000,time:7,op:havoc,rep:2,+cov"), "child");
        folder.write(&format!("{queue}/id:000000,time:0,execs:0,orig:seed"), "seed");
        folder.write(&format!("{queue}/.state/auto_extras/auto_000000"), "no seed");
        assert_eq!(texts(&folder), Ok(vec!["seed".into(), "child".into()]));
    }
}

#[test]
fn what_is_no_seed_is_said() {
    let folder = TempDir::new();
    let said = texts(&folder).expect_err("there is nothing");
    assert!(
        said.ends_with("has no files; put at least one input of a byte or more into it"),
        "{said}"
    );
    folder.write("empty", "");
    let said = texts(&folder).expect_err("there is nothing in it");
    assert!(said.contains("has only empty files"), "{said}");
    let missing = read(&folder.path().join("nowhere")).expect_err("there is no folder");
    assert!(missing.to_string().contains("nowhere"), "{missing}");
    std::os::unix::fs::symlink("gone", folder.path().join("link")).expect("a link");
    let said = texts(&folder).expect_err("it leads nowhere");
    assert!(said.contains("link: No such file"), "{said}");
    std::fs::remove_file(folder.path().join("link")).expect("it is there");
    folder.write("large", "x".repeat(MOST_BYTES as usize + 1));
    let said = texts(&folder).expect_err("it is too large");
    assert!(said.contains("large") && said.contains("give a smaller one"), "{said}");
}
