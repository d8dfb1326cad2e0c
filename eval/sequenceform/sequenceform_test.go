package sequenceform_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/eval/sequenceform"
	"ringer/eval/tree"
)

func Example() {
	t, err := tree.Build(context.Background(), games.MustNew("kuhn"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := sequenceform.Solve(context.Background(), t)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("value %.12f = -1/18\n", s.Value)
	// Output: value -0.055555555556 = -1/18
}

func build(t testing.TB, game string) *tree.Tree {
	t.Helper()
	walked, err := tree.Build(t.Context(), games.MustNew(game), 0)
	require.NoError(t, err)
	return walked
}

func TestEquilibria(t *testing.T) {
	for _, c := range []struct {
		game  string
		value float64
	}{
		{"kuhn", -1. / 18},
		{"goofspiel(cards=3)", 0},
		{"goofspiel", 0},
		{"liarsdice(sides=3)", 1. / 9},
		{"liarsdice(sides=4)", 1. / 16}, // nearly as large as may be
	} {
		if c.game == "liarsdice(sides=4)" && os.Getenv("RINGER_LONG") != "1" {
			continue // takes ten seconds
		}
		walked := build(t, c.game)
		s, err := sequenceform.Solve(t.Context(), walked)
		require.NoError(t, err, c.game)
		nashConv, values, _ := walked.NashConv(s.Policy)
		t.Logf("%s: value %.10f, NashConv %.2g, %d pivots", c.game, s.Value, nashConv, s.Pivots)
		assert.InDelta(t, c.value, s.Value, 1e-9, c.game)
		assert.InDelta(t, s.Value, values[0], 1e-9, c.game)
		assert.InDelta(t, 0, nashConv, 1e-9, c.game)
	}
}

// The same equilibrium comes out every time, and it is a policy.
func TestTheSameEveryTime(t *testing.T) {
	walked := build(t, "kuhn")
	first, err := sequenceform.Solve(t.Context(), walked)
	require.NoError(t, err)
	second, err := sequenceform.Solve(t.Context(), walked)
	require.NoError(t, err)
	assert.Equal(t, first, second)
	for i := range int32(walked.Infosets()) {
		total := 0.0
		for _, p := range walked.At(first.Policy, i) {
			assert.GreaterOrEqual(t, p, 0.0)
			total += p
		}
		assert.InDelta(t, 1, total, 1e-12)
	}
}

func TestRefuses(t *testing.T) {
	for game, reason := range map[string]string{
		"kuhn(players=3)": "3 seats: a linear program solves games of 2",
		"leduc":           "coefficients; use cfr+",
		"liarsdice":       "coefficients; use cfr+",
	} {
		_, err := sequenceform.Solve(t.Context(), build(t, game))
		var wrong *sequenceform.GameError
		require.ErrorAs(t, err, &wrong, game)
		assert.ErrorContains(t, err, reason)
	}
	general := build(t, "kuhn")
	general.TerminalReturn[0]++
	_, err := sequenceform.Solve(t.Context(), general)
	assert.ErrorContains(t, err, "do not sum to a constant")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = sequenceform.Solve(ctx, build(t, "kuhn"))
	assert.ErrorIs(t, err, context.Canceled)
}

// Returns that sum to a constant other than 0 are as good.
func TestConstantSum(t *testing.T) {
	walked := build(t, "kuhn")
	for z := range walked.Terminals() {
		walked.TerminalReturn[2*z] = 10*walked.TerminalReturn[2*z] - 300
		walked.TerminalReturn[2*z+1] = 10*walked.TerminalReturn[2*z+1] + 7
	}
	s, err := sequenceform.Solve(t.Context(), walked)
	require.NoError(t, err)
	assert.InDelta(t, -300-10./18, s.Value, 1e-9)
	nashConv, _, _ := walked.NashConv(s.Policy)
	assert.InDelta(t, 0, nashConv, 1e-9)
}

// One step solves goofspiel with four cards.
func BenchmarkSolveGoofspiel(b *testing.B) {
	walked := build(b, "goofspiel")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sequenceform.Solve(b.Context(), walked); err != nil {
			b.Fatal(err)
		}
	}
}
