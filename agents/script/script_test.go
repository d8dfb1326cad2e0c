package script_test

import (
	"context"
	"errors"
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
	err := configs.ReadAll(&s, configs.Text("bold.yaml", []byte("name: Bold\nrules:\n  - {never: fold, weigh: bet}\n  - {weigh: /bet(/, by: -1}\n  - {ask: expert}\n")))
	fmt.Println(err)
	// Output:
	// bold.yaml:3:5: rules[0]: 2 of always, never, weigh and ask: want one of them
	// bold.yaml:3:5: rules[0].by: 0: want a factor above 0, such as 3
	// bold.yaml:4:13: rules[1].weigh: /bet(/: want a regular expression between the slashes: error parsing regexp: missing closing ): `bet(`
	// bold.yaml:4:25: rules[1].by: -1: want a factor above 0, such as 3
	// bold.yaml:5:5: rules[2].kind: "": want the kind of the decisions that expert plays
}

// over builds random players, and a stubborn one.
func over(name string) (agents.Agent, error) {
	switch name {
	case "random":
		return random.New(), nil
	case "stubborn":
		return stubborn{}, nil
	}
	return nil, errors.New("no agent of the test is called " + name)
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
	a, err := script.New(g.Spec(), &script.Strategy{Name: "x", Agent: "random", Rules: rules}, over)
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
	a, err := script.New(g.Spec(), &script.Strategy{Agent: "stubborn", Rules: []script.Rule{{Never: "bid 1"}}}, over)
	require.NoError(t, err)
	d, err := a.Decide(context.Background(), []agents.View{opening(t, g)})
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float32{0, 1. / 3, 1. / 3, 1. / 3}, d[0].Probs, 1e-6)
}

func TestKindsOfAGame(t *testing.T) {
	_, err := script.New(games.MustNew("heat").Spec(), &script.Strategy{Rules: []script.Rule{{Never: "x", Kind: "duel"}}}, over)
	assert.ErrorContains(t, err, "rules[0].kind: duel: want a kind of decision in heat: ")
}

// Another agent plays the decisions of a kind, with the other rules over it too, and none but
// those.
func TestAsk(t *testing.T) {
	g := games.MustNew("heat")
	kinds := g.Spec().Kinds()
	require.Contains(t, kinds, "draft")
	s := &script.Strategy{Agent: "random", Rules: []script.Rule{{Kind: "draft", Ask: "stubborn"}, {Kind: "draft", Never: "/^no such card$/"}}}
	require.Equal(t, []string{"random", "stubborn"}, s.Agents())
	a, err := script.New(g.Spec(), s, over)
	require.NoError(t, err)

	asked, others := 0, 0
	rng := env.Stream(3, "test")
	state, seen := g.NewInitialState(), make([]agents.View, 0, 2)
	for state.CurrentPlayer() != env.Terminal {
		_, err := drive.Roll(state, rng)
		require.NoError(t, err)
		if state.CurrentPlayer() == env.Terminal {
			break
		}
		// Two views at once: the one asked about keeps its place.
		first, second := agents.NewViewer(g).View(state, rng), agents.NewViewer(g).View(state, rng)
		seen = append(seen[:0], first, second)
		d, err := a.Decide(t.Context(), seen)
		require.NoError(t, err)
		require.NoError(t, agents.Check(d, seen))
		applies := make([]bool, 2)
		a.Applies(&first, applies)
		draft := kinds[g.Spec().Kind(first.Observation, first.Legal)] == "draft" && len(first.Legal) > 1
		assert.Equal(t, []bool{draft, false}, applies)
		want := 1 / float32(len(first.Legal))
		if draft {
			want = 1
			asked++
		} else if len(first.Legal) > 1 {
			others++
		}
		assert.InDelta(t, want, d[0].Probs[0], 1e-6)
		assert.Equal(t, d[0].Probs, d[1].Probs)
		require.NoError(t, state.Apply(first.Legal[rng.IntN(len(first.Legal))]))
	}
	assert.Positive(t, asked)
	assert.Positive(t, others)

	_, err = script.New(g.Spec(), &script.Strategy{Agent: "random", Rules: []script.Rule{{Never: "x"}, {Kind: "draft", Ask: "nobody"}}}, over)
	assert.EqualError(t, err, "rules[1].ask: no agent of the test is called nobody")
	err = (&script.Strategy{Name: "x", Agent: "random", Rules: []script.Rule{{Kind: "draft", Ask: "greedy"}, {Kind: "draft", Ask: "expert"}}}).Validate()
	assert.EqualError(t, err, "rules[1].kind: draft: want a kind that no rule before it asks an agent about")
	assert.Equal(t, "as expert in decisions of the kind draft", (&script.Rule{Kind: "draft", Ask: "expert"}).String())
}
