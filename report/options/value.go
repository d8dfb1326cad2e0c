package options

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/report/choices"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// tried is a sampled decision with its tried actions.
type tried struct {
	moment
	entropy float64
	values  [2][]float64 // [half of the playouts][tried action]
	pairs   [][]float64  // [tried action][playout]
}

// sample draws decisions of each question, asks the agent, and plays on after their
// actions.
func sample(ctx context.Context, c *Config, games [][]moment) ([]tried, error) {
	byQuestion := map[int][]moment{}
	for _, moments := range games {
		for _, m := range moments {
			byQuestion[m.question] = append(byQuestion[m.question], m)
		}
	}
	var chosen []moment
	for k := range corpus.NewQuestions(c.Corpus.Game.Spec()).Names {
		list := byQuestion[k]
		rng := env.Stream(c.Seed, purposeOptions, uint64(k))
		rng.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
		chosen = append(chosen, list[:min(c.PerQuestion, len(list))]...)
	}
	out := make([]tried, len(chosen))
	for from := 0; from < len(out); from += block {
		to := min(from+block, len(out))
		if err := playOut(ctx, c, out[from:to], chosen[from:to], from); err != nil {
			return nil, err
		}
		if c.Progress != nil {
			c.Progress(to, len(out))
		}
	}
	return out, nil
}

// block is the number of decisions whose playouts are in memory at a time.
const block = 40

// playOut asks the agent about some decisions and plays on after their actions. first is the
// number of the first of them.
func playOut(ctx context.Context, c *Config, out []tried, chosen []moment, first int) error {
	starts := make([][]eval.Start, len(chosen))
	seats := make([]int, len(chosen))
	err := eval.Each(ctx, c.Workers, len(chosen), func(i int) (err error) {
		out[i].moment = chosen[i]
		starts[i], seats[i], err = try(ctx, c, &out[i], first+i)
		return err
	})
	if err != nil {
		return err
	}
	outcomes, err := corpus.Playouts(ctx, eval.MatchConfig{Game: c.Corpus.Game, Entries: []eval.Entry{c.Agent}, Workers: c.Workers, Place: c.Place}, open(starts))
	if err != nil {
		return err
	}
	next := 0
	for i := range out {
		t := &out[i]
		t.pairs = make([][]float64, len(starts[i])/c.Playouts)
		for k, start := range starts[i] {
			var o corpus.Outcome
			if start.State.CurrentPlayer() == env.Terminal {
				o = corpus.Outcome{Shares: make([]float64, len(start.Seating)), Returns: make([]float64, len(start.Seating))}
				start.State.Returns(o.Returns)
				eval.WinShares(o.Returns, o.Shares)
			} else {
				o = outcomes[next]
				next++
			}
			value := o.Shares[seats[i]]
			if c.returns {
				value = o.Returns[seats[i]]
			}
			t.pairs[k/c.Playouts] = append(t.pairs[k/c.Playouts], value)
		}
		for half := range 2 {
			for _, xs := range t.pairs {
				sum := 0.
				for n := half; n < len(xs); n += 2 {
					sum += xs[n]
				}
				t.values[half] = append(t.values[half], sum/float64(c.Playouts/2))
			}
		}
	}
	return nil
}

// open returns the starts that are not over.
func open(lists [][]eval.Start) (out []eval.Start) {
	for _, list := range lists {
		for _, s := range list {
			if s.State.CurrentPlayer() != env.Terminal {
				out = append(out, s)
			}
		}
	}
	return out
}

// try asks the agent about a decision, and returns the starts that follow the actions that
// are tried: all playouts of the first, then all of the second. The n-th playouts of two
// actions share the world and the dice.
func try(ctx context.Context, c *Config, t *tried, number int) ([]eval.Start, int, error) {
	state, err := c.Corpus.StateAt(t.game, t.at)
	if err != nil {
		return nil, 0, err
	}
	rng := env.Stream(c.Seed, purposeOptions, uint64(number), 0)
	view := agents.NewViewer(c.Corpus.Game).View(state, rng)
	decisions, err := c.Agent.Agent.Decide(ctx, []agents.View{view})
	if err != nil {
		return nil, 0, err
	}
	probs := decisions[0].Probs
	t.entropy = choices.Entropy(probs)
	picked := pick(probs, c.Actions, rng)
	seat := int(view.Seat)
	resampler, hides := env.UnwrapState(state).(env.Resampler)
	worlds := make([]env.State, c.Playouts)
	paths := make([]eval.Path, c.Playouts)
	for n := range worlds {
		worlds[n], paths[n].Before = state, c.Corpus.Games[t.game].History[:t.at]
		if hides {
			stream := env.StreamSeed(c.Seed, purposeOptions, uint64(number), 1, uint64(n))
			w := resampler.ResampleFromInfoState(env.Player(seat), rand.New(rand.NewChaCha8(stream)))
			worlds[n], paths[n].World = env.WrapState(c.Corpus.Game, w), &eval.World{Seat: env.Player(seat), Stream: stream[:]}
		}
	}
	everywhere := make([]int, c.Corpus.Game.Spec().Players)
	var out []eval.Start
	for _, k := range picked {
		for n := range worlds {
			after := worlds[n].Clone()
			if err := after.Apply(view.Legal[k]); err != nil {
				return nil, 0, err
			}
			path := paths[n]
			path.After = []env.Action{view.Legal[k]}
			out = append(out, eval.Start{State: after, Path: &path, Seed: corpus.SeedOf(c.Seed, purposeOptions, number, 2, n), Seating: everywhere})
		}
	}
	return out, seat, nil
}

// pick returns the indices of the actions that are tried: the one that the agent likes best,
// others that it likes, and others at random.
func pick(probs []float32, most int, rng env.Rand) []int {
	order := ratio.Ranked(probs)
	if len(order) <= most {
		return order
	}
	liked := (most + 1) / 2
	rest := order[liked:]
	rng.Shuffle(len(rest), func(a, b int) { rest[a], rest[b] = rest[b], rest[a] })
	return order[:most]
}

// value fills in what the sampled decisions of a question are worth.
func value(out *Question, c *Config, sampled []tried, k int) {
	var entropies, gaps, spreads, losses []float64
	var widest []int
	size := map[int]float64{}
	matters := 0.
	for i := range sampled {
		t := &sampled[i]
		if t.question != k {
			continue
		}
		gap, spread, loss := 0., 0., 0.
		for half := range 2 {
			order, other := ratio.Ranked(t.values[half]), t.values[1-half]
			best := other[order[0]]
			gap += (best - other[order[1]]) / 2
			spread += (best - other[order[len(order)-1]]) / 2
			loss += (best - other[0]) / 2 // the agent likes the first best
		}
		entropies, gaps, spreads, losses = append(entropies, t.entropy), append(gaps, gap), append(spreads, spread), append(losses, loss)
		if differ(t) {
			matters++
		}
		widest = append(widest, i)
		size[i] = gap
	}
	out.Sampled = len(gaps)
	out.Entropy = ratio.Over("entropy", entropies, eval.Confidence)
	out.Gap, out.Spread, out.Loss = ratio.Over("gap", gaps, eval.Confidence), ratio.Over("spread", spreads, eval.Confidence), ratio.Over("loss", losses, eval.Confidence)
	out.Matters = ratio.OfShare("matters", matters, len(gaps), eval.Confidence)
	slices.SortStableFunc(widest, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	for _, i := range widest[:min(3, len(widest))] {
		t := &sampled[i]
		out.Widest = append(out.Widest, flag.Example{History: c.Corpus.Games[t.game].History, At: t.at})
	}
}

// differ reports whether the best action is clearly better than the worst: the first half of the
// playouts names the two, and a paired test over the second half holds them apart.
func differ(t *tried) bool {
	order := ratio.Ranked(t.values[0])
	best, worst := t.pairs[order[0]], t.pairs[order[len(order)-1]]
	n, sum, squares := 0., 0., 0.
	for i := 1; i < len(best); i += 2 {
		d := best[i] - worst[i]
		n, sum, squares = n+1, sum+d, squares+d*d
	}
	mean := sum / n
	const one = 1.6448536269514722 // the quantile of a one-sided 95% test
	// One case more of each sign keeps the deviation of few equal playouts above 0.
	variance := (squares+2)/(n+2) - math.Pow(sum/(n+2), 2)
	return mean > one*math.Sqrt(variance/n)
}
