package configs

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Leaf is one value of a configuration that can be set alone: a number, a switch, a text,
// or a list of texts.
type Leaf struct {
	Path    string   // as in files of changes: cards.lookout.gain
	Value   string   // as Assignments take it
	Kind    string   // whole, number, switch, text or list
	Left    bool     // it is 0 or empty, which files leave out
	Holders []Holder // the things with names that hold it, outermost first
}

// A Holder is an element of a list with names that holds a value.
type Holder struct {
	Key   string            // lookout
	Words map[string]string // the texts of its own fields: title, type, phase
}

// Leaves lists the values of a configuration, a pointer to a struct, in the order of its
// fields.
func Leaves(config any) []Leaf {
	w := walker{}
	w.walk(reflect.ValueOf(config), "", nil, tags{})
	return w.leaves
}

type walker struct{ leaves []Leaf }

func (w *walker) walk(v reflect.Value, path string, holders []Holder, t tags) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if leaf, ok := leafOf(v, t); ok {
		leaf.Path, leaf.Holders = path, holders
		w.leaves = append(w.leaves, leaf)
		return
	}
	for _, c := range children(v, true) {
		inner := holders
		if c.holder != nil {
			inner = append(slices.Clip(holders), *c.holder)
		}
		from := len(w.leaves)
		w.walk(c.v, joinPath(path, c.step), inner, c.tags)
		for i := from; c.kept && i < len(w.leaves); i++ {
			w.leaves[i].Left = false
		}
	}
}

// leafOf returns the value of a leaf.
func leafOf(v reflect.Value, t tags) (Leaf, bool) {
	if v.CanAddr() {
		if m, ok := v.Addr().Interface().(encoding.TextMarshaler); ok {
			text, err := m.MarshalText()
			return Leaf{Value: string(text), Kind: "text", Left: v.IsZero()}, err == nil
		}
	}
	kind := ""
	switch v.Kind() {
	case reflect.Bool:
		kind = "switch"
	case reflect.String:
		kind = "text"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		kind = "whole"
		if t.one && v.IsZero() {
			return Leaf{Value: "1", Kind: kind, Left: true}, true
		}
	case reflect.Float32, reflect.Float64:
		kind = "number"
	case reflect.Slice, reflect.Array:
		if k := v.Type().Elem().Kind(); k != reflect.Struct && k != reflect.Pointer && !isNumber(k) || v.Len() == 0 {
			kind = "list"
		}
	}
	if kind == "" {
		return Leaf{}, false
	}
	if kind == "number" {
		return Leaf{Value: strconv.FormatFloat(v.Float(), 'f', -1, 64), Kind: kind, Left: v.IsZero()}, true
	}
	value, err := assigned(v)
	return Leaf{Value: value, Kind: kind, Left: v.IsZero()}, err == nil
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

// A child is a part of a value, with its step in paths; a step may be empty, or several.
type child struct {
	step   string
	v      reflect.Value
	holder *Holder // when it is an element with a name
	tags   tags
	kept   bool // it is never left out
}

// children lists the parts of a struct, a list or a mapping. What may be named without the
// field that holds it is listed as a part of the struct itself.
//
// A number that a field holds is a part of its own, as are its factors; together, they are
// one when apart is false.
func children(v reflect.Value, apart bool) (list []child) {
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			inner := v.FieldByIndex(f.index)
			switch {
			case f.key:
			case !f.through:
				list = append(list, child{step: f.name, v: inner, tags: f.tags})
			case inner.Kind() == reflect.Struct && !apart:
				list = append(list, child{v: inner})
			case inner.Kind() == reflect.Slice && keysOf(inner) != nil, inner.Kind() == reflect.Struct && !plain(inner):
				for _, c := range children(inner, apart) {
					c.step = outside(v, f, c.step)
					list = append(list, c)
				}
			case inner.Kind() == reflect.Struct: // a number alone
				at := slices.IndexFunc(fieldsOf(inner.Type()), func(f field) bool { return f.scalar })
				list = append(list, child{v: inner.FieldByIndex(fieldsOf(inner.Type())[at].index)})
			case inner.Kind() != reflect.Slice:
				list = append(list, child{v: inner, tags: f.tags})
			}
		}
	case reflect.Slice, reflect.Array:
		keys := keysOf(v)
		for i := range v.Len() {
			c := child{step: "[" + strconv.Itoa(i) + "]", v: v.Index(i), kept: v.Index(i).Kind() != reflect.Struct}
			if keys != nil {
				c.step, c.holder = keys[i], &Holder{Key: keyOf(v.Index(i)), Words: words(v.Index(i))}
			}
			list = append(list, c)
		}
	case reflect.Map:
		for _, key := range slices.SortedFunc(maps.Keys(asMap(v)), strings.Compare) {
			list = append(list, child{step: key, v: v.MapIndex(reflect.ValueOf(key).Convert(v.Type().Key())), kept: true})
		}
	}
	return list
}

// outside returns the step of what a field holds that may be named without the field,
// unless another field of the struct has that name.
func outside(v reflect.Value, through field, step string) string {
	if _, _, known := part(v, firstStep(step)); known == "" {
		return joinPath(through.name, step)
	}
	return step
}

func asMap(v reflect.Value) map[string]bool {
	keys := map[string]bool{}
	for _, k := range v.MapKeys() {
		keys[k.String()] = true
	}
	return keys
}

// plain reports whether a struct says no more than its one scalar.
func plain(v reflect.Value) bool {
	scalar := false
	for _, f := range fieldsOf(v.Type()) {
		scalar = scalar || f.scalar
		if !f.scalar && !v.FieldByIndex(f.index).IsZero() {
			return false
		}
	}
	return scalar
}

// words returns the texts of the fields of an element.
func words(v reflect.Value) map[string]string {
	texts := map[string]string{}
	for _, f := range fieldsOf(v.Type()) {
		if inner := v.FieldByIndex(f.index); inner.Kind() == reflect.String && inner.String() != "" {
			texts[f.name] = inner.String()
		}
	}
	return texts
}

// A Difference is a value that two configurations of one type have differently.
type Difference struct {
	Path     string // as in Leaf
	From, To string // as in Leaf; From is empty for a thing that is added, To for one that is removed
	Holders  []Holder
}

// Differences lists what two configurations, pointers to structs of one type, have
// differently, in the order of their fields. Elements of lists with names are matched by
// their names.
func Differences(from, to any) []Difference {
	a, b := reflect.Indirect(reflect.ValueOf(from)), reflect.Indirect(reflect.ValueOf(to))
	if a.Kind() != reflect.Struct || a.Type() != b.Type() {
		panic(fmt.Sprintf("configs: Differences from %T to %T: want pointers to two structs of one type", from, to))
	}
	return differences(a, b, "", nil, tags{})
}

func differences(a, b reflect.Value, path string, holders []Holder, t tags) (list []Difference) {
	for a.Kind() == reflect.Pointer && b.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		a, b = a.Elem(), b.Elem()
	}
	if same(a, b) {
		return nil
	}
	x, isLeaf := leafOf(a, t)
	y, isLeafToo := leafOf(b, t)
	if isLeaf || isLeafToo || whole(a, b) {
		x.Value, y.Value = text(a, x), text(b, y)
		if x.Value == y.Value {
			return nil
		}
		return []Difference{{path, x.Value, y.Value, holders}}
	}
	theirs := children(b, false)
	for _, c := range children(a, false) {
		i := slices.IndexFunc(theirs, func(o child) bool { return o.step == c.step })
		inner := holders
		if c.holder != nil {
			inner = append(slices.Clip(holders), *c.holder)
		}
		if i < 0 {
			list = append(list, Difference{joinPath(path, c.step), brief(c.v), "", inner})
			continue
		}
		list = append(list, differences(c.v, theirs[i].v, joinPath(path, c.step), inner, c.tags)...)
		theirs = slices.Delete(theirs, i, i+1)
	}
	for _, c := range theirs {
		inner := holders
		if c.holder != nil {
			inner = append(slices.Clip(holders), *c.holder)
		}
		list = append(list, Difference{joinPath(path, c.step), "", brief(c.v), inner})
	}
	return list
}

// whole reports whether two values are compared as one: lists of numbers, and structs that
// one number can stand for.
func whole(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Slice, reflect.Array:
		return keysOf(a) == nil && keysOf(b) == nil && (a.Len() != b.Len() || a.Type().Elem().Kind() != reflect.Struct)
	case reflect.Struct:
		return slices.ContainsFunc(fieldsOf(a.Type()), func(f field) bool { return f.scalar })
	case reflect.Pointer:
		return true
	}
	return false
}

// text returns a value in one line.
func text(v reflect.Value, leaf Leaf) string {
	if leaf.Kind != "" {
		return leaf.Value
	}
	return brief(v)
}

// brief returns a value that is no leaf in one line, without what files leave out.
func brief(v reflect.Value) string {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && plain(v) {
		for _, c := range children(v, true) {
			if leaf, ok := leafOf(c.v, c.tags); ok && !leaf.Left {
				return leaf.Value
			}
		}
		return "0"
	}
	if v.Kind() == reflect.Struct {
		var parts []string
		for _, f := range fieldsOf(v.Type()) {
			if inner := v.FieldByIndex(f.index); !inner.IsZero() {
				parts = append(parts, f.name+": "+brief(inner))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = brief(v.Index(i))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if leaf, ok := leafOf(v, tags{}); ok {
		return leaf.Value
	}
	value, err := assigned(v)
	if err != nil {
		return fmt.Sprint(v.Interface())
	}
	return value
}
