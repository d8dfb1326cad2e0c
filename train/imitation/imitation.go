package imitation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// Config names the agent to imitate, and for how long.
type Config struct {
	Agent string `yaml:"agent"` // as in agents/roster; empty: nobody

	// Ask is an agent that decides in Kinds, while the bot of start takes all other decisions;
	// empty: nobody. So a network learns some decisions anew and keeps the rest.
	Ask   string   `yaml:"ask"`
	Kinds []string `yaml:"kinds"` // of decisions that ask takes

	// FixedShare is the share of tables at which the fixed opponents of the run sit, each as
	// often as the others: one seat, or a whole team, shows how to play against them. So the
	// network sees what they do and its like never does.
	FixedShare float64 `yaml:"fixed_share"`

	Decisions    int     `yaml:"decisions"`     // of the agent, shown to the network
	Epochs       int     `yaml:"epochs"`        // passes over every batch of them
	Minibatch    int     `yaml:"minibatch"`     // rows of one gradient step
	Shards       int     `yaml:"shards"`        // as in ppo
	LearningRate float64 `yaml:"learning_rate"` // falls linearly to a tenth
	Value        float64 `yaml:"value"`         // weight of the value loss

	// Temperature is the temperature of the copy with which learning goes on. Below 1 sharpens
	// it: a network that cannot tell which of two actions the agent takes gives both a chance,
	// and in a long game the slips add up.
	Temperature float64 `yaml:"temperature"`
}

// leastTemperature is the same as in train.Config: it leaves logits that half precision
// holds.
const leastTemperature = 0.05

// Defaults returns a configuration without imitation.
func Defaults() Config {
	return Config{Decisions: 200_000, Epochs: 2, Minibatch: 512, Shards: 2, LearningRate: 1e-3, Value: 0.5, Temperature: 1}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	if c.Agent != "" && c.Ask != "" {
		faults.Add("ask", c.Ask, "no agent beside it (%s), which takes all decisions", c.Agent)
	}
	if (c.Ask == "") != (len(c.Kinds) == 0) {
		faults.Add("kinds", c.Kinds, "kinds of decisions where ask names an agent for them, and only there")
	}
	if c.Agent == "" && c.Ask == "" {
		return faults.Err()
	}
	if !(c.FixedShare >= 0 && c.FixedShare <= 1) {
		faults.Add("fixed_share", c.FixedShare, "a share from 0 to 1")
	}
	if c.Decisions < 1 {
		faults.Add("decisions", c.Decisions, "at least 1")
	}
	if c.Epochs < 1 {
		faults.Add("epochs", c.Epochs, "at least 1")
	}
	if c.Minibatch < 1 || c.Shards < 1 || c.Minibatch%c.Shards != 0 {
		faults.Add("minibatch", c.Minibatch, "a positive number that shards (%d) divides", c.Shards)
	}
	if !(c.LearningRate > 0 && c.LearningRate <= 1) {
		faults.Add("learning_rate", c.LearningRate, "a number above 0, at most 1")
	}
	if !(c.Value >= 0 && c.Value <= 100) {
		faults.Add("value", c.Value, "a number from 0 to 100")
	}
	if !(c.Temperature >= leastTemperature && c.Temperature <= 1) {
		faults.Add("temperature", c.Temperature, "a number from %g to 1", leastTemperature)
	}
	if c.Ask != "" && c.Temperature != 1 {
		faults.Add("temperature", c.Temperature, "1 beside ask: it would sharpen the decisions that are to stay")
	}
	return faults.Err()
}

// CheckKinds reports every kind of decision that the game does not have.
func (c *Config) CheckKinds(known []string) error {
	var faults env.Faults
	for i, name := range c.Kinds {
		if !slices.Contains(known, name) {
			faults.Add(fmt.Sprintf("kinds[%d]", i), name, "one of: %s", strings.Join(known, ", "))
		}
	}
	return faults.Err()
}

// Start lets agent play every seat, but for the seats of fixed at their share of the tables,
// and trains weights to predict its actions. The result depends on the configuration, the
// collector's seed and the agents. progress receives the number of decisions seen so far; it
// may be nil.
func Start(ctx context.Context, cfg Config, c *train.Collector, agent agents.Agent, fixed []agents.Agent, weights *models.Weights, seed uint64, progress func(done, total int)) error {
	opponents := make([]train.Opponent, len(fixed))
	for i, a := range fixed {
		opponents[i] = train.Opponent{ID: -1 - i, Share: cfg.FixedShare / float64(len(fixed)), Agent: a}
	}
	learner, err := graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Scalars: 1,
		Inputs: []graph.Input{
			{Name: "mask", DType: dtypes.Float32, Row: []int{weights.Network.Actions}},
			{Name: "log_probs", DType: dtypes.Float32, Row: []int{weights.Network.Actions}},
			{Name: "return", DType: dtypes.Float32},
		},
		Adam: graph.DefaultAdam(), MaxGradNorm: 1,
	})
	if err != nil {
		return err
	}
	defer learner.Close()
	for iteration, seen := 0, 0; seen < cfg.Decisions; iteration++ {
		batch, err := c.Demonstrate(ctx, iteration, agent, opponents)
		if err != nil {
			return err
		}
		if batch.Rows < cfg.Minibatch {
			return fmt.Errorf("imitation: a batch of %d rows does not fill a minibatch of %d: raise collect.batch or lower imitation.minibatch", batch.Rows, cfg.Minibatch)
		}
		rate := cfg.LearningRate * (1 - 0.9*float64(seen)/float64(cfg.Decisions))
		if err := learn(ctx, learner, cfg, batch, rate, env.Stream(seed, purposeImitateUpdate, uint64(iteration))); err != nil {
			return err
		}
		seen += batch.Rows
		if progress != nil {
			progress(min(seen, cfg.Decisions), cfg.Decisions)
		}
	}
	learner.Weights(weights)
	copy(weights.Flat, weights.Sharpened(cfg.Temperature).Flat)
	return weights.Finite()
}

// learn makes the configured passes over one batch.
func learn(ctx context.Context, learner *graph.Learner, cfg Config, b *train.Batch, rate float64, rng env.Rand) error {
	order := make([]int32, b.Rows)
	for i := range order {
		order[i] = int32(i)
	}
	inputs := []any{b.Mask, b.LogProbs, b.Return}
	for range cfg.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for at := 0; at+cfg.Minibatch <= len(order); at += cfg.Minibatch {
			if err := ctx.Err(); err != nil {
				return err
			}
			if _, err := learner.Step(rate, b.Observation, inputs, order[at:at+cfg.Minibatch], []float32{float32(cfg.Value)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// loss is, over M rows and A actions,
//
//   - mean sum_a agent(a) log policy(a) + weight * mean (value - return)^2
func loss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, agent, ret := inputs[0], inputs[1], inputs[2] // [M, A], [M, A] log, [M]
	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))   // [M, A]
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), -1e9))
	logProbs := gx.Where(legal, gx.LogSoftmax(masked, -1), gx.ZerosLike(logits)) // [M, A]
	target := gx.Mul(gx.Exp(agent), mask)                                        // [M, A]
	cross := gx.Neg(gx.ReduceAllMean(gx.ReduceSum(gx.Mul(target, logProbs), -1)))
	squared := gx.ReduceAllMean(gx.Square(gx.Sub(value, ret)))
	return gx.Add(cross, gx.Mul(scalars[0], squared)), []*graph.Node{cross, squared}
}
