package payday_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/payday"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

func TestLaws(t *testing.T) {
	for _, settings := range [][]string{
		{"rounds=6"},
		{"setup=random", "rounds=5"},
		{"loot_cards=0", "payday=choose", "rounds=4"},
		{"loot_cards=2", "obstacles_per_loot=3", "guards_per_loot=2", "rounds=4"},
		{"loot_cards=1", "criminal_limit=2", "police_limit=3", "combat_cards=1", "rounds=8"},
	} {
		t.Run(strings.Join(settings, ","), func(t *testing.T) {
			t.Parallel()
			opts := envtest.Options{Games: 1, Sparse: !long}
			if long {
				opts.Games = 50
				settings = append(slices.Clone(settings[:len(settings)-1]), "rounds=40") // which stand last
			}
			envtest.Run(t, shipped(settings...), opts)
		})
	}
}

// The mini variant is small enough to be counted, and solved, exactly.
func TestMiniIsSmall(t *testing.T) {
	counts, err := envtest.Count(shipped("file=mini"), 3_000_000)
	require.NoError(t, err)
	assert.Equal(t, envtest.Counts{Nodes: 577173, DecisionNodes: 299252, ChanceNodes: 114675, TerminalNodes: 163246, InformationStates: 75751}, counts)
}

// PAY-1, PAY-2, PAY-3: games are played until every card of both decks has been
// played and every kind of heist card been set up, every effect of every card has
// happened and every question been asked.
func TestEveryCardAndEffectHappens(t *testing.T) {
	g := shipped()
	kinds := g.Kinds()
	open := map[string]bool{} // what has not happened yet
	name := func(kind int, what string) string { return kinds[kind].ID + ": " + what }
	titles := [3]int{}
	for i, k := range kinds {
		titles[k.Side]++
		open[name(i, "played")] = true
		for _, e := range g.Effects(i) {
			open[name(i, e)] = true
		}
	}
	assert.GreaterOrEqual(t, titles[payday.Criminal], 30)
	assert.GreaterOrEqual(t, titles[payday.Police], 30)
	for q := payday.AskKey; q < payday.Over; q++ { // the sizes of this heist are given
		open["question "+q.String()] = true
	}
	note := func(kind int, what string) { delete(open, name(kind, what)) }
	t.Cleanup(payday.Watch(note))

	rng := env.Stream(4, "coverage")
	before := g.NewInitialState().(*payday.State)
	s := g.NewInitialState().(*payday.State)
	first := g.NewInitialState()
	var legal []env.Action
	games := 0
	for ; games < 1500 && len(open) > 0; games++ {
		s.CopyFrom(first)
		for s.CurrentPlayer() != env.Terminal {
			legal = s.LegalActions(legal[:0])
			a := legal[rng.IntN(len(legal))]
			q := s.Question()
			delete(open, "question "+q.String())
			if kind, what, ok := s.Asked(); ok {
				note(kind, what)
			}
			switch m := s.Decode(a); {
			case q == payday.AskHard:
				note(s.Placing(), "played")
			case m.Kind >= 0 && (q == payday.AskCard || q == payday.AskCombat || q == payday.AskObstacle || q == payday.AskGuard || q == payday.AskKey || q == payday.AskLootAt):
				note(m.Kind, "played")
			}
			before.CopyFrom(s)
			require.NoError(t, s.Apply(a))
			s.Paid(before, note)
			s.Lasting(note)
		}
	}
	t.Logf("%d games", games)
	assert.Empty(t, slices.Sorted(maps.Keys(open)), "what never happened")
}

// 100,000 random games with everything counted after every action; some of them in a
// quick run.
func TestConservation(t *testing.T) {
	games := 60
	if long {
		games = 100_000
	}
	g := shipped()
	rng := env.Stream(8, "conservation")
	var legal []env.Action
	var outcomes []env.Outcome
	s := g.NewInitialState().(*payday.State)
	first := g.NewInitialState()
	decisions := 0
	for range games {
		s.CopyFrom(first)
		for s.CurrentPlayer() != env.Terminal {
			var a env.Action
			if s.CurrentPlayer() == env.Chance {
				outcomes = s.ChanceOutcomes(outcomes[:0])
				a = env.SampleOutcome(outcomes, rng)
			} else {
				legal = s.LegalActions(legal[:0])
				if len(legal) == 0 {
					t.Fatal(s.String())
				}
				a = legal[rng.IntN(len(legal))]
				decisions++
			}
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
			if err := s.Conservation(); err != nil {
				t.Fatalf("%v\n%s", err, s)
			}
		}
	}
	t.Logf("%d games, %d decisions", games, decisions)
}

// Every card says what it does, and titles have no meaning for the rules: a deck in
// which all titles are numbers plays the same games.
func TestTitlesDoNotMatter(t *testing.T) {
	g := shipped("setup=random")
	c := g.Config()
	number := 0
	rename := func(list []payday.Card) []payday.Card {
		list = slices.Clone(list)
		for i := range list {
			number++
			list[i].Title = strings.Repeat("x", number)
		}
		return list
	}
	c.Criminal, c.Police, c.Heist = rename(c.Criminal), rename(c.Police), rename(c.Heist)
	h, err := payday.New(c)
	require.NoError(t, err)
	a, b := newPlayer(g), newPlayer(h)
	for range 3000 {
		a.decision()
		b.decision()
		require.Equal(t, a.legal, b.legal)
		require.Equal(t, a.observation, b.observation)
	}
	for _, k := range g.Kinds() {
		if k.Type != payday.TypeKey && k.Type != payday.TypePayday && k.Type != payday.TypeGuard {
			assert.True(t, k.Text != "" || k.Damage+k.Armor > 0, k.ID)
		}
	}
}
