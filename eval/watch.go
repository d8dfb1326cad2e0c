package eval

import (
	"context"
	"errors"
)

// watchedTables is the number of games that run side by side in each worker of
// WatchDeals. It must not depend on the workers: an agent may round otherwise in another
// batch.
const watchedTables = 64

// WatchDeals plays the deals from ≤ deal < to of a match, each in all rotations of the
// seats, and tells config.Watch every decision and ended the returns by seat of every game
// that is over. Calls for one deal do not overlap, those for different deals do; returns
// is reused. Games is not read. The decisions and returns of a deal follow from the game, the agents,
// the seed, from and to. It returns the errors of PlayMatch.
func WatchDeals(ctx context.Context, config MatchConfig, from, to int, ended func(deal, rotation int, returns []float64)) error {
	config.Games = 1
	if err := config.Validate(); err != nil {
		return err
	}
	if from < 0 || to <= from {
		return errors.New("eval: want deals from a number to a higher one")
	}
	seating := config.seatings()
	config.Games = to * len(seating)
	block := max(1, watchedTables/len(seating))
	r := newSeatedRun(config, seating, block*len(seating))
	r.note = func(_ []float64, deal, rotation int, returns []float64) { ended(deal, rotation, returns) }
	return r.playRange(ctx, from, to, block)
}
