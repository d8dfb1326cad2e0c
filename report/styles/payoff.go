package styles

import (
	"fmt"
	"math"

	"ringer/eval"
	"ringer/eval/matrixgame"
	"ringer/eval/rating"
	"ringer/report/ratio"
)

// Payoffs holds what styles win against each other.
type Payoffs struct {
	Rows    []string         `json:"rows"`    // names of styles
	Columns []string         `json:"columns"` // of their opponents: the same, or the styles of the other seat
	Lead    [][]ratio.Figure `json:"lead"`    // [row][column] wins of a row's seat less the wins of a column's, in a game

	// Fidelity is, for tilted agents, the share of the seats of a style that are found to
	// play it.
	Fidelity []float64 `json:"fidelity,omitempty"`

	// Weights are the shares of the rows in equilibrium, and ColumnWeights the shares of the
	// columns: where both are the same, of the equilibrium with the largest entropy (Balduzzi
	// and others, "Re-evaluating Evaluation", 2018), in which leads count whose 95% intervals
	// are above 0, from both sides of the table.
	Weights       []float64 `json:"weights"`
	ColumnWeights []float64 `json:"column_weights"`

	// Alpha is the share of time in which a population plays each style when better ones
	// take over (α-rank), where rows and columns are the same.
	Alpha []float64 `json:"alpha,omitempty"`

	// Cycles are styles each of which beats the next, and the last the first, by leads whose
	// 95% intervals are above 0.
	Cycles [][]string `json:"cycles"`
}

// even returns payoffs without figures.
func (f *finder) even() *Payoffs {
	p := &Payoffs{Cycles: [][]string{}}
	for k := range f.groups[0].styles() {
		p.Rows = append(p.Rows, f.describeStyle(f.groups[0], k).Name)
	}
	p.Columns = p.Rows
	if len(f.groups) > 1 {
		p.Columns = nil
		for k := range f.groups[1].styles() {
			p.Columns = append(p.Columns, f.describeStyle(f.groups[1], k).Name)
		}
	}
	for range p.Rows {
		p.Lead = append(p.Lead, make([]ratio.Figure, len(p.Columns)))
	}
	return p
}

// played sums up what styles won in the games of the corpus. A game counts once in a cell,
// with the mean over the pairs of seats of these styles.
func (f *finder) played() *Payoffs {
	p := f.even()
	cells := make([][][]float64, len(p.Rows))
	for a := range cells {
		cells[a] = make([][]float64, len(p.Columns))
	}
	for i, game := range f.Corpus.Games {
		sums, n := map[[2]int]float64{}, map[[2]int]float64{}
		for s := range f.seats {
			for t := range f.seats {
				if s == t || len(f.groups) > 1 && s != 0 {
					continue
				}
				k := [2]int{f.style[i*f.seats+s], f.style[i*f.seats+t]}
				sums[k] += game.Shares[s] - game.Shares[t]
				n[k]++
			}
		}
		for k, x := range sums {
			cells[k[0]][k[1]] = append(cells[k[0]][k[1]], x/n[k])
		}
	}
	p.fill(cells)
	return p
}

// fill turns leads into figures, and solves the game of styles.
func (p *Payoffs) fill(cells [][][]float64) {
	for a := range cells {
		for b, xs := range cells[a] {
			p.Lead[a][b] = ratio.Over("lead", xs, eval.Confidence)
		}
	}
	if len(p.Rows) == 0 || &p.Rows[0] != &p.Columns[0] {
		s := matrixgame.Solve(p.values())
		p.Weights, p.ColumnWeights = s.Rows, s.Columns
		return
	}
	even := p.values()
	for a := range even {
		even[a][a] = 0
		for b := range a {
			x := 0. // what luck alone explains is no reason to prefer a style
			if p.beats(a, b) || p.beats(b, a) {
				x = (even[a][b] - even[b][a]) / 2
			}
			even[a][b], even[b][a] = x, -x
		}
	}
	p.Weights = rating.NashAverage(even)
	p.ColumnWeights = p.Weights
	alpha, sweep := rating.AlphaSweep(even)
	for _, point := range sweep {
		if point.Alpha == alpha {
			p.Alpha = point.Masses
		}
	}
	p.cycles()
}

func (p *Payoffs) values() [][]float64 {
	out := make([][]float64, len(p.Lead))
	for a, row := range p.Lead {
		for _, x := range row {
			out[a] = append(out[a], x.Value)
		}
	}
	return out
}

// beats reports whether a style is clearly ahead of another, in whichever of them is alone
// at the table.
func (p *Payoffs) beats(a, b int) bool { return p.Lead[a][b].Low > 0 && p.Lead[b][a].High < 0 }

// cycles lists the cycles of three styles, each once.
func (p *Payoffs) cycles() {
	for a := range p.Rows {
		for b := range p.Rows {
			for c := range p.Rows {
				if a < b && a < c && b != c && p.beats(a, b) && p.beats(b, c) && p.beats(c, a) {
					p.Cycles = append(p.Cycles, []string{p.Rows[a], p.Rows[b], p.Rows[c]})
				}
			}
		}
	}
}

// flags returns a style that is clearly ahead of every other.
func (s *Study) dominant(p *Payoffs) (row int, least ratio.Figure, found bool) {
	if p.Alpha == nil || len(p.Rows) < 2 {
		return 0, least, false
	}
	for a := range p.Rows {
		all := true
		least = ratio.Figure{Value: math.Inf(1)}
		for b := range p.Rows {
			if a == b {
				continue
			}
			all = all && p.beats(a, b)
			if p.Lead[a][b].Value < least.Value {
				least = p.Lead[a][b]
			}
		}
		if all {
			return a, least, true
		}
	}
	return 0, least, false
}

func dominantWords(p *Payoffs, row int) string {
	return fmt.Sprintf("The style %q is ahead of every other style.", p.Rows[row])
}
