// effigy: --sym-file settings/limit 2
// A setting is read from a file, changed, and written to where it was.
use std::fs;

const FILE: &str = "settings/limit";

fn main() {
    let text = fs::read(FILE).expect("it is given");
    assert_eq!(text.len(), 2);
    assert!(fs::metadata("settings").unwrap().is_dir());
    let Ok(text) = String::from_utf8(text) else { return };
    let Ok(limit) = text.parse::<u8>() else { return };
    let next = limit * 3; //~ FINDING[overflow]: attempt to multiply with overflow
    fs::write(FILE, format!("{next:03}")).unwrap();
    let again = fs::read_to_string(FILE).unwrap();
    assert_eq!(again.len(), 3);
    assert_eq!(again.parse(), Ok(next));
    assert!(fs::read("settings/other").is_err());
}
