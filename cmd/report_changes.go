package cmd

import (
	"context"

	"ringer/env"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// changes says which changes of its rules a report tries.
type changes struct {
	paths  []string // knobs one step up and down; none: the most telling ones
	most   int      // of them, where none are named
	series []string // PATH=VALUES
	learn  tuning   // of the agents that learn each of the rules; without decisions nobody does
}

// of returns the rules with those who play them: those one step away, the base first, and
// each series, the base first. strong is the agent on which the report rests, and bot its
// file or name, empty where it is none; rival is the agent in all other seats when it is
// measured, nil for none.
func (c *changes) of(ctx context.Context, g env.Game, strong trust.Agent, bot string, rival *trust.Agent, seed uint64, workers int) (variants []whatif.Rules, series [][]whatif.Rules, err error) {
	paths := c.paths
	if len(paths) == 0 && c.most > 0 {
		if paths, err = telling(ctx, g, strong, bot, c.most, seed, workers); err != nil {
			return nil, nil, err
		}
	}
	var steps []ruleSet
	for _, path := range paths {
		list, err := stepsOf(g, path)
		if err != nil {
			return nil, nil, err
		}
		steps = append(steps, list...)
	}
	base := ruleSet{label: asTheyAre, game: g}
	if len(steps) > 0 {
		if variants, err = c.played(ctx, base, steps, strong, bot, rival); err != nil {
			return nil, nil, err
		}
	}
	for _, text := range c.series {
		list, now, err := seriesOf(g, text)
		if err != nil {
			return nil, nil, err
		}
		base.knob, base.value = list[0].knob, now
		rules, err := c.played(ctx, base, list, strong, bot, rival)
		if err != nil {
			return nil, nil, err
		}
		series = append(series, rules)
	}
	return variants, series, nil
}

func (c *changes) played(ctx context.Context, base ruleSet, list []ruleSet, strong trust.Agent, bot string, rival *trust.Agent) ([]whatif.Rules, error) {
	learn := c.learn
	first, others, err := rulesPlayed(ctx, base, list, strong, bot, rival, &learn)
	return append([]whatif.Rules{first}, others...), err
}
