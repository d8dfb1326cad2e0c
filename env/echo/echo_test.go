package echo

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
)

func newGame(t testing.TB, rounds, signs, lag, noise, recall int) *Game {
	t.Helper()
	g, err := New(Config{Rounds: rounds, Signs: signs, Lag: lag, Noise: noise, Recall: recall})
	require.NoError(t, err)
	return g
}

// at takes actions by name, separated by commas.
func at(t testing.TB, g *Game, names string) *State {
	t.Helper()
	s := g.NewInitialState().(*State)
	for name := range strings.SplitSeq(names, ", ") {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err)
		require.NoError(t, s.Apply(a))
	}
	return s
}

func TestLawsCAL7(t *testing.T) {
	for _, g := range []*Game{newGame(t, 5, 2, 2, 10, MaxRounds), newGame(t, 4, 3, 2, 0, 1), newGame(t, 3, 2, 4, 50, 0)} {
		t.Run(g.Spec().String(), func(t *testing.T) { envtest.Run(t, g, envtest.Options{Games: 50}) })
	}
}

// A world is a state with its probability.
type world struct {
	state *State
	odds  float64
}

// best returns the best expected return from worlds that the seat cannot tell apart, by trying every guess
// in the game itself. key says what the seat can tell worlds apart by after a round.
func best(t *testing.T, worlds []world, key func(*State) string) float64 {
	switch worlds[0].state.CurrentPlayer() {
	case env.Terminal:
		sum := 0.0
		for _, w := range worlds {
			var r [1]float64
			w.state.Returns(r[:])
			sum += w.odds * r[0]
		}
		return sum
	case env.Chance:
		sets := map[string][]world{}
		for _, w := range worlds {
			for _, o := range w.state.ChanceOutcomes(nil) {
				next := *w.state
				require.NoError(t, next.Apply(o.Action))
				k := key(&next)
				sets[k] = append(sets[k], world{&next, w.odds * o.Prob})
			}
		}
		sum := 0.0
		for _, set := range sets {
			sum += best(t, set, key)
		}
		return sum
	}
	top := math.Inf(-1)
	for a := range env.Action(worlds[0].state.game.config.Signs) {
		var next []world
		for _, w := range worlds {
			s := *w.state
			require.NoError(t, s.Apply(a))
			next = append(next, world{&s, w.odds})
		}
		top = max(top, best(t, next, key))
	}
	return top
}

// A table is the game without states: for every habit it counts the rounds in which the echo showed what
// the habit says, which matters with the last guesses, and nothing else does.
type table struct {
	Config
	known map[string]float64
}

func (b *table) value(round int, last []int, agreed [][]int) float64 {
	if round == b.Rounds {
		return 0
	}
	key := fmt.Sprint(round, last, agreed)
	if v, ok := b.known[key]; ok {
		return v
	}
	m, noise := float64(b.Signs), float64(b.Noise)/100
	odds, total := make([]float64, b.Signs), 0.0
	for lag := 1; lag <= b.Lag; lag++ {
		for add := range b.Signs {
			p := 1.0
			answers := max(0, round-lag)
			for i := range answers {
				if i < agreed[lag-1][add] {
					p *= 1 - noise + noise/m
				} else {
					p *= noise / m
				}
			}
			p *= math.Pow(m, -float64(round-answers))
			total += p
			for sign := range odds {
				switch {
				case round < lag:
					odds[sign] += p / m
				case (last[lag-1]+add)%b.Signs == sign:
					odds[sign] += p * (1 - noise + noise/m)
				default:
					odds[sign] += p * noise / m
				}
			}
		}
	}
	top := math.Inf(-1)
	for guess := range b.Signs {
		right := odds[guess] / total
		v := right - (1-right)/(m-1)
		for shown, p := range odds {
			if p == 0 {
				continue
			}
			next := make([][]int, b.Lag)
			for lag := 1; lag <= b.Lag; lag++ {
				next[lag-1] = append([]int{}, agreed[lag-1]...)
				if round >= lag {
					next[lag-1][(shown-last[lag-1]+b.Signs)%b.Signs]++
				}
			}
			v += p / total * b.value(round+1, append([]int{guess}, last[:b.Lag-1]...), next)
		}
		top = max(top, v)
	}
	b.known[key] = top
	return top
}

// optimum returns the best expected return of a seat that remembers everything.
func optimum(c Config) float64 {
	b := table{c, map[string]float64{}}
	agreed := make([][]int, c.Lag)
	for i := range agreed {
		agreed[i] = make([]int, c.Signs)
	}
	return b.value(0, make([]int, c.Lag), agreed)
}

// The best value with all of the past follows from counting, and without any of it 0, whatever the plan: the
// echo's sign is then as likely as any other.
func TestValuesCAL7(t *testing.T) {
	for _, g := range []*Game{newGame(t, 5, 2, 2, 10, 0), newGame(t, 4, 3, 2, 20, 0), newGame(t, 5, 2, 3, 0, 0)} {
		start := []world{{g.NewInitialState().(*State), 1}}
		remembers := best(t, start, func(s *State) string { return s.InformationState(0) })
		assert.InDelta(t, optimum(g.config), remembers, 1e-9, "%s", g.Spec())
		assert.Greater(t, remembers, 0.5)
		o := make([]float32, g.Spec().ObservationSize())
		assert.InDelta(t, 0, best(t, start, func(s *State) string {
			s.Observe(0, o)
			return fmt.Sprint(o)
		}), 1e-9, "%s", g.Spec())
	}
	value := optimum(Defaults())
	t.Logf("the default is worth %.4f", value)
	assert.InDelta(t, 8.0244, value, 1e-4)
}

func TestObservation(t *testing.T) {
	g := newGame(t, 4, 2, 2, 10, 2)
	s := at(t, g, "answer 1 ago +1, A, show A, B, show B, A, show A")
	o := make([]float32, g.Spec().ObservationSize())
	s.Observe(0, o)
	assert.Equal(t, []float32{0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1}, o)
	assert.True(t, g.Spec().Observation[1].Sequence)
	assert.Len(t, newGame(t, 4, 2, 2, 10, 0).Spec().Observation, 1, "nothing of the past")
	assert.Equal(t, []int{3, 5}, newGame(t, 4, 2, 2, 10, 32).Spec().Observation[1].Shape)
	assert.Equal(t, AskSign, s.Question())
	assert.Equal(t, AskNothing, at(t, g, "answer 1 ago +1, A").Question())
	assert.Equal(t, Choice{Sign: 1}, g.Decode(1))
}

// An echo shows what its habit says as often as the rules say, and the table words it so.
func TestAHabit(t *testing.T) {
	g := newGame(t, 4, 3, 2, 30, 32)
	s := at(t, g, "answer 2 ago +1, B, show A, C, show C, A")
	got := map[env.Action]float64{}
	for _, o := range s.ChanceOutcomes(nil) {
		got[o.Action] = o.Prob
	}
	assert.InDeltaMapValues(t, map[env.Action]float64{0: .1, 1: .1, 2: .8}, got, 1e-9)
	assert.Equal(t, "2 ago +1: BA CC A", s.String())
	assert.Equal(t, "0: BA CC A", s.InformationState(0))
	assert.Contains(t, s.Text(0), "You guess A; the echo is to show its sign.")
	s = at(t, g, "answer 2 ago +1, B, show A, C, show C, A, show C, B, show A")
	var r [1]float64
	s.Returns(r[:])
	assert.InDelta(t, 1-3./2, r[0], 1e-9)
	assert.Contains(t, s.Text(0), "1 round of 4 right.")
	quiet := newGame(t, 4, 3, 2, 0, 32)
	assert.Equal(t, []env.Action{2}, at(t, quiet, "answer 1 ago +1, B, show A, C").LegalActions(nil), "no noise")
	assert.Contains(t, at(t, newGame(t, 4, 3, 2, 0, 1), "answer 1 ago +1, B, show A, C, show C").Text(0), "Rounds before, the newest first (and the sign): guess C (C) [right]\n")
}

func TestIllegalActions(t *testing.T) {
	g := newGame(t, 2, 2, 1, 0, 32)
	for names, wrong := range map[string][]env.Action{
		"answer 1 ago +0":                       {-1, 2, 1 << 20},
		"answer 1 ago +0, A":                    {2, -9},
		"answer 1 ago +0, A, show B, B":         {1},
		"answer 1 ago +0, A, show B, B, show A": {0},
	} {
		for _, a := range wrong {
			s := at(t, g, names)
			before := *s
			var illegal *env.IllegalActionError
			require.ErrorAs(t, s.Apply(a), &illegal, "%q %d", names, a)
			assert.Equal(t, a, illegal.Action)
			assert.NotEmpty(t, illegal.Reason)
			assert.Equal(t, before, *s)
		}
	}
	require.Error(t, g.NewInitialState().Apply(2))
}

func TestConservationFindsAWrongSign(t *testing.T) {
	s := at(t, newGame(t, 3, 2, 1, 0, 32), "answer 1 ago +0, A, show B, B, show A")
	require.NoError(t, s.Conservation())
	sign, guess, habit := *s, *s, *s
	sign.shown[1] = 1
	guess.guesses[0] = 2
	habit.habit = none
	for _, wrong := range []*State{&sign, &guess, &habit} {
		assert.Error(t, wrong.Conservation())
	}
}

func TestWrongConfigurations(t *testing.T) {
	_, err := New(Config{Rounds: 1, Signs: 5, Lag: 0, Noise: 60, Recall: 33})
	for _, name := range []string{"rounds", "signs", "lag", "noise", "recall"} {
		require.ErrorContains(t, err, name)
	}
}
