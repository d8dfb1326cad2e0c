package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/play/advice"
)

// What a decision costs is the value before it, when the adviser decides, less the value of the
// chosen action. Play then goes on as the adviser plays in both, so that the value changes
// by nothing on average from a decision to the next: what changes it is luck, and no decision that
// was measured too little is booked as luck. The mean of what decisions cost is right whether they
// were picked or not, because no world that picks a decision measures it.

// look holds what worlds show of a decision.
type look struct {
	legal        []env.Action
	probs        []float32 // of the adviser
	mine         int       // index of the chosen action
	chosen, best Choice
	loss         float64 // of the few worlds that pick decisions
	worlds       int     // that measured the chosen action

	played advice.Played // of a long game: the worlds that pick decisions

	booked         bool // its own worlds measured what it cost
	value, cost    advice.Chance
	spread         float64 // variance of the cost
	pairs, largest float64 // of worlds that measured the cost, and the largest difference
	clear          bool    // cost is above 0 for sure
	why            string
}

// ask fills in what the adviser would do at every decision.
func (c *Config) ask(ctx context.Context, moments []moment, looks []look) error {
	return eval.Each(ctx, c.Workers, len(moments), func(i int) error {
		m, l := &moments[i], &looks[i]
		probs, err := advice.Policy(ctx, c.at(m), m.state)
		if err != nil {
			return err
		}
		l.legal, l.probs = m.state.LegalActions(nil), probs
		l.mine = slices.Index(l.legal, m.chosen)
		l.chosen = l.choice(m, l.mine)
		return nil
	})
}

func (l *look) choice(m *moment, k int) Choice {
	return Choice{Action: l.legal[k], Name: m.state.ActionString(l.legal[k]), Probability: float64(l.probs[k])}
}

// rest returns the probability with which the adviser plays anything but the chosen action.
func (l *look) rest() float64 { return max(0, 1-float64(l.probs[l.mine])) }

// pairs holds values in the same worlds: when the adviser plays something else, and after the
// chosen action.
type pairs struct{ other, chosen []float64 }

func (p *pairs) differences() []float64 {
	out := make([]float64, len(p.other))
	for i := range out {
		out[i] = p.other[i] - p.chosen[i]
	}
	return out
}

// against plays on from the chosen action in the first worlds of a stage, and beside it from the
// others: each in as large a share of the worlds as the adviser plays it. known are the values
// in these worlds of actions that have been played on.
func (c *Config) against(ctx context.Context, m *moment, l *look, stage advice.Stage, worlds int, known map[env.Action][]float64) (*pairs, error) {
	a := c.at(m)
	a.Scenes = nil
	all := 0.
	for k, p := range l.probs {
		if k != l.mine {
			all += float64(p)
		}
	}
	out := &pairs{}
	play := func(k, from, to int) error {
		moment := advice.Moment{State: m.state, Seat: c.Seat, Open: c.Open}
		actions := []env.Action{l.legal[k], m.chosen}
		for _, o := range actions {
			if known[o] == nil && !slices.Contains(moment.Actions, o) {
				moment.Actions = append(moment.Actions, o)
			}
		}
		var played *advice.Played
		if len(moment.Actions) > 0 {
			var err error
			if played, err = advice.PlayOn(ctx, a, moment, stage, from, to); err != nil {
				return err
			}
		}
		values := func(o env.Action) []float64 {
			if known[o] != nil {
				return known[o][from:to]
			}
			return played.Values[slices.Index(moment.Actions, o)]
		}
		out.other, out.chosen = append(out.other, values(actions[0])...), append(out.chosen, values(actions[1])...)
		return nil
	}
	if all == 0 {
		return out, play(l.mine, 0, worlds)
	}
	first := env.Stream(a.Seed, purposeReview, uint64(stage)).Float64()
	from, sum := 0, 0.
	for k, p := range l.probs {
		if k == l.mine {
			continue
		}
		sum += float64(p)
		to := max(from, min(worlds, int(math.Ceil(sum/all*float64(worlds)-first))))
		if to > from {
			if err := play(k, from, to); err != nil {
				return nil, err
			}
		}
		from = to
	}
	if from < worlds { // the last share ends before the last world
		if err := play(l.likeliest(), from, worlds); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// likeliest returns the index of what the adviser plays most besides the chosen action.
func (l *look) likeliest() int {
	other := -1
	for k := range l.legal {
		if k != l.mine && (other < 0 || l.probs[k] > l.probs[other]) {
			other = k
		}
	}
	return other
}

// book writes what pairs of worlds say of a decision.
func (l *look) book(p *pairs, unit string) {
	differences := p.differences()
	values := make([]float64, len(differences))
	l.largest = 1
	for i, d := range differences {
		values[i] = p.chosen[i] + l.rest()*d
		l.largest = max(l.largest, math.Abs(d))
	}
	l.chosen.Chance, l.value = advice.Of(p.chosen, unit), advice.Of(values, unit)
	l.cost = scaled(advice.Difference(p.other, p.chosen), l.rest())
	l.pairs = float64(len(differences))
	l.spread = l.rest() * l.rest() * variance(differences) / l.pairs
	l.worlds, l.booked = len(differences), true
}

func scaled(c advice.Chance, by float64) advice.Chance {
	return advice.Chance{Chance: by * c.Chance, Low: by * c.Low, High: by * c.High}
}

func variance(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	m, squares := advice.Mean(xs), 0.
	for _, x := range xs {
		squares += (x - m) * (x - m)
	}
	return squares / float64(len(xs)-1)
}

// account measures what every decision cost that was not confirmed: the seldomer the adviser
// plays what was chosen, the more pairs of worlds the decision gets. It returns how many pairs
// there were.
func (c *Config) account(ctx context.Context, moments []moment, looks []look) (int, error) {
	all := 0.
	for i := range looks {
		all += looks[i].rest()
	}
	counts := make([]int, len(looks))
	sum := 0
	for i := range looks {
		if looks[i].booked {
			continue
		}
		counts[i] = c.Worlds
		if i == 0 { // the value at the start is a figure of its own
			counts[i] = max(c.Worlds, c.pairs/len(looks))
		}
		if all > 0 {
			counts[i] = max(counts[i], int(float64(c.pairs)*looks[i].rest()/all))
		}
		sum += counts[i]
	}
	unit := advice.UnitOf(c.Advice.Game.Spec())
	return sum, eval.Each(ctx, c.Workers, len(looks), func(i int) error {
		defer c.done()
		l := &looks[i]
		if l.booked {
			return nil
		}
		p, err := c.against(ctx, &moments[i], l, stageAccount, counts[i], nil)
		if err == nil {
			l.book(p, unit)
		}
		return err
	})
}

// decision returns a decision as its worlds show it.
func (l *look) decision(m *moment) Decision {
	d := Decision{Step: m.step, Value: l.value, Chosen: l.chosen, Loss: l.cost, Worlds: l.worlds, Why: l.why}
	if l.clear {
		d.Better = &l.best
	}
	return d
}

// normal is the quantile of a two-sided 95% interval.
const normal = 1.959963984540054

// part sums what some decisions cost.
type part struct{ cost, spread, rest, pairs, largest float64 }

func (p *part) add(l *look) {
	p.cost, p.spread, p.rest, p.pairs = p.cost+l.cost.Chance, p.spread+l.spread, p.rest+l.rest(), p.pairs+l.pairs
	p.largest = max(p.largest, l.largest)
}

// variance counts one pair more of each sign, so that few equal pairs are not sure.
func (p *part) variance() float64 {
	if p.pairs == 0 {
		return 0
	}
	return p.spread + 2*p.rest*p.rest*p.largest*p.largest/(p.pairs*(p.pairs+2))
}

// squared returns the variance of a value that is stated with its interval.
func squared(c advice.Chance) float64 {
	deviation := (c.High - c.Low) / 2 / normal
	return deviation * deviation
}

func around(x, variance float64) advice.Chance {
	half := normal * math.Sqrt(variance)
	return advice.Chance{Chance: x, Low: x - half, High: x + half}
}

// sum splits the change from the first decision to the result.
func (r *Review) sum(looks []look) {
	last := len(r.Decisions) - 1
	if r.Partial {
		r.Result = r.Decisions[last].Chosen.Chance.Chance
	}
	r.Start = advice.Chance{Chance: r.Result, Low: r.Result, High: r.Result}
	var errors, unclear, later part
	for i := range r.Decisions {
		d := &r.Decisions[i]
		next := r.Result
		if i+1 < len(r.Decisions) {
			next = r.Decisions[i+1].Value.Chance
		}
		d.Luck = next - d.Chosen.Chance.Chance
		if i > 0 && !(r.Partial && i == last) {
			later.add(&looks[i])
		}
		if d.Better == nil {
			unclear.add(&looks[i])
			continue
		}
		errors.add(&looks[i])
		r.Costliest = append(r.Costliest, i)
	}
	slices.SortStableFunc(r.Costliest, func(i, j int) int {
		return cmp.Compare(r.Decisions[j].Loss.Chance, r.Decisions[i].Loss.Chance)
	})
	r.Errors, r.Unclear = around(errors.cost, errors.variance()), around(unclear.cost, unclear.variance())
	if len(r.Decisions) == 0 {
		return
	}
	r.Start = r.Decisions[0].Value
	first := r.Decisions[0].Chosen.Chance // luck is the result less this, plus what all later decisions cost
	spread := squared(first) + later.variance()
	switch {
	case r.Partial && last == 0: // nothing happened after the only decision
		spread = 0
	case r.Partial: // the result is the value of the last decision, less what that cost
		spread += squared(r.Decisions[last].Value)
	}
	r.Luck = around(r.Result-r.Start.Chance+r.Errors.Chance+r.Unclear.Chance, spread)
}
