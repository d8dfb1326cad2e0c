package kuhn

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// cardNames holds the names of the cards of the largest deck, lowest first. A
// smaller deck uses the highest names, so that two players get J, Q and K.
const cardNames = "89TJQK"

func (g *Game) cardName(card int) string {
	return cardNames[len(cardNames)-g.players-1+card:][:1]
}

// ActionString implements env.State: "deal K", "pass", "bet".
func (s *State) ActionString(a env.Action) string {
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) <= s.game.players:
		return "deal " + s.game.cardName(int(a))
	case a != Pass && a != Bet:
		return fmt.Sprintf("action %d", a)
	case s.game.Decode(a).Pays:
		return "bet"
	}
	return "pass"
}

// String implements env.State: the cards by seat and the betting, as in
// "KJ pb".
func (s *State) String() string {
	var b strings.Builder
	for seat := range s.game.players {
		if seat < int(s.dealt) {
			b.WriteString(s.game.cardName(int(s.cards[seat])))
		} else {
			b.WriteByte('?')
		}
	}
	b.WriteByte(' ')
	b.Write(s.appendBetting(nil))
	return b.String()
}

// appendBetting appends one letter for each betting action.
func (s *State) appendBetting(dst []byte) []byte {
	for i := range int(s.made) {
		dst = append(dst, "pb"[s.action(i)])
	}
	return dst
}

// verbs says what a betting action does.
var verbs = [...]string{Pass: "passes", Bet: "bets"}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

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

// Tell implements env.Teller. A card is named to the seat that gets it alone, until a
// showdown.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	if s.actor == env.Chance {
		seat, card := env.Player(s.dealt), "a card"
		if seat == p {
			card = s.game.cardName(int(a))
		}
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " " + card})
	}
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, verbs[a])})
	end := after.(*State)
	if end.actor != env.Terminal {
		return dst
	}
	if end.showdown() {
		for in := end.in(); in != 0; in &= in - 1 {
			seat := env.Player(bits.TrailingZeros16(in))
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + " " + end.game.cardName(int(end.cards[seat]))})
		}
	}
	winner := env.Player(end.winner())
	return append(dst, env.Event{Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(" the pot of %d", end.pot())})
}
