package scenarios

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// A night raid adds darkness to another scenario: each die of a shot loses 1 for
// every inch begun beyond four, whoever shoots, unless the target is within two
// inches of a light. Sight itself is not cut (DUEL-107).
var nightRaid = turn.AddOn{
	Name: config.AddOnNightRaid,
	Rule: turn.Rule{Name: config.AddOnNightRaid, Hook: func(h *turn.Hooks) {
		h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
			given := s.Game.Scene.Lights()
			if len(given) > 0 {
				s.Lit = uint8(copy(s.Lights[:], given))
				return
			}
			for i := turn.NightLights - 1; i >= 0; i-- {
				s.Push(options.TaskScatter, turn.Nobody).Thing = int8(options.ScatterLight + i)
			}
		})
		h.Modify.Add(func(s *turn.State, r turn.Roll) int {
			if r.Kind != turn.RollAttack || s.Duel.Melee {
				return 0
			}
			return -Darkness(s, r.By, r.Against)
		})
		h.Things.Add(turn.Things{Kind: turn.ThingLight, Count: turn.MaxLights, Show: func(s *turn.State, i int) turn.Thing {
			return turn.Thing{At: s.Lights[i], There: i < int(s.Lit), Free: true, Side: turn.Nobody, Sign: "*"}
		}})
		h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
			copied := copy(s.Lights[:], s.Game.Scene.Lights())
			for i, spot := range p.Lights {
				if i >= turn.MaxLights {
					f.Add("lights", len(p.Lights), "at most %d", turn.MaxLights)
					break
				}
				s.Lights[i] = s.Game.LayAt(spot, config.Item("lights", i), f)
				copied = i + 1
			}
			s.Lit = uint8(copied)
			p.Lights = nil
		})
	}},
}

// Darkness returns the number that each die of a shot at a target loses; at a mob none.
func Darkness(s *turn.State, by, target int8) int {
	if _, mob := turn.MobOf(target); mob {
		return 0
	}
	c := &s.Game.Config
	far := s.Game.Scene.Range(s.Spot(by), s.Spot(target), &s.Land) - c.DarkFrom
	if far <= 0 {
		return 0
	}
	for _, p := range s.Lights[:s.Lit] {
		if s.Game.Scene.RangeTo(s.Spot(target), p, 0, &s.Land) <= c.LightRadius {
			return 0
		}
	}
	return int(math.Ceil(far))
}
