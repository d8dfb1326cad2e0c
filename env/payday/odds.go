package payday

import "ringer/env"

var headStarts = []env.HeadStart{{Name: "cash", Step: 1, Most: 20, Words: "$%d more"}}

// HeadStarts implements env.HeadStarter.
func (g *Game) HeadStarts() []env.HeadStart { return headStarts }

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	env.CheckHeadStart(g, headStarts, seat, i, n)
	at := *g
	at.first = *g.first.Clone().(*State)
	at.first.game = &at
	at.first.earn(int(seat), n)
	return &at
}
