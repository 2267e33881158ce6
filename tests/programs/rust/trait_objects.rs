// effigy: --sym-stdin 3
// Shapes behind trait objects; a rectangle may be degenerate.
use std::io::{self, Read};

trait Shape {
    fn name(&self) -> &'static str;
    fn area(&self) -> u32;
    /// Width by height, in hundredths.
    fn aspect(&self) -> u32 {
        100
    }
}

struct Square(u8);

struct Rectangle {
    width: u8,
    height: u8,
}

struct Point;

impl Shape for Square {
    fn name(&self) -> &'static str {
        "square"
    }
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
}

impl Shape for Rectangle {
    fn name(&self) -> &'static str {
        "rectangle"
    }
    fn area(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }
    fn aspect(&self) -> u32 {
        u32::from(self.width) * 100 / u32::from(self.height) //~ FINDING[division-by-zero]: attempt to divide by zero
    }
}

impl Shape for Point {
    fn name(&self) -> &'static str {
        "point"
    }
    fn area(&self) -> u32 {
        unreachable!("a point has no area") //~ FINDING[panic]: a point has no area
    }
}

fn build(input: &[u8; 3]) -> Option<Box<dyn Shape>> {
    Some(match input[0] {
        b's' => Box::new(Square(input[1])),
        b'r' => Box::new(Rectangle { width: input[1], height: input[2] }),
        b'.' => Box::new(Point),
        _ => return None,
    })
}

fn main() -> io::Result<()> {
    let mut input = [0; 3];
    io::stdin().read_exact(&mut input)?;
    let shapes: Vec<Box<dyn Shape>> =
        build(&input).into_iter().chain([Box::new(Square(3)) as Box<dyn Shape>]).collect();
    for shape in &shapes {
        let flat = shape.aspect() > 200;
        assert!(shape.area() <= 255 * 255);
        println!("{}{}", if flat { "flat " } else { "" }, shape.name());
    }
    Ok(())
}
