package corpus

import (
	"context"
	"math"

	"ringer/env"
	"ringer/eval"
)

// block is the number of episodes that are in memory at a time.
const block = 4096

// Outcome is how a playout ended.
type Outcome struct {
	Shares  []float64 // of the win, by seat
	Returns []float64 // by seat
}

// Playouts plays on from each start and returns the outcomes, without the histories.
// Progress of the configuration counts all starts. It returns the errors of eval.PlayFrom.
func Playouts(ctx context.Context, c eval.MatchConfig, starts []eval.Start) ([]Outcome, error) {
	out := make([]Outcome, 0, len(starts))
	progress := c.Progress
	for from := 0; from < len(starts); from += block {
		if progress != nil {
			c.Progress = func(done, _ int) { progress(from+done, len(starts)) }
		}
		episodes, err := eval.PlayFrom(ctx, c, starts[from:min(from+block, len(starts))])
		if err != nil {
			return nil, err
		}
		for _, e := range episodes {
			shares := make([]float64, len(e.Returns))
			eval.WinShares(e.Returns, shares)
			out = append(out, Outcome{shares, e.Returns})
		}
	}
	return out, ctx.Err()
}

// Choices appends the moments of a game at which a seat is to decide, as numbers of
// actions before them.
func (c *Corpus) Choices(game int) (at []int, err error) {
	_, err = c.Replay(game, func(m *Moment) error {
		at = append(at, m.At)
		return nil
	})
	return at, err
}

// StatesAt returns the states of a game after this many actions, for ascending numbers.
func (c *Corpus) StatesAt(game int, at []int) ([]env.State, error) {
	var out []env.State
	_, err := c.Replay(game, func(m *Moment) error {
		for len(out) < len(at) && at[len(out)] == m.At {
			out = append(out, m.State.Clone())
		}
		return nil
	})
	return out, err
}

// Winners reports whether the returns of every game say who won and nothing else: they are
// as env.ShareReturns writes them, or all seats lost alike. Where they say more, such as
// chips won, a win is not what agents play for.
func (c *Corpus) Winners() bool {
	for _, g := range c.Games {
		won, any := make([]bool, len(g.Shares)), false
		for seat, x := range g.Shares {
			won[seat] = x > 0
			any = any || won[seat]
		}
		if !any || len(won) < 2 {
			continue
		}
		want := make([]float64, len(won))
		env.ShareReturns(won, want)
		for seat, r := range g.Returns {
			if math.Abs(r-want[seat]) > 1e-9 {
				return false
			}
		}
	}
	return true
}
