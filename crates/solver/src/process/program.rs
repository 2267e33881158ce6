//! Where a solver's program is.

use std::io::Read;
use std::path::{Path, PathBuf};

/// A program on `PATH`, in the active Python environment, or among the user's own programs. Of a script of pyenv, which
/// takes longer to start the program than small proofs do, the program itself.
pub(super) fn find(name: &Path) -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> =
        std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    folders.extend(std::env::var_os("VIRTUAL_ENV").map(|folder| Path::new(&folder).join("bin")));
    folders.extend(std::env::var_os("HOME").map(|folder| Path::new(&folder).join(".local/bin")));
    let found = folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file())?;
    Some(behind_shim(&found, name).unwrap_or(found))
}

/// The program that a shim of pyenv starts: of the version that the environment, the nearest `.python-version` or the
/// root's `version` names.
fn behind_shim(shim: &Path, name: &Path) -> Option<PathBuf> {
    let folder = shim.parent().filter(|folder| folder.ends_with("shims"))?;
    let mut start = [0; 2];
    std::fs::File::open(shim).ok()?.read_exact(&mut start).ok()?;
    let root = folder.parent().filter(|_| start == *b"#!")?;
    let here = std::env::current_dir().ok()?;
    let mut places: Vec<PathBuf> =
        here.ancestors().map(|folder| folder.join(".python-version")).collect();
    places.push(root.join("version"));
    let versions = std::env::var("PYENV_VERSION")
        .ok()
        .or_else(|| places.iter().find_map(|place| std::fs::read_to_string(place).ok()))?;
    let versions = versions.split([':', '\n']).map(str::trim).filter(|version| !version.is_empty());
    versions
        .map(|version| root.join("versions").join(version).join("bin").join(name))
        .find(|program| program.is_file())
}

#[cfg(test)]
mod tests;
