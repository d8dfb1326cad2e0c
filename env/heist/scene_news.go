package heist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/env/scene"
)

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

// byRole returns some cards with those of one role together: a list in this order
// does not tell cards apart that differ in nothing but their titles.
func (d *deck) byRole(cards set) []uint8 {
	list := make([]uint8, 0, cards.count())
	for !cards.empty() {
		list = append(list, cards.pop())
	}
	slices.SortStableFunc(list, func(a, b uint8) int { return cmp.Compare(d.roleOf[a], d.roleOf[b]) })
	return list
}

// A named card of an offer has a place in its list: that of what the card does.
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
