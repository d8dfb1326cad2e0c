package scenarios

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

var standoffScenario = turn.Scenario{
	Name: config.ScenarioStandoff, Players: []int{2},
	// A treasure lies on the table, to nobody's avail.
	Rule:  &treasureRule,
	Start: func(s *turn.State) { s.Push(taskStandoff, turn.Nobody) },
	Needs: func(c *config.Config, f *env.Faults) {
		if c.ModelsPerPlayer != 1 {
			f.Add("models_per_player", c.ModelsPerPlayer, "1 in the scenario %s", config.ScenarioStandoff)
		}
		if c.BidInitiative != config.BidOff || c.Respawn || c.SpawnPoints || c.PlaceRandomly || c.Upgrades {
			f.Add("scenario", c.Scenario, "no bids, respawn, spawn points, random places or upgrades: there are no rounds and no Moves")
		}
	},
}

// A standoff is no scenario of the rule book but the Duel by itself, to be
// solved: the first fighters of two seats stand four inches apart in the middle
// of the table and initiate Duels in turn, seat 0 first, one in each of the
// game's rounds. Nobody moves or recovers. The fighter that is better off at the end wins:
// in play, then standing, then with fewer hits.
const standoffGap = 4

// Steps of taskStandoff.
const (
	standoffBegins turn.Step = iota
	standoffGoesOn
)

func runStandoff(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == standoffBegins {
		t.Step = standoffGoesOn
		half := int8(space.Inches(standoffGap/2) / g.Step)
		c := space.Point{X: int8(g.Columns / 2), Y: int8(g.Rows / 2)}
		s.Round = 0
		for seat := range g.Players {
			m := g.FirstOf(seat)
			x := &s.Models[m]
			x.At, x.Status = space.Point{X: c.X + half*int8(2*seat-1), Y: c.Y}, turn.Standing
			s.InPlay |= turn.Bit(m)
		}
	}
	a, b := int8(0), g.FirstOf(1)
	if int(s.Round) == g.Config.Rounds || !s.InPlay.Has(a) || !s.InPlay.Has(b) {
		x, y := condition(s, a), condition(s, b)
		s.Won[0], s.Won[1] = x >= y, y >= x
		s.Pop()
		return
	}
	by := a
	if s.Round%2 == 1 {
		by = b
	}
	s.Round++
	s.Push(turn.TaskDuel, by)
}

// condition returns how well off a fighter is.
func condition(s *turn.State, m int8) int {
	x := &s.Models[m]
	switch x.Status {
	case turn.Standing:
		return 3
	case turn.Prone:
		return turn.HitsToRemove - int(x.Hits)
	}
	return 0
}
