package script

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"ringer/agents"
	"ringer/env"
)

// Agent plays a strategy. It is safe for concurrent use.
type Agent struct {
	strategy *Strategy
	patterns []*regexp.Regexp
	kinds    []int8         // of each rule; -1: all
	over     []agents.Agent // Strategy.Agents
	owners   []int          // by kind of decision, indices of over
}

// New returns the agent of a valid strategy for games of spec. over builds the agents that
// its file names (Strategy.Agents). It returns the errors of CheckKinds and, with the field
// that names the agent, of over.
func New(spec *env.Spec, s *Strategy, over func(name string) (agents.Agent, error)) (*Agent, error) {
	if err := s.CheckKinds(spec); err != nil {
		return nil, err
	}
	a := &Agent{strategy: s, owners: make([]int, len(spec.Kinds()))}
	for _, name := range s.Agents() {
		agent, err := over(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.namedBy(name), err)
		}
		a.over = append(a.over, agent)
	}
	for i := range s.Rules {
		p, err := compile(s.Rules[i].pattern())
		if err != nil {
			return nil, fmt.Errorf("script: rules[%d]: %w", i, err)
		}
		kind := int8(-1)
		for k, name := range spec.Kinds() {
			if name == s.Rules[i].Kind {
				kind = int8(k)
			}
		}
		if ask := s.Rules[i].Ask; ask != "" {
			a.owners[kind] = slices.Index(s.Agents(), ask)
		}
		a.patterns, a.kinds = append(a.patterns, p), append(a.kinds, kind)
	}
	return a, nil
}

// Strategy returns the strategy that it plays. Callers must not change it.
func (a *Agent) Strategy() *Strategy { return a.strategy }

// Decide asks the agents that it plays over and lays the rules over their decisions.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := agents.AskEach(ctx, a.over, views, a.owner)
	if err != nil {
		return nil, err
	}
	for i := range views {
		a.lay(&views[i], decisions[i].Probs, nil)
	}
	return decisions, nil
}

// owner returns the index of the agent that decides at a view.
func (a *Agent) owner(v *agents.View) int {
	if len(v.Legal) == 1 {
		return 0 // which is not worth asking for its kind
	}
	return a.owners[v.Game.Kind(v.Observation, v.Legal)]
}

// Applies writes which rules decide something at a view: some of its legal actions match,
// and not all. len(dst) is the number of rules.
func (a *Agent) Applies(v *agents.View, dst []bool) {
	probs := make([]float32, len(v.Legal))
	for i := range probs {
		probs[i] = 1 / float32(len(probs))
	}
	a.lay(v, probs, dst)
}

// lay changes a distribution by the rules, and notes which of them decided something.
func (a *Agent) lay(v *agents.View, probs []float32, applies []bool) {
	if len(v.Legal) == 1 {
		return
	}
	kind := v.Game.Kind(v.Observation, v.Legal)
	open, match := make([]bool, len(probs)), make([]bool, len(probs))
	for i := range open {
		open[i] = true
	}
	touched := false
	for i := range a.strategy.Rules {
		if a.kinds[i] >= 0 && a.kinds[i] != kind {
			continue
		}
		if a.strategy.Rules[i].Ask != "" {
			if applies != nil {
				applies[i] = true
			}
			continue
		}
		matching, others := 0, 0
		for k, action := range v.Legal {
			match[k] = open[k] && a.patterns[i].MatchString(v.ActionString(action))
			switch {
			case match[k]:
				matching++
			case open[k]:
				others++
			}
		}
		if matching == 0 || others == 0 {
			continue
		}
		touched = true
		if applies != nil {
			applies[i] = true
		}
		r := &a.strategy.Rules[i]
		for k := range probs {
			switch {
			case r.Always != "":
				open[k] = match[k]
			case r.Never != "":
				open[k] = open[k] && !match[k]
			case match[k]:
				probs[k] *= float32(r.By)
			}
		}
	}
	if touched {
		share(probs, open)
	}
}

// share makes a distribution of what is left over the open actions: equal shares where the
// other agent would have taken none of them.
func share(probs []float32, open []bool) {
	sum, left := 0.0, 0
	for k, o := range open {
		if !o {
			probs[k] = 0
			continue
		}
		sum += float64(probs[k])
		left++
	}
	for k, o := range open {
		switch {
		case o && sum > 0:
			probs[k] = float32(float64(probs[k]) / sum)
		case o:
			probs[k] = 1 / float32(left)
		}
	}
}
