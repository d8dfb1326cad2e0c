package expert

import (
	"math"

	"ringer/env"
	"ringer/env/heist"
)

// This file is how the expert goes in, and how it trades.

// Chances, a turn, that a Job is burnt: executed only to be given up.
const (
	burnHopeless = 0.05 // a Job that nothing more can be done about
	burnAhead    = 0.35 // by whoever is ahead, to bring the end nearer
	burnLost     = 0.15 // by whoever is behind when the next Job ends the game, and cannot win with it
)

// execute is what it is worth to go in.
func (c *caper) execute(x act) float64 {
	if x.word == "pass" {
		return 0
	}
	seat := c.me
	if x.seat >= 0 {
		seat = x.seat
	}
	if c.ends() {
		switch {
		case c.ahead(0):
			return 50 // over, and won, whatever happens
		case !c.ahead(c.s.Value(seat)):
			return -50 // over, and lost
		}
	}
	if !c.ready(seat) {
		return -5
	}
	return float64(c.s.Value(seat))
}

// maybeBurn mixes in the execution of a Job that is given up at once. It is a
// matter of chance, because the expert keeps no memory of how long it has waited.
func (c *caper) maybeBurn(legal []env.Action, scores []float64) {
	own, pass := -1, -1
	for i, a := range legal {
		switch c.read(a).word {
		case "execute":
			own = i
		case "pass":
			pass = i
		}
	}
	if own < 0 || pass < 0 || scores[own] > -4 {
		return
	}
	for i := range scores {
		if scores[i] > scores[pass] {
			return
		}
	}
	chance := 0.
	full := c.s.HandSize(c.me) >= c.s.HandLimit(c.me)-1
	switch lack := c.lack(c.me); {
	case c.ends():
		// It takes a hand that cannot grow any more to give up hope of a Secondary
		// Job or an Event.
		if full {
			chance = burnLost
		}
	case c.ahead(0) && lack > 2:
		chance = burnAhead
	case full && lack > 0:
		chance = burnHopeless
	}
	if chance > 0 {
		scores[own] = scores[pass] + heistTemperature*logOdds(chance)
	}
}

// logOdds is by how many temperatures a score must be above another to have a
// probability.
func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

// tool is what it is worth to use something on the next card of a line.
func (c *caper) tool(x act) float64 {
	owner := c.s.Executed()
	if x.word == "give up" {
		if c.burning() {
			return 40
		}
		return -20
	}
	k := &c.h.kinds[x.kind]
	c.needs = c.s.Obstacles(owner, c.needs[:0])
	switch k.Type {
	case "reaction":
		// Only when nothing else will do.
		if c.lack(owner) > 0 {
			return -4
		}
		return -30
	case "con":
		rest := heist.Lacking(c.gather(-1, x.kind), c.needs[1:])
		return -10*float64(rest) - 0.5 - 0.1*c.keep(x.kind)
	}
	tools := c.gather(-1, -1)
	for i, m := range tools {
		if m == k.Skills {
			tools = append(tools[:i], tools[i+1:]...)
			break
		}
	}
	rest := heist.Lacking(tools, c.needs[1:])
	return -10*float64(rest) - 0.1*float64(bitCount(k.Skills))
}

// burning says whether an execution is only made to be given up, or has become
// hopeless: nothing should be wasted on it.
func (c *caper) burning() bool {
	owner := c.s.Executed()
	if c.ends() && c.ahead(0) {
		return true
	}
	return c.lack(owner) > c.reactions()
}

// offer is how the expert trades in its own turn: with several opponents it looks
// for Personnel that bring its Job nearer, for one that it does not need.
func (c *caper) offer(x act) float64 {
	if x.word == "pass" {
		return 0
	}
	if c.s.Question() == heist.AskPartner {
		if c.n == 2 {
			return -1
		}
		give, want := c.bestSwap(x.seat)
		if give < 0 || want < 0 {
			return -1
		}
		return 0.5
	}
	partner := c.s.Offer().Partner
	give, want := c.bestSwap(partner)
	if c.s.Question() == heist.AskGive {
		if x.kind == give && c.h.kinds[x.kind].Person >= 0 {
			return 1
		}
		return -c.keepPerson(x.kind)
	}
	switch {
	case x.word == "nothing":
		return -2 // a gift
	case x.kind >= 0 && x.kind == want:
		return 1
	}
	return 0
}

// bestSwap is the pair of Personnel, one's own and a partner's, whose exchange
// helps one's Job most; -1 when none does.
func (c *caper) bestSwap(partner int) (give, want int) {
	give, want = -1, -1
	if !c.s.HasJob(c.me) {
		return
	}
	now, best := c.lack(c.me), 0
	theirs := c.s.Crew(partner, nil)
	for _, g := range c.crew {
		for _, w := range theirs {
			if c.h.kinds[g].Type == "leader" || c.h.kinds[w].Type == "leader" {
				continue
			}
			if bitCount(c.h.kinds[w].Skills) > bitCount(c.h.kinds[g].Skills) {
				continue // nobody would agree
			}
			if gain := now - c.lackSwapped(g, w, c.me); gain > best {
				give, want, best = g, w, gain
			}
		}
	}
	return give, want
}

// lackSwapped is lack with one Personnel for another.
func (c *caper) lackSwapped(gone, joins, seat int) int {
	crew := c.crew
	changed := make([]int, 0, len(crew))
	for i, k := range crew {
		if k == gone {
			changed = append(append(changed, crew[:i]...), crew[i+1:]...)
			break
		}
	}
	c.crew = changed
	defer func() { c.crew = crew }()
	return c.lackWith(joins, seat)
}

func (c *caper) keepPerson(kind int) float64 {
	if kind < 0 {
		return 1
	}
	return 0.5 + 0.2*float64(bitCount(c.h.kinds[kind].Skills))
}

// answer is what it is worth to accept an offer.
func (c *caper) answer() float64 {
	o := c.s.Offer()
	gain, loss := 0., 0.
	if o.FromCrew {
		gain = 0.4 + 0.2*float64(bitCount(c.h.kinds[o.Given].Skills))
		if c.s.HasJob(c.me) && o.Want < 0 {
			gain += 0.8 * float64(c.lack(c.me)-c.lackWith(o.Given, c.me))
		}
	} else {
		gain = c.keep(o.Given)
	}
	switch {
	case o.Want >= 0:
		loss = 0.45 + 0.2*float64(bitCount(c.h.kinds[o.Want].Skills))
		if o.FromCrew && c.s.HasJob(c.me) {
			gain += 0.8 * float64(c.lack(c.me)-c.lackSwapped(o.Want, o.Given, c.me))
		}
	case o.Skill >= 0:
		loss = 0.5
	}
	if !o.Gift {
		// What helps the other costs too, the more the fewer we are.
		loss += 0.1 + 0.05*c.threat(o.From)/float64(c.n-1)
	}
	return gain - loss
}
