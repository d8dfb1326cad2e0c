package positioning

import "math"

// Figure is a measured ratio: a share, or a mean of something.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"` // 95% interval
	High  float64 `json:"high"`
	Of    int     `json:"of"`    // what was counted: Duels, games, scores
	Games int     `json:"games"` // in which it could occur
	Share bool    `json:"share"` // it is one, from 0 to 1
}

// A ratio sums x and y over games.
type ratio struct {
	name  string
	share bool
	x, y  float64 // of the game under way
	pairs [][2]float64
}

func (r *ratio) add(x, y float64) { r.x, r.y = r.x+x, r.y+y }

// count adds one case in which something was so or not.
func (r *ratio) count(so bool) {
	r.y++
	if so {
		r.x++
	}
}

// close ends a game.
func (r *ratio) close() {
	if r.y > 0 {
		r.pairs = append(r.pairs, [2]float64{r.x, r.y})
	}
	r.x, r.y = 0, 0
}

// z is the quantile of a 95% interval.
const z = 1.959963984540054

// figure is the ratio of the sums. Its interval is that of the linearized ratio
// estimator over games (Cochran, "Sampling Techniques", 1977, section 6.3); a
// share that never or always occurred gets the rule of three.
func (r *ratio) figure() Figure {
	f := Figure{Name: r.name, Share: r.share, Games: len(r.pairs)}
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
	if r.share {
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
