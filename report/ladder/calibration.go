package ladder

import (
	"fmt"
	"slices"
	"strings"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Solved holds the exploitability that an algorithm for whole trees reached in a game, as
// ringer solve --json prints it.
type Solved struct {
	Game           string  `json:"game"`
	Algorithm      string  `json:"algorithm"`
	Iterations     int     `json:"iterations"`
	Exploitability float64 `json:"exploitability"` // exact
}

// aims holds the exploitability that a training of each calibration game is to reach.
var aims = map[string]float64{"kuhn": .012, "leduc": .20, "liarsdice": .06, "goofspiel": .04}

// CalibrationTable returns what trainings of the calibration games reach, beside the
// algorithms that solved them, in Markdown: runs are whole runs of the shipped
// configurations. It is empty without runs.
func CalibrationTable(runs []Training, solved []Solved) string {
	if len(runs) == 0 {
		return ""
	}
	rows := [][]string{{"game", "decisions", "seeds", "exploitability of each", "mean", "aim", "decisions a second"}, {"", ":", ":", "", ":", ":", ":"}}
	var algorithms []Solved // of the columns
	for _, s := range solved {
		if !slices.ContainsFunc(algorithms, s.column) {
			algorithms = append(algorithms, s)
		}
	}
	for _, s := range algorithms {
		rows[0], rows[1] = append(rows[0], fmt.Sprintf("%s, %s iterations", s.Algorithm, numbers.Count(s.Iterations))), append(rows[1], ":")
	}
	rows[0], rows[1] = append(rows[0], "trained with"), append(rows[1], "")
	for _, same := range grouped(runs, func(t *Training) string { return t.Config }) {
		rows = append(rows, calibrationRow(same, algorithms, solved))
	}
	return records.Table(rows) + "\n" + trainedWhen(runs) + "\n"
}

// column reports whether two results stand in one column.
func (s *Solved) column(other Solved) bool {
	return s.Algorithm == other.Algorithm && s.Iterations == other.Iterations
}

// calibrationRow returns the line of one game.
func calibrationRow(runs []Training, algorithms, solved []Solved) []string {
	var each []string
	speed := runs[0].speed()
	for i := range runs {
		r := &runs[i]
		speed = min(speed, r.speed())
		if r.Exploitability != nil {
			each = append(each, fmt.Sprintf("%.4f", *r.Exploitability))
		}
	}
	first := &runs[0]
	row := []string{
		"`" + first.Game + "`", length(runs)[1], seeds(runs), strings.Join(each, ", "), fmt.Sprintf("%.4f", exploitability(runs).Value),
		fmt.Sprint(aims[first.Game]), numbers.Count(int(speed)),
	}
	for _, a := range algorithms {
		cell := "–"
		at := slices.IndexFunc(solved, func(s Solved) bool { return s.Game == first.Game && s.column(a) })
		if at >= 0 {
			cell = fmt.Sprintf("%.4g", solved[at].Exploitability)
		}
		row = append(row, cell)
	}
	return append(row, builds(runs))
}

// speed returns the decisions a second of a run.
func (t *Training) speed() float64 { return float64(t.Decisions) / t.Seconds }
