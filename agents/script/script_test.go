package script_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/script"
	"ringer/configs"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
)

func Example() {
	s := script.Defaults()
	err := configs.ReadAll(&s, configs.Text("bold.yaml", []byte("name: Bold\nrules:\n  - {never: fold, weigh: bet}\n  - {weigh: /bet(/, by: -1}\n")))
	fmt.Println(err)
	// Output:
	// bold.yaml:3:5: rules[0]: 2 of always, never and weigh: want one of them
	// bold.yaml:3:5: rules[0].by: 0: want a factor above 0, such as 3
	// bold.yaml:4:13: rules[1].weigh: /bet(/: want a regular expression between the slashes: error parsing regexp: missing closing ): `bet(`
	// bold.yaml:4:25: rules[1].by: -1: want a factor above 0, such as 3
}

// opening returns the view of a game's first choice.
func opening(t *testing.T, game env.Game) agents.View {
	t.Helper()
	s := game.NewInitialState()
	rng := env.Stream(1, "test")
	_, err := drive.Roll(s, rng)
	require.NoError(t, err)
	return agents.NewViewer(game).View(s, rng)
}

// lay returns the probabilities of four bids under some rules, over uniform play.
func lay(t *testing.T, rules ...script.Rule) (probs []float32, applies []bool) {
	t.Helper()
	g := games.MustNew("goofspiel")
	a, err := script.New(g.Spec(), &script.Strategy{Name: "x", Agent: "random", Rules: rules}, random.New())
	require.NoError(t, err)
	v := opening(t, g)
	d, err := a.Decide(context.Background(), []agents.View{v})
	require.NoError(t, err)
	require.NoError(t, agents.Check(d, []agents.View{v}))
	applies = make([]bool, len(rules))
	a.Applies(&v, applies)
	return d[0].Probs, applies
}

func TestRules(t *testing.T) {
	v := opening(t, games.MustNew("goofspiel"))
	var names []string
	for _, a := range v.Legal {
		names = append(names, v.ActionString(a))
	}
	require.Equal(t, []string{"bid 1", "bid 2", "bid 3", "bid 4"}, names)
	for _, c := range []struct {
		what    string
		rules   []script.Rule
		probs   []float32
		applies []bool
	}{
		{"always", []script.Rule{{Always: "BID 3"}}, []float32{0, 0, 1, 0}, []bool{true}},
		{"always one of several", []script.Rule{{Always: "/[34]$/"}}, []float32{0, 0, .5, .5}, []bool{true}},
		{"never", []script.Rule{{Never: "bid 1"}}, []float32{0, 1. / 3, 1. / 3, 1. / 3}, []bool{true}},
		{"never what is all there is", []script.Rule{{Never: "bid"}}, []float32{.25, .25, .25, .25}, []bool{false}},
		{"always what is not there", []script.Rule{{Always: "bid 5"}}, []float32{.25, .25, .25, .25}, []bool{false}},
		{"weigh", []script.Rule{{Weigh: "bid 2", By: 5}}, []float32{.125, .625, .125, .125}, []bool{true}},
		{"one after the other", []script.Rule{{Never: "/[12]/"}, {Always: "bid 1"}, {Weigh: "bid 4", By: 3}}, []float32{0, 0, .25, .75}, []bool{true, false, true}},
		{"another kind of decision", []script.Rule{{Kind: "other", Always: "bid 1"}}, []float32{.25, .25, .25, .25}, []bool{false}},
	} {
		probs, applies := lay(t, c.rules...)
		assert.InDeltaSlice(t, c.probs, probs, 1e-6, c.what)
		assert.Equal(t, c.applies, applies, c.what)
	}
}

// stubborn always takes the first legal action.
type stubborn struct{}

func (stubborn) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i := range out {
		out[i].Probs[0] = 1
	}
	return out, nil
}

// Where the other agent takes none of what is left, all of it is as likely.
func TestNothingLeftOfTheOtherAgent(t *testing.T) {
	g := games.MustNew("goofspiel")
	a, err := script.New(g.Spec(), &script.Strategy{Rules: []script.Rule{{Never: "bid 1"}}}, stubborn{})
	require.NoError(t, err)
	d, err := a.Decide(context.Background(), []agents.View{opening(t, g)})
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float32{0, 1. / 3, 1. / 3, 1. / 3}, d[0].Probs, 1e-6)
}

func TestKindsOfAGame(t *testing.T) {
	_, err := script.New(games.MustNew("heat").Spec(), &script.Strategy{Rules: []script.Rule{{Never: "x", Kind: "duel"}}}, random.New())
	assert.ErrorContains(t, err, "rules[0].kind: duel: want a kind of decision in heat: ")
}
