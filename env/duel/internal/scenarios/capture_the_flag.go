package scenarios

import (
	"fmt"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// flagRadius is the radius of a flag token, in inches.
const flagRadius = 0.5

// Two teams, or two players, have a flag each in their corner, and start at the
// points nearest to it (DUEL-112). A model that runs across the other side's flag
// carries it, and drops it when it goes prone or is removed. A carrier that reaches
// its own flag, while that is in its place, brings it home, which wins at once, or counts
// towards a win. A stray flag goes home in Upkeep (DUEL-102).
var flagScenario = turn.Scenario{
	Name: config.ScenarioFlags, Players: []int{2, 4}, Teams: true,
	Rule: &flagRule,
	Needs: func(c *config.Config, f *env.Faults) {
		if !c.OneAndHalfActions {
			f.Add("one_and_half_actions", false, "true in the scenario %s (DUEL-18)", config.ScenarioFlags)
		}
	},
}

var flagRule = turn.Rule{Name: config.ScenarioFlags, Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
		plantFlags(s)
		for m := range int8(s.Game.Models) {
			if s.Models[m].Status == turn.Gone {
				continue // an empty place
			}
			if p := s.NearestFree(m, s.Flags[s.SideOf(m)].Home); p != space.Nowhere {
				s.Enter(m, p)
			}
		}
	})
	h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
		for i := range s.Flags {
			if s.Flags[i].Carrier == turn.Nobody {
				s.Flags[i].At = s.Flags[i].Home
			}
		}
	})
	h.Drops.Add(dropFlag)
	h.Passed.Add(runAcross)
	h.Leaving.Add(func(s *turn.State, m int8, over space.Edge) {
		if x := &s.Flags[1-s.SideOf(m)]; x.Carrier == m {
			x.Carrier, x.At = turn.Nobody, onEdge(s.Game, s.Models[m].At, over)
		}
	})
	h.Things.Add(turn.Things{Kind: turn.ThingFlag, Count: turn.Teams, Of: turn.OfTeams, Show: func(s *turn.State, i int) turn.Thing {
		x := &s.Flags[i]
		return turn.Thing{At: FlagAt(s, i), There: true, Free: x.Carrier == turn.Nobody, Side: int8(i), Sign: "f"}
	}})
	h.Bears.Add(func(s *turn.State, m int8) string {
		if s.Flags[1-s.SideOf(m)].Carrier == m {
			return "flag"
		}
		return ""
	})
	h.Conserve.Add(func(s *turn.State) error {
		for i := range s.Flags {
			x := &s.Flags[i]
			if x.Carrier != turn.Nobody && (!s.OnItsFeet(x.Carrier) || s.SideOf(x.Carrier) == int8(i)) {
				return fmt.Errorf("duel: %s carries the flag of side %d with status %d", s.Game.ModelName(x.Carrier), i, s.Models[x.Carrier].Status)
			}
			if s.Round > 0 && x.Carrier == turn.Nobody && !s.Game.Scene.Holds(x.At) {
				return fmt.Errorf("duel: the flag of side %d is at %v", i, x.At)
			}
		}
		return nil
	})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		plantFlags(s)
		for i := range p.Flags {
			layFlag(s, &p.Flags[i], config.Item("flags", i), f)
		}
		p.Flags = nil
	})
}}

// plantFlags puts each side's flag into its corner, on the point nearest to it
// where the disc has room.
func plantFlags(s *turn.State) {
	g := s.Game
	for i := range s.Flags {
		corner := g.Corners[s.Corner[g.FirstSeat(int8(i))]]
		best, far := corner, -1.
		for k := range g.Scene.Points() {
			p := g.Scene.PointAt(k)
			if d := g.Scene.Distance(p, corner); (far < 0 || d < far) && g.Scene.RoomFor(p, space.Inches(flagRadius), &s.Land) {
				best, far = p, d
			}
		}
		s.Flags[i] = turn.Flag{Home: best, At: best, Carrier: turn.Nobody}
	}
}

// FlagAt returns where a side's flag is, carried or not.
func FlagAt(s *turn.State, side int) space.Point {
	if x := &s.Flags[side]; x.Carrier == turn.Nobody {
		return x.At
	}
	return s.Models[s.Flags[side].Carrier].At
}

// runAcross lets a model take the flag on its way, and win with it.
func runAcross(s *turn.State, m int8, way []space.Point) {
	side := s.SideOf(m)
	own, other := &s.Flags[side], &s.Flags[1-side]
	taken := 0.
	if other.Carrier == turn.Nobody {
		after, ok := s.Meets(m, way, other.At, flagRadius)
		if !ok {
			return
		}
		other.Carrier, taken = m, after
	}
	if other.Carrier != m || own.Carrier != turn.Nobody || own.At != own.Home {
		return
	}
	mover := s.Spot(m)
	after, ok := s.Meets(m, way, own.Home, flagRadius)
	if ok && (after >= taken || s.Game.Scene.ContactAt(mover, own.Home, space.Inches(flagRadius), &s.Land)) {
		bringHome(s, side)
	}
}

// bringHome lets a side win with a flag, or counts it: both flags are in their places then,
// and the game goes on (DUEL-122).
func bringHome(s *turn.State, side int8) {
	if c := &s.Game.Config; c.Counts() {
		if s.Points[side]++; int(s.Points[side]) < c.Captures {
			for i := range s.Flags {
				s.Flags[i].At, s.Flags[i].Carrier = s.Flags[i].Home, turn.Nobody
			}
			return
		}
	}
	s.Wins(side)
}

// capturesRule counts the flags that the sides have brought home, where one does not win.
var capturesRule = turn.Rule{Name: "captures", Hook: func(h *turn.Hooks) {
	h.Facts.Add(turn.Facts{Names: []string{"own flags brought home, of those that win", "the other side's"}, Of: func(s *turn.State, seat, i int) float32 { return pointsOf(s, seat, i, s.Game.Config.Captures) }})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		layPoints(s, p, f, s.Game.Config.Captures)
		p.Points = nil
	})
}}

// Counts returns the rules that count what wins, where the scenario alone does not.
func Counts(c *config.Config) []*turn.Rule {
	if c.Counts() {
		return []*turn.Rule{&capturesRule}
	}
	return nil
}

// dropFlag leaves a flag where its carrier stands.
func dropFlag(s *turn.State, m int8) {
	if x := &s.Flags[1-s.SideOf(m)]; x.Carrier == m {
		x.Carrier, x.At = turn.Nobody, s.Models[m].At
	}
}

// onEdge returns the point of an edge that is straight ahead of another point.
func onEdge(g *turn.Game, p space.Point, over space.Edge) space.Point {
	switch over {
	case space.South:
		p.Y = 0
	case space.East:
		p.X = int8(g.Columns - 1)
	case space.North:
		p.Y = int8(g.Rows - 1)
	case space.West:
		p.X = 0
	}
	return p
}

func layFlag(s *turn.State, p *turn.FlagAt, path string, f *env.Faults) {
	side := s.Game.LaySide(p.Side, path+".side", f)
	if side == turn.Nobody {
		return
	}
	x := &s.Flags[side]
	if len(p.At) > 0 {
		x.At = s.Game.LayAt(p.At, path+".at", f)
	}
	if p.Carrier == "" {
		return
	}
	if x.Carrier = s.LayBearer(p.Carrier, path+".carrier", f); x.Carrier != turn.Nobody && s.SideOf(x.Carrier) == side {
		f.Add(path+".carrier", p.Carrier, "a model of the other side")
	}
}
