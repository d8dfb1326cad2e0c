package train

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/models"
)

// Acting says how the learner's seats choose in an iteration. The zero value draws every
// action from the softmax of the logits.
type Acting struct {
	// Greedy takes an action of the largest logit instead.
	Greedy bool `json:"greedy,omitempty"`

	// Epsilon is the share of decisions that are drawn from all legal actions alike.
	Epsilon float64 `json:"epsilon,omitempty"`

	// Responds is the chance of each seat to be played by Response in an episode. Where it
	// is above 0, Greedy and Epsilon belong to Response, and the weights of the order play
	// the other seats by their softmax.
	Responds float64         `json:"responds,omitempty"`
	Response *models.Weights `json:"-"` // of the network that learns; nil where Responds is 0

	// Followers asks for Batch.Follower, for algorithms that follow an episode across its seats.
	Followers bool `json:"followers,omitempty"`
}

// Behaving is an Algorithm whose seats choose otherwise than by the softmax of its weights.
type Behaving interface {
	Algorithm

	// Acting returns how an iteration is played that is ordered now; progress is as in
	// Update. Response may change with the next Update.
	Acting(progress float64) Acting
}

// check reports what no algorithm asks for.
func (a *Acting) check(f *env.Faults) {
	for _, n := range []struct {
		path  string
		share float64
	}{{"acting.epsilon", a.Epsilon}, {"acting.responds", a.Responds}} {
		if !(n.share >= 0 && n.share <= 1) {
			f.Add(n.path, n.share, "a share from 0 to 1")
		}
	}
}

// playable returns why nobody can play so.
func (a *Acting) playable() error {
	var f env.Faults
	a.check(&f)
	if a.Responds > 0 && a.Response == nil {
		f.Add("acting.response", "none", "weights, for acting.responds is above 0")
	}
	return f.Err()
}

// acting returns how the run's next order is played.
func (r *run) acting() Acting {
	b, ok := r.algorithm.(Behaving)
	if !ok {
		return Acting{}
	}
	a := b.Acting(float64(r.Decisions) / float64(r.cfg.Decisions))
	if a.Response != nil && r.cfg.Collect.Lag > 0 {
		a.Response = a.Response.Clone() // the algorithm's own go on
	}
	return a
}

// A choice is a policy over logits; the zero value is their softmax.
type choice struct {
	greedy  bool
	epsilon float64
}

// own and response return how the weights of the order choose, and those that respond.
func (a *Acting) own() choice {
	if a.Responds > 0 {
		return choice{}
	}
	return a.response()
}

func (a *Acting) response() choice { return choice{a.Greedy, a.Epsilon} }

// write writes log-probabilities of the actions with mask set into out and 0 elsewhere, and
// returns the entropy in nats and the number of legal actions. out may be logits.
func (c choice) write(logits []float32, mask []bool, out []float32) (entropy float64, legal int) {
	best := -1
	if c.greedy {
		for a, ok := range mask {
			if ok && (best < 0 || logits[a] > logits[best]) {
				best = a
			}
		}
	}
	entropy, legal = logSoftmax(logits, mask, out)
	if !c.greedy && c.epsilon == 0 {
		return entropy, legal
	}
	entropy = 0
	for a, ok := range mask {
		if !ok {
			continue
		}
		p := math.Exp(float64(out[a]))
		if c.greedy {
			p = 0
			if a == best {
				p = 1
			}
		}
		p = (1-c.epsilon)*p + c.epsilon/float64(legal)
		l := min(0, max(improbable, math.Log(p)))
		entropy -= p * l
		out[a] = float32(l)
	}
	return entropy, legal
}

// responseName is the file of the weights that respond after a number of iterations.
func responseName(iterations int) string { return fmt.Sprintf("response-%08d.safetensors", iterations) }
