package train

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/internal/console"
	"ringer/open/study"
	"ringer/report/curves"
)

// leastSpan is how far apart the ends of a curve of wins are at least, so that the luck of some
// games does not look like learning.
const leastSpan = 0.2

// CurveLines returns what draws the curves on a screen. It may be called while others are added.
func CurveLines(g *study.Growing) func(width int) []string {
	list := slices.Clone(g.Curves)
	return func(width int) (lines []string) {
		before := "wins against "
		if width < 2*utf8.RuneCountInString(before)+20 {
			before = ""
		}
		longest := 0
		for _, c := range list {
			longest = max(longest, utf8.RuneCountInString(c.Of))
		}
		for i, c := range list {
			last, span := c.Values[len(c.Values)-1], leastSpan
			shown := fmt.Sprintf("%3.0f%% ", 100*last)
			if c.Of == curves.Exploitability {
				shown, span = fmt.Sprintf("%.4f ", last), 0
			}
			if i > 0 {
				before = strings.Repeat(" ", utf8.RuneCountInString(before))
			}
			line := before + c.Of + strings.Repeat(" ", longest-utf8.RuneCountInString(c.Of)+1) + shown
			line += console.Spark(c.Values, min(40, width-1-utf8.RuneCountInString(line)), span)
			if even := fmt.Sprintf("  even is %.0f%%", 100*c.Even); c.Even > 0 && i == len(list)-1 && utf8.RuneCountInString(line+even) < width {
				line += even
			}
			lines = append(lines, line)
		}
		return lines
	}
}
