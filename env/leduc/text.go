package leduc

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// rankNames holds the names of the ranks of the largest deck, lowest first. A
// smaller deck uses the highest names, so that two players get J, Q and K.
const (
	rankNames = "89TJQK"
	suitNames = "sh" // spades and hearts
)

// appendCard appends the two letters of a card, as in "Ks".
func (g *Game) appendCard(dst []byte, card int8) []byte {
	return append(dst, rankNames[len(rankNames)-g.players-1+rankOf(card)], suitNames[suitOf(card)])
}

func (g *Game) cardName(card int8) string { return string(g.appendCard(nil, card)) }

// ActionString implements env.State: "deal Ks", "fold", "call" (or "check"),
// "raise".
func (s *State) ActionString(a env.Action) string {
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) < deckSize(s.game.players):
		return "deal " + s.game.cardName(int8(a))
	case s.actor < 0 || a < Fold || a > Raise:
		return fmt.Sprintf("action %d", a)
	}
	switch c := s.Decode(a); {
	case c.Folds:
		return "fold"
	case c.Raises:
		return "raise"
	case c.Chips > 0:
		return "call"
	}
	return "check"
}

// String implements env.State: the cards by seat, the public card and the
// betting of both rounds, as in "Ks Jh/Qs crc/r".
func (s *State) String() string {
	var b []byte
	for seat := range s.game.players {
		if seat > 0 {
			b = append(b, ' ')
		}
		if s.hasCard(env.Player(seat)) {
			b = s.game.appendCard(b, s.cards[seat])
		} else {
			b = append(b, '?')
		}
	}
	return string(s.appendTable(append(b, '/')))
}

// appendTable appends what lies open: the public card and the betting.
func (s *State) appendTable(b []byte) []byte {
	if s.public == noCard {
		b = append(b, '-')
	} else {
		b = s.game.appendCard(b, s.public)
	}
	for round := range rounds {
		b = append(b, " /"[round])
		for i := range s.made[round] {
			b = append(b, "fcr"[s.action(round, i)])
		}
	}
	return b
}

// action returns the i-th betting action of a round.
func (s *State) action(round int, i uint8) env.Action {
	return env.Action(s.betting[round] >> (2 * i) & 3)
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// replay calls told with each action of the betting. It plays the betting again to find out
// whose turn it was.
func (s *State) replay(told func(round, seat int, verb string)) {
	replay := State{game: s.game, in: 1<<s.game.players - 1, stake: ante, paid: s.game.start.paid}
	for round := range rounds {
		if s.made[round] == 0 {
			return
		}
		replay.round = uint8(round)
		replay.openRound()
		for i := range s.made[round] {
			a := s.action(round, i)
			told(round, int(replay.actor), replay.ActionString(a))
			if err := replay.applyBetting(a); err != nil {
				panic("leduc: " + err.Error())
			}
		}
	}
}

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

// Tell implements env.Teller. A private card is named to the seat that gets it alone,
// until a showdown.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end := after.(*State)
	switch seat := env.Player(s.dealt); {
	case s.actor == env.Chance && end.public != noCard:
		return append(dst, env.Event{Player: env.Chance, Text: "turns " + s.game.cardName(int8(a))})
	case s.actor == env.Chance && seat == p:
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " " + s.game.cardName(int8(a))})
	case s.actor == env.Chance:
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " a card"})
	}
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, s.ActionString(a)+"s")})
	if end.actor != env.Terminal {
		return dst
	}
	if end.showdown() {
		for in := end.in; in != 0; in &= in - 1 {
			seat := env.Player(bits.TrailingZeros8(in))
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + " " + end.game.cardName(end.cards[seat])})
		}
	}
	verb := "wins"
	if bits.OnesCount8(end.winners()) > 1 {
		verb = "shares"
	}
	for left := end.winners(); left != 0; left &= left - 1 {
		winner := env.Player(bits.TrailingZeros8(left))
		dst = append(dst, env.Event{Player: winner, Text: env.Does(winner, verb) + fmt.Sprintf(" the pot of %d", end.pot())})
	}
	return dst
}
