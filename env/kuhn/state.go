package kuhn

import (
	"math/bits"

	"ringer/env"
)

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
type State struct {
	game  *Game
	actor env.Player
	dealt uint8            // cards dealt; the i-th goes to seat i
	made  uint8            // betting actions so far; the i-th is seat i % players
	deck  uint8            // cards not dealt, bit by card
	bets  uint16           // bit i: the i-th betting action was a bet
	cards [MaxPlayers]int8 // by seat; 0 is the lowest card
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	switch {
	case s.actor >= 0 && (a == Pass || a == Bet):
		s.bets |= uint16(a) << s.made
		s.made++
		s.pointToNext()
	case s.actor == env.Chance && uint32(a) < 8 && s.deck>>a&1 == 1:
		s.deck &^= 1 << a
		s.cards[s.dealt] = int8(a)
		s.dealt++
		if int(s.dealt) == s.game.players {
			s.actor = 0
		}
	default:
		return s.illegal(a)
	}
	return nil
}

// pointToNext sets the actor after a betting action. Betting ends when all have
// passed, or when all others have answered the first bet.
func (s *State) pointToNext() {
	n := s.game.players
	end := n
	if s.bets != 0 {
		end += bits.TrailingZeros16(s.bets)
	}
	switch {
	case int(s.made) == end:
		s.actor = env.Terminal
	case int(s.actor) == n-1:
		s.actor = 0
	default:
		s.actor++
	}
}

// action returns the i-th betting action.
func (s *State) action(i int) env.Action { return env.Action(s.bets >> i & 1) }

// paid returns the set of seats that have put a bet into the pot, bit by seat. A
// seat may pass first and call later: its second action is players later.
func (s *State) paid() uint16 {
	n := s.game.players
	return (s.bets | s.bets>>n) & (1<<n - 1)
}

// in returns the set of seats that contest the pot at the end, bit by seat: those
// that paid, or all when no seat bet.
func (s *State) in() uint16 {
	if s.bets == 0 {
		return 1<<s.game.players - 1
	}
	return s.paid()
}

// showdown reports whether the episode ended with several seats in, which then
// show their cards.
func (s *State) showdown() bool {
	return s.actor == env.Terminal && bits.OnesCount16(s.in()) > 1
}

// winner returns the seat with the highest card of those in.
func (s *State) winner() int {
	best, high := -1, int8(-1)
	for in := s.in(); in != 0; in &= in - 1 {
		if seat := bits.TrailingZeros16(in); s.cards[seat] > high {
			best, high = seat, s.cards[seat]
		}
	}
	return best
}

// chips returns how many chips a seat has put into the pot.
func (s *State) chips(seat int) int {
	return ante + bet*int(s.paid()>>seat&1)
}

// pot returns the number of chips in the pot.
func (s *State) pot() int {
	pot := 0
	for seat := range s.game.players {
		pot += s.chips(seat)
	}
	return pot
}

// Returns implements env.State: the chips won or lost.
func (s *State) Returns(dst []float64) {
	if len(dst) != s.game.players {
		panic("kuhn: Returns needs one element per seat")
	}
	clear(dst)
	if s.actor != env.Terminal {
		return
	}
	for seat := range dst {
		dst[seat] = -float64(s.chips(seat))
	}
	dst[s.winner()] += float64(s.pot())
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }
