package checkpoints_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/checkpoints"
	"ringer/env"
	"ringer/env/drive"
	"ringer/models"
	"ringer/models/botfile"
)

// decided compares the decisions of two sets of weights of a bot, at tables where one plays.
type decided struct {
	decisions int
	moved     float64 // the sum of total variation distances
	value     float64 // the sum of differences of values, as shares of the largest return
	others    int     // decisions whose likeliest action was clearly less likely before

	divergence float64 // the largest Kullback-Leibler divergence of a decision
}

func compared(t *testing.T, bot *botfile.Bot, other *models.Weights, decisions int) (d decided) {
	t.Helper()
	g := gameOf(t, bot)
	viewer := agents.NewViewer(g)
	one, two := models.NewForward(bot.Weights), models.NewForward(other)
	logits := make([]float32, bot.Weights.Network.Actions)
	probs := func(f models.Forward, v *agents.View) ([]float32, float32) {
		value, p := f.Eval(v.Observation, logits), make([]float32, len(v.Legal))
		models.MaskedSoftmax(logits, v.Legal, p)
		return p, value
	}
	var table drive.Table
	for episode := uint64(0); d.decisions < decisions; episode++ {
		rng := env.Stream(54, "verify/games", episode)
		table.Set(g.NewInitialState())
		require.NoError(t, table.Play(rng, func(_ env.Player, legal []env.Action) (env.Action, error) {
			v := viewer.View(table.State(), rng)
			p, value := probs(one, &v)
			q, otherValue := probs(two, &v)
			if len(legal) > 1 {
				d.decisions++
				d.value += float64(max(value-otherValue, otherValue-value))
				divergence := 0.0
				for i := range p {
					d.moved += float64(max(p[i]-q[i], 0))
					if p[i] > 0 {
						divergence += float64(p[i]) * math.Log(float64(p[i])/max(float64(q[i]), math.SmallestNonzeroFloat32))
					}
				}
				d.divergence = max(d.divergence, divergence)
				if slices.Max(p)-p[slices.Index(q, slices.Max(q))] > 0.02 { // among actions as likely any may come first
					d.others++
				}
			}
			x := rng.Float32()
			for i := range p {
				if x -= p[i]; x < 0 {
					return legal[i], nil
				}
			}
			return legal[len(legal)-1], nil
		}))
	}
	return d
}

// stepOf returns the largest power of two of which all weights of half precision are multiples.
func stepOf(w *models.Weights) float64 {
	const smallest = 1 << 24 // of half precision, to 1
	all := uint64(1 << 40)
	for _, v := range w.Flat {
		all |= uint64(math.Abs(float64(v)) * smallest)
	}
	return float64(all&-all) / smallest
}

// Strength holds when weights are rounded: weights that are changed by as much as rounding to steps
// changes them decide the same. Large bots ship with rounded weights; bots of solved games do not,
// since what an opponent can win against them is known exactly.
func TestRoundedWeightsDecideTheSame(t *testing.T) {
	decisions := 30
	if os.Getenv("RINGER_LONG") == "1" {
		decisions = 5000
	}
	for _, name := range checkpoints.Names() {
		bot, err := shipped(name)
		require.NoError(t, err)
		if bot.Weights == nil {
			continue
		}
		small := len(bot.Weights.Flat) < 1<<16
		assert.Equal(t, !small, bot.Half, "the precision of %s; run: make pack", name)
		if small {
			continue
		}
		if spec := gameOf(t, bot).Spec(); !assert.NoError(t, bot.CheckSpec(spec.String(), spec.Hash)) {
			continue
		}
		rng := rand.New(rand.NewPCG(54, 1))
		other := bot.Weights.Clone()
		step, squares := stepOf(other), 0.0
		for i, w := range other.Flat {
			other.Flat[i] = w + (rng.Float32()-0.5)*float32(step)
			squares += float64(w) * float64(w)
		}
		assert.InDelta(t, 0, math.Log2(math.Sqrt(squares/float64(len(other.Flat)))/32/step), 0.6, "the step of %s; run: make pack", name)
		d := compared(t, bot, other, decisions)
		n := float64(d.decisions)
		t.Logf("%s: %d decisions: probability moved %.6f, value %.6f, another likeliest action in %.2f%%, largest divergence %.4f",
			name, d.decisions, d.moved/n, d.value/n, 100*float64(d.others)/n, d.divergence)
		assert.Less(t, d.moved/n, 0.01, "%s: the probability that moves from action to action", name)
		assert.Less(t, d.value/n, 0.05, name)
		assert.Less(t, d.divergence, 0.3, "%s: Kullback-Leibler divergence of one decision", name)
		assert.LessOrEqual(t, d.others, max(2, d.decisions/25), name)
	}
}
