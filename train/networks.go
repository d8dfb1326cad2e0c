package train

import (
	"slices"

	"ringer/models"
	"ringer/models/graph"
)

// networks decide at tables: the learner's, and one for each past self. On a device all groups
// share them, so that weights are copied in once an iteration, and one call decides for several
// groups. On the host a group has its own, which no other processor touches.
type networks struct {
	groups  int   // that run at once, in this process
	sizes   []int // of batches
	learner *graph.Inference
	past    []*graph.Inference // one for each opponent slot, made when first needed
}

// batchSizes lists the sizes that graphs are compiled for, eight at most: all tables, half of
// them and so on, so that no more than half is padding, whatever groups join.
func batchSizes(most int) []int {
	sizes := []int{most}
	for len(sizes) < 8 && most > 1 {
		most = (most + 1) / 2
		sizes = append(sizes, most)
	}
	return sizes
}

// newNetworks returns the networks of a number of tables.
func newNetworks(network *models.Network, groups, tables int) (*networks, error) {
	n := &networks{groups: groups, sizes: batchSizes(tables)}
	var err error
	n.learner, err = graph.NewGroupInference(groups, network, n.sizes...)
	return n, err
}

// load loads the weights that play in an iteration, the learner's and the weights of each
// opponent that is seated at some table.
func (n *networks) load(weights *models.Weights, opponents []Opponent, seated func(k int) bool) error {
	if err := n.learner.Load(weights); err != nil {
		return err
	}
	n.past = slices.Grow(n.past, max(0, len(opponents)-len(n.past)))[:max(len(n.past), len(opponents))]
	for k, o := range opponents {
		if o.Weights == nil || !seated(k) {
			continue
		}
		if n.past[k] == nil {
			inference, err := graph.NewGroupInference(n.groups, o.Weights.Network, n.sizes...)
			if err != nil {
				return err
			}
			n.past[k] = inference
		}
		if err := n.past[k].Load(o.Weights); err != nil {
			return err
		}
	}
	return nil
}

// served returns what the networks have run.
func (n *networks) served() (all graph.Served) {
	all = n.learner.Served()
	for _, past := range n.past {
		if past != nil {
			all.Add(past.Served())
		}
	}
	return all
}
