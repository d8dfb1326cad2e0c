package strategy

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"ringer/env"
	"ringer/report/ratio"
)

// Habit is an action that the best response takes more or less often than the ringer, where it is
// legal and there is a choice.
type Habit struct {
	Kind     string       `json:"kind"` // of the decision
	Action   string       `json:"action"`
	Response ratio.Figure `json:"answer"` // share of the times that it was offered
	Ringer   ratio.Figure `json:"ringer"`
	Change   float64      `json:"change"` // the difference
	Low      float64      `json:"low"`    // at 95% for all comparisons together (Bonferroni)
	High     float64      `json:"high"`
}

const (
	// leastOffered is the number of offers to each agent from which an action is compared.
	leastOffered = 30
	// mostHabits bounds the list.
	mostHabits = 12
)

// compare lists the habits of the one of a match against the habits of another's.
func compare(spec *env.Spec, responding, untaught *match) (list []Habit, compared int) {
	offered := func(m *match) map[action]int {
		all := map[action]int{}
		for i := range m.tallies {
			for a, n := range m.tallies[i].actions {
				all[a] += n.offered
			}
		}
		return all
	}
	ours, theirs := offered(responding), offered(untaught)
	var actions []action
	for a, n := range ours {
		if n >= leastOffered && theirs[a] >= leastOffered {
			actions = append(actions, a)
		}
	}
	slices.SortFunc(actions, func(a, b action) int { return cmp.Or(cmp.Compare(a.kind, b.kind), strings.Compare(a.name, b.name)) })
	compared = len(actions)
	list = []Habit{}
	if compared == 0 {
		return list, 0
	}
	stretch := distuv.UnitNormal.Quantile(1-0.025/float64(compared)) / distuv.UnitNormal.Quantile(0.975)
	for _, a := range actions {
		h := Habit{Kind: spec.Kinds()[a.kind], Action: a.name, Response: responding.taken(a), Ringer: untaught.taken(a)}
		h.Change = h.Response.Value - h.Ringer.Value
		half := stretch * math.Hypot(h.Response.High-h.Response.Low, h.Ringer.High-h.Ringer.Low) / 2
		h.Low, h.High = max(-1, h.Change-half), min(1, h.Change+half)
		if h.Low > 0 || h.High < 0 {
			list = append(list, h)
		}
	}
	// An action counts as far as it is met: a rare one changes few games.
	weight := func(h *Habit) float64 { return math.Abs(h.Change) * math.Sqrt(float64(h.Response.Of+h.Ringer.Of)) }
	slices.SortStableFunc(list, func(a, b Habit) int { return cmp.Compare(weight(&b), weight(&a)) })
	return list[:min(len(list), mostHabits)], compared
}

// taken returns how often an agent takes an action, of the times that it may.
func (m *match) taken(a action) ratio.Figure {
	r := ratio.Ratio{Name: "taken", Share: true}
	for i := range m.tallies {
		if n := m.tallies[i].actions[a]; n != nil {
			r.Add(float64(n.taken), float64(n.offered))
		}
		if i%m.players == m.players-1 {
			r.Close()
		}
	}
	return r.Figure()
}
