package fourdowns_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
	"ringer/env/playdesign"
)

// A referee is a second implementation of the rules, from top to bottom as a
// person would run a game: no state, but loops that ask who is to act.
type referee struct {
	n, most, size, sizeForTwo int
	anyTime                   bool // bids before every card
	deck                      []playdesign.Card
	yards                     []int

	// ask is told who is to act (-1: chance) and what is legal, and answers.
	ask func(who int, legal []int) int
}

func (r *referee) id(name string) int {
	return len(r.deck) + slices.Index([]string{"knock", "pass", "call", "fold"}, name)
}

// clockwise lists the members of a set of seats from a seat on.
func (r *referee) clockwise(from int, set []int) []int {
	var list []int
	for k := range r.n {
		if seat := (from + k) % r.n; slices.Contains(set, seat) {
			list = append(list, seat)
		}
	}
	return list
}

func (r *referee) inGame() []int {
	var in []int
	for seat, y := range r.yards {
		if y < 100 {
			in = append(in, seat)
		}
	}
	return in
}

// game plays a game and gives the winner.
func (r *referee) game() int {
	var everyone []int
	for seat := range r.n {
		everyone = append(everyone, seat)
	}
	dealer := r.ask(-1, everyone)
	for len(r.inGame()) > 1 {
		dealer = r.hand(dealer)
	}
	return r.inGame()[0]
}

// hand plays a hand and gives its winner.
func (r *referee) hand(dealer int) int {
	players := r.clockwise(dealer+1, r.inGame())
	size := r.size
	if len(players) == 2 {
		size = r.sizeForTwo
	}
	var pile []int
	for card := range r.deck {
		pile = append(pile, card)
	}
	hands := map[int][]int{}
	for range size {
		for _, seat := range players {
			card := r.ask(-1, pile)
			pile = without(pile, card)
			hands[seat] = append(hands[seat], card)
			slices.Sort(hands[seat])
		}
	}
	h := &refereedHand{players: players, hands: hands, stake: 1, last: -1, accepted: map[int]int{}}
	for _, seat := range players {
		h.accepted[seat] = 1
	}
	opener := players[0]
	for range size {
		if r.bids(h, opener) {
			return h.players[0]
		}
		opener = r.round(h, r.clockwise(opener, h.players))
		if len(h.players) == 1 {
			return h.players[0]
		}
	}
	for _, seat := range h.players {
		if seat != opener {
			r.yards[seat] += 10 * h.stake
		}
	}
	return opener
}

// A refereedHand holds everything that changes in a hand.
type refereedHand struct {
	players     []int // not folded
	hands       map[int][]int
	stake, last int // last: who knocked last
	accepted    map[int]int
}

// bids lets the players bid, from one seat on, and reports whether one is left.
func (r *referee) bids(h *refereedHand, from int) bool {
	answering := false
	queue := r.clockwise(from, h.players)
	for len(queue) > 0 && r.most > 0 {
		seat := queue[0]
		queue = queue[1:]
		var legal []int
		if h.stake-1 < r.most && h.last != seat {
			legal = append(legal, r.id("knock"))
		}
		if answering {
			legal = append(legal, r.id("call"), r.id("fold"))
		} else {
			legal = append(legal, r.id("pass"))
		}
		switch r.ask(seat, legal) {
		case r.id("knock"):
			h.stake++
			h.accepted[seat] = h.stake
			h.last, answering = seat, true
			queue = r.clockwise(seat+1, without(h.players, seat))
		case r.id("call"):
			h.accepted[seat] = h.stake
		case r.id("fold"):
			r.yards[seat] += 10 * h.accepted[seat]
			h.players = without(h.players, seat)
			if len(h.players) == 1 {
				return true
			}
		}
	}
	return false
}

// round plays a round and gives its leader.
func (r *referee) round(h *refereedHand, order []int) int {
	table := map[int]int{}
	lead := r.ask(order[0], h.hands[order[0]])
	table[order[0]] = lead
	h.hands[order[0]] = without(h.hands[order[0]], lead)
	bid := false // since the last card
	for _, seat := range order[1:] {
		if r.anyTime && !bid && slices.Contains(h.players, seat) && h.stake-1 < r.most {
			bid = true
			if r.bids(h, seat) {
				return h.players[0]
			}
		}
		if !slices.Contains(h.players, seat) {
			continue
		}
		legal := r.pick(h.hands[seat], lead, true)
		if len(legal) == 0 {
			legal = r.pick(h.hands[seat], lead, false)
		}
		if len(legal) == 0 {
			legal = h.hands[seat]
		}
		table[seat] = r.ask(seat, legal)
		bid = false
		h.hands[seat] = without(h.hands[seat], table[seat])
	}
	// Of the players who are left, the strongest card that takes the lead wins; else
	// the opener, or who comes next after an opener that has folded.
	leader, high := r.clockwise(order[0], h.players)[0], -1
	for _, seat := range h.players {
		card, played := table[seat]
		if c, l := r.deck[card], r.deck[lead]; played && c.Colour == l.Colour && c.Side != l.Side && c.Strength >= l.Strength && c.Strength > high {
			leader, high = seat, c.Strength
		}
	}
	return leader
}

// pick lists the cards of the lead's colour on the opposite or on the same side.
func (r *referee) pick(hand []int, lead int, opposite bool) []int {
	var list []int
	for _, card := range hand {
		if r.deck[card].Colour == r.deck[lead].Colour && (r.deck[card].Side != r.deck[lead].Side) == opposite {
			list = append(list, card)
		}
	}
	return list
}

func without(list []int, x int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(y int) bool { return y == x })
}

// FD-1 to FD-11: two implementations agree on every actor, every legal action and
// the result of random games. Folds and knocks are rarer than chance would have
// them, so that rounds are played.
func TestAgainstTheRefereeFD1(t *testing.T) {
	for name, r := range map[string]referee{
		"fourdowns":                                              {n: 4, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(players=3)":                                   {n: 3, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(players=2)":                                   {n: 2, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(first_downs=false)":                           {n: 4, size: 4, sizeForTwo: 8},
		"fourdowns(eight_cards_for_two=false)":                   {n: 4, most: 4, size: 4, sizeForTwo: 4},
		"fourdowns(players=3,max_knocks=1)":                      {n: 3, most: 1, size: 4, sizeForTwo: 8},
		"fourdowns(knock_when=any_time)":                         {n: 4, most: 4, size: 4, sizeForTwo: 8, anyTime: true},
		"fourdowns(players=3,knock_when=any_time,max_knocks=12)": {n: 3, most: 12, size: 4, sizeForTwo: 8, anyTime: true},
		"fourdowns(players=2,knock_when=any_time)":               {n: 2, most: 4, size: 4, sizeForTwo: 8, anyTime: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, name)
			r.deck = g.Config().Cards
			amount := 25
			if long {
				amount = 6000
			}
			finished := 0
			for i := range amount {
				rng := env.Stream(uint64(i), "referee")
				s := g.NewInitialState().(*fourdowns.State)
				r.yards = make([]int, r.n)
				r.ask = func(who int, want []int) int {
					require.Equal(t, env.Player(who), s.CurrentPlayer())
					legal := s.LegalActions(nil)
					require.Len(t, legal, len(want))
					for k, a := range legal {
						require.Equal(t, want[k], int(a))
					}
					require.Equal(t, r.yards, (&board{State: s, g: g}).yards()[:r.n])
					a := want[rng.IntN(len(want))]
					if slices.Contains(want, r.id("fold")) && rng.IntN(3) > 0 {
						a = r.id("call")
					} else if slices.Contains(want, r.id("pass")) && rng.IntN(5) > 0 {
						a = r.id("pass")
					}
					require.NoError(t, s.Apply(env.Action(a)))
					return a
				}
				winner := r.game()
				require.Equal(t, env.Terminal, s.CurrentPlayer())
				b := &board{State: s, g: g}
				assert.Equal(t, r.yards, b.yards())
				assert.Equal(t, 1., b.returns()[winner])
				finished++
			}
			assert.Equal(t, amount, finished)
		})
	}
}
