package heat_test

import (
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"

	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env/tactics"
)

// The expert beats the weaker players clearly: one against the rest of a table
// has far more than its share.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game           string
		random, greedy float64 // win rates to be passed in a long run
	}{
		{"heat", .65, .31}, {"heat(players=3)", .85, .45}, {"heat(players=5)", .55, .25}, {"heat(talk=claims)", .65, .31},
	} {
		deals, slack := 15, .08 // a short run has wide intervals
		if experttest.Long {
			deals, slack = 500, 0
		}
		if x.game != "heat" && x.game != "heat(players=5)" && !experttest.Long {
			continue
		}
		g, e := experttest.Build(t, x.game)
		n := g.Spec().Players
		vsRandom := experttest.NewTable(t, g, experttest.Against(n, e, random.New())...).WinRate(deals)
		vsGreedy := experttest.NewTable(t, g, experttest.Against(n, e, greedy.New(greedy.DefaultWorlds, tactics.Judge(g)))...).WinRate(deals)
		t.Logf("%s: one expert wins %.1f%% against random, %.1f%% against greedy, of %d games each (share %.1f%%)",
			x.game, 100*vsRandom, 100*vsGreedy, deals*n, 100/float64(n))
		assert.Greater(t, vsRandom, x.random-slack, x.game)
		assert.Greater(t, vsGreedy, x.greedy-slack, x.game)
	}
}
