//! The ids of what a program has by name: functions and global variables.

use effigy_base::define_id;

define_id! {
    /// A function of a program.
    FuncId
}
define_id! {
    /// A global variable of a program.
    GlobalId
}
