package leduc

import (
	"math/bits"

	"ringer/env"
)

const noCard = -1

// A card is rank*suits + suit; rank 0 is the lowest.
func rankOf(card int8) int { return int(card) / suits }
func suitOf(card int8) int { return int(card) % suits }

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
type State struct {
	game    *Game
	actor   env.Player
	dealt   uint8 // private cards dealt; the i-th goes to seat i
	round   uint8 // 0 before the public card, 1 after
	raises  uint8 // in this round
	waiting uint8 // seats that must still answer before this round ends
	public  int8  // noCard until it is dealt
	stake   int8  // what a seat must have paid to stay in
	in      uint8 // seats that have not folded, bit by seat
	deck    uint16
	cards   [MaxPlayers]int8
	paid    [MaxPlayers]int8
	made    [rounds]uint8  // betting actions in each round
	betting [rounds]uint32 // those actions, two bits each, the first lowest
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	switch {
	case s.actor >= 0:
		return s.applyBetting(a)
	case s.actor == env.Chance && uint32(a) < 16 && s.deck>>a&1 == 1:
		s.deal(int8(a))
		return nil
	}
	return s.illegal(a)
}

// deal gives a card to the next seat, or puts it on the table once every seat
// has one.
func (s *State) deal(card int8) {
	s.deck &^= 1 << card
	n := s.game.players
	if int(s.dealt) == n {
		s.public = card
		s.openRound()
		return
	}
	s.cards[s.dealt] = card
	if s.dealt++; int(s.dealt) == n {
		s.openRound()
	}
}

// openRound lets the first seat still in begin a betting round.
func (s *State) openRound() {
	s.raises = 0
	s.waiting = uint8(bits.OnesCount8(s.in))
	s.actor = env.Player(bits.TrailingZeros8(s.in))
}

func (s *State) applyBetting(a env.Action) error {
	seat := s.actor
	switch {
	case a == Call:
		s.paid[seat] = s.stake
		s.waiting--
	case a == Fold && s.stake > s.paid[seat]:
		s.in &^= 1 << seat
		s.waiting--
	case a == Raise && s.raises < maxRaises:
		s.stake += raiseSize[s.round]
		s.paid[seat] = s.stake
		s.raises++
		s.waiting = uint8(bits.OnesCount8(s.in)) - 1
	default:
		return s.illegal(a)
	}
	s.betting[s.round] |= uint32(a) << (2 * s.made[s.round])
	s.made[s.round]++

	switch {
	case s.in&(s.in-1) == 0: // one seat left
		s.actor = env.Terminal
	case s.waiting > 0:
		s.actor = s.nextIn(seat)
	case s.round == 0:
		s.round = 1
		s.actor = env.Chance
	default:
		s.actor = env.Terminal
	}
	return nil
}

// nextIn returns the next seat after seat, around the table, that has not folded.
func (s *State) nextIn(seat env.Player) env.Player {
	if after := s.in >> (seat + 1) << (seat + 1); after != 0 {
		return env.Player(bits.TrailingZeros8(after))
	}
	return env.Player(bits.TrailingZeros8(s.in))
}

// hasCard reports whether seat p has its private card.
func (s *State) hasCard(p env.Player) bool { return uint8(p) < s.dealt }

// showdown reports whether the episode ended with several seats in, which then
// show their cards.
func (s *State) showdown() bool {
	return s.actor == env.Terminal && s.in&(s.in-1) != 0
}

// strength returns a number that orders hands: a pair with the public card beats
// all others, then the higher private rank wins.
func (s *State) strength(seat int) int {
	rank := rankOf(s.cards[seat])
	if rank == rankOf(s.public) {
		return s.game.players + 1
	}
	return rank
}

// winners returns the set of seats that share the pot, bit by seat.
func (s *State) winners() uint8 {
	if s.in&(s.in-1) == 0 {
		return s.in
	}
	best, high := uint8(0), -1
	for in := s.in; in != 0; in &= in - 1 {
		seat := bits.TrailingZeros8(in)
		switch strength := s.strength(seat); {
		case strength > high:
			best, high = 1<<seat, strength
		case strength == high:
			best |= 1 << seat
		}
	}
	return best
}

// pot returns the number of chips in the pot.
func (s *State) pot() int {
	pot := 0
	for _, chips := range s.paid[:s.game.players] {
		pot += int(chips)
	}
	return pot
}

// Returns implements env.State: the chips won or lost.
func (s *State) Returns(dst []float64) {
	if len(dst) != s.game.players {
		panic("leduc: Returns needs one element per seat")
	}
	clear(dst)
	if s.actor != env.Terminal {
		return
	}
	winners := s.winners()
	share := float64(s.pot()) / float64(bits.OnesCount8(winners))
	for seat := range dst {
		dst[seat] = float64(float64(winners>>seat&1)*share) - float64(s.paid[seat])
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }
