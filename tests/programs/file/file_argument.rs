// effigy: --sym-stdin 3 -- @@
// Reads a file that an argument names, whole and from a place on.
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};

fn main() {
    let Some(name) = std::env::args().nth(1) else { return };
    let mut data = Vec::new();
    let mut file = File::open(&name).expect("it is there");
    file.read_to_end(&mut data).expect("it can be read");
    assert_eq!(file.metadata().expect("it is known").len(), 3);
    file.seek(SeekFrom::Start(1)).expect("it is a file");
    let mut last = [0; 2];
    file.read_exact(&mut last).expect("there are two more");
    assert_eq!(last, data[1..]);
    assert!(File::open("elsewhere").is_err());
    if data[0] == b'n' {
        let mut reader = BufReader::new(File::open(&name).expect("it is there"));
        let mut name = Vec::new();
        reader.read_until(b'\n', &mut name).expect("it can be read");
        assert_eq!(name.len(), 3); //~ FINDING[assertion]
    }
}
