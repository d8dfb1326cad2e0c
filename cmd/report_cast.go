package cmd

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ringer/checkpoints"
	"ringer/eval"
	"ringer/report/balance"
	"ringer/report/trust"
)

// given builds the agents that --agent names.
func (f *reportFlags) given(c *balance.Config) error {
	f.words = map[string]string{}
	for _, name := range f.agents {
		entries, err := enter(c.Game, []string{name})
		if err != nil {
			return badf("--agent %s: %w", name, err)
		}
		if slices.ContainsFunc(c.Agents, func(e eval.Entry) bool { return e.Name == entries[0].Name }) {
			return badf("--agent %s is named twice", name)
		}
		c.Agents = append(c.Agents, entries[0])
		c.Cast = append(c.Cast, trust.Agent{Name: entries[0].Name, Command: entries[0].Name, Role: trust.Learned, Agent: entries[0].Agent})
		f.words[entries[0].Name] = "named by --agent"
	}
	return nil
}

// Of the time of a report, trainings take a share; where nobody knows how fast a game
// learns, it is taken to be slow.
const (
	tuneShare  = 0.25
	slowTuning = 3000 // decisions a second
	tuneGames  = 100  // decisions of each training for each game of a plan
)

// cast trains the agents of a report, unless they were named, and lists its levels of skill.
func (f *reportFlags) cast(ctx context.Context, t *terminal, c *balance.Config) error {
	if len(f.agents) == 0 {
		if err := f.train(ctx, t, c); err != nil {
			return err
		}
	}
	weaker := []string{"random", "greedy", expertName}
	for _, level := range levelsOf(c.Game, checkpoints.Levels(), openBot) {
		weaker = append(weaker, "bot("+level+")")
	}
	for _, name := range weaker {
		if slices.ContainsFunc(c.Agents, func(e eval.Entry) bool { return e.Name == name }) {
			continue
		}
		// Where a game has no judge or no expert, there is no such agent.
		if agent, err := newAgent(c.Game, name); err == nil {
			c.Levels = append(c.Levels, eval.Entry{Name: name, Agent: agent})
		}
	}
	c.Levels = append(c.Levels, c.Agents[0])
	return nil
}

// train makes the agents of a report: the shipped bot where it knows the rules, and
// trainings on them.
func (f *reportFlags) train(ctx context.Context, t *terminal, c *balance.Config) error {
	start := startFor(c.Game)
	if f.tune < 0 {
		f.tune = f.tuneDecisions(start)
	}
	p := &tuning{dir: f.out, decisions: f.tune, seeds: f.trainings, seed: f.seed, games: 400}
	bar := t.progress("training", f.tune*f.trainings)
	p.progress = bar.set
	list, err := agentsOfReport(ctx, c.Game, p)
	bar.finish()
	if err != nil {
		return err
	}
	c.Cast = list
	add := func(a *trust.Agent, words string) {
		c.Agents = append(c.Agents, a.Entry())
		f.words[a.Name] = words
	}
	for i := range list {
		switch a := &list[i]; {
		case a.Role == trust.Start && start.exact:
			add(a, fmt.Sprintf("%s, trained on %s decisions of these rules", a.Command, count(float64(start.bot.Manifest.Training.Decisions))))
		case a.Role == trust.Learned:
			from := a.Training.From
			add(a, fmt.Sprintf("%s decisions on these rules, from %s", count(float64(a.Training.Decisions)), from))
		}
	}
	if len(c.Agents) > 0 {
		return nil
	}
	// Nobody learned: the strongest of the others.
	last := &list[len(list)-1]
	add(last, fmt.Sprintf("%s, which has learned nothing of these rules", last.Command))
	return nil
}

// tuneDecisions returns the decisions of each training that a report has time for.
func (f *reportFlags) tuneDecisions(start *shippedStart) int {
	if f.games > 0 {
		return tuneGames * f.games
	}
	speed := float64(slowTuning)
	if start != nil {
		if m := &start.bot.Manifest.Training; m.Seconds > 0 && m.Decisions > 0 {
			speed = float64(m.Decisions) / m.Seconds
		}
	}
	seconds := tuneShare * f.minutes * time.Minute.Seconds()
	return int(speed * seconds / float64(f.trainings))
}
