package qvalue

import (
	"math"

	"ringer/env"
	"ringer/train"
	"ringer/train/replay"
)

// Config holds the settings of what learns values of actions, and of how its seats play.
type Config struct {
	LearningRate      float64 `yaml:"learning_rate"`       // of Adam, at the beginning of the run
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Memory            int     `yaml:"memory"`              // newest decisions that are kept, to be learned from again
	WarmUp            int     `yaml:"warm_up"`             // decisions that are there before learning begins
	Replays           float64 `yaml:"replays"`             // how often a decision is learned from, on average
	Minibatch         int     `yaml:"minibatch"`           // rows of one gradient step
	Shards            int     `yaml:"shards"`              // parts of a minibatch that are differentiated side by side; changes the result of a run

	// Scale is a logit divided by the value of its action, which is a return in [-1, 1]. The bot is the softmax of
	// the logits: the larger the scale, the nearer it comes to an action of the largest value, and a difference of
	// 1/scale makes an action e times likelier.
	Scale float64 `yaml:"scale"`

	// FinalScale is reached linearly at the end of the run; -1: the same as scale. A scale that grows mixes play while little
	// is known of values (fictitious play whose smoothing fades; Leslie and Collins, Games and Economic Behavior 56, 2006).
	// Logits follow it by learning, and so a little behind it.
	FinalScale float64 `yaml:"final_scale"`

	// Huber is the error of a value beyond which the loss grows linearly instead of by its square; 0: none. Where returns
	// of an action lie further apart, a value then is no longer their mean, which biases play in games of chance.
	Huber float64 `yaml:"huber"`

	// Balance bounds the weight of a row, which is 1 / (legal actions * probability of the one that was taken), 1 on average:
	// so rare actions are fitted as well as frequent ones, and their values keep up with the play of the others
	// (individual Q-learning; Leslie and Collins, SIAM Journal on Control and Optimization 44, 2005); 0: all weigh 1.
	Balance float64 `yaml:"balance"`

	Value       float64 `yaml:"value"`         // weight of the loss of the value head, which learns the same targets without the action
	MaxGradNorm float64 `yaml:"max_grad_norm"` // a longer gradient is scaled to this norm
	AdamEpsilon float64 `yaml:"adam_epsilon"`  // term in the divisor of a step of Adam

	// Policy is how seats play: greedy takes an action of the largest value, and softmax draws one from the softmax of
	// the logits.
	Policy       string  `yaml:"policy"`
	Epsilon      float64 `yaml:"epsilon"`       // share of decisions that are drawn from all legal actions alike
	FinalEpsilon float64 `yaml:"final_epsilon"` // reached linearly at the end of the run
}

// Values of Config.Policy.
const (
	Greedy  = "greedy"
	Softmax = "softmax"
)

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{
		LearningRate: 1e-3, FinalLearningRate: 1e-4, Memory: 100_000, WarmUp: 1000, Replays: 4, Minibatch: 256, Shards: 2,
		Scale: 10, FinalScale: -1, Value: 0.5, MaxGradNorm: 10, AdamEpsilon: 1e-5,
		Policy: Greedy, Epsilon: 0.1, FinalEpsilon: 0.05,
	}
}

// Validate adds every fault.
func (c *Config) Validate(faults *env.Faults) {
	between := func(path string, v, low, high float64) {
		if !(v >= low && v <= high) {
			faults.Add(path, v, "a number from %g to %g", low, high)
		}
	}
	between("learning_rate", c.LearningRate, 1e-9, 1)
	between("final_learning_rate", c.FinalLearningRate, 0, 1)
	if c.Memory < 1 {
		faults.Add("memory", c.Memory, "at least 1 decision")
	}
	if c.WarmUp < 1 || c.WarmUp > c.Memory {
		faults.Add("warm_up", c.WarmUp, "from 1 decision to as many as memory keeps (%d)", c.Memory)
	}
	between("replays", c.Replays, 1e-3, 1000)
	if c.Minibatch < 1 || c.Minibatch > MostMinibatch {
		faults.Add("minibatch", c.Minibatch, "a number of rows from 1 to %d", MostMinibatch)
	}
	if c.Shards < 1 || c.Minibatch%max(c.Shards, 1) != 0 {
		faults.Add("shards", c.Shards, "a number of at least 1 that divides the minibatch (%d)", c.Minibatch)
	}
	between("scale", c.Scale, 0.1, 1000)
	if c.FinalScale != -1 {
		between("final_scale", c.FinalScale, 0.1, 1000)
	}
	between("huber", c.Huber, 0, 100)
	between("balance", c.Balance, 0, 1e6)
	between("value", c.Value, 0, 100)
	between("max_grad_norm", c.MaxGradNorm, 1e-6, 1e6)
	between("adam_epsilon", c.AdamEpsilon, 1e-12, 1)
	if c.Policy != Greedy && c.Policy != Softmax {
		faults.Add("policy", c.Policy, "%s or %s", Greedy, Softmax)
	}
	between("epsilon", c.Epsilon, 0, 1)
	between("final_epsilon", c.FinalEpsilon, 0, 1)
}

// MostMinibatch bounds the rows of a step, and so what it takes in memory.
const MostMinibatch = 1 << 20

// Acting returns how seats play at a share of the run.
func (c *Config) Acting(progress float64) train.Acting {
	return train.Acting{Greedy: c.Policy == Greedy, Epsilon: Anneal(c.Epsilon, c.FinalEpsilon, progress)}
}

// ScaleAt returns what a logit is divided by to be a value, at a share of the run.
func (c *Config) ScaleAt(progress float64) float64 {
	if c.FinalScale == -1 {
		return c.Scale
	}
	return Anneal(c.Scale, c.FinalScale, progress)
}

// Steps returns the gradient steps of an iteration that brings a number of decisions.
func (c *Config) Steps(decisions int) int {
	return max(1, int(math.Round(c.Replays*float64(decisions)/float64(c.Minibatch))))
}

// Anneal goes from one value to another linearly.
func Anneal(from, to, progress float64) float64 { return from + (to-from)*min(progress, 1) }

// CheckRun refuses first weights that come from a policy: their logits are none of values. It is the
// method of the same name of the settings of learners.
func CheckRun(s train.Setup) error {
	var f env.Faults
	const why = "none: logits are scaled values of actions, and a policy has others"
	if s.Imitates {
		f.Add("imitation.agent", "an agent", why)
	}
	if s.Starts {
		f.Add("start", "a bot", why)
	}
	return f.Err()
}

// CheckGame refuses a memory that is too large for a game. Its fault has the path of the section, or the part of it, that
// holds the memory.
func CheckGame(section string, memory int, spec *env.Spec) error {
	var f env.Faults
	f.AddUnder(section, replay.Check(memory, spec.ObservationSize(), spec.NumActions()))
	return f.Err()
}
