package fourdowns

import "ringer/env"

// HeadStarts implements env.HeadStarter: yards that a seat has lost already, fewer than put
// it out. It is the stronger seat that is given them.
func (g *Game) HeadStarts() []env.HeadStart {
	step := g.config.Yards
	if most := (g.config.OutAt - 1) / step * step; most > 0 {
		return []env.HeadStart{{Name: "lost", Step: step, Most: most, Words: "%d yards lost"}}
	}
	return nil
}

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	return env.Ahead(g, seat, i, n, begins, func(at *Game, s *State) {
		s.game = at
		s.yards[seat] += int16(n)
	})
}

// begins returns the state that a game begins at.
func begins(g *Game) *State { return &g.first }
