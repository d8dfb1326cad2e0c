package reporting

import (
	"context"
	"fmt"

	"ringer/agents/script"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/open"
	"ringer/report/strategy"
	"ringer/report/trust"
	"ringer/train/bestresponse"
)

// leastResponse is the number of decisions of a training against a strategy, where the
// report trains less.
const leastResponse = 20_000

// beatStrategy lets the report train a best response to the strategy of a file.
func (w *work) beatStrategy() error {
	text, err := disk.ReadText(w.Strategy, open.MaxText)
	if err != nil {
		return w.bad("strategy", ": %w", err)
	}
	if _, err := w.opener.Agent(w.Game, open.StrategyCall(w.Strategy)); err != nil {
		return w.bad("strategy", " %s: %w", w.Strategy, err)
	}
	s := strongestOf(w.play.Cast, w.agentsDir())
	a := w.responding(max(w.Tune, leastResponse))
	w.play.StrategyKey = fmt.Sprint(string(text), a.decisions, s.Command)
	w.play.Strategy = func(ctx context.Context, games int, progress func(done, total int)) (*strategy.Study, error) {
		a.progress = func(_ string, done, total int) { progress(done, total) }
		return w.respondTo(ctx, s, w.play.Cast, a, games, progress)
	}
	return nil
}

// respondTo trains a best response to the strategy, from the weights of the agent on which a
// report rests, and measures both.
func (w *work) respondTo(ctx context.Context, strong *strongest, cast []trust.Agent, a *responding, games int, progress func(done, total int)) (*strategy.Study, error) {
	err := a.beginWith(strong.file)
	if err != nil {
		return nil, err
	}
	a.against.Name = open.StrategyCall(w.Strategy)
	if a.against.Agent, err = a.agent(a.against.Name); err != nil {
		return nil, err
	}
	if err := a.try(cast); err != nil {
		return nil, err
	}
	reference := eval.Entry{Name: strong.Name}
	if reference.Agent, err = a.agent(strong.anywhere()); err != nil {
		return nil, err
	}
	if strong.Role == trust.Learned { // which try leaves out
		a.ready = append(a.ready, reference)
	}
	found, err := a.find(ctx)
	if err != nil {
		return nil, err
	}
	s := a.against.Agent.(*script.Agent)
	c := strategy.Config{
		Game: a.game, Strategy: eval.Entry{Name: s.Strategy().Name, Agent: s}, About: s.Strategy().About, Applies: s.Applies,
		Response: eval.Entry{Name: "the best response", Agent: strategy.BySeat(found.Responses, s)}, Budget: a.budget(), Ringer: reference,
		Games: games, Seed: w.Seed, Place: w.Elsewhere.Games(), Progress: progress,
	}
	for i := range s.Strategy().Rules {
		c.Rules = append(c.Rules, s.Strategy().Rules[i].String())
	}
	study, err := strategy.Run(ctx, c)
	if err != nil {
		return nil, err
	}
	study.By = chosenBy(found)
	return study, nil
}

// chosenBy names the best response to a strategy, by seat.
func chosenBy(found *bestresponse.Result) []string {
	by := make([]string, len(found.Chosen))
	for seat, name := range found.Chosen {
		if by[seat] = name; name == bestresponse.Itself {
			by[seat] = "the strategy itself: nothing better was found"
		}
	}
	return by
}
