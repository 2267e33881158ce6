"""Bounds that a specification does not state itself; options of pytest change them.

`rows`: at most so many in a table. `bits`: of integers and times, signed. `seconds`: for the solver, a specification."""

VALUES = {"rows": 3, "bits": 5, "seconds": 30}
