//! A native run of a whole program: values come from the objects of a generated test, in the order of their making.

use std::path::Path;
use std::sync::Mutex;

use crate::{STATUS_ASSUMPTION, STATUS_NO_TEST};

/// The variable that names the test's `.ktest` file.
pub(crate) const VARIABLE: &str = "EFFIGY_TEST";

/// The object that ends the part of a `.ktest` file that describes arguments and standard input.
const END_OF_ENVIRONMENT: &[u8] = b"model_version";

/// The test's objects that nobody has asked for yet, last one first.
static OBJECTS: Mutex<Option<Vec<Vec<u8>>>> = Mutex::new(None);

/// Fills `bytes` from the test's next object.
pub(crate) fn next_object(bytes: &mut [u8]) {
    let Ok(mut objects) = OBJECTS.lock() else {
        end(STATUS_NO_TEST, "the test's objects are locked by a thread that panicked");
    };
    let objects = objects.get_or_insert_with(load);
    if let Err(why) = take(objects, bytes) {
        end(STATUS_NO_TEST, &why);
    }
}

/// Fills `bytes` from the next of the objects, last one first; why it does not fit.
pub(crate) fn take(objects: &mut Vec<Vec<u8>>, bytes: &mut [u8]) -> Result<(), String> {
    match objects.pop() {
        None => Err("the program asks for more values than the test holds".to_owned()),
        Some(object) if object.len() != bytes.len() => Err(format!(
            "the program asks for {} bytes where the test holds {}",
            bytes.len(),
            object.len()
        )),
        Some(object) => {
            bytes.copy_from_slice(&object);
            Ok(())
        }
    }
}

/// Ends the process: these inputs are not of interest.
pub(crate) fn assumption_failed() -> ! {
    end(STATUS_ASSUMPTION, "an assumption does not hold for these values")
}

fn end(status: i32, message: &str) -> ! {
    eprintln!("effigy: {message}");
    std::process::exit(status)
}

fn load() -> Vec<Vec<u8>> {
    let Some(path) = std::env::var_os(VARIABLE) else {
        end(
            STATUS_NO_TEST,
            "this program has symbolic inputs; run it with `effigy explore`, or set EFFIGY_TEST to the .ktest file of a \
             generated test",
        );
    };
    match read(Path::new(&path)) {
        Ok(objects) => objects,
        Err(why) => end(STATUS_NO_TEST, &why),
    }
}

/// The objects of a `.ktest` file, last one first; why there are none.
pub(crate) fn read(path: &Path) -> Result<Vec<Vec<u8>>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut objects =
        parse(&bytes).ok_or_else(|| format!("{} is not a .ktest file", path.display()))?;
    objects.reverse();
    Ok(objects)
}

/// The objects that the program made itself.
fn parse(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(bytes);
    if reader.take(5)? != b"KTEST" || reader.number()? != 3 {
        return None;
    }
    for _ in 0..reader.number()? {
        reader.block()?;
    }
    reader.number()?;
    reader.number()?;
    let mut objects = Vec::new();
    for _ in 0..reader.number()? {
        let name = reader.block()?;
        let content = reader.block()?;
        if name == END_OF_ENVIRONMENT {
            objects.clear();
        } else {
            objects.push(content.to_vec());
        }
    }
    Some(objects)
}

/// Reads the big-endian fields of a `.ktest` file.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(head)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn block(&mut self) -> Option<&'a [u8]> {
        let len = self.number()?;
        self.take(usize::try_from(len).ok()?)
    }
}
