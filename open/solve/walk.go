package solve

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/internal/input"
	"ringer/train/cfr"
)

// CannotWalk returns an error with advice for a game whose tree cannot be walked;
// instead is the advice for a game that is too large.
func CannotWalk(g env.Game, err error, instead string) error {
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

// LinearProgram is the algorithm that is none of package cfr's.
const LinearProgram = "lp"

// Algorithms returns the names of all algorithms.
func Algorithms() []string {
	var names []string
	for _, a := range cfr.Algorithms() {
		names = append(names, string(a))
	}
	return append(names, LinearProgram)
}

// Instead is the advice for a game that is too large to be solved.
const Instead = "all algorithms here hold the whole tree and a policy for every information state, the sampling ones too: " +
	"choose smaller parameters, allow more with --limit (100 to 400 bytes a node), or let a network learn the game: ringer train"

// Breath is the approximate time that a solver works between checks of clock and context.
const Breath = 100 * time.Millisecond
