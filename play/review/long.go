package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/play/advice"
)

// A long game has more decisions times actions ahead than a budget plays on from. The
// agent's own probabilities then point at the decisions that are tried at all: those at
// which something else is likeliest, against what was chosen. Sequential halving keeps the costliest of
// them, each round in the same number of playouts. The chance is measured at some of the
// other decisions, evenly spread; the rest have the chance of the next one.

// Budgets of a long game, as scanWork.
const (
	curveWork = 1_000_000_000
	halveWork = 3_000_000_000
)

const (
	rounds     = 3  // of halving: the last has 1 of 4 decisions, in 4 times the worlds
	onCurve    = 16 // worlds of a decision whose chance is measured
	fewPoints  = 12
	mostPoints = 64
	fewTried   = 8
	mostTried  = 48
)

// long scans a long game, and returns the decisions that are to be confirmed, the costliest
// first.
func (c *Config) long(ctx context.Context, moments []moment, ahead float64, looks []look) ([]int, error) {
	likely := make([]float64, len(moments)) // how much likelier something else is
	err := eval.Each(ctx, c.Workers, len(moments), func(i int) (err error) {
		looks[i], likely[i], err = c.glance(ctx, &moments[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	work := max(1, ahead) * c.work()
	if c.asLong {
		work = halveWork
	}
	points := min(len(moments), max(fewPoints, min(mostPoints, int(curveWork/(onCurve*work)))))
	suspects := make([]int, len(moments))
	for i := range suspects {
		suspects[i] = i
	}
	slices.SortStableFunc(suspects, func(i, j int) int { return cmp.Compare(likely[j], likely[i]) })
	suspects = suspects[:min(len(suspects), max(fewTried, min(mostTried, int(halveWork/(rounds*2*fewest*work)))))]
	c.done = counter(c.Progress, points+len(suspects)+c.Suspect)
	err = eval.Each(ctx, c.Workers, points, func(n int) error {
		defer c.done()
		i := len(moments) - 1 - n*len(moments)/points // the last one is among them
		return c.measure(ctx, &moments[i], &looks[i], 0, onCurve)
	})
	if err != nil {
		return nil, err
	}
	if suspects, err = c.halve(ctx, moments, looks, suspects); err != nil {
		return nil, err
	}
	all := 0. // actions of a world of all of them
	for _, i := range suspects {
		all += float64(looks[i].actions) / float64(looks[i].worlds)
	}
	if c.Confirm <= 0 {
		c.Confirm = max(4*fewest, min(DefaultConfirm, int(confirmWork/max(1, all*c.work()))))
	}
	return suspects, nil
}

// halve plays on from the decisions in rounds, of which each keeps the half that looks
// costlier, and returns those at which the last one showed a loss.
func (c *Config) halve(ctx context.Context, moments []moment, looks []look, suspects []int) ([]int, error) {
	for r, from := 0, 0; r < rounds && len(suspects) > 0; r++ {
		to := fewest << r
		err := eval.Each(ctx, c.Workers, len(suspects), func(n int) error {
			if r == 0 {
				defer c.done()
			}
			return c.compare(ctx, &moments[suspects[n]], &looks[suspects[n]], from, to)
		})
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(suspects, func(i, j int) int { return cmp.Compare(looks[j].loss, looks[i].loss) })
		if r < rounds-1 {
			suspects = suspects[:min(len(suspects), max(c.Suspect, (len(suspects)+1)/2))]
		}
		from = to
	}
	suspects = slices.DeleteFunc(suspects, func(i int) bool { return looks[i].loss <= 0 })
	return suspects[:min(len(suspects), c.Suspect)], nil
}

// glance asks the agent what else it would have done, and how much likelier that is than
// what was chosen.
func (c *Config) glance(ctx context.Context, m *moment) (look, float64, error) {
	a := c.at(m)
	a.Scenes = nil
	probs, err := advice.Policy(ctx, a, m.state)
	if err != nil {
		return look{}, 0, err
	}
	legal := m.state.LegalActions(nil)
	mine, other := slices.Index(legal, m.chosen), -1
	for k := range legal {
		if k != mine && (other < 0 || probs[k] > probs[other]) {
			other = k
		}
	}
	choice := func(k int) Choice {
		return Choice{Action: legal[k], Name: m.state.ActionString(legal[k]), Probability: float64(probs[k])}
	}
	return look{chosen: choice(mine), best: choice(other)}, float64(probs[other]) / float64(probs[mine]), nil
}

// measure plays on from what was chosen, in the worlds from ≤ n < to.
func (c *Config) measure(ctx context.Context, m *moment, l *look, from, to int) error {
	return c.play(ctx, m, l, []env.Action{l.chosen.Action}, stageScan, from, to)
}

// compare plays on from what was chosen and from what the agent likes best besides, in worlds that add
// to those that were compared before.
func (c *Config) compare(ctx context.Context, m *moment, l *look, from, to int) error {
	return c.play(ctx, m, l, []env.Action{l.chosen.Action, l.best.Action}, stageSift, from, to)
}

func (c *Config) play(ctx context.Context, m *moment, l *look, actions []env.Action, stage advice.Stage, from, to int) error {
	a := c.at(m)
	a.Scenes = nil
	played, err := advice.PlayOn(ctx, a, advice.Moment{State: m.state, Seat: c.Seat, Actions: actions, Open: c.Open}, stage, from, to)
	if err != nil {
		return err
	}
	if from == 0 {
		l.played = *played
	} else {
		l.played.Add(played)
	}
	unit := advice.UnitOf(a.Game.Spec())
	values := l.played.Values
	l.chosen.Chance, l.worlds, l.actions = advice.Of(values[0], unit), len(values[0]), l.played.Actions
	if len(values) > 1 {
		l.best.Chance = advice.Of(values[1], unit)
		l.loss = l.best.Chance.Chance - l.chosen.Chance.Chance
	}
	return nil
}

// carry gives the decisions that nothing was played on from the chance of the next one.
func carry(decisions []Decision) {
	for i := len(decisions) - 2; i >= 0; i-- {
		if d := &decisions[i]; d.Worlds == 0 {
			d.Value = decisions[i+1].Value
			d.Chosen.Chance = d.Value
		}
	}
}

// longSource says who reviewed a long game, and how.
func (c *Config) longSource(decisions []Decision, confirmed int) string {
	measured := 0
	for _, d := range decisions {
		if d.Worlds > 0 {
			measured++
		}
	}
	return fmt.Sprintf("%s, %d worlds or more at %d of %d decisions, %d decisions confirmed in %d fresh ones",
		c.Advice.Name, fewest, measured, len(decisions), confirmed, c.Confirm)
}
