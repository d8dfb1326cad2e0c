package play

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// ordinals are the places at a table, from 1.
var ordinals = []string{"no", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

var cardinals = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

func numeral(words []string, n int) string {
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// Verdict returns the result of a game for a seat in a sentence: "You won.", "You came third
// of four." A seat below 0 stands for somebody who watches, and is told the winners. teams
// holds the team of each seat, nil where everyone is alone; name names seats.
func Verdict(returns []float64, teams []int, seat env.Player, name func(env.Player) string) string {
	switch {
	case len(returns) == 1 && returns[0] == 0:
		return "The game is over: neither won nor lost."
	case len(returns) == 1:
		who, what := "You", "won"
		if seat < 0 {
			who = name(0)
		}
		if returns[0] < 0 {
			what = "lost"
		}
		return fmt.Sprintf("%s %s.", who, what)
	case seat < 0:
		return winners(returns, name)
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
			level = append(level, name(env.Player(p)))
		}
		if r == highest {
			best = append(best, name(env.Player(p)))
		}
	}
	n := len(returns)
	you := "You"
	if teamOf(teams, seat) > 1 {
		you = "Your side"
	}
	switch {
	case len(kinds) == 1 && (n == 2 || len(level) == n-teamOf(teams, seat)):
		return draw
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

const draw = "A draw: nobody is ahead."

// winners names those with the highest return.
func winners(returns []float64, name func(env.Player) string) string {
	highest := slices.Max(returns)
	var best []string
	for p, r := range returns {
		if r == highest {
			best = append(best, name(env.Player(p)))
		}
	}
	if len(best) == len(returns) {
		return draw
	}
	return joined(best) + " won."
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
