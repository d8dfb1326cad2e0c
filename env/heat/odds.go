package heat

import "ringer/env"

var headStarts = []env.HeadStart{{Name: "money", Step: 1, Most: 20, Words: "$%d more"}}

// HeadStarts implements env.HeadStarter.
func (g *Game) HeadStarts() []env.HeadStart { return headStarts }

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	env.CheckHeadStart(g, headStarts, seat, i, n)
	at := *g
	at.first = *g.first.Clone().(*State)
	at.first.game, at.first.then.game = &at, &at
	at.first.now.money[seat] += int32(n)
	return &at
}
