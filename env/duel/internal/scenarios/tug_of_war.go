package scenarios

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Two teams, or two players, pull at three position counters, one in the centre
// and one halfway from there to each of their corners. A model that touches one
// turns it to its own side; the first side to which all three are turned wins. Removed
// models come back, if respawn_at says so, at the counter of their side that is furthest
// from its corner (DUEL-109).
var tugScenario = turn.Scenario{
	Name: config.ScenarioTugOfWar, Players: []int{2, 4}, Teams: true,
	Rule: &tugRule,
	Needs: func(c *config.Config, f *env.Faults) {
		if !c.Respawn {
			f.Add("respawn", false, "true in the scenario %s (DUEL-18)", config.ScenarioTugOfWar)
		}
	},
}

var tugRule = turn.Rule{Name: config.ScenarioTugOfWar, Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) { layCounters(s) })
	h.On[turn.AtPlaced].Add(func(s *turn.State, m int8) {
		for i := range s.Counters {
			if s.Serves(m) && s.Touches(m, s.Counters[i].At) {
				claimCounter(s, i, m)
			}
		}
	})
	h.Passed.Add(func(s *turn.State, m int8, way []space.Point) {
		for i := range s.Counters {
			if _, ok := s.Meets(m, way, s.Counters[i].At, turn.TokenRadius); ok {
				claimCounter(s, i, m)
			}
		}
	})
	h.Home.Add(func(s *turn.State, m int8) (space.Point, bool) {
		if s.Game.Config.RespawnAt != config.RespawnCounter {
			return space.Nowhere, false
		}
		return farthestCounter(s, m)
	})
	h.Things.Add(turn.Things{Kind: turn.ThingCounter, Count: turn.TugCounters, Show: func(s *turn.State, i int) turn.Thing {
		c := &s.Counters[i]
		return turn.Thing{At: c.At, There: true, Free: true, Side: c.Side, Sign: "o"}
	}})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		layCounters(s)
		for i, word := range p.Counters {
			switch {
			case i >= turn.TugCounters:
				f.Add(config.Item("counters", i), word, "at most %d", turn.TugCounters)
			case word == "0" || word == "1":
				s.Counters[i].Side = int8(word[0] - '0')
			case word != "neutral":
				f.Add(config.Item("counters", i), word, "neutral, 0 or 1")
			}
		}
		p.Counters = nil
	})
}}

// layCounters puts the counters on the line between the two corners, from side 0's on: each
// on the point nearest to its place where a fighter can stand.
func layCounters(s *turn.State) {
	g := s.Game
	centre := g.Scene.Objective()
	for i := range s.Counters {
		at := centre
		if i != 1 {
			home := g.Corners[s.Corner[g.FirstSeat(int8(i/2))]]
			at = space.Point{X: (centre.X + home.X) / 2, Y: (centre.Y + home.Y) / 2}
			if p, ok := g.Scene.Nearest(at, space.Normal, space.Inches(turn.FarAway), &s.Land, nil); ok {
				at = p
			}
		}
		s.Counters[i] = turn.Counter{At: at, Side: turn.Nobody}
	}
}

// claimCounter turns a counter to the side of the model that touches it.
func claimCounter(s *turn.State, i int, m int8) {
	side := s.SideOf(m)
	s.Counters[i].Side = side
	for k := range s.Counters {
		if s.Counters[k].Side != side {
			return
		}
	}
	s.Wins(side)
}

// farthestCounter returns the counter of a model's side that is furthest from its
// corner; false when the side has none.
func farthestCounter(s *turn.State, m int8) (best space.Point, found bool) {
	g, far := s.Game, -1.
	home := g.Corners[s.Corner[s.Owner(m)]]
	for i := range s.Counters {
		if c := &s.Counters[i]; c.Side == s.SideOf(m) && g.Scene.Distance(home, c.At) > far {
			best, far, found = c.At, g.Scene.Distance(home, c.At), true
		}
	}
	return best, found
}
