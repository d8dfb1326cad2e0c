package wrap_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/goofspiel"
	"ringer/env/leduc"
	"ringer/env/wrap"
)

// seatShower shows the seat that observes.
type seatShower struct{ name string }

func (o seatShower) Name() string { return o.name }
func (o seatShower) Version() int { return 1 }
func (o seatShower) Fields() []env.Field {
	return []env.Field{{Name: "shown_" + o.name, Shape: []int{3}, Max: 1, Doc: "one-hot: the seat that observes"}}
}
func (o seatShower) NewWriter() wrap.Writer { return seatWriter{} }

type seatWriter struct{}

func (seatWriter) Write(_ env.State, p env.Player, dst []float32) { dst[p] = 1 }

func build(t testing.TB) env.Game {
	g, err := leduc.New(leduc.Defaults())
	require.NoError(t, err)
	return g
}

func TestWrappedGamesObeyTheLaws(t *testing.T) {
	w, err := wrap.New(build(t), seatShower{"seat"})
	require.NoError(t, err)
	report := envtest.Check(w, envtest.Options{Games: 30, Seed: 1})
	for _, law := range report.Laws {
		assert.True(t, law.OK, "%s: %s", law.Name, law.Detail)
	}
}

// endShower shows what every chair sees alike: whether the game is over.
type endShower struct{ seatShower }

func (endShower) NewWriter() wrap.Writer { return endWriter{} }

type endWriter struct{}

func (endWriter) Write(s env.State, _ env.Player, dst []float32) {
	if s.CurrentPlayer() == env.Terminal {
		dst[0] = 1
	}
}

// The law of chairs sees through a wrapper: it moves the scene that is shown, and
// finds a wrapper that shows absolute seats.
func TestWrappersOfLikeSeats(t *testing.T) {
	c := goofspiel.Defaults()
	c.Players, c.Order = 3, goofspiel.Random
	g, err := goofspiel.New(c)
	require.NoError(t, err)
	chairs := func(o wrap.Observer) envtest.Law {
		w, err := wrap.New(g, o)
		require.NoError(t, err)
		for _, l := range envtest.Check(w, envtest.Options{Games: 10, Seed: 1}).Laws {
			if l.Name == "chairs" {
				return l
			}
		}
		return envtest.Law{}
	}
	l := chairs(endShower{seatShower{"end"}})
	assert.True(t, l.OK, l.Detail)
	assert.Regexp(t, `^[1-9]\d* tests$`, l.Detail)
	l = chairs(seatShower{"seat"})
	assert.False(t, l.OK)
	assert.Contains(t, l.Detail, "shown_seat: #")
}

func TestAWrapperAddsFieldsAndKeepsFacts(t *testing.T) {
	g := build(t)
	w, err := wrap.New(g, seatShower{"seat"})
	require.NoError(t, err)
	n := g.Spec().ObservationSize()
	assert.Equal(t, n+3, w.Spec().ObservationSize())
	assert.NotEqual(t, g.Spec().Hash, w.Spec().Hash)
	assert.Equal(t, g.Spec().Hash, w.Spec().FactsHash)
	assert.Equal(t, g.Spec().Hash, g.Spec().FactsHash)
	assert.Equal(t, "leduc(wrap=seat)", w.Spec().String())
	assert.Equal(t, "leduc", g.Spec().String(), "the game itself must not change")

	s := w.NewInitialState()
	require.NoError(t, s.Apply(0))
	require.NoError(t, s.Apply(3))
	seen, facts := make([]float32, n+3), make([]float32, n)
	s.Observe(1, seen)
	env.UnwrapState(s).Observe(1, facts)
	assert.Equal(t, facts, seen[:n])
	assert.Equal(t, []float32{0, 1, 0}, seen[n:])
	assert.Same(t, g, env.UnwrapGame(w))
}

func TestWrappersNest(t *testing.T) {
	g := build(t)
	one, err := wrap.New(g, seatShower{"one"})
	require.NoError(t, err)
	two, err := wrap.New(one, seatShower{"two"})
	require.NoError(t, err)
	assert.Equal(t, "leduc(wrap=one+two)", two.Spec().String())
	assert.Equal(t, g.Spec().Hash, two.Spec().FactsHash)
	assert.Same(t, g, env.UnwrapGame(two))
	s := env.WrapState(two, g.NewInitialState())
	assert.IsType(t, &leduc.State{}, env.UnwrapState(s))
	s.Observe(0, make([]float32, two.Spec().ObservationSize()))

	_, err = wrap.New(one, seatShower{"one"})
	assert.EqualError(t, err, `wrap: leduc(wrap=one) shows a field "shown_one" already`)
}

func TestATunedOpinionChangesTheHashOfTheWrapperAlone(t *testing.T) {
	g := build(t)
	one, err := wrap.New(g, seatShower{"seat"})
	require.NoError(t, err)
	tuned, err := wrap.New(g, tunedShower{seatShower{"seat"}})
	require.NoError(t, err)
	assert.NotEqual(t, one.Spec().Hash, tuned.Spec().Hash)
	assert.Equal(t, one.Spec().FactsHash, tuned.Spec().FactsHash)
}

type tunedShower struct{ seatShower }

func (tunedShower) Version() int { return 2 }

// One step is one action, chance included, with an observation.
func BenchmarkObserved(b *testing.B) {
	w, err := wrap.New(build(b), seatShower{"seat"})
	require.NoError(b, err)
	s, start := w.NewInitialState(), w.NewInitialState()
	dst := make([]float32, w.Spec().ObservationSize())
	legal := make([]env.Action, 0, 8)
	b.ReportAllocs()
	for b.Loop() {
		legal = s.LegalActions(legal[:0])
		if len(legal) == 0 {
			s.(env.CopierFrom).CopyFrom(start)
			continue
		}
		s.Observe(0, dst)
		if err := s.Apply(legal[0]); err != nil {
			b.Fatal(err)
		}
	}
}

// nameless hides the information states of a game.
type nameless struct{ env.Game }

func (g nameless) NewInitialState() env.State {
	return namelessState{g.Game.NewInitialState().(*leduc.State)}
}

type namelessState struct{ state }

type state interface {
	env.State
	env.Resampler
	env.CopierFrom
	env.Texter
	env.Chancer
}

func (s namelessState) Clone() env.State { return namelessState{s.state.Clone().(*leduc.State)} }

func (s namelessState) CopyFrom(src env.State) { s.state.CopyFrom(src.(namelessState).state) }

// A wrapped state names information states exactly when the state that it shows
// does.
func TestInformationStatesAreThoseOfTheFacts(t *testing.T) {
	for _, g := range []env.Game{build(t), nameless{build(t)}} {
		w, err := wrap.New(g, seatShower{"seat"})
		require.NoError(t, err)
		facts, want := g.NewInitialState().(env.InfoStater)
		for _, s := range []env.State{w.NewInitialState(), w.NewInitialState().Clone()} {
			names, ok := s.(env.InfoStater)
			require.Equal(t, want, ok)
			if ok {
				assert.Equal(t, facts.InformationState(1), names.InformationState(1))
			}
		}
		from, to := w.NewInitialState(), w.NewInitialState()
		require.NoError(t, from.Apply(0))
		to.(env.CopierFrom).CopyFrom(from)
		assert.Equal(t, from.String(), to.String())
	}
}
