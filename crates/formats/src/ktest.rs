//! `.ktest` files: the inputs of one test in the format that KLEE and its tools read (version 3).
//!
//! All numbers are 32 bits, big endian. After `KTEST` and the version come the command line, two numbers about symbolic
//! arguments, and the objects, each a name and its bytes. Arguments and standard input are objects too (`arg00`, `arg01`,
//! ..., `stdin`) and come first; the object `model_version` ends them, and those that the program made itself follow.

use crate::test_case::{InputObject, TestCase};

#[cfg(test)]
mod tests;

const MAGIC: &[u8] = b"KTEST";
const VERSION: u32 = 3;
const END_OF_ENVIRONMENT: &str = "model_version";

/// The inputs that a `.ktest` file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KTest {
    /// The program's arguments without its name.
    pub arguments: Vec<Vec<u8>>,
    /// What standard input holds.
    pub stdin: Option<Vec<u8>>,
    /// The objects that the program made itself.
    pub objects: Vec<InputObject>,
}

/// Why a `.ktest` file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KTestError {
    /// It does not begin as one.
    #[error("not a .ktest file")]
    NotKTest,
    /// Its version is newer than the format that is known.
    #[error("a .ktest file of version {0}; versions up to 3 are read")]
    Version(u32),
    /// It ends too early.
    #[error("the .ktest file ends in the middle of its data")]
    Truncated,
}

/// The `.ktest` file of a test of `program`.
pub fn write(test: &TestCase, program: &str) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    number(&mut bytes, VERSION as usize);
    number(&mut bytes, 1 + test.arguments.len());
    block(&mut bytes, program.as_bytes());
    for argument in &test.arguments {
        block(&mut bytes, argument);
    }
    number(&mut bytes, test.arguments.len());
    number(&mut bytes, test.arguments.iter().map(Vec::len).max().unwrap_or(0));
    let environment = environment(test);
    number(&mut bytes, environment.len() + test.objects.len());
    for object in environment.iter().chain(&test.objects) {
        block(&mut bytes, object.name.as_bytes());
        block(&mut bytes, &object.bytes);
    }
    bytes
}

/// Arguments and standard input as objects, with the one that ends them.
fn environment(test: &TestCase) -> Vec<InputObject> {
    let mut objects = Vec::new();
    for (index, argument) in test.arguments.iter().enumerate() {
        let bytes = argument.iter().copied().chain([0]).collect();
        objects.push(InputObject::new(format!("arg{index:02}"), bytes));
    }
    if let Some(stdin) = &test.stdin {
        objects.push(InputObject::new("stdin", stdin.clone()));
    }
    let ambiguous = test.objects.iter().any(|o| o.name == END_OF_ENVIRONMENT);
    if !objects.is_empty() || ambiguous {
        objects.push(InputObject::new(END_OF_ENVIRONMENT, 1_u32.to_le_bytes().to_vec()));
    }
    objects
}

/// Reads a `.ktest` file, of Effigy's or of KLEE's.
///
/// # Errors
/// See [`KTestError`].
pub fn read(bytes: &[u8]) -> Result<KTest, KTestError> {
    let mut reader = Reader(bytes);
    if reader.take(MAGIC.len()).map_err(|_| KTestError::NotKTest)? != MAGIC {
        return Err(KTestError::NotKTest);
    }
    let version = reader.number()?;
    if version > VERSION {
        return Err(KTestError::Version(version));
    }
    for _ in 0..reader.number()? {
        reader.block()?;
    }
    if version >= 2 {
        reader.number()?;
        reader.number()?;
    }
    let mut objects = Vec::new();
    for _ in 0..reader.number()? {
        let name = String::from_utf8_lossy(reader.block()?).into_owned();
        objects.push(InputObject::new(name, reader.block()?.to_vec()));
    }
    Ok(separate(objects))
}

/// Tells arguments and standard input from the program's own objects.
fn separate(mut objects: Vec<InputObject>) -> KTest {
    let mut test = KTest::default();
    if let Some(end) = objects.iter().position(|o| o.name == END_OF_ENVIRONMENT) {
        let own = objects.split_off(end + 1);
        for object in objects {
            if object.name == "stdin" {
                test.stdin = Some(object.bytes);
            } else if is_argument(&object.name) {
                let end = object.bytes.iter().position(|b| *b == 0).unwrap_or(object.bytes.len());
                test.arguments.push(object.bytes.into_iter().take(end).collect());
            }
        }
        test.objects = own;
    } else {
        test.objects = objects;
    }
    test
}

fn is_argument(name: &str) -> bool {
    name.strip_prefix("arg").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

/// Appends a number; no test comes near the limit of 32 bits.
fn number(bytes: &mut Vec<u8>, value: usize) {
    bytes.extend(u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes());
}

fn block(bytes: &mut Vec<u8>, content: &[u8]) {
    number(bytes, content.len());
    bytes.extend_from_slice(content);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], KTestError> {
        let (head, rest) = self.0.split_at_checked(len).ok_or(KTestError::Truncated)?;
        self.0 = rest;
        Ok(head)
    }

    fn number(&mut self) -> Result<u32, KTestError> {
        let bytes = self.take(4)?.try_into().map_err(|_| KTestError::Truncated)?;
        Ok(u32::from_be_bytes(bytes))
    }

    fn block(&mut self) -> Result<&'a [u8], KTestError> {
        let len = usize::try_from(self.number()?).map_err(|_| KTestError::Truncated)?;
        self.take(len)
    }
}
