package configs

import "strings"

// validate asks the value itself and traces every fault to its source.
func (d *decoder) validate(into any) {
	v, ok := into.(interface{ Validate() error })
	if !ok || d.broken {
		return
	}
	read := d.faults // what could not be read needs no second complaint
	for _, err := range leaves(v.Validate()) {
		f := &Fault{Err: err}
		if located, ok := err.(interface{ FieldPath() string }); ok {
			f.Field = located.FieldPath()
			p := d.locate(f.Field)
			f.File, f.Line, f.Column = p.file, p.line, p.column
		}
		if !covered(read, f.Field) {
			d.faults = append(d.faults, f)
		}
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
// that no source mentions is placed in the last file read.
func (d *decoder) locate(path string) position {
	for path != "" {
		if p, ok := d.where[path]; ok {
			return p
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return position{file: d.where[""].file}
}

func covered(read Faults, path string) bool {
	for _, f := range read {
		if path != "" && (f.Field == path || strings.HasPrefix(f.Field, path+".") || strings.HasPrefix(f.Field, path+"[") ||
			strings.HasPrefix(path, f.Field+".") || strings.HasPrefix(path, f.Field+"[")) {
			return true
		}
	}
	return false
}
