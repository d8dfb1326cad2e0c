package duel

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// tugCounters lie on the line between the corners of the two sides.
const tugCounters = 3

// A counter is one position counter.
type counter struct {
	at   space.Point
	side int8 // whose it is; nobody: neutral
}

// Two teams, or two players, pull at three position counters, one in the centre
// and one halfway from there to each of their corners. Whoever touches one turns
// it to the own side; the first side to which all three are turned wins. Removed
// models come back, if respawn_at says so at the own counter that is furthest from
// the own corner (DUEL-109).
var tugScenario = scenario{
	name: ScenarioTugOfWar, about: "turn all three position counters to the own side", players: []int{2, 4}, teams: true,
	rule: &tugRule,
	needs: func(c *Config, f *env.Faults) {
		if !c.Respawn {
			f.Add("respawn", false, "true in the scenario %s (DUEL-18)", ScenarioTugOfWar)
		}
	},
}

var tugRule = rule{
	name: ScenarioTugOfWar,
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) { s.layCounters() },
		atPlaced: func(s *State, m int8) {
			for i := range s.counters {
				if s.serves(m) && s.touches(m, s.counters[i].at) {
					s.turn(i, m)
				}
			}
		},
	},
	passed: func(s *State, m int8, way []space.Point) {
		for i := range s.counters {
			if _, ok := s.meets(m, way, s.counters[i].at, tokenRadius); ok {
				s.turn(i, m)
			}
		}
	},
	home: func(s *State, m int8) (space.Point, bool) {
		if s.game.config.RespawnAt != RespawnCounter {
			return space.Nowhere, false
		}
		return s.farthestCounter(m)
	},
	things: things{kind: thingCounter, count: tugCounters, show: func(s *State, i int) thing {
		c := &s.counters[i]
		return thing{at: c.at, there: true, free: true, side: c.side, sign: "o"}
	}},
	prospects: func(s *State, seat int) float64 {
		g, side, x := s.game, s.game.side[seat], 0.
		for i := range s.counters {
			if s.counters[i].side == side && seat == g.firstSeat(side) {
				x += holdPrice
			}
		}
		for rest := s.inPlay & s.own[seat]; rest != 0; rest &= rest - 1 {
			nearest := math.Inf(1)
			for i := range s.counters {
				if s.counters[i].side != side {
					nearest = min(nearest, g.scene.Distance(s.models[first(rest)].at, s.counters[i].at))
				}
			}
			if !math.IsInf(nearest, 1) {
				x -= inchPrice * nearest
			}
		}
		return x
	},
	tell: func(s *State, b *strings.Builder) {
		g := s.game
		b.WriteString("Position counters:")
		for i := range s.counters {
			whose := "neutral"
			if side := s.counters[i].side; side != nobody {
				whose = g.sideName(side)
			}
			fmt.Fprintf(b, " %s %s", g.where(s.counters[i].at), whose)
			if i < tugCounters-1 {
				b.WriteByte(';')
			}
		}
		b.WriteString(".\n")
	},
	lay: func(s *State, p *Position, f *env.Faults) {
		s.layCounters()
		for i, word := range p.Counters {
			switch {
			case i >= tugCounters:
				f.Add(at("counters", i), word, "at most %d", tugCounters)
			case word == "0" || word == "1":
				s.counters[i].side = int8(word[0] - '0')
			case word != "neutral":
				f.Add(at("counters", i), word, "neutral, 0 or 1")
			}
		}
		p.Counters = nil
	},
}

// layCounters puts the counters on the line between the two corners, from that of
// side 0 on: each on the point nearest to its place where a fighter can stand.
func (s *State) layCounters() {
	g := s.game
	centre := g.scene.Objective()
	for i := range s.counters {
		at := centre
		if i != 1 {
			home := g.corners[s.corner[g.firstSeat(int8(i/2))]]
			at = space.Point{X: (centre.X + home.X) / 2, Y: (centre.Y + home.Y) / 2}
			if p, ok := g.scene.Nearest(at, space.Normal, space.Inches(farAway), &s.land, nil); ok {
				at = p
			}
		}
		s.counters[i] = counter{at: at, side: nobody}
	}
}

// turn turns a counter to the side of the model that touches it.
func (s *State) turn(i int, m int8) {
	side := s.sideOf(m)
	s.counters[i].side = side
	for k := range s.counters {
		if s.counters[k].side != side {
			return
		}
	}
	s.wins(side)
}

// farthestCounter is the counter of a model's side that is furthest from its
// corner; false when the side has none.
func (s *State) farthestCounter(m int8) (best space.Point, found bool) {
	g, far := s.game, -1.
	home := g.corners[s.corner[s.owner(m)]]
	for i := range s.counters {
		if c := &s.counters[i]; c.side == s.sideOf(m) && g.scene.Distance(home, c.at) > far {
			best, far, found = c.at, g.scene.Distance(home, c.at), true
		}
	}
	return best, found
}
