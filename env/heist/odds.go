package heist

import "ringer/env"

var headStarts = []env.HeadStart{{Name: "points", Step: 1, Most: 30, Words: "%d points"}}

// HeadStarts implements env.HeadStarter.
func (g *Game) HeadStarts() []env.HeadStart { return headStarts }

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	env.CheckHeadStart(g, headStarts, seat, i, n)
	at := *g
	at.first = *g.first.Clone().(*State)
	at.first.game = &at
	at.first.points[seat] += int16(n)
	return &at
}
