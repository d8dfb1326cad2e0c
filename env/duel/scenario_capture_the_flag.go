package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// flagRadius is that of a flag token, in inches.
const flagRadius = 0.5

// A flag is that of one side.
type flag struct {
	home    space.Point // in its side's corner
	at      space.Point // where it lies, while nobody carries it
	carrier int8        // nobody
}

// Two teams, or two players, have a flag each in their corner, and start at the
// points nearest to it (DUEL-112). A model that runs across the other side's flag
// carries it, and drops it when it goes prone or is removed. A carrier that reaches
// its own flag, while that is in its place, wins at once. A stray flag goes home in
// Upkeep (DUEL-102).
var flagScenario = scenario{
	name: ScenarioFlags, about: "bring the other side's flag to the own one", players: []int{2, 4}, teams: true,
	rule: &flagRule,
	needs: func(c *Config, f *env.Faults) {
		if !c.OneAndHalfActions {
			f.Add("one_and_half_actions", false, "true in the scenario %s (DUEL-18)", ScenarioFlags)
		}
	},
}

var flagRule = rule{
	name: ScenarioFlags,
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) {
			s.plantFlags()
			for m := range int8(s.game.models) {
				if p := s.nearestFree(m, s.flags[s.sideOf(m)].home); p != space.Nowhere {
					s.enter(m, p)
				}
			}
		},
		atUpkeep: func(s *State, _ int8) {
			for i := range s.flags {
				if s.flags[i].carrier == nobody {
					s.flags[i].at = s.flags[i].home
				}
			}
		},
	},
	drops:  (*State).dropFlag,
	passed: (*State).runAcross,
	leaving: func(s *State, m int8, over space.Edge) {
		if x := &s.flags[1-s.sideOf(m)]; x.carrier == m {
			x.carrier, x.at = nobody, s.game.onEdge(s.models[m].at, over)
		}
	},
	things: things{kind: thingFlag, count: teams, show: func(s *State, i int) thing {
		x := &s.flags[i]
		return thing{at: s.flagAt(i), there: true, free: x.carrier == nobody, side: int8(i), sign: "f"}
	}},
	bears: func(s *State, m int8) string {
		if s.flags[1-s.sideOf(m)].carrier == m {
			return "flag"
		}
		return ""
	},
	prospects: func(s *State, seat int) float64 {
		g, side, x := s.game, s.game.side[seat], 0.
		own, other := &s.flags[side], &s.flags[1-side]
		for rest := s.inPlay & s.own[seat]; rest != 0; rest &= rest - 1 {
			m := first(rest)
			at := s.models[m].at
			switch {
			case other.carrier == m:
				x += carryPrice + inchPrice*(g.config.Board.Width-g.scene.Distance(at, own.home))
			case own.carrier != nobody:
				x -= inchPrice * g.scene.Distance(at, s.flagAt(int(side)))
			default:
				x -= inchPrice * g.scene.Distance(at, s.flagAt(int(1-side)))
			}
		}
		return x
	},
	tell: func(s *State, b *strings.Builder) {
		g := s.game
		for i := range s.flags {
			x := &s.flags[i]
			fmt.Fprintf(b, "The flag of %s ", g.sideName(int8(i)))
			switch {
			case x.carrier != nobody:
				fmt.Fprintf(b, "is carried by %s.\n", g.modelName(x.carrier))
			case x.at == x.home:
				fmt.Fprintf(b, "is in its place at %s.\n", g.where(x.at))
			default:
				fmt.Fprintf(b, "lies at %s.\n", g.where(x.at))
			}
		}
	},
	conserve: func(s *State) error {
		for i := range s.flags {
			x := &s.flags[i]
			if x.carrier != nobody && (!s.onItsFeet(x.carrier) || s.sideOf(x.carrier) == int8(i)) {
				return fmt.Errorf("duel: %s carries the flag of side %d with status %d", s.game.modelName(x.carrier), i, s.models[x.carrier].status)
			}
			if s.round > 0 && x.carrier == nobody && !s.game.scene.Holds(x.at) {
				return fmt.Errorf("duel: the flag of side %d is at %v", i, x.at)
			}
		}
		return nil
	},
	lay: func(s *State, p *Position, f *env.Faults) {
		s.plantFlags()
		for i := range p.Flags {
			s.layFlag(&p.Flags[i], at("flags", i), f)
		}
		p.Flags = nil
	},
}

// plantFlags puts each side's flag into its corner, on the point nearest to it
// where the disc has room.
func (s *State) plantFlags() {
	g := s.game
	for i := range s.flags {
		corner := g.corners[s.corner[g.firstSeat(int8(i))]]
		best, far := corner, -1.
		for k := range g.scene.Points() {
			p := g.scene.PointAt(k)
			if d := g.scene.Distance(p, corner); (far < 0 || d < far) && g.scene.RoomFor(p, space.Inches(flagRadius), &s.land) {
				best, far = p, d
			}
		}
		s.flags[i] = flag{home: best, at: best, carrier: nobody}
	}
}

// flagAt is where a side's flag is, carried or not.
func (s *State) flagAt(side int) space.Point {
	if x := &s.flags[side]; x.carrier == nobody {
		return x.at
	}
	return s.models[s.flags[side].carrier].at
}

// runAcross lets a model take the flag on its way, and win with it.
func (s *State) runAcross(m int8, way []space.Point) {
	side := s.sideOf(m)
	own, other := &s.flags[side], &s.flags[1-side]
	taken := 0.
	if other.carrier == nobody {
		after, ok := s.meets(m, way, other.at, flagRadius)
		if !ok {
			return
		}
		other.carrier, taken = m, after
	}
	if other.carrier != m || own.carrier != nobody || own.at != own.home {
		return
	}
	mover := s.spot(m)
	after, ok := s.meets(m, way, own.home, flagRadius)
	if ok && (after >= taken || s.game.scene.ContactAt(mover, own.home, space.Inches(flagRadius), &s.land)) {
		s.wins(side)
	}
}

// dropFlag leaves a flag where its carrier stands.
func (s *State) dropFlag(m int8) {
	if x := &s.flags[1-s.sideOf(m)]; x.carrier == m {
		x.carrier, x.at = nobody, s.models[m].at
	}
}

// onEdge is the point of an edge that is straight ahead of another point.
func (g *Game) onEdge(p space.Point, over space.Edge) space.Point {
	switch over {
	case space.South:
		p.Y = 0
	case space.East:
		p.X = int8(g.columns - 1)
	case space.North:
		p.Y = int8(g.rows - 1)
	case space.West:
		p.X = 0
	}
	return p
}

// FlagAt is a flag of a Position.
type FlagAt struct {
	Side    int       `json:"side" yaml:"side"`
	At      []float64 `json:"at,omitempty" yaml:"at"`
	Carrier string    `json:"carrier,omitempty" yaml:"carrier"`
}

func (s *State) layFlag(p *FlagAt, path string, f *env.Faults) {
	side := s.game.laySide(p.Side, path+".side", f)
	if side == nobody {
		return
	}
	x := &s.flags[side]
	if len(p.At) > 0 {
		x.at = s.game.layAt(p.At, path+".at", f)
	}
	if p.Carrier == "" {
		return
	}
	if x.carrier = s.layBearer(p.Carrier, path+".carrier", f); x.carrier != nobody && s.sideOf(x.carrier) == side {
		f.Add(path+".carrier", p.Carrier, "a model of the other side")
	}
}
