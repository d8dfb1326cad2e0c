package fivepossessions_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert/experttest"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/games"
	"ringer/env/tactics"
)

// What the coach does depends on nothing that its seat may not know: whatever
// world it draws, the decision is the same to the bit. It asks for the same
// decisions one by one and in batches.
func TestTheExpertDoesNotPeek(t *testing.T) {
	experttest.DoesNotPeek(t, 3, "fivepossessions", "fivepossessions(deck=even,tie=sudden_death,goal=20)", "fivepossessions(lanes=5,lines=3)", "fivepossessions(file=mini)")
	_, e := experttest.Build(t, "fivepossessions")
	experttest.Visit(t, "fivepossessions(file=mini)", 1, func(_ *fivepossessions.State, v agents.View, _ agents.Agent) {
		if len(v.Legal) > 1 {
			_, err := e.Decide(context.Background(), []agents.View{v})
			assert.ErrorContains(t, err, "expert: built for fivepossessions, asked to play fivepossessions(file=mini)")
		}
	})
}

// Rules of thumb. On the first line all lanes are alike, and the coach is as hard to
// read as possible. On the fourth it hardly ever throws a card away that could win a
// lane; with one lane left to defend, a card that stops most of what can come often
// goes there.
func TestTheExpertPlaysLikeACoach(t *testing.T) {
	type count struct{ did, of int }
	var wasted, guarded count
	seen := games.MustNew("fivepossessions(wrap=levelk)").(env.Wrapped)
	spec := seen.Spec()
	observation := make([]float32, spec.ObservationSize())
	experttest.Visit(t, "fivepossessions", 25, func(s *fivepossessions.State, v agents.View, e agents.Agent) {
		d, err := e.Decide(context.Background(), []agents.View{v})
		require.NoError(t, err)
		if s.Line() == 0 {
			for _, p := range d[0].Probs {
				require.InDelta(t, 1/float64(len(v.Legal)), p, 1e-5)
			}
		}
		if s.Question() == fivepossessions.AskSide || len(v.Legal) < 2 || s.Line() == 0 {
			return
		}
		seen.Wrap(s.Clone()).Observe(v.Seat, observation)
		odds := observation[spec.FieldOffset("asked_odds"):]
		best, onBest, closed := float32(0), float32(0), float32(0)
		for i, a := range v.Legal {
			if odds[a] > best {
				best, onBest = odds[a], d[0].Probs[i]
			}
			if s.Closed(int(a)) {
				closed += d[0].Probs[i]
			}
		}
		open := 0
		for lane := range 4 {
			if !s.Closed(lane) {
				open++
			}
		}
		if s.Attacker() == int(v.Seat) && s.Line() == 3 && best > .3 && open == 3 { // lanes enough for both cards
			wasted.of++
			if closed > .5 {
				wasted.did++
			}
		}
		if s.Attacker() != int(v.Seat) && open == 1 && best > .8 && s.Put(s.Side()) == 0 {
			guarded.of++
			if onBest > .3 {
				guarded.did++
			}
		}
	})
	t.Logf("last line: wasted %d of %d cards that could win; one lane left: the likely stopper goes there in %d of %d", wasted.did, wasted.of, guarded.did, guarded.of)
	assert.Greater(t, wasted.of, 5)
	assert.Less(t, float64(wasted.did), .15*float64(wasted.of))
	assert.Greater(t, guarded.of, 10)
	assert.Greater(t, float64(guarded.did), .5*float64(guarded.of))
}

// The coach beats the weaker players clearly.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game           string
		random, greedy float64 // win rates to be passed in a long run
	}{
		{"fivepossessions", .98, .70}, {"fivepossessions(deck=even)", .95, .60}, {"fivepossessions(tie=sudden_death)", .98, .70},
	} {
		deals, slack := 20, .15 // a short run has wide intervals
		if experttest.Long {
			deals, slack = 400, 0
		}
		g, e := experttest.Build(t, x.game)
		vsRandom := experttest.NewTable(t, g, e, random.New()).WinRate(deals)
		vsGreedy := experttest.NewTable(t, g, e, greedy.New(greedy.DefaultWorlds, tactics.Judge(g))).WinRate(deals)
		t.Logf("%s: the expert wins %.1f%% against random, %.1f%% against greedy, of %d games each", x.game, 100*vsRandom, 100*vsGreedy, 2*deals)
		assert.Greater(t, vsRandom, x.random-slack, x.game)
		assert.Greater(t, vsGreedy, x.greedy-slack, x.game)
	}
}

// FP-12: between experts the cap is met in fewer than 1% of games (C-4), and PD-4:
// the offense scores about every other time.
func TestBalance(t *testing.T) {
	deals := 15
	if experttest.Long {
		deals = 500
	}
	for _, kind := range []string{"random", "greedy", "expert"} {
		g, e := experttest.Build(t, "fivepossessions")
		a := map[string]agents.Agent{"random": random.New(), "greedy": greedy.New(greedy.DefaultWorlds, tactics.Judge(g)), "expert": e}[kind]
		b := experttest.NewTable(t, g, a, a)
		capped, possessions, scored, lines := 0, 0, 0, 0
		for i := range deals {
			s := b.Play(uint64(i), 0).(*fivepossessions.State)
			for k := range s.Played() {
				_, n, won := s.Possession(k)
				possessions, lines = possessions+1, lines+n
				if won {
					scored++
				}
			}
			if s.Played() == 2*g.(*fivepossessions.Game).Config().MaxPairs {
				capped++
			}
		}
		t.Logf("| %s | %d | %.1f | %.1f%% | %.2f | %.2f%% |", kind, deals, float64(possessions)/float64(deals),
			100*float64(scored)/float64(possessions), float64(lines)/float64(possessions), 100*float64(capped)/float64(deals))
		if kind != "random" {
			assert.LessOrEqual(t, float64(capped), 0.01*float64(deals))
			assert.InDelta(t, 0.5, float64(scored)/float64(possessions), 0.2)
		}
	}
}

// Hands dealt to the other are worth the time: the coach then beats itself. The
// other experts deal none, and say so.
func TestHands(t *testing.T) {
	deals, least := 150, .52 // 300 games; it wins about 60%
	if experttest.Long {
		deals, least = 500, .56
	}
	g, e := experttest.Build(t, "fivepossessions")
	sharp, err := roster.New("expert(hands=24)", roster.Sources{Game: g})
	require.NoError(t, err)
	rate := experttest.NewTable(t, g, sharp, e).WinRate(deals)
	t.Logf("with 24 hands the expert wins %.1f%% of %d games against itself without", 100*rate, 2*deals)
	assert.Greater(t, rate, least)
	_, err = roster.New("expert(hands=1)", roster.Sources{Game: games.MustNew("heat")})
	assert.EqualError(t, err, "the expert for heat knows nothing of the option hands; leave it out")
}
