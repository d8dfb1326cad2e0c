package heist

import (
	"fmt"
	"strings"

	"ringer/env/heist"
	"ringer/env/scene"
)

// news notes what is going on and what seats know of hands.
func (t *table) news() {
	s := t.s
	add := func(format string, args ...any) {
		t.sc.Notes = append(t.sc.Notes, scene.Sentence(fmt.Sprintf(format, args...)))
	}
	if k := s.Playing(); k >= 0 {
		add("%s is being played: %s.", t.kinds[k].Title, t.kinds[k].Text)
	}
	if n := s.Exchanged(); n > 0 {
		add("%s discarded for new ones.", scene.Count(n, "card"))
	}
	if o := s.Offer(); o.Partner >= 0 {
		add("offer of %s to %s%s.", t.who(o.From), t.who(o.Partner), t.offers(s.Offers(nil)))
	}
	if o := s.Refused(); o.Partner >= 0 {
		add("%s refused in this turn%s.", t.who(o.Partner), t.offers(s.RefusedOffers(nil)))
	}
	if left := s.OffersLeft(); left < t.game.Config().ContactOffers {
		add("%s left in this turn.", scene.Count(left, "offer"))
	}
	if seat := s.Rival(); seat >= 0 {
		add("in this turn %s may execute %s Job.", t.who(s.Turn()), t.whose(seat))
	}
	if seat := s.Executed(); seat >= 0 {
		words := fmt.Sprintf("%s Job is being executed by %s", t.whose(seat), t.who(s.Turn()))
		if s.Thwarter() >= 0 {
			words += "; the Thwarter: " + t.who(s.Thwarter())
		}
		add("%s.", words)
		if n := s.Pending(); n > 0 {
			add("%d Personnel still to be freed or spent.", n)
		}
	}
	if t.p < 0 {
		return
	}
	for k := 1; k < t.players(); k++ {
		seat := t.seatAt(k)
		var know []string
		for j := 1; j < t.players(); j++ {
			seer := t.seatAt(j)
			if n := s.Shown(seer, seat); n > 0 && seer != seat {
				know = append(know, fmt.Sprintf("%s knows %s", t.who(seer), scene.Count(n, "card")))
			}
		}
		if len(know) > 0 {
			add("of %s hand %s.", t.whose(seat), scene.List(know, "and"))
		}
	}
	titles := heist.SkillTitles()
	for k := range t.players() {
		seat := t.seatAt(k)
		var words []string
		for i, n := range s.Lacked(int(t.p), seat) {
			switch {
			case n == 0:
			case i == len(titles):
				words = append(words, fmt.Sprintf("%d no Reaction", n))
			default:
				words = append(words, fmt.Sprintf("%d no Con with %s", n, titles[i]))
			}
		}
		if len(words) > 0 {
			add("known since %s gave up: of the cards in that hand, %s.", t.who(seat), strings.Join(words, ", "))
		}
	}
}

// offers says what an offer gives and wants, as far as it has been told.
func (t *table) offers(parts []heist.Offer) string {
	var words []string
	for _, o := range parts {
		w := t.named(o.Given)
		switch {
		case o.Want >= 0:
			w += " for " + t.named(o.Want)
		case o.Skill >= 0:
			w += " for a Con with " + heist.SkillTitles()[o.Skill]
		case o.Gift:
			w += " for nothing"
		}
		words = append(words, w)
	}
	if len(words) == 0 {
		return ""
	}
	return ": " + strings.Join(words, ", and ")
}

// named returns the title of a kind with its text.
func (t *table) named(kind int) string {
	return fmt.Sprintf("%s (%s)", t.kinds[kind].Title, t.kinds[kind].Text)
}
