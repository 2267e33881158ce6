use super::{MOST_BYTES, read};
use effigy_testkit::TempDir;

fn texts(folder: &TempDir) -> Result<Vec<String>, String> {
    let read = read(folder.path()).map_err(|error| error.to_string())?;
    Ok(read.seeds.iter().map(|seed| String::from_utf8_lossy(&seed.bytes).into_owned()).collect())
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
    for queue in ["queue", "default/queue", "main/queue"] {
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
    assert!(
        said.contains("no file that can be a seed") && said.contains("link: No such"),
        "{said}"
    );
}

#[test]
fn a_file_that_can_be_no_seed_costs_itself_only() {
    let folder = TempDir::new();
    std::os::unix::fs::symlink("gone", folder.path().join("link")).expect("a link");
    folder.write("large", "x".repeat(MOST_BYTES as usize + 1));
    folder.write("small", "y");
    let read = read(folder.path()).expect("there is a seed");
    assert_eq!(read.seeds.len(), 1);
    let [large, link] = &read.passed_over[..] else { panic!("{:?}", read.passed_over) };
    assert!(large.contains("large") && large.contains("give a smaller one"), "{large}");
    assert!(link.contains("link: No such"), "{link}");
}

#[test]
fn folders_below_are_read_but_not_by_links_that_lead_back() {
    let folder = TempDir::new();
    std::fs::create_dir_all(folder.path().join("deep/deeper")).expect("folders");
    std::fs::create_dir_all(folder.path().join(".git")).expect("folders");
    folder.write("deep/deeper/b", "two");
    folder.write("a", "one");
    folder.write(".git/notes", "no seed");
    std::os::unix::fs::symlink("..", folder.path().join("deep/back")).expect("a link");
    assert_eq!(texts(&folder), Ok(vec!["one".into(), "two".into()]));
}

#[test]
fn the_queues_of_all_instances_are_read_and_nothing_beside_them() {
    let folder = TempDir::new();
    for name in ["main/queue", "second/queue", "second/crashes"] {
        std::fs::create_dir_all(folder.path().join(name)).expect("folders");
    }
    folder.write("main/queue/id:0", "one");
    folder.write("second/queue/id:0", "two");
    folder.write("second/crashes/id:0", "crash");
    folder.write("second/fuzzer_stats", "no seed");
    assert_eq!(texts(&folder), Ok(vec!["one".into(), "two".into()]));
}
