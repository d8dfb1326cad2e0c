package configs

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"ringer/env"
	"ringer/internal/callexpr"
)

// keeps reports whether a node changes a list or a mapping in part, and keeps the rest.
func (d *decoder) keeps(n ast.Node) bool {
	_, mapping := n.(ast.MapNode)
	return d.changes && mapping
}

// reach goes from a value to what a key of a file of changes names: one step, or a path.
func (d *decoder) reach(at ast.Node, v reflect.Value, key, path string, use func(reflect.Value, string)) {
	steps := []string{key}
	if d.missing(v, steps, path) != "" && strings.ContainsAny(key, ".[") {
		var err error
		if steps, err = splitKey(key); err != nil {
			d.fault(at, joinPath(path, key), err.Error(), "a name, or a dotted path such as a.b[2].c")
			return
		}
	}
	d.below(at, v, steps, path, use)
}

// below goes from a value to what steps name, and uses it there. Assignments and files of
// changes go through it.
func (d *decoder) below(at ast.Node, v reflect.Value, steps []string, path string, use func(reflect.Value, string)) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	if d.changes && path != "" {
		d.where[path] = d.at(at)
	}
	if len(steps) == 0 {
		use(v, path)
		return
	}
	if want := d.missing(v, steps, path); want != "" {
		value := "unknown key"
		if k := v.Kind(); k == reflect.Slice || k == reflect.Array {
			value = "no such element"
			if keysOf(v) == nil || !d.changes {
				steps = []string{"[" + steps[0] + "]"}
			}
		}
		d.fault(at, joinPath(path, steps[0]), value, "%s", want)
		return
	}
	if v.Kind() == reflect.Map {
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		k := reflect.ValueOf(steps[0]).Convert(v.Type().Key())
		element := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(k); old.IsValid() {
			element.Set(old)
		}
		d.below(at, element, steps[1:], joinPath(path, steps[0]), use)
		v.SetMapIndex(k, element)
		return
	}
	child, name, rest := d.child(v, steps)
	d.below(at, child, rest, joinPath(path, name), use)
}

// missing says what was wanted when the first of the steps leads nowhere; else "".
func (d *decoder) missing(v reflect.Value, steps []string, path string) string {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Map:
		if _, fixed := v.Interface().(interface{ FixedKeys() }); fixed && !v.MapIndex(reflect.ValueOf(steps[0]).Convert(v.Type().Key())).IsValid() {
			return nearest(steps[0], slices.Sorted(maps.Keys(asMap(v))))
		}
		return ""
	case reflect.Struct, reflect.Slice, reflect.Array:
		if child, _, _ := d.child(v, steps); child.IsValid() {
			return ""
		}
	default:
		return path + " alone, which has no parts"
	}
	if v.Kind() != reflect.Struct {
		if keys := keysOf(v); d.changes && keys != nil {
			return nearest(steps[0], keys)
		}
		return fmt.Sprintf("an index from 0 to %d", v.Len()-1)
	}
	_, _, known := part(v, steps[0])
	if !d.changes {
		return known
	}
	names := slices.DeleteFunc(strings.Split(strings.TrimPrefix(known, "one of "), ", "), func(name string) bool { return name == "no key at all" })
	for _, f := range throughs(v) {
		inner := v.FieldByIndex(f.index)
		for _, key := range keysOf(inner) {
			if !slices.Contains(names, key) {
				names = append(names, key)
			}
		}
		if inner.Kind() == reflect.Struct {
			for _, g := range fieldsOf(inner.Type()) {
				names = append(names, g.name)
			}
		}
	}
	if path := inside(v, steps); path != "" {
		return path + "? or one of " + strings.Join(names, ", ")
	}
	if len(names) == 0 {
		return known
	}
	return nearest(steps[0], names)
}

// inside returns the path by which steps lead somewhere in a list or a mapping of a struct:
// cards.lookout.gain where there is no lookout.gain. It is empty where none does.
func inside(v reflect.Value, steps []string) string {
	for _, f := range fieldsOf(v.Type()) {
		inner := v.FieldByIndex(f.index)
		found := len(withKey(inner, steps[0])) > 0
		if inner.Kind() == reflect.Map {
			found = inner.MapIndex(reflect.ValueOf(steps[0]).Convert(inner.Type().Key())).IsValid()
		}
		if found {
			return strings.Join(append([]string{f.name}, steps...), ".")
		}
	}
	return ""
}

// nearest lists the names that there are, the one that was meant first.
func nearest(written string, names []string) string {
	list := strings.Join(names, ", ")
	slugs := make([]string, len(names))
	for i, name := range names {
		slugs[i] = Slug(name)
	}
	if near := callexpr.Nearest(Slug(written), slugs); near != "" {
		return names[slices.Index(slugs, near)] + "? or another of " + list
	}
	return "one of " + list
}

// child returns the part of a struct, a list or an array that the first steps name, its
// name in paths, and the steps after those. It is not valid when there is none.
func (d *decoder) child(v reflect.Value, steps []string) (child reflect.Value, name string, rest []string) {
	if v.Kind() == reflect.Struct {
		if child, _, known := part(v, steps[0]); known == "" {
			return child, steps[0], steps[1:]
		}
		if !d.changes {
			return reflect.Value{}, "", nil
		}
		for _, f := range throughs(v) {
			inner := v.FieldByIndex(f.index)
			if inner.Kind() == reflect.Struct {
				if child, _, known := part(inner, steps[0]); known == "" {
					return child, f.name + "." + steps[0], steps[1:]
				}
				continue
			}
			if at, rest := element(inner, steps); at >= 0 {
				return inner.Index(at), f.name + "[" + strconv.Itoa(at) + "]", rest
			}
		}
		return reflect.Value{}, "", nil
	}
	if d.changes {
		if at, rest := element(v, steps); at >= 0 {
			return v.Index(at), "[" + strconv.Itoa(at) + "]", rest
		}
	}
	if i, err := strconv.Atoi(steps[0]); err == nil && i >= 0 && i < v.Len() {
		return v.Index(i), "[" + strconv.Itoa(i) + "]", steps[1:]
	}
	return reflect.Value{}, "", nil
}

// element returns the index of the element of a list that the first steps name, and the
// steps after those; -1 when there is none. Of several with one name gain, gain is the first,
// and gain[1] the second.
func element(v reflect.Value, steps []string) (at int, rest []string) {
	found := withKey(v, steps[0])
	if len(found) == 0 {
		return -1, nil
	}
	if len(found) > 1 && len(steps) > 1 {
		if n, err := strconv.Atoi(steps[1]); err == nil {
			if n < 0 || n >= len(found) {
				return -1, nil
			}
			return found[n], steps[2:]
		}
	}
	return found[0], steps[1:]
}

// throughs lists the fields of a struct whose contents may be named without them.
func throughs(v reflect.Value) []field {
	return slices.DeleteFunc(slices.Clone(fieldsOf(v.Type())), func(f field) bool { return !f.through })
}

// throughScalar returns the index of the field that a scalar in the place of a struct is
// the value of, in changes; else -1.
func throughScalar(fields []field, v reflect.Value) int {
	return slices.IndexFunc(fields, func(f field) bool {
		k := v.FieldByIndex(f.index).Kind()
		return f.through && k != reflect.Slice && k != reflect.Map
	})
}

// keyOf returns the name of an element of a list; "" when it has none.
func keyOf(v reflect.Value) string {
	if v.Kind() != reflect.Struct {
		return ""
	}
	for _, f := range fieldsOf(v.Type()) {
		if f.key {
			return fmt.Sprint(v.FieldByIndex(f.index).Interface())
		}
	}
	return ""
}

// keysOf lists the names of the elements of a list as paths have them: nil when they have
// none, with its place behind a name that others before it have.
func keysOf(v reflect.Value) []string {
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil
	}
	var keys []string
	for i := range v.Len() {
		key := Slug(keyOf(v.Index(i)))
		if key == "" {
			return nil
		}
		keys = append(keys, key)
	}
	count := map[string]int{}
	named := slices.Clone(keys)
	for i, key := range keys {
		if n := count[key]; n > 0 {
			named[i] = fmt.Sprintf("%s[%d]", key, n)
		}
		count[key]++
	}
	return named
}

// withKey lists the elements of a list that a name fits, exactly or else but for capitals and
// marks.
func withKey(v reflect.Value, name string) (found []int) {
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil
	}
	for i := range v.Len() {
		if keyOf(v.Index(i)) == name && name != "" {
			found = append(found, i)
		}
	}
	for i := 0; len(found) == 0 && i < v.Len(); i++ {
		if key := Slug(keyOf(v.Index(i))); key != "" && key == Slug(name) {
			for j := i; j < v.Len(); j++ {
				if Slug(keyOf(v.Index(j))) == key {
					found = append(found, j)
				}
			}
		}
	}
	return found
}

// Slug returns a name as it stands in paths: lower case, with - in place of all that is no
// letter, digit or _.
func Slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			b.WriteRune(r)
		} else if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}

func firstStep(key string) string {
	if i := strings.IndexAny(key, ".["); i >= 0 {
		return key[:i]
	}
	return key
}

// rename gives the faults of files of changes the paths that such files have.
func (d *decoder) rename() {
	for i, err := range d.faults {
		if f, ok := err.(*env.Fault); ok && d.changed[f.File] {
			renamed := *f
			renamed.Path = namedPath(d.root, f.Path)
			d.faults[i] = &renamed
		}
	}
}

// namedPath returns a path with indices as a path with the names of elements.
func namedPath(v reflect.Value, path string) string {
	steps, err := splitKey(path)
	if err != nil {
		return path
	}
	named := ""
	for i := 0; i < len(steps); i++ {
		for v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		switch v.Kind() {
		case reflect.Struct:
			next, _, known := part(v, steps[i])
			if known != "" {
				return joinPath(named, strings.Join(steps[i:], "."))
			}
			j := slices.IndexFunc(throughs(v), func(f field) bool { return f.name == steps[i] })
			passed := j >= 0
			if passed && next.Kind() == reflect.Slice {
				n, keys := len(steps), keysOf(next)
				if i+1 < len(steps) {
					if at, err := strconv.Atoi(steps[i+1]); err == nil {
						n = at
					}
				}
				passed = n < len(keys) && outside(v, throughs(v)[j], keys[n]) == keys[n]
			}
			if v = next; !passed {
				named = joinPath(named, steps[i])
			}
		case reflect.Slice, reflect.Array:
			n, err := strconv.Atoi(steps[i])
			if err != nil || n < 0 || n >= v.Len() {
				if keysOf(v) == nil {
					steps[i] = "[" + steps[i] + "]"
				}
				return joinPath(named, strings.Join(steps[i:], "."))
			}
			if keys := keysOf(v); keys != nil {
				named = joinPath(named, keys[n])
			} else {
				named += "[" + strconv.Itoa(n) + "]"
			}
			v = v.Index(n)
		default:
			return joinPath(named, strings.Join(steps[i:], "."))
		}
	}
	return named
}
