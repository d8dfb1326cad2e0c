package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A model removed in round r recovers in Upkeep r+1 and comes back in Upkeep
// r+2, at the free point nearest to its corner or to a spawn point, to be among
// its owner's first activations of that round (DUEL-61). Where models come back at
// counters they do so in Upkeep r+1 (DUEL-109).
var respawnRule = turn.Rule{Name: "respawn", Hook: func(h *turn.Hooks) {
	h.On[turn.AtRemoved].Add(func(s *turn.State, m int8) {
		x := &s.Models[m]
		x.Status, x.Out, x.Hits, x.Upgrade, x.Owed = turn.Away, s.Round, 0, 0, 0
		s.ClearMarks(m)
		x.Flags &^= turn.FlagJammed | turn.FlagAimed | turn.FlagRecovered
	})
	h.On[turn.AtUpkeepSeat].Add(func(s *turn.State, seat int8) {
		var back turn.ModelSet
		away := s.Game.Config.RoundsAway()
		for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
			switch x := &s.Models[rest.First()]; {
			case x.Status != turn.Away:
			case int(s.Round) >= int(x.Out)+away:
				back |= turn.Bit(rest.First())
			case s.Round == x.Out+1:
				x.Flags |= turn.FlagRecovered
				s.Reach(turn.AtRecovered, rest.First())
			}
		}
		s.PushEach(turn.Task{Kind: taskRespawn}, back, turn.Nobody)
	})
}}

func runRespawn(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	home := g.Corners[s.Corner[s.Owner(m)]]
	for _, f := range g.Hooks.Home {
		if at, ok := f(s, m); ok {
			home = at
		}
	}
	if g.Config.RespawnAt == config.RespawnPoints {
		if t.Step == turn.Asking {
			t.Step = turn.Answered
			s.Chance(turn.ChanceDice, 1, m)
			return
		}
		home = s.Spawns[s.Answer]
	}
	s.Pop()
	p := s.NearestFree(m, home)
	if p == space.Nowhere {
		return // it waits (DUEL-121)
	}
	s.Models[m].Flags &^= turn.FlagRecovered
	s.Set(m, turn.FlagFresh)
	s.Enter(m, p)
}
