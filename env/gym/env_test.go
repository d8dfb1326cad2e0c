package gym_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
)

func newEnv(t testing.TB, game string, config gym.EnvConfig) *gym.Env {
	e, err := gym.NewEnv(games.MustNew(game), config)
	require.NoError(t, err)
	return e
}

func ExampleEnv() {
	e, _ := gym.NewEnv(games.MustNew("tictactoe"), gym.EnvConfig{})
	for e.Reset(1); e.Agent() != env.Terminal; {
		_, reward, terminated, truncated, info := e.Last()
		action := gym.Idle
		if terminated || truncated {
			fmt.Println(e.Agent(), "got", reward)
		} else {
			action = info.Legal[0]
		}
		if err := e.Step(action); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// seat 0 got 1
	// seat 1 got -1
}

func ExampleVector() {
	v, _ := gym.NewVector(games.MustNew("tictactoe"), gym.VectorConfig{Tables: 2})
	defer v.Close()
	buf := v.NewBuffers()
	v.Reset(1, buf)
	for a := range env.Action(7) { // seat 0 takes 0, 2, 4 and 6
		if err := v.Step([]env.Action{a, a}, buf); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(buf.Terminated, buf.Rewards, v.Episode(1))
	err := v.Step([]env.Action{4, 9}, buf)
	fmt.Println(err)
	// Output:
	// [true true] [1 -1 1 -1] 1
	// table 1: tictactoe: action 9 is illegal for seat 0: legal: [0 1 2 3 4 5 6 7 8]
}

// The first episode of an Env is that of table 0 of a Vector.
func TestEnvPlaysWhatAVectorPlays(t *testing.T) {
	for _, name := range []string{"kuhn(players=3)", "leduc", "goofspiel(order=random)", "tictactoe"} {
		e := newEnv(t, name, gym.EnvConfig{})
		v, buf := newVector(t, name, gym.VectorConfig{Tables: 2, Autoreset: gym.Disabled})
		for seed := range uint64(20) {
			e.Reset(seed)
			v.Reset(seed, buf)
			rng := env.Stream(seed, "test")
			d, n := v.Game().Spec().ObservationSize(), v.Game().Spec().NumActions()
			for buf.Current[0] != env.Terminal {
				require.Equal(t, buf.Current[0], e.Agent())
				observation, reward, terminated, truncated, info := e.Last()
				require.Equal(t, buf.Observation[:d], observation)
				require.Equal(t, buf.Mask[:n], info.Mask)
				require.Equal(t, e.State().LegalActions(nil), info.Legal)
				require.Zero(t, reward)
				require.False(t, terminated || truncated)
				a := info.Legal[rng.IntN(len(info.Legal))]
				require.NoError(t, e.Step(a))
				require.NoError(t, v.Step([]env.Action{a, gym.Idle}, buf))
			}
			for p := range env.Player(v.Game().Spec().Players) {
				require.Equal(t, p, e.Agent())
				observation, reward, terminated, truncated, info := e.Last()
				require.Equal(t, buf.FinalObservation[int(p)*d:int(p+1)*d], observation)
				require.Equal(t, buf.Rewards[p], float32(reward))
				require.True(t, terminated)
				require.False(t, truncated)
				require.NotContains(t, info.Mask, true)
				require.Empty(t, info.Legal)
				var illegal *env.IllegalActionError
				require.ErrorAs(t, e.Step(0), &illegal, "a seat that is done takes only Idle")
				require.NoError(t, e.Step(gym.Idle))
			}
			require.Equal(t, env.Terminal, e.Agent())
		}
		assert.PanicsWithValue(t, "gym: Step without a seat to act: call Reset", func() { _ = e.Step(gym.Idle) })
		assert.PanicsWithValue(t, "gym: Last without a seat to act: call Reset", func() { e.Last() })
	}
}

func TestEnvRefusesIllegalActions(t *testing.T) {
	e := newEnv(t, "leduc", gym.EnvConfig{})
	e.Reset(1)
	was := e.State().String()
	for _, bad := range []env.Action{gym.Idle, -2, 99} {
		var illegal *env.IllegalActionError
		require.ErrorAs(t, e.Step(bad), &illegal)
		assert.Equal(t, bad, illegal.Action)
		assert.EqualValues(t, 0, illegal.Player)
	}
	assert.Equal(t, was, e.State().String())
	assert.EqualValues(t, 0, e.Agent())

	e = newEnv(t, "leduc", gym.EnvConfig{IllegalTerminates: true, IllegalPenalty: 2})
	e.Reset(1)
	require.NoError(t, e.Step(99))
	_, reward, terminated, _, _ := e.Last()
	assert.Equal(t, -2.0, reward)
	assert.True(t, terminated)
	assert.Zero(t, e.Reward(1))
}

func TestEnvTruncates(t *testing.T) {
	e := newEnv(t, "tictactoe", gym.EnvConfig{MaxDecisions: 2})
	e.Reset(1)
	require.NoError(t, e.Step(0))
	require.NoError(t, e.Step(1))
	_, reward, terminated, truncated, info := e.Last()
	assert.Zero(t, reward)
	assert.False(t, terminated)
	assert.True(t, truncated)
	assert.NotContains(t, info.Mask, true)
	_, err := gym.NewEnv(games.MustNew("kuhn"), gym.EnvConfig{MaxDecisions: -1})
	assert.ErrorContains(t, err, "max_decisions")
}

func TestBenchMeasures(t *testing.T) {
	game := games.MustNew("leduc")
	for _, mode := range gym.Modes() {
		for _, workers := range []int{1, 2} {
			r, err := gym.Bench(t.Context(), game, gym.BenchConfig{Mode: mode, Workers: workers, Duration: 20 * time.Millisecond})
			require.NoError(t, err)
			assert.Equal(t, mode, r.Mode)
			assert.Equal(t, workers, r.Workers)
			// A game of leduc has 3 rolls at most, and 2 to 8 decisions.
			assert.InDelta(t, 4, r.DecisionsPerSecond/r.GamesPerSecond, 1, mode)
			assert.InDelta(t, 2.7, (r.StepsPerSecond-r.DecisionsPerSecond)/r.GamesPerSecond, 0.5, mode)
			assert.Less(t, r.AllocsPerStep, 0.01, mode)
		}
	}
	// A benchmark of an hour ends when it is cancelled.
	for _, mode := range gym.Modes() {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		r, err := gym.Bench(ctx, game, gym.BenchConfig{Mode: mode, Workers: 2, Duration: time.Hour})
		assert.ErrorIs(t, err, context.DeadlineExceeded, mode)
		assert.Equal(t, mode, r.Mode)
	}
	_, err := gym.Bench(t.Context(), game, gym.BenchConfig{Mode: "fast"})
	assert.ErrorContains(t, err, `"fast"; known: [bare observed vector]`)
}
