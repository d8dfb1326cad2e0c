package payday

import "ringer/env"

var headStarts = []env.HeadStart{{Name: "cash", Step: 1, Most: 20, Words: "$%d more"}}

// HeadStarts implements env.HeadStarter.
func (g *Game) HeadStarts() []env.HeadStart { return headStarts }

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	return env.Ahead(g, seat, i, n, begins, func(at *Game, s *State) {
		s.game = at
		s.earn(int(seat), n)
	})
}

// begins returns the state that a game begins at.
func begins(g *Game) *State { return &g.first }
