// effigy: --sym-stdin 2
// Ways to end a process; only one of them is a defect.
use std::io::{self, Read};
use std::process;

/// Says goodbye when it goes out of scope.
struct Farewell(&'static str);

impl Drop for Farewell {
    fn drop(&mut self) {
        println!("bye, {}", self.0);
    }
}

fn require(condition: bool, code: i32) {
    if !condition {
        eprintln!("giving up with {code}");
        process::exit(code);
    }
}

fn main() -> Result<(), io::Error> {
    let _farewell = Farewell("main");
    let mut input = [0; 2];
    io::stdin().read_exact(&mut input)?;
    let [command, value] = input;

    require(command != b'x', 3);
    require(command != b'y' || value < 10, 4);
    if command == b'q' {
        process::exit(i32::from(value & 1));
    }
    if command == b'!' {
        let _inner = Farewell("inner");
        if value == b'!' {
            process::abort(); //~ FINDING[abort]
        }
    }
    if command == b'e' {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "refused"));
    }
    assert!(command != b'y' || value <= 9);
    Ok(())
}
