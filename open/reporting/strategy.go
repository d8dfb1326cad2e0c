package reporting

import (
	"context"
	"fmt"

	"ringer/agents/script"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/open"
	"ringer/report/answer"
	"ringer/report/trust"
	"ringer/train/exploiter"
)

// leastAnswer is the number of decisions of a training against a strategy, where the
// report trains less.
const leastAnswer = 20_000

// beatStrategy lets the report answer the strategy of a file.
func (w *work) beatStrategy() error {
	text, err := disk.ReadText(w.Strategy, open.MaxText)
	if err != nil {
		return w.bad("strategy", ": %w", err)
	}
	if _, err := w.opener.Agent(w.Game, open.StrategyCall(w.Strategy)); err != nil {
		return w.bad("strategy", " %s: %w", w.Strategy, err)
	}
	s := strongestOf(w.play.Cast, w.agentsDir())
	a := w.answering(max(w.Tune, leastAnswer))
	w.play.AnswerKey = fmt.Sprint(string(text), a.decisions, s.Command)
	w.play.Answer = func(ctx context.Context, games int, progress func(done, total int)) (*answer.Study, error) {
		a.progress = func(_ string, done, total int) { progress(done, total) }
		return w.answerStrategy(ctx, s, w.play.Cast, a, games, progress)
	}
	return nil
}

// answerStrategy trains an answer to the strategy, from the weights of the agent on which a
// report rests, and measures both.
func (w *work) answerStrategy(ctx context.Context, strong *strongest, cast []trust.Agent, a *answering, games int, progress func(done, total int)) (*answer.Study, error) {
	err := a.beginWith(strong.file)
	if err != nil {
		return nil, err
	}
	a.victim.Name = open.StrategyCall(w.Strategy)
	if a.victim.Agent, err = a.agent(a.victim.Name); err != nil {
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
	s := a.victim.Agent.(*script.Agent)
	c := answer.Config{
		Game: a.game, Strategy: eval.Entry{Name: s.Strategy().Name, Agent: s}, About: s.Strategy().About, Applies: s.Applies,
		Answer: eval.Entry{Name: "the answer", Agent: answer.BySeat(found.Responses, s)}, Budget: a.budget(), Ringer: reference,
		Games: games, Seed: w.Seed, Place: w.Elsewhere.Games(), Progress: progress,
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
