package bench

import (
	"context"

	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/solve"
	"ringer/train/cfr"
	"ringer/train/speed"
)

// Solvers is the object of `ringer bench solve --json`.
type Solvers struct {
	Solvers []speed.SolveSpeed `json:"solvers"`
}

// UsualSolved are the games that are solved when none is named: the games of the published figures.
var UsualSolved = []string{"kuhn", "leduc", "liarsdice"}

// MeasureSolvers solves each game for some seconds by one algorithm, or by all where it is
// empty. It walks games of up to limit nodes, and returns as much as was over at the first
// error.
func MeasureSolvers(ctx context.Context, games []string, algorithm string, seconds float64, seed uint64, limit int, progress Progress) (result Solvers, err error) {
	algorithms := cfr.Algorithms()
	if algorithm != "" {
		config := cfr.Defaults(cfr.Algorithm(algorithm))
		if err := config.Validate(); err != nil {
			return result, input.Bad(err)
		}
		algorithms = []cfr.Algorithm{config.Algorithm}
	}
	if err := input.AtLeast("seconds", seconds, 0.01); err != nil {
		return result, err
	}
	if len(games) == 0 {
		games = UsualSolved
	}
	list := make([]env.Game, len(games))
	for i, name := range games {
		if list[i], err = open.Game(name); err != nil {
			return result, err
		}
	}
	for _, g := range list {
		for _, algorithm := range algorithms {
			progress.tell(string(algorithm)+" on "+g.Spec().String(), len(result.Solvers), len(list)*len(algorithms))
			one, err := speed.MeasureSolver(ctx, g, algorithm, seconds, seed, limit)
			if err != nil {
				return result, solve.CannotWalk(g, err, solve.Instead)
			}
			result.Solvers = append(result.Solvers, *one)
		}
	}
	return result, nil
}
