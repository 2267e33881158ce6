// options:
fn main(){ let s=effigy::any_string(3); if let Ok(x)=s.parse::<f64>(){ if x==2.5 {panic!("2.5")} let t=format!("{x}"); let _=t.len(); } }
