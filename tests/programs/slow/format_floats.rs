// options:
fn main(){ let n:u8=effigy::any(); let x=n as f64/4.0; let t=format!("{x:.2} {x:?} {x:e}"); assert!(t.len()>3); }
