package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() { runners[taskStandoff] = runStandoff }

var standoffScenario = scenario{
	name: ScenarioStandoff, about: "be better off after one Duel", players: []int{2},
	// A treasure lies on the table, to nobody's avail.
	rule:  &treasureRule,
	start: func(s *State) { s.push(taskStandoff, nobody, 0, 0) },
	needs: func(c *Config, f *env.Faults) {
		if c.ModelsPerPlayer != 1 {
			f.Add("models_per_player", c.ModelsPerPlayer, "1 in the scenario %s", ScenarioStandoff)
		}
		if c.BidInitiative != BidOff || c.Respawn || c.SpawnPoints || c.PlaceRandomly || c.Upgrades {
			f.Add("scenario", c.Scenario, "no bids, respawn, spawn points, random places or upgrades: there are no rounds and no Moves")
		}
	},
}

// A standoff is no scenario of the rule book but the Duel by itself, to be
// solved: the first fighters of two seats stand four inches apart in the middle
// of the table and initiate Duels in turn, seat 0 first, one in each of the
// game's rounds. Nobody moves or recovers. Whoever is better off at the end wins:
// in play, then standing, then with fewer hits.
const standoffGap = 4

func runStandoff(s *State, t *task) {
	g := s.game
	if t.step == 0 {
		t.step = 1
		half := int8(space.Inches(standoffGap/2) / g.step)
		c := space.Point{X: int8(g.columns / 2), Y: int8(g.rows / 2)}
		s.round = 0
		for seat := range g.players {
			m := g.firstOf(seat)
			x := &s.models[m]
			x.at, x.status = space.Point{X: c.X + half*int8(2*seat-1), Y: c.Y}, standing
			s.inPlay |= bit(m)
		}
	}
	a, b := int8(0), g.firstOf(1)
	if int(s.round) == g.config.Rounds || !has(s.inPlay, a) || !has(s.inPlay, b) {
		x, y := s.condition(a), s.condition(b)
		s.won[0], s.won[1] = x >= y, y >= x
		s.pop()
		return
	}
	by := a
	if s.round%2 == 1 {
		by = b
	}
	s.round++
	s.push(taskDuel, by, 0, 0)
}

// condition is how well off a fighter is.
func (s *State) condition(m int8) int {
	x := &s.models[m]
	switch x.status {
	case standing:
		return 3
	case prone:
		return hitsToRemove - int(x.hits)
	}
	return 0
}
