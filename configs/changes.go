package configs

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
)

// Changes returns the assignments, key=value, that turn one configuration into another
// of the same type: Assignments of them, read into a copy of from, give to. Lists and
// mappings are given whole. Both arguments are structs or pointers to structs; it
// panics on others.
func Changes(from, to any) ([]string, error) {
	a, b := reflect.Indirect(reflect.ValueOf(from)), reflect.Indirect(reflect.ValueOf(to))
	if a.Kind() != reflect.Struct || a.Type() != b.Type() {
		panic(fmt.Sprintf("configs: Changes from %T to %T: want two structs of one type", from, to))
	}
	return changes(a, b, "")
}

// Keys lists the keys of a configuration that an assignment can set, as paths such as
// ppo.entropy, in the order of its fields. It takes a struct and panics on anything else.
func Keys(config any) []string { return keys(reflect.TypeOf(config), "") }

func keys(t reflect.Type, path string) (list []string) {
	for _, f := range fieldsOf(t) {
		inner, key := t.FieldByIndex(f.index).Type, joinPath(path, f.name)
		if inner.Kind() == reflect.Struct {
			list = append(list, keys(inner, key)...)
			continue
		}
		list = append(list, key)
	}
	return list
}

func changes(a, b reflect.Value, path string) (list []string, err error) {
	for _, f := range fieldsOf(a.Type()) {
		x, y, key := a.FieldByIndex(f.index), b.FieldByIndex(f.index), joinPath(path, f.name)
		if x.Kind() == reflect.Struct {
			inner, err := changes(x, y, key)
			if err != nil {
				return nil, err
			}
			list = append(list, inner...)
			continue
		}
		if same(x, y) {
			continue
		}
		value, err := assigned(y)
		if err != nil {
			return nil, fmt.Errorf("configs: %s: %w", key, err)
		}
		list = append(list, key+"="+value)
	}
	theirs := sectionsOf(b)
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		mine, ok := sectionsOf(a)[name]
		if !ok {
			return nil, fmt.Errorf("configs: %s: only one of the two has this section", joinPath(path, name))
		}
		inner, err := changes(reflect.ValueOf(mine).Elem(), reflect.ValueOf(theirs[name]).Elem(), joinPath(path, name))
		if err != nil {
			return nil, err
		}
		list = append(list, inner...)
	}
	return list, nil
}

// same compares two values; a list without elements is one that is nil.
func same(x, y reflect.Value) bool {
	if k := x.Kind(); (k == reflect.Slice || k == reflect.Map) && x.Len() == 0 && y.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}

// assigned returns the text of a value in an assignment.
func assigned(v reflect.Value) (string, error) {
	if v.Kind() == reflect.String {
		text := v.String()
		if text == strings.TrimSpace(text) && !strings.HasPrefix(text, `"`) && !strings.HasPrefix(text, "`") && !strings.HasPrefix(text, "'") {
			return text, nil
		}
		return strconv.Quote(text), nil
	}
	text, err := yaml.MarshalWithOptions(v.Interface(), yaml.CustomMarshaler(quoted), yaml.CustomMarshaler(decimal), yaml.Flow(true))
	return strings.TrimSpace(string(text)), err
}
