package reporting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/play/opponents"
	"ringer/report/balance"
	"ringer/report/trust"
)

// baselines lists the agents that need no training. Where a game has no judge or no expert,
// there is no such agent.
var baselines = []string{"random", "greedy", exploit.ExpertName}

// given builds the agents that were named.
func (w *work) given() error {
	var faults []error
	for _, name := range w.Agents {
		entries, err := w.opener.Entries(w.Game, []string{name})
		if err != nil {
			faults = append(faults, w.bad("agent", " %s: %w", name, err))
			continue
		}
		if w.plays(entries[0].Name) {
			faults = append(faults, w.bad("agent", " %s is named twice", name))
			continue
		}
		a := trust.Agent{Name: entries[0].Name, Command: entries[0].Name, Role: trust.Baseline, Agent: entries[0].Agent}
		if bot, err := open.BotOf(a.Command); err == nil && bot != "" {
			a.Role = trust.Start
		}
		w.play.Cast = append(w.play.Cast, a)
		w.enter(&a, "named by --agent")
	}
	if len(w.Agents) > 0 && len(faults) == 0 {
		return w.judged()
	}
	return errors.Join(faults...)
}

// enter adds a strong agent; words say what it is.
func (w *work) enter(a *trust.Agent, words string) {
	w.play.Agents = append(w.play.Agents, a.Entry())
	w.words[a.Name] = words
}

// plays reports whether a strong agent has a name, be it the one that builds it.
func (w *work) plays(name string) bool {
	return slices.ContainsFunc(w.play.Agents, func(e eval.Entry) bool { return e.Name == name || w.built(e.Name) == name })
}

// built returns the name that builds an agent of the report, which calls it by another: "the shipped bot".
func (w *work) built(name string) string {
	if i := slices.IndexFunc(w.play.Cast, func(a trust.Agent) bool { return a.Name == name }); i >= 0 {
		return w.play.Cast[i].Command
	}
	return name
}

// judged returns an error where the panel on trust alone was asked for and no agent has
// learned anything to be trusted for.
func (w *work) judged() error {
	if !slices.Contains(w.Only, "trust") || trust.Applies(w.play.Cast) {
		return nil
	}
	var names []string
	for _, a := range w.play.Cast {
		names = append(names, a.Name)
	}
	return w.bad("only", " trust: no agent of the report has learned (%s): want a bot, such as --agent 'bot(FILE)', or trainings: no --agent, and --tune above 0",
		strings.Join(names, ", "))
}

// cast trains the agents of a report, unless they were named, and lists its levels of skill.
func (w *work) cast(ctx context.Context) error {
	if len(w.Agents) == 0 {
		if err := w.train(ctx); err != nil {
			return err
		}
		if err := w.judged(); err != nil {
			return err
		}
	}
	if w.wants("trust") && !trust.Applies(w.play.Cast) {
		w.warn("ringer: the report has no panel on trust: none of its agents has learned\n")
	}
	for _, name := range w.below(w.play.Agents[0].Name) {
		if agent, err := w.opener.Agent(w.Game, name); err == nil {
			w.play.Levels = append(w.play.Levels, eval.Entry{Name: name, Agent: agent})
		}
	}
	w.play.Levels = append(w.play.Levels, w.play.Agents[0])
	w.play.Weak = w.weak()
	w.play.Called = w.called()
	w.play.Enter = w.entering()
	if len(w.Agents) == 0 {
		if a := w.secondOpinion(strongestOf(w.play.Cast, w.agentsDir()), opinionSims); a != nil {
			a.Command = strings.ReplaceAll(a.Command, filepath.ToSlash(w.Dir)+"/", "") // as seeds of trainings are
			w.play.Cast = append(w.play.Cast, *a)
		}
	}
	return nil
}

// levels lists the agents that may be levels of skill below the strongest, weakest first.
func (w *work) levels() []string {
	list := append(slices.Clone(baselines), opponents.Levels(w.Game)...)
	return slices.DeleteFunc(list, func(name string) bool { return name == opponents.Searcher(w.Game) }) // which is slow
}

// below lists the levels of skill below an agent, weakest first: by the ratings that ship for these rules, those
// without a rating first. Where the agent itself is rated, levels that are rated above it are left out.
func (w *work) below(agent string) []string {
	rating := map[string]float64{}
	for _, t := range opponents.Table() {
		if t.Facts == w.Game.Spec().FactsHash {
			for _, r := range t.Ratings {
				rating[r.Agent] = r.Rating
			}
		}
	}
	own := rating[w.built(agent)]
	list := slices.DeleteFunc(w.levels(), func(name string) bool { return w.plays(name) || own > 0 && rating[name] > own })
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(rating[a], rating[b]) })
	return list
}

// called returns what people call the levels that ship for the rules: "beginners", "level 2".
func (w *work) called() map[string]string {
	names := map[string]string{}
	for i, level := range opponents.Levels(w.Game) {
		names[level] = fmt.Sprintf("level %d", i+1)
		if i == 0 {
			names[level] = "beginners"
		}
	}
	return names
}

// weak returns the weakest level that ships for the rules, or where none does the greedy agent; nil where there is
// neither.
func (w *work) weak() *eval.Entry {
	names := []string{"greedy"}
	if levels := opponents.Levels(w.Game); len(levels) > 0 {
		names = []string{levels[0], "greedy"}
	}
	for _, name := range names {
		if agent, err := w.opener.Agent(w.Game, name); err == nil {
			return &eval.Entry{Name: name, Agent: agent}
		}
	}
	return nil
}

// tuneGames is the number of decisions of each training for each game of a plan.
const tuneGames = 100

// A training is measured at its end over a game for as many of its decisions, within bounds: else
// the games of a short one take longer than it does.
const decisionsOfAGame, leastMeasured, mostMeasured = 100, 40, 400

func measuredGames(decisions, most int) int {
	return min(most, max(leastMeasured, decisions/decisionsOfAGame))
}

// train makes the agents of a report: the shipped bot where it knows the rules, and
// trainings on them.
func (w *work) train(ctx context.Context) error {
	start := startFor(w.Game)
	if w.Tune < 0 {
		w.Tune = w.tuneDecisions(start)
	}
	var told func(done, total int) // nobody is told of trainings where there is none
	if w.Tune > 0 {
		told = w.of("training", w.Tune*w.Trainings)
	}
	list, err := w.agentsOf(ctx, w.Game, w.learning(w.Tune, w.Trainings, measuredGames(w.Tune, mostMeasured), told))
	if err != nil {
		return err
	}
	for i := range list {
		if list[i].Training != nil {
			list[i].Training.Seconds = 0 // which differ from time to time; the runs have them
		}
	}
	w.play.Cast = list
	for i := range list {
		switch a := &list[i]; {
		case a.Role == trust.Start && start.exact:
			w.enter(a, fmt.Sprintf("%s, trained on %s decisions of these rules", a.Command, numbers.Count(int(start.bot.Manifest.Training.AllDecisions()))))
		case a.Role == trust.Learned:
			w.enter(a, fmt.Sprintf("%s decisions on these rules, from %s", numbers.Count(a.Training.Decisions), a.Training.From))
		}
	}
	if len(w.play.Agents) == 0 { // nobody learned: the strongest of the others
		last := &list[len(list)-1]
		w.enter(last, fmt.Sprintf("%s, which has learned nothing of these rules", last.Command))
	}
	return w.margin(ctx)
}

// learners are the panels that need several agents which have learned: changes are learned, and what is
// flagged must hold for all of them. Where none of these is made, the bot that was made for the rules
// plays without a training.
var learners = []string{"trust", "things", "strategies", "what-if", "sensitivity", "answer"}

// tuneDecisions returns the decisions of each training of a report of as many games.
func (w *work) tuneDecisions(start *firstBot) int {
	if start != nil && start.exact && !slices.ContainsFunc(learners, w.wants) {
		return 0
	}
	return tuneGames * w.Games
}

// margin adds to a report what a best response gains that is trained against the agent on which
// the report rests.
func (w *work) margin(ctx context.Context) (err error) {
	if w.Tune == 0 || !w.wants("trust") { // as nobody is to be trained
		return nil
	}
	s := strongestOf(w.play.Cast, w.agentsDir())
	a := w.responding(w.Tune / 2)
	key := fmt.Sprint(w.Game.Spec().Hash, w.Build, s.Command, a.decisions, a.selection, a.games, w.Tune, w.Seed)
	w.play.Margin, err = balance.Kept(w.folder, "margin", key, func() (*trust.Margin, error) {
		a.exactly = w.Tune < leastResponse
		told := w.of("best responses", 0)
		a.progress = func(_ string, done, total int) { told(done, total) }
		return w.marginOf(ctx, s, w.play.Cast, a)
	})
	if err == nil && w.play.Margin.Agent == "" {
		w.play.Margin = nil
	}
	return err
}

// entering returns a function that builds the strong agents for other rules: a bot plays them
// untrained.
func (w *work) entering() func(env.Game) ([]eval.Entry, error) {
	commands := map[string]string{}
	for _, a := range w.play.Cast {
		commands[a.Name] = a.Command
		name, err := open.BotOf(a.Command)
		if err != nil || name == "" {
			continue
		}
		if a.Role == trust.Learned && len(w.Agents) == 0 {
			name = filepath.Join(w.Dir, filepath.FromSlash(name))
		}
		commands[a.Name] = untrained(name)
	}
	return func(g env.Game) ([]eval.Entry, error) {
		var list []eval.Entry
		for _, e := range w.play.Agents {
			agent, err := w.opener.Agent(g, commands[e.Name])
			if err != nil {
				return nil, err
			}
			list = append(list, eval.Entry{Name: e.Name, Agent: agent})
		}
		return list, nil
	}
}

// strongest is the agent on which a report rests.
type strongest struct {
	trust.Agent
	file string // of its bot, or the name of one that ships; empty for one that is no network
}

// strongestOf returns the first learned agent, else the shipped bot, else the best that needs
// no training. dir is the folder of what was trained.
func strongestOf(cast []trust.Agent, dir string) *strongest {
	for _, a := range cast {
		if a.Role == trust.Learned {
			return &strongest{a, filepath.Join(dir, seedName(0)+".bot")}
		}
	}
	best := cast[0]
	for _, a := range cast {
		if a.Role == trust.Start {
			name, _ := open.BotOf(a.Command) // it has been built
			return &strongest{a, name}
		}
		if a.Role == trust.Baseline {
			best = a
		}
	}
	return &strongest{Agent: best}
}

// anywhere returns the name of the agent at tables with other rules.
func (s *strongest) anywhere() string {
	if s.file == "" {
		return s.Command
	}
	return untrained(s.file)
}

// opinionSims is the number of simulations of a decision of the agent that searches.
const opinionSims = 32

// secondOpinion returns the agent on which a report rests with search, which needs no
// training on changed rules; nil for agents that cannot search.
func (w *work) secondOpinion(s *strongest, sims int) *trust.Agent {
	command := fmt.Sprintf("ismcts(sims=%d)", sims)
	name := command
	if s.file != "" {
		command = strings.TrimSuffix(s.anywhere(), ")") + fmt.Sprintf(",search=%d,method=gumbel)", sims)
		name = fmt.Sprintf("%s, with search=%d", s.Name, sims)
	}
	agent, err := w.opener.Agent(w.Game, command)
	if err != nil {
		return nil
	}
	return &trust.Agent{Name: name, Command: command, Role: trust.Search, Agent: agent}
}
