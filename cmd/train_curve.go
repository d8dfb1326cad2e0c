package cmd

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/open/study"
	"ringer/report/curves"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// growing holds the curves of a training under way, one for each opponent of its evaluations.
type growing struct {
	at     int // the iteration of the last evaluation
	curves []growingCurve
}

type growingCurve struct {
	of     string // the opponent
	values []float64
	even   float64 // the share of games that an equal wins; 0: these are no shares
}

// see adds the last evaluation, where it is a new one, and reports whether it was.
func (g *growing) see(p train.Progress) bool {
	if p.EvaluatedAt == g.at {
		return false
	}
	g.at = p.EvaluatedAt
	for _, e := range p.Evaluations {
		if e.Exploitability != nil {
			g.add(curves.Exploitability, *e.Exploitability, 0)
		} else {
			g.add(e.Opponent, e.WinRate, e.EqualShare)
		}
	}
	return true
}

// add adds a value to a curve.
func (g *growing) add(of string, value, even float64) {
	i := slices.IndexFunc(g.curves, func(c growingCurve) bool { return c.of == of })
	if i < 0 {
		i = len(g.curves)
		g.curves = append(g.curves, growingCurve{of: of})
	}
	c := &g.curves[i]
	c.values, c.even = append(c.values, value), even
}

// remember adds the evaluations of the processes that trained a run before, up to its last checkpoint.
func (g *growing) remember(reader *checkpoint.Reader, file *algos.File) error {
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
				g.add(of, v.Value, 0)
				g.at = point.Step
			}
		}
	}
	return nil
}

// leastSpan is how far apart the ends of a curve of wins are at least, so that the luck of some
// games does not look like learning.
const leastSpan = 0.2

// lines returns what draws the curves on a screen. It may be called while others are added.
func (g *growing) lines() func(width int) []string {
	list := make([]growingCurve, len(g.curves))
	for i, c := range g.curves {
		list[i] = growingCurve{c.of, slices.Clone(c.values), c.even}
	}
	return func(width int) (lines []string) {
		before := "wins against "
		if width < 2*utf8.RuneCountInString(before)+20 {
			before = ""
		}
		longest := 0
		for _, c := range list {
			longest = max(longest, utf8.RuneCountInString(c.of))
		}
		for i, c := range list {
			last, span := c.values[len(c.values)-1], leastSpan
			shown := fmt.Sprintf("%3.0f%% ", 100*last)
			if c.of == curves.Exploitability {
				shown, span = fmt.Sprintf("%.4f ", last), 0
			}
			if i > 0 {
				before = strings.Repeat(" ", utf8.RuneCountInString(before))
			}
			line := before + c.of + strings.Repeat(" ", longest-utf8.RuneCountInString(c.of)+1) + shown
			line += spark(c.values, min(40, width-1-utf8.RuneCountInString(line)), span)
			if even := fmt.Sprintf("  even is %.0f%%", 100*c.even); c.even > 0 && i == len(list)-1 && utf8.RuneCountInString(line+even) < width {
				line += even
			}
			lines = append(lines, line)
		}
		return lines
	}
}
