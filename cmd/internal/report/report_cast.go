package report

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/play/opponents"
	"ringer/report/balance"
	"ringer/report/trust"
	"ringer/train/exploiter"
)

// given builds the agents that --agent names.
func (f *ReportFlags) given(c *balance.Config) error {
	f.words = map[string]string{}
	for _, name := range f.agents {
		entries, err := f.opener.Entries(c.Game, []string{name})
		if err != nil {
			return input.Badf("--agent %s: %w", name, err)
		}
		if slices.ContainsFunc(c.Agents, func(e eval.Entry) bool { return e.Name == entries[0].Name }) {
			return input.Badf("--agent %s is named twice", name)
		}
		c.Agents = append(c.Agents, entries[0])
		a := trust.Agent{Name: entries[0].Name, Command: entries[0].Name, Role: trust.Baseline, Agent: entries[0].Agent}
		if bot, err := open.BotOf(a.Command); err == nil && bot != "" {
			a.Role = trust.Start
		}
		c.Cast = append(c.Cast, a)
		f.words[entries[0].Name] = "named by --agent"
	}
	if len(f.agents) > 0 {
		return f.judged(c)
	}
	return nil
}

// judged returns an error where the panel on trust alone was asked for and no agent has
// learned anything to be trusted for.
func (f *ReportFlags) judged(c *balance.Config) error {
	if !slices.Contains(f.only, "trust") || trust.Applies(c.Cast) {
		return nil
	}
	var names []string
	for _, a := range c.Cast {
		names = append(names, a.Name)
	}
	return input.Badf("--only trust: no agent of the report has learned (%s): want a bot, such as --agent 'bot(FILE)', or trainings: no --agent, and --tune above 0",
		strings.Join(names, ", "))
}

// Of the time of a report, the trainings of its agents take a share; answers to them, and
// agents for other rules, as much again. Where nobody knows how fast a game learns, it is
// taken to be slow.
const (
	tuneShare  = 0.1
	slowTuning = 3000 // decisions a second
	tuneGames  = 100  // decisions of each training for each game of a plan
)

// cast trains the agents of a report, unless they were named, and lists its levels of skill.
func (f *ReportFlags) cast(ctx context.Context, t *shell.Terminal, c *balance.Config) error {
	if len(f.agents) == 0 {
		if err := f.train(ctx, t, c); err != nil {
			return err
		}
		if err := f.judged(c); err != nil {
			return err
		}
	}
	if f.wants("trust") && !trust.Applies(c.Cast) {
		t.Warnf("ringer: the report has no panel on trust: none of its agents has learned\n")
	}
	weaker := []string{"random", "greedy", exploit.ExpertName}
	for _, level := range opponents.Levels(c.Game) {
		weaker = append(weaker, lookup.BotCall(level))
	}
	for _, name := range weaker {
		if slices.ContainsFunc(c.Agents, func(e eval.Entry) bool { return e.Name == name }) {
			continue
		}
		// Where a game has no judge or no expert, there is no such agent.
		if agent, err := f.opener.Agent(c.Game, name); err == nil {
			c.Levels = append(c.Levels, eval.Entry{Name: name, Agent: agent})
		}
	}
	c.Levels = append(c.Levels, c.Agents[0])
	c.Enter = f.enter(c)
	if len(f.agents) == 0 {
		strong, file := Strongest(c.Cast, f.agentsDir())
		if a := SecondOpinion(f.opener, c.Game, strong, file, opinionSims); a != nil {
			a.Command = strings.ReplaceAll(a.Command, filepath.ToSlash(f.out)+"/", "") // as those of trainings are
			c.Cast = append(c.Cast, *a)
		}
	}
	return nil
}

// train makes the agents of a report: the shipped bot where it knows the rules, and
// trainings on them.
func (f *ReportFlags) train(ctx context.Context, t *shell.Terminal, c *balance.Config) error {
	start := startFor(c.Game)
	if f.tune < 0 {
		f.tune = f.tuneDecisions(start)
	}
	p := &Tuning{Opener: f.opener, elsewhere: f.elsewhere.At, Dir: f.agentsDir(), Force: f.force, Decisions: f.tune, Seeds: f.trainings, Seed: f.seed, Games: 400}
	bar := t.Progress("training", f.tune*f.trainings)
	p.Progress = bar.Set
	list, err := AgentsOfReport(ctx, c.Game, p)
	bar.Finish()
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].Training != nil {
			list[i].Training.Seconds = 0 // which differ from time to time; the runs have them
		}
	}
	c.Cast = list
	add := func(a *trust.Agent, words string) {
		c.Agents = append(c.Agents, a.Entry())
		f.words[a.Name] = words
	}
	for i := range list {
		switch a := &list[i]; {
		case a.Role == trust.Start && start.exact:
			add(a, fmt.Sprintf("%s, trained on %s decisions of these rules", a.Command, shell.Count(float64(start.bot.Manifest.Training.AllDecisions()))))
		case a.Role == trust.Learned:
			from := a.Training.From
			add(a, fmt.Sprintf("%s decisions on these rules, from %s", shell.Count(float64(a.Training.Decisions)), from))
		}
	}
	if len(c.Agents) == 0 { // nobody learned: the strongest of the others
		last := &list[len(list)-1]
		add(last, fmt.Sprintf("%s, which has learned nothing of these rules", last.Command))
	}
	return f.margin(ctx, t, c, p)
}

// margin adds to the cast an agent that searches, and what an opponent gains that is trained
// against the agent on which the report rests.
func (f *ReportFlags) margin(ctx context.Context, t *shell.Terminal, c *balance.Config, p *Tuning) error {
	if f.tune == 0 || !f.wants("trust") { // as nobody is to be trained
		return nil
	}
	strong, file := Strongest(c.Cast, p.Dir)
	budget := Answering{Opener: f.opener, elsewhere: f.elsewhere.At, Decisions: f.tune / 2, Selection: 200, Games: marginGames, Seed: f.seed}
	key := fmt.Sprint(c.Game.Spec().Hash, c.Build, strong.Command, budget.Decisions, budget.Selection, budget.Games, f.tune, f.seed)
	if text, ok := c.Store.Load("margin", key); ok {
		if err := json.Unmarshal(text, &c.Margin); err == nil {
			return nil
		}
	}
	bar := t.Progress("answering", 0)
	budget.progress = func(phase string, done, total int) { bar.Set(done, total) }
	m, err := MarginOf(ctx, c.Game, strong, file, c.Cast, budget)
	bar.Finish()
	if err != nil {
		return err
	}
	c.Margin = m
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return c.Store.Save("margin", key, text)
}

// enter returns a function that builds the strong agents for other rules: a bot plays them
// untrained.
func (f *ReportFlags) enter(c *balance.Config) func(env.Game) ([]eval.Entry, error) {
	commands := map[string]string{}
	for _, e := range c.Agents {
		commands[e.Name] = e.Name
	}
	for _, a := range c.Cast {
		commands[a.Name] = a.Command
		if a.Role == trust.Learned && len(f.agents) == 0 {
			file := strings.TrimSuffix(strings.TrimPrefix(a.Command, "bot("), ")")
			commands[a.Name] = untrained(filepath.Join(f.out, filepath.FromSlash(file)))
		} else if name, err := open.BotOf(a.Command); err == nil && name != "" {
			commands[a.Name] = untrained(name)
		}
	}
	return func(g env.Game) ([]eval.Entry, error) {
		var list []eval.Entry
		for _, e := range c.Agents {
			agent, err := f.opener.Agent(g, commands[e.Name])
			if err != nil {
				return nil, err
			}
			list = append(list, eval.Entry{Name: e.Name, Agent: agent})
		}
		return list, nil
	}
}

// opinionSims is the number of simulations of a decision of the agent that searches.
const opinionSims = 32

// marginGames is the number of games that measure an answer.
const marginGames = exploiter.LeastGames

// tuneDecisions returns the decisions of each training that a report has time for.
func (f *ReportFlags) tuneDecisions(start *firstBot) int {
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
