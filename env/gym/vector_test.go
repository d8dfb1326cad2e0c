package gym_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/gym"
)

func newVector(t testing.TB, game string, config gym.VectorConfig) (*gym.Vector, *gym.Buffers) {
	v, err := gym.NewVector(games.MustNew(game), config)
	require.NoError(t, err)
	t.Cleanup(v.Close)
	return v, v.NewBuffers()
}

// choose draws a legal action from every mask; tables that are over idle.
func choose(buf *gym.Buffers, actions []env.Action, rng env.Rand) {
	n := len(buf.Mask) / len(actions)
	for t := range actions {
		var legal []env.Action
		for a, ok := range buf.Mask[t*n : (t+1)*n] {
			if ok {
				legal = append(legal, env.Action(a))
			}
		}
		actions[t] = gym.Idle
		if len(legal) > 0 {
			actions[t] = legal[rng.IntN(len(legal))]
		}
	}
}

// digest condenses every bit of the buffers.
func digest(buf *gym.Buffers) uint64 {
	h := fnv.New64a()
	for _, x := range [][]float32{buf.Observation, buf.Rewards, buf.FinalObservation} {
		for _, y := range x {
			_ = binary.Write(h, binary.LittleEndian, math.Float32bits(y))
		}
	}
	for _, x := range []any{buf.Mask, buf.Current, buf.Terminated, buf.Truncated} {
		_ = binary.Write(h, binary.LittleEndian, x)
	}
	return h.Sum64()
}

func TestAnyNumberOfWorkersGivesTheSameBytes(t *testing.T) {
	for _, game := range []string{"leduc", "liarsdice", "goofspiel(players=3,order=random)"} {
		var want []uint64
		for _, workers := range []int{1, 2, 3, 16} {
			v, buf := newVector(t, game, gym.VectorConfig{Tables: 13, Workers: workers})
			rng := env.Stream(5, "test")
			actions := make([]env.Action, 13)
			v.Reset(9, buf)
			got := []uint64{digest(buf)}
			for range 60 {
				choose(buf, actions, rng)
				require.NoError(t, v.Step(actions, buf))
				got = append(got, digest(buf))
			}
			if want == nil {
				want = got
			}
			require.Equal(t, want, got, "%s with %d workers", game, workers)
		}
	}
}

// The dumb second implementation: one state a table, driven by hand with the
// documented stream of every episode.
func TestVectorPlaysWhatAStatePlays(t *testing.T) {
	for _, name := range []string{"kuhn(players=3)", "leduc", "goofspiel(order=random)", "tictactoe"} {
		const tables = 3
		game := games.MustNew(name)
		spec := game.Spec()
		v, buf := newVector(t, name, gym.VectorConfig{Tables: tables})
		v.Reset(42, buf)
		states := make([]env.State, tables)
		streams := make([]env.Rand, tables)
		episode := make([]uint64, tables)
		roll := func(i int) {
			for states[i].CurrentPlayer() == env.Chance {
				a := env.SampleOutcome(states[i].(env.Chancer).ChanceOutcomes(nil), streams[i])
				require.NoError(t, states[i].Apply(a))
			}
		}
		start := func(i int) {
			states[i] = game.NewInitialState()
			streams[i] = env.Stream(42, "episode", uint64(i), episode[i])
			roll(i)
		}
		for i := range states {
			start(i)
		}
		rng := env.Stream(1, "test")
		actions := make([]env.Action, tables)
		final := make([]float32, len(buf.FinalObservation))
		ends := 0
		for range 100 {
			choose(buf, actions, rng)
			require.NoError(t, v.Step(actions, buf))
			for i, s := range states {
				require.NoError(t, s.Apply(actions[i]))
				roll(i)
				rewards := make([]float64, spec.Players)
				s.Returns(rewards)
				over := s.CurrentPlayer() == env.Terminal
				for p, r := range rewards {
					assert.Equal(t, float32(r), buf.Rewards[i*spec.Players+p])
					if over {
						at := (i*spec.Players + p) * spec.ObservationSize()
						s.Observe(env.Player(p), final[at:at+spec.ObservationSize()])
					}
				}
				assert.Equal(t, over, buf.Terminated[i])
				assert.False(t, buf.Truncated[i])
				if over {
					ends++
					episode[i]++
					start(i)
				}
			}
			require.Equal(t, final, buf.FinalObservation)
			for i, s := range states {
				assert.Equal(t, episode[i], v.Episode(i))
				assertRow(t, v, buf, i, s)
			}
		}
		assert.Greater(t, ends, 20, name)
		assert.Positive(t, v.Steps())
	}
}

// assertRow compares a row of the buffers with a state that waits for a seat.
func assertRow(t *testing.T, v *gym.Vector, buf *gym.Buffers, i int, s env.State) {
	spec := v.Game().Spec()
	observation := make([]float32, spec.ObservationSize())
	s.Observe(s.CurrentPlayer(), observation)
	require.Equal(t, observation, buf.Observation[i*len(observation):(i+1)*len(observation)])
	require.Equal(t, s.CurrentPlayer(), buf.Current[i])
	require.Equal(t, s.String(), v.State(i).String())
	mask := make([]bool, spec.NumActions())
	for _, a := range s.LegalActions(nil) {
		mask[a] = true
	}
	require.Equal(t, mask, buf.Mask[i*len(mask):(i+1)*len(mask)])
}

// play steps until some table's episode ends and returns that table.
func play(t *testing.T, v *gym.Vector, buf *gym.Buffers) int {
	rng := env.Stream(3, "play")
	actions := make([]env.Action, v.Tables())
	for range 100 {
		choose(buf, actions, rng)
		require.NoError(t, v.Step(actions, buf))
		for i := range actions {
			if buf.Terminated[i] || buf.Truncated[i] {
				return i
			}
		}
	}
	t.Fatal("no episode ends")
	return 0
}

func TestAfterTheEndWithSameStep(t *testing.T) {
	v, buf := newVector(t, "kuhn", gym.VectorConfig{Tables: 2, Autoreset: gym.SameStep})
	v.Reset(1, buf)
	i := play(t, v, buf)
	assert.EqualValues(t, 1, v.Episode(i))
	assert.Zero(t, v.Decisions(i))
	assert.EqualValues(t, 0, buf.Current[i], "the next episode has begun")
	assert.NotZero(t, buf.Rewards[2*i])
	assert.Equal(t, -buf.Rewards[2*i], buf.Rewards[2*i+1])
	assert.Contains(t, buf.Mask[2*i:2*i+2], true)

	final := slices.Clone(buf.FinalObservation)
	actions := []env.Action{gym.Idle, gym.Idle}
	actions[i] = 0
	require.NoError(t, v.Step(actions, buf))
	assert.Zero(t, buf.Rewards[2*i])
	assert.False(t, buf.Terminated[i])
	assert.Equal(t, final, buf.FinalObservation, "kept until the next end")
}

func TestAfterTheEndWithNextStep(t *testing.T) {
	v, buf := newVector(t, "kuhn", gym.VectorConfig{Tables: 2, Autoreset: gym.NextStep})
	v.Reset(1, buf)
	i := play(t, v, buf)
	assertFinished(t, v, buf, i)
	actions := []env.Action{gym.Idle, gym.Idle}
	actions[i] = 77 // ignored
	require.NoError(t, v.Step(actions, buf))
	assert.EqualValues(t, 1, v.Episode(i))
	assert.EqualValues(t, 0, buf.Current[i])
	assert.Zero(t, buf.Rewards[2*i])
	assert.False(t, buf.Terminated[i])

	i = play(t, v, buf)
	require.NoError(t, v.Step([]env.Action{gym.Idle, gym.Idle}, buf), "Idle resets too")
	assert.Zero(t, v.Decisions(i))
	assert.EqualValues(t, 0, buf.Current[i])
}

func TestAfterTheEndWithoutAutoreset(t *testing.T) {
	v, buf := newVector(t, "kuhn", gym.VectorConfig{Tables: 2, Autoreset: gym.Disabled})
	v.Reset(1, buf)
	i := play(t, v, buf)
	assertFinished(t, v, buf, i)
	actions := []env.Action{gym.Idle, gym.Idle}
	actions[i] = 0
	var illegal *gym.IllegalError
	require.ErrorAs(t, v.Step(actions, buf), &illegal)
	assert.Equal(t, i, illegal.Table)
	actions[i] = gym.Idle
	require.NoError(t, v.Step(actions, buf))
	assert.False(t, buf.Terminated[i])
	assert.Zero(t, buf.Rewards[2*i])
	assert.Equal(t, env.Terminal, buf.Current[i])

	v.ResetTable(i, buf)
	assert.EqualValues(t, 1, v.Episode(i))
	assertRow(t, v, buf, i, v.State(i))
}

func assertFinished(t *testing.T, v *gym.Vector, buf *gym.Buffers, i int) {
	assert.True(t, buf.Terminated[i])
	assert.EqualValues(t, 0, v.Episode(i))
	assert.Equal(t, env.Terminal, buf.Current[i])
	assert.NotContains(t, buf.Mask[2*i:2*i+2], true)
	assert.NotZero(t, buf.Rewards[2*i])
	d := v.Game().Spec().ObservationSize()
	last := buf.Observation[i*d : (i+1)*d]
	seats := [][]float32{buf.FinalObservation[2*i*d : (2*i+1)*d], buf.FinalObservation[(2*i+1)*d : (2*i+2)*d]}
	assert.Contains(t, seats, last, "the observation is that of the seat which acted last")
	assert.Equal(t, env.Terminal, v.State(i).CurrentPlayer())
}

func TestIllegalActionChangesNothingAnywhere(t *testing.T) {
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 4, Workers: 2})
	v.Reset(1, buf)
	before, states := digest(buf), []string{}
	for i := range 4 {
		states = append(states, v.State(i).String())
	}
	legal := env.Action(slices.Index(buf.Mask[:3], true))
	for _, bad := range []env.Action{-2, 3, 1 << 30, env.Action(slices.Index(buf.Mask[6:9], false))} {
		err := v.Step([]env.Action{legal, legal, bad, bad}, buf)
		var illegal *gym.IllegalError
		require.ErrorAs(t, err, &illegal)
		assert.Equal(t, 2, illegal.Table)
		assert.Equal(t, bad, illegal.Illegal.Action)
		assert.Equal(t, v.State(2).CurrentPlayer(), illegal.Illegal.Player)
		assert.Equal(t, 1, illegal.More)
		var inner *env.IllegalActionError
		require.ErrorAs(t, err, &inner)
		assert.ErrorContains(t, err, "table 2: leduc: action ")
		assert.ErrorContains(t, err, "(and at 1 more tables)")
	}
	assert.Equal(t, before, digest(buf))
	for i := range 4 {
		assert.Equal(t, states[i], v.State(i).String())
	}
}

func TestIllegalTerminatesIsOptIn(t *testing.T) {
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 2, IllegalTerminates: true, IllegalPenalty: 3})
	v.Reset(1, buf)
	legal := env.Action(slices.Index(buf.Mask[:3], true))
	was := v.State(1).Clone()
	require.NoError(t, v.Step([]env.Action{legal, 99}, buf))
	assert.Equal(t, []float32{0, 0, -3, 0}, buf.Rewards)
	assert.Equal(t, []bool{false, true}, buf.Terminated)
	assert.EqualValues(t, 1, v.Episode(1))
	d := v.Game().Spec().ObservationSize()
	stood := make([]float32, d)
	was.Observe(1, stood)
	assert.Equal(t, stood, buf.FinalObservation[3*d:4*d], "the state as it stood")

	require.EqualValues(t, 1, buf.Current[0])
	require.NoError(t, v.Step([]env.Action{-5, gym.Idle}, buf))
	assert.Equal(t, []float32{0, -3, 0, 0}, buf.Rewards)
}

func TestTruncation(t *testing.T) {
	for _, mode := range []gym.Autoreset{gym.SameStep, gym.Disabled} {
		v, buf := newVector(t, "tictactoe", gym.VectorConfig{Tables: 1, MaxDecisions: 3, Autoreset: mode})
		v.Reset(1, buf)
		for a := range env.Action(3) {
			assert.False(t, buf.Truncated[0])
			require.NoError(t, v.Step([]env.Action{a}, buf))
		}
		assert.True(t, buf.Truncated[0])
		assert.False(t, buf.Terminated[0])
		assert.Equal(t, []float32{0, 0}, buf.Rewards)
		if mode == gym.Disabled {
			assert.Equal(t, env.Terminal, buf.Current[0])
			assert.Equal(t, 3, v.Decisions(0))
		} else {
			assert.EqualValues(t, 1, v.Episode(0))
		}
	}
	// The rules end the episode in the very decision that would truncate it.
	v, buf := newVector(t, "tictactoe", gym.VectorConfig{Tables: 1, MaxDecisions: 5})
	v.Reset(1, buf)
	for _, a := range []env.Action{0, 3, 1, 4, 2} {
		require.NoError(t, v.Step([]env.Action{a}, buf))
	}
	assert.Equal(t, []bool{true, false}, []bool{buf.Terminated[0], buf.Truncated[0]})
}

// A vector that skips forced moves plays the same episodes and shows the rest of their
// decisions.
func TestForcedMovesCanBeSkipped(t *testing.T) {
	if testing.Short() {
		t.Skip("plays for half a minute under race, as other tests do")
	}
	for _, name := range []string{"tictactoe", "payday", "goofspiel"} {
		all, allBuf := newVector(t, name, gym.VectorConfig{Tables: 3})
		v, buf := newVector(t, name, gym.VectorConfig{Tables: 3, SkipForced: true})
		all.Reset(4, allBuf)
		v.Reset(4, buf)
		rng := env.Stream(4, "test")
		skipped, wanted := 0, 12
		if name == "payday" && os.Getenv("RINGER_LONG") != "1" {
			wanted = 1 // episode of some hundred moves
		}
		for episodes := 0; episodes < wanted; {
			actions := []env.Action{gym.Idle, gym.Idle, gym.Idle}
			table := rng.IntN(3)
			legal := v.Legal(table)
			require.Equal(t, all.State(table).String(), v.State(table).String())
			require.Equal(t, all.State(table).LegalActions(nil), legal)
			if v.Decisions(table) > 0 {
				require.Greater(t, len(legal), 1)
			}
			actions[table] = legal[rng.IntN(len(legal))]
			require.NoError(t, v.Step(actions, buf))
			require.NoError(t, all.Step(actions, allBuf))
			ended := allBuf.Terminated[table]
			for !ended && len(all.Legal(table)) == 1 {
				actions[table] = all.Legal(table)[0]
				require.NoError(t, all.Step(actions, allBuf))
				ended = allBuf.Terminated[table]
				skipped++
			}
			require.Equal(t, allBuf, buf, "rewards and flags too")
			require.Equal(t, all.Length(table), v.Length(table))
			if ended {
				episodes++
			}
		}
		if name != "goofspiel" { // which plays the last cards itself
			assert.Positive(t, skipped, name)
		}
	}
	v, buf := newVector(t, "tictactoe", gym.VectorConfig{Tables: 1, SkipForced: true, MaxDecisions: 8})
	v.Reset(1, buf)
	for _, a := range []env.Action{0, 1, 2, 4, 3, 5, 7, 6} {
		require.False(t, buf.Truncated[0])
		require.NoError(t, v.Step([]env.Action{a}, buf))
	}
	assert.True(t, buf.Truncated[0], "cut off before the last square, a forced move")
	assert.Equal(t, 8, v.Length(0))
}

func TestIdleLeavesATableAlone(t *testing.T) {
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 2})
	v.Reset(1, buf)
	was := v.State(0).String()
	row := slices.Clone(buf.Observation[:v.Game().Spec().ObservationSize()])
	require.NoError(t, v.Step([]env.Action{gym.Idle, env.Action(slices.Index(buf.Mask[3:], true))}, buf))
	assert.Equal(t, was, v.State(0).String())
	assert.Equal(t, row, buf.Observation[:len(row)])
	assert.Equal(t, []int{0, 1}, []int{v.Decisions(0), v.Decisions(1)})
}

func TestResetStartsTheSeedAfresh(t *testing.T) {
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 5})
	v.Reset(7, buf)
	first := digest(buf)
	play(t, v, buf)
	v.Reset(8, buf)
	other := digest(buf)
	v.Reset(7, buf)
	assert.Equal(t, first, digest(buf))
	assert.NotEqual(t, first, other)
	assert.Zero(t, v.Episode(0))

	small := *buf
	small.FinalObservation = nil // nobody wants it
	play(t, v, &small)
}

func TestBadArguments(t *testing.T) {
	_, err := gym.NewVector(games.MustNew("kuhn"), gym.VectorConfig{Tables: 0, Workers: -1, Autoreset: "maybe", MaxDecisions: -1, IllegalPenalty: -1})
	for _, want := range []string{"tables: 0", "workers: -1", "autoreset: maybe: want same-step, next-step or disabled", "max_decisions: -1", "illegal_penalty: -1"} {
		assert.ErrorContains(t, err, want)
	}
	v, buf := newVector(t, "kuhn", gym.VectorConfig{Tables: 2})
	assert.PanicsWithValue(t, "gym: Step before Reset", func() { _ = v.Step([]env.Action{0, 0}, buf) })
	assert.PanicsWithValue(t, "gym: ResetTable before Reset", func() { v.ResetTable(0, buf) })
	v.Reset(1, buf)
	assert.PanicsWithValue(t, "gym: 1 actions for 2 tables", func() { _ = v.Step([]env.Action{0}, buf) })
	buf.Mask = buf.Mask[1:]
	assert.PanicsWithValue(t, "gym: buffer Mask has length 3, want 4", func() { v.Reset(1, buf) })
}

func TestStepAllocatesNothing(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc", "liarsdice", "goofspiel", "tictactoe", "payday"} {
		for _, workers := range []int{1, 2} {
			v, buf := newVector(t, name, gym.VectorConfig{Tables: 32, Workers: workers})
			v.Reset(1, buf)
			n := v.Game().Spec().NumActions()
			actions := make([]env.Action, 32)
			step := func() {
				for i := range actions {
					actions[i] = env.Action(slices.Index(buf.Mask[i*n:(i+1)*n], true))
				}
				if err := v.Step(actions, buf); err != nil {
					panic(err)
				}
			}
			for range 50 {
				step()
			}
			assert.Zero(t, testing.AllocsPerRun(10, func() {
				for range 30 {
					step()
				}
			}), "%s, %d workers", name, workers)
		}
	}
}

// One step is one decision at each of 64 tables, with chance, buffers and the
// start of new episodes.
func BenchmarkVectorStep(b *testing.B) {
	for _, name := range []string{"kuhn", "leduc", "tictactoe"} {
		b.Run(name, func(b *testing.B) {
			v, buf := newVector(b, name, gym.VectorConfig{Tables: 64})
			v.Reset(1, buf)
			n := v.Game().Spec().NumActions()
			actions := make([]env.Action, 64)
			b.ReportAllocs()
			for b.Loop() {
				for i := range actions {
					actions[i] = env.Action(slices.Index(buf.Mask[i*n:(i+1)*n], true))
				}
				if err := v.Step(actions, buf); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(64*b.N)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

// An episode can be started at any table, also where another one is under way, and is the
// same as where it is at home; those that follow it follow it there too.
func TestAnyEpisodeCanBeStartedAtATable(t *testing.T) {
	home, homeBuf := newVector(t, "leduc", gym.VectorConfig{Tables: 3})
	home.Reset(7, homeBuf)
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 2})
	v.Reset(1, buf)
	v.StartTable(1, gym.Episode{Seed: 7, Table: 2}, buf)
	for range 60 {
		require.Equal(t, home.State(2).String(), v.State(1).String())
		require.Equal(t, home.Key(2), v.Key(1))
		assertRow(t, v, buf, 1, v.State(1))
		a := v.Legal(1)[len(v.Legal(1))-1]
		require.NoError(t, home.Step([]env.Action{gym.Idle, gym.Idle, a}, homeBuf))
		require.NoError(t, v.Step([]env.Action{gym.Idle, a}, buf))
	}
	assert.Greater(t, v.Episode(1), uint64(5))
	assert.Equal(t, gym.Episode{Seed: 1}, v.Key(0), "the other table plays on")
}

func TestATableCanBeTruncated(t *testing.T) {
	v, buf := newVector(t, "leduc", gym.VectorConfig{Tables: 2, Autoreset: gym.Disabled})
	assert.PanicsWithValue(t, "gym: TruncateTable without an episode", func() { v.TruncateTable(0, buf) })
	v.Reset(1, buf)
	require.NoError(t, v.Step([]env.Action{1, gym.Idle}, buf))
	v.TruncateTable(0, buf)
	assert.Equal(t, []bool{true, false}, buf.Truncated)
	assert.Equal(t, []bool{false, false}, buf.Terminated)
	assert.Equal(t, []float32{0, 0, 0, 0}, buf.Rewards)
	assert.Equal(t, env.Terminal, buf.Current[0])
	assert.Equal(t, 1, v.Length(0))
	require.ErrorContains(t, v.Step([]env.Action{1, gym.Idle}, buf), "the episode is over: want -1 until the table is reset")
	assert.PanicsWithValue(t, "gym: TruncateTable without an episode", func() { v.TruncateTable(0, buf) })
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
