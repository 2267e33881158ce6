use super::*;
use effigy_testkit::TempDir;

#[test]
fn what_is_proved_is_known_to_the_next_run() {
    let folder = TempDir::new();
    let mut first = Cache::open(Some(folder.path()));
    assert!(!first.has(7));
    first.add(7);
    first.add(u128::MAX);
    first.save().unwrap();
    let second = Cache::open(Some(folder.path()));
    assert!(second.has(7) && second.has(u128::MAX) && !second.has(8));
}

#[test]
fn damaged_lines_are_no_keys() {
    let folder = TempDir::new();
    let line = format!("{:032x}", 5);
    let text = format!("{}\n{line}{line}\n\nzz\n{line}\n+{}\n", &line[1..], &line[1..]);
    std::fs::write(folder.path().join(FILE), text).unwrap();
    let cache = Cache::open(Some(folder.path()));
    assert_eq!(cache.known.len(), 1);
    assert!(cache.has(5));
}

#[test]
fn a_full_file_loses_its_older_half() {
    let folder = TempDir::new();
    let lines: String = (0..MOST).map(|key| format!("{key:032x}\n")).collect();
    std::fs::write(folder.path().join(FILE), lines).unwrap();
    let mut cache = Cache::open(Some(folder.path()));
    cache.add(u128::MAX);
    cache.save().unwrap();
    let cache = Cache::open(Some(folder.path()));
    assert_eq!(cache.lines, MOST / 2 + 1);
    assert!(cache.has(u128::MAX) && cache.has(MOST as u128 - 1) && !cache.has(0));
}

#[test]
fn a_damaged_file_is_used_and_added_to() {
    let folder = TempDir::new();
    let mut bytes = vec![0xff, 0xfe, b'\n'];
    bytes.extend(format!("{:032x}\n0123", 5).into_bytes());
    std::fs::write(folder.path().join(FILE), bytes).unwrap();
    let mut cache = Cache::open(Some(folder.path()));
    assert!(cache.has(5));
    cache.add(6);
    cache.save().unwrap();
    let cache = Cache::open(Some(folder.path()));
    assert!(cache.has(5) && cache.has(6));
}

#[test]
fn what_cannot_be_kept_is_told() {
    let folder = TempDir::new();
    std::os::unix::fs::symlink("/dev/full", folder.path().join(FILE)).unwrap();
    let mut cache = Cache::open(Some(folder.path()));
    cache.add(1);
    let told = cache.save().unwrap_err();
    assert!(told.contains("cannot be kept") && told.contains(FILE), "{told}");
    let mut nowhere = Cache::open(Some(Path::new("/dev/null/folder")));
    nowhere.add(1);
    assert!(nowhere.save().is_err());
}
