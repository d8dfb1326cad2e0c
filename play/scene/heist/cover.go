package heist

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/heist"
	"ringer/play/scene"
)

// A cover says which cards of a line a seat can overcome with what the viewer sees of it:
// its unspent crew, and the Cons of the viewer's own hand.
type cover struct {
	marks      []string // of each card of the line
	open       int      // cards that are still to be overcome
	crew, cons int      // of these, those that the crew covers, and Cons besides
	own        bool     // Cons were counted
	missing    [6]int   // cards that nothing covers, by their first skill
}

// Marks of the cards of a line.
const (
	markOvercome = "overcome"
	markCrew     = "covered by the crew"
	markCon      = "covered by a Con"
	markMissing  = "missing"
)

// cover matches the tools of a seat with the line of its Job, so that as many cards as
// can be are covered; the crew goes first. Of an execution it reads the tools of the seat
// that executes. Its source is the augmenting path of bipartite matching.
func (t *table) cover(owner int, line []heist.LineCard) cover {
	s := t.s
	seat := owner
	if s.Executed() == owner {
		seat = s.Turn()
	}
	c := cover{marks: make([]string, len(line)), own: t.p < 0 || env.Player(seat) == t.p}
	tools := s.CrewSkills(seat, nil)
	if seat == s.Turn() {
		tools = s.UnspentSkills(seat, nil)
	}
	people := len(tools)
	if c.own {
		skills := uint8(0)
		for _, x := range s.CrewSkills(seat, nil) {
			skills |= x
		}
		for _, x := range s.ConSkills(seat, nil) {
			tools = append(tools, x&skills) // a Con needs Personnel with its skill
		}
	}
	by := make([]int, len(line)) // the tool that covers a card, or -1
	for i := range by {
		by[i] = -1
	}
	var seen []bool
	var place func(tool int) bool
	place = func(tool int) bool {
		for i, l := range line {
			if l.Overcome || seen[i] || tools[tool]&l.Skills == 0 {
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
		seen = make([]bool, len(line))
		place(tool)
	}
	for i, l := range line {
		switch {
		case l.Overcome:
			c.marks[i] = markOvercome
			continue
		case by[i] < 0:
			c.marks[i] = markMissing
			for k := range c.missing {
				if l.Skills>>k&1 != 0 {
					c.missing[k]++
					break
				}
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
	words := fmt.Sprintf("%d to overcome: the crew covers %d", c.open, c.crew)
	if c.own {
		words += fmt.Sprintf(", Cons in hand %d more", c.cons)
	}
	titles := heist.SkillTitles()
	var lacking []string
	for k, n := range c.missing {
		if n > 0 {
			lacking = append(lacking, fmt.Sprintf("%d %s", n, titles[k]))
		}
	}
	if len(lacking) > 0 {
		words += "; missing " + strings.Join(lacking, ", ")
	}
	return words
}

// meters returns the numbers of the line.
func (c *cover) meters() []scene.Meter {
	m := []scene.Meter{
		{ID: "line", Name: "Still to overcome", Value: float64(c.open), Good: -1},
		{ID: "crew", Name: "Covered by the crew", Value: float64(c.crew), Max: scene.Max(float64(c.open)), Kind: "pips"},
	}
	if c.own {
		m = append(m, scene.Meter{ID: "cons", Name: "Covered by Cons in hand", Value: float64(c.cons), Max: scene.Max(float64(c.open)), Kind: "pips"})
	}
	return m
}
