// Package kuhn makes the scenes of Kuhn poker.
package kuhn

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/kuhn"
	"ringer/env/scene"
)

// Builder makes the scenes of one configuration. It implements scene.Builder.
type Builder struct{ game *kuhn.Game }

// New returns the builder of a game.
func New(g env.Game) scene.Builder { return &Builder{g.(*kuhn.Game)} }

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	s := state.(*kuhn.State)
	n := b.game.Players()
	sc := &scene.Scene{Layout: "kuhn", Viewer: p, Phase: "Betting", Clock: []scene.Meter{{ID: "pot", Name: "pot", Value: float64(s.Pot()), Unit: scene.Unit(s.Pot(), "chip")}}}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	for i := range n {
		seat := scene.Seat{Seat: env.Player(i), Acts: s.CurrentPlayer() == env.Player(i), Meters: []scene.Meter{{ID: "paid", Name: "paid", Value: float64(s.Chips(i)), Unit: scene.Unit(s.Chips(i), "chip")}}}
		if seat.Acts {
			seat.Marks = append(seat.Marks, "to act")
		}
		if over && s.Winner() == i {
			seat.Marks = append(seat.Marks, "winner")
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
	var done []string
	for i, bet := range s.Bets() {
		what := "passed"
		if bet {
			what = "bet"
		}
		done = append(done, scene.Who(env.Player(i%n), p)+" "+what)
	}
	if len(done) > 0 {
		sc.Notes = []string{scene.Sentence(strings.Join(done, ", ")) + "."}
	}
	if sc.Ask = scene.Ask(b.game, s, p); sc.Ask != nil {
		b.ask(s, sc.Ask)
		return sc
	}
	switch actor := s.CurrentPlayer(); {
	case over:
		sc.Waits = scene.Sentence(scene.Who(env.Player(s.Winner()), p)) + fmt.Sprintf(" won the pot of %d.", s.Pot())
	case actor == env.Chance:
		sc.Waits = "The cards are dealt."
	default:
		sc.Waits = scene.Sentence(scene.Who(actor, p)) + " decides."
	}
	return sc
}

func (b *Builder) ask(s *kuhn.State, q *scene.Question) {
	q.Text, q.Help = "Nobody has bet: pass, or bet 1?", "When all pass, the highest card wins the pot."
	words := [2]string{"Pass", "Bet"}
	if s.Question() == kuhn.AskAnswer {
		q.Text, q.Help = "There is a bet: fold, or call with 1?", "The highest card of those who have bet or called wins the pot."
		words = [2]string{"Fold", "Call"}
	}
	for i := range q.Choices {
		c := &q.Choices[i]
		if c.Label = words[0]; b.game.Decode(c.Action).Pays {
			c.Label, c.Note = words[1], "1 chip into the pot"
		}
	}
}

func (b *Builder) card(card int, face string) scene.Thing {
	name := b.game.CardName(card)
	return scene.Thing{ID: "card:" + name, Of: "card:" + name, Name: name, Kind: "card", Corner: name, Face: face}
}

// Rules implements scene.Builder.
func (b *Builder) Rules() *scene.Rules {
	r := &scene.Rules{
		Title: b.game.Spec().Title, Goal: "Win chips: the highest card wins the pot.",
		Course: []string{
			fmt.Sprintf("Everybody pays an ante of 1 and gets one of %d cards.", b.game.Players()+1),
			"In turn each player passes or bets 1. Once somebody has bet, every other player folds or calls with 1.",
			"The highest card of those who paid wins the pot; when all pass, the highest card of all.",
		},
	}
	for card := range b.game.Players() + 1 {
		name := b.game.CardName(card)
		r.Entries = append(r.Entries, scene.Entry{ID: "card:" + name, Kind: "card", Name: name, Text: fmt.Sprintf("Higher than %s.", scene.Count(card, "card"))})
	}
	return r
}
