package bots

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/drive"
	"ringer/internal/input"
	"ringer/models"
	"ringer/models/botfile"
)

const (
	// verifyPositions is the number of positions of random games, and of observations
	// drawn within their bounds, that a bot is verified on.
	verifyPositions = 200

	// verifyTolerance is the largest difference between a bot's two forms that is
	// rounding: of a probability, or of a value as a share of the largest return.
	verifyTolerance = 1e-4
)

// Verification says how far the policy.onnx of a bot is from its weights.
type Verification struct {
	Bot          string  `json:"bot"`
	Game         string  `json:"game"`
	Observations int     `json:"observations"`
	Difference   float64 `json:"largest_difference"`
	OK           bool    `json:"ok"`
}

// Err returns the fault of a bot that is not OK.
func (v *Verification) Err(name string) error {
	if v.OK {
		return nil
	}
	return fmt.Errorf("%s: %s is not the network of the weights: the largest difference is %.2g, want at most %g", name, botfile.PolicyName, v.Difference, verifyTolerance)
}

// Verify compares the policy.onnx of a bot with its weights, on positions of random games and on
// observations drawn within their bounds.
func Verify(ctx context.Context, name string, g env.Game, bot *botfile.Bot, seed uint64) (*Verification, error) {
	if bot.Policy == nil {
		return nil, input.Badf("--verify: %s has no %s to compare with", name, botfile.PolicyName)
	}
	if _, err := neural.FromBot(g.Spec(), bot); err != nil { // it reads this game, and every number is finite
		return nil, input.Bad(err)
	}
	model, err := bot.ReadPolicy()
	if err != nil {
		return nil, input.Badf("%s: %s: %w", name, botfile.PolicyName, err)
	}
	v := verifier{model: model, scale: 1, forward: models.NewForward(bot.Weights), logits: make([]float32, bot.Weights.Network.Actions)}
	if model.InReturns() {
		v.scale = float32(neural.ReturnScale(g.Spec()))
	}
	result := &Verification{Bot: bot.Manifest.Name, Game: g.Spec().String()}
	for _, draw := range []func(context.Context, env.Game, uint64, func([]float32, []env.Action) error) error{positionsOf, vectorsOf} {
		err := draw(ctx, g, seed, func(observation []float32, legal []env.Action) error {
			difference, err := v.compare(observation, legal)
			if err != nil {
				return input.Badf("%s: %s: %w", name, botfile.PolicyName, err)
			}
			result.Observations++
			result.Difference = max(result.Difference, difference)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	result.OK = result.Difference <= verifyTolerance
	return result, nil
}

// verifier runs the two forms of one bot.
type verifier struct {
	model   *botfile.Policy
	scale   float32 // of its values, from the weights'
	forward models.Forward
	logits  []float32
}

// compare returns the largest difference of a probability or of the value.
func (v *verifier) compare(observation []float32, legal []env.Action) (float64, error) {
	mask := make([]bool, len(v.logits))
	for _, a := range legal {
		mask[a] = true
	}
	got, value, err := v.model.Run(observation, mask)
	if err != nil {
		return 0, err
	}
	want := v.forward.Eval(observation, v.logits)
	probs, all := make([]float32, len(legal)), make([]float32, len(mask))
	models.MaskedSoftmax(v.logits, legal, probs)
	for i, a := range legal {
		all[a] = probs[i]
	}
	worst := differ(value/v.scale, want)
	for a, p := range got {
		worst = max(worst, differ(p, all[a]))
	}
	return worst, nil
}

// differ returns how far two numbers are apart, relative to the larger one when that
// is above 1; infinitely far when one is no number.
func differ(a, b float32) float64 {
	x, y := float64(a), float64(b)
	d := math.Abs(x-y) / max(1, math.Abs(x), math.Abs(y))
	if math.IsNaN(d) {
		return math.Inf(1)
	}
	return d
}

var errEnough = errors.New("enough")

// positionsOf calls visit with observations of random games.
func positionsOf(ctx context.Context, g env.Game, seed uint64, visit func([]float32, []env.Action) error) error {
	viewer := agents.NewViewer(g)
	var table drive.Table
	seen := 0
	for episode := uint64(0); seen < verifyPositions; episode++ {
		rng := env.Stream(seed, purposeVerifyGames, episode)
		table.Set(g.NewInitialState())
		err := table.Play(rng, func(_ env.Player, legal []env.Action) (env.Action, error) {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			if seen++; seen > verifyPositions {
				return 0, errEnough
			}
			v := viewer.View(table.State(), rng)
			return legal[rng.IntN(len(legal))], visit(v.Observation, v.Legal)
		})
		if err != nil && !errors.Is(err, errEnough) {
			return err
		}
	}
	return nil
}

// vectorsOf calls visit with observations whose numbers are drawn within their bounds,
// a third of them the lowest and a third the highest, and with random legal actions.
func vectorsOf(ctx context.Context, g env.Game, seed uint64, visit func([]float32, []env.Action) error) error {
	spec := g.Spec()
	observation := make([]float32, spec.ObservationSize())
	for i := range uint64(verifyPositions) {
		if err := ctx.Err(); err != nil {
			return err
		}
		rng := env.Stream(seed, purposeVerifyVectors, i)
		at := 0
		for _, f := range spec.Observation {
			for k := range observation[at : at+f.Size()] {
				observation[at+k] = [...]float32{f.Min, f.Max, f.Min + rng.Float32()*(f.Max-f.Min)}[rng.IntN(3)]
			}
			if f.Set { // a row is there or not
				for row := at; row < at+f.Size(); row += f.Shape[1] {
					observation[row] = float32(rng.IntN(2))
				}
			}
			at += f.Size()
		}
		legal := []env.Action{}
		for a := range env.Action(spec.NumActions()) {
			if rng.IntN(2) == 0 {
				legal = append(legal, a)
			}
		}
		if len(legal) == 0 {
			legal = append(legal, env.Action(rng.IntN(spec.NumActions())))
		}
		if err := visit(observation, legal); err != nil {
			return err
		}
	}
	return nil
}
