// effigy: --sym-stdin 1
// Files that the program makes are there, under their names, as long as they are.
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};

fn names(folder: &str) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().into_string().unwrap());
    }
    names.sort();
    Ok(names)
}

fn main() -> io::Result<()> {
    let mut input = [0];
    io::stdin().read_exact(&mut input)?;
    fs::create_dir("store")?;
    assert!(fs::create_dir("store").is_err());
    fs::write("store/first", b"one")?;
    let mut log = OpenOptions::new().create(true).append(true).open("store/log")?;
    log.write_all(&input)?;
    log.write_all(b"!")?;
    assert_eq!(names("store")?, ["first", "log"]);
    fs::rename("store/log", "log")?;
    assert_eq!(names("store")?, ["first"]);
    assert!(fs::remove_dir("store").is_err());
    fs::remove_file("store/first")?;
    fs::remove_dir("store")?;
    let mut file = OpenOptions::new().read(true).write(true).open("log")?;
    assert_eq!(file.seek(SeekFrom::End(-1))?, 1);
    file.write_all(b"?.")?;
    let text = fs::read("log")?;
    assert_eq!(&text[1..], b"?.");
    assert_ne!(text[0], b'x'); //~ FINDING[assertion]: left != right
    file.set_len(1)?;
    assert_eq!(fs::metadata("log")?.len(), 1);
    Ok(())
}
