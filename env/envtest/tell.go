package envtest

import (
	"fmt"
	"strings"

	"ringer/env"
)

// Told plays actions by name from the start of a game and returns what seat p is told
// of each: one line an action, such as "seat 1 bets; seat 0 folds". It is for tests of
// games, and fails with the first action that is not legal.
func Told(game env.Game, p env.Player, names ...string) ([]string, error) {
	return ToldFrom(game.NewInitialState(), p, names...)
}

// ToldFrom does what Told does, from a state, which it changes.
func ToldFrom(s env.State, p env.Player, names ...string) ([]string, error) {
	var lines []string
	for _, name := range names {
		a, err := env.ParseAction(s, name)
		if err != nil {
			return lines, err
		}
		before := s.Clone()
		if err := s.Apply(a); err != nil {
			return lines, err
		}
		lines = append(lines, spell(env.Tell(before, p, a, s, nil)))
	}
	return lines, nil
}

// spell returns events on one line.
func spell(events []env.Event) string {
	words := make([]string, len(events))
	for i, e := range events {
		words[i] = env.Plain(fmt.Sprintf("%s %s", e.Player, e.Text))
		if e.Player == env.Chance {
			words[i] = "the table: " + env.Plain(e.Text)
		}
	}
	return strings.Join(words, "; ")
}
