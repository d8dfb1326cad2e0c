package fivepossessions

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

// The mini configuration is small enough to be counted, and solved, exactly. Its
// ends can be counted by hand. A possession has 3 x 3 hands of two cards, placed in
// 2 x 2 ways. When the first line is won somewhere, the last card of either side
// goes to one of two lanes, in 2 x 2 ways. So a possession has 36 first lines, of
// which the n stopped ones are one end each and the others four.
func TestMiniIsSmall(t *testing.T) {
	g := mini(t)
	counts, err := envtest.Count(g, 1_000_000)
	require.NoError(t, err)
	stopped := 0
	var walk func(s *State)
	walk = func(s *State) {
		switch {
		case s.played == 1:
			stopped++
		case s.now.line == 1:
		default:
			for _, a := range s.LegalActions(nil) {
				next := s.Clone().(*State)
				require.NoError(t, next.Apply(a))
				walk(next)
			}
		}
	}
	walk(newScript(t, g).kickOff(0).State)
	ends := stopped + 4*(36-stopped)
	assert.Equal(t, 4*ends*ends, counts.TerminalNodes, "two tosses, two choices, two possessions; %d first lines are stopped", stopped)
	assert.Equal(t, envtest.Counts{Nodes: 139_527, DecisionNodes: 66_710, ChanceNodes: 26_161, TerminalNodes: 46_656, InformationStates: 39_242}, counts)
}

// Other sizes obey the laws as well.
func TestLawsOfOtherSizes(t *testing.T) {
	opts := envtest.Options{Games: 1, Sparse: true}
	if os.Getenv("RINGER_LONG") == "1" {
		opts = envtest.Options{Games: 100}
	}
	for name, change := range map[string]func(*Config){
		"three lanes": func(c *Config) { c.Lanes, c.Lines = 3, 5 },
		"six lanes":   func(c *Config) { c.Lanes, c.Lines, c.ScoreYards = 6, 2, 50 },
		"one lane":    func(c *Config) { c.Lanes, c.Lines, c.StopYards = 1, 3, 0 },
		"sudden":      func(c *Config) { c.Tie, c.Goal = TieSuddenDeath, 20 },
	} {
		t.Run(name, func(t *testing.T) {
			envtest.Run(t, build(t, change), opts)
		})
	}
}

func TestConservationFindsALostCard(t *testing.T) {
	x := newScript(t, build(t)).kickOff(0).stop()
	x.line("Empty@1 Spread@2 Bunch@3 Wishbone@4", "46_Bear@1 4-4@2 3-3-5@3 Zero_Blitz@4")
	x.do("draw Run and Shoot")
	require.NoError(t, x.Conservation())
	for what, breakIt := range map[string]func(s *State){
		"lost from the stack":    func(s *State) { s.now.stack[Defense] &= s.now.stack[Defense] - 1 },
		"twice on the table":     func(s *State) { s.now.placed[Offense][0][0] = s.now.placed[Offense][0][1] },
		"in hand and stack":      func(s *State) { s.now.stack[Offense] |= Single(s.now.hand[Offense][0]) },
		"of an older possession": func(s *State) { s.past[2] = s.past[3] },
	} {
		s := x.Clone().(*State)
		breakIt(s)
		assert.Error(t, s.Conservation(), what)
	}
}

func TestIllegalActions(t *testing.T) {
	g := build(t)
	x := newScript(t, g)
	refuses := func(actions ...env.Action) {
		t.Helper()
		for _, a := range actions {
			before := x.String()
			var illegal *env.IllegalActionError
			require.ErrorAs(t, x.Apply(a), &illegal, "%d", a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, x.String())
		}
	}
	refuses(-1, 2, 100)
	x.do("seat 0 wins the toss")
	refuses(0, 3, 6, -1)
	x.do("offense")
	refuses(14, 28, -1, 11) // a defense card; no card; too great a card for the first of four
	x.do("draw Spread")
	refuses(0, 1)   // hands come in ascending order
	refuses(12, 13) // two more are to come after the next
	x.do("draw Run and Shoot", "draw Punt", "draw Wildcat")
}

func TestConfigFaults(t *testing.T) {
	c := shipped(t)
	c.Lanes, c.Lines, c.Goal, c.Margin, c.MaxPairs, c.Tie = 7, 9, 0, -1, 0, "coin"
	c.ScoreYards, c.StopYards = 0, 0
	c.Counts = map[string][]string{"orange": {"orange", "orange"}, "purple": {"pink"}, "green": {}, "yellow": {"blue"}}
	c.Cards[0].Dots[0] = 9
	_, err := New(c)
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.EqualError(t, err, `tie: coin: want pairs or sudden_death
goal: 0: want a number from 1 to 1000
lanes: 7: want a number from 1 to 6
lines: 9: want a number from 1 to 8
margin: -1: want a number from 0 to 22
max_pairs: 0: want a number from 1 to 60
score_yards: 0: want yards for a score or for a stop: nobody could win
lines: 9: want at most 2 lines of 7 lanes from 14 cards: only the last line may be short
counts.orange[1]: orange: want each colour once
counts.purple[0]: pink: want one of orange, purple, green, blue, yellow
counts.yellow: yellow: want a colour of cards: orange, purple, green or blue
counts.green: nothing: want the dots that count for green cards
counts.blue: nothing: want the dots that count for blue cards
cards[0].dots: [9,0,0,5,5]: want 11 men, not 19`)
	assert.Error(t, Defaults().Validate(), "there are no cards in the defaults")
}
