struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        std::process::exit(7);
    }
}

fn main() {
    let caught = std::panic::catch_unwind(|| {
        let _guard = Guard;
        panic!("nobody catches this");
    });
    assert!(caught.is_err());
}
