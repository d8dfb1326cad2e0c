package ppo

import "ringer/env"

// Config holds the settings of the algorithm, in the words of Schulman et al.,
// arXiv 1707.06347, and of Sokota et al., arXiv 2206.05825 (kl: the magnetic
// mirror descent term towards the behaviour policy).
type Config struct {
	LearningRate      float64 `yaml:"learning_rate"`
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Epochs            int     `yaml:"epochs"`
	Minibatch         int     `yaml:"minibatch"` // rows of one gradient step
	Shards            int     `yaml:"shards"`    // parts of a minibatch that are differentiated side by side; changes the result of a run
	Clip              float64 `yaml:"clip"`
	Entropy           float64 `yaml:"entropy"`       // bonus on the entropy of the policy, in nats
	FinalEntropy      float64 `yaml:"final_entropy"` // reached linearly; -1: the same as entropy
	KL                float64 `yaml:"kl"`            // penalty on KL(policy || behaviour policy)
	Value             float64 `yaml:"value"`         // weight of the value loss
	GAELambda         float64 `yaml:"gae_lambda"`    // a choice of the seat; forced moves count for nothing
	Gamma             float64 `yaml:"gamma"`         // likewise
	MaxGradNorm       float64 `yaml:"max_grad_norm"`
	AdamEpsilon       float64 `yaml:"adam_epsilon"`

	// NormalizeAdvantages subtracts the mean of an iteration's advantages from
	// each and divides it by their standard deviation. Off by default: in games of
	// simultaneous choices the deviation shrinks as play drifts to draws, the
	// effective temperature (entropy × deviation) shrinks with it, and self-play
	// collapses to a near-deterministic policy.
	NormalizeAdvantages bool `yaml:"normalize_advantages"`
}

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{
		LearningRate: 2.5e-4, Epochs: 4, Minibatch: 256, Shards: 2,
		Clip: 0.1, Entropy: 0.05, FinalEntropy: -1, KL: 0.05, Value: 0.5,
		GAELambda: 0.95, Gamma: 1, MaxGradNorm: 0.5, AdamEpsilon: 1e-5,
	}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	between := func(path string, v, low, high float64) {
		if !(v >= low && v <= high) {
			faults.Add(path, v, "a number from %g to %g", low, high)
		}
	}
	between("learning_rate", c.LearningRate, 1e-9, 1)
	between("final_learning_rate", c.FinalLearningRate, 0, 1)
	if c.Epochs < 1 {
		faults.Add("epochs", c.Epochs, "at least 1")
	}
	if c.Minibatch < 2 {
		faults.Add("minibatch", c.Minibatch, "at least 2 rows")
	}
	if c.Shards < 1 || c.Minibatch%max(c.Shards, 1) != 0 {
		faults.Add("shards", c.Shards, "a number of at least 1 that divides the minibatch (%d)", c.Minibatch)
	}
	between("clip", c.Clip, 1e-6, 10)
	between("entropy", c.Entropy, 0, 10)
	if c.FinalEntropy != -1 {
		between("final_entropy", c.FinalEntropy, 0, 10)
	}
	between("kl", c.KL, 0, 100)
	between("value", c.Value, 0, 100)
	between("gae_lambda", c.GAELambda, 0, 1)
	between("gamma", c.Gamma, 0, 1)
	between("max_grad_norm", c.MaxGradNorm, 1e-6, 1e6)
	between("adam_epsilon", c.AdamEpsilon, 1e-12, 1)
	return faults.Err()
}
