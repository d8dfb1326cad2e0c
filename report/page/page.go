package page

import (
	_ "embed"
	"math"
	"strconv"

	"ringer/internal/input"
)

// Page is a report for people.
type Page struct {
	Title    string
	Made     string   // which rules, build, seeds: one paragraph
	Verdict  []string // some plain lines
	Facts    []Fact   // the header
	Sections []Section
}

// Fact is a line of the header.
type Fact struct{ Name, Value string }

// Section is a panel.
type Section struct {
	ID     string // of the link to it
	Name   string // short, for the list of panels
	Title  string // the finding, a sentence
	Lead   string // what it is about, and what to do with it
	Alert  bool   // it holds a flag
	Blocks []Block
}

// Block is a part of a section: one of its fields is set.
type Block struct {
	Text   string
	Figure *Figure
	Table  *Table
	Story  *Story
}

// Picture draws itself on a width in pixels.
type Picture interface{ SVG(wide int) []byte }

// Figure is a picture with its data.
type Figure struct {
	Picture Picture
	Caption string     // what to do with it
	Name    string     // of the file of its data
	Data    [][]string // with a head
}

// Table is a table with a head. Cells of columns after the first are aligned right unless
// Left says otherwise.
type Table struct {
	Caption string
	Head    []string
	Left    []int // columns of text
	Rows    []Row
	Name    string // of the file of its data; none is offered for an empty one
}

// Row is a line of a table; More, when not empty, is shown below it on request. Measured
// gives the file of the data all digits of a number with its interval, in three columns.
type Row struct {
	Cells    []string
	Measured map[int][3]float64 // by column: the value and the ends of the interval that the cell is of
	Strong   bool
	More     string
}

// Story is a text that opens on request, such as a game in words.
type Story struct {
	Title string
	Lines []string
}

// Sizes of the two versions of a picture, in pixels.
const (
	wide  = 760
	small = 358
)

//go:embed page.css
var style string

// left reports whether a column holds text.
func left(t *Table, column int) bool {
	if column == 0 {
		return true
	}
	for _, c := range t.Left {
		if c == column {
			return true
		}
	}
	return false
}

// data returns a table with its head.
func (t *Table) data() [][]string {
	measured := make([]bool, len(t.Head))
	for i := range t.Rows {
		for column := range t.Rows[i].Measured {
			measured[column] = true
		}
	}
	data := make([][]string, 1+len(t.Rows))
	for k, head := range t.Head {
		data[0] = append(data[0], head)
		if measured[k] {
			data[0] = append(data[0], head+", low", head+", high")
		}
		for i := range t.Rows {
			row := &t.Rows[i]
			x, ok := row.Measured[k]
			switch {
			case ok:
				data[1+i] = append(data[1+i], digits(x[0]), digits(x[1]), digits(x[2]))
			case measured[k]:
				data[1+i] = append(data[1+i], row.Cells[k], "", "")
			default:
				data[1+i] = append(data[1+i], row.Cells[k])
			}
		}
	}
	return data
}

// nothing bounds the sums of numbers that cancel out, but for the rounding of each.
const nothing = 1e-12

// digits writes a number for a program.
func digits(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	if math.Abs(v) < nothing {
		return "0"
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// SmallEnd ends the name of the file of a picture for a narrow screen.
const SmallEnd = "-small.svg"

// Files returns the data of all figures and tables, and the pictures, by the names of their
// files: csv/NAME.csv, svg/NAME.svg and svg/NAME-small.svg.
func (p *Page) Files() map[string]string {
	files := map[string]string{}
	for i := range p.Sections {
		for _, b := range p.Sections[i].Blocks {
			if f := b.Figure; f != nil && f.Name != "" {
				files["csv/"+f.Name+".csv"] = input.CSV(f.Data)
				files["svg/"+f.Name+".svg"] = string(f.Picture.SVG(wide))
				files["svg/"+f.Name+SmallEnd] = string(f.Picture.SVG(small))
			}
			if t := b.Table; t != nil && t.Name != "" {
				files["csv/"+t.Name+".csv"] = input.CSV(t.data())
			}
		}
	}
	return files
}
