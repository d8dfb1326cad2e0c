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
	stake, last := 1, -1
	accepted := map[int]int{}
	for _, seat := range players {
		accepted[seat] = 1
	}
	opener := players[0]
	for range size {
		answering := false
		queue := r.clockwise(opener, players)
		for len(queue) > 0 && r.most > 0 {
			seat := queue[0]
			queue = queue[1:]
			var legal []int
			if stake-1 < r.most && last != seat {
				legal = append(legal, r.id("knock"))
			}
			if answering {
				legal = append(legal, r.id("call"), r.id("fold"))
			} else {
				legal = append(legal, r.id("pass"))
			}
			switch r.ask(seat, legal) {
			case r.id("knock"):
				stake++
				accepted[seat] = stake
				last, answering = seat, true
				queue = r.clockwise(seat+1, without(players, seat))
			case r.id("call"):
				accepted[seat] = stake
			case r.id("fold"):
				r.yards[seat] += 10 * accepted[seat]
				players = without(players, seat)
				if len(players) == 1 {
					return players[0]
				}
			}
		}
		opener = r.round(r.clockwise(opener, players), hands)
	}
	for _, seat := range players {
		if seat != opener {
			r.yards[seat] += 10 * stake
		}
	}
	return opener
}

// round plays a round and gives its leader.
func (r *referee) round(order []int, hands map[int][]int) int {
	lead := r.ask(order[0], hands[order[0]])
	hands[order[0]] = without(hands[order[0]], lead)
	leader, high := order[0], -1
	for _, seat := range order[1:] {
		legal := r.pick(hands[seat], lead, true)
		if len(legal) == 0 {
			legal = r.pick(hands[seat], lead, false)
		}
		if len(legal) == 0 {
			legal = hands[seat]
		}
		card := r.ask(seat, legal)
		hands[seat] = without(hands[seat], card)
		c, l := r.deck[card], r.deck[lead]
		if c.Colour == l.Colour && c.Side != l.Side && c.Strength >= l.Strength && c.Strength > high {
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

// FD-1 to FD-10: two implementations agree on every actor, every legal action and
// the result of random games. Folds and knocks are rarer than chance would have
// them, so that rounds are played.
func TestAgainstTheRefereeFD1(t *testing.T) {
	for name, r := range map[string]referee{
		"fourdowns":                            {n: 4, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(players=3)":                 {n: 3, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(players=2)":                 {n: 2, most: 4, size: 4, sizeForTwo: 8},
		"fourdowns(first_downs=false)":         {n: 4, size: 4, sizeForTwo: 8},
		"fourdowns(eight_cards_for_two=false)": {n: 4, most: 4, size: 4, sizeForTwo: 4},
		"fourdowns(players=3,max_knocks=1)":    {n: 3, most: 1, size: 4, sizeForTwo: 8},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := game(t, name)
			r.deck = g.Config().Cards
			amount := 60
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
