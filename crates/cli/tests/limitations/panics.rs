#[path = "panics_inside.inc"]
mod inside;

fn main() {
    assert!(inside::fails(|| panic!("somebody catches this")));
}
