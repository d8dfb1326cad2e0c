package heist

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ringer/env/scene"
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

// note adds a public fact that has no other place.
func (t *look) note(format string, args ...any) {
	t.sc.Notes = append(t.sc.Notes, scene.Sentence(fmt.Sprintf(format, args...))+".")
}

// news notes what is going on and what seats know of hands.
func (t *look) news() {
	if t.playing != none {
		t.note("%s is being played: %s", t.kind(t.playing).title, t.kind(t.playing).text)
	}
	if t.swapped > 0 {
		t.note("%s discarded for new ones", scene.Count(int(t.swapped), "card"))
	}
	if o := &t.trade; o.partner != nobody && o.parts() > 0 {
		t.note("%s %s %s %s", who(t.turn), does(t.turn, "offers"), who(o.partner), t.offerWords(o))
	}
	if o := &t.refused; o.partner != nobody {
		t.note("%s refused in this turn: %s", who(o.partner), t.offerWords(o))
	}
	if left := t.game.config.ContactOffers - int(t.offers); t.offers > 0 && t.node >= nodePartner && t.node <= nodePick {
		t.note("%s left in this turn", scene.Count(left, "offer"))
	}
	if t.rival != nobody {
		t.note("in this turn %s may execute %s Job", who(t.turn), whose(t.rival))
	}
	if t.owner != nobody && t.count > 0 {
		t.note("%d Personnel still to be freed or spent", t.count)
	}
	if t.p < 0 {
		return
	}
	for k := range t.game.players {
		t.noteKnown(t.seatAt(k))
	}
}

// noteKnown notes what the others know of a hand, and what it was without.
func (t *look) noteKnown(seat int8) {
	var know []string
	for j := 1; j < t.game.players; j++ {
		by := t.seatAt(j)
		cards := t.known[by][seat]
		switch {
		case cards.empty() || by == seat:
		case seat == t.p:
			t.note("%s %s in your hand: %s", who(by), does(by, "knows"), t.briefs(cards))
		default:
			know = append(know, fmt.Sprintf("%s %s %s", who(by), does(by, "knows"), scene.Count(cards.count(), "card")))
		}
	}
	if len(know) > 0 {
		t.note("of %s hand %s", whose(seat), scene.List(know, "and"))
	}
	if !t.game.strict {
		return
	}
	var lacks []string
	for i, n := range t.lacked(t.p, seat) {
		switch {
		case n == 0:
		case i == skills:
			lacks = append(lacks, fmt.Sprintf("%d no Reaction", n))
		default:
			lacks = append(lacks, fmt.Sprintf("%d no Con with %s", n, skillTitles[i]))
		}
	}
	if len(lacks) > 0 {
		t.note("known since %s gave up: of the cards in that hand, %s", who(seat), strings.Join(lacks, ", "))
	}
}

// brief returns the title of a card and what it does, as lines and events name it.
func (s *State) brief(card uint8) string {
	k := s.kind(card)
	return k.title + " (" + strings.TrimPrefix(k.text, typeTitles[TypePersonnel]+": ") + ")"
}

// briefs names cards.
func (s *State) briefs(cards set) string {
	var words []string
	for _, card := range s.game.deck.byRole(cards) {
		words = append(words, s.brief(card))
	}
	return strings.Join(words, ", ")
}

// byRole returns some cards, cards of one role together: a list in this order does not tell
// cards apart that differ in nothing but their titles.
func (d *deck) byRole(cards set) []uint8 {
	list := make([]uint8, 0, cards.count())
	for !cards.empty() {
		list = append(list, cards.pop())
	}
	slices.SortStableFunc(list, func(a, b uint8) int { return cmp.Compare(d.roleOf[a], d.roleOf[b]) })
	return list
}

// A named card of an offer has a place in its list: the place of what the card does.
type named struct {
	place int
	words string
}

// listed returns the words of cards in the order of their places.
func listed(cards []named) string {
	slices.SortFunc(cards, func(a, b named) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.words, b.words)) })
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.words
	}
	return strings.Join(words, " and ")
}

// offerWords returns what an offer gives and wants, as far as it has been told. Of several
// cards it does not matter which is for which.
func (s *State) offerWords(t *offer) string {
	d := s.game.deck
	var given, wanted []named
	for i := range t.parts() {
		p := t.at(i)
		given = append(given, named{int(d.roleOf[p.given]), s.brief(p.given)})
		switch {
		case p.want != none:
			wanted = append(wanted, named{int(d.roleOf[p.want]), s.brief(p.want)})
		case p.skill >= 0:
			wanted = append(wanted, named{maxCards + int(p.skill), "a Con with " + skillTitles[p.skill]})
		case p.forNothing && t.parts() == 1:
			wanted = append(wanted, named{0, "nothing"})
		}
	}
	words := listed(given)
	if len(wanted) > 0 {
		words += " for " + listed(wanted)
	}
	return words
}
