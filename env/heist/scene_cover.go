package heist

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A cover says which cards of a line a seat can overcome with what the viewer sees of it:
// its unspent crew, and the Cons of the viewer's own hand.
type cover struct {
	marks      []string    // of each card of the line
	open       int         // cards that are still to be overcome
	crew, cons int         // of these, those that the crew covers, and Cons besides
	own        bool        // Cons were counted
	missing    [skills]int // cards that nothing covers, by their first skill
}

// Marks of the cards of a line.
const (
	markOvercome = "overcome"
	markCrew     = "covered by the crew"
	markCon      = "covered by a Con"
	markMissing  = "missing"
)

// executor returns the seat whose tools count against the Job of a seat: its owner, or the
// seat that is executing it.
func (t *look) executor(owner int8) int8 {
	if t.owner == owner {
		return t.turn
	}
	return owner
}

// tools returns the skills of the crew of a seat that is not spent, and of the Cons in its
// hand where the viewer sees it, in the order of the skills.
func (t *look) tools(seat int8) (crew, cons []uint8) {
	crew = t.listSkills(t.unspent(seat), nil)
	if t.sees(seat) {
		cons = t.listSkills(t.hand[seat].and(t.d.ofType[TypeCon]), nil)
		for i := range cons {
			cons[i] &= t.skillsOf(t.crew[seat]) // a Con needs Personnel with its skill
		}
	}
	slices.Sort(crew)
	slices.Sort(cons)
	return crew, cons
}

// match finds tools for needs so that as many needs as can be are met, the first tools
// first. It returns the tool that meets each need, or -1. Its source is the augmenting
// path of bipartite matching.
func match(tools, needs []uint8) []int {
	by := make([]int, len(needs))
	for i := range by {
		by[i] = -1
	}
	var seen []bool
	var place func(tool int) bool
	place = func(tool int) bool {
		for i, skills := range needs {
			if seen[i] || tools[tool]&skills == 0 {
				continue
			}
			seen[i] = true
			if by[i] < 0 || place(by[i]) {
				by[i] = tool
				return true
			}
		}
		return false
	}
	for tool := range tools {
		seen = make([]bool, len(needs))
		place(tool)
	}
	return by
}

// needs returns the skills of the cards of the line of a Job that are still to be overcome; 0
// for the others.
func (t *look) needs(owner int8) []uint8 {
	l := &t.line[owner]
	needs := make([]uint8, l.size)
	for i := int(t.faced(owner)); i < len(needs); i++ {
		needs[i] = t.obstacle(l.cards[i])
	}
	return needs
}

// cover says how much of the line of a Job the tools of a seat cover.
func (t *look) cover(seat, owner int8) cover {
	crew, cons := t.tools(seat)
	needs := t.needs(owner)
	c := cover{marks: make([]string, len(needs)), own: t.sees(seat)}
	by := match(append(crew, cons...), needs)
	people := len(crew)
	for i, need := range needs {
		switch {
		case i < int(t.faced(owner)):
			c.marks[i] = markOvercome
			continue
		case by[i] < 0:
			c.marks[i] = markMissing
			if need != 0 {
				c.missing[bits.TrailingZeros8(need)]++
			}
		case by[i] < people:
			c.marks[i] = markCrew
			c.crew++
		default:
			c.marks[i] = markCon
			c.cons++
		}
		c.open++
	}
	return c
}

// note says in words what covers the line and what is missing.
func (c *cover) note() string {
	if c.open == 0 {
		return "nothing left to overcome"
	}
	words := fmt.Sprintf("%d to overcome", c.open)
	switch {
	case c.crew > 0 && c.cons > 0:
		words += fmt.Sprintf(": the crew covers %d, Cons in hand %d more", c.crew, c.cons)
	case c.crew > 0:
		words += fmt.Sprintf(": the crew covers %d", c.crew)
	}
	var lacking []string
	for k, n := range c.missing {
		if n > 0 {
			lacking = append(lacking, fmt.Sprintf("%d %s", n, skillTitles[k]))
		}
	}
	if len(lacking) > 0 {
		words += "; missing " + strings.Join(lacking, ", ")
	}
	return words
}

// leaves says how many cards of the line nothing covers after the next one has been
// overcome with a card of a kind.
func (t *look) leaves(k *kind) string {
	crew, cons := t.tools(t.turn)
	tools, skills := &crew, k.skills
	if k.typ == TypeCon {
		tools, skills = &cons, k.skills&t.skillsOf(t.crew[t.turn])
	}
	if i := slices.Index(*tools, skills); i >= 0 {
		*tools = slices.Delete(*tools, i, i+1)
	}
	line := t.needs(t.owner)
	line[t.next] = 0
	open, met := 0, 0
	for i, tool := range match(append(crew, cons...), line) {
		if line[i] != 0 {
			open++
			if tool >= 0 {
				met++
			}
		}
	}
	if open == met {
		return "then the rest is covered"
	}
	return fmt.Sprintf("then %d of %d missing", open-met, open)
}
