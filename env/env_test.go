package env_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

func TestFaultsAreReportedTogether(t *testing.T) {
	var faults env.Faults
	require.NoError(t, faults.Err())
	faults.Add("players", 9, "a number from %d to %d", 2, 5)
	faults.Add("cards[3].op", "steel", "take or give")
	err := faults.Err()
	assert.EqualError(t, err, "players: 9: want a number from 2 to 5\ncards[3].op: steel: want take or give")
	var fault *env.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, "players", fault.Path)
}

func TestIllegalActionErrorSaysWho(t *testing.T) {
	err := error(&env.IllegalActionError{Game: "kuhn", Player: 1, Action: 7, Reason: "legal: [0 1]"})
	assert.EqualError(t, err, "kuhn: action 7 is illegal for seat 1: legal: [0 1]")
	assert.EqualError(t, &env.IllegalActionError{Game: "kuhn", Player: env.Chance, Action: 7}, "kuhn: action 7 is illegal for chance")
	assert.Equal(t, "terminal", env.Terminal.String())
}

// named is a state of which only the names of actions matter.
type named struct {
	env.State
	names []string
}

func (s named) LegalActions(dst []env.Action) []env.Action {
	for a := range s.names {
		dst = append(dst, env.Action(a))
	}
	return dst
}

func (s named) ActionString(a env.Action) string { return s.names[a] }

func TestParseAction(t *testing.T) {
	s := named{names: []string{"fold", "call 2", "raise"}}
	for want, name := range s.names {
		got, err := env.ParseAction(s, name)
		require.NoError(t, err)
		assert.EqualValues(t, want, got)
	}
	_, err := env.ParseAction(s, "call")
	assert.ErrorIs(t, err, env.ErrUnknownAction)
	assert.EqualError(t, err, `"call": no legal action has this name; legal: fold, call 2, raise`)
}

// Ruling C-3, with the numbers it names.
func TestShareReturns(t *testing.T) {
	for _, c := range []struct {
		won  []bool
		want []float64
	}{
		{[]bool{true, false}, []float64{1, -1}},
		{[]bool{false, true, false}, []float64{-0.5, 1, -0.5}},
		{[]bool{true, true, true}, []float64{0, 0, 0}},
		{[]bool{true, true, false}, []float64{0.25, 0.25, -0.5}},
		{[]bool{true, false, false, true}, []float64{1.0 / 3, -1.0 / 3, -1.0 / 3, 1.0 / 3}},
	} {
		got := make([]float64, len(c.won))
		env.ShareReturns(c.won, got)
		assert.InDeltaSlice(t, c.want, got, 1e-15)
	}
	assert.PanicsWithValue(t, "env: ShareReturns: nobody won", func() { env.ShareReturns([]bool{false, false}, make([]float64, 2)) })
}

func TestStreamsAreReproducibleAndIndependent(t *testing.T) {
	first := func(s env.Rand) uint64 { return s.Uint64() }
	assert.Equal(t, first(env.Stream(1, "deal", 2, 3)), first(env.Stream(1, "deal", 2, 3)))
	seen := map[uint64]string{}
	for name, s := range map[string]env.Rand{
		"plain": env.Stream(1, "deal", 2, 3), "seed": env.Stream(2, "deal", 2, 3), "purpose": env.Stream(1, "play", 2, 3),
		"index": env.Stream(1, "deal", 2, 4), "order": env.Stream(1, "deal", 3, 2), "fewer": env.Stream(1, "deal", 2), "none": env.Stream(1, "deal"),
		"split": env.Stream(1, "dea", 2, 3), "zero": env.Stream(1, "deal", 2, 3, 0),
	} {
		x := first(s)
		assert.Empty(t, seen[x], "%s gives the stream of %s", name, seen[x])
		seen[x] = name
	}
	var many [32]byte
	assert.Zero(t, testing.AllocsPerRun(100, func() { many = env.StreamSeed(1, "episode", 2, 3) }))
	assert.Equal(t, env.StreamSeed(1, "episode", 2, 3), many)
}

func TestSampleOutcome(t *testing.T) {
	outcomes := []env.Outcome{{Action: 2, Prob: 0.1}, {Action: 5, Prob: 0.6}, {Action: 9, Prob: 0.3}}
	rng := env.Stream(1, "test")
	count := map[env.Action]float64{}
	const n = 50_000
	for range n {
		count[env.SampleOutcome(outcomes, rng)]++
	}
	for _, o := range outcomes {
		// Five standard errors.
		assert.InDelta(t, o.Prob, count[o.Action]/n, 5*math.Sqrt(o.Prob*(1-o.Prob)/n))
	}
	// One number a draw, whatever the outcomes are.
	a, b := env.Stream(2, "test"), env.Stream(2, "test")
	env.SampleOutcome(outcomes, a)
	env.SampleOutcome(outcomes[:1], b)
	assert.Equal(t, a.Uint64(), b.Uint64())
	// A sum a hair under 1 ends at the last outcome.
	short := []env.Outcome{{Action: 1, Prob: 1e-300}, {Action: 4, Prob: 1e-300}}
	assert.EqualValues(t, 4, env.SampleOutcome(short, a))
}

func TestSpecLayout(t *testing.T) {
	s := flip()
	assert.Equal(t, 13, s.NumActions())
	assert.Equal(t, 11, s.ObservationSize())
	assert.EqualValues(t, 1, s.BlockOffset("place"))
	assert.Equal(t, 5, s.FieldOffset("coins"))
	assert.Equal(t, "flip(players=2)", s.String())
	assert.PanicsWithValue(t, `env: flip has no observation field "x"`, func() { s.FieldOffset("x") })
	assert.PanicsWithValue(t, `env: flip has no action block "x"`, func() { s.BlockOffset("x") })
}

func TestSides(t *testing.T) {
	for _, c := range []struct {
		teams []int
		want  [][]env.Player
		of    []int
	}{
		{nil, [][]env.Player{{0}, {1}, {2}, {3}}, []int{0, 1, 2, 3}},
		{[]int{1, 0, 1, 0}, [][]env.Player{{0, 2}, {1, 3}}, []int{0, 1, 0, 1}},
		{[]int{5, 5, 5, 5}, [][]env.Player{{0, 1, 2, 3}}, []int{0, 0, 0, 0}},
	} {
		spec := env.Spec{Players: 4, Teams: c.teams}
		assert.Equal(t, c.want, spec.Sides())
		of, n := spec.SideOf()
		assert.Equal(t, c.of, of)
		assert.Equal(t, len(c.want), n)
	}
}

// The hash covers what a history and weights mean, and nothing else.
func TestHash(t *testing.T) {
	same := map[string]func(*env.Spec){
		"title":     func(s *env.Spec) { s.Title = "Other" },
		"docs":      func(s *env.Spec) { s.Actions[0].Doc, s.Observation[0].Doc = "other", "other" },
		"parameter": func(s *env.Spec) { s.Parameters = nil },
		"names":     func(s *env.Spec) { s.Actions[0].Names = []string{"other"} },
		"items":     func(s *env.Spec) { s.Observation[0].Items, s.Actions[1].Items = []string{"piece"}, "" },
	}
	other := map[string]func(*env.Spec){
		"name":          func(s *env.Spec) { s.Name = "flop" },
		"version":       func(s *env.Spec) { s.Version++ },
		"players":       func(s *env.Spec) { s.Players, s.Teams = 3, nil },
		"configuration": func(s *env.Spec) { s.Configuration = []byte(`{"a":1}`) },
		"block":         func(s *env.Spec) { s.Actions[1].Shape = []int{4, 3} },
		"block name":    func(s *env.Spec) { s.Actions[1].Name = "put" },
		"field":         func(s *env.Spec) { s.Observation[0].Shape = []int{6} },
		"field order":   func(s *env.Spec) { s.Observation[0], s.Observation[1] = s.Observation[1], s.Observation[0] },
		"vocabulary":    func(s *env.Spec) { s.Observation[0].Vocab = "pieces" },
		"chance":        func(s *env.Spec) { s.MaxChanceOutcomes = 7 },
		"sequence":      func(s *env.Spec) { s.Observation[1].Set, s.Observation[1].Sequence = false, true },
	}
	seen := map[string]string{flip().Hash: "the original"}
	assert.Len(t, flip().Hash, 64)
	for name, change := range same {
		s := flip()
		change(s)
		assert.Equal(t, flip().Hash, s.Seal().Hash, name)
	}
	for name, change := range other {
		s := flip()
		change(s)
		hash := s.Seal().Hash
		assert.Empty(t, seen[hash], name)
		seen[hash] = name
	}
}

func TestSealRefusesContradictions(t *testing.T) {
	for want, change := range map[string]func(*env.Spec){
		"env: a spec needs a name and a version":                                                                func(s *env.Spec) { s.Version = 0 },
		"env: flip: players, actions and game length must be positive":                                          func(s *env.Spec) { s.MaxGameLength = 0 },
		"env: flip: empty utility range":                                                                        func(s *env.Spec) { s.MinUtility = 1 },
		"env: flip: one team per seat":                                                                          func(s *env.Spec) { s.Teams = []int{1} },
		`env: flip: set field "coins" needs shape [n, features]`:                                                func(s *env.Spec) { s.Observation[1].Shape = []int{6} },
		`env: flip: sequence field "coins" needs shape [n, features], and is neither a set nor of a vocabulary`: func(s *env.Spec) { s.Observation[1].Sequence = true },
		`env: flip: field "hand" has min > max`:                                                                 func(s *env.Spec) { s.Observation[0].Min = 3 },
		`env: flip: field "hand" names items for more than its dimensions`:                                      func(s *env.Spec) { s.Observation[0].Items = []string{"", "a"} },
		`env: flip: field "hand" has 5 rows for 3 items "a"`:                                                    func(s *env.Spec) { s.Observation[0].Items, s.Observation[1].Items = []string{"a"}, []string{"a"} },
		`env: flip: block "place" has 12 ids for 5 items "a"`:                                                   func(s *env.Spec) { s.Observation[0].Items, s.Actions[1].Items = []string{"a"}, "a" },
		`env: flip: block "place" has 12 ids for 0 items "a"`: func(s *env.Spec) {
			s.Observation[0].Items, s.Actions[1].Items, s.Actions[1].SkipItems = []string{"a"}, "a", 5
		},
		`env: flip: block "place" has 12 ids for 0 items "b"`: func(s *env.Spec) { s.Actions[1].Items = "b" },
		`env: flip: block "place" has 12 ids: want a name of its own for each, or none`: func(s *env.Spec) {
			s.Actions[1].Names = slices.Repeat([]string{"here"}, 12)
		},
	} {
		s := flip()
		change(s)
		assert.PanicsWithValue(t, want, func() { s.Seal() })
	}
	s := flip()
	s.Configuration = []byte("{")
	assert.Panics(t, func() { s.Seal() })
}

func ExampleFaults() {
	var faults env.Faults
	faults.Add("slots", -1, "a number that is not negative")
	err := faults.Err()
	var fault *env.Fault
	fmt.Println(err, errors.As(err, &fault))
	// Output: slots: -1: want a number that is not negative true
}

// open is a state that hides nothing, shut one that hides something; neither tells.
type open struct{ env.State }

func (open) CurrentPlayer() env.Player      { return 1 }
func (open) ActionString(env.Action) string { return "takes the Queen" }

type shut struct{ open }

func (s shut) ResampleFromInfoState(env.Player, env.Rand) env.State { return s }

// A game that hides something and does not say what a seat is told tells it nothing.
func TestTellOfAGameThatDoesNotSay(t *testing.T) {
	named := []env.Event{{Player: 1, Text: "takes the Queen"}}
	assert.Equal(t, named, env.Tell(open{}, 0, 7, open{}, nil))
	assert.Equal(t, named, env.Tell(shut{}, 1, 7, shut{}, nil))
	assert.Empty(t, env.Tell(shut{}, 0, 7, shut{}, nil))
}
