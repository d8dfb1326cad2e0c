package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// ResampleFromInfoState implements env.Resampler (C-8). A seat cannot know the
// Duel Scores (with fight or avoid) and bids that others have set but not
// revealed, nor the drafts of others so far. Each is drawn uniformly from the
// choices that were legal.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	world := s.Clone().(*State)
	w := &world.t
	w.Coming = nil // nobody knows how dice will fall
	if w.Drafting {
		if w.Game.Config.Warband == config.WarbandDraft {
			heroes.Redraft(w, p, rng)
		}
		return world
	}
	for i := int(w.Secrets); i < len(w.Log); i++ {
		e := &w.Log[i]
		if !e.Secret || e.Actor == int8(p) {
			continue
		}
		redraw(w, e, rng)
	}
	return world
}

// redraw replaces the answer of a secret entry by a random legal one.
func redraw(s *turn.State, e *turn.Entry, rng env.Rand) {
	g, d := s.Game, &s.Duel
	if e.About >= 0 && g.Actions.Bid >= 0 && e.Action >= g.Actions.Bid && e.Action < g.Actions.Bid+turn.Scores {
		e.Action = g.Actions.Bid + env.Action(rng.IntN(turn.Scores))
		options.SetBid(s, e.About, uint8(e.Action-g.Actions.Bid)+1)
		return
	}
	m := e.About
	fights, avoids := d.Fight.Has(m), d.Avoid.Has(m)
	var options [2]env.Action
	n := 0
	if fights {
		options[n] = g.Actions.Score
		n++
	}
	if avoids {
		options[n] = g.Actions.Score + turn.Scores
		n++
	}
	face := env.Action(rng.IntN(turn.Scores))
	if m == d.By && d.Fixed != 0 {
		face = env.Action(d.Fixed) - 1
	}
	e.Action = options[rng.IntN(n)] + face
	s.SetScore(m, e.Action)
}
