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
		case !d.unmarked(nil, key, key):
		case seen[key]:
			d.fault(nil, key, "given twice", "each key once")
		default:
			seen[key] = true
			if d.only == nil || d.only(steps[0]) {
				value = strings.TrimSpace(value)
				d.below(nil, reflect.ValueOf(into).Elem(), steps, "", func(at reflect.Value, path string) { d.leaf(at, path, value) })
			}
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
