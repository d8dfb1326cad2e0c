package playdesign_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/fivepossessions"
	pd "ringer/env/playdesign"
	"ringer/env/tactics"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// possessions builds 5 Possessions with a shipped deck.
func possessions(t testing.TB, deck string) *fivepossessions.Game {
	c := fivepossessions.Defaults()
	require.NoError(t, configs.Read("games/playdesign", deck, &c))
	g, err := fivepossessions.New(c)
	require.NoError(t, err)
	return g
}

// shares counts, of a deck, the pairs that the offense wins, the wins of every
// offense card and the stops of every defense card.
func shares(g *fivepossessions.Game) (pairs int, wins, stops map[string]int) {
	deck := g.Config().Deck
	wins, stops = map[string]int{}, map[string]int{}
	for i, o := range deck.Of(pd.Offense) {
		for k, d := range deck.Of(pd.Defense) {
			if g.Beats(fivepossessions.Card(i)).Has(fivepossessions.Card(k)) {
				pairs++
				wins[deck.Cards[o].Name]++
			} else {
				stops[deck.Cards[d].Name]++
			}
		}
	}
	return pairs, wins, stops
}

func bounds(counts map[string]int) (low, high int) {
	low = 1 << 30
	for _, n := range counts {
		low, high = min(low, n), max(high, n)
	}
	return low, high
}

// Ruling PD-4: the offense wins 62-72% of all pairs, 131 of 196; every offense card
// wins and every defense card stops 2 to 12 of 14, and here 6-12 and 2-8.
func TestPairsOfTheDeckPD4(t *testing.T) {
	pairs, wins, stops := shares(possessions(t, "default"))
	t.Logf("pairs won %d of 196; wins %v; stops %v", pairs, wins, stops)
	assert.Equal(t, 131, pairs)
	require.Len(t, wins, 14)
	require.Len(t, stops, 14)
	low, high := bounds(wins)
	assert.Equal(t, [2]int{6, 12}, [2]int{low, high}, "%v", wins)
	low, high = bounds(stops)
	assert.Equal(t, [2]int{2, 8}, [2]int{low, high}, "%v", stops)
}

// Ruling PD-2, for the deck of nearly even lanes: 40-60% of all pairs, 109 of 196;
// offense cards win 4-12 and defense cards stop 3-10 of 14.
func TestPairsOfTheEvenDeckPD2(t *testing.T) {
	pairs, wins, stops := shares(possessions(t, "even"))
	t.Logf("pairs won %d of 196; wins %v; stops %v", pairs, wins, stops)
	assert.Equal(t, 109, pairs)
	low, high := bounds(wins)
	assert.Equal(t, [2]int{4, 12}, [2]int{low, high}, "%v", wins)
	low, high = bounds(stops)
	assert.Equal(t, [2]int{3, 10}, [2]int{low, high}, "%v", stops)
}

// Ruling PD-3: on offense orange is the quarterback, one man, and 2 or 3 on kicks
// (kicker, holder, punter), which are orange cards.
func TestOrangeMenPD3(t *testing.T) {
	for _, file := range []string{"default", "even"} {
		d := read(t, file)
		kicks := 0
		for _, i := range d.Of(pd.Offense) {
			c := &d.Cards[i]
			if c.Type == "kick" {
				kicks++
				assert.Equal(t, pd.Orange, c.Colour, c.Name)
				assert.Contains(t, []int{2, 3}, c.Men(pd.Orange), c.Name)
			} else {
				assert.Equal(t, 1, c.Men(pd.Orange), c.Name)
			}
		}
		assert.Equal(t, 2, kicks, "field goal and punt")
		special := 0
		for _, i := range d.Of(pd.Defense) {
			c := &d.Cards[i]
			// Every defense card with orange men is special teams, or sends men at the
			// quarterback.
			if c.Men(pd.Orange) > 0 {
				assert.Contains(t, []string{"kick", "pressure", "coverage", "short yardage"}, c.Type, c.Name)
			}
			if c.Type == "kick" {
				special++
				assert.Equal(t, 3, c.Men(pd.Orange), c.Name)
			}
		}
		assert.Equal(t, 2, special, "field goal block and punt return")
	}
}

// Ruling PD-5: what makes the deck work.
func TestConstraintsOnDotsPD5(t *testing.T) {
	d := read(t, "default")
	for _, i := range d.Of(pd.Offense) {
		c := &d.Cards[i]
		assert.Equal(t, 5, c.Men(pd.Yellow), "%s: five linemen", c.Name)
		skill := c.Men(pd.Purple) + c.Men(pd.Green) + c.Men(pd.Blue)
		if c.Type == "kick" {
			assert.LessOrEqual(t, skill, 4, c.Name)
		} else {
			assert.Equal(t, 5, skill, c.Name)
		}
		assert.GreaterOrEqual(t, c.Men(c.Colour), 1, "%s: a man of its own colour", c.Name)
		switch c.Colour {
		case pd.Green:
			assert.Contains(t, []int{2, 3}, c.Men(pd.Green), c.Name)
		case pd.Blue:
			assert.Contains(t, []int{3, 4, 5}, c.Men(pd.Blue), c.Name)
		case pd.Purple:
			assert.Contains(t, []int{4, 5}, c.Men(pd.Purple)+c.Men(pd.Blue), c.Name)
		}
	}
	count := func(test func(c *pd.Card) bool) (n int) {
		for _, i := range d.Of(pd.Defense) {
			if test(&d.Cards[i]) {
				n++
			}
		}
		return n
	}
	orange := count(func(c *pd.Card) bool { return c.Men(pd.Orange) >= 1 })
	assert.GreaterOrEqual(t, orange, 2)
	assert.LessOrEqual(t, orange, 12)
	for what, test := range map[string]func(c *pd.Card) bool{
		"orange at least 3":          func(c *pd.Card) bool { return c.Men(pd.Orange) >= 3 },
		"green at least 3":           func(c *pd.Card) bool { return c.Men(pd.Green) >= 3 },
		"green at most 1":            func(c *pd.Card) bool { return c.Men(pd.Green) <= 1 },
		"blue at least 5":            func(c *pd.Card) bool { return c.Men(pd.Blue) >= 5 },
		"blue at most 2":             func(c *pd.Card) bool { return c.Men(pd.Blue) <= 2 },
		"purple and blue at most 3":  func(c *pd.Card) bool { return c.Men(pd.Purple)+c.Men(pd.Blue) <= 3 },
		"purple and blue at least 5": func(c *pd.Card) bool { return c.Men(pd.Purple)+c.Men(pd.Blue) >= 5 },
	} {
		assert.GreaterOrEqual(t, count(test), 2, what)
	}
}

// Ruling PD-6: the colours mirror each other, seven cards a colour, and every
// group has a 7, so that every lead of 4 Downs can be beaten.
func TestColoursMirrorPD6(t *testing.T) {
	for _, file := range []string{"default", "even"} {
		d := read(t, file)
		var groups [3][6]int
		var top [3][6]int
		for _, c := range d.Cards {
			groups[c.Side][c.Colour]++
			top[c.Side][c.Colour] = max(top[c.Side][c.Colour], c.Strength)
		}
		assert.Equal(t, [6]int{pd.Blue: 4, pd.Purple: 4, pd.Green: 3, pd.Orange: 3}, groups[pd.Offense])
		assert.Equal(t, [6]int{pd.Blue: 3, pd.Purple: 3, pd.Green: 4, pd.Orange: 4}, groups[pd.Defense])
		for _, side := range pd.Sides {
			for colour := pd.Orange; colour.OfCards(); colour++ {
				assert.Equal(t, 7, top[side][colour], "%s %s", side, colour)
			}
		}
	}
}

// scoring plays games between one agent and itself and returns the share of
// possessions that the offense won.
func scoring(t testing.TB, g *fivepossessions.Game, a agents.Agent, deals int) (share float64, n int) {
	viewer := agents.NewViewer(g)
	scored := 0
	for i := range uint64(deals) {
		var s env.State = g.NewInitialState()
		chance := env.Stream(5, "chance", i)
		var outcomes []env.Outcome
		for step := uint64(0); s.CurrentPlayer() != env.Terminal; step++ {
			if s.CurrentPlayer() == env.Chance {
				outcomes = s.(env.Chancer).ChanceOutcomes(outcomes[:0])
				require.NoError(t, s.Apply(env.SampleOutcome(outcomes, chance)))
				continue
			}
			rng := env.Stream(6, "decision", i, step)
			views := []agents.View{viewer.View(s, rng)}
			d, err := a.Decide(context.Background(), views)
			require.NoError(t, err)
			require.NoError(t, s.Apply(agents.Sample(d[0], views[0].Legal, rng)))
		}
		end := s.(*fivepossessions.State)
		for k := range end.Played() {
			if _, _, won := end.Possession(k); won {
				scored++
			}
			n++
		}
	}
	return float64(scored) / float64(n), n
}

// Ruling PD-4: between players who look one step ahead the offense scores in 40-60%
// of possessions.
func TestPossessionsBetweenGreedyAgentsPD4(t *testing.T) {
	deals, slack := 12, .12 // a short run has a wide interval
	if long {
		deals, slack = 400, 0
	}
	for _, x := range []struct {
		deck      string
		low, high float64
	}{{"default", .40, .60}, {"even", .15, .40}} {
		g := possessions(t, x.deck)
		byRandom, n := scoring(t, g, random.New(), 20*deals)
		byGreedy, m := scoring(t, g, greedy.New(greedy.DefaultWorlds, tactics.Judge(g)), deals)
		t.Logf("deck %s: the offense scores in %.1f%% of %d possessions between random agents, %.1f%% of %d between greedy ones",
			x.deck, 100*byRandom, n, 100*byGreedy, m)
		assert.Greater(t, byGreedy, x.low-slack, x.deck)
		assert.Less(t, byGreedy, x.high+slack, x.deck)
	}
}
