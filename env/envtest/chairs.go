package envtest

import (
	"fmt"
	"math"
	"slices"

	"ringer/env"
)

// A turn is one action of a game that was played on, as its actor met it.
type turn struct {
	at      int // actions before it
	actor   env.Player
	shown   uint64 // digest of the observation and of the legal actions
	action  env.Action
	rotated env.Action // what it is called when everybody has moved
}

// A course is a game that was played on from some state: its actions, and the turns
// of each seat. Turns of chance come under the seat that it acts for, or under env.Chance.
type course struct {
	actions []env.Action
	turns   map[env.Player][]turn
	end     env.State
}

// probeChairs moves everybody by some chairs and compares what the seats are
// shown, now and in a game that is played on.
func (c *checker) probeChairs(s env.State, rng env.Rand) {
	if c.spec.Players < 2 || c.seatsDiffer() != "" {
		return
	}
	r, ok := s.(env.Rotator)
	if !ok {
		return
	}
	by := c.chairsToMove(rng)
	if by == 0 {
		return
	}
	was := s.String()
	moved := r.Rotated(by)
	if d := s.String(); d != was {
		c.broke(lawChairs, "moving everybody by %d chairs changed the receiver", by)
	}
	if moved == nil {
		return
	}
	c.tested(lawChairs)
	c.moved++
	if c.compareChairs(s, moved, by, "") {
		original, ok := c.playCourse(s.Clone(), by, rng)
		if ok {
			c.followCourse(s, moved, original, by)
		}
	}
}

// chairsToMove draws a number of chairs by which everybody can move without
// parting a team; 0 when there is none.
func (c *checker) chairsToMove(rng env.Rand) int {
	var ways []int
	n := c.spec.Players
	for by := 1; by < n; by++ {
		apart := false
		for p := range c.spec.Teams {
			for q := range p {
				apart = apart || (c.spec.Teams[p] == c.spec.Teams[q]) != (c.spec.Teams[(p+by)%n] == c.spec.Teams[(q+by)%n])
			}
		}
		if !apart {
			ways = append(ways, by)
		}
	}
	if len(ways) == 0 {
		return 0
	}
	return ways[rng.IntN(len(ways))]
}

// chair returns where a player sits when everybody has moved; chance and the end
// stay.
func (c *checker) chair(p env.Player, by int) env.Player {
	if p < 0 {
		return p
	}
	return env.Player((int(p) + by + c.spec.Players) % c.spec.Players)
}

// compareChairs compares a state with the same scene moved, and reports whether
// they are alike.
func (c *checker) compareChairs(s, moved env.State, by int, when string) bool {
	p, q := s.CurrentPlayer(), moved.CurrentPlayer()
	if q != c.chair(p, by) && (p < 0 || q < 0) {
		c.broke(lawChairs, "%smoved by %d chairs, the actor turns from %s to %s", when, by, p, q)
		return false
	}
	for seat := range env.Player(c.spec.Players) {
		s.Observe(seat, c.first)
		moved.Observe(c.chair(seat, by), c.second)
		if i := firstDifference(c.first, c.second); i >= 0 {
			c.broke(lawChairs, "%smoved by %d chairs, %s is %g to %s and %g to %s",
				when, by, c.elementAt(i), c.first[i], seat, c.second[i], c.chair(seat, by))
			return false
		}
	}
	legal, now := s.LegalActions(nil), moved.LegalActions(nil)
	if p >= 0 && q == c.chair(p, by) && !slices.Equal(legal, now) {
		c.broke(lawChairs, "%smoved by %d chairs, the legal actions turn from %v of %s to %v of %s", when, by, legal, p, now, q)
		return false
	}
	before, after := make([]float64, c.spec.Players), make([]float64, c.spec.Players)
	s.Returns(before)
	moved.Returns(after)
	for seat, r := range before {
		if to := c.chair(env.Player(seat), by); math.Abs(r-after[to]) > tolerance {
			c.broke(lawChairs, "%smoved by %d chairs, the return %g of seat %d turns to %g of %s", when, by, r, seat, after[to], to)
			return false
		}
	}
	return true
}

// chanceSeat returns the seat that a chance state acts for, or env.Chance.
func chanceSeat(s env.State) env.Player {
	if c, ok := s.(env.ChanceSeater); ok {
		return c.ChanceSeat()
	}
	return env.Chance
}

// playCourse plays s to its end and notes what everyone met; false when it does
// not end.
func (c *checker) playCourse(s env.State, by int, rng env.Rand) (course, bool) {
	k := course{turns: map[env.Player][]turn{}, end: s}
	for range c.spec.MaxGameLength + c.spec.MaxChanceNodes + 1 {
		p := s.CurrentPlayer()
		if p == env.Terminal {
			return k, true
		}
		t := turn{at: len(k.actions), actor: p, action: c.choose(s, p, rng)}
		t.rotated = t.action
		key := p
		if p == env.Chance {
			key = chanceSeat(s)
			if r, ok := s.(env.OutcomeRotator); ok {
				t.rotated = r.RotatedOutcome(t.action, by)
			}
		}
		t.shown = c.shownTo(s, p)
		k.turns[key] = append(k.turns[key], t)
		if err := s.Apply(t.action); err != nil {
			c.broke(lawMask, "legal action %d was refused: %v", t.action, err)
			return k, false
		}
		k.actions = append(k.actions, t.action)
	}
	return k, false
}

// shownTo returns a digest of what a seat that is to act is shown and may do; 0 for
// chance.
func (c *checker) shownTo(s env.State, p env.Player) uint64 {
	if p < 0 {
		return 0
	}
	s.Observe(p, c.first)
	return digest(c.first, s.LegalActions(nil), "")
}

// followCourse plays the moved scene with the choices and outcomes of the
// original. Seats that choose in secret may be asked in another order, so that the
// turns are compared seat by seat.
func (c *checker) followCourse(s, moved env.State, original course, by int) {
	next := map[env.Player]int{}
	for range len(original.actions) {
		p := moved.CurrentPlayer()
		if p == env.Terminal {
			break
		}
		c.legal(moved, p)
		key := p
		if p == env.Chance {
			key = chanceSeat(moved)
		}
		from := c.chair(key, -by)
		turns := original.turns[from]
		i := next[from]
		if i == len(turns) {
			c.broke(lawChairs, "moved by %d chairs and played on, %s acts more often (%d times) than as %s", by, key, i+1, from)
			return
		}
		next[from]++
		t := turns[i]
		if p != c.chair(t.actor, by) {
			c.broke(lawChairs, "moved by %d chairs and played on, %s is asked where %s was", by, p, t.actor)
			return
		}
		if p >= 0 && c.shownTo(moved, p) != t.shown {
			c.blameTurn(s, moved, original.actions[:t.at], by)
			return
		}
		if err := moved.Apply(t.rotated); err != nil {
			c.broke(lawChairs, "moved by %d chairs and played on, action %d of %s is refused for %s: %v", by, t.rotated, from, key, err)
			return
		}
	}
	c.compareChairs(original.end, moved, by, "played on to the end, ")
}

// blameTurn says how the turn of the actor of the moved state differs from the turn of the
// original, which comes after the given actions.
func (c *checker) blameTurn(s, moved env.State, actions []env.Action, by int) {
	s = s.Clone()
	for _, a := range actions {
		if s.Apply(a) != nil {
			return
		}
	}
	p, q := s.CurrentPlayer(), moved.CurrentPlayer()
	where := fmt.Sprintf("moved by %d chairs and played on %v", by, actions)
	s.Observe(p, c.first)
	moved.Observe(q, c.second)
	if i := firstDifference(c.first, c.second); i >= 0 {
		c.broke(lawChairs, "%s, %s is %g to %s and %g to %s", where, c.elementAt(i), c.first[i], p, c.second[i], q)
		return
	}
	c.broke(lawChairs, "%s, the legal actions turn from %v of %s to %v of %s", where, s.LegalActions(nil), p, moved.LegalActions(nil), q)
}

// seatsDiffer returns the reason for which the seats of the game are not alike, or
// empty.
func (c *checker) seatsDiffer() string {
	if g, ok := c.game.(env.SeatDiffer); ok {
		return g.SeatsDiffer()
	}
	return ""
}

// fewGames are too few to meet a state that can be moved for sure.
const fewGames = 5

// concludeChairs judges whether the law was tested.
func (c *checker) concludeChairs() {
	switch why := c.seatsDiffer(); {
	case c.spec.Players == 1:
		c.note(lawChairs, "one seat")
	case why != "":
		c.note(lawChairs, "the seats differ: "+why)
	case c.moved == 0 && c.verdicts[lawChairs].count == 0 && c.opts.Games < fewGames:
		c.note(lawChairs, "no state of so few games could be moved")
	case c.moved == 0 && c.verdicts[lawChairs].count == 0:
		c.broke(lawChairs, "no state could be moved by any number of chairs, and SeatsDiffer() gives no reason")
	}
}
