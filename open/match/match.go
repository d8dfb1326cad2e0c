package match

import (
	"context"
	"io"
	"strings"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
)

// Options say who plays, and how much. Game, Agents and Games are needed.
type Options struct {
	Game    env.Game
	Agents  []string // names; of a match, the last one fills the seats that are left
	Games   int      // of a match, or of each pair of an arena, rounded up to whole deals
	Seed    uint64   // of the deals, and of all that is random in the agents
	Workers int      // goroutines that play; 0: one a processor
	Place   *eval.Place

	// Keep is a file that holds the finished games, and is continued; empty: none.
	Keep string

	// Group is told of every group of deals of Play without SPRT, those that Keep holds first. It may be nil.
	Group func(eval.MatchGroup)

	SPRT   *eval.SPRT // of Play: a test that ends the match once the deals decide; nil: none
	Payoff string     // of Rate: eval.PayoffWins, or eval.PayoffReturns

	// Progress is told first how many games there are already, and then how many have been played.
	// It may be nil.
	Progress func(done, total int)
}

// Result holds a match, and the verdict of its test.
type Result struct {
	*eval.Match
	SPRT *eval.SPRTResult `json:"sprt,omitempty"`
}

// mostKept is the largest number of games of a match, or of all pairs of an arena, that a file
// keeps: whoever goes on reads them all.
const mostKept = 10_000_000

// check returns what is wrong with the numbers.
func (o *Options) check() error {
	if err := input.AtLeast("games", o.Games, 1); err != nil {
		return err
	}
	return input.AtLeast("workers", o.Workers, 0)
}

// begin tells that nothing was played before.
func (o *Options) begin(kept int) {
	if o.Progress != nil && kept == 0 {
		o.Progress(0, o.Games)
	}
}

// Play plays a match. One that ctx ends returns what was over by then, nil for nothing, beside the error.
func Play(ctx context.Context, opener *open.Opener, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	entries, known, err := opener.EntriesKnown(o.Game, o.Agents)
	if err != nil {
		return nil, err
	}
	config := eval.MatchConfig{
		Game: o.Game, Entries: entries, Teams: eval.WholeTeams(o.Game.Spec(), len(entries)), Games: o.Games, Seed: o.Seed, Workers: o.Workers,
		Place: o.Place, Progress: o.Progress,
	}
	if o.Keep != "" {
		if o.SPRT != nil {
			return nil, input.Badf("--keep and --sprt: want one of them")
		}
		if o.Games > mostKept {
			return nil, input.Badf("--keep holds every deal: --games %d: want at most %s with it", o.Games, numbers.Count(mostKept))
		}
		header := eval.NewMatchHeader(config, known)
		file, err := open.Kept(o.Keep, func(r io.Reader) (size int64, err error) {
			config.Have, size, err = header.ReadLog(r)
			return size, err
		}, header.WriteHeader)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		config.Done = func(g eval.MatchGroup) error { return header.WriteGroup(file, g) }
	}
	if o.Group != nil {
		for _, g := range config.Have {
			o.Group(g)
		}
		keep := config.Done
		config.Done = func(g eval.MatchGroup) error {
			o.Group(g)
			if keep == nil {
				return nil
			}
			return keep(g)
		}
	}
	o.begin(len(config.Have))
	var result Result
	if o.SPRT != nil {
		result.Match, result.SPRT, err = eval.PlaySPRT(ctx, config, *o.SPRT)
	} else {
		result.Match, err = eval.PlayMatch(ctx, config)
	}
	if result.Match == nil {
		return nil, err
	}
	return &result, err
}

// ParseSPRT reads the test of a match between agents, as elo0=0,elo1=20. Its errors are bad input.
func ParseSPRT(text string, agents int) (*eval.SPRT, error) {
	if agents != 2 {
		return nil, input.Badf("--sprt compares two agents: %d are named", agents)
	}
	test := eval.DefaultSPRT()
	numbers := map[string]*float64{"elo0": &test.Elo0, "elo1": &test.Elo1, "alpha": &test.Alpha, "beta": &test.Beta}
	for part := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		number := numbers[strings.TrimSpace(key)]
		if !ok || number == nil {
			return nil, input.Badf("--sprt %q: want elo0=NUMBER, elo1=NUMBER, alpha=CHANCE or beta=CHANCE, separated by commas", part)
		}
		v, ok := input.Number(strings.TrimSpace(value))
		if !ok {
			return nil, input.Badf("--sprt %s: %q: want a number", key, value)
		}
		*number = v
	}
	if err := test.Validate(); err != nil {
		return nil, input.Badf("--sprt: %w", err)
	}
	return &test, nil
}
