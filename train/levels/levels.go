package levels

import (
	"context"
	"fmt"
	"slices"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/rating"
	"ringer/models"
)

// Self is a network of a run, as it was after an iteration.
type Self struct {
	Iteration int
	Weights   *models.Weights
}

// Config says what is rated, and how long.
type Config struct {
	Game   env.Game
	Ringer Self
	Past   []Self       // oldest first
	Fixed  []eval.Entry // the first is rated rating.EloAnchor: random

	// Divisors divide the logits of all selves, by seat and kind of decision (neural.Agent.WithDivisors); nil: 1.
	Divisors []float64

	Levels      int // with the ringer, which is the last
	Games       int // of each pair of candidates, to choose
	ReportGames int // of each pair of levels and fixed agents, to report
	Seed        uint64
	Workers     int
	Place       *eval.Place // where the games are played; nil: in this process

	// Progress, when not nil, receives the number of finished games of a part: Choosing,
	// then Rating.
	Progress func(part string, done, total int)
}

// Temperatures are those at which the ringer is a candidate beside its past selves: a
// run that begins with imitation has no weak ones, and a ringer that is sharp by itself is
// hardly weaker at 16.
var Temperatures = []float64{2, 4, 8, 16, 32, 64}

// The parts of the work.
const (
	Choosing = "choosing"
	Rating   = "rating"
)

// Bounds of the number of levels.
const (
	Fewest = 2
	Most   = 9
)

// Validate returns every fault as env.Faults.
func (c *Config) Validate() error {
	var f env.Faults
	if c.Game == nil {
		f.Add("game", "none", "a game")
	} else if c.Game.Spec().Players < 2 {
		f.Add("game", c.Game.Spec(), "a game of two seats or more")
	}
	if c.Ringer.Weights == nil {
		f.Add("ringer", "none", "weights")
	}
	if len(c.Fixed) == 0 {
		f.Add("fixed", 0, "an agent to rate the others by")
	}
	if c.Levels < Fewest || c.Levels > Most {
		f.Add("levels", c.Levels, "a number from %d to %d", Fewest, Most)
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"games", c.Games}, {"report games", c.ReportGames}} {
		if n.value < 1 {
			f.Add(n.name, n.value, "a positive number")
		}
	}
	return f.Err()
}

// Candidate is a network at a temperature.
type Candidate struct {
	Self
	Temperature float64
	Rating      float64 // on the deals of the choice
}

// Level is a chosen candidate, rated on the deals of the report.
type Level struct {
	Candidate
	Rating    float64 // with a 95% interval
	Low, High float64
}

// Ladder holds the levels, weakest first.
type Ladder struct {
	Levels     []Level
	Candidates []Candidate // all, past selves first, the ringer last
	Report     *eval.Arena // its entries: the levels as "level 1" …, and the fixed agents
}

// Name returns the name of a level in the report; the first is 1.
func Name(level int) string { return fmt.Sprintf("level %d", level) }

// Step is the least distance between the ratings of two levels that is worth a level, in
// Elo: 53.6% of the wins between two.
const Step = 25

// NoLadderError says that a run has no room for the levels.
type NoLadderError struct {
	Ringer float64 // its rating on the deals of the choice
	Below  int     // candidates that are rated below it
	Levels int     // that were asked for
}

func (e *NoLadderError) Error() string {
	if e.Ringer < rating.EloAnchor+Step*float64(e.Levels) {
		return fmt.Sprintf("levels: the ringer is rated %.0f, where random has %d: want %d or more for %d levels; wins tell too little here about strength",
			e.Ringer, rating.EloAnchor, rating.EloAnchor+Step*e.Levels, e.Levels)
	}
	return fmt.Sprintf("levels: %d candidates are rated below the ringer: want %d", e.Below, e.Levels-1)
}

// Make rates all candidates, chooses the levels and rates them again. Choice and report
// play different deals. Results do not depend on the workers.
//
// Errors: env.Faults, a *NoLadderError, and the errors of eval.PlayArena.
func Make(ctx context.Context, c Config) (*Ladder, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	l := &Ladder{}
	for _, s := range c.Past {
		l.Candidates = append(l.Candidates, Candidate{Self: s, Temperature: 1})
	}
	for _, t := range Temperatures {
		l.Candidates = append(l.Candidates, Candidate{Self: c.Ringer, Temperature: t})
	}
	l.Candidates = append(l.Candidates, Candidate{Self: c.Ringer, Temperature: 1})

	ringer := len(l.Candidates) - 1
	entries, err := enter(&c, l.Candidates, func(i int) string { return fmt.Sprintf("candidate %d", i) })
	if err != nil {
		return nil, err
	}
	choice, err := c.rate(ctx, Choosing, entries, ringer+1, c.Games, env.Stream(c.Seed, purposeLevels, 0).Uint64())
	if err != nil {
		return nil, err
	}
	ratings := make([]float64, ringer)
	for i := range l.Candidates {
		l.Candidates[i].Rating = choice.Agents[i].Elo
	}
	for i := range ratings {
		ratings[i] = l.Candidates[i].Rating
	}
	top := l.Candidates[ringer].Rating
	chosen, ok := choose(ratings, rating.EloAnchor, top, c.Levels-1)
	if !ok || top < rating.EloAnchor+Step*float64(c.Levels) {
		below := 0
		for _, r := range ratings {
			if r < top {
				below++
			}
		}
		return nil, &NoLadderError{Ringer: top, Below: below, Levels: c.Levels}
	}
	var levels []Candidate
	for _, i := range append(chosen, ringer) {
		levels = append(levels, l.Candidates[i])
	}
	if entries, err = enter(&c, levels, func(i int) string { return Name(i + 1) }); err != nil {
		return nil, err
	}
	if l.Report, err = c.rate(ctx, Rating, entries, len(levels), c.ReportGames, env.Stream(c.Seed, purposeLevels, 1).Uint64()); err != nil {
		return nil, err
	}
	for i, candidate := range levels {
		a := l.Report.Agents[i]
		l.Levels = append(l.Levels, Level{Candidate: candidate, Rating: a.Elo, Low: a.EloLow, High: a.EloHigh})
	}
	return l, nil
}

// enter builds the agents of candidates, followed by the fixed ones.
func enter(c *Config, candidates []Candidate, name func(i int) string) ([]eval.Entry, error) {
	var out []eval.Entry
	for i, x := range candidates {
		agent, err := neural.FromWeights(c.Game.Spec(), x.Weights)
		if err != nil {
			return nil, fmt.Errorf("levels: iteration %d: %w", x.Iteration, err)
		}
		if agent, err = agent.WithDivisors(c.Divisors); err != nil {
			return nil, err
		}
		out = append(out, eval.Entry{Name: name(i), Agent: agent.WithTemperature(x.Temperature)})
	}
	return slices.Concat(out, c.Fixed), nil
}

// rate plays an arena.
func (c *Config) rate(ctx context.Context, part string, entries []eval.Entry, anchor, games int, seed uint64) (*eval.Arena, error) {
	arena := eval.ArenaConfig{Game: c.Game, Entries: entries, Teams: eval.WholeTeams(c.Game.Spec(), 2), Anchor: anchor, Games: games, Seed: seed, Workers: c.Workers, Place: c.Place}
	if c.Progress != nil {
		arena.Progress = func(done, total int) { c.Progress(part, done, total) }
	}
	return eval.PlayArena(ctx, arena)
}
