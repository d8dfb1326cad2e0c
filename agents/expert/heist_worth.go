package expert

import (
	"math"
	"math/bits"

	"ringer/env"
	"ringer/env/heist"
)

// This file weighs a position of HEIST for the seat that is to decide, in points.

// A caper is what the expert sees when it is asked. It reads from the state only
// what is public, and what its own seat knows.
type caper struct {
	h      *Heist
	s      *heist.State
	me, n  int
	config heist.Config
	blocks struct{ seat, job, crew, skill, generic env.Action }
	people []int // kinds of Personnel

	hand   []int
	crew   []int
	tools  []uint8 // own unspent Personnel, then Cons with Personnel for them
	needs  []uint8
	list   []int
	scores []float64
}

// look reads the position.
func (c *caper) look(h *Heist, s *heist.State, me int) {
	if c.h != h {
		c.h, c.config, c.n = h, h.game.Config(), h.game.Spec().Players
		spec := h.game.Spec()
		c.blocks.seat, c.blocks.job = spec.BlockOffset("seat"), spec.BlockOffset("job")
		c.blocks.crew, c.blocks.skill, c.blocks.generic = spec.BlockOffset("skill"), spec.BlockOffset("skill"), spec.BlockOffset("generic")
		c.people = c.people[:0]
		for i := range h.kinds {
			if h.kinds[i].Person >= 0 {
				c.people = append(c.people, i)
			}
		}
		if len(c.people) > 0 {
			c.blocks.crew = spec.BlockOffset("crew")
		}
	}
	c.s, c.me = s, me
	c.hand, c.crew = s.Hand(me, c.hand[:0]), s.Crew(me, c.crew[:0])
}

func bitCount(m uint8) int { return bits.OnesCount8(m) }

// gather lists what the own seat can use with one more Personnel, or without one
// card of hand; either may be -1.
func (c *caper) gather(joins, without int) []uint8 {
	c.tools = c.tools[:0]
	have := uint8(0)
	for _, k := range c.crew {
		have |= c.h.kinds[k].Skills
	}
	unspent := c.crew
	if c.s.Turn() == c.me && c.s.Executed() >= 0 {
		c.list = c.s.Unspent(c.list[:0])
		unspent = c.list
	}
	for _, k := range unspent {
		c.tools = append(c.tools, c.h.kinds[k].Skills)
	}
	if joins >= 0 {
		c.tools = append(c.tools, c.h.kinds[joins].Skills)
		have |= c.h.kinds[joins].Skills
	}
	for _, k := range c.hand {
		if k == without {
			without = -1
			continue
		}
		if c.h.kinds[k].Type == "con" {
			c.tools = append(c.tools, c.h.kinds[k].Skills&have)
		}
	}
	return c.tools
}

// lack is how many cards of a Job the own crew and Cons cannot overcome.
func (c *caper) lack(seat int) int { return c.lackWith(-1, seat) }

// lackWith is lack with one more Personnel.
func (c *caper) lackWith(joins, seat int) int {
	c.needs = c.s.Obstacles(seat, c.needs[:0])
	return heist.Lacking(c.gather(joins, -1), c.needs)
}

// slack is how many tools would be left over.
func (c *caper) slack(seat int) int {
	useful := 0
	for _, m := range c.gather(-1, -1) {
		if m != 0 {
			useful++
		}
	}
	return useful - c.s.Line(seat)
}

// reactions counts the own Reactions.
func (c *caper) reactions() int {
	n := 0
	for _, k := range c.hand {
		if c.h.kinds[k].Type == "reaction" {
			n++
		}
	}
	return n
}

// ready says whether to go in: the line is covered, with something to spare for
// the Thwarter, or no time to lose.
func (c *caper) ready(seat int) bool {
	lack := c.lack(seat)
	if lack > 0 {
		return false
	}
	return c.slack(seat)+c.reactions() >= 1 || c.pressed()
}

// pressed says whether waiting is not worth it: an opponent may be about to go
// in, or the hand is full.
func (c *caper) pressed() bool {
	if c.s.HandSize(c.me) >= c.s.HandLimit(c.me)-1 {
		return true
	}
	for seat := range c.n {
		if seat != c.me && c.s.HasJob(seat) && c.readiness(seat) > 0.7 {
			return true
		}
	}
	return false
}

// crewLack is how many cards of its Job a crew could not overcome without Cons.
func (c *caper) crewLack(seat int) int {
	c.needs = c.s.Obstacles(seat, c.needs[:0])
	c.tools = c.tools[:0]
	for _, k := range c.s.Crew(seat, c.list[:0]) {
		c.tools = append(c.tools, c.h.kinds[k].Skills)
	}
	return heist.Lacking(c.tools, c.needs)
}

// readiness is how near another seat seems to be to its Job, from 0 to 1: a card
// of the hand is expected to help with probability usefulCard.
func (c *caper) readiness(seat int) float64 {
	if !c.s.HasJob(seat) {
		return 0
	}
	const usefulCard = 0.35
	short := float64(c.crewLack(seat)) - usefulCard*float64(c.s.HandSize(seat))
	return math.Min(1, math.Max(0, 1-0.2*math.Max(0, short)))
}

// threat is how dangerous another seat is, in points.
func (c *caper) threat(seat int) float64 {
	x := 0.3 * float64(c.s.Points(seat))
	if c.s.HasJob(seat) {
		x += float64(c.s.Value(seat)) * c.readiness(seat)
	}
	return x
}

// leader is the most dangerous of the others.
func (c *caper) leader() int {
	best, most := -1, math.Inf(-1)
	for seat := range c.n {
		if seat == c.me {
			continue
		}
		if x := c.threat(seat); x > most {
			best, most = seat, x
		}
	}
	return best
}

// ahead says whether the own points, with some more, are above all others'.
func (c *caper) ahead(more int) bool {
	for seat := range c.n {
		if seat != c.me && c.s.Points(seat) >= c.s.Points(c.me)+more {
			return false
		}
	}
	return true
}

// ends says whether the game is over when one more Job is gone.
func (c *caper) ends() bool { return c.s.JobsGone()+1 >= c.config.Jobs-1 }

// crewHas says whether anybody of a crew has one of some skills.
func (c *caper) crewHas(seat int, skills uint8) bool {
	for _, k := range c.s.Crew(seat, c.list[:0]) {
		if c.h.kinds[k].Skills&skills != 0 {
			return true
		}
	}
	return false
}

// ownerOf is the seat, preferably another, that has a Personnel in play.
func (c *caper) ownerOf(kind int) int {
	owner := c.me
	for seat := range c.n {
		for _, k := range c.s.Crew(seat, c.list[:0]) {
			if k == kind && seat != c.me {
				owner = seat
			}
		}
	}
	return owner
}

// keep is what a card of the hand is worth to keep.
func (c *caper) keep(kind int) float64 {
	k := &c.h.kinds[kind]
	switch k.Type {
	case "con":
		x := 0.4
		if c.s.HasJob(c.me) {
			needs := c.s.Needs(c.me)
			for i, n := range needs {
				if k.Skills>>i&1 != 0 {
					x += 0.08 * float64(n)
				}
			}
			x += c.marginal(kind)
		}
		if !c.crewHas(c.me, k.Skills) {
			x -= 0.25
		}
		for _, other := range c.hand {
			if other != kind && c.h.kinds[other].Skills&k.Skills != 0 {
				x -= 0.04
			}
		}
		return x
	case "leader", "personnel":
		if c.s.CrewSize(c.me) >= c.s.CrewLimit(c.me) {
			return 0.15 + 0.1*float64(bitCount(k.Skills))
		}
		return 0.6 + 0.2*float64(bitCount(k.Skills))
	case "event":
		return 0.7
	case "reaction":
		return 0.9
	case "crisis":
		return 0.55
	case "secondary":
		return 0.3
	}
	return 0.45
}

// marginal is what a Con adds to the cover of the own Job.
func (c *caper) marginal(kind int) float64 {
	c.needs = c.s.Obstacles(c.me, c.needs[:0])
	with := heist.Lacking(c.gather(-1, -1), c.needs)
	without := heist.Lacking(c.gather(-1, kind), c.needs)
	return 0.6 * float64(without-with)
}

// spare is below which worth a card is given up for a new one.
func (c *caper) spare() float64 { return 0.42 }

// junk counts the cards that one would rather exchange.
func (c *caper) junk() int {
	n := 0
	for _, k := range c.hand {
		if c.keep(k) < c.spare() {
			n++
		}
	}
	return n
}
