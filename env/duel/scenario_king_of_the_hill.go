package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// Two teams, or two players, fight for a token in the centre. Whoever touches it
// first claims it for the side. From then on, in each Upkeep, the side with more
// models within an inch of it, prone ones too, takes it over, and whose it is then
// has a Victory Point; six win. To leave the area only removes (DUEL-106).
var hillScenario = scenario{
	name: ScenarioHill, about: "hold the token in the centre for six Upkeeps", players: []int{2, 4}, teams: true,
	rule: &hillRule,
	needs: func(c *Config, f *env.Faults) {
		if !c.OneAndHalfActions {
			f.Add("one_and_half_actions", false, "true in the scenario %s (DUEL-18)", ScenarioHill)
		}
	},
}

var hillRule = rule{
	name: ScenarioHill,
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) { s.hill = nobody },
		atPlaced: func(s *State, m int8) {
			if s.touches(m, s.treasure) {
				s.claim(m)
			}
		},
		atUpkeep: func(s *State, _ int8) { s.scoreHill() },
	},
	passed: func(s *State, m int8, way []space.Point) {
		if _, ok := s.meets(m, way, s.treasure, tokenRadius); ok {
			s.claim(m)
		}
	},
	things: things{kind: thingHill, count: 1, show: func(s *State, _ int) thing {
		return thing{at: s.treasure, there: true, free: true, side: s.hill, sign: "$"}
	}},
	facts: []string{"own Victory Points, of those that win", "the other side's"},
	fact: func(s *State, seat, i int) float32 {
		side := s.game.side[seat]
		if i == 1 {
			side = 1 - side
		}
		return float32(s.points[side]) / float32(s.game.config.VictoryPoints)
	},
	prospects: func(s *State, seat int) float64 {
		g, side, x := s.game, s.game.side[seat], 0.
		if seat == g.firstSeat(side) {
			x += 3 * float64(s.points[side]) / float64(g.config.VictoryPoints)
			if s.hill == side {
				x += holdPrice
			}
		}
		for rest := s.inPlay & s.own[seat]; rest != 0; rest &= rest - 1 {
			x -= inchPrice * g.scene.Distance(s.models[first(rest)].at, s.treasure)
		}
		return x
	},
	tell: func(s *State, b *strings.Builder) {
		g := s.game
		whose := "nobody's yet"
		if s.hill != nobody {
			whose = "held by " + g.sideName(s.hill)
		}
		fmt.Fprintf(b, "The hill at %s is %s. Victory Points, of %d to win:", g.where(s.treasure), whose, g.config.VictoryPoints)
		fmt.Fprintf(b, " %s %d, %s %d.\n", g.sideName(0), s.points[0], g.sideName(1), s.points[1])
	},
	conserve: func(s *State) error {
		if s.points[0]+s.points[1] > 0 && s.hill == nobody {
			return fmt.Errorf("duel: Victory Points %v for a hill that nobody has touched", s.points)
		}
		return nil
	},
	lay: func(s *State, p *Position, f *env.Faults) {
		if len(p.Treasure) > 0 {
			s.treasure = s.game.layAt(p.Treasure, "treasure", f)
		}
		if s.hill = nobody; p.Hill != nil {
			s.hill = s.game.laySide(*p.Hill, "hill", f)
		}
		for side, n := range p.Points {
			if side >= teams || n < 0 || n >= s.game.config.VictoryPoints {
				f.Add(at("points", side), n, "a number below %d for each of two sides", s.game.config.VictoryPoints)
				continue
			}
			s.points[side] = uint8(n)
		}
		p.Treasure, p.Hill, p.Points = nil, nil, nil
	},
}

// claim takes the token that nobody has touched before.
func (s *State) claim(m int8) {
	if s.hill == nobody && s.serves(m) {
		s.hill = s.sideOf(m)
	}
}

// scoreHill counts who is near the token, and gives the Victory Point.
func (s *State) scoreHill() {
	if s.hill == nobody {
		return
	}
	var near [teams]int
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.nearEnough(m, s.treasure, s.game.config.HillRadius) {
			near[s.sideOf(m)]++
		}
	}
	if near[1-s.hill] > near[s.hill] {
		s.hill = 1 - s.hill
	}
	if s.points[s.hill]++; int(s.points[s.hill]) >= s.game.config.VictoryPoints {
		s.wins(s.hill)
	}
}
