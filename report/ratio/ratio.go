// Package ratio measures shares and means over games, whose cases depend on each
// other: a figure comes with the number of games behind it and a 95% interval that
// treats a game, not a case, as one observation. It knows no game.
package ratio

import "math"

// Figure is a measured ratio: a share or a mean.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"` // 95% interval
	High  float64 `json:"high"`
	Of    int     `json:"of"`    // the cases counted: Duels, games, scores
	Games int     `json:"games"` // in which it could occur
	Share bool    `json:"share"` // it is one, from 0 to 1
}

// A Ratio sums x and y over games.
type Ratio struct {
	Name  string
	Share bool // of cases: from 0 to 1

	x, y  float64 // of the game under way
	pairs [][2]float64
}

// Add adds to the two sums of the game under way.
func (r *Ratio) Add(x, y float64) { r.x, r.y = r.x+x, r.y+y }

// Count adds one case, in which the thing counted is true or false.
func (r *Ratio) Count(so bool) {
	r.y++
	if so {
		r.x++
	}
}

// Close ends a game.
func (r *Ratio) Close() {
	if r.y > 0 {
		r.pairs = append(r.pairs, [2]float64{r.x, r.y})
	}
	r.x, r.y = 0, 0
}

// z is the quantile of a 95% interval.
const z = 1.959963984540054

// Figure returns the ratio of the sums. Its interval is that of the linearized ratio
// estimator over games (Cochran, "Sampling Techniques", 1977, section 6.3); a
// share that never or always occurred gets the rule of three.
func (r *Ratio) Figure() Figure {
	f := Figure{Name: r.Name, Share: r.Share, Games: len(r.pairs)}
	x, y := 0., 0.
	for _, p := range r.pairs {
		x, y = x+p[0], y+p[1]
	}
	f.Of = int(math.Round(y))
	if y == 0 {
		return f
	}
	f.Value = x / y
	spread := 0.
	for _, p := range r.pairs {
		e := p[0] - f.Value*p[1]
		spread += e * e
	}
	n := float64(len(r.pairs))
	half := 0.
	if n > 1 {
		half = z * math.Sqrt(spread*n/(n-1)) / y
	}
	f.Low, f.High = max(0, f.Value-half), f.Value+half // nothing counted is negative
	if r.Share {
		if f.Value == 0 {
			f.High = min(1, 3/n)
		}
		if f.Value == 1 {
			f.Low = max(0, 1-3/n)
		}
		f.High = min(1, f.High)
	}
	return f
}
