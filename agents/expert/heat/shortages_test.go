package heat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/expert/experttest"
	"ringer/agents/random"
	"ringer/env/heat"
)

// TestBothShortagesHEAT9 plays the deck of draws: both rules for shortages, HEAT-8
// and HEAT-9, really happen there, among random players and among experts. With
// RINGER_LONG=1 it prints the table of docs/games/heat.md.
func TestBothShortagesHEAT9(t *testing.T) {
	deals := map[string]int{"random": 100, "expert": 30}
	if experttest.Long {
		deals = map[string]int{"random": 4000, "expert": 400}
	}
	var rows []string
	for _, players := range []int{3, 4, 5} {
		g, e := experttest.Build(t, fmt.Sprintf("heat(file=draws,players=%d)", players))
		for _, kind := range []string{"random", "expert"} {
			agent := map[string]agents.Agent{"random": random.New(), "expert": e}[kind]
			seats := make([]agents.Agent, players)
			for i := range seats {
				seats[i] = agent
			}
			table := experttest.NewTable(t, g, seats...)
			hot, dry, arrests := 0, 0, 0
			for i := range deals[kind] {
				s := table.Play(uint64(i), 0).(*heat.State)
				if s.Shortages() > 0 {
					hot++
				}
				if s.DrawsSkipped() > 0 {
					dry++
				}
				if s.Arrested() {
					arrests++
				}
			}
			share := func(k int) float64 { return 100 * float64(k) / float64(deals[kind]) }
			rows = append(rows, fmt.Sprintf("| %d | %s | %d | %.0f%% | %.0f%% | %.2f%% |", players, kind, deals[kind], share(hot), share(dry), share(arrests)))
			assert.Greater(t, share(dry), 10., "Out of cards met by %s with %d players, in per cent", kind, players)
			if kind == "random" || players == 4 { // experts with three players meet it in one game of a hundred
				assert.Positive(t, hot, "Out of Heat met by %s with %d players", kind, players)
			}
		}
	}
	t.Logf("| players | all seats play | games | Out of Heat met | Out of cards met | arrests |\n|--:|---|--:|--:|--:|--:|\n%s", strings.Join(rows, "\n"))
}
