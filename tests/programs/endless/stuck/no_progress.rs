// effigy: --sym-stdin 1
// An inflater that writes what fits into a window of so many bytes, and is asked until all is written.
use std::io::Read;

struct Inflater {
    left: usize,
    window: usize,
}

impl Inflater {
    fn write(&mut self, out: &mut [u8]) -> usize {
        let count = self.left.min(self.window).min(out.len());
        out[..count].fill(b'x');
        self.left -= count;
        count
    }
}

fn main() {
    let mut header = [0];
    if std::io::stdin().read_exact(&mut header).is_err() || header[0] > 3 {
        return;
    }
    let mut inflater = Inflater { left: 6, window: usize::from(header[0]) };
    let mut out = [0; 4];
    while inflater.left > 0 { //~ FINDING[endless-loop]
        inflater.write(&mut out);
    }
}
