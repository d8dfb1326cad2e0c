package reporting

import (
	"context"
	"errors"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/internal/numbers"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/report/trust"
	"ringer/train"
	"ringer/train/bestresponse"
	"ringer/train/warm"
)

// responding is a search for best responses to an agent with the budget of a report.
type responding struct {
	work    *work
	game    env.Game // in the wrapper that first reads
	against eval.Entry
	first   *firstBot    // whose weights trainings begin with; nil: an imitated expert, or at random
	own     bool         // first is the agent itself
	exactly bool         // or not at all: a training this short finds nothing
	ready   []eval.Entry // that are tried as they are

	decisions int // of each of bestresponse.MinSeeds trainings; 0: none
	selection int // games that choose
	games     int // that measure the best response, at least bestresponse.LeastGames
	progress  func(phase string, done, total int)
}

// responding returns a search with as many decisions in each training, at the game of the
// report.
func (w *work) responding(decisions int) *responding {
	return &responding{work: w, game: w.Game, decisions: decisions, selection: 200, games: bestresponse.LeastGames}
}

// beginWith lets trainings begin with the weights of a bot, at the game as it reads it; an
// empty name leaves all as it is.
func (a *responding) beginWith(file string) (err error) {
	if file == "" {
		return nil
	}
	if a.first, err = firstFrom(file, a.game); err == nil {
		a.game = a.first.home
	}
	return err
}

// try lets the agents be tried that learned nothing of the report's rules.
func (a *responding) try(cast []trust.Agent) error {
	for _, b := range cast {
		if b.Role != trust.Baseline && b.Role != trust.Start {
			continue
		}
		agent, err := a.agent(b.Command)
		if err != nil {
			return err
		}
		a.ready = append(a.ready, eval.Entry{Name: b.Name, Agent: agent})
	}
	return nil
}

func (a *responding) agent(name string) (agents.Agent, error) {
	return a.work.opener.Agent(a.game, name)
}

// find looks for the best responses in every seat.
func (a *responding) find(ctx context.Context) (*bestresponse.Result, error) {
	file, err := longTraining(a.game, a.first)
	if err != nil {
		return nil, err
	}
	exploit.Respond(file, a.game)
	file.Start, file.StartSHA256, file.Openings = "", "", train.Defaults().Openings
	s := &exploit.Search{
		Options: exploit.Options{Game: a.game, Seeds: bestresponse.MinSeeds, Decisions: a.decisions, Selection: a.selection, Games: a.games, Seed: a.work.Seed},
		Opener:  a.work.opener, Elsewhere: a.work.Elsewhere, Against: a.against, File: file,
	}
	for _, r := range a.ready {
		if r.Name != a.against.Name {
			s.Ready = append(s.Ready, r)
		}
	}
	start := bestresponse.Random(file.Network)
	switch _, noExpert := a.agent(exploit.ExpertName); {
	case a.first != nil:
		from, err := firstNetwork(a.first)
		if err != nil {
			return nil, err
		}
		start = bestresponse.Start{
			Name: "the weights of " + open.BotCall(a.first.name), Network: train.NetworkConfigOf(a.first.bot.Weights.Network),
			Begin: file.Begin(a.game.Spec(), from, a.agent, func(*warm.Taken) {}), Own: a.own,
		}
	case noExpert == nil:
		start = bestresponse.Start{Name: "imitation of " + exploit.ExpertName, Network: file.Network, Begin: s.Imitate(), Once: true}
	}
	s.Starts = []bestresponse.Start{start}
	if err := s.Settle(); err != nil {
		return nil, err
	}
	file.Collect.Tables = min(file.Collect.Tables, 64)
	return s.Run(ctx, a.progress)
}

// budget words the budget of a search for best responses.
func (a *responding) budget() string {
	return fmt.Sprintf("%d trainings of %s decisions, chosen on %s games", bestresponse.MinSeeds, numbers.Count(a.decisions), numbers.Count(a.selection))
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

// marginOf measures what the best opponent gains from the agent on which a report rests:
// exactly in small games, else by opponents that are trained from the agent's own weights. It is of no
// agent where nobody is to be trained.
func (w *work) marginOf(ctx context.Context, s *strongest, cast []trust.Agent, a *responding) (*trust.Margin, error) {
	spec := w.Game.Spec()
	scale := max(-spec.MinUtility, spec.MaxUtility)
	walked, err := tree.Build(ctx, w.Game, exactNodes)
	if _, large := errors.AsType[*tree.TooLargeError](err); err != nil && !large && !errors.Is(err, tree.ErrNoInformationStates) {
		return nil, err
	}
	if err == nil {
		x, err := eval.Exploit(ctx, walked, s.Name, s.Agent.Agent, w.Seed)
		if err != nil {
			return nil, err
		}
		gain := x.Exploitability / scale
		return &trust.Margin{Agent: s.Name, Exact: true, Gain: gain, Low: gain, High: gain, Found: gain > 0, Budget: "the whole tree", Source: "measured here"}, nil
	}
	if a.exactly {
		return &trust.Margin{}, nil
	}
	if err := a.beginWith(s.file); err != nil {
		return nil, err
	}
	a.against = s.Entry()
	if a.own = a.first != nil; a.own {
		if a.against.Agent, err = a.agent(s.anywhere()); err != nil {
			return nil, err
		}
	}
	if err := a.try(cast); err != nil {
		return nil, err
	}
	r, err := a.find(ctx)
	if err != nil {
		return nil, err
	}
	return &trust.Margin{
		Agent: s.Name, Gain: r.Exploitability.Exploitability / scale, Low: r.ExploitabilityLow / scale, High: r.ExploitabilityHigh / scale,
		Found: r.Found && r.ExploitabilityLow > 0, Games: r.Games, Budget: a.budget(), Source: "measured here", Unlearned: r.Unlearned / scale,
	}, nil
}
