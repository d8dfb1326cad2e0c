package report

import (
	"context"

	"ringer/agents/script"
	"ringer/env"
	"ringer/eval"
	"ringer/open"
	"ringer/report/answer"
	"ringer/report/trust"
	"ringer/train/exploiter"
)

// AnswerStrategy trains an answer to the strategy of a file, from the weights of the agent on
// which a report rests, and measures both. strong and its file are those of strongest.
func AnswerStrategy(ctx context.Context, g env.Game, file string, cast []trust.Agent, strong trust.Agent, bot string, budget Answering, games int, progress func(done, total int)) (*answer.Study, error) {
	name := open.StrategyCall(file)
	a := budget
	a.game, a.victim = g, eval.Entry{Name: name}
	var err error
	if bot != "" {
		if a.first, err = firstFrom(bot, g); err != nil {
			return nil, err
		}
		a.game = a.first.home
	}
	if a.victim.Agent, err = a.Opener.Agent(a.game, name); err != nil {
		return nil, err
	}
	if a.ready, err = untrainedOf(a.Opener, cast, a.game); err != nil {
		return nil, err
	}
	ringer := strong.Command
	if bot != "" {
		ringer = untrained(bot)
	}
	reference := eval.Entry{Name: strong.Name}
	if reference.Agent, err = a.Opener.Agent(a.game, ringer); err != nil {
		return nil, err
	}
	if strong.Role == trust.Learned { // which is not among the untrained
		a.ready = append(a.ready, trust.Agent{Name: strong.Name, Agent: reference.Agent})
	}
	found, err := a.find(ctx)
	if err != nil {
		return nil, err
	}
	s := a.victim.Agent.(*script.Agent)
	c := answer.Config{
		Game: a.game, Strategy: eval.Entry{Name: s.Strategy().Name, Agent: s}, About: s.Strategy().About, Applies: s.Applies,
		Answer: eval.Entry{Name: "the answer", Agent: answer.BySeat(found.Responses, s)}, Budget: a.budget(), Ringer: reference,
		Games: games, Seed: a.Seed, Place: a.elsewhere.Games(), Progress: progress,
	}
	for i := range s.Strategy().Rules {
		c.Rules = append(c.Rules, s.Strategy().Rules[i].String())
	}
	study, err := answer.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	study.By = chosenBy(found)
	return study, nil
}

// chosenBy names what answers a strategy, by seat.
func chosenBy(found *exploiter.Result) []string {
	by := make([]string, len(found.Chosen))
	for seat, name := range found.Chosen {
		if by[seat] = name; name == exploiter.Itself {
			by[seat] = "the strategy itself: nothing better was found"
		}
	}
	return by
}
