package heist

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/scene"
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

// executor returns the seat whose tools count against the Job of a seat: its owner, or the
// seat that is executing it.
func (t *table) executor(owner int) int {
	if t.s.Executed() == owner {
		return t.s.Turn()
	}
	return owner
}

// tools returns the skills of the crew of a seat that is not spent, and of the Cons in its
// hand where the viewer sees it.
func (t *table) tools(seat int) (crew, cons []uint8) {
	s := t.s
	crew = s.CrewSkills(seat, nil)
	skills := t.crewSkills(seat)
	if seat == s.Turn() {
		crew = s.UnspentSkills(seat, nil)
	}
	if t.p < 0 || env.Player(seat) == t.p {
		for _, x := range s.ConSkills(seat, nil) {
			cons = append(cons, x&skills) // a Con needs Personnel with its skill
		}
	}
	return crew, cons
}

// crewSkills returns the skills that some Personnel of a crew has, spent or not.
func (t *table) crewSkills(seat int) (skills uint8) {
	for _, x := range t.s.CrewSkills(seat, nil) {
		skills |= x
	}
	return skills
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

// needs returns the skills of the cards of a line that are still to be overcome; 0 for the
// others.
func needs(line []heist.LineCard) []uint8 {
	skills := make([]uint8, len(line))
	for i, l := range line {
		if !l.Overcome {
			skills[i] = l.Skills
		}
	}
	return skills
}

// cover says how much of a line the tools of a seat cover.
func (t *table) cover(seat int, line []heist.LineCard) cover {
	crew, cons := t.tools(seat)
	c := cover{marks: make([]string, len(line)), own: t.p < 0 || env.Player(seat) == t.p}
	by := match(append(crew, cons...), needs(line))
	people := len(crew)
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

// leaves says how many cards of the line nothing covers after the next one has been
// overcome with a card of a kind.
func (t *table) leaves(kind int) string {
	crew, cons := t.tools(int(t.p))
	k := &t.kinds[kind]
	tools, skills := &crew, k.Skills
	if k.Type == heist.TypeCon {
		tools, skills = &cons, k.Skills&t.crewSkills(int(t.p))
	}
	if i := slices.Index(*tools, skills); i >= 0 {
		*tools = slices.Delete(*tools, i, i+1)
	}
	line := needs(t.s.LineCards(t.s.Executed(), nil))
	for i := range line {
		if line[i] != 0 {
			line[i] = 0
			break
		}
	}
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
