package games

import (
	"fmt"
	"regexp"
	"slices"

	"ringer/env"
)

// nameWanted matches the names of games: they stand in game strings and in the names of
// files and bots.
var nameWanted = regexp.MustCompile(`^[a-z][a-z0-9]*([_-][a-z0-9]+)*$`)

// Register adds games to the table, after those that are there, so that New, Restore and
// Names know them from then on. It is for the beginning of a program: no other function
// of this package may run beside it. cmd.Main calls it for the games that it is given.
//
// Errors: env.Faults, which name every game whose name is taken or is none; the table
// is then as it was.
func Register(entries ...Entry) error {
	var faults env.Faults
	more := slices.Clone(table)
	for _, e := range entries {
		switch {
		case !nameWanted.MatchString(e.name):
			faults.Add("game", e.name, "a name of lower-case letters and digits, such as mygame, with - or _ between words")
		case slices.ContainsFunc(more, func(other Entry) bool { return other.name == e.name }):
			faults.Add("game", e.name, "a name that no other game has")
		default:
			more = append(more, e)
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	table = more
	return nil
}

// checked returns a game that goes by the name of its entry.
func (e *Entry) checked(g env.Game, err error) (env.Game, error) {
	if err == nil && g.Spec().Name != e.name {
		return nil, fmt.Errorf("games: %s: the spec of its game says %q: want the name under which it is registered", e.name, g.Spec().Name)
	}
	return g, err
}
