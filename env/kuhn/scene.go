package kuhn

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	n := g.Players()
	sc := &scene.Scene{Layout: "kuhn", Viewer: p, Phase: "Betting"}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	sc.Bets(s, n, g.card, func(seat int) []string {
		if over && s.Winner() == seat {
			return []string{"winner"}
		}
		return nil
	})
	var done []string
	for i, bet := range s.Bets() {
		what := "passed"
		if bet {
			what = "bet"
		}
		done = append(done, env.Who(env.Player(i%n))+" "+what)
	}
	if len(done) > 0 {
		sc.Notes = []string{scene.Sentence(strings.Join(done, ", ")) + "."}
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		g.ask(s, sc.Ask)
		return sc
	}
	switch actor := s.CurrentPlayer(); {
	case over:
		sc.Waits = scene.Sentence(env.Who(env.Player(s.Winner()))) + fmt.Sprintf(" won the pot of %d.", s.Pot())
	case actor == env.Chance:
		sc.Waits = "The cards are dealt."
	default:
		sc.Waits = scene.Sentence(env.Who(actor)) + " " + env.Does(actor, "decides") + "."
	}
	return sc
}

func (g *Game) ask(s *State, q *scene.Question) {
	q.Text, q.Help = "Nobody has bet: pass, or bet 1?", "When all pass, the highest card wins the pot."
	words := [2]string{"Pass", "Bet"}
	if s.Question() == AskAnswer {
		q.Text, q.Help = "There is a bet: fold, or call with 1?", "The highest card of those who have bet or called wins the pot."
		words = [2]string{"Fold", "Call"}
	}
	for i := range q.Choices {
		c := &q.Choices[i]
		if c.Label = words[0]; g.Decode(c.Action).Pays {
			c.Label, c.Note = words[1], "1 chip into the pot"
		}
	}
}

func (g *Game) card(card int, face string) scene.Thing {
	name := g.CardName(card)
	return scene.Thing{ID: "card:" + name, Of: "card:" + name, Name: name, Kind: "card", Corner: name, Face: face}
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	r := &scene.Rules{
		Title: g.Spec().Title, Goal: "Win chips: the highest card wins the pot.",
		Course: []string{
			fmt.Sprintf("Everybody pays an ante of 1 and gets one of %d cards.", g.Players()+1),
			"In turn each player passes or bets 1. Once somebody has bet, every other player folds or calls with 1.",
			"The highest card of those who paid wins the pot; when all pass, the highest card of all.",
		},
	}
	for card := range g.Players() + 1 {
		name := g.CardName(card)
		r.Entries = append(r.Entries, scene.Entry{ID: "card:" + name, Kind: "card", Name: name, Text: fmt.Sprintf("Higher than %s.", scene.Count(card, "card"))})
	}
	return r
}
