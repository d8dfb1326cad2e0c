package configs

import (
	"slices"
	"strings"

	"ringer/env"
)

// validate asks the value itself and traces every fault to its source.
func (d *decoder) validate(into any) {
	v, ok := into.(interface{ Validate() error })
	if !ok || d.broken {
		return
	}
	read := d.faults // what could not be read needs no second complaint
	for _, err := range leaves(v.Validate()) {
		f, ok := err.(*env.Fault)
		if !ok {
			d.note(err)
			continue
		}
		if covered(read, f.Path) {
			continue
		}
		if len(d.faults) >= maxFaults {
			d.unsaid++ // wherever it is
			continue
		}
		traced, p := *f, d.locate(f.Path)
		traced.File, traced.Line, traced.Column = p.file, p.line, p.column
		d.note(&traced)
	}
}

// leaves flattens joined errors.
func leaves(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, leaves(e)...)
	}
	return all
}

// locate finds where a field, or else what holds it, got its value. A field
// that no source mentions is placed in the last file read. What ships is right by itself:
// where it does not agree with what came on top of it, that is to blame, at the nearest place.
func (d *decoder) locate(path string) position {
	at := position{file: d.where[""].file}
	for rest := path; rest != ""; rest = rest[:max(strings.LastIndexAny(rest, ".["), 0)] {
		if p, ok := d.where[rest]; ok {
			at = p
			break
		}
	}
	if !d.ships[at.file] || d.last == "" {
		return at
	}
	at = position{file: d.last}
	near, first := 0, ""
	for other, p := range d.where {
		if d.ships[p.file] || firstStep(other) != firstStep(path) {
			continue
		}
		if n := shared(path, other); n > near || n == near && other < first {
			at, near, first = p, n, other
		}
	}
	return at
}

// shared returns how many steps two paths have in common at their beginning.
func shared(a, b string) (steps int) {
	split := func(path string) []string {
		return strings.FieldsFunc(path, func(r rune) bool { return strings.ContainsRune(".[]", r) })
	}
	x, y := split(a), split(b)
	for steps < min(len(x), len(y)) && x[steps] == y[steps] {
		steps++
	}
	return steps
}

// covered reports whether a fault of reading is about the field, what holds it or
// what it holds.
func covered(read env.Faults, path string) bool {
	below := func(a, b string) bool { return strings.HasPrefix(a, b+".") || strings.HasPrefix(a, b+"[") }
	return path != "" && slices.ContainsFunc(read, func(err error) bool {
		f := err.(*env.Fault)
		return f.Path == path || below(f.Path, path) || below(path, f.Path)
	})
}
