package study

import (
	"slices"

	"ringer/report/curves"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// Growing holds the curves of a training under way, one for each opponent of its evaluations.
type Growing struct {
	At     int // the iteration of the last evaluation
	Curves []GrowingCurve
}

// GrowingCurve is the curve against one opponent.
type GrowingCurve struct {
	Of     string // the opponent
	Values []float64
	Even   float64 // the share of games that an equal wins; 0: these are no shares
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
	i := slices.IndexFunc(g.Curves, func(c GrowingCurve) bool { return c.Of == of })
	if i < 0 {
		i = len(g.Curves)
		g.Curves = append(g.Curves, GrowingCurve{Of: of})
	}
	c := &g.Curves[i]
	c.Values, c.Even = append(c.Values, value), even
}

// Remember adds the evaluations of the processes that trained a run before, up to its last checkpoint.
func (g *Growing) Remember(reader *checkpoint.Reader, file *algos.File) error {
	its, err := reader.Iterations()
	if err != nil || len(its) == 0 {
		return err
	}
	run, err := ReadCurve(reader, file)
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
