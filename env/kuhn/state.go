package kuhn

import (
	"fmt"
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

var bettingActions = [...]env.Action{Pass, Bet}

// LegalActions implements env.State. Chance may deal every card left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	switch {
	case s.actor >= 0:
		return append(dst, bettingActions[:]...)
	case s.actor == env.Chance:
		for left := s.deck; left != 0; left &= left - 1 {
			dst = append(dst, env.Action(bits.TrailingZeros8(left)))
		}
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case s.actor == env.Chance:
		e.Reason = "no such card is left"
	default:
		e.Reason = "want pass (0) or bet (1)"
	}
	return e
}

// ChanceOutcomes implements env.Chancer: every card left is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	prob := 1 / float64(bits.OnesCount8(s.deck))
	for left := s.deck; left != 0; left &= left - 1 {
		dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros8(left)), Prob: prob})
	}
	return dst
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to deal, or the episode is over
	AskOpen                    // no seat has bet: check or bet
	AskAnswer                  // a seat has bet: fold or call
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.bets == 0:
		return AskOpen
	}
	return AskAnswer
}

// Choice is the meaning of a seat's action.
type Choice struct {
	Pays bool // one chip, for a bet or a call; a check or a fold pays nothing
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Pays: a == Bet} }

// Retrace implements env.Retracer: from before the deal.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, card := range s.cards[:s.dealt] {
		dst = append(dst, env.Action(card))
	}
	for i := range int(s.made) {
		dst = append(dst, s.action(i))
	}
	return s.game.NewInitialState(), dst
}

// Conservation implements env.Conserver: every card is in the deck or with
// exactly one seat.
func (s *State) Conservation() error {
	seen := uint(s.deck)
	for seat := range int(s.dealt) {
		card := uint(1) << s.cards[seat]
		if seen&card != 0 {
			return fmt.Errorf("kuhn: card %s is in two places", s.game.cardName(int(s.cards[seat])))
		}
		seen |= card
	}
	if all := uint(1)<<(s.game.players+1) - 1; seen != all {
		return fmt.Errorf("kuhn: cards %b, want %b", seen, all)
	}
	return nil
}

// The methods below are for programs that draw the table. One that is not marked as public
// returns what is hidden.

// Players returns the number of seats.
func (g *Game) Players() int { return g.players }

// CardName returns the name of a card, the lowest being 0. Public.
func (g *Game) CardName(card int) string { return g.cardName(card) }

// Holds returns the card of a seat, -1 before it has one.
func (s *State) Holds(seat int) int {
	if seat >= int(s.dealt) {
		return -1
	}
	return int(s.cards[seat])
}

// Chips returns how many chips a seat has put into the pot. Public.
func (s *State) Chips(seat int) int { return s.chips(seat) }

// Pot returns the number of chips in the pot. Public.
func (s *State) Pot() int { return s.pot() }

// Bets returns what the seats did so far, in order from seat 0: true for a bet or a call.
// Public.
func (s *State) Bets() []bool {
	bets := make([]bool, s.made)
	for i := range bets {
		bets[i] = s.action(i) == Bet
	}
	return bets
}

// Shows reports whether a seat shows its card at the end. Public.
func (s *State) Shows(seat int) bool { return s.showdown() && s.in()>>seat&1 != 0 }

// Winner returns the seat that won the pot, -1 before the end. Public.
func (s *State) Winner() int {
	if s.actor >= 0 || int(s.dealt) < s.game.players || s.made == 0 {
		return -1
	}
	return s.winner()
}
