package corpus

import (
	"context"
	"encoding/binary"
	"errors"

	"ringer/env"
	"ringer/eval"
)

// Config says what is played.
type Config struct {
	Game env.Game

	// Entries are the agents. One sits in every seat of every game. Of several, each seat
	// of each game draws one, all equally likely.
	Entries []eval.Entry

	Games   int
	Seed    uint64
	Workers int         // goroutines; 0 means one a processor
	Place   *eval.Place // where the games are played; nil: in this process

	Progress func(done, total int)
}

// A Corpus is a number of independent games: no two share a deal.
type Corpus struct {
	Game    env.Game     `json:"-"`
	Entries []eval.Entry `json:"-"` // as configured, in the order of Agents

	Agents []string `json:"agents"`
	Seed   uint64   `json:"seed"`
	Games  []Game   `json:"games"`
}

// Game is one game of a corpus.
type Game struct {
	Seats   []int        `json:"seats"`   // by seat: the index of its agent
	Returns []float64    `json:"returns"` // by seat
	Shares  []float64    `json:"shares"`  // by seat: of the win, 1/k for each of k joint winners
	History []env.Action `json:"history"` // every action, chance included
}

// Play plays the games of a corpus. It returns the errors of eval.PlayFrom. Results do not
// depend on the workers.
func Play(ctx context.Context, c Config) (*Corpus, error) {
	if c.Game == nil || c.Games < 1 || len(c.Entries) < 1 {
		return nil, errors.New("corpus: want a game, agents and a positive number of games")
	}
	out := &Corpus{Game: c.Game, Entries: c.Entries, Seed: c.Seed}
	for _, e := range c.Entries {
		out.Agents = append(out.Agents, e.Name)
	}
	initial, beginning := c.Game.NewInitialState(), &eval.Path{}
	starts := make([]eval.Start, c.Games)
	for i := range starts {
		seats := make([]int, c.Game.Spec().Players)
		if len(c.Entries) > 1 {
			rng := env.Stream(c.Seed, purposeCorpusSeats, uint64(i))
			for seat := range seats {
				seats[seat] = rng.IntN(len(c.Entries))
			}
		}
		starts[i] = eval.Start{State: initial, Path: beginning, Seed: SeedOf(c.Seed, purposeCorpus, i), Seating: seats}
	}
	episodes, err := From(ctx, eval.MatchConfig{Game: c.Game, Entries: c.Entries, Workers: c.Workers, Place: c.Place, Progress: c.Progress}, starts)
	if err != nil {
		return nil, err
	}
	for i, e := range episodes {
		shares := make([]float64, len(e.Returns))
		eval.WinShares(e.Returns, shares)
		out.Games = append(out.Games, Game{Seats: starts[i].Seating, Returns: e.Returns, Shares: shares, History: e.History})
	}
	return out, nil
}

// From is eval.PlayFrom for any number of starts, none included.
func From(ctx context.Context, c eval.MatchConfig, starts []eval.Start) ([]eval.Episode, error) {
	if len(starts) == 0 {
		return nil, ctx.Err()
	}
	return eval.PlayFrom(ctx, c, starts)
}

// SeedOf returns the seed of one of many games that are played for one purpose.
func SeedOf(seed uint64, purpose env.Purpose, indices ...int) uint64 {
	list := make([]uint64, len(indices))
	for i, x := range indices {
		list[i] = uint64(x)
	}
	s := env.StreamSeed(seed, purpose, list...)
	return binary.LittleEndian.Uint64(s[:])
}
