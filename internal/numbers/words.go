package numbers

import (
	"fmt"
	"math"
	"strconv"
)

// Beats says how often a player wins against others, with the 95% interval of the share,
// the number of games and the share even that equal players would have: "beats three
// experts in 46% (45 … 47) of 12,000 games; even would be 25%".
func Beats(others string, x, low, high float64, games int, even float64) string {
	if games == 0 || math.IsNaN(x) {
		return "has played no game against " + others
	}
	return "beats " + others + " " + Often(x, low, high, games, even)
}

// Often writes the end of a sentence as Beats has it: "in 46% (45 … 47) of 12,000 games;
// even would be 25%".
func Often(x, low, high float64, games int, even float64) string {
	return fmt.Sprintf("in %s of %s; even would be %s", ShareBeside(x, low, high, even), Games(games), Even(even))
}

// Games writes a number of games: "1 game", "12,000 games".
func Games(n int) string {
	if n == 1 {
		return "1 game"
	}
	return Count(n) + " games"
}

// Opponents writes who sits in n other seats, by the name of an agent: "three experts",
// "a random player", "two of bot(kuhn)".
func Opponents(n int, agent string) string {
	known := map[string][2]string{
		"expert": {"the expert", "experts"}, "greedy": {"a greedy player", "greedy players"}, "random": {"a random player", "random players"},
	}
	who, ok := known[agent]
	switch {
	case ok && n == 1:
		return who[0]
	case ok:
		return Word(n) + " " + who[1]
	case n == 1:
		return agent
	}
	return Word(n) + " of " + agent
}

// Word writes a small number in letters, and others in digits.
func Word(n int) string {
	words := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n >= 0 && n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}
