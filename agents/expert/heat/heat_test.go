package heat_test

import (
	"context"
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/heat"
)

// A decision of the expert depends on nothing that its seat may not know: in every
// world that it draws, the decision is the same to the bit.
func TestExpertDoesNotPeek(t *testing.T) {
	experttest.DoesNotPeek(t, 4, "heat(players=3)", "heat", "heat(players=5)", "heat(talk=claims)", "heat(file=mini)")
}

// Decisions in batches are those made one by one.
func TestBatches(t *testing.T) {
	experttest.Visit(t, "heat", 1, func(_ *heat.State, v agents.View, e agents.Agent) {
		one, err := e.Decide(context.Background(), []agents.View{v})
		require.NoError(t, err)
		two, err := e.Decide(context.Background(), []agents.View{v, v})
		require.NoError(t, err)
		require.Equal(t, one[0].Probs, two[1].Probs)
	})
}

func TestAnotherConfigurationIsRefused(t *testing.T) {
	_, e := experttest.Build(t, "heat")
	experttest.Visit(t, "heat(file=mini)", 1, func(_ *heat.State, v agents.View, _ agents.Agent) {
		_, err := e.Decide(context.Background(), []agents.View{v})
		if len(v.Legal) > 1 {
			require.ErrorContains(t, err, "built for heat")
		}
	})
}

// The rules of thumb, by what the expert does most of the time in its own games.
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
	experttest.Visit(t, "heat", 60, func(s *heat.State, v agents.View, e agents.Agent) {
		if len(v.Legal) < 2 {
			return
		}
		d, err := e.Decide(context.Background(), []agents.View{v})
		require.NoError(t, err)
		chance := map[string]float32{}
		for i, a := range v.Legal {
			chance[v.ActionString(a)] = d[0].Probs[i]
		}
		likes := func(action string) bool { return chance[action] > .5 }
		me := int(v.Seat)
		switch q := s.Question(); {
		case q == heat.AskOption && s.HeatValue() >= 2:
			most := v.ActionString(v.Legal[len(v.Legal)-1])
			note("bribe while Heat is dear", likes(most))
		case q == heat.AskTarget && s.Game().Kinds()[s.Acting(me)].ID == "informant":
			p, most := float32(0), 0
			for _, a := range v.Legal {
				switch h := s.Heat(s.Target(s.Game().Decode(a))); {
				case h > most:
					p, most = chance[v.ActionString(a)], h
				case h == most:
					p += chance[v.ActionString(a)]
				}
			}
			if most > 0 {
				note("inform on whom it pays most", p > .5)
			}
		case q == heat.AskPlay && s.Heat(me) == 0:
			if p, has := chance["play Lie Low"]; has && s.Stage() < 3 {
				note("do not lie low without Heat", p < .5)
			}
		case q == heat.AskPlay && s.Stage() == 3 && s.Heat(me) >= 4:
			if p, has := chance["play Crime Spree"]; has {
				note("no spree with much Heat already", p < .5)
			}
		}
	})
	for rule, c := range seen {
		t.Logf("%s: %d of %d", rule, c.did, c.of)
		assert.GreaterOrEqual(t, float64(c.did), .7*float64(c.of), rule)
	}
	assert.Len(t, seen, 4, "the rules were put to the test")
}

// BenchmarkDecide measures one decision of the expert, the sampling of its world
// included.
func BenchmarkDecide(b *testing.B) {
	for _, name := range []string{"heat", "heat(talk=claims)"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			g, e := experttest.Build(b, name)
			viewer := agents.NewViewer(g)
			rng := env.Stream(1, "bench")
			s := g.NewInitialState().(*heat.State)
			first := g.NewInitialState()
			for range b.N {
				for s.CurrentPlayer() < 0 {
					if s.CurrentPlayer() == env.Terminal {
						s.CopyFrom(first)
						continue
					}
					_ = s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng))
				}
				v := viewer.View(s, rng)
				d, err := e.Decide(context.Background(), []agents.View{v})
				if err != nil {
					b.Fatal(err)
				}
				_ = s.Apply(agents.Sample(d[0], v.Legal, rng))
			}
		})
	}
}
