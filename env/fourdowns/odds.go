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
	env.CheckHeadStart(g, g.HeadStarts(), seat, i, n)
	at := *g
	at.first = *g.first.Clone().(*State)
	at.first.game = &at
	at.first.yards[seat] += int16(n)
	return &at
}
