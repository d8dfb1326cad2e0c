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
	return env.Ahead(g, seat, i, n, begins, func(at *Game, s *State) {
		s.game = at
		s.yards[seat] += int32(n)
	})
}

// begins returns the state that a game begins at.
func begins(g *Game) *State { return &g.first }
