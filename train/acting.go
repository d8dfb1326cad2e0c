package train

import (
	"fmt"
	"math"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/search"
	"ringer/env"
	"ringer/models"
)

// Acting says how the learner's seats choose in an iteration. The zero value draws every
// action from the softmax of the logits.
type Acting struct {
	// Greedy takes an action of the largest logit instead.
	Greedy bool `json:"greedy,omitempty"`

	// Matching draws actions in proportion to their logits above 0, which stand for regrets (regret matching; Hart and
	// Mas-Colell, Econometrica 68, 2000), and takes an action of the largest logit where none is above 0.
	Matching bool `json:"matching,omitempty"`

	// Epsilon is the share of decisions that are drawn from all legal actions alike.
	Epsilon float64 `json:"epsilon,omitempty"`

	// Responds is the chance of each seat to be played by Response in an episode. Where it
	// is above 0, Greedy, Matching and Epsilon belong to Response, and the weights of the order play
	// the other seats by their softmax.
	Responds float64         `json:"responds,omitempty"`
	Response *models.Weights `json:"-"` // of the network that learns; nil where Responds is 0

	// Explores lets one seat of every episode of self-play, each as often, draw all of its actions from the legal ones
	// alike; the others play as the rest says. Batch.Explored tells whose rows those are.
	Explores bool `json:"explores,omitempty"`

	// Search, where it has simulations, lets the seats of the learner search from its policy and values and play in
	// proportion to the visits. Batch.LogProbs are the logarithms of these shares, and Batch.Value is the return that the search expects.
	Search Searching `json:"search,omitzero"`

	// Followers asks for Batch.Follower, for algorithms that follow an episode across its seats.
	Followers bool `json:"followers,omitempty"`
}

// Searching sets a search of agents/search.PUCTAgent.
type Searching struct {
	Sims        int     `json:"sims"` // 0: nobody searches
	Exploration float64 `json:"exploration"`
	Noise       float64 `json:"noise"`
	Spread      float64 `json:"spread"`
}

// mostSims bounds the simulations of a decision.
const mostSims = 1 << 20

// Validate reports every fault of a search that has simulations.
func (s *Searching) Validate() error {
	var f env.Faults
	if s.Sims < 1 || s.Sims > mostSims {
		f.Add("sims", s.Sims, "a number of simulations from 1 to %d", mostSims)
	}
	for _, n := range []struct {
		path            string
		of, least, most float64
	}{{"exploration", s.Exploration, 0, 1000}, {"noise", s.Noise, 0, 1}, {"spread", s.Spread, 1e-3, 1e6}} {
		if !(n.of >= n.least && n.of <= n.most) {
			f.Add(n.path, n.of, "a number from %g to %g", n.least, n.most)
		}
	}
	return f.Err()
}

// agent returns the agent that searches so by weights in a game.
func (s *Searching) agent(game env.Game, weights *models.Weights) (agents.Agent, error) {
	policy, err := neural.FromWeights(game.Spec(), weights)
	if err != nil {
		return nil, err
	}
	return search.NewPUCT(game, policy, search.PUCTOptions{
		Sims: s.Sims, Exploration: s.Exploration, Noise: s.Noise, Spread: s.Spread, Temperature: 1,
	})
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
	if a.Search != (Searching{}) {
		f.AddUnder("acting.search", a.Search.Validate())
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
	greedy, matching bool
	epsilon          float64
}

// anything draws from all legal actions alike.
var anything = choice{epsilon: 1}

// own and response return how the weights of the order choose, and those that respond.
func (a *Acting) own() choice {
	if a.Responds > 0 {
		return choice{}
	}
	return a.response()
}

func (a *Acting) response() choice { return choice{a.Greedy, a.Matching, a.Epsilon} }

// write writes log-probabilities of the actions with mask set into out and 0 elsewhere, and
// returns the entropy in nats and the number of legal actions. out may be logits.
func (c choice) write(logits []float32, mask []bool, out []float32) (entropy float64, legal int) {
	best, above := -1, 0.0 // the sum of logits above 0
	for a, ok := range mask {
		if !ok {
			continue
		}
		if best < 0 || logits[a] > logits[best] {
			best = a
		}
		above += max(0, float64(logits[a]))
	}
	if c.matching && above > 0 {
		return c.match(logits, mask, above, out)
	}
	entropy, legal = logSoftmax(logits, mask, out)
	if !c.greedy && !c.matching && c.epsilon == 0 {
		return entropy, legal
	}
	entropy = 0
	for a, ok := range mask {
		if !ok {
			continue
		}
		p := math.Exp(float64(out[a]))
		if c.greedy || c.matching {
			p = 0
			if a == best {
				p = 1
			}
		}
		p, l := c.explore(p, legal)
		entropy -= p * l
		out[a] = float32(l)
	}
	return entropy, legal
}

// match is write where actions are drawn in proportion to their logits above 0, whose sum is above.
func (c choice) match(logits []float32, mask []bool, above float64, out []float32) (entropy float64, legal int) {
	for _, ok := range mask {
		if ok {
			legal++
		}
	}
	for a, ok := range mask {
		if !ok {
			out[a] = 0
			continue
		}
		p, l := c.explore(max(0, float64(logits[a]))/above, legal)
		entropy -= p * l
		out[a] = float32(l)
	}
	return entropy, legal
}

// explore returns the probability of one of some legal actions that has the probability p but for exploration, and its logarithm.
func (c choice) explore(p float64, legal int) (mixed, log float64) {
	p = (1-c.epsilon)*p + c.epsilon/float64(legal)
	return p, min(0, max(improbable, math.Log(p)))
}

// responseName is the file of the weights that respond after a number of iterations.
func responseName(iterations int) string { return fmt.Sprintf("response-%08d.safetensors", iterations) }
