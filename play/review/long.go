package review

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/env"
	"ringer/env/scene"
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
	for i := range looks {
		likely[i] = looks[i].glance(&moments[i])
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
	err := eval.Each(ctx, c.Workers, points, func(n int) error {
		defer c.done()
		i := len(moments) - 1 - n*len(moments)/points // the last one is among them
		return c.measure(ctx, &moments[i], &looks[i], onCurve)
	})
	if err != nil {
		return nil, err
	}
	if suspects, err = c.halve(ctx, moments, looks, suspects); err != nil {
		return nil, err
	}
	all := 0. // actions of a world of all of them
	for _, i := range suspects {
		all += float64(looks[i].played.Actions) / float64(len(looks[i].played.Values[0]))
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

// glance takes what the adviser likes best besides what was chosen, and returns how much
// likelier that is.
func (l *look) glance(m *moment) float64 {
	l.best = l.choice(m, l.likeliest())
	return l.best.Probability / l.chosen.Probability
}

// measure plays on from what was chosen.
func (c *Config) measure(ctx context.Context, m *moment, l *look, worlds int) error {
	played, err := c.play(ctx, m, []env.Action{l.chosen.Action}, stageScan, 0, worlds)
	if err == nil {
		l.chosen.Chance, l.worlds = advice.Of(played.Values[0], advice.UnitOf(c.Advice.Game.Spec())), worlds
	}
	return err
}

// compare plays on from what was chosen and from what the adviser likes best besides, in worlds
// from ≤ n < to that add to those that were compared before.
func (c *Config) compare(ctx context.Context, m *moment, l *look, from, to int) error {
	played, err := c.play(ctx, m, []env.Action{l.chosen.Action, l.best.Action}, stageSift, from, to)
	if err != nil {
		return err
	}
	if from == 0 {
		l.played = *played
	} else {
		l.played.Add(played)
	}
	l.loss = l.rest() * (advice.Mean(l.played.Values[1]) - advice.Mean(l.played.Values[0]))
	return nil
}

func (c *Config) play(ctx context.Context, m *moment, actions []env.Action, stage advice.Stage, from, to int) (*advice.Played, error) {
	a := c.at(m)
	a.Scenes = nil
	return advice.PlayOn(ctx, a, advice.Moment{State: m.state, Seat: c.Seat, Actions: actions, Open: c.Open}, stage, from, to)
}

// sample measures what all decisions that were not confirmed cost together: the adviser's other
// actions at all of them are drawn as often as the adviser plays them, and each draw is a pair of
// worlds. The mean goes to each decision by how seldom the adviser plays what was chosen.
func (c *Config) sample(ctx context.Context, moments []moment, looks []look) (int, error) {
	var open []int
	all := 0.
	for i := range looks {
		if l := &looks[i]; !l.booked {
			open, all = append(open, i), all+l.rest()
		}
	}
	if all == 0 {
		return 0, nil
	}
	counts := make([]int, len(open)) // pairs of each, by systematic sampling
	first := env.Stream(c.Advice.Seed, purposeReview, 0).Float64()
	for k, sum := 0, 0.; k < len(open); k++ {
		from := math.Ceil(sum*float64(c.pairs)/all - first)
		sum += looks[open[k]].rest()
		counts[k] = max(0, int(math.Ceil(sum*float64(c.pairs)/all-first)-from))
	}
	found := make([][]float64, len(open))
	err := eval.Each(ctx, c.Workers, len(open), func(k int) error {
		if counts[k] == 0 {
			return nil
		}
		p, err := c.against(ctx, &moments[open[k]], &looks[open[k]], stageAccount, counts[k], nil)
		if err == nil {
			found[k] = p.differences()
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	list := slices.Concat(found...)
	mean, largest := advice.Difference(list, make([]float64, len(list))), 1.
	for _, d := range list {
		largest = max(largest, math.Abs(d))
	}
	for _, i := range open {
		l := &looks[i]
		l.cost, l.largest = scaled(mean, l.rest()), largest
		l.spread = all * l.rest() * variance(list) / float64(len(list)) // the parts of one mean: together all² of it
		l.pairs = float64(len(list)) * l.rest() / all
	}
	return len(list), nil
}

// carry gives the decisions that nothing was played on from the chance of the next one.
func carry(decisions []Decision, looks []look) {
	for i := len(decisions) - 1; i >= 0; i-- {
		d := &decisions[i]
		if looks[i].booked {
			continue
		}
		if d.Worlds == 0 && i+1 < len(decisions) {
			d.Chosen.Chance = decisions[i+1].Value
		}
		at := d.Chosen.Chance
		d.Value = advice.Chance{Chance: at.Chance + d.Loss.Chance, Low: at.Low + d.Loss.Chance, High: at.High + d.Loss.Chance}
	}
}

// longSource says who reviewed a long game, and how.
func (c *Config) longSource(looks []look, pairs, confirmed int) string {
	measured := 0
	for i := range looks {
		if looks[i].worlds > 0 {
			measured++
		}
	}
	return fmt.Sprintf("%s, %d worlds or more at %d of %d decisions, %d pairs for what all cost, %s confirmed in %d fresh ones",
		c.Advice.Name, fewest, measured, len(looks), pairs, scene.Count(confirmed, "decision"), c.Confirm)
}
