//! What a Cargo manifest says about the checks of its profiles.

/// The value of a Boolean `key`: from `[profile.release]`, else from `[profile.dev]`; `None` when neither has it.
pub(super) fn manifest_switch(manifest: &str, key: &str) -> Option<bool> {
    in_profile(manifest, "profile.release", key)
        .or_else(|| in_profile(manifest, "profile.dev", key))
}

fn in_profile(manifest: &str, profile: &str, key: &str) -> Option<bool> {
    manifest_value(manifest, profile, key)?.parse().ok()
}

/// The value of a key of a profile, without quotes. Reads the two spellings in use: a table `[profile.release]`, and a dotted key
/// `profile.release.key = true`.
pub(super) fn manifest_value(manifest: &str, profile: &str, key: &str) -> Option<String> {
    let wanted = format!("{profile}.{key}");
    let mut table = String::new();
    for line in manifest.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            table = name.split('.').map(plain).collect::<Vec<_>>().join(".");
        } else if let Some((name, value)) = line.split_once('=') {
            let name = name.split('.').map(plain).collect::<Vec<_>>().join(".");
            let full = if table.is_empty() { name } else { format!("{table}.{name}") };
            if full == wanted {
                return Some(plain(value).to_owned());
            }
        }
    }
    None
}

/// A part of a key without its quotes and blanks.
fn plain(part: &str) -> &str {
    part.trim().trim_matches(['"', '\''])
}
