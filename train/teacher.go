package train

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/search"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
)

// TeacherConfig lets a search on the current network teach it: expert iteration
// (Anthony, Tian and Barber, "Thinking Fast and Slow with Deep Learning and Tree Search",
// 2017) with the improved policy of Danihelka et al., "Policy improvement by planning with
// Gumbel", 2022. The learner plays on by its own policy; the search's policy is a target
// beside the algorithm's own objective.
type TeacherConfig struct {
	// Share is the share of learning decisions that are searched; 0: none.
	Share float64 `yaml:"share"`

	Simulations int `yaml:"simulations"` // of a decision that is searched
	Worlds      int `yaml:"worlds"`      // as search.GumbelOptions.Worlds
	Candidates  int `yaml:"candidates"`  // as search.GumbelOptions.Candidates

	// Weight is the weight of the mean cross-entropy of the policy to the search's, over
	// the decisions that were searched.
	Weight float64 `yaml:"weight"`

	// Until is the share of the run's decisions after which nothing is searched.
	Until float64 `yaml:"until"`
}

func (c *TeacherConfig) validate(f *env.Faults) {
	between := func(path string, v, low, high float64) {
		if !(v >= low && v <= high) {
			f.Add(path, v, "a number from %g to %g", low, high)
		}
	}
	count := func(path string, v, most int) {
		if v < 1 || v > most {
			f.Add(path, v, "a whole number from 1 to %d", most)
		}
	}
	between("teacher.share", c.Share, 0, 1)
	count("teacher.simulations", c.Simulations, 100_000)
	count("teacher.worlds", c.Worlds, 100_000)
	count("teacher.candidates", c.Candidates, 1000)
	between("teacher.weight", c.Weight, 0, 1000)
	between("teacher.until", c.Until, 0, 1)
}

// TeachWeight returns the weight of the teacher in an algorithm's loss; 0 without a
// teacher.
func (c *Config) TeachWeight() float64 {
	if c.Teacher.Share == 0 {
		return 0
	}
	return c.Teacher.Weight
}

// Teach makes all later batches carry targets of a search on the weights that collect
// them. It returns an error that wraps agents.ErrNoWorlds for a game that cannot be
// searched.
func (c *Collector) Teach(network *models.Network, cfg TeacherConfig) error {
	for _, g := range c.groups {
		t, err := newTeacher(g.game, network, cfg)
		if err != nil {
			return fmt.Errorf("teacher: %w", err)
		}
		g.teacher = t
	}
	return nil
}

// Rest stops or resumes teaching, for the batches from now on.
func (c *Collector) Rest(rest bool) {
	for _, g := range c.groups {
		if g.teacher != nil {
			g.teacher.rests = rest
		}
	}
}

// teacher searches for one group.
type teacher struct {
	share  float64
	rests  bool
	policy *inferring
	agent  *search.GumbelAgent
	rng    env.Rand // this iteration's, for the choice of decisions
	chosen []int    // positions in group.rows
	views  []agents.View
}

func newTeacher(game env.Game, network *models.Network, cfg TeacherConfig) (*teacher, error) {
	inference, err := graph.NewInference(network, 16, 32, 64, 128, 256)
	if err != nil {
		return nil, err
	}
	t := &teacher{share: cfg.Share, policy: &inferring{spec: game.Spec(), inference: inference}}
	o := search.GumbelDefaults()
	o.Sims, o.Worlds, o.Candidates, o.Together = cfg.Simulations, cfg.Worlds, cfg.Candidates, true
	t.agent, err = search.NewGumbel(game, t.policy, o)
	return t, err
}

// begin readies the teacher for an iteration.
func (t *teacher) begin(seed uint64, iteration, group int) {
	t.rng = env.Stream(seed, env.PurposeTrainTeacher, uint64(iteration), uint64(group))
}

// teach searches some of the decisions that g.rows have just made, the first of which is
// row first of the batch, and writes what the search would play into the batch.
func (g *group) teach(ctx context.Context, first int) error {
	t, b, a := g.teacher, &g.batch, g.spec.NumActions()
	b.Target = grow(b.Target, b.Rows*a-len(b.Target))
	clear(b.Target[first*a:])
	t.chosen, t.views = t.chosen[:0], t.views[:0]
	if t.rests {
		return nil
	}
	for i, table := range g.rows {
		if t.rng.Float64() < t.share {
			t.chosen = append(t.chosen, i)
			t.views = append(t.views, g.guests[table].view(g, table))
		}
	}
	decisions, err := t.agent.Decide(ctx, t.views)
	if err != nil {
		return fmt.Errorf("teacher: %w", err)
	}
	for k, i := range t.chosen {
		target := b.Target[(first+i)*a : (first+i+1)*a]
		for j, action := range t.views[k].Legal {
			target[action] = decisions[k].Probs[j]
		}
	}
	b.Taught += len(t.chosen)
	return nil
}

// inferring is the network of an Inference as an agent for one goroutine.
type inferring struct {
	spec         *env.Spec
	inference    *graph.Inference
	observations []float32
	logits       []float32
	values       []float32
}

// Decide implements agents.Agent.
func (p *inferring) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	a, n := p.spec.NumActions(), len(views)
	p.observations = p.observations[:0]
	for i := range views {
		p.observations = append(p.observations, views[i].Observation...)
	}
	p.logits, p.values = grow(p.logits[:0], n*a), grow(p.values[:0], n)
	if err := p.inference.Run(p.observations, n, p.logits, p.values); err != nil {
		return nil, err
	}
	decisions := agents.Decisions(views)
	scale := float32(neural.ReturnScale(p.spec))
	for i := range views {
		models.MaskedSoftmax(p.logits[i*a:(i+1)*a], views[i].Legal, decisions[i].Probs)
		decisions[i].Value = p.values[i] * scale
	}
	return decisions, nil
}
