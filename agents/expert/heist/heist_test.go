package heist_test

import (
	"context"
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/env/heist"
)

// capers plays games of HEIST among experts, passes every decision to use, and returns
// the last states.
func capers(t testing.TB, name string, games int, use func(s *heist.State, v agents.View, d agents.Decision, a agents.Agent)) []*heist.State {
	g, e := experttest.Build(t, name)
	viewer := agents.NewViewer(g)
	var ends []*heist.State
	for i := range games {
		rng := env.Stream(uint64(i), "capers")
		s := g.NewInitialState()
		table := s.(interface{ Table() *heist.State }).Table()
		for s.CurrentPlayer() != env.Terminal {
			if s.CurrentPlayer() == env.Chance {
				_, err := drive.Roll(s, rng)
				require.NoError(t, err)
				continue
			}
			v := viewer.View(s, rng)
			d, err := e.Decide(context.Background(), []agents.View{v})
			require.NoError(t, err)
			if use != nil {
				use(table, v, d[0], e)
			}
			require.NoError(t, s.Apply(agents.Sample(d[0], v.Legal, rng)))
		}
		ends = append(ends, table)
	}
	return ends
}

// The expert reads nothing that its seat may not know: its decision is the same to
// the bit in every world that it may draw.
func TestExpertDoesNotPeek(t *testing.T) {
	for _, name := range []string{"heist", "heist(players=4,jobs=5)", "heist(players=3,jobs=4,draw=4)", "heist(file=mini)"} {
		k := 0
		capers(t, name, 1, func(_ *heist.State, v agents.View, d agents.Decision, e agents.Agent) {
			if k++; k%5 != 0 && !experttest.Long {
				return
			}
			require.NoError(t, agents.Check([]agents.Decision{d}, []agents.View{v}))
			for seed := range uint64(3) {
				v.Rand = env.Stream(seed, "peek")
				again, err := e.Decide(context.Background(), []agents.View{v, v})
				require.NoError(t, err)
				require.Equal(t, d.Probs, again[0].Probs)
				require.Equal(t, d.Probs, again[1].Probs, "in a batch, too")
			}
		})
	}
}

func TestExpertRefusesAnotherConfiguration(t *testing.T) {
	_, e := experttest.Build(t, "heist(players=3)")
	g := games.MustNew("heist")
	s := g.NewInitialState()
	rng := env.Stream(1, "other")
	_, err := drive.Roll(s, rng)
	require.NoError(t, err)
	_, err = e.Decide(context.Background(), []agents.View{agents.NewViewer(g).View(s, rng)})
	assert.ErrorContains(t, err, "built for heist(players=3)")
}

// The expert beats the weaker players clearly: one against the rest of a table has
// far more than its share.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game  string
		rest  agents.Agent
		deals int
		least float64
	}{
		{"heist", random.New(), 20, .65},
		{"heist", experttest.Agent(t, games.MustNew("heist"), "greedy(worlds=1)"), 6, .7},
		{"heist(players=4)", experttest.Agent(t, games.MustNew("heist(players=4)"), "greedy(worlds=1)"), 3, .5},
	} {
		g, e := experttest.Build(t, x.game)
		seats := []agents.Agent{e}
		for len(seats) < g.Spec().Players {
			seats = append(seats, x.rest)
		}
		if experttest.Long {
			x.deals *= 20
		}
		rate := experttest.NewTable(t, g, seats...).WinRate(x.deals)
		t.Logf("%s: %.1f%% of %d games", x.game, 100*rate, x.deals*g.Spec().Players)
		assert.Greater(t, rate, x.least, x.game)
	}
}

// HEIST-15, HEIST-24: games of experts, and of greedy players, reach the cap in less
// than one of a hundred cases, for every number of seats. Jobs are pulled off, and no
// Job is dealt without Security.
func TestGamesEnd_HEIST15_HEIST24(t *testing.T) {
	names := []string{"heist", "heist(players=3)", "heist(players=4)", "heist(players=5)", "heist(players=6)", "heist(players=4,jobs=7,max_rounds=120)", "heist(give_up=any)"}
	for _, x := range []struct {
		agent         string
		usually, long int // games
	}{{"expert", 3, 400}, {"greedy", 1, 200}} {
		for _, name := range names {
			amount := x.usually
			if experttest.Long {
				amount = x.long
			}
			g := games.MustNew(name)
			seats := make([]agents.Agent, g.Spec().Players)
			for i := range seats {
				seats[i] = experttest.Agent(t, g, x.agent)
			}
			table := experttest.NewTable(t, g, seats...)
			table.Watch = func(s env.State) {
				for seat := range seats {
					if s := s.(*heist.State); s.HasJob(seat) {
						require.Positive(t, s.Value(seat))
						require.True(t, s.Line(seat) > 0 || seat == s.Executed())
					}
				}
			}
			capped, captured, rounds := 0, 0, 0
			for i := range amount {
				s := table.Play(uint64(i), 0).(*heist.State)
				if s.JobsGone() < s.Game().Config().Jobs-1 {
					capped++
				}
				for seat := range seats {
					captured += s.Captured(seat)
				}
				rounds += s.Round() + 1
			}
			n := float64(amount)
			t.Logf("%s among %s: %d games, %.2f%% at the cap, %.2f Jobs captured, %.1f rounds", name, x.agent, amount, 100*float64(capped)/n, float64(captured)/n, float64(rounds)/n)
			assert.Less(t, float64(capped)/n, .01)
			assert.GreaterOrEqual(t, float64(captured)/n, 1.)
		}
	}
}

// The rules of thumb, in the expert's own games.
func TestRulesOfThumb(t *testing.T) {
	type count struct{ did, of int }
	seen := map[string]*count{}
	note := func(rule string, did bool) {
		if seen[rule] == nil {
			seen[rule] = &count{}
		}
		seen[rule].of++
		if did {
			seen[rule].did++
		}
	}
	capers(t, "heist", 6, func(s *heist.State, v agents.View, d agents.Decision, _ agents.Agent) {
		chance := map[string]float32{}
		for i, a := range v.Legal {
			chance[v.ActionString(a)] = d.Probs[i]
		}
		if len(v.Legal) < 2 {
			return
		}
		switch s.Question() {
		case heist.AskRecruit:
			note("hire whoever there is room for", chance["pass"] < .5)
		case heist.AskEvent:
			if p, ok := chance["play Bankroll"]; ok && s.HandSize(int(v.Seat)) < 9 && len(v.Legal) == 2 {
				note("draw when one may", p > .5)
			}
		case heist.AskPartner:
			note("no trades between two", chance["pass"] > .5)
		case heist.AskDiscard:
			note("keep Reactions", chance["discard Quick Thinking"]+chance["discard Contingency Plan"] < .1)
		}
	})
	for rule, c := range seen {
		assert.GreaterOrEqual(t, float64(c.did), .9*float64(c.of), rule)
	}
	assert.Len(t, seen, 4, "the rules were put to the test")
}

// The expert reads how many Personnel a Crisis spends: one that spends the crew is played before any other.
func TestExpertReadsACrisis(t *testing.T) {
	for spends, first := range map[string]bool{"1": false, "20": true} {
		name := "heist(players=2,die=2,changes=heist_deck.delay.spend_random=" + spends + ")"
		kinds := games.MustNew(name).(*heist.Game).Kinds()
		met, sum := 0, float32(0)
		capers(t, name, 12, func(s *heist.State, v agents.View, d agents.Decision, _ agents.Agent) {
			if s.Question() != heist.AskCrisis || len(s.UnspentSkills(s.Turn(), nil)) < 3 || len(v.Legal) < 3 {
				return // no other Crisis, or hardly a crew
			}
			for i, a := range v.Legal {
				if c := s.Decode(a); c.Act == heist.ActCard && kinds[c.Kind].ID == "delay" {
					met++
					sum += d.Probs[i]
				}
			}
		})
		require.Positive(t, met, spends)
		assert.Equal(t, first, sum/float32(met) > .9, "%s: %g of %d", spends, sum, met)
	}
}
