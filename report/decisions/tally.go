package decisions

import (
	"math"

	"ringer/env"
	"ringer/eval"
)

// deal counts the decisions of one entry in one deal.
type deal struct {
	kinds   []tally // [kind]
	actions map[action]*times
	rng     env.Rand // of the agent that is asked beside; nil until it is
}

// tally counts the decisions of one kind.
type tally struct {
	all, forced int
	entropy     float64 // of those with a choice, each as a share of the largest possible
	apart       float64 // of those that another agent was asked about, total variation
}

// action names an action by its words: the same words are the same action.
type action struct {
	kind int8
	name string
}

// times counts what became of an action where there was a choice.
type times struct {
	chosen, offered int
	random          float64 // times that an agent would have chosen it who prefers nothing
	given, beside   float64 // and that the agent, and the other one that was asked, would have by their policies
}

// add counts a decision. all says that the actions that were not chosen are counted too;
// beside is the policy of another agent in the same place, or nil.
func (d *deal) add(w *eval.Watched, kind int8, all bool, beside []float32) {
	legal := w.View.Legal
	k := &d.kinds[kind]
	k.all++
	if len(legal) == 1 {
		k.forced++
		return
	}
	k.entropy += normalisedEntropy(w.Decision.Probs)
	for i, p := range beside {
		k.apart += math.Abs(float64(p-w.Decision.Probs[i])) / 2
	}
	if d.actions == nil {
		d.actions = map[action]*times{}
	}
	for i, a := range legal {
		if a != w.Action && !all {
			continue
		}
		key := action{kind, w.View.ActionString(a)}
		n := d.actions[key]
		if n == nil {
			n = &times{}
			d.actions[key] = n
		}
		n.offered++
		n.random += 1 / float64(len(legal))
		if a == w.Action {
			n.chosen++
		}
		if beside != nil {
			n.given, n.beside = n.given+float64(w.Decision.Probs[i]), n.beside+float64(beside[i])
		}
	}
}

// normalisedEntropy returns the entropy of a distribution over two or more actions as a
// share of the largest possible: 0 for one action alone, 1 for all alike.
func normalisedEntropy(probs []float32) float64 {
	h := 0.
	for _, p := range probs {
		if p > 0 {
			h -= float64(p) * math.Log(float64(p))
		}
	}
	return min(1, max(0, h/math.Log(float64(len(probs)))))
}
