package layout

import (
	"strconv"
	"strings"

	"ringer/env"
)

// Describe returns the non-zero elements of an observation by their names, a
// line for each row that has any:
//
//	hand: lookout 2, getaway
//	models[own 1]: is there, x 0.25
//
// An element that is 1 is shown by its name alone. It is for transcripts that
// people read.
func Describe(spec *env.Spec, observation []float32) []string {
	var lines []string
	at := 0
	for i := range spec.Observation {
		f := &spec.Observation[i]
		width := f.Shape[len(f.Shape)-1]
		for row := range f.Size() / width {
			var cells []string
			for column, x := range observation[at : at+width] {
				if x != 0 {
					cells = append(cells, cell(columnName(f, column), x))
				}
			}
			at += width
			if len(cells) > 0 {
				lines = append(lines, rowName(f, row)+": "+strings.Join(cells, ", "))
			}
		}
	}
	return lines
}

// NameElement returns the name of one element of an observation, as Describe
// shows it: "models[own 1]: x".
func NameElement(spec *env.Spec, element int) string {
	for i := range spec.Observation {
		f := &spec.Observation[i]
		if element < f.Size() {
			width := f.Shape[len(f.Shape)-1]
			return rowName(f, element/width) + ": " + columnName(f, element%width)
		}
		element -= f.Size()
	}
	return "beyond the end"
}

func cell(name string, x float32) string {
	if x == 1 {
		return name
	}
	return name + " " + strconv.FormatFloat(float64(x), 'g', 4, 32)
}

// rowName names a row: by the field alone where it is the only one.
func rowName(f *env.Field, row int) string {
	switch {
	case row < len(f.Rows):
		return f.Name + "[" + f.Rows[row] + "]"
	case len(f.Shape) == 1:
		return f.Name
	}
	dims, index := f.Shape[:len(f.Shape)-1], ""
	for i := len(dims) - 1; i >= 0; i-- {
		index = "," + strconv.Itoa(row%dims[i]) + index
		row /= dims[i]
	}
	return f.Name + "[" + index[1:] + "]"
}

func columnName(f *env.Field, column int) string {
	if column < len(f.Columns) {
		return f.Columns[column].Name
	}
	return "#" + strconv.Itoa(column)
}
