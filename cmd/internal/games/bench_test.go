package games_test

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/mcts"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/machine"
	"ringer/train/cfr"
	"ringer/train/speed"
)

func TestBenchSolve(t *testing.T) {
	m := cmdtest.Object(t, "bench", "solve", "kuhn", "kuhn(players=3)", "--seconds", "0.02")
	var algorithms []any
	for _, s := range cmdtest.Elements(t, m, "solvers") {
		algorithms = append(algorithms, s["algorithm"])
		rate := s["iterations"].(float64) / s["seconds"].(float64)
		assert.InEpsilon(t, rate, s["iterations_per_second"], 1e-9)
		assert.Positive(t, rate, s["algorithm"])
		assert.GreaterOrEqual(t, s["seconds"], 0.02)
		assert.Greater(t, s["peak_memory_bytes"], 1e6)
		assert.Less(t, s["peak_memory_bytes"], 2e9)
		if s["game"] == "kuhn" {
			assert.EqualValues(t, 58, s["nodes"])
			assert.EqualValues(t, 12, s["information_states"])
			if s["iterations"].(float64) >= 2000 { // a slow machine does fewer in the time
				assert.Less(t, s["exploitability"], 0.1, "%s: uniform play has 0.458", s["algorithm"])
			}
		}
	}
	every := []any{"cfr", "cfr+", "dcfr", "pcfr+", "es-mccfr", "os-mccfr"}
	assert.Equal(t, append(every, every...), algorithms)

	m = cmdtest.Object(t, "bench", "solve", "kuhn", "--algo", "dcfr", "--seconds", "0.01")
	require.Len(t, m["solvers"], 1)
	assert.Regexp(t, `(?m)^kuhn +pcfr\+ +[\d,]+ +[\d,]+ +\S+ +[\d.]+ MB$`, cmdtest.Done(t, "bench", "solve", "kuhn", "--algo", "pcfr+", "--seconds", "0.01"))
}

func TestBenchSolveRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"--seconds 0: want at least 0.01": {"kuhn", "--seconds", "0"},
		"algorithm: lp: want":             {"kuhn", "--algo", "lp"},
		`unknown game "poker"`:            {"kuhn", "poker"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"bench", "solve"}, args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, want)
		assert.Empty(t, o.Out)
	}
	o := cmdtest.Ringer(t, "", "bench", "solve", "leduc", "--limit", "100")
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Contains(t, o.Errs, "leduc")
}

func TestBenchSearch(t *testing.T) {
	m := cmdtest.Object(t, "bench", "search", "mcts(sims=40)", "ismcts(sims=30)", "--game", "tictactoe", "--seconds", "0.02")
	list := cmdtest.Elements(t, m, "searches")
	require.Len(t, list, 2)
	for i, sims := range []float64{40, 30} {
		s := list[i]
		assert.Equal(t, "tictactoe", s["game"])
		assert.Equal(t, sims*s["decisions"].(float64), s["simulations"], "no opening is proven in so few")
		assert.InEpsilon(t, s["simulations"].(float64)/s["seconds"].(float64), s["simulations_per_second"], 1e-9)
		assert.InEpsilon(t, s["seconds"].(float64)/s["decisions"].(float64), s["seconds_per_decision"], 1e-9)
		assert.Positive(t, s["simulations_per_second"])
		assert.Less(t, s["allocs_per_simulation"], 10.0)
		assert.Greater(t, s["peak_memory_bytes"], 1e6)
	}
	assert.Equal(t, []any{"mcts(sims=40)", "ismcts(sims=30)"}, []any{list[0]["agent"], list[1]["agent"]})

	// Rollouts are shared by two actions.
	m = cmdtest.Object(t, "bench", "search", "bot(kuhn,search=8)", "--game", "kuhn", "--seconds", "0.01")
	s := cmdtest.Elements(t, m, "searches")[0]
	assert.EqualValues(t, 8*s["decisions"].(float64), s["simulations"])
}

// Without a word, every kind of search is measured.
func TestBenchSearchByDefault(t *testing.T) {
	cmdtest.Slow(t)
	out := cmdtest.Done(t, "bench", "search", "--seconds", "0.01")
	for _, line := range []string{
		`mcts\(sims=1000\) +tictactoe`, `ismcts\(sims=500\) +leduc`, `ismcts\(sims=500\) +heat`, `bot\(heat-4p,search=200\) +heat`, `bot\(heat-4p,search=64,method=gumbel\) +heat`,
	} {
		assert.Regexp(t, `(?m)^`+line+` +[\d,]+ +\S+ +\S+ +[\d.]+ MB$`, out)
	}
}

func TestBenchSearchRefuses(t *testing.T) {
	for want, args := range map[string][]string{
		"random does not search":           {"random", "--game", "kuhn"},
		"bot(kuhn) does not search":        {"bot(kuhn)", "--game", "kuhn"},
		"--game is missing":                {"ismcts"},
		"name the agents to measure there": {"--game", "kuhn"},
		"use ismcts":                       {"mcts", "--game", "kuhn"},
		"--seconds 0: want at least 0.01":  {"--seconds", "0"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"bench", "search"}, args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, want)
		assert.Empty(t, o.Out)
	}
}

// An interrupt ends a measurement.
func TestBenchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := speed.MeasureSolver(ctx, games.MustNew("kuhn"), cfr.CFR, math.Inf(1), 1, 1000)
	require.ErrorIs(t, err, context.Canceled)
	g := games.MustNew("kuhn")
	agent, err := mcts.NewInformationSet(g, mcts.InformationSetDefaults())
	require.NoError(t, err)
	_, err = speed.MeasureSearch(ctx, g, agent, math.Inf(1), 1)
	require.ErrorIs(t, err, context.Canceled)
}

// The meter counts memory held for a moment only, and does not count memory given
// back for the next measurement.
func TestMemoryMeter(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	m := machine.WatchMemory()
	before := machine.Held()
	block := make([]byte, 64<<20)
	for i := range block {
		block[i] = byte(i)
	}
	time.Sleep(3 * machine.SampleEvery)
	sum := 0
	for _, b := range block {
		sum += int(b)
	}
	require.NotZero(t, sum)
	peak := m.End()
	assert.Greater(t, peak, before+60<<20)
	m = machine.WatchMemory()
	assert.Less(t, m.End(), peak-60<<20)
}
