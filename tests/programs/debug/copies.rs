//! Statements behind decisions that only copy: nothing computes there.

fn pick(a: i32, b: i32) -> i32 {
    let mut kept = 0;
    let mut round = 0;
    while round < 2 {
        if a > round {
            kept = a;
        } else {
            kept = b;
        }
        round += 1;
    }
    match b {
        0 => {
            kept = b;
        }
        1 => {
            kept = a;
        }
        _ => kept = round,
    }
    kept
}

fn main() {
    let a: i32 = effigy::any();
    let b: i32 = effigy::any();
    let result = pick(a, b);
    std::process::exit(result & 1);
}
