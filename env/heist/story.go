package heist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// This file holds the parts of the text about what seats know, and about what is going
// on.

// knownLines writes the hidden cards that the seat knows, what others know of hands,
// and what hands were without.
func (s *State) knownLines(b *strings.Builder, p int8) {
	g := s.game
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		if known := s.known[seat][p]; !known.empty() {
			fmt.Fprintf(b, "Seat %d knows in your hand: %s.\n", seat, s.fulls(known))
		}
	}
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		if known := s.knownHand(p, seat); !known.empty() {
			fmt.Fprintf(b, "You know in the hand of seat %d: %s.\n", seat, s.fulls(known))
		}
	}
	if cards := s.elsewhere(p); !cards.empty() {
		fmt.Fprintf(b, "In other hands, as they were in no deck: %s.\n", s.fulls(cards))
	}
	for j := 1; j < g.players; j++ {
		for k := 1; k < g.players; k++ {
			seer, seat := g.relative(p, j), g.relative(p, k)
			if n := s.known[seer][seat].count(); n > 0 {
				fmt.Fprintf(b, "Seat %d knows %d card%s in the hand of seat %d.\n", seer, n, plural(n), seat)
			}
		}
	}
	if !g.strict {
		return
	}
	for k := range g.players {
		seat := g.relative(p, k)
		var phrases []string
		for i, n := range s.lacked(p, seat) {
			switch {
			case n == 0:
			case i == skills:
				phrases = append(phrases, fmt.Sprintf("%d no Reaction", n))
			default:
				phrases = append(phrases, fmt.Sprintf("%d no Con with %s", n, skillTitles[i]))
			}
		}
		if len(phrases) > 0 {
			fmt.Fprintf(b, "Known since %s gave up: of the cards in that hand, %s.\n", name(p, seat), strings.Join(phrases, ", "))
		}
	}
}

// kindTitles returns the titles of some cards.
func (s *State) kindTitles(cards set) string {
	d := s.game.deck
	var titles []string
	for !cards.empty() {
		titles = append(titles, d.kinds[d.kindOf[cards.pop()]].title)
	}
	return strings.Join(titles, ", ")
}

// newsLines writes what is going on in the turn.
func (s *State) newsLines(b *strings.Builder, p int8) {
	if s.playing != none {
		fmt.Fprintf(b, "Being played: %s.\n", s.full(s.playing))
	}
	if s.swapped > 0 {
		fmt.Fprintf(b, "Discarded for new cards: %d.\n", s.swapped)
	}
	if t := &s.trade; t.partner != nobody {
		fmt.Fprintf(b, "Offer of %s to %s%s.\n", name(p, s.turn), name(p, t.partner), s.offerWords(t))
	}
	if t := &s.refused; t.partner != nobody {
		fmt.Fprintf(b, "Refused in this turn by %s%s.\n", name(p, t.partner), s.offerWords(t))
	}
	if left := s.game.config.ContactOffers - int(s.offers); s.offers > 0 && s.node >= nodePartner && s.node <= nodePick {
		fmt.Fprintf(b, "Offers left in this turn: %d.\n", left)
	}
	if s.rival != nobody {
		fmt.Fprintf(b, "This turn %s may execute %s.\n", name(p, s.turn), jobName(p, s.rival))
	}
	if s.owner == nobody {
		return
	}
	fmt.Fprintf(b, "Executing: %s", jobName(p, s.owner))
	if s.thwarter != nobody {
		fmt.Fprintf(b, "; the Thwarter is %s", name(p, s.thwarter))
	}
	b.WriteString(".\n")
	if s.count > 0 {
		fmt.Fprintf(b, "Personnel still to be freed or spent: %d.\n", s.count)
	}
	if ln := &s.line[s.owner]; s.next < ln.size {
		fmt.Fprintf(b, "Next: %s.\n", s.obstacleWords(ln.cards[s.next]))
	}
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
		given = append(given, named{int(d.roleOf[p.given]), s.full(p.given)})
		switch {
		case p.want != none:
			wanted = append(wanted, named{int(d.roleOf[p.want]), s.full(p.want)})
		case p.skill >= 0:
			wanted = append(wanted, named{maxCards + int(p.skill), "a Con with " + skillTitles[p.skill]})
		case p.forNothing && t.parts() == 1:
			wanted = append(wanted, named{0, "nothing"})
		}
	}
	words := ""
	if len(given) > 0 {
		words += ": " + listed(given)
	}
	if len(wanted) > 0 {
		words += " for " + listed(wanted)
	}
	return words
}

// obstacleWords returns a phrase for a card of a line.
func (s *State) obstacleWords(card uint8) string {
	d := s.game.deck
	title := ""
	if card >= lineSecurity {
		title = d.guards[d.guardOf[card-lineSecurity]].title
	} else {
		title = s.kind(card).title
	}
	return fmt.Sprintf("%s, which needs %s", title, skillWords(s.obstacle(card)))
}
