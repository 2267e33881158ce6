use super::Beside;
use effigy_outcome::progress::{Observer, Silent};
use effigy_testkit::TempDir;
use std::fs;

fn write(folder: &TempDir, name: &str, bytes: &[u8]) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
    fs::write(path, bytes).expect("it can be written");
}

fn names(folder: &TempDir, part: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path().join(part)).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn open(folder: &TempDir) -> Beside {
    Beside::open(Some(folder.path())).expect("it opens").expect("there is one")
}

#[test]
fn an_instance_of_afl_reads_the_others_queues_and_writes_its_own() {
    let folder = TempDir::new();
    write(&folder, "main/queue/id:000000,orig:one", b"one");
    write(&folder, "main/queue/.state/redundant", b"hidden");
    write(&folder, "main/crashes/id:000000", b"crash");
    write(&folder, "second/queue/id:000000", b"one");
    let mut beside = open(&folder);
    assert_eq!(beside.look(), [b"one"], "each input once");
    assert_eq!(beside.look(), Vec::<Vec<u8>>::new());
    beside.kept(b"mine", &mut Silent);
    beside.kept(b"one", &mut Silent);
    beside.kept(b"mine", &mut Silent);
    beside.failed(b"bad", &mut Silent);
    assert_eq!(names(&folder, "effigy/queue"), ["id:000000,src:effigy"]);
    assert_eq!(names(&folder, "effigy/crashes"), ["id:000001,src:effigy"]);
    // The next run goes on behind what is there, and writes nothing twice.
    let mut beside = open(&folder);
    beside.kept(b"mine", &mut Silent);
    beside.kept(b"more", &mut Silent);
    assert_eq!(names(&folder, "effigy/queue").len(), 2);
    assert_eq!(names(&folder, "."), ["effigy", "main", "second"], "no leftovers");
}

#[test]
fn a_corpus_of_libfuzzer_gets_what_is_kept_and_no_crashes() {
    let folder = TempDir::new();
    write(&folder, "0a1b2c", b"one");
    let mut beside = open(&folder);
    assert_eq!(beside.look(), [b"one"]);
    beside.kept(b"mine", &mut Silent);
    beside.failed(b"bad", &mut Silent);
    let names = names(&folder, ".");
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("effigy-")), "{names:?}");
    // What it wrote is no news to itself.
    beside.looked = None;
    assert_eq!(beside.look(), Vec::<Vec<u8>>::new());
    write(&folder, "ffff", b"later");
    beside.looked = None;
    assert_eq!(beside.look(), [b"later"]);
}

#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn note(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_said_once() {
    let folder = TempDir::new();
    let mut beside = open(&folder);
    fs::remove_dir_all(folder.path()).expect("it can be removed");
    let mut notes = Notes::default();
    beside.kept(b"a", &mut notes);
    beside.kept(b"b", &mut notes);
    assert_eq!(notes.0.len(), 1, "{:?}", notes.0);
    assert!(notes.0[0].contains("cannot write"), "{:?}", notes.0);
    fs::create_dir(folder.path()).expect("for its removal");
}

#[test]
fn a_file_is_no_folder() {
    let folder = TempDir::new();
    write(&folder, "file", b"x");
    let refused = Beside::open(Some(&folder.path().join("file"))).err().expect("no folder");
    assert!(refused.to_string().contains("--sync"), "{refused}");
}
