package drive_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

func ExampleTable_Play() {
	game := games.MustNew("kuhn")
	var table drive.Table
	table.Set(game.NewInitialState())
	rng := env.Stream(1, "example")
	err := table.Play(rng, func(seat env.Player, legal []env.Action) (env.Action, error) {
		a := legal[len(legal)-1]
		fmt.Println(seat, "plays", table.State().ActionString(a))
		return a, nil
	})
	returns := make([]float64, 2)
	table.State().Returns(returns)
	fmt.Println(returns, err)
	// Output:
	// seat 0 plays bet
	// seat 1 plays bet
	// [-2 2] <nil>
}

// The dumb second implementation: the loop that every driver used to write.
func playByHand(t *testing.T, s env.State, chance, choice env.Rand) (history []env.Action) {
	t.Helper()
	for s.CurrentPlayer() != env.Terminal {
		var a env.Action
		if s.CurrentPlayer() == env.Chance {
			a = env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), chance)
		} else {
			legal := s.LegalActions(nil)
			a = legal[choice.IntN(len(legal))]
		}
		require.NoError(t, s.Apply(a))
		history = append(history, a)
	}
	return history
}

func TestPlaysWhatTheLoopByHandPlays(t *testing.T) {
	for _, name := range []string{"tictactoe", "kuhn", "leduc", "liarsdice", "goofspiel(order=random)", "heat(players=3)"} {
		game := games.MustNew(name)
		initial := game.NewInitialState()
		var table drive.Table
		rolled := uint64(0)
		for seed := range uint64(5) {
			plain := game.NewInitialState()
			want := playByHand(t, plain, env.Stream(seed, "chance"), env.Stream(seed, "choice"))

			var got []env.Action
			table.Note = func(a env.Action) { got = append(got, a) }
			table.Copy(initial)
			require.NoError(t, table.Play(env.Stream(seed, "chance"), drive.Random(env.Stream(seed, "choice"))))
			assert.Equal(t, want, got, "%s, seed %d", name, seed)
			assert.Equal(t, plain.String(), table.State().String())

			again := game.NewInitialState()
			for _, a := range want {
				if again.CurrentPlayer() == env.Chance {
					rolled++
				}
				require.NoError(t, again.Apply(a))
			}
			assert.Equal(t, rolled, table.Rolled())
		}
		assert.Equal(t, game.NewInitialState().String(), initial.String(), "Copy leaves its source alone")
	}
}

func TestRollStopsAtASeat(t *testing.T) {
	game := games.MustNew("leduc")
	s := game.NewInitialState()
	actor, err := drive.Roll(s, env.Stream(1, "test"))
	require.NoError(t, err)
	assert.EqualValues(t, 0, actor)
	assert.EqualValues(t, 0, s.CurrentPlayer())
	was := s.String()
	actor, err = drive.Roll(s, nil) // nothing to draw
	require.NoError(t, err)
	assert.EqualValues(t, 0, actor)
	assert.Equal(t, was, s.String())
}

// fork asks seat 0 once with the number of actions of each of its steps.
type fork struct {
	env.State
	legal []int // number of actions at each step; 0: chance
	at    int
	bad   int // the step that refuses its action; -1: none
}

var errRefused = errors.New("refused")

func (f *fork) CurrentPlayer() env.Player {
	switch {
	case f.at == len(f.legal):
		return env.Terminal
	case f.legal[f.at] == 0:
		return env.Chance
	}
	return 0
}

func (f *fork) LegalActions(dst []env.Action) []env.Action {
	for a := range f.legal[f.at] {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (f *fork) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return append(dst, env.Outcome{Action: 7, Prob: 1})
}

func (f *fork) Apply(env.Action) error {
	if f.at == f.bad {
		return errRefused
	}
	f.at++
	return nil
}

func TestAdvanceStopsAtAChoice(t *testing.T) {
	f := &fork{legal: []int{0, 1, 0, 1, 2, 1}, bad: -1}
	var table drive.Table
	table.Set(f)
	var seen []env.Action
	table.Note = func(a env.Action) { seen = append(seen, a) }
	rng := env.Stream(1, "test")
	actor, err := table.Advance(rng)
	require.NoError(t, err)
	assert.EqualValues(t, 0, actor)
	assert.Equal(t, 4, f.at)
	assert.Equal(t, []env.Action{7, 0, 7, 0}, seen)
	require.NoError(t, table.Apply(1))
	actor, err = table.Advance(rng)
	require.NoError(t, err)
	assert.Equal(t, env.Terminal, actor)
	assert.Equal(t, []env.Action{7, 0, 7, 0, 1, 0}, seen)
}

func TestErrorsOfTheGameAndOfTheCaller(t *testing.T) {
	for bad := range 3 {
		f := &fork{legal: []int{0, 1, 2}, bad: bad}
		var table drive.Table
		table.Set(f)
		rng := env.Stream(1, "test")
		require.ErrorIs(t, table.Play(rng, drive.Random(rng)), errRefused)
		assert.Equal(t, bad, f.at)
	}
	var table drive.Table
	table.Set(&fork{legal: []int{0, 1}, bad: 1})
	_, err := table.Advance(env.Stream(1, "test"))
	require.ErrorIs(t, err, errRefused)

	stop := errors.New("enough")
	table.Set(games.MustNew("tictactoe").NewInitialState())
	require.ErrorIs(t, table.Play(nil, func(env.Player, []env.Action) (env.Action, error) { return 0, stop }), stop)
	var illegal *env.IllegalActionError
	require.ErrorAs(t, table.Play(nil, func(env.Player, []env.Action) (env.Action, error) { return 99, nil }), &illegal)
}

// plain offers the eight methods of a state and nothing else.
type plain struct{ env.State }

func (p plain) Clone() env.State { return plain{p.State.Clone()} }

func TestCopyReusesMemoryWhereTheGameCan(t *testing.T) {
	s := games.MustNew("tictactoe").NewInitialState()
	into := s.Clone()
	require.NoError(t, s.Apply(4))
	assert.Same(t, into, drive.Copy(into, s))
	assert.Equal(t, s.String(), into.String())
	assert.NotSame(t, s, drive.Copy(nil, s))

	copied := drive.Copy(plain{into}, plain{s})
	require.NoError(t, s.Apply(0))
	assert.Equal(t, into.String(), copied.String(), "independent")

	var table drive.Table
	for range 2 {
		table.Copy(plain{s})
		require.NoError(t, table.Apply(1))
	}
	assert.NotEqual(t, s.String(), table.State().String())
	table.Set(nil)
	table.Copy(games.MustNew("leduc").NewInitialState()) // another game
	assert.Equal(t, env.Chance, table.State().CurrentPlayer())
}

func TestEpisodesAllocateNothing(t *testing.T) {
	for _, name := range []string{"leduc", "liarsdice", "heat(players=3)"} {
		game := games.MustNew(name)
		initial := game.NewInitialState()
		rng := env.Stream(1, "test")
		decide := drive.Random(rng)
		var table drive.Table
		table.Reserve(game.Spec())
		episode := func() {
			table.Copy(initial)
			if err := table.Play(rng, decide); err != nil {
				panic(err)
			}
		}
		for range 20 {
			episode()
		}
		assert.Zero(t, testing.AllocsPerRun(50, episode), name)
	}
}

// One step is one action, chance included.
func BenchmarkPlay(b *testing.B) {
	for _, name := range []string{"kuhn", "heat(players=4)"} {
		b.Run(name, func(b *testing.B) {
			initial := games.MustNew(name).NewInitialState()
			rng := env.Stream(1, "bench")
			decide := drive.Random(rng)
			steps := 0
			table := drive.Table{Note: func(env.Action) { steps++ }}
			b.ReportAllocs()
			for b.Loop() {
				table.Copy(initial)
				if err := table.Play(rng, decide); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
