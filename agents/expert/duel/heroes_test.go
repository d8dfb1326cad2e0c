package duel_test

import (
	"context"
	"math"
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	expert "ringer/agents/expert/duel"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/tactics"
)

// With Heroes whose feats chance has drawn, on shared deals and in rotated seats, the
// expert beats random and greedy players, and the whole interval is above one half.
func TestHeroesStrength(t *testing.T) {
	for _, name := range []string{
		"duel(heroes=true,models_per_player=2,warband=random,melee=true,avoid_hits=true,step=1)",
		"duel(heroes=true,warband=random,step=1)",
		"duel(heroes=true,models_per_player=2,warband=random,melee=true,avoid_hits=true,cover=simple,armory=true,exhaust=true,one_and_half_actions=true,step=1)",
		"duel(heroes=true,bands=[outlaws,retinue],avoid_hits=true,melee=true,step=1)",
		"duel(scenario=gang_warfare,heroes=true,warband=random,melee=true,avoid_hits=true,step=1)",
	} {
		g, e := experttest.Build(t, name)
		deals, greedyDeals := 20, 4 // too few to tell much
		if experttest.Long {
			deals, greedyDeals = 1000, 400
		}
		for _, x := range []struct {
			name  string
			foe   agents.Agent
			deals int
		}{{"random", random.New(), deals}, {"greedy", greedy.New(greedy.DefaultWorlds, tactics.Judge(g)), greedyDeals}} {
			w, n := experttest.NewTable(t, g, e, x.foe).WinRate(x.deals), 2*x.deals
			half := 1.96 * math.Sqrt(w*(1-w)/float64(n))
			t.Logf("%s: the expert wins %.1f%% (± %.1f) of %d games against %s", name, 100*w, 100*half, n, x.name)
			if experttest.Long {
				assert.Greater(t, w-half, .5, name)
			} else {
				assert.Greater(t, w+half, .5, name)
			}
		}
	}
}

// heroTable is open ground with a Hero and up to three followers a side.
const heroTable = "duel(file=../../../env/duel/internal/casebook/testdata/positions/plain.yaml,heroes=true,warband=random,max_models=4,avoid_hits=true,melee=true)"

// answer returns the likeliest action of the expert at a position after some actions,
// in words.
func answer(t *testing.T, p game.Position, actions ...string) string {
	g := duelGame(heroTable)
	at, err := g.FromPosition(&p)
	require.NoError(t, err)
	s := at.NewInitialState().(*game.State)
	for {
		switch {
		case s.CurrentPlayer() == env.Chance:
			require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
			continue
		case len(actions) > 0:
			done := false
			for _, a := range s.LegalActions(nil) {
				if done = s.ActionString(a) == actions[0]; done {
					require.NoError(t, s.Apply(a))
					break
				}
			}
			require.True(t, done, actions[0])
			actions = actions[1:]
			continue
		}
		view := agents.NewViewer(g).View(s, env.Stream(1, "expert"))
		d, err := expert.New(g, expert.Options{}).Decide(context.Background(), []agents.View{view})
		require.NoError(t, err)
		best := 0
		for i, q := range d[0].Probs {
			if q > d[0].Probs[best] {
				best = i
			}
		}
		return s.ActionString(view.Legal[best])
	}
}

func TestUsesFeats(t *testing.T) {
	none := 0
	for _, x := range []struct {
		about   string
		p       game.Position
		actions []string
		want    string
	}{
		{
			"two hits that would remove the Hero go to its bodyguard, a ganger",
			game.Position{
				Act: "A1", Dice: []string{"4 4 1"}, Models: []game.Placed{
					{Model: "A1", At: [2]float64{3, 6}, Kind: "hero", Feats: []string{"bodyguard"}, Bonds: map[string]string{"bodyguard": "A2"}},
					{Model: "A2", At: [2]float64{2, 8}, Kind: "ganger"},
					{Model: "B1", At: [2]float64{9, 6}, Kind: "hero"},
				},
			},
			[]string{"stay at 3,6", "score 4", "score 3"},
			"2",
		},
		{
			"with an enemy that lies in front of its gun a Hero does not throw itself down",
			game.Position{
				Act: "A1", Models: []game.Placed{
					{Model: "A1", At: [2]float64{3, 6}, Kind: "hero", Feats: []string{"yellow"}}, {Model: "B1", At: [2]float64{9, 6}, Kind: "hero", Status: "prone", Hits: 1},
				},
			},
			[]string{"stay at 3,6"},
			"no",
		},
		{
			"a Hero with Xtra Attack shoots at an enemy that passes in sight",
			game.Position{
				Act: "B1", Order: []int{1, 0}, Models: []game.Placed{
					{Model: "A1", At: [2]float64{3, 6}, Kind: "hero", Feats: []string{"xtra_attack"}}, {Model: "B1", At: [2]float64{9, 6}, Kind: "hero", Toughness: &none},
				},
			},
			[]string{"go to 9,10"},
			"yes",
		},
		{
			"a hit that removes is not turned into a mark",
			game.Position{
				Act: "A1", Dice: []string{"1 1 6"}, Models: []game.Placed{
					{Model: "A1", At: [2]float64{3, 6}, Kind: "hero", Feats: []string{"mark"}}, {Model: "B1", At: [2]float64{9, 6}, Kind: "hero", Status: "prone", Hits: 1},
				},
			},
			[]string{"stay at 3,6", "score 1"},
			"done",
		},
	} {
		assert.Equal(t, x.want, answer(t, x.p, x.actions...), x.about)
	}
}
