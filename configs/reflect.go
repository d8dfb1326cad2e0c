package configs

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
)

// A field of a struct, as YAML names it.
type field struct {
	name  string
	index []int
	tags
}

// tags holds what the tag of a field says besides its name.
type tags struct {
	scalar  bool // takes the value when a scalar stands where the struct is expected
	long    bool // its text may be as long as a file
	key     bool // names the element of a list that the struct is, in changes
	through bool // what is in it may be named without it, in changes
	one     bool // 0 stands for 1
}

func tagsOf(options string) tags {
	given := strings.Split(options, ",")
	has := func(option string) bool { return slices.Contains(given, option) }
	return tags{has("scalar"), has("long"), has("key"), has("through"), has("one")}
}

// fieldsOf lists the exported fields of a struct, and of embedded structs without a name of
// their own. Sections are no fields: part finds them too.
func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsKnown.Load(t); ok {
		return known.([]field)
	}
	fields := listFields(t)
	fieldsKnown.Store(t, fields)
	return fields
}

// fieldsKnown are the fields of the types that were asked for: every list of a game's
// configuration asks for the fields of its elements. Nobody changes them.
var fieldsKnown sync.Map

func listFields(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("yaml")
		name, options, _ := strings.Cut(tag, ",")
		inline := strings.Contains(options, "inline") || f.Anonymous && name == ""
		switch {
		case name == "-" || f.Type == sectionsType:
		case inline && f.Type.Kind() == reflect.Struct:
			for _, inner := range fieldsOf(f.Type) {
				fields = append(fields, field{inner.name, append([]int{i}, inner.index...), inner.tags})
			}
		case !f.IsExported():
		case name == "":
			fields = append(fields, field{strings.ToLower(f.Name), []int{i}, tagsOf(options)})
		default:
			fields = append(fields, field{name, []int{i}, tagsOf(options)})
		}
	}
	return fields
}

func oneOf(fields []field) string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	if len(names) == 0 {
		return "no key at all"
	}
	return "one of " + strings.Join(names, ", ")
}

// wanted names the values that a scalar field takes, in words.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "text"
	case reflect.Uint, reflect.Uint64:
		return "a whole number from 0"
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return fmt.Sprintf("a whole number from 0 to %d", uint64(1)<<t.Bits()-1)
	case reflect.Int8, reflect.Int16, reflect.Int32:
		return fmt.Sprintf("a whole number from %d to %d", -int64(1)<<(t.Bits()-1), int64(1)<<(t.Bits()-1)-1)
	}
	return "a whole number"
}

var digits = regexp.MustCompile(`^[+-]?[0-9]+$`)

// bounded says what is wanted of a number that is wanted without bounds: any will do whose
// digits a computer's word holds.
func bounded(want, text string) string {
	if digits.MatchString(text) && !strings.Contains(want, " to ") {
		return want + ", of at most 18 digits"
	}
	return want
}

// scalarText returns the text of a scalar as it stands in the source.
func scalarText(n ast.Node) (string, bool) {
	switch t := n.(type) {
	case *ast.StringNode:
		return t.Value, true
	case *ast.LiteralNode:
		return t.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode, *ast.NullNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// describe names the kind of a value that was not expected.
func describe(n ast.Node) string {
	switch n.(type) {
	case ast.MapNode:
		return "names with values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	}
	if text, ok := scalarText(n); ok {
		return `"` + text + `"`
	}
	return strconv.Quote(n.GetToken().Value)
}
