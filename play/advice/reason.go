package advice

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Reasons says what an action does better than another, in the meters of a scene.
type Reasons struct {
	source string
	meters []scene.Meter // that the seat wants more or less of
	values []float64     // [action] mean
	ends   [][][]float64 // [action][world][meter]; NaN where a meter is not there
}

// NewReasons reads the meters at the ends of the games that were played on from a state.
func NewReasons(c Config, s env.State, played *Played) *Reasons {
	r := &Reasons{source: c.Name}
	if c.Scenes == nil {
		return r
	}
	for _, values := range played.Values {
		r.values = append(r.values, Mean(values))
	}
	seat := s.CurrentPlayer()
	for _, m := range metersOf(c.Scenes.Scene(s, seat), seat) {
		if m.Good != 0 {
			r.meters = append(r.meters, m)
		}
	}
	if len(r.meters) == 0 {
		return r
	}
	r.ends = make([][][]float64, len(played.Ends))
	for k, ends := range played.Ends {
		for _, end := range ends {
			now := metersOf(c.Scenes.Scene(end, seat), seat)
			row := make([]float64, len(r.meters))
			for i, m := range r.meters {
				row[i] = math.NaN()
				for _, o := range now {
					if o.ID == m.ID {
						row[i] = o.Value
					}
				}
			}
			r.ends[k] = append(r.ends[k], row)
		}
	}
	return r
}

func metersOf(sc *scene.Scene, seat env.Player) []scene.Meter {
	for _, s := range sc.Seats {
		if s.Seat == seat {
			return s.Meters
		}
	}
	return nil
}

// clearly is the number of standard errors from which a difference is told.
const clearly = 2.5

// Of returns why action i, by its place in Played, does better or worse than action j. probability is that with
// which the agent plays i.
func (r *Reasons) Of(i, j int, probability float64) string {
	var words []string
	best, most := 0, 0.
	differences := make([]float64, len(r.meters))
	for m := range r.meters {
		if i == j {
			break
		}
		n, sum, squares := 0., 0., 0.
		for w := range r.ends[i] {
			d := r.ends[i][w][m] - r.ends[j][w][m]
			if math.IsNaN(d) {
				continue
			}
			n, sum, squares = n+1, sum+d, squares+d*d
		}
		if n < 8 || sum == 0 {
			continue
		}
		// A worse action is not told by a meter in which it is better, and the other way round.
		if good := sum*float64(r.meters[m].Good) > 0; good != (r.values[i] >= r.values[j]) {
			continue
		}
		differences[m] = sum / n
		deviation := math.Sqrt(max(squares/n-sum/n*sum/n, 1e-12) / n)
		if t := math.Abs(sum/n) / deviation; t > most {
			best, most = m, t
		}
	}
	if most >= clearly {
		words = append(words, told(r.meters[best], differences[best]))
	}
	words = append(words, fmt.Sprintf("%s plays it in %s of such positions", r.source, percent(probability)))
	return strings.Join(words, "; ")
}

// told says a mean difference of a meter at the end of the game.
func told(m scene.Meter, difference float64) string {
	word := "more"
	if difference < 0 {
		word = "less"
	}
	amount := strconv.FormatFloat(math.Abs(difference), 'g', 2, 64)
	name := scene.Sentence(m.Name)
	switch {
	case m.Unit == "$":
		amount = "$" + strconv.FormatFloat(math.Abs(difference), 'f', 1, 64)
	case m.Unit != "" && !strings.EqualFold(m.Unit, name):
		amount += " " + m.Unit
	}
	return fmt.Sprintf("%s: on average %s %s at the end", name, amount, word)
}

// percent writes a probability: "63%", "under 1%".
func percent(p float64) string {
	switch {
	case p < .005:
		return "under 1%"
	case p > .995:
		return "over 99%"
	}
	return fmt.Sprintf("%.0f%%", 100*p)
}
