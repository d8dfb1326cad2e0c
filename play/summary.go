package play

import (
	"slices"

	"ringer/env"
	"ringer/env/scene"
)

// showEnd shows the end of the episode: the whole table, open, and the returns.
func (t *terminal) showEnd() {
	t.size()
	t.screen.print("\n")
	t.screen.rule("the game is over", "")
	p := page{table: t.screen.see(t.Scenes, t.table.State(), env.Terminal, scene.SeatName)}
	t.screen.table(p.tableOf(t.screen.width, t.screen.height*2/3, 0))
	if onlyWon(t.spec) {
		return
	}
	t.screen.print("\n")
	lines := resultLines(t.table.Record().Returns, t.who)
	for _, line := range lines[:min(len(lines), t.spec.Players)] {
		t.screen.line(plain, "%s", line)
	}
}

// onlyWon reports whether the returns of a game say no more than who has won: the verdict
// says it better.
func onlyWon(spec *env.Spec) bool { return spec.MinUtility >= -1 && spec.MaxUtility <= 1 }

// standing returns the seats by their returns, the best first.
func standing(returns []float64) []int {
	order := make([]int, len(returns))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := returns[a], returns[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

func (t *terminal) verdict() string {
	return Verdict(t.table.Record().Returns, t.spec.Teams, t.seat, scene.SeatName)
}
