package play

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// summary shows the end of the episode: returns, the whole table, and all actions
// that were hidden.
func (t *terminal) summary() {
	t.outcome.Over = true
	record := t.table.Record()
	t.screen.rule("the game is over")
	if s, ok := t.table.State().(env.Texter); ok {
		t.screen.line(plain, "%s", s.Text(t.seat))
		t.screen.print("\n")
	}
	order := make([]int, len(record.Returns))
	for p := range order {
		order[p] = p
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := record.Returns[a], record.Returns[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	widest := 0
	for p := range order {
		widest = max(widest, len(t.who(env.Player(p))))
	}
	for _, p := range order {
		st := plain
		if env.Player(p) == t.seat {
			st = bold
		}
		t.screen.line(st, "  %-*s  %+.4g", widest, t.who(env.Player(p)), record.Returns[p])
	}
	t.screen.line(bold, "%s", t.verdict(record.Returns))
	t.screen.rule("what everyone really did")
	for p := range record.Returns {
		var did []string
		for _, step := range record.Steps {
			if int(step.Player) == p {
				did = append(did, step.Name)
			}
		}
		t.screen.line(plain, "  %s: %s", t.who(env.Player(p)), strings.Join(did, " · "))
	}
	t.screen.rule("the whole table")
	t.screen.line(plain, "%s", t.table.State())
}

// verdict returns the person's result in one sentence.
func (t *terminal) verdict(returns []float64) string {
	mine, ahead, level := returns[t.seat], 0, 0
	for p, r := range returns {
		switch {
		case env.Player(p) == t.seat:
		case r > mine:
			ahead++
		case r == mine:
			level++
		}
	}
	switch {
	case ahead == 0 && level == 0:
		return "You win."
	case ahead == 0 && level == len(returns)-1:
		return "Nobody is ahead: a tie."
	case ahead == 0:
		return fmt.Sprintf("You share first place with %d other%s.", level, plural(level))
	}
	return fmt.Sprintf("%d seat%s finished ahead of you.", ahead, plural(ahead))
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
