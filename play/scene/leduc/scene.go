// Package leduc makes the scenes of Leduc hold'em.
package leduc

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/leduc"
	"ringer/env/scene"
)

// Builder makes the scenes of one configuration. It implements scene.Builder.
type Builder struct{ game *leduc.Game }

// New returns the builder of a game.
func New(g env.Game) scene.Builder { return &Builder{g.(*leduc.Game)} }

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	s := state.(*leduc.State)
	sc := &scene.Scene{Layout: "leduc", Viewer: p, Phase: fmt.Sprintf("Betting round %d of 2", s.Round()+1), Clock: []scene.Meter{{ID: "pot", Name: "pot", Value: float64(s.Pot()), Unit: scene.Unit(s.Pot(), "chip")}}}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	board := scene.Zone{ID: "board", Title: "Open card", Kind: "table"}
	if card := s.Board(); card >= 0 {
		board.Things = []scene.Thing{b.card(card, scene.FaceUp)}
	}
	sc.Zones = []scene.Zone{board}
	var winners []string
	for i := range b.game.Players() {
		seat := scene.Seat{Seat: env.Player(i), Acts: s.CurrentPlayer() == env.Player(i), Meters: []scene.Meter{{ID: "paid", Name: "paid", Value: float64(s.Chips(i)), Unit: scene.Unit(s.Chips(i), "chip")}}}
		if seat.Acts {
			seat.Marks = append(seat.Marks, "to act")
		}
		if !s.In(i) {
			seat.Marks = append(seat.Marks, "folded")
		}
		if over && s.Won(i) {
			seat.Marks = append(seat.Marks, "winner")
			winners = append(winners, scene.Who(env.Player(i), p))
		}
		z := scene.Zone{ID: fmt.Sprintf("hand:%d", i), Title: "Card", Kind: "hand", Seat: scene.Ref(env.Player(i))}
		switch card := s.Holds(i); {
		case card < 0:
		case s.Shows(i):
			z.Things = []scene.Thing{b.card(card, scene.FaceUp)}
		case env.Player(i) == p:
			z.Things = []scene.Thing{b.card(card, scene.FaceMine)}
		default:
			z.Hidden = 1
		}
		sc.Seats, sc.Zones = append(sc.Seats, seat), append(sc.Zones, z)
	}
	var rounds [2][]string
	past := map[string]string{"check": "checked", "call": "called", "raise": "raised", "fold": "folded"}
	for _, d := range s.Deeds() {
		rounds[d.Round] = append(rounds[d.Round], scene.Who(env.Player(d.Seat), p)+" "+past[d.Verb])
	}
	for i, done := range rounds {
		if len(done) > 0 {
			sc.Notes = append(sc.Notes, fmt.Sprintf("Round %d: %s.", i+1, strings.Join(done, ", ")))
		}
	}
	if sc.Ask = scene.Ask(b.game, s, p); sc.Ask != nil {
		b.ask(s, sc.Ask)
		return sc
	}
	switch actor := s.CurrentPlayer(); {
	case over:
		verb := "won"
		if len(winners) > 1 {
			verb = "share"
		}
		sc.Waits = fmt.Sprintf("%s %s the pot of %d.", scene.Sentence(scene.List(winners, "and")), verb, s.Pot())
	case actor == env.Chance && s.Dealing():
		sc.Waits = "The cards are dealt."
	case actor == env.Chance:
		sc.Waits = "The open card comes next."
	default:
		sc.Waits = scene.Sentence(scene.Who(actor, p)) + " decides."
	}
	return sc
}

func (b *Builder) ask(s *leduc.State, q *scene.Question) {
	q.Text = "Nothing to call: check, or raise?"
	q.Help = "A raise makes the others call, raise or fold."
	if s.Question() == leduc.AskAnswer {
		q.Text = "There is a raise: fold, call, or raise again?"
		if len(q.Choices) == 2 {
			q.Text = "There is a raise: fold, or call?"
		}
		q.Help = "A card that pairs the open card beats all others; otherwise the higher rank wins."
	}
	for i := range q.Choices {
		c := &q.Choices[i]
		c.Label = scene.Sentence(c.Name)
		if d := s.Decode(c.Action); d.Chips > 0 {
			c.Note = scene.Count(d.Chips, "chip") + " into the pot"
		}
	}
}

func (b *Builder) card(card int, face string) scene.Thing {
	rank, suit := b.game.Rank(card), b.game.Suit(card)
	return scene.Thing{
		ID: fmt.Sprintf("card:%d", card), Of: "rank:" + rank, Name: rank + " of " + suit, Kind: "card", Suit: suit, Corner: rank, Face: face,
		Icons: []scene.Icon{{ID: suit, Words: suit}},
	}
}

// Rules implements scene.Builder.
func (b *Builder) Rules() *scene.Rules {
	n := b.game.Players()
	r := &scene.Rules{
		Title: b.game.Spec().Title, Goal: "Win chips: a card that pairs the open card, or else the highest rank, wins the pot.",
		Course: []string{
			fmt.Sprintf("Everybody pays an ante of 1 and gets one card. The deck has %d ranks in two suits; suits mean nothing.", n+1),
			"A round of betting follows, then one card is turned up for all, then a second round.",
			"In turn players call (or check, with nothing to match), raise by 2 in the first round and 4 in the second, or fold. A round has at most two raises.",
			"At the end a pair with the open card beats all others, then the higher rank. Equal hands share the pot.",
		},
	}
	for rank := range n + 1 {
		name := b.game.Rank(2 * rank)
		r.Entries = append(r.Entries, scene.Entry{ID: "rank:" + name, Kind: "card", Name: name, Text: fmt.Sprintf("Higher than %s. A pair with the open card beats every rank.", scene.Count(rank, "rank"))})
	}
	return r
}
