//! What the system gives a program of which there is one in every run, and another one outside.

/// Something that a program can ask the system for, and that is the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fixed {
    /// Standard input, where it is not symbolic.
    Stdin,
    /// Time.
    Clock,
    /// Random numbers.
    Random,
    /// Variables of the environment.
    Environment,
    /// Files beside the standard streams.
    Files,
    /// Numbers of processes and users.
    Process,
}

const CLOCK: &[&str] = &["time", "clock_gettime", "gettimeofday", "clock"];
const RANDOM: &[&str] =
    &["rand", "random", "lrand48", "getrandom", "getentropy", "rand_r", "drand48"];
const ENVIRONMENT: &[&str] = &["getenv", "secure_getenv"];
const FILES: &[&str] = &[
    "open", "open64", "openat", "openat64", "creat", "access", "stat", "stat64", "lstat",
    "lstat64", "statx", "opendir", "fopen", "fopen64", "unlink", "rename", "mkdir", "rmdir",
    "chdir", "readlink",
];
const PROCESS: &[&str] = &["getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid"];
const STDIN: &[&str] = &[
    "read",
    "getchar",
    "getchar_unlocked",
    "getc",
    "fgetc",
    "_IO_getc",
    "getc_unlocked",
    "fgets",
    "__fgets_chk",
    "fgets_unlocked",
    "gets",
    "fread",
    "fread_unlocked",
    "getline",
    "getdelim",
    "__getdelim",
    "scanf",
    "__isoc99_scanf",
    "__isoc23_scanf",
    "fscanf",
    "__isoc99_fscanf",
    "__isoc23_fscanf",
];

impl Fixed {
    /// What the model of this name takes from the system.
    pub fn of(name: &str) -> Option<Fixed> {
        let groups = [
            (STDIN, Fixed::Stdin),
            (CLOCK, Fixed::Clock),
            (RANDOM, Fixed::Random),
            (ENVIRONMENT, Fixed::Environment),
            (FILES, Fixed::Files),
            (PROCESS, Fixed::Process),
        ];
        groups.iter().find(|(names, _)| names.contains(&name)).map(|(_, fixed)| *fixed)
    }

    /// Which one there is.
    pub fn text(self) -> &'static str {
        match self {
            Fixed::Stdin => "empty standard input (`--sym-stdin`)",
            Fixed::Clock => "a clock that begins at one second and advances with each look",
            Fixed::Random => "one sequence of random numbers",
            Fixed::Environment => "no variables of the environment",
            Fixed::Files => "no files",
            Fixed::Process => "one number of the process and of the user",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::groups;

    #[test]
    fn all_that_looks_at_the_clock_or_at_chance_has_one_in_every_run() {
        let told = ["clock_getres", "nanosleep", "clock_nanosleep", "usleep", "sleep", "alarm"];
        let seeds = ["srand", "srandom"];
        let (_, time) = groups().find(|(title, _)| *title == "Time and chance").expect("a group");
        for (name, _) in time {
            let plain = told.contains(name) || seeds.contains(name);
            assert_eq!(Fixed::of(name).is_none(), plain, "{name}");
        }
    }

    #[test]
    fn all_that_reads_streams_is_told() {
        let (_, input) = groups().find(|(title, _)| *title == "Input").expect("a group");
        for (name, _) in input.iter().filter(|(name, _)| *name != "ungetc") {
            assert_eq!(Fixed::of(name), Some(Fixed::Stdin), "{name}");
        }
    }
}
