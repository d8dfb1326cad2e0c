package session

import (
	"errors"
	"fmt"
	"strings"

	"ringer/env"
)

var (
	errNotJoined = errors.New("join the table first")
	errNoStep    = errors.New("step: missing: want the step of the view that the action answers")
	errOneAction = errors.New("want either an action or a choice")
	errLate      = errors.New("step: the question of this step is answered already, or was taken back")
)

// placeNames are the places of a ranking, from 1.
var placeNames = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

var countNames = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight"}

func word(names []string, n int) string {
	if n > 0 && n < len(names) {
		return names[n]
	}
	return fmt.Sprint(n)
}

// Verdict says in a sentence how a game ended for a seat: "You came third of four." Seats
// of a team share their place. For an open table it names the winners.
func Verdict(returns []float64, teams []int, seat env.Player, name func(env.Player) string) string {
	best, sides := returns[0], sidesOf(returns, teams)
	for _, r := range returns {
		best = max(best, r)
	}
	var winners []string
	for p, r := range returns {
		if r == best {
			winners = append(winners, name(env.Player(p)))
		}
	}
	won := winners[len(winners)-1] + " won."
	if n := len(winners) - 1; n > 0 {
		won = strings.Join(winners[:n], ", ") + " and " + won
	}
	if seat < 0 && len(winners) == len(returns) {
		return "Nobody is ahead: a tie."
	} else if seat < 0 {
		return won
	}
	ahead, level := 0, 0
	for _, r := range sides {
		switch {
		case r > returns[seat]:
			ahead++
		case r == returns[seat]:
			level++
		}
	}
	switch {
	case level == len(sides) && len(sides) > 1:
		return "Nobody is ahead: a tie."
	case ahead == 0 && level == 1:
		return "You won."
	case len(sides) == 2:
		return "You lost."
	case ahead > 0 && level > 1 && ahead+level == len(sides): // no places but the first
		return "You lost: " + won
	case level > 1:
		return fmt.Sprintf("You share %s place of %s.", word(placeNames, ahead+1), word(countNames, len(sides)))
	}
	return fmt.Sprintf("You came %s of %s.", word(placeNames, ahead+1), word(countNames, len(sides)))
}

// sidesOf returns one return a team, or one a seat where everyone is alone.
func sidesOf(returns []float64, teams []int) []float64 {
	if teams == nil {
		return returns
	}
	seen := map[int]bool{}
	var sides []float64
	for p, team := range teams {
		if !seen[team] {
			seen[team] = true
			sides = append(sides, returns[p])
		}
	}
	return sides
}
