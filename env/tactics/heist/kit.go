package heist

import "ringer/env/heist"

// A Kit holds the tools of a seat as sets of skills: its Personnel and its Cons.
// The zero Kit is empty.
type Kit struct {
	crew, unspent, cons skillSets
}

// skillSets is a list in place, so that a Kit needs no other memory.
type skillSets struct {
	sets [heist.MaxCards]uint8
	n    int
}

func (l *skillSets) all() []uint8 { return l.sets[:l.n] }

// Read reads the crew of a seat and, with hand, its Cons. Without hand it reads
// only what is public.
func (k *Kit) Read(s *heist.State, seat int, hand bool) {
	k.crew.n = len(s.CrewSkills(seat, k.crew.sets[:0]))
	k.unspent.n = len(s.UnspentSkills(seat, k.unspent.sets[:0]))
	k.cons.n = 0
	if hand {
		k.cons.n = len(s.ConSkills(seat, k.cons.sets[:0]))
	}
}

// A Change is a difference that a decision would make to a Kit. The fields are sets
// of skills; 0, for nobody and nothing, changes nothing.
type Change struct {
	Joins  uint8 // of Personnel that joins the crew
	Leaves uint8 // of Personnel that leaves the crew, an unspent one if there is one
	Spends uint8 // of Personnel that is spent, but still lends its skills to Cons
	Plays  uint8 // of a Con that is played
}

// Lacking returns the number of cards of a line that the kit, changed, leaves over.
// needs holds the skills of each card, as heist.State.Obstacles gives them.
func (k *Kit) Lacking(needs []uint8, c Change) int {
	tools, line := k.tally(c), sums(needs)
	return lacking(&tools, &line)
}

// Useful returns the number of tools that overcome any card at all.
func (k *Kit) Useful() int {
	t := k.tally(Change{})
	return useful(&t)
}

func useful(tools *tally) int { return tools.at(allSkills) - tools.at(0) }

// Crew returns the skills of each Personnel, spent or not.
func (k *Kit) Crew() []uint8 { return k.crew.all() }

// tally returns the summed tally of what can be used: unspent Personnel, and of
// each Con the skills that some Personnel has, spent or not.
func (k *Kit) tally(c Change) tally {
	var t tally
	have := c.Joins
	gone := c.Leaves
	for _, m := range k.crew.all() {
		if m == gone {
			gone = 0
			continue
		}
		have |= m
	}
	gone, spends := c.Leaves, c.Spends
	for _, m := range k.unspent.all() {
		switch m {
		case 0: // no tool
		case gone:
			gone = 0
		case spends:
			spends = 0
		default:
			t.add(m)
		}
	}
	if c.Joins != 0 {
		t.add(c.Joins)
	}
	plays := c.Plays
	for _, m := range k.cons.all() {
		if m == plays {
			plays = 0
			continue
		}
		t.add(m & have)
	}
	t.sum()
	return t
}

// skillsOf returns the skills that some Personnel of the kit has, as a set.
func (k *Kit) skillsOf() uint8 {
	have := uint8(0)
	for _, m := range k.crew.all() {
		have |= m
	}
	return have
}
