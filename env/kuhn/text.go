package kuhn

import (
	"fmt"
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
