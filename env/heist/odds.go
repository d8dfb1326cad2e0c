package heist

import "ringer/env"

var headStarts = []env.HeadStart{{Name: "points", Step: 1, Most: 30, Words: "%d points"}}

// HeadStarts implements env.HeadStarter.
func (g *Game) HeadStarts() []env.HeadStart { return headStarts }

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	return env.Ahead(g, seat, i, n, begins, func(at *Game, s *State) {
		s.game = at
		s.points[seat] += int16(n)
	})
}

// begins returns the state that a game begins at.
func begins(g *Game) *State { return &g.first }
