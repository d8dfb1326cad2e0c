package train

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/cmd/internal/shell"
	"ringer/open/study"
	"ringer/report/curves"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Growing holds the curves of a training under way, one for each opponent of its evaluations.
type Growing struct {
	At     int // the iteration of the last evaluation
	Curves []growingCurve
}

type growingCurve struct {
	Of     string // the opponent
	Values []float64
	even   float64 // the share of games that an equal wins; 0: these are no shares
}

// See adds the last evaluation, where it is a new one, and reports whether it was.
func (g *Growing) See(p train.Progress) bool {
	if p.EvaluatedAt == g.At {
		return false
	}
	g.At = p.EvaluatedAt
	for _, e := range p.Evaluations {
		if e.Exploitability != nil {
			g.Add(curves.Exploitability, *e.Exploitability, 0)
		} else {
			g.Add(e.Opponent, e.WinRate, e.EqualShare)
		}
	}
	return true
}

// Add adds a value to a curve.
func (g *Growing) Add(of string, value, even float64) {
	i := slices.IndexFunc(g.Curves, func(c growingCurve) bool { return c.Of == of })
	if i < 0 {
		i = len(g.Curves)
		g.Curves = append(g.Curves, growingCurve{Of: of})
	}
	c := &g.Curves[i]
	c.Values, c.even = append(c.Values, value), even
}

// Remember adds the evaluations of the processes that trained a run before, up to its last checkpoint.
func (g *Growing) Remember(reader *checkpoint.Reader, file *algos.File) error {
	its, err := reader.Iterations()
	if err != nil || len(its) == 0 {
		return err
	}
	run, err := study.ReadCurve(reader, file)
	if err != nil {
		return err
	}
	for _, point := range run.Points {
		for _, of := range append([]string{curves.Exploitability}, file.Evaluation.Opponents...) {
			name := of
			if of != curves.Exploitability {
				name = "win_rate/" + of
			}
			if v, there := point.Values[name]; there && point.Step <= its[len(its)-1] {
				g.Add(of, v.Value, 0)
				g.At = point.Step
			}
		}
	}
	return nil
}

// leastSpan is how far apart the ends of a curve of wins are at least, so that the luck of some
// games does not look like learning.
const leastSpan = 0.2

// Lines returns what draws the curves on a screen. It may be called while others are added.
func (g *Growing) Lines() func(width int) []string {
	list := make([]growingCurve, len(g.Curves))
	for i, c := range g.Curves {
		list[i] = growingCurve{c.Of, slices.Clone(c.Values), c.even}
	}
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
			line += shell.Spark(c.Values, min(40, width-1-utf8.RuneCountInString(line)), span)
			if even := fmt.Sprintf("  even is %.0f%%", 100*c.even); c.even > 0 && i == len(list)-1 && utf8.RuneCountInString(line+even) < width {
				line += even
			}
			lines = append(lines, line)
		}
		return lines
	}
}
