use std::io::Read;

struct Last(u8);

impl Drop for Last {
    fn drop(&mut self) {
        match self.0 {
            0..=99 => {}
            100..=199 => std::process::abort(),
            _ => panic!("once more"),
        }
    }
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let _last = Last(input[0]);
    panic!("nobody catches this");
}
