package fourdowns

import (
	"fmt"

	"ringer/env/playdesign"
)

// What a player may look at. Everything here is public but Hand.

// Question is the kind of decision, as in the observation's field "decision".
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to roll, or the game is over
	AskWindow                  // knock or pass
	AskAnswer                  // call, fold or knock
	AskOpen                    // a card to open the round with
	AskFollow                  // a card to follow with
)

// Question is what the state waits for.
func (s *State) Question() Question {
	switch s.node {
	case nodeWindow:
		return AskWindow
	case nodeAnswer:
		return AskAnswer
	case nodeOpen:
		return AskOpen
	case nodeFollow:
		return AskFollow
	}
	return AskNothing
}

// Game is the game of the state.
func (s *State) Game() *Game { return s.game }

// Hand is the set of cards that a seat holds, bit by card id. It is hidden from
// the other seats.
func (s *State) Hand(seat int) uint64 { return s.hand.held[seat] }

// HandSize is how many cards a seat holds.
func (s *State) HandSize(seat int) int { return cardCount(s.hand.held[seat]) }

// Played is the set of cards that a seat has played in this hand.
func (s *State) Played(seat int) uint64 { return s.hand.played[seat] }

// Unseen is the set of cards that a seat does not see in this hand: in other
// hands or not dealt.
func (s *State) Unseen(seat int) uint64 { return s.unseen(seat) }

// Lacked is the set of cards that a seat cannot hold, by what it has followed
// with in this hand.
func (s *State) Lacked(seat int) uint64 { return s.game.lacked(s.hand.void[seat]) }

// Yards is what a seat has lost in this game.
func (s *State) Yards(seat int) int { return int(s.yards[seat]) }

// InGame says whether a seat is still in the game.
func (s *State) InGame(seat int) bool { return s.in.has(seat) }

// InHand says whether a seat still plays for the hand.
func (s *State) InHand(seat int) bool { return s.hand.in.has(seat) }

// Waiting says whether a seat is still to act in this window, in answer to this
// knock, or in this round.
func (s *State) Waiting(seat int) bool { return s.hand.waiting.has(seat) }

// Stake is what the hand is played for; 1 without a knock.
func (s *State) Stake() int { return int(s.hand.stake) }

// Accepted is the stake that a seat loses by folding; 0 for one not dealt in.
func (s *State) Accepted(seat int) int { return int(s.hand.accepted[seat]) }

// Knocker is who knocked last in this hand, -1 for nobody.
func (s *State) Knocker() int { return int(s.hand.knocker) }

// Knocks is how often a seat has knocked in this game, of how many hands.
func (s *State) Knocks(seat int) (knocks, hands int) {
	return int(s.knocked[seat]), int(s.hands) + 1
}

// Folds is how often a seat has folded in this game, and how often it has called.
func (s *State) Folds(seat int) (folds, calls int) {
	return int(s.folded[seat]), int(s.called[seat])
}

// Round counts the rounds of the hand from 0; Rounds is how many there are.
func (s *State) Round() int { return int(s.hand.round) }

// Rounds is how many rounds the hand has.
func (s *State) Rounds() int { return int(s.hand.rounds) }

// Hands is how many hands are finished.
func (s *State) Hands() int { return int(s.hands) }

// Dealer is who dealt this hand; -1 before it is known.
func (s *State) Dealer() int { return int(s.dealer) }

// Opener is who opens, or opened, this round.
func (s *State) Opener() int { return int(s.hand.opener) }

// Leader is whose card leads this round, -1 before it is opened.
func (s *State) Leader() int { return int(s.hand.leader) }

// Lead is the card that opened this round and Best the one that leads it, -1
// before it is opened.
func (s *State) Lead() (lead, best int) {
	if s.hand.lead == none {
		return -1, -1
	}
	return int(s.hand.lead), int(s.hand.best)
}

// Card is a card of the deck.
func (g *Game) Card(id int) playdesign.Card { return g.config.Cards[id] }

// Beats is the set of cards that take the lead from a card that opens a round.
func (g *Game) Beats(lead int) uint64 { return g.beats[lead] }

// Playable is the set of a hand's cards that may follow a lead.
func (g *Game) Playable(hand uint64, lead int) uint64 {
	k := &g.kinds[lead]
	if c := hand & g.class[k.answer]; c != 0 {
		return c
	}
	if c := hand & g.class[k.class]; c != 0 {
		return c
	}
	return hand
}

// Conservation implements env.Conserver: every card is in exactly one place, and
// yards are those that the finished hands and folds have cost.
func (s *State) Conservation() error {
	g, h := s.game, &s.hand
	seen := h.deck
	put := func(set cards) error {
		if twice := seen & set; twice != 0 {
			return fmt.Errorf("fourdowns: %s in two places", g.names(twice))
		}
		seen |= set
		return nil
	}
	if s.node == nodeDealer {
		return nil
	}
	for i := range g.players {
		if err := put(h.held[i]); err != nil {
			return err
		}
		if err := put(h.played[i]); err != nil {
			return err
		}
		if out := int(s.yards[i]) >= g.config.OutAt; out == s.in.has(i) {
			return fmt.Errorf("fourdowns: seat %d has lost %d yards, in the game: %t", i, s.yards[i], s.in.has(i))
		}
		if int(s.yards[i])%g.config.Yards != 0 {
			return fmt.Errorf("fourdowns: seat %d has lost %d yards, no multiple of %d", i, s.yards[i], g.config.Yards)
		}
	}
	if seen != g.all {
		return fmt.Errorf("fourdowns: %s missing", g.names(g.all&^seen))
	}
	return nil
}
