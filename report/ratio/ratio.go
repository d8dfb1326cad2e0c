// Package ratio measures shares and means over games, whose cases depend on each
// other: a figure comes with the number of games behind it and a 95% interval that
// treats a game, not a case, as one observation. It knows no game.
package ratio

import (
	"encoding/json"
	"math"

	"ringer/internal/numbers"
)

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

// String writes the figure with its interval, as people read it.
func (f Figure) String() string {
	switch {
	case f.Of == 0 && f.Games == 0:
		return numbers.None
	case f.Share:
		return numbers.Share(f.Value, f.Low, f.High)
	}
	return numbers.Mean(f.Value, f.Low, f.High)
}

// A Ratio sums x and y over games.
type Ratio struct {
	Name   string
	Share  bool // of cases: from 0 to 1
	Signed bool // what is counted can be negative

	x, y       float64 // of the game under way
	games      int     // that were closed with a case
	sumX, sumY float64 // over games
	xx, xy, yy float64 // sums of products over games
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
		r.games++
		r.sumX, r.sumY = r.sumX+r.x, r.sumY+r.y
		r.xx, r.xy, r.yy = r.xx+r.x*r.x, r.xy+r.x*r.y, r.yy+r.y*r.y
	}
	r.x, r.y = 0, 0
}

// Plus adds the games of another ratio. Neither has a game under way.
func (r *Ratio) Plus(other *Ratio) {
	r.games += other.games
	r.sumX, r.sumY = r.sumX+other.sumX, r.sumY+other.sumY
	r.xx, r.xy, r.yy = r.xx+other.xx, r.xy+other.xy, r.yy+other.yy
}

// MarshalJSON returns the sums over games, so that a count can go on later.
func (r Ratio) MarshalJSON() ([]byte, error) {
	return json.Marshal([...]float64{float64(r.games), r.sumX, r.sumY, r.xx, r.xy, r.yy})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (r *Ratio) UnmarshalJSON(text []byte) error {
	var sums [6]float64
	if err := json.Unmarshal(text, &sums); err != nil {
		return err
	}
	r.games, r.sumX, r.sumY, r.xx, r.xy, r.yy = int(sums[0]), sums[1], sums[2], sums[3], sums[4], sums[5]
	return nil
}

// Among counts the games of all in which nothing was counted here as games without the
// thing counted. all has closed the same games as r, and more, with the same y in each.
func (r *Ratio) Among(all *Ratio) {
	r.games, r.sumY, r.yy = all.games, all.sumY, all.yy
}

// z is the quantile of a 95% interval.
const z = 1.959963984540054

// Figure returns the ratio of the sums. Its interval is the interval of the linearized
// ratio estimator over games (Cochran, "Sampling Techniques", 1977, section 6.3); a share
// that never or always occurred gets the rule of three.
func (r *Ratio) Figure() Figure {
	f := Figure{Name: r.Name, Share: r.Share, Games: r.games, Of: int(math.Round(r.sumY))}
	if r.sumY == 0 {
		return f
	}
	f.Value = r.sumX / r.sumY
	spread := max(0, r.xx-2*f.Value*r.xy+f.Value*f.Value*r.yy) // of x - value*y
	n := float64(r.games)
	half := 0.
	if n > 1 {
		half = z * math.Sqrt(spread*n/(n-1)) / r.sumY
	}
	f.Low, f.High = f.Value-half, f.Value+half
	if !r.Signed {
		f.Low = max(0, f.Low)
	}
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
