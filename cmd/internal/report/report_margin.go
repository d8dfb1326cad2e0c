package report

import (
	"context"
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/report/trust"
	"ringer/train"
	"ringer/train/exploiter"
	"ringer/train/warm"
)

// Answering is a search for answers to an agent with the budget of a report.
type Answering struct {
	Opener *open.Opener
	game   env.Game // in the wrapper that first reads
	victim eval.Entry
	first  *firstBot     // whose weights trainings begin with; nil: an imitated expert, or at random
	own    bool          // first is the victim
	ready  []trust.Agent // that are tried as they are

	Decisions int // of each of exploiter.MinSeeds trainings; 0: none
	Selection int // games that choose
	Games     int // of the report on the answer, at least exploiter.LeastGames
	Seed      uint64
	progress  func(phase string, done, total int)
	elsewhere *remote.Elsewhere
}

// find looks for the best answers in every seat.
func (a *Answering) find(ctx context.Context) (*exploiter.Result, error) {
	file, err := longTraining(a.game, a.first)
	if err != nil {
		return nil, err
	}
	exploit.Respond(file, a.game)
	file.Start, file.StartSHA256, file.Openings = "", "", train.Defaults().Openings
	x := &exploit.Search{
		Opener: a.Opener, File: file, Victim: a.victim, Elsewhere: a.elsewhere,
		Options: exploit.Options{Game: a.game, Seeds: exploiter.MinSeeds, Decisions: a.Decisions, Selection: a.Selection, Games: a.Games, Seed: a.Seed},
	}
	start := exploiter.Random(file.Network)
	build := func(name string) (agents.Agent, error) { return a.Opener.Agent(a.game, name) }
	switch _, noExpert := a.Opener.Agent(a.game, exploit.ExpertName); {
	case a.first != nil:
		from, err := firstNetwork(a.first)
		if err != nil {
			return nil, err
		}
		start = exploiter.Start{
			Name: "the weights of " + lookup.BotCall(a.first.name), Network: train.NetworkConfigOf(a.first.bot.Weights.Network),
			Begin: file.Begin(a.game.Spec(), from, build, func(*warm.Taken) {}), Own: a.own,
		}
	case noExpert == nil:
		start = exploiter.Start{Name: "imitation of " + exploit.ExpertName, Network: file.Network, Begin: x.Imitate(), Once: true}
	}
	x.Starts = []exploiter.Start{start}
	if err := x.Settle(); err != nil {
		return nil, err
	}
	file.Collect.Tables = min(file.Collect.Tables, 64)
	for _, r := range a.ready {
		if r.Name != a.victim.Name {
			x.Ready = append(x.Ready, r.Entry())
		}
	}
	return x.Run(ctx, a.progress)
}

// budget words the budget of a search for answers.
func (a *Answering) budget() string {
	return fmt.Sprintf("%d trainings of %s decisions, chosen on %s games", exploiter.MinSeeds, shell.Count(float64(a.Decisions)), shell.Count(float64(a.Selection)))
}

// firstNetwork returns the network of a bot, with the names of what it reads.
func firstNetwork(b *firstBot) (*warm.Network, error) {
	if own, err := open.GameOf(b.name, b.bot); err == nil {
		return warm.FromBot(b.bot, own.Spec())
	}
	return warm.FromBot(b.bot, nil)
}

// exactNodes is the size of the largest game in which the margin of an agent is computed
// exactly.
const exactNodes = 300_000

// MarginOf measures what the best opponent gains from the agent on which a report rests:
// exactly in small games, else by opponents that are trained from the agent's own weights.
// file is that of a learned agent or the name of a bot; empty for other agents.
func MarginOf(ctx context.Context, g env.Game, of trust.Agent, file string, cast []trust.Agent, budget Answering) (*trust.Margin, error) {
	scale := max(-g.Spec().MinUtility, g.Spec().MaxUtility)
	walked, err := tree.Build(ctx, g, exactNodes)
	if _, large := errors.AsType[*tree.TooLargeError](err); err != nil && !large && !errors.Is(err, tree.ErrNoInformationStates) {
		return nil, err
	}
	if err == nil {
		x, err := eval.Exploit(ctx, walked, of.Name, of.Agent, budget.Seed)
		if err != nil {
			return nil, err
		}
		gain := x.Exploitability / scale
		return &trust.Margin{Agent: of.Name, Exact: true, Gain: gain, Low: gain, High: gain, Found: gain > 0, Budget: "the whole tree", Source: "measured here"}, nil
	}
	a := budget
	a.game, a.victim = g, of.Entry()
	if file != "" {
		if a.first, err = firstFrom(file, g); err != nil {
			return nil, err
		}
		a.game, a.own = a.first.home, true
		if a.victim.Agent, err = a.Opener.Agent(a.game, untrained(file)); err != nil {
			return nil, err
		}
	}
	if a.ready, err = untrainedOf(a.Opener, cast, a.game); err != nil {
		return nil, err
	}
	r, err := a.find(ctx)
	if err != nil {
		return nil, err
	}
	return &trust.Margin{
		Agent: of.Name, Gain: r.Exploitability.Exploitability / scale, Low: r.ExploitabilityLow / scale, High: r.ExploitabilityHigh / scale,
		Found: r.Found && r.ExploitabilityLow > 0, Games: r.Games, Budget: a.budget(), Source: "measured here", Unlearned: r.Unlearned / scale,
	}, nil
}

// untrainedOf builds those of the agents that learned nothing of a report's rules, for tables
// of a game with its facts.
func untrainedOf(o *open.Opener, cast []trust.Agent, g env.Game) (list []trust.Agent, err error) {
	for _, a := range cast {
		if a.Role != trust.Baseline && a.Role != trust.Start {
			continue
		}
		if a.Agent, err = o.Agent(g, a.Command); err != nil {
			return nil, err
		}
		list = append(list, a)
	}
	return list, nil
}

// SecondOpinion returns the agent on which a report rests with search, which needs no
// training on changed rules; nil for agents that cannot search.
func SecondOpinion(o *open.Opener, g env.Game, of trust.Agent, file string, sims int) *trust.Agent {
	command := fmt.Sprintf("ismcts(sims=%d)", sims)
	name := command
	if file != "" {
		command = searching(untrained(file), sims)
		name = fmt.Sprintf("%s, with search=%d", of.Name, sims)
	}
	agent, err := o.Agent(g, command)
	if err != nil {
		return nil
	}
	return &trust.Agent{Name: name, Command: command, Role: trust.Search, Agent: agent}
}

// searching adds a tree search to the name of a bot.
func searching(bot string, sims int) string {
	return bot[:len(bot)-1] + fmt.Sprintf(",search=%d,method=gumbel)", sims)
}
