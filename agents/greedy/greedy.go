package greedy

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// DefaultWorlds is how many worlds a decision is tried in unless said
// otherwise: enough that a single lucky deal does not decide, few enough to
// play thousands of games.
const DefaultWorlds = 4

// endWeight puts every return above every change of an evaluation, whose units
// are the game's own: an end that wins is worth more than any position, and one
// that loses less.
const endWeight = 1e6

// Agent is the one-ply agent.
//
// Each legal action is applied in each world; chance that follows at once is
// sampled, with the same random numbers for every action, until a seat is to
// decide or the game is over. An action's value is the mean over the worlds of the
// change of the judge's estimate for the seat, or of the seat's return when the
// game is over. Without a judge it is 0 until the game is over. Equally good
// actions are equally likely.
type Agent struct {
	worlds int
	judge  env.Judge
}

// New returns an agent that tries every action in the given number of worlds
// and asks judge, which may be nil, about the positions that it reaches. It
// panics when the number of worlds is not positive.
func New(worlds int, judge env.Judge) *Agent {
	if worlds < 1 {
		panic(fmt.Sprintf("greedy: %d worlds", worlds))
	}
	return &Agent{worlds: worlds, judge: judge}
}

// Decide gives the best actions equal probability. It has no opinion on
// values. Views without Resample give agents.ErrNoWorlds.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	t := trial{judge: a.judge}
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("greedy: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		if err := t.rate(v, a.worlds); err != nil {
			return nil, err
		}
		best(t.sums, decisions[i].Probs)
	}
	return decisions, nil
}

// trial is the memory of one call of Decide.
type trial struct {
	judge   env.Judge
	sums    []float64 // one a legal action
	returns []float64 // one a seat
	spec    *env.Spec
	after   drive.Table // of spec's game
}

// rate sums over the worlds how much each legal action of v gains.
func (t *trial) rate(v *agents.View, worlds int) error {
	t.sums = append(t.sums[:0], make([]float64, len(v.Legal))...)
	if t.spec != v.Game {
		t.spec = v.Game
		t.after.Set(nil)
		t.returns = make([]float64, v.Game.Players)
	}
	var chance rand.PCG
	rng := rand.New(&chance)
	for range worlds {
		world := v.Resample(v.Rand)
		before := 0.0
		if t.judge != nil {
			before = t.judge.Evaluate(env.UnwrapState(world), v.Seat)
		}
		seed1, seed2 := v.Rand.Uint64(), v.Rand.Uint64()
		for i, action := range v.Legal {
			t.after.Copy(world)
			chance.Seed(seed1, seed2)
			if err := t.play(action, rng); err != nil {
				return fmt.Errorf("greedy: %s in a resampled world: %w", v.Game, err)
			}
			t.sums[i] += t.gain(v.Seat, before)
		}
	}
	return nil
}

// play applies the action and all chance that follows at once.
func (t *trial) play(action env.Action, rng env.Rand) error {
	if err := t.after.State().Apply(action); err != nil {
		return err
	}
	_, err := t.after.Roll(rng)
	return err
}

func (t *trial) gain(seat env.Player, before float64) float64 {
	after := t.after.State()
	if after.CurrentPlayer() == env.Terminal {
		after.Returns(t.returns)
		return endWeight * t.returns[seat]
	}
	if t.judge != nil {
		return t.judge.Evaluate(env.UnwrapState(after), seat) - before
	}
	return 0
}

// best shares probability 1 among the largest sums. Sums that differ by
// rounding only count as equal.
func best(sums []float64, probs []float32) {
	most := math.Inf(-1)
	for _, s := range sums {
		most = max(most, s)
	}
	least, ties := most-1e-9*max(1, math.Abs(most)), 0
	for _, s := range sums {
		if s >= least {
			ties++
		}
	}
	for i, s := range sums {
		if s >= least {
			probs[i] = 1 / float32(ties)
		}
	}
}
