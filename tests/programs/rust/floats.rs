// effigy: --sym-stdin 2
// Concrete floating-point arithmetic whose operations are chosen by the input.
use std::io::{self, Read};

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let variance =
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64;
    variance.sqrt()
}

/// Newton's method.
fn cube_root(value: f64) -> f64 {
    let mut guess = value;
    for _ in 0..40 {
        guess -= (guess * guess * guess - value) / (3.0 * guess * guess);
    }
    guess
}

fn sample(code: u8) -> &'static [f64] {
    match code {
        b'a' => &[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0],
        b'k' => &[1.5],
        b'z' => &[-1.0, 1.0],
        _ => &[],
    }
}

fn main() -> io::Result<()> {
    let mut input = [0; 2];
    io::stdin().read_exact(&mut input)?;
    let values = sample(input[0]);

    match input[1] {
        b'm' => {
            let mean = mean(values);
            assert!(!mean.is_nan()); //~ FINDING[assertion]: assertion failed: !mean.is_nan()
            assert!((-1.0..=5.0).contains(&mean));
        }
        b'd' if !values.is_empty() => {
            let deviation = deviation(values);
            assert!([0.0, 1.0, 2.0].contains(&deviation));
            println!("{deviation:.1}");
        }
        b's' => {
            let mut sorted = values.to_vec();
            sorted.sort_by(f64::total_cmp);
            assert!(sorted.windows(2).all(|pair| pair[0] <= pair[1]));
        }
        b'r' => {
            let root = cube_root(27.0);
            assert!((root - 3.0).abs() < 1e-9);
            assert_eq!(root.round() as i32, 3);
        }
        _ => {
            assert_eq!((0.1f64 + 0.2).to_bits(), 0x3fd3333333333334);
            assert_eq!(f32::MAX as f64 as f32, f32::MAX);
            assert_eq!((7.5f64 % 2.0, -7.5f64.floor()), (1.5, -7.0));
        }
    }
    Ok(())
}
