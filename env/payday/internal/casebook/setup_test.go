package casebook_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// layOut plays a random setup and returns the state when the first hands are dealt.
func layOut(t testing.TB, g *payday.Game, rng env.Rand) *payday.State {
	s := g.NewInitialState().(*payday.State)
	for !s.Shown() {
		legal := s.LegalActions(nil)
		require.NotEmpty(t, legal)
		require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
	}
	return s
}

// PAY-4, PAY-5, PAY-6, PAY-20: whatever is chosen, played or random, for every size:
// half of the Loot, rounded up, is PAYDAY, twice as many obstacles, 1 to 3 in a
// column, each key item with its hard obstacle, which is nowhere before it; as many
// guards in a column as obstacles, none before the first, at most three at a place.
func TestLayoutsPAY4(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, setup := range []string{"played", "random"} {
			g := shipped(t, "", "setup="+setup, "loot_cards="+strconv.Itoa(n))
			kinds := g.Kinds()
			for seed := range 20 {
				s := layOut(t, g, env.Stream(uint64(seed), "layouts"))
				require.Equal(t, n, s.Columns())
				require.Equal(t, (n+1)/2, s.Paydays())
				obstacles, guards := 0, 0
				home, needs := map[int]int{}, map[int][]int{}
				for col := range n {
					c := s.ColumnAt(col)
					require.GreaterOrEqual(t, c.Obstacles, 1)
					require.LessOrEqual(t, c.Obstacles, 3)
					obstacles += c.Obstacles
					here := 0
					for d := range payday.Places {
						at := 0
						for j := range payday.Slots {
							if _, ok := s.OfficerAt(col, d, j); ok {
								at++
							}
						}
						require.LessOrEqual(t, at, 3, "PAY-6: one row")
						if d == 0 || d > c.Obstacles {
							require.Zero(t, at, "PAY-6: none before the first objective")
						}
						here += at
					}
					require.Equal(t, c.Obstacles, here, "PAY-6: as many guards as obstacles")
					guards += here
					if k := s.LootAt(col); kinds[k].Type == payday.TypeKey {
						home[k] = col
					}
					for d := range c.Obstacles {
						if k, _ := s.ObstacleAt(col, d); kinds[k].Type == payday.TypeHard {
							needs[col] = append(needs[col], kinds[k].Key)
						}
					}
				}
				require.Equal(t, 2*n, obstacles)
				require.Equal(t, 2*n, guards)
				require.Len(t, home, n-s.Paydays(), "PAY-20: keys of different kinds")
				// PAY-5: everything can be reached, by brute force.
				open := map[int]bool{}
				for range n {
					for col := range n {
						ok := true
						for _, key := range needs[col] {
							at, there := home[key]
							ok = ok && there && open[at]
						}
						if ok {
							open[col] = true
						}
					}
				}
				require.Len(t, open, n)
			}
		}
	}
}

// PAY-4: the Criminal may choose the size, and more PAYDAY.
func TestSizesPAY4(t *testing.T) {
	s := shipped(t, "", "loot_cards=0", "payday=choose").NewInitialState()
	assert.Len(t, s.LegalActions(nil), 7)
	require.NoError(t, s.Apply(s.LegalActions(nil)[4]))
	var names []string
	for _, a := range s.LegalActions(nil) {
		names = append(names, s.ActionString(a))
	}
	assert.Equal(t, []string{"3", "4", "5"}, names, "at least half of five")
	// PAY-19: then the Criminal picks the kinds of key item.
	require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	assert.Equal(t, "bring Key Card", s.ActionString(s.LegalActions(nil)[0]))
	assert.Equal(t, env.Player(payday.Criminal), s.CurrentPlayer())
}

// PAY-20: a random setup makes the same choices uniformly under the same masks.
func TestRandomSetupPAY20(t *testing.T) {
	g := shipped(t, "", "setup=random", "loot_cards=0", "payday=choose")
	played := shipped(t, "", "loot_cards=0", "payday=choose")
	rng := env.Stream(3, "uniform")
	a, b := g.NewInitialState().(*payday.State), played.NewInitialState().(*payday.State)
	for !a.Shown() {
		require.Equal(t, env.Chance, a.CurrentPlayer())
		legal := a.LegalActions(nil)
		require.Equal(t, legal, b.LegalActions(nil))
		for _, o := range a.ChanceOutcomes(nil) {
			require.InDelta(t, 1/float64(len(legal)), o.Prob, 1e-12)
		}
		x := legal[rng.IntN(len(legal))]
		require.NoError(t, a.Apply(x))
		require.NoError(t, b.Apply(x))
	}
	require.True(t, b.Shown())
}

// PAY-7, PAY-21: the Criminal starts without cash and draws 5; a hand without a
// heister may be shown and redrawn, as long as a whole new hand and more is left. The
// Police have 4 and draw 8; once they may discard in secret and draw as many.
func TestFirstHandsPAY7(t *testing.T) {
	g := shipped(t, "", "setup=random", "loot_cards=1")
	hero := map[int]bool{}
	for i, k := range g.Kinds() {
		hero[i] = k.Type == payday.TypeHeister
	}
	s := g.NewInitialState().(*payday.State)
	rng := env.Stream(1, "hands")
	redraws := 0
	roll := func() {
		for s.CurrentPlayer() == env.Chance {
			// hands without heisters, as long as there are any
			legal := s.LegalActions(nil)
			pick := legal[rng.IntN(len(legal))]
			for _, a := range legal {
				if s.Shown() && !hero[int(a)] {
					pick = a
				}
			}
			require.NoError(t, s.Apply(pick))
		}
	}
	roll()
	assert.Equal(t, 0, s.Cash(payday.Criminal))
	assert.Equal(t, 4, s.Cash(payday.Police))
	assert.Equal(t, 5, s.HandSize(payday.Criminal))
	for s.Question() == payday.AskRedraw {
		require.Equal(t, env.Player(payday.Criminal), s.CurrentPlayer())
		legal := s.LegalActions(nil)
		require.NoError(t, s.Apply(legal[len(legal)-1]))
		if len(legal) == 2 {
			redraws++
			assert.Equal(t, "keep", s.ActionString(legal[0]))
		}
		roll()
	}
	assert.Equal(t, 11, redraws, "58 cards are no heisters: eleven such hands")
	assert.Equal(t, payday.AskSwap, s.Question())
	assert.Equal(t, 8, s.HandSize(payday.Police))
	before := s.InformationState(payday.Criminal)
	b := &board{t, s}
	name := b.legal()[0]
	b.do(name)
	b.do(b.legal()[0])
	assert.NotContains(t, s.InformationState(payday.Criminal)[len(before):], fmt.Sprint(s.LegalActions(nil)[0]), "in secret")
	assert.Equal(t, 6, s.HandSize(payday.Police), "one card at a time, then the draw (PAY-45)")
	b.do("end")
	assert.Equal(t, 8, s.HandSize(payday.Police))
	assert.Equal(t, payday.AskCard, s.Question(), "once")
	assert.Equal(t, 1, s.Round())
	assert.Equal(t, 1, s.Cash(payday.Criminal))
}

// PAY-21: a hand that was shown and redrawn is in the information state of both seats:
// what differs in it differs there, though the Police see nothing of the draw.
func TestAShownHandIsInTheInformationStatePAY21(t *testing.T) {
	g := small(t, "setup=random", "criminal_hand=1")
	after := func(card string) *payday.State {
		s := g.NewInitialState().(*payday.State)
		draw := func(id string) {
			for s.Question() != payday.RollDraw {
				require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
			}
			require.NoError(t, s.Apply(env.Action(kindOf(g, id))))
		}
		draw(card)
		b := &board{t, s}
		b.do0("redraw")
		draw("ghost")
		b.do0("keep")
		return s
	}
	one, other := after("pistol"), after("rifle")
	for p := range env.Player(2) {
		assert.NotEqual(t, one.InformationState(p), other.InformationState(p), "seat %d", p)
	}
	assert.Contains(t, one.Text(payday.Police), "Pistol")
}

// PAY-21: with 50 cards and hands of 5 there are at most 8 redraws.
func TestEightRedrawsPAY21(t *testing.T) {
	c := g50(t)
	g, err := payday.New(c)
	require.NoError(t, err)
	s := g.NewInitialState().(*payday.State)
	redraws := 0
	for s.Round() == 0 {
		legal := s.LegalActions(nil)
		if s.Question() == payday.AskRedraw && len(legal) == 2 {
			redraws++
		}
		a := legal[len(legal)-1]
		if s.CurrentPlayer() == env.Chance && s.Shown() && s.Question() == payday.RollDraw {
			a = legal[0]
			for _, x := range legal {
				if g.Kinds()[x].Type != payday.TypeHeister {
					a = x
				}
			}
		}
		require.NoError(t, s.Apply(a))
	}
	assert.Equal(t, 8, redraws)
}

// g50 returns a deck of 50 in which only one card is a heister, and it is never
// drawn.
func g50(t testing.TB) payday.Config {
	c := shipped(t, "", "loot_cards=1", "setup=random").Config()
	c.Criminal = append([]payday.Card{}, c.Criminal...)
	c.MinTitles = 2
	c.Criminal = []payday.Card{
		{ID: "hero", Title: "Hero", Type: "heister", Copies: 1, Damage: 1, Health: 1},
		{ID: "stick", Title: "Stick", Type: "weapon", Copies: 49, Damage: 1},
	}
	return c
}

// PAY-19: the Criminal knows the Loot kinds chosen and how many cards lie where, not
// which; the Police know all.
func TestFaceDownPAY19(t *testing.T) {
	for _, setup := range []string{"played", "random"} {
		g := shipped(t, "", "setup="+setup)
		s := layOut(t, g, env.Stream(5, "face down"))
		criminal, police := s.Text(payday.Criminal), s.Text(payday.Police)
		for _, k := range g.Kinds() {
			if k.Side == payday.Heist && k.Type != payday.TypeKey && k.Type != payday.TypePayday {
				assert.NotContains(t, criminal, k.Title)
			}
		}
		assert.Contains(t, criminal, "hidden obstacle")
		assert.Contains(t, criminal, "hidden guard 1")
		assert.Contains(t, police, "hidden PAYDAY")
	}
}
