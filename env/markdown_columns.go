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

// columnLines returns the columns of the i-th field: names, range, unit and
// meaning.
func (s *Spec) columnLines(i int) (lines [][]string) {
	f := &s.Observation[i]
	line := func(names, bounds, unit, doc string) { lines = append(lines, []string{names, bounds, unit, doc}) }
	bounds := func(low, high float32) string { return number(low) + " … " + number(high) }
	earlier := slices.IndexFunc(s.Observation[:i], func(g Field) bool { return slices.Equal(g.Columns, f.Columns) })
	switch {
	case f.Vocab != "":
		line("the identities of `"+f.Vocab+"`", bounds(f.Min, f.Max), "", "")
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
// "bid 1 … bid 3".
func series(labels []string) (short []string) {
	for i := 0; i < len(labels); {
		stem, n := counted(labels[i])
		end := i + 1
		for n >= 0 && end < len(labels) {
			if s, m := counted(labels[end]); s != stem || m != n+end-i {
				break
			}
			end++
		}
		if end-i < 3 {
			end = i + 1
			short = append(short, labels[i])
		} else {
			short = append(short, labels[i]+" … "+labels[end-1])
		}
		i = end
	}
	return short
}

// counted splits a label into its stem and the number at its end, -1 without
// one.
func counted(label string) (stem string, n int) {
	stem = strings.TrimRight(label, "0123456789")
	n, err := strconv.Atoi(label[len(stem):])
	if err != nil {
		return label, -1
	}
	return stem, n
}
