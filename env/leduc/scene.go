package leduc

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	sc := &scene.Scene{Layout: "leduc", Viewer: p, Phase: fmt.Sprintf("Betting round %d of 2", s.Round()+1)}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	board := scene.Zone{ID: "board", Title: "Open card", Kind: "table"}
	if card := s.Board(); card >= 0 {
		board.Things = []scene.Thing{g.card(card, scene.FaceUp)}
	}
	sc.Zones = []scene.Zone{board}
	var winners []string
	sc.Bets(s, g.Players(), g.card, func(seat int) (marks []string) {
		if !s.In(seat) {
			marks = append(marks, "folded")
		}
		if over && s.Won(seat) {
			marks = append(marks, "winner")
			winners = append(winners, env.Who(env.Player(seat)))
		}
		return marks
	})
	var rounds [2][]string
	past := map[string]string{"check": "checked", "call": "called", "raise": "raised", "fold": "folded"}
	for _, d := range s.Deeds() {
		rounds[d.Round] = append(rounds[d.Round], env.Who(env.Player(d.Seat))+" "+past[d.Verb])
	}
	for i, done := range rounds {
		if len(done) > 0 {
			sc.Notes = append(sc.Notes, fmt.Sprintf("Round %d: %s.", i+1, strings.Join(done, ", ")))
		}
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		g.ask(s, sc.Ask)
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
		sc.Waits = scene.Sentence(env.Who(actor)) + " " + env.Does(actor, "decides") + "."
	}
	return sc
}

func (g *Game) ask(s *State, q *scene.Question) {
	q.Text = "Nothing to call: check, or raise?"
	q.Help = "A raise makes the others call, raise or fold."
	if s.Question() == AskAnswer {
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

func (g *Game) card(card int, face string) scene.Thing {
	rank, suit := g.Rank(card), g.Suit(card)
	return scene.Thing{
		ID: fmt.Sprintf("card:%d", card), Of: "rank:" + rank, Name: rank + " of " + suit, Kind: "card", Suit: suit, Corner: rank, Face: face,
		Icons: []scene.Icon{{ID: suit, Words: suit}},
	}
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	n := g.Players()
	r := &scene.Rules{
		Title: g.Spec().Title, Goal: "Win chips: a card that pairs the open card, or else the highest rank, wins the pot.",
		Course: []string{
			fmt.Sprintf("Everybody pays an ante of 1 and gets one card. The deck has %d ranks in two suits; suits mean nothing.", n+1),
			"A round of betting follows, then one card is turned up for all, then a second round.",
			"In turn players call (or check, with nothing to match), raise by 2 in the first round and 4 in the second, or fold. A round has at most two raises.",
			"At the end a pair with the open card beats all others, then the higher rank. Equal hands share the pot.",
		},
	}
	for rank := range n + 1 {
		name := g.Rank(2 * rank)
		r.Entries = append(r.Entries, scene.Entry{ID: "rank:" + name, Kind: "card", Name: name, Text: fmt.Sprintf("Higher than %s. A pair with the open card beats every rank.", scene.Count(rank, "rank"))})
	}
	return r
}
