package env

import (
	"slices"
	"strconv"
	"strings"
)

// writeColumns writes the meaning of the elements of labelled fields: a line for
// every column that has a meaning of its own, and one line for neighbours that
// differ by their names alone. Fields with the same labels share their lines. A
// vocabulary is named, not listed.
func (s *Spec) writeColumns(b *strings.Builder) {
	var lines [][]string
	for i := range s.Observation {
		f := &s.Observation[i]
		same := func(g Field) bool { return sameLabels(&g, f) }
		if !labelled(f) || slices.ContainsFunc(s.Observation[:i], same) {
			continue
		}
		var names []string
		for _, g := range s.Observation[i:] {
			if same(g) {
				names = append(names, code(g.Name))
			}
		}
		fields := strings.Join(names, ", ")
		rows := strings.Join(series(f.Rows), ", ")
		for _, columns := range s.columnLines(i) {
			lines = append(lines, append([]string{fields, rows}, columns...))
			fields, rows = "", ""
		}
	}
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n**Columns of the observation**\n\n")
	writeTable(b, []string{"fields", "rows", "columns", "range", "1 is", "meaning"}, "llllll", len(lines), func(i int) []string { return lines[i] })
}

// labelled reports whether a field's labels tell more than the field itself does.
func labelled(f *Field) bool {
	switch {
	case len(f.Rows) > 0:
		return true
	case f.Vocab != "":
		return false
	case len(f.Columns) == 1:
		return f.Columns[0].Unit != "" || f.Columns[0].Doc != ""
	}
	return len(f.Columns) > 0
}

func sameLabels(f, g *Field) bool {
	return f.Vocab == g.Vocab && slices.Equal(f.Rows, g.Rows) && slices.Equal(f.Columns, g.Columns) &&
		(len(f.Columns) > 0 || f.Min == g.Min && f.Max == g.Max)
}

// mostListed is the number of columns up to which those that are ids of actions are listed
// all the same.
const mostListed = 100

// columnLines returns the columns of the i-th field: names, range, unit and
// meaning.
func (s *Spec) columnLines(i int) (lines [][]string) {
	f := &s.Observation[i]
	line := func(names, bounds, unit, doc string) { lines = append(lines, []string{names, bounds, unit, doc}) }
	bounds := func(low, high float32) string { return number(low) + " … " + number(high) }
	earlier := slices.IndexFunc(s.Observation[:i], func(g Field) bool { return slices.Equal(g.Columns, f.Columns) })
	ids := slices.IndexFunc(s.Actions, func(b Block) bool {
		return slices.EqualFunc(b.Names, f.Columns, func(name string, c Column) bool { return name == c.Name })
	})
	switch {
	case f.Vocab != "":
		line("the identities of `"+f.Vocab+"`", bounds(f.Min, f.Max), "", "")
	case ids >= 0 && len(f.Columns) > mostListed:
		line("the ids of `"+s.Actions[ids].Name+"`", bounds(f.Min, f.Max), f.Columns[0].Unit, "")
	case len(f.Columns) == 0:
		line("", bounds(f.Min, f.Max), "", "")
	case earlier >= 0 && len(f.Columns) > 3:
		line("as `"+s.Observation[earlier].Name+"`", "", "", "")
	default:
		for at := 0; at < len(f.Columns); {
			first, names := f.Columns[at], []string{}
			for ; at < len(f.Columns); at++ {
				c := f.Columns[at]
				alike := c.Min == first.Min && c.Max == first.Max && c.Unit == first.Unit && c.Doc == "" && first.Doc == ""
				if len(names) > 0 && !alike {
					break
				}
				names = append(names, c.Name)
			}
			line(strings.Join(series(names), ", "), bounds(first.Min, first.Max), first.Unit, first.Doc)
		}
	}
	return lines
}

// series shortens labels that count: "bid 1", "bid 2", "bid 3" become
// "bid 1 … bid 3", and "0", "0.5", "1", "1.5" become "0, 0.5 … 1.5".
func series(labels []string) (short []string) {
	for i := 0; i < len(labels); {
		end, step := counts(labels, i)
		switch {
		case step == 1 && end-i > 2:
			short = append(short, labels[i]+" … "+labels[end-1])
		case end-i > 3:
			short = append(short, labels[i], labels[i+1]+" … "+labels[end-1])
		default:
			end = i + 1
			short = append(short, labels[i])
		}
		i = end
	}
	return short
}

// counts returns the end of the labels from the i-th on whose numbers rise by one step.
func counts(labels []string, i int) (end int, step float64) {
	stem, n := counted(labels[i])
	for end = i + 1; n >= 0 && end < len(labels); end++ {
		s, m := counted(labels[end])
		if end == i+1 {
			step = m - n
		}
		if s != stem || step <= 0 || m != n+step*float64(end-i) {
			break
		}
	}
	return end, step
}

// counted splits a label into its stem and the number at its end, -1 without
// one.
func counted(label string) (stem string, n float64) {
	stem = strings.TrimRight(label, "0123456789.")
	n, err := strconv.ParseFloat(label[len(stem):], 64)
	if err != nil {
		return label, -1
	}
	return stem, n
}
