package ppo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/env"
	"ringer/train/policy"
)

// Config holds the settings of the algorithm, in the words of Schulman et al.,
// arXiv 1707.06347, and of Sokota et al., arXiv 2206.05825 (kl: the magnetic
// mirror descent term towards the behaviour policy).
type Config struct {
	LearningRate      float64 `yaml:"learning_rate"`       // of Adam, at the beginning of the run
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Epochs            int     `yaml:"epochs"`              // passes over the rows of an iteration
	Minibatch         int     `yaml:"minibatch"`           // rows of one gradient step
	Shards            int     `yaml:"shards"`              // parts of a minibatch that are differentiated side by side; changes the result of a run
	Clip              float64 `yaml:"clip"`                // how far the ratio of probabilities may go from 1 until a row teaches no more
	Entropy           float64 `yaml:"entropy"`             // bonus on the entropy of the policy, in nats
	FinalEntropy      float64 `yaml:"final_entropy"`       // reached linearly; -1: the same as entropy
	KL                float64 `yaml:"kl"`                  // penalty on KL(policy || behaviour policy)
	Value             float64 `yaml:"value"`               // weight of the value loss
	GAELambda         float64 `yaml:"gae_lambda"`          // of a choice of the seat; forced moves count for nothing
	Gamma             float64 `yaml:"gamma"`               // discount of a choice of the seat, likewise
	MaxGradNorm       float64 `yaml:"max_grad_norm"`       // a longer gradient is scaled to this norm
	AdamEpsilon       float64 `yaml:"adam_epsilon"`        // term in the divisor of a step of Adam

	// NormalizeAdvantages subtracts the mean of an iteration's advantages from
	// each and divides it by their standard deviation. Off by default: in games of
	// simultaneous choices the deviation shrinks as play drifts to draws, the
	// effective temperature (entropy × deviation) shrinks with it, and self-play
	// collapses to a near-deterministic policy.
	NormalizeAdvantages bool `yaml:"normalize_advantages"`

	// Kinds sets kinds of decisions apart from the rest, by their names
	// (env.Spec.Kinds): a draft wants more entropy and the return itself as its
	// advantage (gae_lambda 1), because what it decides shows late.
	Kinds map[string]KindConfig `yaml:"kinds"`

	// TargetEntropy is the normalised entropy that the bonus on entropy holds, in every kind of decision, from 0 to 1:
	// the mean of entropy / log(number of legal actions). The coefficient begins with entropy, and moves with every
	// iteration. 0: entropy and final_entropy say what it is.
	TargetEntropy float64 `yaml:"target_entropy,omitempty"`

	// TargetRate is the part of what the normalised entropy lacks by which the logarithm of such a coefficient moves in
	// an iteration; 0: 0.1.
	TargetRate float64 `yaml:"target_rate,omitempty"`

	// EntropyBounds holds the least and the largest of such a coefficient; empty: 0.001 and 0.3.
	EntropyBounds []float64 `yaml:"entropy_bounds,flow,omitempty"`

	Magnet policy.MagnetConfig `yaml:"magnet"`

	// VTrace is Truncated in a new run with collect.lag that says nothing else; nil
	// corrects nothing.
	VTrace *VTraceConfig `yaml:"vtrace,omitempty"`
}

// VTraceConfig corrects for the age of the policy that played, where collect.lag lets it
// be older than the one that learns (V-trace; Espeholt et al., arXiv 1802.01561, section
// 4.1). Before an update the learner's network looks at the rows again. Its policy and
// values take the place of those that were played with, also in what clip and kl hold the policy
// to, and what a row teaches is weighed by how much likelier its action has become.
type VTraceConfig struct {
	Rho float64 `yaml:"rho"` // bound on the weight of a row; 0: nothing is corrected
	C   float64 `yaml:"c"`   // bound on how much a row hears of what came after the next one, times gae_lambda; at most rho
}

// Truncated returns the bounds that the literature uses: 1 and 1.
func Truncated() *VTraceConfig { return &VTraceConfig{Rho: 1, C: 1} }

// KindConfig holds the settings of one kind of decision. A key that is missing has the
// value that it has for all; a kind with an entropy but no final_entropy keeps it.
type KindConfig struct {
	Entropy      *float64 `yaml:"entropy"`       // as for all
	FinalEntropy *float64 `yaml:"final_entropy"` // as for all; -1: the same as entropy
	GAELambda    *float64 `yaml:"gae_lambda"`    // as for all

	TargetEntropy *float64 `yaml:"target_entropy,omitempty"` // as for all; 0: none
}

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{
		LearningRate: 2.5e-4, Epochs: 4, Minibatch: 256, Shards: 2,
		Clip: 0.1, Entropy: 0.05, FinalEntropy: -1, KL: 0.05, Value: 0.5,
		GAELambda: 0.95, Gamma: 1, MaxGradNorm: 0.5, AdamEpsilon: 1e-5,
		Magnet: policy.NoMagnet(),
	}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	between := func(path string, v, low, high float64) { policy.Between(&faults, path, v, low, high) }
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
	for _, name := range slices.Sorted(maps.Keys(c.Kinds)) {
		k, path := c.Kinds[name], "kinds."+name+"."
		optional := func(key string, v *float64, high float64) {
			if v != nil {
				between(path+key, *v, 0, high)
			}
		}
		optional("entropy", k.Entropy, 10)
		if f := k.FinalEntropy; f != nil && *f != -1 {
			between(path+"final_entropy", *f, 0, 10)
		}
		optional("gae_lambda", k.GAELambda, 1)
		optional("target_entropy", k.TargetEntropy, 1)
	}
	c.validateTargets(&faults)
	faults.AddUnder("magnet", c.Magnet.Validate())
	if v := c.VTrace; v != nil {
		between("vtrace.rho", v.Rho, 0, 1000)
		between("vtrace.c", v.C, 0, max(0, v.Rho))
	}
	return faults.Err()
}

// validateTargets reports faults of what holds an entropy.
func (c *Config) validateTargets(faults *env.Faults) {
	if !(c.TargetEntropy >= 0 && c.TargetEntropy <= 1) {
		faults.Add("target_entropy", c.TargetEntropy, "a number from 0 to 1")
	}
	if c.TargetRate != 0 && !(c.TargetRate >= 1e-4 && c.TargetRate <= 10) {
		faults.Add("target_rate", c.TargetRate, "0, or a number from 0.0001 to 10")
	}
	if b := c.EntropyBounds; len(b) > 0 && (len(b) != 2 || !(b[0] >= 1e-6 && b[0] < b[1] && b[1] <= 10)) {
		faults.Add("entropy_bounds", fmt.Sprint(b), "two numbers from 1e-06 to 10, the smaller one first")
		return
	}
	least, most := c.bounds()
	begins := func(path string, v float64) {
		if !(v >= least && v <= most) {
			faults.Add(path, v, "a number from %g to %g (entropy_bounds) beside target_entropy", least, most)
		}
	}
	const held = "-1 beside target_entropy, which the coefficient holds"
	if c.TargetEntropy > 0 {
		begins("entropy", c.Entropy)
		if c.FinalEntropy != -1 {
			faults.Add("final_entropy", c.FinalEntropy, held)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Kinds)) {
		k := c.Kinds[name]
		if !(c.targetOf(name) > 0) {
			continue
		}
		if k.Entropy != nil {
			begins("kinds."+name+".entropy", *k.Entropy)
		} else if c.TargetEntropy == 0 {
			begins("entropy", c.Entropy)
		}
		if f := k.FinalEntropy; f != nil && *f != -1 {
			faults.Add("kinds."+name+".final_entropy", *f, held)
		}
	}
	if !c.holds() {
		if c.TargetRate != 0 {
			faults.Add("target_rate", c.TargetRate, "a target_entropy beside it, or 0")
		}
		if len(c.EntropyBounds) > 0 {
			faults.Add("entropy_bounds", fmt.Sprint(c.EntropyBounds), "a target_entropy beside them, or none")
		}
	}
}

// holds reports whether some kind of decision has a target.
func (c *Config) holds() bool {
	for name := range c.Kinds {
		if c.targetOf(name) > 0 {
			return true
		}
	}
	return c.TargetEntropy > 0
}

// targetOf returns the normalised entropy that a kind of decision holds; 0 for none.
func (c *Config) targetOf(kind string) float64 {
	if t := c.Kinds[kind].TargetEntropy; t != nil {
		return *t
	}
	return c.TargetEntropy
}

func (c *Config) targetRate() float64 { return cmp.Or(c.TargetRate, usualTargetRate) }

// bounds returns the least and the largest coefficient of a kind that has a target.
func (c *Config) bounds() (least, most float64) {
	if len(c.EntropyBounds) == 2 {
		return c.EntropyBounds[0], c.EntropyBounds[1]
	}
	return usualLeast, usualMost
}

// Corrects reports whether old rows are corrected.
func (c *Config) Corrects() bool { return c.VTrace != nil && c.VTrace.Rho > 0 }

// CheckKinds reports every kind of decision that a game with the given kinds does not
// have.
func (c *Config) CheckKinds(known []string) error {
	var faults env.Faults
	for _, name := range slices.Sorted(maps.Keys(c.Kinds)) {
		if !slices.Contains(known, name) {
			faults.Add("kinds."+name, "unknown kind of decision", "one of: %s", strings.Join(known, ", "))
		}
	}
	return faults.Err()
}

// entropyOf returns the entropy coefficient of a kind of decision at a share of the run.
func (c *Config) entropyOf(kind string, progress float64) float64 {
	entropy, final := c.Entropy, c.FinalEntropy
	k := c.Kinds[kind]
	if k.Entropy != nil {
		entropy, final = *k.Entropy, -1
	}
	if k.FinalEntropy != nil {
		final = *k.FinalEntropy
	}
	return policy.Anneal(entropy, final, progress)
}

// lambdaOf returns the GAE lambda of a kind of decision.
func (c *Config) lambdaOf(kind string) float64 {
	if l := c.Kinds[kind].GAELambda; l != nil {
		return *l
	}
	return c.GAELambda
}
