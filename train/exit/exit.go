// Package exit is expert iteration (Anthony, Tian and Barber, "Thinking Fast and Slow with Deep Learning and Tree Search", NIPS 2017,
// arXiv 1705.08439) in the shape of AlphaZero (Silver et al., Science 362, 2018): a search that the network guides is the expert, and the network
// learns to play as it does.
//
// Seats search from every decision (agents/search.PUCTAgent: PUCT with the network's priors and values) and play in
// proportion to the visits. The policy learns these shares, and the value the return of the episode. Nothing is kept from one iteration
// to the next but the weights.
//
// It trains zero-sum games of two seats without chance and hidden information: a search of the whole state would peek.
package exit

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/policy"
)

// Config holds the settings of expert iteration, in the words of Silver et al., Science 362 (2018).
type Config struct {
	policy.Optimiser `yaml:",inline"`

	Sims        int     `yaml:"sims"`        // simulations of a decision
	Exploration float64 `yaml:"exploration"` // c_puct: what an action's prior weighs beside its mean return in [-1, 1]
	Noise       float64 `yaml:"noise"`       // share of the priors at the root that is drawn anew for every decision
	Spread      float64 `yaml:"spread"`      // sum of the parameters of the Dirichlet distribution that noise is drawn from: the larger, the more even
}

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{Optimiser: policy.Usual(), Sims: 32, Exploration: 1.25, Noise: 0.25, Spread: 10}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	if part, ok := c.Optimiser.Validate().(env.Faults); ok {
		faults = append(faults, part...)
	}
	s := c.search()
	faults.AddUnder("", s.Validate())
	return faults.Err()
}

func (c *Config) search() train.Searching {
	return train.Searching{Sims: c.Sims, Exploration: c.Exploration, Noise: c.Noise, Spread: c.Spread}
}

// CheckRun reports settings of a run that would end it half-way.
func (c *Config) CheckRun(of train.Setup) error { return c.CheckBatch("exit", of.Run.Collect.Batch) }

// CheckGame refuses games that the search cannot plan in.
func (c *Config) CheckGame(spec *env.Spec) error {
	var f env.Faults
	refuse := func(want string, args ...any) { f.Add("game", spec.String(), want, args...) }
	switch {
	case spec.Players != 2 || spec.Utility != env.ZeroSum:
		refuse("a zero-sum game of two seats: what is good for one must be bad for the other in its search")
	case len(spec.Hidden) > 0:
		refuse("a game without hidden information, such as tictactoe: others do not see its decisions of the kind %s, and its search would peek", spec.Hidden[0])
	case spec.MaxChanceOutcomes > 0:
		refuse("a game without chance, such as tictactoe: its search of the whole state would know cards and dice, or guess them")
	}
	return f.Err()
}

// ExIt is the algorithm; it implements train.Behaving.
type ExIt struct {
	cfg     Config
	learner *policy.Learner
}

var _ train.Behaving = (*ExIt)(nil)

// New builds the algorithm on first weights, which are copied.
func New(cfg Config, weights *models.Weights) (train.Algorithm, error) {
	learner, err := policy.NewLearner(cfg.Optimiser, newLoss(weights.Network.Actions), weights)
	return &ExIt{cfg: cfg, learner: learner}, err
}

// Acting says how seats play: they search.
func (e *ExIt) Acting(float64) train.Acting { return train.Acting{Search: e.cfg.search()} }

// Update moves the policy towards the visits of the searches, and the values towards the returns.
func (e *ExIt) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if err := e.learner.Fills(b.Rows); err != nil {
		return nil, fmt.Errorf("exit: %w or lower exit.minibatch", err)
	}
	return e.learner.Learn(ctx, b, b.Return, progress, rng, []any{b.LogProbs}, nil)
}

// Weights copies the current weights into dst.
func (e *ExIt) Weights(dst *models.Weights) { e.learner.Weights(dst) }

// State returns the optimiser's moments and step count.
func (e *ExIt) State() []models.Tensor { return e.learner.State() }

// Restore puts back weights and state.
func (e *ExIt) Restore(weights *models.Weights, state []models.Tensor) error {
	return e.learner.Restore(weights, state)
}

// newLoss returns the loss: of a row whose search visited its actions in the shares pi (Silver et al. 2018, equation 1),
//
//	-sum_a pi(a) log p(a)        whose derivative by logit a is p(a) - pi(a)
//
// and as a metric how far that is above its minimum, the divergence of the policy from pi.
func newLoss(actions int) *policy.Loss {
	return &policy.Loss{
		Inputs:  []graph.Input{{Name: "visits", DType: dtypes.Float32, Row: []int{actions}}}, // logarithms of pi; 0 where illegal
		Metrics: []string{"search_divergence"},
		OnGraph: func(p *policy.Nodes, inputs, _ []*graph.Node) (*graph.Node, []*graph.Node) {
			visits := gx.Mul(gx.Exp(inputs[0]), p.Mask)
			cross := gx.Neg(gx.ReduceSum(gx.Mul(visits, p.LogProbs), -1))
			return cross, []*graph.Node{gx.Add(cross, gx.ReduceSum(gx.Mul(visits, inputs[0]), -1))}
		},
		OfRow: func(r *policy.Row, inputs []any, k int, _ []float32) float64 {
			visits := inputs[0].([]float32)
			a := len(r.Logits)
			cross, least, mass := 0.0, 0.0, 0.0 // mass is 1 but for rounding
			for j, on := range r.Mask {
				if on != 0 {
					mass += math.Exp(float64(visits[k*a+j]))
				}
			}
			for j, on := range r.Mask {
				if on == 0 {
					continue
				}
				log := float64(visits[k*a+j])
				share := math.Exp(log)
				cross -= float64(share * r.LogProbs[j])
				least -= float64(share * log)
				r.Derivative[j] = float64(mass*r.Probs[j]) - share
			}
			r.Metrics[0] = cross - least
			return cross
		},
	}
}
