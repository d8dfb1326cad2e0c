package configs

import (
	"maps"
	"reflect"
	"slices"
)

// Sections are parts of a configuration that are known only at run time: a pointer to a
// struct for each key. They stand in a struct as a field that is tagged ",inline", and are
// read, assigned and written as fields of that struct.
type Sections map[string]any

var sectionsType = reflect.TypeFor[Sections]()

// sectionsOf returns the sections of a struct, nil when it has none.
func sectionsOf(v reflect.Value) Sections {
	for i := range v.NumField() {
		if v.Type().Field(i).Type == sectionsType {
			return v.Field(i).Interface().(Sections)
		}
	}
	return nil
}

// part returns the field or the section of a struct that a key names, and the keys that
// there are when it names none.
func part(v reflect.Value, key string) (value reflect.Value, long bool, known string) {
	fields := fieldsOf(v.Type())
	if i := slices.IndexFunc(fields, func(f field) bool { return f.name == key }); i >= 0 {
		return v.FieldByIndex(fields[i].index), fields[i].long, ""
	}
	sections := sectionsOf(v)
	if section, ok := sections[key]; ok {
		return reflect.ValueOf(section).Elem(), false, ""
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		fields = append(fields, field{name: name})
	}
	return reflect.Value{}, false, oneOf(fields)
}

// Fields lists the keys of a configuration, a struct, that are fields of its type.
func Fields(config any) []string {
	var names []string
	for _, f := range fieldsOf(reflect.TypeOf(config)) {
		names = append(names, f.name)
	}
	return names
}
