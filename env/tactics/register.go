package tactics

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/wrap"
)

// RegisterJudge gives a game its judge, which greedy and its like then play by. G is the
// game's type. It is for the beginning of a program: no other function of this package may
// run beside it. A game that has a judge keeps it: the error says so.
func RegisterJudge[G env.Game, J env.Judge](game string, build func(G) J) error {
	i, more := line(game)
	if more[i].judge != nil {
		return fmt.Errorf("tactics: %s has a judge already", game)
	}
	more[i].judge = judgeOf(build)
	table = more
	return nil
}

// RegisterObserver gives a game an observation wrapper with a name, game(wrap=name). G is
// the game's type; doc says what it adds. It is for the beginning of a program, as
// RegisterJudge is. The error says that the game has a wrapper of this name.
func RegisterObserver[G env.Game, O wrap.Observer](game, name, doc string, build func(G) O) error {
	i, more := line(game)
	if slices.ContainsFunc(more[i].observers, func(o Observer) bool { return o.Name == name }) {
		return fmt.Errorf("tactics: %s has an observation wrapper %s already", game, name)
	}
	own := Observer{Name: name, Doc: doc, make: observerOf(build)}
	more[i].observers = append(slices.Clone(more[i].observers), own)
	table = more
	return nil
}

// line returns the place of a game in a copy of the table, which gets an empty line for a
// game that had none.
func line(game string) (int, []entry) {
	more := slices.Clone(table)
	if i := slices.IndexFunc(more, func(e entry) bool { return e.game == game }); i >= 0 {
		return i, more
	}
	return len(more), append(more, entry{game: game})
}
