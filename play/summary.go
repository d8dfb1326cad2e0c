package play

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/play/seats"
)

// showEnd shows the end of the episode: the whole table, open, and the returns.
func (t *terminal) showEnd() {
	t.size()
	t.screen.print("\n")
	t.screen.rule("the game is over", "")
	p := page{}
	p.words, p.picture = openTable(t.table.State(), t.seat, t.spec.Players)
	t.screen.table(p.tableOf(p.words, t.screen.width, t.screen.height*2/3, 0))
	t.screen.print("\n")
	lines := resultLines(t.table.Record().Returns, t.who)
	for _, line := range lines[:min(len(lines), t.spec.Players)] {
		t.screen.line(plain, "%s", line)
	}
}

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
	return Verdict(t.table.Record().Returns, t.seat, t.spec.Teams)
}

// ordinals are the places at a table, from 1.
var ordinals = []string{"no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

var cardinals = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func numeral(words []string, n int) string {
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Verdict returns the result of the person in a seat, in a sentence: "You won.", "You came
// third of four." teams holds the team of each seat, nil where everyone is alone.
func Verdict(returns []float64, seat env.Player, teams []int) string {
	if len(returns) == 1 {
		switch {
		case returns[0] > 0:
			return "You won."
		case returns[0] < 0:
			return "You lost."
		}
		return "The game is over: neither won nor lost."
	}
	mine, ahead := returns[seat], 0
	var level, best []string
	highest := slices.Max(returns)
	kinds := map[float64]bool{}
	for p, r := range returns {
		kinds[r] = true
		ally := teams != nil && teams[p] == teams[seat]
		switch {
		case env.Player(p) == seat || ally:
		case r > mine:
			ahead++
		case r == mine:
			level = append(level, seats.Name(env.Player(p)))
		}
		if r == highest {
			best = append(best, seats.Name(env.Player(p)))
		}
	}
	n := len(returns)
	you := "You"
	if teamOf(teams, seat) > 1 {
		you = "Your side"
	}
	switch {
	case len(kinds) == 1 && (n == 2 || len(level) == n-teamOf(teams, seat)):
		return "A draw: nobody is ahead."
	case ahead == 0 && len(level) > 0:
		return fmt.Sprintf("%s share%s first place with %s.", you, third(you), joined(level))
	case ahead == 0:
		return you + " won."
	case n == 2:
		return "You lost."
	case len(kinds) == 2 || teams != nil:
		return fmt.Sprintf("%s lost: %s won.", you, joined(best))
	case len(level) > 0:
		return fmt.Sprintf("You share %s place of %s with %s.", numeral(ordinals, ahead+1), numeral(cardinals, n), joined(level))
	case ahead == n-1:
		return fmt.Sprintf("You lost: last of %s; %s won.", numeral(cardinals, n), joined(best))
	}
	return fmt.Sprintf("You came %s of %s.", numeral(ordinals, ahead+1), numeral(cardinals, n))
}

// third returns the ending of a verb after a name.
func third(subject string) string {
	if subject == "You" {
		return ""
	}
	return "s"
}

// teamOf returns the number of seats on a seat's side.
func teamOf(teams []int, seat env.Player) int {
	if teams == nil {
		return 1
	}
	n := 0
	for _, team := range teams {
		if team == teams[seat] {
			n++
		}
	}
	return n
}

// joined returns names with commas and a last "and".
func joined(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
