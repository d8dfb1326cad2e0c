package cmd

import (
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/internal/input"
)

// cannotWalk returns an error with advice for a game whose tree cannot be walked;
// instead is the command's advice for a game that is too large.
func cannotWalk(g env.Game, err error, instead string) error {
	_, large := errors.AsType[*tree.TooLargeError](err)
	switch {
	case large:
		return fmt.Errorf("%w; %s%s", err, instead, smallVariant(g))
	case errors.Is(err, tree.ErrNoInformationStates):
		return fmt.Errorf("%w, which exact methods need%s", err, smallVariant(g))
	}
	return fmt.Errorf("%s: %w", g.Spec(), err)
}

// smallVariant points to the shipped variant of a game that is small enough, where
// there is one and this is not it.
func smallVariant(g env.Game) string {
	name := g.Spec().Name
	mini := name + "(file=mini)"
	if g.Spec().String() == mini || !slices.Contains(games.Configurations(name), mini) {
		return ""
	}
	return "; small enough: " + input.ShellWord(mini)
}
