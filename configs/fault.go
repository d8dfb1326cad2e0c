package configs

import (
	"fmt"
	"strings"
)

// Fault is one thing wrong with a configuration, and where.
type Fault struct {
	File         string // file, or the name of the source for assignments
	Line, Column int    // from 1; 0 when the source has no lines or no source mentions the field
	Field        string // dotted path: cards[3].effects[0].op
	Value        string // what was found
	Want         string // what was expected
	Err          error  // the fault as Validate reported it; nil for faults of reading
}

func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
		}
		b.WriteString(": ")
	}
	switch {
	case f.Err != nil:
		b.WriteString(f.Err.Error())
	case f.Field == "":
		fmt.Fprintf(&b, "%s: want %s", f.Value, f.Want)
	default:
		fmt.Fprintf(&b, "%s: %s: want %s", f.Field, f.Value, f.Want)
	}
	return b.String()
}

// Unwrap gives the fault that Validate reported.
func (f *Fault) Unwrap() error { return f.Err }

// FieldPath is Field.
func (f *Fault) FieldPath() string { return f.Field }

// Faults is every fault of a configuration, in the order of the sources.
type Faults []*Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single faults.
func (fs Faults) Unwrap() []error {
	errs := make([]error, len(fs))
	for i, f := range fs {
		errs[i] = f
	}
	return errs
}
