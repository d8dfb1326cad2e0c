package duel

import "ringer/env"

// ResampleFromInfoState implements env.Resampler (C-8). What a seat cannot know
// are the Duel Scores, with fight or avoid, and the bids that others have set and
// nobody has revealed, and what others have drafted so far. They are drawn uniformly from what was legal.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := s.Clone().(*State)
	w.coming = nil // nobody knows how dice will fall
	if w.drafting {
		if w.game.config.Warband == WarbandDraft {
			w.redraft(p, rng)
		}
		return w
	}
	for i := int(w.secrets); i < len(w.log); i++ {
		e := &w.log[i]
		if !e.secret || e.actor == int8(p) {
			continue
		}
		w.redraw(e, rng)
	}
	return w
}

// redraw gives a secret entry another answer.
func (s *State) redraw(e *entry, rng env.Rand) {
	g, d := s.game, &s.duel
	if e.about >= 0 && g.actions.bid >= 0 && e.action >= g.actions.bid && e.action < g.actions.bid+scores {
		e.action = g.actions.bid + env.Action(rng.IntN(scores))
		s.setBid(e.about, uint8(e.action-g.actions.bid)+1)
		return
	}
	m := e.about
	fights, avoids := has(d.fight, m), has(d.avoid, m)
	var options [2]env.Action
	n := 0
	if fights {
		options[n] = g.actions.score
		n++
	}
	if avoids {
		options[n] = g.actions.score + scores
		n++
	}
	face := env.Action(rng.IntN(scores))
	if m == d.by && d.fixed != 0 {
		face = env.Action(d.fixed) - 1
	}
	e.action = options[rng.IntN(n)] + face
	s.setScore(m, e.action)
}
