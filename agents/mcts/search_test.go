package mcts

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/games"
)

// Chance is drawn with its probabilities.
func TestChanceIsSampled(t *testing.T) {
	s := search{nodes: []node{{first: 1, count: 3, actor: env.Chance}}, edges: make([]edge, 4)}
	probs := []float32{0, 0.1, 0.6, 0.3}
	for i, p := range probs {
		s.edges[i].prob = p
	}
	const n = 20_000
	count := make([]float64, len(probs))
	for range n {
		count[s.choose(&s.nodes[0])]++
	}
	for i, p := range probs {
		assert.InDelta(t, float64(p), count[i]/n, 5*math.Sqrt(0.24/n))
	}
}

// An action that is legal in one world and not in another keeps its place and
// counts: edges stay ascending, what is known of them moves along, and only
// those legal in the world at hand are open and become available.
func TestEdgesOfSeveralWorlds(t *testing.T) {
	var s infoSearch
	s.exploration = 0.7
	at := s.grow([]env.Action{2, 5})
	take := func(legal ...env.Action) env.Action {
		s.find(at, legal)
		e, _ := s.choose()
		s.edges[e].add(0.5)
		return s.edges[e].action
	}
	take(2, 5)
	take(2, 5)
	assert.EqualValues(t, 3, take(3), "the only one legal")
	assert.EqualValues(t, 1, take(1, 2, 5), "the only one never taken")
	take(2, 5, 7)
	var actions []env.Action
	visits, available := map[env.Action]int32{}, map[env.Action]int32{}
	n := s.nodes[at]
	for _, e := range s.edges[n.first : n.first+n.count] {
		actions = append(actions, e.action)
		visits[e.action], available[e.action] = e.visits, e.available
	}
	assert.Equal(t, []env.Action{1, 2, 3, 5, 7}, actions)
	assert.Equal(t, map[env.Action]int32{1: 1, 2: 1, 3: 1, 5: 1, 7: 1}, visits)
	assert.Equal(t, map[env.Action]int32{1: 1, 2: 4, 3: 1, 5: 4, 7: 1}, available)
}

func TestIndexGrows(t *testing.T) {
	var x index
	for range 2 { // used again
		x.reset()
		for i := range int32(5000) {
			got, found := x.find(uint64(i)*0x9e3779b97f4a7c15, i)
			require.False(t, found)
			require.Equal(t, i, got)
		}
		for i := range int32(5000) {
			got, found := x.find(uint64(i)*0x9e3779b97f4a7c15, -1)
			require.True(t, found)
			require.Equal(t, i, got)
		}
	}
}

// Observations of all information states of leduc, and salts, give different
// hashes: equal observations the same, others another.
func TestHash(t *testing.T) {
	seen := map[uint64][]float32{}
	game := games.MustNew("leduc")
	observation := make([]float32, game.Spec().ObservationSize())
	var walk func(s env.State)
	walk = func(s env.State) {
		s.Observe(0, observation)
		h := hash(observation, 0)
		if was, ok := seen[h]; ok {
			require.Equal(t, was, observation)
		} else {
			seen[h] = append([]float32(nil), observation...)
		}
		for _, a := range s.LegalActions(nil) {
			next := s.Clone()
			require.NoError(t, next.Apply(a))
			walk(next)
		}
	}
	walk(game.NewInitialState())
	assert.Greater(t, len(seen), 500)
	for salt := range uint64(1000) {
		h := hash(observation, salt+1)
		assert.Nil(t, seen[h])
		seen[h] = observation
	}
}

// A simulation allocates nothing once the memory is there: only the worlds of a
// decision are new.
func TestSimulationsAllocateNothing(t *testing.T) {
	v := opening(t, "leduc")
	var s infoSearch
	o := InformationSetDefaults()
	require.NoError(t, s.run(t.Context(), &v, &o))
	world := v.Resample(v.Rand)
	assert.Zero(t, testing.AllocsPerRun(200, func() { _ = s.simulate(context.Background(), world, v.Legal) }))

	v = opening(t, "tictactoe")
	var open search
	open.edges, open.nodes, open.proofs = make([]edge, 0, 1<<16), make([]node, 0, 1<<14), make([]float64, 0, 1<<14)
	root, err := openWorld(&v)
	require.NoError(t, err)
	plain := Defaults()
	require.NoError(t, open.run(t.Context(), &v, root, &plain))
	assert.Zero(t, testing.AllocsPerRun(200, func() { _ = open.simulate(root) }))
}

// secrets is a game in which seat 1 chooses three times in a row and seat 0, who
// began, notices nothing.
type secrets struct{ made int }

func (s *secrets) CurrentPlayer() env.Player {
	return [...]env.Player{0, 1, 1, 1, env.Terminal}[s.made]
}

func (s *secrets) LegalActions(dst []env.Action) []env.Action {
	if s.made == 4 {
		return dst
	}
	return append(dst, 0, 1)
}

func (s *secrets) Apply(env.Action) error            { s.made++; return nil }
func (s *secrets) Observe(_ env.Player, d []float32) { d[0] = 0 }
func (s *secrets) Returns(dst []float64)             { clear(dst) }
func (s *secrets) Clone() env.State                  { c := *s; return &c }
func (s *secrets) ActionString(env.Action) string    { return "" }
func (s *secrets) String() string                    { return "" }

// However little the seat notices, no simulation comes twice to one node.
func TestNoNodeTwiceOnAPath(t *testing.T) {
	spec := &env.Spec{Players: 2, MinUtility: -1, MaxUtility: 1, Observation: []env.Field{{Name: "nothing", Shape: []int{1}}}}
	spec.Name, spec.Version, spec.MaxGameLength, spec.Actions = "secrets", 1, 4, []env.Block{{Name: "choice", Shape: []int{2}}}
	spec.Seal()
	v := agents.View{
		Game: spec, Legal: []env.Action{0, 1}, Rand: env.Stream(1, "test"),
		Resample: func(env.Rand) env.State { return &secrets{} },
	}
	var s infoSearch
	o := InformationSetDefaults()
	o.Sims = 1
	require.NoError(t, s.run(t.Context(), &v, &o))
	for range 200 {
		require.NoError(t, s.simulate(context.Background(), &secrets{}, v.Legal))
		seen := map[int32]bool{}
		for _, step := range s.path {
			require.False(t, seen[step.edge])
			seen[step.edge] = true
		}
	}
	assert.Len(t, s.nodes, 4, "one for each decision, whatever came before")
	for _, n := range s.nodes {
		for _, e := range s.edges[n.first : n.first+n.count] {
			assert.Positive(t, e.visits)
		}
	}
}

// Settled is: no other action can catch up any more, not even to a tie, which
// the means would decide.
func TestSettled(t *testing.T) {
	var s infoSearch
	s.grow([]env.Action{0, 1, 2, 3})
	for i, n := range []int32{3, 10, 0, 5} {
		s.edges[i].visits = n
	}
	assert.True(t, s.settled(4))
	assert.False(t, s.settled(5))
	s.edges[3].visits = 10
	assert.False(t, s.settled(0), "a tie")
	s.edges[0].visits = 13
	assert.True(t, s.settled(2))
	assert.False(t, s.settled(3))
}
