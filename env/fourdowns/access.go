package fourdowns

import "ringer/env"

import "ringer/env/playdesign"

// This file is for players and reports that look at a state from outside. A set of
// cards is a uint64, bit by card id. Everything here is public but Hand.

// Game returns the game of the state.
func (s *State) Game() *Game { return s.game }

// Hand returns the set of cards that a seat holds. It is hidden from the other
// seats.
func (s *State) Hand(seat int) uint64 { return s.hand.held[seat] }

// Unseen returns the set of cards that a seat does not see in this hand: those in
// other hands, and those not dealt.
func (s *State) Unseen(seat int) uint64 {
	set := s.game.all &^ s.hand.held[seat]
	for _, played := range s.hand.played[:s.game.players] {
		set &^= played
	}
	return set
}

// Lacked returns the set of cards that a seat cannot hold, by what it has followed
// with in this hand.
func (s *State) Lacked(seat int) uint64 { return s.game.lacked(s.hand.void[seat]) }

// Yards returns what a seat has lost in this game, in yards.
func (s *State) Yards(seat int) int { return int(s.yards[seat]) }

// InHand reports whether a seat plays for the hand: it was dealt in and has not
// folded.
func (s *State) InHand(seat int) bool { return s.hand.in.has(seat) }

// Waiting reports whether a seat is still to act in this window, in answer to this
// knock, or in this round.
func (s *State) Waiting(seat int) bool { return s.hand.waiting.has(seat) }

// ToPlay reports whether a seat is still to play a card in the round that has been
// opened.
func (s *State) ToPlay(seat int) bool { return s.hand.lead != none && s.toPlay().has(seat) }

// Stake returns what the hand is played for, in points of `yards` yards; 1 without
// a knock.
func (s *State) Stake() int { return int(s.hand.stake) }

// Accepted returns the stake that a seat loses by folding; 0 for a seat that was
// not dealt in.
func (s *State) Accepted(seat int) int { return int(s.hand.accepted[seat]) }

// Knocker returns the seat that knocked last in this hand, -1 for nobody.
func (s *State) Knocker() int { return int(s.hand.knocker) }

// Knocks returns how often a seat has knocked in this game, and in how many hands.
func (s *State) Knocks(seat int) (knocks, hands int) {
	return int(s.knocked[seat]), int(s.hands) + 1
}

// Folds returns how often a seat has folded in this game, and how often it has
// called.
func (s *State) Folds(seat int) (folds, calls int) {
	return int(s.folded[seat]), int(s.called[seat])
}

// Round returns the round of the hand, from 0.
func (s *State) Round() int { return int(s.hand.round) }

// Rounds returns how many rounds the hand has.
func (s *State) Rounds() int { return int(s.hand.rounds) }

// RoundsBegun implements env.RoundCounter: hands.
func (s *State) RoundsBegun() (int, string) {
	if s.CurrentPlayer() == env.Terminal {
		return int(s.hands), "hand"
	}
	return int(s.hands) + 1, "hand"
}

// Hands returns how many hands are finished.
func (s *State) Hands() int { return int(s.hands) }

// Opener returns the seat that opens, or opened, this round.
func (s *State) Opener() int { return int(s.hand.opener) }

// Leader returns the seat whose card leads this round, -1 before it is opened.
func (s *State) Leader() int { return int(s.hand.leader) }

// Lead returns the card that opened this round and the one that leads it, -1
// before it is opened.
func (s *State) Lead() (lead, best int) {
	if s.hand.lead == none {
		return -1, -1
	}
	return int(s.hand.lead), int(s.hand.best)
}

// Card returns a card of the deck.
func (g *Game) Card(id int) playdesign.Card { return g.config.Cards[id] }

// Beats returns the set of cards that take the lead from a card that opens a
// round.
func (g *Game) Beats(lead int) uint64 { return g.beats[lead] }

// Playable returns the cards of a hand that may follow a lead (FD-1).
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

// Dealer returns the seat that dealt, or deals, the hand, -1 before the first one. The
// winner of a hand deals the next one.
func (s *State) Dealer() int { return int(s.dealer) }

// InGame reports whether a seat has not lost the game yet.
func (s *State) InGame(seat int) bool { return s.in.has(seat) }

// Won reports whether a seat has won the game, alone or with others.
func (s *State) Won(seat int) bool { return s.won.has(seat) }

// MostKnocks returns how many knocks a hand can have.
func (g *Game) MostKnocks() int { return g.knocks }

// Passed reports whether a seat has passed in the window that is open.
func (s *State) Passed(seat int) bool { return s.hand.spoken.has(seat) }

// Played returns the set of cards that a seat has played in this hand.
func (s *State) Played(seat int) uint64 { return s.hand.played[seat] }

// Shows returns the card that a seat has played in this round, -1 for none.
func (s *State) Shows(seat int) int {
	if s.hand.table[seat] == none {
		return -1
	}
	return int(s.hand.table[seat])
}

// Lacks names the colours and sides that a seat has shown to lack, as in "blue defense".
func (s *State) Lacks(seat int) []string {
	var names []string
	for class := range classes {
		if s.hand.void[seat]>>class&1 != 0 {
			names = append(names, className(class))
		}
	}
	return names
}

// Deed holds an action that a seat made in the open.
type Deed struct {
	Choice
	Seat int
}

// Deeds returns what the seats did in a hand, in order; hands are counted from 0.
func (s *State) Deeds(hand int) []Deed {
	events := s.log[s.handAt[hand]:]
	if hand < int(s.hands) {
		events = s.log[s.handAt[hand]:s.handAt[hand+1]]
	}
	verbs := map[eventKind]Verb{evPass: Pass, evKnock: Knock, evCall: Call, evFold: Fold, evOpen: Play, evFollow: Play}
	var deeds []Deed
	for _, e := range events {
		if verb, open := verbs[e.kind]; open {
			d := Deed{Choice{verb, -1}, int(e.seat)}
			if verb == Play {
				d.Card = int(e.card)
			}
			deeds = append(deeds, d)
		}
	}
	return deeds
}
