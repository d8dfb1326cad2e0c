package heat_test

import (
	"fmt"
	"strings"
	"testing"

	"ringer/agents/expert/experttest"
	"ringer/env/tactics"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env/heat"
)

// TestBalance plays the shipped deck among equals and compares it with what HEAT-1
// asks of the deck: with random play a final Heat value of 3 or 4 in 79, 85 and 83%
// of games with 3, 4 and 5 players, an arrest hardly ever, debts rare. With
// RINGER_LONG=1 it prints the table of docs/games/heat.md.
func TestBalance(t *testing.T) {
	deals := map[string]int{"random": 250, "greedy": 12, "expert": 12}
	if experttest.Long {
		deals = map[string]int{"random": 4000, "greedy": 400, "expert": 400}
	}
	var rows []string
	for _, players := range []int{3, 4, 5} {
		g, e := experttest.Build(t, fmt.Sprintf("heat(players=%d)", players))
		for _, kind := range []string{"random", "greedy", "expert"} {
			agent := map[string]agents.Agent{"random": random.New(), "greedy": greedy.New(greedy.DefaultWorlds, tactics.Judge(g)), "expert": e}[kind]
			seats := make([]agents.Agent, players)
			for i := range seats {
				seats[i] = agent
			}
			table := experttest.NewTable(t, g, seats...)
			var values [6]int
			short, arrests, debts, gross, paid, held := 0, 0, 0, 0, 0, 0
			for i := range deals[kind] {
				s := table.Play(uint64(i), 0).(*heat.State)
				values[s.HeatValue()]++
				held += s.Held()
				if s.Shortages() > 0 {
					short++
				}
				if s.Arrested() {
					arrests++
				}
				for p := range players {
					bill := s.HeatValue() * s.Heat(p)
					gross, paid = gross+s.Money(p)+bill, paid+bill
					if s.Money(p) < 0 {
						debts++
					}
				}
			}
			n := float64(deals[kind])
			share := func(k int) float64 { return 100 * float64(k) / n }
			usual := share(values[3] + values[4])
			rows = append(rows, fmt.Sprintf("| %d | %s | %d | %.1f | %.0f%% | %.0f%% | %.2f%% | $%.0f | $%.0f | %.1f%% |", players, kind, deals[kind],
				float64(held)/n, usual, share(short), share(arrests),
				float64(gross)/n/float64(players), float64(paid)/n/float64(players), share(debts)/float64(players)))
			assert.Less(t, share(arrests), 1., "arrests")
			if kind == "random" {
				assert.InDelta(t, map[int]float64{3: 79, 4: 85, 5: 83}[players], usual, 10, "final Heat value 3 or 4, in per cent")
			}
		}
	}
	t.Logf("| players | all seats play | games | Heat held at the end | value 3 or 4 | Out of Heat met | arrests | money before paying | paid for Heat | debts |\n|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n%s",
		strings.Join(rows, "\n"))
}
