package script

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ringer/env"
)

// Strategy is the file of a strategy.
type Strategy struct {
	Name  string `yaml:"name"`
	About string `yaml:"about"` // a sentence for people
	Agent string `yaml:"agent"` // plays what the rules leave open; an agent of the roster
	Rules []Rule `yaml:"rules"` // one after the other
}

// Rule is one of Always, Never, Weigh and Ask: a pattern of actions by their names, or
// another agent.
type Rule struct {
	Kind string `yaml:"kind"` // of the decisions that it is about (env.Spec.Kinds); empty: all

	Always string  `yaml:"always"` // takes one of these where it may
	Never  string  `yaml:"never"`  // takes none of these where it may do anything else
	Weigh  string  `yaml:"weigh"`  // takes these By times as often, relative to the others
	By     float64 `yaml:"by"`

	Ask string `yaml:"ask"` // this agent of the roster plays the decisions of the kind, instead of Strategy.Agent
}

// Defaults returns the values of keys that a file leaves out.
func Defaults() Strategy { return Strategy{Agent: "random"} }

// Validate returns every fault as env.Faults.
func (s *Strategy) Validate() error {
	var faults env.Faults
	if strings.TrimSpace(s.Name) == "" {
		faults.Add("name", `""`, "the name of the strategy")
	}
	if strings.TrimSpace(s.Agent) == "" {
		faults.Add("agent", `""`, "an agent that plays what the rules leave open, such as random or greedy")
	}
	if len(s.Rules) == 0 {
		faults.Add("rules", "none", "one rule or more")
	}
	asked := map[string]bool{}
	for i := range s.Rules {
		r, path := &s.Rules[i], fmt.Sprintf("rules[%d]", i)
		r.check(path, &faults)
		if r.Ask != "" && asked[r.Kind] {
			faults.Add(path+".kind", r.Kind, "a kind that no rule before it asks an agent about")
		}
		asked[r.Kind] = asked[r.Kind] || r.Ask != ""
	}
	return faults.Err()
}

func (r *Rule) check(path string, faults *env.Faults) {
	given := 0
	for _, p := range []struct{ key, pattern string }{{"always", r.Always}, {"never", r.Never}, {"weigh", r.Weigh}} {
		if p.pattern == "" {
			continue
		}
		given++
		if _, err := compile(p.pattern); err != nil {
			faults.Add(path+"."+p.key, p.pattern, "a regular expression between the slashes: %v", err)
		}
	}
	if r.Ask != "" {
		given++
		if r.Kind == "" {
			faults.Add(path+".kind", `""`, "the kind of the decisions that %s plays", r.Ask)
		}
	}
	if given != 1 {
		faults.Add(path, fmt.Sprintf("%d of always, never, weigh and ask", given), "one of them")
	}
	switch {
	case r.Weigh != "" && !(r.By > 0 && r.By <= 1e6):
		faults.Add(path+".by", r.By, "a factor above 0, such as 3")
	case r.Weigh == "" && r.By != 0:
		faults.Add(path+".by", r.By, "weigh beside it")
	}
}

// CheckKinds returns a fault for every rule about a kind of decision that a game does not
// have.
func (s *Strategy) CheckKinds(spec *env.Spec) error {
	var faults env.Faults
	for i, r := range s.Rules {
		if r.Kind != "" && !slices.Contains(spec.Kinds(), r.Kind) {
			faults.Add(fmt.Sprintf("rules[%d].kind", i), r.Kind, "a kind of decision in %s: %s", spec, strings.Join(spec.Kinds(), ", "))
		}
	}
	return faults.Err()
}

// Agents lists the agents that the strategy plays over, each once: Agent first, then those
// that rules ask.
func (s *Strategy) Agents() []string {
	list := []string{s.Agent}
	for i := range s.Rules {
		if a := s.Rules[i].Ask; a != "" && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// namedBy returns the field that names one of Agents.
func (s *Strategy) namedBy(agent string) string {
	if agent == s.Agent {
		return "agent"
	}
	return fmt.Sprintf("rules[%d].ask", slices.IndexFunc(s.Rules, func(r Rule) bool { return r.Ask == agent }))
}

// String returns the rule in words.
func (r *Rule) String() string {
	where := ""
	if r.Kind != "" {
		where = " in decisions of the kind " + r.Kind
	}
	switch {
	case r.Always != "":
		return "always " + r.Always + where
	case r.Never != "":
		return "never " + r.Never + where
	case r.Ask != "":
		return "as " + r.Ask + where
	}
	return fmt.Sprintf("%s %g times as often%s", r.Weigh, r.By, where)
}

// pattern returns the one pattern of a rule.
func (r *Rule) pattern() string { return r.Always + r.Never + r.Weigh }

// compile returns the expression of a pattern: what stands between slashes, or else a text
// that a name contains, in large or small letters.
func compile(pattern string) (*regexp.Regexp, error) {
	if n := len(pattern); n > 1 && pattern[0] == '/' && pattern[n-1] == '/' {
		return regexp.Compile(pattern[1 : n-1])
	}
	return regexp.Compile("(?i)" + regexp.QuoteMeta(pattern))
}
