package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/open"
	"ringer/report/answer"
	"ringer/report/balance"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// Agents learn each of the changed rules for a part of the decisions of a training, with
// fewer seeds.
const (
	rulesPart  = 4
	rulesSeeds = 2
)

// changeRules chooses the rules that are changed by a step, or over a range, and trains
// those who play them.
func (f *reportFlags) changeRules(ctx context.Context, t *terminal, c *balance.Config) error {
	strong, bot := strongest(c.Cast, f.agentsDir())
	paths := f.steps
	if len(paths) == 0 && f.telling > 0 {
		var err error
		if paths, err = f.tellingKnobs(ctx, t, c, strong, bot); err != nil {
			return err
		}
	}
	var steps []ruleSet
	for _, path := range paths {
		some, err := stepsOf(c.Game, path)
		if err != nil {
			return fmt.Errorf("--step %w", err)
		}
		steps = append(steps, some...)
	}
	base := ruleSet{label: asTheyAre, game: c.Game}
	var err error
	if len(steps) > 0 {
		if c.Variants, err = f.rulesWithAgents(ctx, t, c, base, steps); err != nil {
			return err
		}
	}
	for _, series := range f.vary {
		list, now, err := seriesOf(c.Game, series)
		if err != nil {
			return fmt.Errorf("--vary %w", err)
		}
		base.knob, base.value = list[0].knob, now
		rules, err := f.rulesWithAgents(ctx, t, c, base, list)
		if err != nil {
			return err
		}
		c.Series = append(c.Series, rules)
	}
	return nil
}

// checkRules refuses rules and strategies that the game does not know, before anything is
// trained or written.
func (f *reportFlags) checkRules(g env.Game) error {
	var faults []error
	for _, path := range f.steps {
		if _, err := stepsOf(g, path); err != nil {
			faults = append(faults, badf("--step %w", err))
		}
	}
	for _, series := range f.vary {
		if _, _, err := seriesOf(g, series); err != nil {
			faults = append(faults, badf("--vary %w", err))
		}
	}
	if f.strategy != "" {
		if _, err := opener.Agent(g, open.StrategyCall(f.strategy)); err != nil {
			faults = append(faults, badf("--strategy %s: %w", f.strategy, err))
		}
	}
	return bad(errors.Join(faults...))
}

// rulesWithAgents returns rules with those who play them, the base first.
func (f *reportFlags) rulesWithAgents(ctx context.Context, t *terminal, c *balance.Config, base ruleSet, list []ruleSet) ([]whatif.Rules, error) {
	learn := &tuning{elsewhere: f.elsewhere.at, dir: f.agentsDir(), force: f.force, decisions: max(0, f.tune) / rulesPart, seeds: rulesSeeds, seed: f.seed, games: 100}
	bar := t.progress("training on changed rules", learn.decisions*learn.seeds*(1+len(list)))
	learn.progress = bar.set
	first, rest, err := rulesOfReport(ctx, base, list, c.Cast, learn)
	bar.finish()
	return append([]whatif.Rules{first}, rest...), err
}

// tellingKnobs returns the rules whose change by a step tells most, which are kept.
func (f *reportFlags) tellingKnobs(ctx context.Context, t *terminal, c *balance.Config, strong trust.Agent, bot string) (paths []string, err error) {
	const part = "telling rules"
	key := fmt.Sprint(c.Build, c.Game.Spec().Hash, strong.Command, f.telling, f.seed)
	if text, ok := c.Store.Load(part, key); ok && json.Unmarshal(text, &paths) == nil {
		return paths, nil
	}
	bar := t.progress("looking for rules that matter", 0)
	paths, err = telling(ctx, c.Game, strong, bot, f.telling, whatif.Config{Games: screeningGames, Seed: screeningSeed(f.seed), Workers: f.workers, Place: c.Place})
	bar.finish()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(paths)
	if err != nil {
		return nil, err
	}
	return paths, c.Store.Save(part, key, text)
}

// agentsDir is the folder of what a report trains.
func (f *reportFlags) agentsDir() string { return filepath.Join(f.out, "agents") }

// beatStrategy lets the report answer the strategy of a file.
func (f *reportFlags) beatStrategy(c *balance.Config) error {
	text, err := disk.ReadText(f.strategy, open.MaxText)
	if err != nil {
		return badf("--strategy: %w", err)
	}
	if _, err := opener.Agent(c.Game, open.StrategyCall(f.strategy)); err != nil {
		return badf("--strategy %s: %w", f.strategy, err)
	}
	strong, bot := strongest(c.Cast, f.agentsDir())
	budget := answering{elsewhere: f.elsewhere.at, decisions: max(f.tune, leastAnswer), selection: 200, games: marginGames, seed: f.seed}
	c.AnswerKey = fmt.Sprint(string(text), budget.decisions, strong.Command)
	c.Answer = func(ctx context.Context, games int, progress func(done, total int)) (*answer.Study, error) {
		budget.progress = func(_ string, done, total int) { progress(done, total) }
		return answerStrategy(ctx, c.Game, f.strategy, c.Cast, strong, bot, budget, games, progress)
	}
	return nil
}

// leastAnswer is the number of decisions of a training against a strategy, where the
// report trains less.
const leastAnswer = 20_000
