use std::fs;
use std::path::Path;

use super::behind_shim;

#[test]
fn the_program_behind_a_shim_is_found() {
    let root = std::env::temp_dir().join(format!("effigy-shim-{}", std::process::id()));
    let (shims, bin) = (root.join("shims"), root.join("versions/3.9.1/bin"));
    fs::create_dir_all(&shims).unwrap();
    fs::create_dir_all(&bin).unwrap();
    fs::write(root.join("version"), "3.7.0\n3.9.1\n").unwrap();
    let shim = shims.join("solver");
    fs::write(&shim, "#!/usr/bin/env bash\n").unwrap();
    let name = Path::new("solver");
    assert_eq!(behind_shim(&shim, name), None, "no version has it");
    fs::write(bin.join("solver"), "").unwrap();
    if std::env::var_os("PYENV_VERSION").is_none() {
        let found = behind_shim(&shim, name);
        let local = std::env::current_dir().unwrap();
        if !local.ancestors().any(|folder| folder.join(".python-version").exists()) {
            assert_eq!(found, Some(bin.join("solver")));
        }
    }
    let own = root.join("solver");
    fs::write(&own, "#!/bin/sh\n").unwrap();
    assert_eq!(behind_shim(&own, name), None, "a wrapper elsewhere is the user's own");
    fs::remove_dir_all(root).unwrap();
}
