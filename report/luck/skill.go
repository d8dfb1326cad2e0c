package luck

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/ratio"
)

// Step is one level of play against the level below it: one seat of the better agent, all
// others of the weaker one, in every seat equally often.
type Step struct {
	Better string `json:"better"`
	Weaker string `json:"weaker"`

	Wins  ratio.Figure `json:"wins"` // share of the better agent
	Equal float64      `json:"equal_share"`

	// Ahead is the lead of the better agent over one weaker opponent, in returns a game: in a
	// game of winners a win is worth the players/(players-1) of a return.
	Ahead ratio.Figure `json:"ahead"`

	// Games is the number of games after which the better agent has the larger sum of returns,
	// in a game of winners more wins, than one given opponent with a probability of 95%, by the central limit theorem; GamesLow and
	// GamesHigh belong to the ends of the interval of Ahead. -1: never, as it is not ahead.
	Games     int `json:"games"`
	GamesLow  int `json:"games_low"`
	GamesHigh int `json:"games_high"`
}

// measure plays level k against level k-1.
func measure(ctx context.Context, c *Config, k, before, total int) (*Step, error) {
	seats := c.Game.Spec().Players
	step := &Step{Better: c.Levels[k].Name, Weaker: c.Levels[k-1].Name, Equal: 1 / float64(seats)}
	config := eval.MatchConfig{Game: c.Game, Entries: []eval.Entry{c.Levels[k-1], c.Levels[k]}, Workers: c.Workers, Place: c.Place}
	if c.Progress != nil {
		config.Progress = func(done, _ int) { c.Progress(before+done, total) }
	}
	initial, beginning := c.Game.NewInitialState(), &eval.Path{}
	starts := make([]eval.Start, c.LevelGames)
	for i := range starts {
		seating := make([]int, seats)
		seating[i%seats] = 1
		starts[i] = eval.Start{State: initial, Path: beginning, Seed: corpus.SeedOf(c.Seed, purposeLuck, 0, 0, 0, 0, k, i), Seating: seating}
	}
	outcomes, err := corpus.Playouts(ctx, config, starts)
	if err != nil {
		return nil, err
	}
	wins, ahead := 0., make([]float64, len(outcomes))
	for i, o := range outcomes {
		wins += o.Shares[i%seats]
		ahead[i] = o.Returns[i%seats]
		for seat, x := range o.Returns {
			if seat != i%seats {
				ahead[i] -= x / float64(seats-1)
			}
		}
	}
	step.Wins = ratio.OfShare("wins", wins, len(outcomes), eval.Confidence)
	step.Ahead = ratio.Over("ahead", ahead, eval.Confidence)
	// Against one opponent: the returns of the others are alike, and this is the variance of
	// the difference to one of them.
	var one []float64
	for i, o := range outcomes {
		if seats > 1 {
			one = append(one, o.Returns[i%seats]-o.Returns[(i+1+i/seats%(seats-1))%seats])
		}
	}
	_, variance := stat.MeanVariance(one, nil)
	step.Games, step.GamesLow, step.GamesHigh = needed(step.Ahead.Value, variance), needed(step.Ahead.High, variance), needed(step.Ahead.Low, variance)
	return step, nil
}

// needed returns the least number of games n whose mean lead is above 0 with 95%:
// mean·√n ≥ 1.645·deviation.
func needed(mean, variance float64) int {
	if mean <= 0 || math.IsNaN(variance) {
		return -1
	}
	z := distuv.UnitNormal.Quantile(.95)
	return max(1, int(math.Ceil(z*z*variance/(mean*mean))))
}
