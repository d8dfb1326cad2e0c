package tabular_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/tabular"
	"ringer/env"
	"ringer/env/games"
	"ringer/models/botfile"
)

// caller makes a bot of a whole game, whose probabilities a function gives.
func caller(t testing.TB, game env.Game, prob func(seat env.Player, state string, legal []env.Action) []float64) *botfile.Bot {
	t.Helper()
	table := &botfile.Table{}
	seen := map[string]bool{}
	var walk func(s env.State)
	walk = func(s env.State) {
		legal := s.LegalActions(nil)
		if p := s.CurrentPlayer(); p >= 0 {
			state := s.(env.InfoStater).InformationState(p)
			if id := p.String() + state; !seen[id] {
				seen[id] = true
				row := botfile.Row{Seat: int(p), State: state, Probs: prob(p, state, legal)}
				for _, a := range legal {
					row.Actions = append(row.Actions, int32(a))
				}
				table.Rows = append(table.Rows, row)
			}
		}
		for _, a := range legal {
			next := s.Clone()
			if err := next.Apply(a); err != nil {
				t.Fatal(err)
			}
			walk(next)
		}
	}
	walk(game.NewInitialState())
	spec := game.Spec()
	return &botfile.Bot{Table: table, Manifest: botfile.Manifest{Name: "table", Game: spec.String(), SpecHash: spec.Hash}}
}

func skewed(_ env.Player, _ string, legal []env.Action) []float64 {
	if len(legal) == 1 {
		return []float64{1}
	}
	return []float64{0.9, 0.1}
}

func view(t testing.TB, game env.Game, actions ...env.Action) agents.View {
	t.Helper()
	s := game.NewInitialState()
	for _, a := range actions {
		require.NoError(t, s.Apply(a))
	}
	return agents.NewViewer(game).View(s, env.Stream(1, "test"))
}

func TestDecide(t *testing.T) {
	game := games.MustNew("kuhn")
	bot := caller(t, game, func(seat env.Player, state string, _ []env.Action) []float64 {
		if seat == 1 {
			return []float64{0.25, 0.75}
		}
		return []float64{0.9, 0.1}
	})
	agent, err := tabular.FromBot(game.Spec(), bot)
	require.NoError(t, err)
	views := []agents.View{view(t, game, 2, 0), view(t, game, 2, 0, 1)}
	decisions, err := agent.Decide(t.Context(), views)
	require.NoError(t, err)
	require.NoError(t, agents.Check(decisions, views))
	assert.Equal(t, []float32{0.9, 0.1}, decisions[0].Probs)
	assert.Equal(t, []float32{0.25, 0.75}, decisions[1].Probs)

	decisions, err = agent.WithTemperature(0).Decide(t.Context(), views)
	require.NoError(t, err)
	assert.Equal(t, []float32{1, 0}, decisions[0].Probs)
	assert.Equal(t, []float32{0, 1}, decisions[1].Probs)
	again, err := agent.Decide(t.Context(), views)
	require.NoError(t, err)
	assert.Equal(t, []float32{0.9, 0.1}, again[0].Probs, "the table is as it was")
	assert.Panics(t, func() { agent.WithTemperature(-1) })
}

func TestWhatDoesNotFit(t *testing.T) {
	game := games.MustNew("kuhn")
	three := games.MustNew("kuhn(players=3)")
	bot := caller(t, game, skewed)

	_, err := tabular.FromBot(three.Spec(), bot)
	var spec *botfile.SpecError
	require.ErrorAs(t, err, &spec)
	network := *bot
	network.Table = nil
	_, err = tabular.FromBot(game.Spec(), &network)
	assert.ErrorContains(t, err, "no table")

	agent, err := tabular.FromBot(game.Spec(), bot)
	require.NoError(t, err)
	_, err = agent.Decide(t.Context(), []agents.View{view(t, three, 2, 0, 1)})
	require.ErrorAs(t, err, &spec)
	blind := view(t, game, 2, 0)
	blind.InformationState = nil
	_, err = agent.Decide(t.Context(), []agents.View{blind})
	assert.ErrorIs(t, err, agents.ErrNoInformationState)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = agent.Decide(ctx, []agents.View{view(t, game, 2, 0)})
	assert.ErrorIs(t, err, context.Canceled)

	// A table with a hole, one with other actions, one with a seat too many.
	var row *tabular.RowError
	whole := bot.Table.Rows
	v := view(t, game, 2, 0)
	holed := *bot
	holed.Table = &botfile.Table{}
	for _, r := range whole {
		if r.Seat != 0 || r.State != v.InformationState() {
			holed.Table.Rows = append(holed.Table.Rows, r)
		}
	}
	require.Len(t, holed.Table.Rows, len(whole)-1)
	agent, err = tabular.FromBot(game.Spec(), &holed)
	require.NoError(t, err)
	_, err = agent.Decide(t.Context(), []agents.View{v})
	require.ErrorAs(t, err, &row)
	assert.ErrorContains(t, err, "no row for seat 0")
	other := *bot
	other.Table = &botfile.Table{Rows: []botfile.Row{{Seat: 0, State: v.InformationState(), Actions: []int32{1}, Probs: []float64{1}}}}
	agent, err = tabular.FromBot(game.Spec(), &other)
	require.NoError(t, err)
	_, err = agent.Decide(t.Context(), []agents.View{v})
	require.ErrorAs(t, err, &row)
	assert.ErrorContains(t, err, "actions [1]")
	other.Table.Rows[0].Seat = 2
	_, err = tabular.FromBot(game.Spec(), &other)
	assert.ErrorContains(t, err, "seat 2 of 2")
}

// One step is one decision that is looked up in the table of kuhn.
func BenchmarkDecide(b *testing.B) {
	game := games.MustNew("kuhn")
	agent, err := tabular.FromBot(game.Spec(), caller(b, game, skewed))
	require.NoError(b, err)
	views := []agents.View{view(b, game, 2, 0)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := agent.Decide(b.Context(), views); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	game := games.MustNew("kuhn")
	spec := game.Spec()
	s := game.NewInitialState()
	for _, card := range []env.Action{0, 2} {
		if err := s.Apply(card); err != nil {
			fmt.Println(err)
		}
	}
	v := agents.NewViewer(game).View(s, env.Stream(1, "example"))
	agent, err := tabular.FromBot(spec, &botfile.Bot{
		Manifest: botfile.Manifest{Name: "bluffer", Game: spec.String(), SpecHash: spec.Hash},
		Table:    &botfile.Table{Rows: []botfile.Row{{Seat: 0, State: v.InformationState(), Actions: []int32{0, 1}, Probs: []float64{0.75, 0.25}}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	decisions, err := agent.Decide(context.Background(), []agents.View{v})
	fmt.Println(decisions[0].Probs, err)
	// Output: [0.75 0.25] <nil>
}
