package fivepossessions

import "ringer/env"

// HeadStarts implements env.HeadStarter: yards that a seat leads by, less than the goal.
func (g *Game) HeadStarts() []env.HeadStart {
	step := max(1, min(g.config.ScoreYards, g.config.StopYards))
	if most := (g.config.Goal - 1) / step * step; most > 0 {
		return []env.HeadStart{{Name: "yards", Step: step, Most: most, Words: "%d yards"}}
	}
	return nil
}

// WithHeadStart implements env.HeadStarter.
func (g *Game) WithHeadStart(seat env.Player, i, n int) env.Game {
	env.CheckHeadStart(g, g.HeadStarts(), seat, i, n)
	at := *g
	at.first = *g.first.Clone().(*State)
	at.first.game = &at
	at.first.yards[seat] += int32(n)
	return &at
}
