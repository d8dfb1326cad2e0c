package console

import (
	"fmt"
	"strings"
)

// leastThree is the least width in columns at which three texts stand side by side.
const leastThree = 72

// Three returns rows of a name and two texts in three columns on a screen of a width, or where it is
// narrow one below the other. The first row is the heading, which a narrow screen has no room for.
func Three(rows [][3]string, width int) string {
	var b strings.Builder
	if width < leastThree {
		for _, r := range rows[1:] {
			for i, text := range []string{r[0] + ": " + r[1], r[2]} {
				for _, line := range Wrap(text, width-2*i, 2*(1-i)) {
					b.WriteString(strings.Repeat(" ", 2*i) + line + "\n")
				}
			}
		}
		return b.String()
	}
	name, middle := 0, 0
	for _, r := range rows {
		name, middle = max(name, Columns(r[0])), max(middle, Columns(r[1]))
	}
	middle = min(middle, (width-name-4)*2/5)
	at := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return ""
	}
	for _, r := range rows {
		second, third := Wrap(r[1], middle, 0), Wrap(r[2], width-name-middle-4, 0)
		for i := range max(len(second), len(third)) {
			line := fmt.Sprintf("%-*s  %-*s  %s", name, at([]string{r[0]}, i), middle, at(second, i), at(third, i))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String()
}
