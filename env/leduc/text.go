package leduc

import (
	"fmt"

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
