package configs

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// assign applies key=value pairs to into.
func (d *decoder) assign(label string, into any, pairs []string) {
	seen := map[string]bool{}
	for _, pair := range pairs {
		d.begin(label, false)
		key, value, ok := strings.Cut(pair, "=")
		key = strings.TrimSpace(key)
		steps, err := splitKey(key)
		switch {
		case !ok || key == "":
			d.fault(nil, "", strconv.Quote(pair), "key=value")
		case err != nil:
			d.fault(nil, key, err.Error(), "a dotted path such as a.b[2].c")
		case seen[key]:
			d.fault(nil, key, "given twice", "each key once")
		default:
			seen[key] = true
			d.set(reflect.ValueOf(into).Elem(), steps, "", strings.TrimSpace(value))
		}
	}
}

// splitKey cuts a.b[2].c into a, b, [2], c. A bare number between dots counts
// as an index where a list stands.
func splitKey(key string) ([]string, error) {
	var steps []string
	for part := range strings.SplitSeq(key, ".") {
		name, rest, indexed := strings.Cut(part, "[")
		if name == "" {
			return nil, fmt.Errorf("an empty step")
		}
		steps = append(steps, name)
		for indexed {
			index, after, closed := strings.Cut(rest, "]")
			if !closed {
				return nil, fmt.Errorf("an open bracket")
			}
			steps = append(steps, index)
			if after == "" {
				break
			}
			if after[0] != '[' {
				return nil, fmt.Errorf("%q after a bracket", after)
			}
			rest = after[1:]
		}
	}
	return steps, nil
}

// set walks to the field that steps name and decodes value into it.
func (d *decoder) set(v reflect.Value, steps []string, path, value string) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	if len(steps) == 0 {
		d.leaf(v, path, value)
		return
	}
	step := steps[0]
	switch v.Kind() {
	case reflect.Struct:
		at, _, known := part(v, step)
		if known != "" {
			d.fault(nil, joinPath(path, step), "unknown key", "%s", known)
			return
		}
		d.set(at, steps[1:], joinPath(path, step), value)
	case reflect.Slice, reflect.Array:
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= v.Len() {
			d.fault(nil, joinPath(path, "["+step+"]"), "no such element", "an index from 0 to %d", v.Len()-1)
			return
		}
		d.set(v.Index(i), steps[1:], fmt.Sprintf("%s[%d]", path, i), value)
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		k := reflect.ValueOf(step).Convert(v.Type().Key())
		element := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(k); old.IsValid() {
			element.Set(old)
		}
		d.set(element, steps[1:], joinPath(path, step), value)
		v.SetMapIndex(k, element)
	default:
		d.fault(nil, joinPath(path, step), "unknown key", "%s alone, which has no parts", path)
	}
}

func (d *decoder) leaf(v reflect.Value, path, value string) {
	if v.Kind() == reflect.String {
		// Text needs no quotes: "off", "1:2" and "a, b" mean themselves. A
		// value in double quotes is unquoted, so that every text can be given.
		if unquoted, err := strconv.Unquote(value); err == nil {
			value = unquoted
		}
		tk := token.String(value, value, &token.Position{})
		d.value(ast.String(tk), v, path)
		return
	}
	tree, err := parse([]byte(value))
	if err != nil || len(tree.Docs) != 1 || tree.Docs[0].Body == nil {
		d.fault(nil, path, strconv.Quote(value), "%s", wanted(v.Type()))
		return
	}
	d.value(tree.Docs[0].Body, v, path)
}
