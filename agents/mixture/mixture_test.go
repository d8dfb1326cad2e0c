package mixture_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mixture"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

// end plays the first or the last of its legal actions.
type end struct{ last bool }

func (e end) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		if e.last {
			out[i].Probs[len(v.Legal)-1] = 1
		} else {
			out[i].Probs[0] = 1
		}
	}
	return out, nil
}

var known = map[string]agents.Agent{"random": random.New(), "first": end{}, "last": end{last: true}}

func mixed(t *testing.T, g env.Game, players ...mixture.Player) *mixture.Agent {
	t.Helper()
	p := mixture.Population{Players: players}
	require.NoError(t, p.Validate())
	agent, err := mixture.New(g.Spec(), &p, func(w *mixture.Player) (agents.Agent, error) { return known[w.Agent], nil })
	require.NoError(t, err)
	return agent
}

func game(t *testing.T, name string) env.Game {
	t.Helper()
	g, err := games.New(name)
	require.NoError(t, err)
	return g
}

// match plays an agent against random play.
func match(t *testing.T, g env.Game, agent agents.Agent, workers int, watch func(eval.Watched)) *eval.Match {
	t.Helper()
	m, err := eval.PlayMatch(t.Context(), eval.MatchConfig{
		Game: g, Entries: []eval.Entry{{Name: "it", Agent: agent}, {Name: "random", Agent: random.New()}}, Games: 400, Seed: 3, Workers: workers, Watch: watch,
	})
	require.NoError(t, err)
	return m
}

// A mixture of one is that player, and one that no side draws changes nothing.
func TestAMixtureOfOneIsItsPlayer(t *testing.T) {
	for _, name := range []string{"kuhn", "leduc", "heist(players=2)"} {
		g := game(t, name)
		for player, agent := range known {
			want := match(t, g, agent, 2, nil)
			assert.Equal(t, want, match(t, g, mixed(t, g, mixture.Player{Agent: player, Share: 1}), 2, nil), "%s %s", name, player)
			beside := []mixture.Player{{Agent: "first"}, {Agent: player, Shares: []float64{1, 1}}, {Agent: "last"}}
			assert.Equal(t, want, match(t, g, mixed(t, g, beside...), 2, nil), "%s %s", name, player)
		}
	}
}

// The player stays for an episode, is drawn by the share of its side, and does not depend on
// workers.
func TestAPlayerStaysForAnEpisode(t *testing.T) {
	g := game(t, "leduc")
	agent := mixed(t, g, mixture.Player{Agent: "first", Shares: []float64{0.3, 1}}, mixture.Player{Agent: "last", Shares: []float64{0.7, 0}})
	type at struct{ deal, rotation int }
	plays := map[at]bool{}
	seats := map[at]env.Player{}
	several := 0
	one := match(t, g, agent, 1, func(w eval.Watched) {
		if w.Entry != 0 || len(w.View.Legal) < 2 {
			return
		}
		key, last := at{w.Deal, w.Rotation}, w.Action == w.View.Legal[len(w.View.Legal)-1]
		if before, ok := plays[key]; ok {
			several++
			require.Equal(t, before, last, key)
		}
		plays[key], seats[key] = last, w.View.Seat
	})
	assert.Greater(t, several, 100)
	assert.Equal(t, one, match(t, g, agent, 3, nil))
	var n, last [2]int
	for key, seat := range seats {
		n[seat]++
		if plays[key] {
			last[seat]++
		}
	}
	assert.Zero(t, last[1])
	assert.InDelta(t, 0.7, float64(last[0])/float64(n[0]), 4*math.Sqrt(0.21/float64(n[0])))
}

// As a table, a mixture gets what its players get, each as often as it is drawn.
func TestATabulatedMixture(t *testing.T) {
	g := game(t, "leduc")
	walked, err := tree.Build(t.Context(), g, tree.DefaultLimit)
	require.NoError(t, err)
	table := func(agent agents.Agent) tree.Policy {
		p, err := eval.Tabulate(t.Context(), walked, agent, 1)
		require.NoError(t, err)
		return p
	}
	shares := map[string][]float64{"first": {0.2, 0.5}, "last": {0.3, 0.4}, "random": {0.5, 0.1}}
	var players []mixture.Player
	for name, s := range shares {
		players = append(players, mixture.Player{Agent: name, Shares: s})
	}
	mix := table(mixed(t, g, players...))
	value := func(zero, one tree.Policy) float64 {
		both := append(tree.Policy(nil), one...)
		for _, i := range walked.Of[0] {
			copy(walked.At(both, i), walked.At(zero, i))
		}
		return walked.Values(both)[0]
	}
	want := 0.0
	for a, as := range shares {
		for b, bs := range shares {
			want += as[0] * bs[1] * value(table(known[a]), table(known[b]))
		}
	}
	assert.InDelta(t, want, value(mix, mix), 1e-9)
	for i := range walked.Infosets() {
		sum := 0.0
		for _, p := range walked.At(mix, int32(i)) {
			sum += p
		}
		require.InDelta(t, 1, sum, 1e-9)
	}
}

func TestAPositionAloneHasNoPlayer(t *testing.T) {
	g := game(t, "tictactoe")
	agent := mixed(t, g, mixture.Player{Agent: "first", Share: 0.5}, mixture.Player{Agent: "last", Share: 0.5})
	viewer := agents.NewViewer(g)
	_, err := agent.Decide(t.Context(), []agents.View{viewer.View(g.NewInitialState(), nil)})
	require.ErrorIs(t, err, mixture.ErrNoEpisode)
	viewer.Begin([32]byte{})
	_, err = agent.Decide(t.Context(), []agents.View{viewer.View(g.NewInitialState(), nil)})
	require.NoError(t, err)
}

func TestFaultsOfAPopulation(t *testing.T) {
	p := mixture.Population{Players: []mixture.Player{
		{Agent: " ", Share: 2}, {Agent: "a", SHA256: "xyz"}, {Agent: "b", Shares: []float64{0.5, math.NaN()}}, {Agent: "c", Shares: []float64{1}}, {Agent: "d", Share: 0.1, Shares: []float64{0, 0}},
	}}
	err := p.Validate()
	for _, want := range []string{"players[0].agent", "players[0].share", "players[1].sha256", "players[2].shares[1]", "players[3].shares", "players[4]"} {
		require.ErrorContains(t, err, want)
	}
	require.ErrorContains(t, (&mixture.Population{}).Validate(), "players: none")
	p.Players = []mixture.Player{{Agent: "a", Share: 0.5}, {Agent: "b", Share: 0.4}}
	require.ErrorContains(t, p.Validate(), "sum to 0.9")
	p.Players = []mixture.Player{{Agent: "a", Shares: []float64{1, 1, 1}}}
	require.NoError(t, p.Validate())
	require.ErrorContains(t, p.CheckSides(game(t, "kuhn").Spec()), "players[0].shares: 3 shares")
}
