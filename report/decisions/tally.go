package decisions

import (
	"math"

	"ringer/env"
	"ringer/eval"
	"ringer/report/choices"
)

// deal counts the decisions of one entry in one deal.
type deal struct {
	counts choices.Counts
	rng    env.Rand // of the agent that is asked beside; nil until it is
}

// add counts a decision. all says that the actions that were not chosen are counted too;
// beside is the policy of another agent in the same place, or nil.
func (d *deal) add(w *eval.Watched, kind int, all bool, beside []float32) {
	legal := w.View.Legal
	if !d.counts.Ask(kind, len(legal)) {
		return
	}
	k := &d.counts.Groups[kind]
	k.Entropy += choices.Entropy(w.Decision.Probs)
	for i, p := range beside {
		k.Apart += math.Abs(float64(p-w.Decision.Probs[i])) / 2
	}
	for i, a := range legal {
		if a != w.Action && !all {
			continue
		}
		n, _ := d.counts.At(kind, w.View.ActionString(a))
		n.Offer(len(legal), a == w.Action)
		if beside != nil {
			n.Given, n.Beside = n.Given+float64(w.Decision.Probs[i]), n.Beside+float64(beside[i])
		}
	}
}
