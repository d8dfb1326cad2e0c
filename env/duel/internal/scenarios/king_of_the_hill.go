package scenarios

import (
	"fmt"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Two teams, or two players, fight for a token in the centre. The model that touches it
// first claims it for the side. From then on, in each Upkeep, the side with more
// models within an inch of it, prone ones too, takes it over, and whose it is then
// has a Victory Point; six win. To leave the area only removes (DUEL-106).
var hillScenario = turn.Scenario{
	Name: config.ScenarioHill, Players: []int{2, 4}, Teams: true,
	Rule: &hillRule,
	Needs: func(c *config.Config, f *env.Faults) {
		if !c.OneAndHalfActions {
			f.Add("one_and_half_actions", false, "true in the scenario %s (DUEL-18)", config.ScenarioHill)
		}
	},
}

var hillRule = turn.Rule{Name: config.ScenarioHill, Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) { s.Hill = turn.Nobody })
	h.On[turn.AtPlaced].Add(func(s *turn.State, m int8) {
		if s.Touches(m, s.Treasure) {
			claim(s, m)
		}
	})
	h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) { scoreHill(s) })
	h.Passed.Add(func(s *turn.State, m int8, way []space.Point) {
		if _, ok := s.Meets(m, way, s.Treasure, turn.TokenRadius); ok {
			claim(s, m)
		}
	})
	h.Things.Add(turn.Things{Kind: turn.ThingHill, Count: 1, Show: func(s *turn.State, _ int) turn.Thing {
		return turn.Thing{At: s.Treasure, There: true, Free: true, Side: s.Hill, Sign: "$"}
	}})
	h.Facts.Add(turn.Facts{Names: []string{"own Victory Points, of those that win", "the other side's"}, Of: func(s *turn.State, seat, i int) float32 { return pointsOf(s, seat, i, s.Game.Config.VictoryPoints) }})
	h.Conserve.Add(func(s *turn.State) error {
		if s.Points[0]+s.Points[1] > 0 && s.Hill == turn.Nobody {
			return fmt.Errorf("duel: Victory Points %v for a hill that nobody has touched", s.Points)
		}
		return nil
	})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		if len(p.Treasure) > 0 {
			s.Treasure = s.Game.LayAt(p.Treasure, "treasure", f)
		}
		if s.Hill = turn.Nobody; p.Hill != nil {
			s.Hill = s.Game.LaySide(*p.Hill, "hill", f)
		}
		layPoints(s, p, f, s.Game.Config.VictoryPoints)
		p.Treasure, p.Hill, p.Points = nil, nil, nil
	})
}}

// claim takes the token that nobody has touched before.
func claim(s *turn.State, m int8) {
	if s.Hill == turn.Nobody && s.Serves(m) {
		s.Hill = s.SideOf(m)
	}
}

// scoreHill counts the models near the token, and gives the Victory Point.
func scoreHill(s *turn.State) {
	if s.Hill == turn.Nobody {
		return
	}
	var near [turn.Teams]int
	for rest := s.InPlay; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.NearEnough(m, s.Treasure, s.Game.Config.HillRadius) {
			near[s.SideOf(m)]++
		}
	}
	if near[1-s.Hill] > near[s.Hill] {
		s.Hill = 1 - s.Hill
	}
	if s.Points[s.Hill]++; int(s.Points[s.Hill]) >= s.Game.Config.VictoryPoints {
		s.Wins(s.Hill)
	}
}

// pointsOf returns the points of a seat's side, or for i = 1 of the other, as a share of
// those that win.
func pointsOf(s *turn.State, seat, i, win int) float32 {
	side := s.Game.Side[seat]
	if i == 1 {
		side = 1 - side
	}
	return float32(s.Points[side]) / float32(win)
}

// layPoints gives the sides the points of a position, less than win.
func layPoints(s *turn.State, p *turn.Position, f *env.Faults, win int) {
	for side, n := range p.Points {
		if side >= turn.Teams || n < 0 || n >= win {
			f.Add(config.Item("points", side), n, "a number below %d for each of two sides", win)
			continue
		}
		s.Points[side] = uint8(n)
	}
}
