use std::os::unix::fs::{PermissionsExt, symlink};

use super::*;
use crate::compile::Scratch;

fn mode(path: &Path) -> u32 {
    std::fs::symlink_metadata(path).expect("it is there").permissions().mode() & 0o777
}

#[test]
fn a_cache_without_a_home_is_the_users_alone() {
    let among = Scratch::new().expect("a folder");
    let first = private_folder(among.path());
    assert_eq!(mode(&first), 0o700);
    assert_eq!(private_folder(among.path()), first);

    // Somebody else could write into it, or made it a way to another place.
    std::fs::set_permissions(&first, PermissionsExt::from_mode(0o777)).expect("it is ours");
    let second = private_folder(among.path());
    assert_ne!(second, first);
    assert_eq!(mode(&second), 0o700);
    std::fs::remove_dir(&first).expect("it is empty");
    let elsewhere = among.file("elsewhere");
    std::fs::create_dir(&elsewhere).expect("a folder");
    symlink(&elsewhere, &first).expect("a link");
    assert_ne!(private_folder(among.path()), first);
}
