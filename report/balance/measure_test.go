package balance_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/report/balance"
)

func at(name string, value, half float64) balance.Measure {
	return balance.Measure{Name: name, Value: value, Low: value - half, High: value + half, N: 100}
}

func bound(v float64) *float64 { return &v }

// Targets of panels that are left out are told before anything is played.
func TestTargetsWithinPanels(t *testing.T) {
	targets := balance.Targets{Targets: []balance.Target{
		{Measure: "seats.top.seat.*.over_equal"}, {Measure: "flags.dead"}, {Measure: "skill.top.random"}, {Measure: "rules.a-card-is-copied"}, {Measure: "*.early"}, {Measure: "length.capped"},
	}}
	heat := games.MustNew("heat")
	require.NoError(t, targets.Within(heat, nil, nil))
	require.NoError(t, targets.Within(heat, []string{"seats", "things", "luck", "ends", "length"}, nil))
	err := targets.Within(heat, []string{"seats", "ends"}, nil)
	for _, want := range []string{"targets[1].measure: flags.dead", "of things, and --only leaves that out", "targets[2]", "of luck", "targets[5]"} {
		require.ErrorContains(t, err, want)
	}
	for _, other := range []string{"targets[0]", "targets[3]", "targets[4]"} {
		require.NotContains(t, err.Error(), other)
	}
}

// A target of which no report of the game can know anything is told before anything is played,
// with the names that are most like it.
func TestTargetsOfNoMeasure(t *testing.T) {
	targets := balance.Targets{Targets: []balance.Target{
		{Measure: "seats.top.seat.seat-7.win_rate"}, {Measure: "things.card.lookoutt.had"}, {Measure: "nobody"}, {Measure: "seats.bot-one.ties"}, {Measure: "things.*.*.had"}, {Measure: "strategies.all.x.share"},
	}}
	err := targets.Within(games.MustNew("heat"), []string{"seats", "things", "strategies"}, []string{"bot(one)"})
	for _, want := range []string{"targets[0].measure: seats.top.seat.seat-7.win_rate", "such as seats.top.seat.seat-0.over_equal", "targets[1]", "things.card.", "targets[2]", "arc.…"} {
		require.ErrorContains(t, err, want)
	}
	for _, other := range []string{"targets[3]", "targets[4]", "targets[5]"} {
		require.NotContains(t, err.Error(), other)
	}
	require.ErrorContains(t, targets.Within(games.MustNew("heat"), nil, nil), "targets[3]", "a level that is not there")
}

// A target passes, fails or waits for more games by where the whole interval lies.
func TestTargets(t *testing.T) {
	targets := balance.Targets{Targets: []balance.Target{{Measure: "seats.*.win_rate", Low: bound(.2), High: bound(.3)}, {Measure: "length", High: bound(40)}}}
	require.NoError(t, targets.Validate())
	results := targets.Hold([]balance.Measure{
		at("seats.1.win_rate", .25, .04), at("seats.2.win_rate", .36, .05), at("seats.3.win_rate", .31, .02), at("seats.4.win_rate", .3, .02),
		at("seats.1.score", 9, 1), at("length", 39, 2),
	})
	require.Len(t, results, 5)
	for i, want := range []struct {
		verdict string
		needed  int
	}{{balance.Pass, 0}, {balance.Fail, 0}, {balance.Inconclusive, 400}, {balance.Inconclusive, -1}, {balance.Inconclusive, 400}} {
		assert.Equal(t, want.verdict, results[i].Verdict, results[i].Measure)
		assert.InDelta(t, want.needed, results[i].Needed, 1, results[i].Measure)
	}

	results = targets.Hold([]balance.Measure{at("other", 1, 1)})
	require.Len(t, results, 2)
	for i := range results {
		assert.Equal(t, balance.Inconclusive, results[i].Verdict, "what was not measured neither passes nor fails")
		assert.Equal(t, "not measured", results[i].Found())
	}
	wrong := balance.Targets{Targets: []balance.Target{{}, {Measure: "[", Low: bound(2), High: bound(1)}}}
	assert.Len(t, wrong.Validate(), 4)
}

// Among measures that differ by luck alone few are marked; one that differs is, and first.
func TestChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var before, after []balance.Measure
	for i := range 200 {
		name := string(rune('a'+i/26)) + string(rune('a'+i%26))
		before = append(before, at(name, rng.NormFloat64(), 1.96))
		after = append(after, at(name, rng.NormFloat64(), 1.96))
	}
	clear := 0
	for _, c := range balance.Changes(before, after) {
		if c.Clear {
			clear++
		}
	}
	assert.LessOrEqual(t, clear, 1)

	after[7].Value += 12
	changes := balance.Changes(before, append(after, at("new", 1, 1)))
	require.Len(t, changes, 200)
	assert.Equal(t, after[7].Name, changes[0].Name)
	assert.True(t, changes[0].Clear)
	assert.InDelta(t, after[7].Value-before[7].Value, changes[0].Difference, 1e-12)
}
