package env

import (
	"slices"
	"strconv"
	"strings"
)

// writeColumns writes what the elements of labelled fields are: a line for every
// column that has a meaning of its own, and one line for neighbours that differ
// by their names alone. Of a vocabulary, only its name is said.
func (s *Spec) writeColumns(b *strings.Builder) {
	var lines [][]string
	for i := range s.Observation {
		if f := &s.Observation[i]; labelled(f) {
			lines = append(lines, columnLines(f, s.Observation[:i])...)
		}
	}
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n**Columns of the observation**\n\n")
	writeTable(b, []string{"field", "rows", "columns", "range", "1 is", "meaning"}, "llllll", len(lines), func(i int) []string { return lines[i] })
}

// labelled reports whether a field's labels tell more than the field itself does.
func labelled(f *Field) bool {
	if len(f.Columns) == 1 && f.Rows == nil {
		return f.Columns[0].Unit != "" || f.Columns[0].Doc != ""
	}
	return len(f.Columns) > 0 || len(f.Rows) > 0
}

func columnLines(f *Field, before []Field) (lines [][]string) {
	line := func(columns, bounds, unit, doc string) {
		name, rows := "", ""
		if len(lines) == 0 {
			name, rows = code(f.Name), strings.Join(series(f.Rows), ", ")
		}
		lines = append(lines, []string{name, rows, columns, bounds, unit, doc})
	}
	bounds := func(c Column) string { return number(c.Min) + " … " + number(c.Max) }
	same := slices.IndexFunc(before, func(g Field) bool { return slices.Equal(g.Columns, f.Columns) })
	switch {
	case f.Vocab != "":
		line("the identities of `"+f.Vocab+"`", number(f.Min)+" … "+number(f.Max), "", "")
	case len(f.Columns) == 0:
		line("", number(f.Min)+" … "+number(f.Max), "", "")
	case same >= 0 && len(f.Columns) > 3:
		line("as `"+before[same].Name+"`", "", "", "")
	default:
		for i := 0; i < len(f.Columns); {
			first, names := f.Columns[i], []string{}
			for ; i < len(f.Columns); i++ {
				c := f.Columns[i]
				if c.Min != first.Min || c.Max != first.Max || c.Unit != first.Unit || c.Doc != first.Doc || len(names) > 0 && c.Doc != "" {
					break
				}
				names = append(names, c.Name)
			}
			line(strings.Join(series(names), ", "), bounds(first), first.Unit, first.Doc)
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
