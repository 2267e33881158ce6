// effigy: --sym-stdin 1 --env LIMIT=12 --env NAME=effigy
// Variables that are given are set, others are not; the program may change them.
use std::env;
use std::io::Read;

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let limit: u8 = env::var("LIMIT").unwrap().parse().unwrap();
    assert_eq!(env::var("NAME").as_deref(), Ok("effigy"));
    assert!(env::var("OTHER").is_err());
    assert!(input[0] != limit); //~ FINDING[assertion]: input[0] != limit
    // SAFETY: there is one thread.
    unsafe { env::set_var("LIMIT", "13") };
    assert_eq!(env::var("LIMIT").as_deref(), Ok("13"));
    // SAFETY: there is one thread.
    unsafe { env::remove_var("NAME") };
    assert!(env::var_os("NAME").is_none());
}
