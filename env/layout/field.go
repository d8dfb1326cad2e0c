package layout

import (
	"fmt"
	"slices"

	"ringer/env"
)

// Field declares one field of an observation: rows that share a table of
// columns.
type Field struct {
	Name string
	Doc  string

	// Rows names the rows. A field without rows is a single row, and its shape
	// is [columns].
	Rows []string

	// Columns is the table of a row. Its names must be unique and not empty: a
	// constant without a label is a fault.
	Columns Table

	// Shape replaces [rows, columns] where a field has more dimensions. Its
	// product is rows × columns and its last dimension the columns.
	Shape []int

	Vocab    string   // as in env.Field
	Set      bool     // as in env.Field
	Sequence bool     // as in env.Field
	Items    []string // as in env.Field
}

// Table is the columns of a row. Written as a literal that is indexed by
// constants, it puts each label beside the constant that the writer uses.
type Table []env.Column

// Then returns the columns of t followed by the columns of others.
func (t Table) Then(others ...Table) Table {
	return slices.Concat(append([]Table{t}, others...)...)
}

// Flags returns a column that is 0 or 1 for each name. A one-hot row is such a
// table too.
func Flags(names ...string) Table {
	t := make(Table, len(names))
	for i, name := range names {
		t[i] = env.Column{Name: name, Max: 1}
	}
	return t
}

// Flag returns a column that is 0 or 1.
func Flag(name, doc string) env.Column { return env.Column{Name: name, Max: 1, Doc: doc} }

// Ask returns a column that is 1 where the deciding seat is asked a question of a
// kind of decision (env.Spec.Kind).
func Ask(kind, name, doc string) env.Column {
	return env.Column{Name: name, Max: 1, Doc: doc, Kind: kind}
}

// Numbers returns a column that is 0 or 1 for each number from first to last.
func Numbers(first, last int) Table {
	t := make(Table, 0, last-first+1)
	for n := first; n <= last; n++ {
		t = append(t, env.Column{Name: fmt.Sprint(n), Max: 1})
	}
	return t
}

// Scaled returns a column for each name with common bounds and a common unit.
func Scaled(low, high float32, unit string, names ...string) Table {
	t := make(Table, len(names))
	for i, name := range names {
		t[i] = env.Column{Name: name, Min: low, Max: high, Unit: unit}
	}
	return t
}

// Counted returns a column for each identity that counts up to most of it.
func Counted(most float32, names ...string) Table { return Scaled(0, most, "", names...) }

// One returns a table of a single column, for a field of one number.
func One(name string, low, high float32, unit string) Table {
	return Table{{Name: name, Min: low, Max: high, Unit: unit}}
}

// Numbered returns n labels "noun 1" to "noun n", for rows.
func Numbered(noun string, n int) []string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf("%s %d", noun, i+1)
	}
	return rows
}

// Span says where a field lies in an observation. The zero Span is a field that
// the configuration does not have.
type Span struct {
	At    int // offset of the first float
	Rows  int
	Width int // floats a row
}

// Exists reports whether the configuration has the field.
func (s Span) Exists() bool { return s.Rows > 0 }

// In returns the floats of the field in an observation.
func (s Span) In(dst []float32) []float32 {
	end := s.At + s.Rows*s.Width
	return dst[s.At:end:end]
}

// Row returns the floats of one row of the field.
func (s Span) Row(dst []float32, row int) []float32 {
	at := s.At + row*s.Width
	return dst[at : at+s.Width : at+s.Width]
}

// Builder lays fields one after the other. The zero Builder is empty.
type Builder struct {
	fields []env.Field
	size   int
}

// Add appends a field and returns where it lies. The bounds of the field are
// the widest of its columns. It panics on a table that contradicts itself,
// which is a bug of the game.
func (b *Builder) Add(f Field) Span {
	rows := max(1, len(f.Rows))
	span := Span{At: b.size, Rows: rows, Width: len(f.Columns)}
	shape := f.Shape
	switch {
	case shape == nil && f.Rows == nil:
		shape = []int{span.Width}
	case shape == nil:
		shape = []int{rows, span.Width}
	}
	field := env.Field{
		Name: f.Name, Shape: shape, Vocab: f.Vocab, Set: f.Set, Sequence: f.Sequence, Items: f.Items, Doc: f.Doc,
		Rows: f.Rows, Columns: f.Columns,
	}
	if len(f.Columns) == 0 {
		panic(fmt.Sprintf("layout: field %q has no columns", f.Name))
	}
	if field.Size() != rows*span.Width || shape[len(shape)-1] != span.Width {
		panic(fmt.Sprintf("layout: field %q: shape %v is not %d rows of %d columns", f.Name, shape, rows, span.Width))
	}
	field.Min, field.Max = f.Columns[0].Min, f.Columns[0].Max
	names := map[string]bool{}
	for i, c := range f.Columns {
		if c.Name == "" || names[c.Name] {
			panic(fmt.Sprintf("layout: field %q: column %d needs a name of its own, not %q", f.Name, i, c.Name))
		}
		if c.Min > c.Max {
			panic(fmt.Sprintf("layout: field %q: column %q has min > max", f.Name, c.Name))
		}
		names[c.Name] = true
		field.Min, field.Max = min(field.Min, c.Min), max(field.Max, c.Max)
	}
	b.fields = append(b.fields, field)
	b.size += field.Size()
	return span
}

// Fields returns the fields in their order, for the spec.
func (b *Builder) Fields() []env.Field { return b.fields }

// Size returns the number of floats so far.
func (b *Builder) Size() int { return b.size }
