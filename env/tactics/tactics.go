package tactics

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/wrap"
)

// entry lists the opinions about one game.
type entry struct {
	game      string
	judge     func(env.Game) env.Judge
	observers []Observer
}

// Observer describes one observation wrapper of a game.
type Observer struct {
	Name string // as in game strings
	Doc  string // what it adds

	make func(env.Game) (wrap.Observer, error)
}

func find(game string) *entry {
	i := slices.IndexFunc(table, func(e entry) bool { return e.game == game })
	if i < 0 {
		return nil
	}
	return &table[i]
}

// Judge returns the judge of a game's positions, or nil when there is none. It
// takes states of the facts-only game.
func Judge(g env.Game) env.Judge {
	g = env.UnwrapGame(g)
	e := find(g.Spec().Name)
	if e == nil || e.judge == nil {
		return nil
	}
	return e.judge(g)
}

// Observers lists the observation wrappers of the game with a name.
func Observers(game string) []Observer {
	e := find(game)
	if e == nil {
		return nil
	}
	return slices.Clone(e.observers)
}

// UnknownObserverError says that a game has no wrapper with a name.
type UnknownObserverError struct {
	Game, Name string
	Known      []Observer
}

func (e *UnknownObserverError) Error() string {
	if len(e.Known) == 0 {
		return fmt.Sprintf("%s has no observation wrapper %q, nor any other", e.Game, e.Name)
	}
	names := make([]string, len(e.Known))
	for i, o := range e.Known {
		names[i] = o.Name
	}
	return fmt.Sprintf("%s has no observation wrapper %q; it has: %s", e.Game, e.Name, strings.Join(names, ", "))
}

// Wrap returns the game with the fields of its wrapper with a name. The error is
// an *UnknownObserverError when there is none.
func Wrap(g env.Game, name string) (env.Game, error) {
	game := g.Spec().Name
	known := Observers(game)
	i := slices.IndexFunc(known, func(o Observer) bool { return o.Name == name })
	if i < 0 {
		return nil, &UnknownObserverError{Game: game, Name: name, Known: known}
	}
	o, err := known[i].make(env.UnwrapGame(g))
	if err != nil {
		return nil, err
	}
	return wrap.New(g, o)
}

// WithHash returns the game itself or one of its wrapped kinds, whichever has
// the hash; nil when none has.
func WithHash(g env.Game, hash string) env.Game {
	if g.Spec().Hash == hash {
		return g
	}
	facts := env.UnwrapGame(g)
	if facts.Spec().Hash == hash {
		return facts
	}
	for _, o := range Observers(facts.Spec().Name) {
		if w, err := Wrap(facts, o.Name); err == nil && w.Spec().Hash == hash {
			return w
		}
	}
	return nil
}
