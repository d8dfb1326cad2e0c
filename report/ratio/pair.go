package ratio

import "math"

// Pair holds the cases of one kind, game by game, so that their mean can be set beside the mean of
// the other kind in the same games.
type Pair struct {
	x, y  float64 // of the game under way
	games [][2]float64
	met   int // games with a case
	sumX  float64
	sumY  float64
}

// Add adds a case of the game under way.
func (p *Pair) Add(x float64) { p.x, p.y = p.x+x, p.y+1 }

// Close ends a game.
func (p *Pair) Close() {
	p.games = append(p.games, [2]float64{p.x, p.y})
	p.sumX, p.sumY = p.sumX+p.x, p.sumY+p.y
	if p.y > 0 {
		p.met++
	}
	p.x, p.y = 0, 0
}

// Beyond returns by how much the mean of the cases lies above the mean of others of the same games,
// which were closed together: a difference of two ratios of sums, linearized over games (Cochran,
// "Sampling Techniques", 1977, section 6.3), since the two depend on each other. The figure is of no
// cases where less than some games have cases of one of the two.
func (p *Pair) Beyond(other *Pair, least int) Figure {
	f := Figure{Name: "worth"}
	if p.met < max(1, least) || other.met < max(1, least) {
		return f
	}
	one, two := p.sumX/p.sumY, other.sumX/other.sumY
	spread := 0.
	for i := range p.games {
		a, b := p.games[i], other.games[i]
		d := (a[0]-one*a[1])/p.sumY - (b[0]-two*b[1])/other.sumY
		spread += d * d
	}
	n := float64(len(p.games))
	half := z * math.Sqrt(spread*n/max(1, n-1))
	f.Value, f.Low, f.High = one-two, one-two-half, one-two+half
	f.Of, f.Games = int(p.sumY), len(p.games)
	return f
}
