package envtest

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"runtime"
	"slices"

	"ringer/env"
)

const (
	parallelGames = 3   // games that every worker plays
	parallelSteps = 200 // actions of a game at most
)

// Parallel tests the law of parallel play alone, for runs under the race detector. It
// returns an error when games that are played side by side differ from the same games
// played alone.
func Parallel(game env.Game) error {
	c := newChecker(context.Background(), game, Options{})
	c.checkParallel()
	if v := c.verdicts[lawParallel]; v.count > 0 {
		return errors.New(v.broken)
	}
	return nil
}

// checkParallel plays some games in one goroutine and then in several at once, on the
// same env.Game, and compares all that was seen.
func (c *checker) checkParallel() {
	want := make([]uint64, parallelGames)
	workers, games := max(4, runtime.GOMAXPROCS(0)), len(want)
	if c.opts.Sparse {
		want, workers, games = want[:2], 2, 1
	}
	for i := range want {
		want[i] = c.playDigest(uint64(i))
	}
	faults := make(chan string, workers)
	for w := range workers {
		go func() {
			fault := ""
			defer func() {
				if r := recover(); r != nil {
					fault = fmt.Sprintf("a game played beside others panics: %v", r)
				}
				faults <- fault
			}()
			for k := range games {
				i := (k + w) % len(want)
				if c.playDigest(uint64(i)) != want[i] {
					fault = "a game played beside others differs from the same game played alone"
				}
			}
		}()
	}
	c.verdicts[lawParallel].tested += workers * games
	for range workers {
		if fault := <-faults; fault != "" {
			c.broke(lawParallel, "%s", fault)
		}
	}
}

// playDigest plays a random game and returns a digest of all that was seen of it. It
// uses nothing of the checker that changes.
func (c *checker) playDigest(index uint64) uint64 {
	var h maphash.Hash
	h.SetSeed(digestSeed)
	rng := env.Stream(c.opts.Seed, purposeCheckParallel, index)
	s := c.game.NewInitialState()
	observation := make([]float32, c.spec.ObservationSize())
	for range parallelSteps {
		p := s.CurrentPlayer()
		if p == env.Terminal || c.ctx.Err() != nil {
			break
		}
		legal := slices.Clone(s.LegalActions(nil))
		if len(legal) == 0 {
			break
		}
		a := legal[rng.IntN(len(legal))]
		seat := max(p, 0)
		if r, ok := s.(env.Resampler); ok && rng.IntN(8) == 0 {
			h.WriteString(r.ResampleFromInfoState(seat, rng).String())
		}
		s.Observe(seat, observation)
		text := ""
		if t, ok := s.(env.Texter); ok {
			text = t.Text(seat)
		}
		maphash.WriteComparable(&h, digest(observation, legal, text))
		h.WriteString(s.ActionString(a))
		if s.Apply(a) != nil {
			break
		}
	}
	h.WriteString(s.String())
	return h.Sum64()
}
