package configs

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"weak"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
)

// A position is the place where a field got its value.
type position struct {
	file         string
	line, column int
}

// A decoder writes syntax trees into Go values by reflection. It goes on after
// a fault, so that one run finds them all, and remembers where every field got
// its value, so that what Validate finds later can be traced to a line.
type decoder struct {
	file    string
	lines   bool // whether the source has lines worth naming
	broken  bool // a source could not be parsed at all
	long    bool // the text of the field at hand may be as long as a file
	nulls   bool // null stands for a list or a mapping that is nil
	changes bool // elements of lists are named by their keys
	only    func(key string) bool
	root    reflect.Value   // of the configuration
	changed map[string]bool // files of changes
	ships   map[string]bool // files that are right by themselves
	last    string          // source that does not ship; empty for none
	faults  env.Faults
	unsaid  int // faults beyond those that are told
	values  int // of the source that have been decoded
	bytes   int // of their text
	where   map[string]position
	anchors map[string]ast.Node
}

func newDecoder() *decoder {
	return &decoder{where: map[string]position{}, changed: map[string]bool{}, ships: map[string]bool{}}
}

// begin forgets the source before.
func (d *decoder) begin(file string, lines bool) {
	d.file, d.lines, d.anchors, d.values, d.bytes = file, lines, map[string]ast.Node{}, 0, 0
}

func (d *decoder) text(file string, text []byte, into any) {
	d.begin(file, true)
	tree, err := d.tree(file, text)
	if err != nil {
		d.syntax(err)
		return
	}
	d.where[""] = position{file: file} // also of a text without a document
	documents := 0
	for _, doc := range tree.Docs {
		if doc.Body == nil {
			continue
		}
		if documents++; documents > 1 {
			d.fault(doc.Body, "", "a second document", "one document a file")
			return
		}
		d.value(doc.Body, reflect.ValueOf(into).Elem(), "")
	}
}

// trees holds the syntax trees of shipped files until their memory is wanted: many games begin
// with the same few files. Nothing changes a tree.
var trees sync.Map // from a text to a weak.Pointer[ast.File]

// tree returns the syntax tree of a file.
func (d *decoder) tree(file string, text []byte) (*ast.File, error) {
	if !d.ships[file] {
		return parse(text)
	}
	key := string(text)
	if kept, ok := trees.Load(key); ok {
		if tree := kept.(weak.Pointer[ast.File]).Value(); tree != nil {
			return tree, nil
		}
	}
	tree, err := parse(text)
	if err == nil {
		trees.Store(key, weak.Make(tree))
	}
	return tree, err
}

func (d *decoder) syntax(err error) {
	d.broken = true
	f := &env.Fault{File: d.file, Want: "YAML"}
	var at *token.Token
	var located yaml.Error
	var limit *limitError
	switch {
	case errors.As(err, &limit):
		at, f.Value, f.Want = limit.at, limit.found, limit.want
	case errors.As(err, &located):
		// Its Error would draw the lines around the place, at a cost that grows with
		// the square of their length.
		at, f.Value = located.GetToken(), located.GetMessage()
	default:
		f.Value = err.Error()
	}
	if at != nil {
		f.Line, f.Column = at.Position.Line, at.Position.Column
	}
	d.note(f)
}

func (d *decoder) at(n ast.Node) position {
	p := position{file: d.file}
	if n == nil || !d.lines {
		return p
	}
	if t := n.GetToken(); t != nil && t.Position != nil {
		p.line, p.column = t.Position.Line, t.Position.Column
	}
	return p
}

func (d *decoder) fault(n ast.Node, path, value, want string, args ...any) {
	if len(d.faults) >= maxFaults {
		d.unsaid++
		return
	}
	p := d.at(n)
	d.note(&env.Fault{
		File: p.file, Line: p.line, Column: p.column,
		Path: path, Value: value, Want: fmt.Sprintf(want, args...),
	})
}

// value decodes n into v.
func (d *decoder) value(n ast.Node, v reflect.Value, path string) {
	n, ok := d.resolve(n, path)
	if !ok || !d.spend(n, 1, 0) {
		return
	}
	if _, known := d.where[path]; known && !d.keeps(n) {
		d.forget(path) // an earlier source has set it
	}
	d.where[path] = d.at(n)
	if text, isScalar := scalarText(n); isScalar && !d.unmarked(n, path, text) {
		return
	}
	for v.Kind() == reflect.Pointer {
		if _, null := n.(*ast.NullNode); null {
			v.SetZero()
			return
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		text, isScalar := scalarText(n)
		if !isScalar {
			d.fault(n, path, describe(n), "text")
		} else if err := u.UnmarshalText([]byte(text)); err != nil {
			d.fault(n, path, strconv.Quote(text), "%v", err)
		}
		return
	}
	if _, null := n.(*ast.NullNode); null && d.nulls && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) {
		v.SetZero()
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, path)
	case reflect.Slice, reflect.Array:
		d.list(n, v, path)
	case reflect.Map:
		d.mapping(n, v, path)
	default:
		d.scalar(n, v, path)
	}
}

// unmarked reports whether a text is free of the marks of the program's own words; else it is
// a fault.
func (d *decoder) unmarked(n ast.Node, path, text string) bool {
	if input.Mark(text) < 0 {
		return true
	}
	d.fault(n, path, strconv.Quote(text), input.NoMarks)
	return false
}

// resolve follows anchors, aliases and tags.
func (d *decoder) resolve(n ast.Node, path string) (ast.Node, bool) {
	for depth := 0; depth < 100; depth++ {
		switch t := n.(type) {
		case *ast.AnchorNode:
			d.anchors[t.Name.String()] = t.Value
			n = t.Value
		case *ast.AliasNode:
			target, known := d.anchors[t.Value.String()]
			if !known {
				d.fault(n, path, "*"+t.Value.String(), "an anchor defined above")
				return nil, false
			}
			n = target
		case *ast.TagNode:
			n = t.Value
		default:
			return n, true
		}
	}
	d.fault(n, path, "an endless chain of aliases", "a value")
	return nil, false
}

// entries lists the keys and values of a mapping; a key given twice is a fault.
func (d *decoder) entries(n ast.Node, path string, use func(key string, at, value ast.Node)) {
	m, ok := n.(ast.MapNode)
	if !ok {
		if _, null := n.(*ast.NullNode); !null {
			d.fault(n, path, describe(n), "names with values, each NAME: VALUE")
		}
		return
	}
	seen := map[string]bool{}
	for it := m.MapRange(); it.Next(); {
		key, isScalar := scalarText(it.Key())
		switch {
		case !isScalar:
			d.fault(it.Key(), path, describe(it.Key()), "a plain key")
		case !d.unmarked(it.Key(), joinPath(path, key), key):
		case seen[key]:
			d.fault(it.Key(), joinPath(path, key), "given twice", "each key once")
		default:
			seen[key] = true
			use(key, it.Key(), it.Value())
		}
	}
}

func (d *decoder) structure(n ast.Node, v reflect.Value, path string) {
	if _, isScalar := scalarText(n); isScalar {
		fields := fieldsOf(v.Type())
		if i := throughScalar(fields, v); i >= 0 && d.changes {
			d.value(n, v.FieldByIndex(fields[i].index), joinPath(path, fields[i].name))
			return
		}
		if i := slices.IndexFunc(fields, func(f field) bool { return f.scalar }); i >= 0 {
			v.SetZero()
			d.scalar(n, v.FieldByIndex(fields[i].index), path)
			return
		}
	}
	d.entries(n, path, func(key string, at, value ast.Node) {
		if path == "" && d.only != nil && !d.only(firstStep(key)) {
			return
		}
		into, long, known := part(v, key)
		if known != "" && d.changes {
			d.reach(at, v, key, path, func(into reflect.Value, path string) { d.value(value, into, path) })
			return
		}
		if known != "" {
			d.fault(at, joinPath(path, key), "unknown key", "%s", known)
			return
		}
		d.long = long
		d.value(value, into, joinPath(path, key))
		d.long = false
	})
}

func (d *decoder) list(n ast.Node, v reflect.Value, path string) {
	var values []ast.Node
	switch t := n.(type) {
	case *ast.SequenceNode:
		values = t.Values
	case *ast.NullNode:
	default:
		if d.keeps(n) {
			d.entries(n, path, func(key string, at, value ast.Node) {
				d.reach(at, v, key, path, func(into reflect.Value, path string) { d.value(value, into, path) })
			})
			return
		}
		d.fault(n, path, describe(n), "a list")
		return
	}
	if len(values) > maxValues-d.values && !d.spend(n, len(values), 0) {
		return // before memory is taken for them
	}
	if v.Kind() == reflect.Array {
		if len(values) != v.Len() {
			d.fault(n, path, fmt.Sprintf("%d elements", len(values)), "%d", v.Len())
			return
		}
		v.SetZero()
	} else {
		v.Set(reflect.MakeSlice(v.Type(), len(values), len(values)))
	}
	for i, value := range values {
		d.value(value, v.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
}

// forget drops the positions of the elements of a list that is replaced.
func (d *decoder) forget(path string) {
	for p := range d.where {
		if strings.HasPrefix(p, path+"[") {
			delete(d.where, p)
		}
	}
}

func (d *decoder) mapping(n ast.Node, v reflect.Value, path string) {
	if v.Type().Key().Kind() != reflect.String {
		panic(fmt.Sprintf("configs: %s: maps need text keys, not %s", path, v.Type().Key()))
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	d.entries(n, path, func(key string, at, value ast.Node) {
		if want := d.missing(v, []string{key}, path); want != "" {
			d.fault(at, joinPath(path, key), "unknown key", "%s", want)
			return
		}
		k := reflect.ValueOf(key).Convert(v.Type().Key())
		element := reflect.New(v.Type().Elem()).Elem()
		if old := v.MapIndex(k); old.IsValid() {
			element.Set(old)
		}
		d.value(value, element, joinPath(path, key))
		v.SetMapIndex(k, element)
	})
}

func (d *decoder) scalar(n ast.Node, v reflect.Value, path string) {
	want := wanted(v.Type())
	text, isScalar := scalarText(n)
	if _, null := n.(*ast.NullNode); !isScalar || null {
		d.fault(n, path, describe(n), "%s", want)
		return
	}
	ok := false
	switch v.Kind() {
	case reflect.String:
		if len(text) > maxWord && !d.long {
			d.fault(n, path, fmt.Sprintf("%d bytes", len(text)), "a text of at most %s", disk.Size(maxWord))
			return
		}
		if ok = d.spend(n, 0, len(text)); !ok {
			return
		}
		v.SetString(text)
	case reflect.Bool:
		var b *ast.BoolNode
		if b, ok = n.(*ast.BoolNode); ok {
			v.SetBool(b.Value)
		}
	case reflect.Float32, reflect.Float64:
		var x float64
		if x, ok = number(n); ok {
			if ok = !v.OverflowFloat(x); ok {
				v.SetFloat(x)
			}
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var x int64
		want = bounded(want, plainText(n))
		if x, ok = input.Whole(plainText(n)); ok {
			if ok = !v.OverflowInt(x); ok {
				v.SetInt(x)
			}
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var x uint64
		want = bounded(want, plainText(n))
		if x, ok = input.Unsigned(plainText(n)); ok {
			if ok = !v.OverflowUint(x); ok {
				v.SetUint(x)
			}
		}
	default:
		panic(fmt.Sprintf("configs: %s: fields of type %s are not supported", path, v.Type()))
	}
	if !ok {
		d.fault(n, path, strconv.Quote(text), "%s", want)
	}
}
