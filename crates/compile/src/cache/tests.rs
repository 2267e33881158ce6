use super::*;
use crate::Scratch;
use std::os::unix::fs::symlink;
use std::process::Command;

const KEY: Key = 0x0123_4567_89ab_cdef;

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).expect("it is there").permissions().mode() & 0o777
}

fn cache() -> (Scratch, Cache) {
    let scratch = Scratch::new().expect("a folder");
    let cache = Cache::new(scratch.file("cache"));
    (scratch, cache)
}

fn place(cache: &Cache, key: Key) -> PathBuf {
    cache.folder().expect("a folder").join(ENTRIES).join(name(key))
}

fn keep(cache: &Cache, key: Key) -> PathBuf {
    cache.put(key, &Sources::default(), &[b"module", b"", b"program"]);
    place(cache, key)
}

fn kept() -> Option<Vec<Vec<u8>>> {
    Some(vec![b"module".to_vec(), vec![], b"program".to_vec()])
}

/// A source that was written before any compiler began.
fn old_source(scratch: &Scratch, name: &str, text: &str) -> PathBuf {
    let path = scratch.write(name, text.as_bytes()).expect("a source");
    let then = SystemTime::now() - Duration::from_secs(60);
    fs::File::open(&path).expect("it is there").set_modified(then).expect("it is ours");
    path
}

#[test]
fn a_cache_without_a_home_is_the_users_alone() {
    let among = Scratch::new().expect("a folder");
    let first = private_folder(among.path());
    assert_eq!(mode(&first), 0o700);
    assert_eq!(private_folder(among.path()), first);

    // Somebody else could write into it, or made it a way to another place.
    fs::set_permissions(&first, PermissionsExt::from_mode(0o777)).expect("it is ours");
    let second = private_folder(among.path());
    assert_ne!(second, first);
    assert_eq!(mode(&second), 0o700);
    fs::remove_dir(&first).expect("it is empty");
    let elsewhere = among.file("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    symlink(&elsewhere, &first).expect("a link");
    assert_ne!(private_folder(among.path()), first);
}

#[test]
fn what_is_kept_comes_back() {
    let (_scratch, cache) = cache();
    assert_eq!(cache.get(KEY), None);
    let file = keep(&cache, KEY);
    assert_eq!(cache.get(KEY), kept());
    assert_eq!(cache.get(KEY + 1), None);
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().expect("a folder")), 0o700);
    assert_eq!(mode(&cache.folder().expect("a folder")), 0o700);
    assert_eq!(cache.problem(), None);
    assert_eq!(Cache::off().get(KEY), None);
}

#[test]
fn a_changed_source_is_another_one() {
    let (scratch, cache) = cache();
    let main = old_source(&scratch, "main.c", "int x;");
    let list = format!("program: {} \\\n  {}\n", main.display(), main.display());
    let keep = || {
        let sources = Sources::of_make(&list, &scratch.file("own"), &[], SystemTime::now());
        cache.put(KEY, &sources.expect("it was written before"), &[b"module"]);
        assert!(cache.get(KEY).is_some());
    };
    keep();
    old_source(&scratch, "main.c", "int y;");
    assert_eq!(cache.get(KEY), None);
    // The text that it was made from is good again.
    old_source(&scratch, "main.c", "int x;");
    assert!(cache.get(KEY).is_some());
    fs::remove_file(&main).expect("it is there");
    assert_eq!(cache.get(KEY), None);
}

/// Flips every bit and cuts at every byte.
#[test]
fn a_damaged_entry_is_none() {
    let (_scratch, cache) = cache();
    let file = keep(&cache, KEY);
    let good = fs::read(&file).expect("an entry");
    for at in 0..good.len() {
        let mut flipped = good.clone();
        flipped[at] ^= 1 << (at % 8);
        for bytes in [&flipped, &good[..at]] {
            fs::write(&file, bytes).expect("the folder is ours");
            assert_eq!(cache.get(KEY), None, "damaged at byte {at}");
            assert!(!file.exists(), "it is removed");
        }
    }
    fs::write(&file, &good).expect("the folder is ours");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).expect("it is ours");
    assert_eq!(cache.get(KEY), kept());
    // A good entry in the place of another one.
    fs::rename(&file, place(&cache, 7)).expect("the folder is ours");
    assert_eq!(cache.get(7), None);
}

#[test]
fn an_entry_that_others_could_have_written_is_none() {
    let (scratch, cache) = cache();
    let file = keep(&cache, KEY);
    fs::set_permissions(&file, PermissionsExt::from_mode(0o620)).expect("it is ours");
    assert_eq!(cache.get(KEY), None);

    let file = keep(&cache, KEY);
    let elsewhere = scratch.file("elsewhere");
    fs::rename(&file, &elsewhere).expect("a place");
    symlink(&elsewhere, &file).expect("a link");
    assert_eq!(cache.get(KEY), None);
    assert!(elsewhere.exists(), "only the link is removed");

    // A pipe has no end, and nobody writes to it.
    let made = Command::new("mkfifo").arg(&file).status().expect("mkfifo");
    assert!(made.success());
    assert_eq!(cache.get(KEY), None);
}

#[test]
fn a_folder_of_somebody_else_is_refused() {
    let scratch = Scratch::new().expect("a folder");
    // The system's own folder belongs to somebody else, unless this is the superuser.
    let mut folder = PathBuf::from("/usr");
    if rustix::process::geteuid().is_root() {
        folder = scratch.file("cache");
        fs::create_dir(&folder).expect("a folder");
        std::os::unix::fs::chown(&folder, Some(65534), None).expect("root may");
    }
    let cache = Cache::new(folder);
    keep_nothing(&cache, "belongs to somebody else");
}

#[test]
fn a_folder_that_is_a_link_or_cannot_be_made_is_refused() {
    let scratch = Scratch::new().expect("a folder");
    let elsewhere = scratch.file("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    symlink(&elsewhere, scratch.file("cache")).expect("a link");
    keep_nothing(&Cache::new(scratch.file("cache")), "symbolic link");

    // The folder of the entries likewise.
    let outer = scratch.file("outer");
    fs::create_dir(&outer).expect("a folder");
    symlink(&elsewhere, outer.join(ENTRIES)).expect("a link");
    keep_nothing(&Cache::new(outer), "symbolic link");
    assert_eq!(elsewhere.read_dir().expect("it is there").count(), 0);

    keep_nothing(&Cache::new(PathBuf::from("/dev/null/cache")), "kept for the next run");
    let file = scratch.write("file", b"").expect("a file");
    keep_nothing(&Cache::new(file), "kept for the next run");
}

fn keep_nothing(cache: &Cache, why: &str) {
    cache.put(KEY, &Sources::default(), &[b"module"]);
    assert_eq!(cache.get(KEY), None);
    let problem = cache.problem().expect("it is told");
    assert!(problem.contains(why), "{problem}");
}

#[test]
fn an_open_folder_is_closed() {
    let (scratch, cache) = cache();
    let folder = scratch.file("cache");
    fs::create_dir(&folder).expect("a folder");
    fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).expect("it is ours");
    keep(&cache, KEY);
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(cache.get(KEY), kept());
}

#[test]
fn what_cannot_be_written_is_told_and_leaves_nothing() {
    let (_scratch, cache) = cache();
    let file = keep(&cache, KEY);
    fs::remove_file(&file).expect("it is there");
    fs::create_dir_all(file.join("in the way")).expect("a folder");
    cache.put(KEY, &Sources::default(), &[b"module"]);
    let problem = cache.problem().expect("it is told");
    assert!(problem.contains("cannot be kept"), "{problem}");
    let folder = file.parent().expect("a folder");
    assert_eq!(folder.read_dir().expect("it is there").count(), 1, "what was aside is removed");
    assert_eq!(cache.get(KEY), None);
}

#[test]
fn the_entry_that_was_used_the_longest_time_ago_goes() {
    let (_scratch, cache) = cache();
    let cache = Cache { limits: Limits { entries: 3, bytes: 1 << 20 }, ..cache };
    let age = |key: Key, seconds: u64| {
        let file = fs::File::open(place(&cache, key)).expect("it is there");
        file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("it is ours");
    };
    for key in 1..=3 {
        keep(&cache, key);
        age(key, 100 - key as u64);
    }
    assert!(cache.get(1).is_some(), "the oldest one is used");
    keep(&cache, 4);
    let there: Vec<Key> = (1..=4).filter(|key| cache.get(*key).is_some()).collect();
    assert_eq!(there, [1, 3, 4]);

    // The same for bytes; what is larger than all that is kept is not.
    let cache = Cache { limits: Limits { entries: 9, bytes: 5_000 }, ..cache.clone() };
    (1..=4).filter(|key| place(&cache, *key).exists()).for_each(|key| age(key, 100));
    cache.put(5, &Sources::default(), &[&[0; 4_900]]);
    let there: Vec<Key> = (1..=5).filter(|key| cache.get(*key).is_some()).collect();
    assert_eq!(there, [5]);
    cache.put(6, &Sources::default(), &[&[0; 5_001]]);
    assert_eq!((cache.get(6), cache.get(5).is_some()), (None, true));
}

#[test]
fn what_a_killed_run_left_goes() {
    let (_scratch, cache) = cache();
    let folder = keep(&cache, KEY).parent().expect("a folder").to_owned();
    let [old, new] = ["new-1-0", "new-1-1"].map(|name| folder.join(name));
    for path in [&old, &new] {
        fs::write(path, b"half of").expect("the folder is ours");
    }
    let then = SystemTime::now() - 2 * ABANDONED;
    fs::File::open(&old).expect("it is there").set_modified(then).expect("it is ours");
    keep(&cache, KEY + 1);
    assert!(!old.exists() && new.exists());
    assert_eq!(cache.get(KEY), kept());
}

/// Threads write, read and push each other's entries out; what is read is whole.
#[test]
fn runs_beside_each_other_see_whole_entries() {
    let (_scratch, cache) = cache();
    let cache = Cache { limits: Limits { entries: 2, bytes: 1 << 30 }, ..cache };
    let content = |key: Key| vec![key as u8; 200_000 + key as usize];
    let found = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (cache, found) = (&cache, &found);
            scope.spawn(move || {
                for round in 0..60 {
                    let key = (thread + round) as Key % 4;
                    if let Some(files) = cache.get(key) {
                        assert!(files == [content(key)]);
                        found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    }
                    cache.put(key, &Sources::default(), &[&content(key)]);
                }
            });
        }
    });
    assert!(found.into_inner() > 0);
    assert_eq!(cache.problem(), None);
    let folder = place(&cache, 0).parent().expect("a folder").to_owned();
    assert!(folder.read_dir().expect("it is there").count() <= 2);
}
