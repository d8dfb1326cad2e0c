package leduc

import (
	"fmt"
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

var (
	checkOrRaise    = [...]env.Action{Call, Raise}
	foldCallOrRaise = [...]env.Action{Fold, Call, Raise}
	foldOrCall      = foldCallOrRaise[:2]
	onlyCheck       = foldCallOrRaise[1:2]
	bettingOfFlags  = [2][2][]env.Action{{onlyCheck, checkOrRaise[:]}, {foldOrCall, foldCallOrRaise[:]}}
)

// LegalActions implements env.State: a seat may fold when there is something to
// call and raise while the round has had fewer than two raises. Chance may deal
// every card left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	switch {
	case s.actor >= 0:
		facing, open := 0, 0
		if s.stake > s.paid[s.actor] {
			facing = 1
		}
		if s.raises < maxRaises {
			open = 1
		}
		return append(dst, bettingOfFlags[facing][open]...)
	case s.actor == env.Chance:
		for left := s.deck; left != 0; left &= left - 1 {
			dst = append(dst, env.Action(bits.TrailingZeros16(left)))
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
	case a == Fold:
		e.Reason = "there is nothing to call"
	case a == Raise:
		e.Reason = "the round has had its two raises"
	default:
		e.Reason = "want fold (0), call (1) or raise (2)"
	}
	return e
}

// ChanceOutcomes implements env.Chancer: every card left is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	prob := 1 / float64(bits.OnesCount16(s.deck))
	for left := s.deck; left != 0; left &= left - 1 {
		dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros16(left)), Prob: prob})
	}
	return dst
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to deal, or the episode is over
	AskOpen                    // nothing to call: check or raise
	AskAnswer                  // a raise to answer: fold, call, or raise where the round allows it
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.toCall() == 0:
		return AskOpen
	}
	return AskAnswer
}

// toCall returns the chips that the seat to act must pay to stay in.
func (s *State) toCall() int { return int(s.stake - s.paid[s.actor]) }

// Choice is the meaning of an action of the seat to act.
type Choice struct {
	Folds  bool
	Raises bool
	Chips  int // that the seat pays: 0 for a check or a fold
}

// Decode returns the meaning of an action of the seat to act.
func (s *State) Decode(a env.Action) Choice {
	switch a {
	case Call:
		return Choice{Chips: s.toCall()}
	case Raise:
		return Choice{Raises: true, Chips: s.toCall() + int(raiseSize[s.round])}
	}
	return Choice{Folds: true}
}

// Retrace implements env.Retracer: from before the deal.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, card := range s.cards[:s.dealt] {
		dst = append(dst, env.Action(card))
	}
	for round, made := range s.made {
		if round == 1 && s.public != noCard {
			dst = append(dst, env.Action(s.public))
		}
		for i := range made {
			dst = append(dst, env.Action(s.betting[round]>>(2*i)&3))
		}
	}
	return s.game.NewInitialState(), dst
}

// Conservation implements env.Conserver: every card is in the deck, on the
// table or with exactly one seat.
func (s *State) Conservation() error {
	places := append([]int8{}, s.cards[:s.dealt]...)
	if s.public != noCard {
		places = append(places, s.public)
	}
	seen := s.deck
	for _, card := range places {
		if seen>>card&1 == 1 {
			return fmt.Errorf("leduc: card %s is in two places", s.game.cardName(card))
		}
		seen |= 1 << card
	}
	if all := uint16(1)<<deckSize(s.game.players) - 1; seen != all {
		return fmt.Errorf("leduc: cards %b, want %b", seen, all)
	}
	return nil
}

// The methods below are for programs that draw the table. One that is not marked as public
// returns what is hidden.

// Players returns the number of seats.
func (g *Game) Players() int { return g.players }

// Rank returns the letter of a card's rank. Public.
func (g *Game) Rank(card int) string { return g.cardName(int8(card))[:1] }

// Suit returns the name of a card's suit. Public.
func (g *Game) Suit(card int) string { return [suits]string{"spades", "hearts"}[suitOf(int8(card))] }

// Holds returns the card of a seat, -1 before it has one.
func (s *State) Holds(seat int) int {
	if seat >= int(s.dealt) {
		return noCard
	}
	return int(s.cards[seat])
}

// Board returns the card that lies open, -1 for none. Public.
func (s *State) Board() int { return int(s.public) }

// Chips returns how many chips a seat has put into the pot. Public.
func (s *State) Chips(seat int) int { return int(s.paid[seat]) }

// Pot returns the number of chips in the pot. Public.
func (s *State) Pot() int { return s.pot() }

// In reports whether a seat has not folded. Public.
func (s *State) In(seat int) bool { return s.in>>seat&1 != 0 }

// Round returns the round of betting, from 0. Public.
func (s *State) Round() int { return int(s.round) }

// Dealing reports whether the cards are being dealt. Public.
func (s *State) Dealing() bool { return int(s.dealt) < s.game.players }

// Shows reports whether a seat shows its card at the end. Public.
func (s *State) Shows(seat int) bool { return s.showdown() && s.In(seat) }

// Won reports whether a seat has won the pot, alone or with others. Public.
func (s *State) Won(seat int) bool { return s.over() && s.winners()>>seat&1 != 0 }

func (s *State) over() bool {
	return s.actor < 0 && !s.Dealing() && !(s.round == 1 && s.public == noCard)
}

// Deed holds an action of the betting.
type Deed struct {
	Seat, Round int
	Verb        string // "check", "call", "raise" or "fold"
}

// Deeds returns the betting so far. Public.
func (s *State) Deeds() []Deed {
	var deeds []Deed
	s.replay(func(round, seat int, verb string) { deeds = append(deeds, Deed{seat, round, verb}) })
	return deeds
}
