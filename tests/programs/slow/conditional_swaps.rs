// options:
// branch-free conditional swaps, as in constant-time or sorting-network code
fn main(){ let k:[u8;48]=effigy::any(); let mut x:u32=effigy::any(); let mut y:u32=effigy::any();
 for b in k { let m=(b&1==1) as u32; let (p,q)=if m==1 {(x,y)} else {(y,x)}; x=p; y=q; } if x==5 {println!("five")} }
