package gym_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/gym"
	"ringer/internal/cover"
)

// A single table plays the episodes of every table of a Vector, whatever the mode, the number of
// workers, the limits and the actions are.
func TestCrossFaces(t *testing.T) {
	axes := []cover.Axis{
		{Name: "game", Values: []string{"leduc", "kuhn(players=3)", "goofspiel(players=3,cards=4,order=random)", "tictactoe", "liarsdice", "heat(players=3)"}},
		{Name: "autoreset", Values: []string{"same-step", "next-step", "disabled"}},
		{Name: "workers", Values: []string{"1", "2", "5"}},
		{Name: "limit", Values: []string{"0", "1", "4"}},
		{Name: "skipping", Values: []string{"no", "yes"}},
		{Name: "illegal", Values: []string{"never", "refused", "ends"}},
		{Name: "final", Values: []string{"no", "yes"}},
	}
	cover.Run(t, axes, 1, nil, func(t *testing.T, pick func(string) string) {
		number := func(axis string) int {
			n, err := strconv.Atoi(pick(axis))
			require.NoError(t, err)
			return n
		}
		const tables, penalty = 5, 3
		config := gym.VectorConfig{
			Tables: tables, Workers: number("workers"), Autoreset: gym.Autoreset(pick("autoreset")), MaxDecisions: number("limit"),
			SkipForced: pick("skipping") == "yes", IllegalTerminates: pick("illegal") == "ends", IllegalPenalty: penalty,
		}
		v, buf := newVector(t, pick("game"), config)
		if pick("final") == "no" {
			buf.FinalObservation = nil
		}
		var envs []*oneTable
		for range tables {
			envs = append(envs, newTable(t, pick("game"), config))
		}
		steps := 40
		if cover.All() {
			steps = 200
		}
		x := crossed{t, v, buf, envs, make([]bool, tables)}
		x.play(config, pick("illegal"), steps)
	})
}

// crossed is a vector, and a single table for each of its tables.
type crossed struct {
	t     *testing.T
	v     *gym.Vector
	buf   *gym.Buffers
	envs  []*oneTable
	ended []bool
}

func (x *crossed) play(config gym.VectorConfig, illegal string, steps int) {
	spec := x.v.Game().Spec()
	start := func(i int, number uint64) {
		x.envs[i].start(gym.Episode{Seed: 8, Table: uint64(i), Number: number})
		x.ended[i] = false
	}
	x.v.Reset(8, x.buf)
	for i := range x.envs {
		start(i, 0)
	}
	rng := env.Stream(1, "test/cross")
	actions := make([]env.Action, len(x.envs))
	for range steps {
		waits := slices.Clone(x.ended)
		for i, e := range x.envs {
			actions[i] = gym.Idle
			switch x.holds(i); {
			case waits[i]:
				if config.Autoreset == gym.NextStep {
					actions[i] = env.Action(rng.IntN(9) - 1) // whatever
				}
			case illegal == "ends" && rng.IntN(9) == 0:
				actions[i] = env.Action(spec.NumActions())
			case rng.IntN(6) > 0:
				actions[i] = e.legal[rng.IntN(len(e.legal))]
			}
		}
		if illegal == "refused" {
			before := digest(x.buf)
			bad := slices.Clone(actions)
			if at := slices.Index(waits, false); at >= 0 {
				bad[at] = env.Action(spec.NumActions())
				require.Error(x.t, x.v.Step(bad, x.buf))
				require.Equal(x.t, before, digest(x.buf), "nothing has changed")
			}
		}
		require.NoError(x.t, x.v.Step(actions, x.buf))
		for i, e := range x.envs {
			if actions[i] != gym.Idle && !waits[i] {
				e.step(actions[i])
				x.paid(i)
			} else {
				require.False(x.t, x.buf.Terminated[i] || x.buf.Truncated[i])
			}
			number := x.v.Episode(i)
			switch {
			case waits[i] && config.Autoreset == gym.NextStep, x.ended[i] && config.Autoreset == gym.SameStep:
				start(i, number)
			case x.ended[i] && config.Autoreset == gym.Disabled && rng.IntN(2) == 0:
				x.holds(i)
				x.v.ResetTable(i, x.buf)
				start(i, number+1)
			}
		}
	}
}

// paid compares what a step has brought.
func (x *crossed) paid(i int) {
	e, players := x.envs[i], x.v.Game().Spec().Players
	require.Equal(x.t, []bool{e.over && e.terminated, e.over && !e.terminated}, []bool{x.buf.Terminated[i], x.buf.Truncated[i]})
	x.ended[i] = e.over
	for p := range players {
		require.Equal(x.t, float32(e.returns[p]), x.buf.Rewards[i*players+p])
		if final := x.buf.FinalObservation; final != nil && x.ended[i] {
			n := x.v.Game().Spec().ObservationSize()
			require.Equal(x.t, e.observe(env.Player(p)), final[(i*players+p)*n:(i*players+p+1)*n])
		}
	}
}

// holds compares what a table shows.
func (x *crossed) holds(i int) {
	spec := x.v.Game().Spec()
	n, width := spec.ObservationSize(), spec.NumActions()
	mask := x.buf.Mask[i*width : (i+1)*width]
	if x.ended[i] {
		require.Equal(x.t, env.Terminal, x.buf.Current[i])
		require.NotContains(x.t, mask, true)
		return
	}
	e := x.envs[i]
	require.Equal(x.t, e.agent, x.buf.Current[i])
	require.Equal(x.t, e.observe(e.agent), x.buf.Observation[i*n:(i+1)*n])
	require.Equal(x.t, e.mask, mask)
}
