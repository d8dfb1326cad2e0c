package mmd_test

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/neural"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

// regularised returns the policy to which the update of the paper goes with exact advantages in every
// information set of a small game, by a second, slow implementation: values by walks over the tree,
// and the closed form of equation 10 in tables.
func regularised(t *tree.Tree, alpha, eta, scale float64, updates int) tree.Policy {
	p := t.Uniform()
	for range updates {
		q, reach := make([]float64, t.Slots()), make([]float64, t.Infosets())
		var walk func(node int32, others [2]float64) [2]float64
		walk = func(node int32, others [2]float64) (value [2]float64) { // others: how often all but the seat play along
			if t.Actor[node] < 0 && t.Count[node] == 0 {
				end := int(t.Infoset[node])
				return [2]float64{t.TerminalReturn[2*end] / scale, t.TerminalReturn[2*end+1] / scale}
			}
			for c := range t.Count[node] {
				child := t.First[node] + c
				if t.Actor[node] < 0 {
					v := walk(child, [2]float64{others[0] * t.Prob[child], others[1] * t.Prob[child]})
					value[0], value[1] = value[0]+t.Prob[child]*v[0], value[1]+t.Prob[child]*v[1]
					continue
				}
				seat, slot := int(t.Actor[node]), t.Offset[t.Infoset[node]]+c
				next := others
				next[1-seat] *= p[slot]
				v := walk(child, next)
				q[slot] += others[seat] * v[seat]
				value[0], value[1] = value[0]+p[slot]*v[0], value[1]+p[slot]*v[1]
			}
			if t.Actor[node] >= 0 {
				reach[t.Infoset[node]] += others[t.Actor[node]]
			}
			return value
		}
		walk(0, [2]float64{1, 1})
		for i := range t.Infosets() {
			at, sum := t.At(p, int32(i)), 0.0
			for a := range at {
				at[a] = math.Pow(at[a]*math.Exp(eta*q[int(t.Offset[i])+a]/reach[i]), 1/(1+eta*alpha))
				sum += at[a]
			}
			for a := range at {
				at[a] /= sum
			}
		}
	}
	return p
}

// Trained on kuhn with an entropy that stays, the policy goes to where the update of the paper
// goes with exact advantages, and nowhere else: not to an equilibrium of the game itself.
func TestTrainingGoesWhereExactUpdatesGo(t *testing.T) {
	game := games.MustNew("kuhn")
	tr, err := tree.Build(t.Context(), game, 1000)
	require.NoError(t, err)
	const alpha = 0.1
	want := regularised(tr, alpha, 0.5, neural.ReturnScale(tr.Spec), 3000)
	again := regularised(tr, alpha, 0.3, neural.ReturnScale(tr.Spec), 5000)
	for slot := range want {
		require.InDelta(t, want[slot], again[slot], 1e-6, "the steps do not matter")
	}
	worse, _, _ := tr.NashConv(tr.Uniform())
	exact, _, _ := tr.NashConv(want)
	require.Less(t, exact, worse/2)

	f := algos.Defaults()
	require.NoError(t, f.Read("kuhn", "algorithm=mmd", "decisions=300000", "ema=0.99", "network.hidden=[32]",
		"evaluation.every=0", "mmd.entropy=0.1", "mmd.step_size=0.1", "mmd.learning_rate=0.003", "mmd.final_learning_rate=0.0003"))
	result, err := train.Run(t.Context(), f.Config, train.Options{
		Game: game, Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
	})
	require.NoError(t, err)
	agent, err := neural.FromWeights(tr.Spec, result.Weights)
	require.NoError(t, err)
	got, err := eval.Tabulate(context.Background(), tr, agent, 1)
	require.NoError(t, err)
	worst := 0.0
	for slot := range want {
		worst = max(worst, math.Abs(want[slot]-got[slot]))
	}
	t.Logf("largest difference of a probability %.3f", worst)
	assert.Less(t, worst, 0.08)
}

// A learner of values that plays their softmax comes to rest where the update above does with an entropy of 1/scale: at a logit
// equilibrium. How many times less exploitable than uniform play that is bounds what the scale of dqn and dmc can reach
// (docs/learners.md has these figures). RINGER_LONG=1 works all of them out; otherwise the smallest.
func TestWhatAScaleCanReach(t *testing.T) {
	for _, c := range []struct {
		game    string
		scale   float64
		reaches float64
		long    bool
	}{
		{"kuhn", 20, 20.2, false},
		{"goofspiel", 5, 4.1, true},
		{"liarsdice", 3, 2.4, true},
		{"liarsdice", 5, 4.3, true},
		{"liarsdice", 12, 11.7, true},
		{"goofspiel(cards=5)", 5, 2.7, true},
		{"goofspiel(cards=5)", 6, 3.3, true},
		{"goofspiel(cards=5)", 8, 4.5, true},
		{"goofspiel(cards=5)", 12, 7.1, true},
		{"darkhex", 5, 3.5, true},
		{"darkhex", 6, 4.4, true},
		{"darkhex", 12, 10.35, true},
	} {
		if c.long && os.Getenv("RINGER_LONG") == "" {
			continue
		}
		tr, err := tree.Build(t.Context(), games.MustNew(c.game), 1<<24)
		require.NoError(t, err)
		uniform, _, _ := tr.NashConv(tr.Uniform())
		rests, _, _ := tr.NashConv(regularised(tr, 1/c.scale, 0.15, neural.ReturnScale(tr.Spec), 300))
		t.Logf("%s: a scale of %g reaches %.1f", c.game, c.scale, uniform/rests)
		assert.InDelta(t, c.reaches, uniform/rests, 0.05, "%s: a scale of %g", c.game, c.scale)
	}
}
