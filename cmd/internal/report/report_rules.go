package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
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
func (f *ReportFlags) changeRules(ctx context.Context, t *shell.Terminal, c *balance.Config) error {
	strong, bot := Strongest(c.Cast, f.agentsDir())
	paths := f.steps
	if len(paths) == 0 && f.telling > 0 {
		var err error
		if paths, err = f.tellingKnobs(ctx, t, c, strong, bot); err != nil {
			return err
		}
	}
	var steps []RuleSet
	for _, path := range paths {
		some, err := StepsOf(c.Game, path)
		if err != nil {
			return fmt.Errorf("--step %w", err)
		}
		steps = append(steps, some...)
	}
	base := RuleSet{Label: AsTheyAre, Game: c.Game}
	var err error
	if len(steps) > 0 {
		if c.Variants, err = f.rulesWithAgents(ctx, t, c, base, steps); err != nil {
			return err
		}
	}
	for _, series := range f.vary {
		list, now, err := SeriesOf(c.Game, series)
		if err != nil {
			return fmt.Errorf("--vary %w", err)
		}
		base.Knob, base.Value = list[0].Knob, now
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
func (f *ReportFlags) checkRules(g env.Game) error {
	var faults []error
	for _, path := range f.steps {
		if _, err := StepsOf(g, path); err != nil {
			faults = append(faults, input.Badf("--step %w", err))
		}
	}
	for _, series := range f.vary {
		if _, _, err := SeriesOf(g, series); err != nil {
			faults = append(faults, input.Badf("--vary %w", err))
		}
	}
	if f.strategy != "" {
		if _, err := f.opener.Agent(g, open.StrategyCall(f.strategy)); err != nil {
			faults = append(faults, input.Badf("--strategy %s: %w", f.strategy, err))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// rulesWithAgents returns rules with those who play them, the base first.
func (f *ReportFlags) rulesWithAgents(ctx context.Context, t *shell.Terminal, c *balance.Config, base RuleSet, list []RuleSet) ([]whatif.Rules, error) {
	learn := &Tuning{Opener: f.opener, elsewhere: f.elsewhere.At, Dir: f.agentsDir(), Force: f.force, Decisions: max(0, f.tune) / rulesPart, Seeds: rulesSeeds, Seed: f.seed, Games: 100}
	bar := t.Progress("training on changed rules", learn.Decisions*learn.Seeds*(1+len(list)))
	learn.Progress = bar.Set
	first, rest, err := RulesOfReport(ctx, base, list, c.Cast, learn)
	bar.Finish()
	return append([]whatif.Rules{first}, rest...), err
}

// tellingKnobs returns the rules whose change by a step tells most, which are kept.
func (f *ReportFlags) tellingKnobs(ctx context.Context, t *shell.Terminal, c *balance.Config, strong trust.Agent, bot string) (paths []string, err error) {
	const part = "telling rules"
	key := fmt.Sprint(c.Build, c.Game.Spec().Hash, strong.Command, f.telling, f.seed)
	if text, ok := c.Store.Load(part, key); ok && json.Unmarshal(text, &paths) == nil {
		return paths, nil
	}
	bar := t.Progress("looking for rules that matter", 0)
	paths, err = Telling(ctx, f.opener, c.Game, strong, bot, f.telling, whatif.Config{Games: ScreeningGames, Seed: ScreeningSeed(f.seed), Workers: f.workers, Place: c.Place})
	bar.Finish()
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
func (f *ReportFlags) agentsDir() string { return filepath.Join(f.out, "agents") }

// beatStrategy lets the report answer the strategy of a file.
func (f *ReportFlags) beatStrategy(c *balance.Config) error {
	text, err := disk.ReadText(f.strategy, open.MaxText)
	if err != nil {
		return input.Badf("--strategy: %w", err)
	}
	if _, err := f.opener.Agent(c.Game, open.StrategyCall(f.strategy)); err != nil {
		return input.Badf("--strategy %s: %w", f.strategy, err)
	}
	strong, bot := Strongest(c.Cast, f.agentsDir())
	budget := Answering{Opener: f.opener, elsewhere: f.elsewhere.At, Decisions: max(f.tune, leastAnswer), Selection: 200, Games: marginGames, Seed: f.seed}
	c.AnswerKey = fmt.Sprint(string(text), budget.Decisions, strong.Command)
	c.Answer = func(ctx context.Context, games int, progress func(done, total int)) (*answer.Study, error) {
		budget.progress = func(_ string, done, total int) { progress(done, total) }
		return AnswerStrategy(ctx, c.Game, f.strategy, c.Cast, strong, bot, budget, games, progress)
	}
	return nil
}

// leastAnswer is the number of decisions of a training against a strategy, where the
// report trains less.
const leastAnswer = 20_000
