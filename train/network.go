package train

import (
	"slices"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
)

// NewNetwork returns the network of a configuration for one game.
func NewNetwork(spec *env.Spec, cfg NetworkConfig) (*models.Network, error) {
	n := &models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(),
		Hidden: cfg.Hidden, Activation: cfg.Activation, SharedTrunk: cfg.SharedTrunk, Settings: cfg.Settings,
	}
	if cfg.Kind != models.MLP {
		n.Kind = cfg.Kind
	}
	if cfg.Frame == models.FrameOwn {
		if spec.Frames == nil {
			var faults env.Faults
			faults.Add("network.frame", cfg.Frame, "%s for %s, whose table looks the same from no two corners, or whose seats differ", models.FrameTable, spec)
			return nil, faults.Err()
		}
		n.Frame = cfg.Frame
	}
	if n.Kind == models.GRU && !slices.ContainsFunc(n.Fields, func(f models.Field) bool { return f.Sequence }) {
		var faults env.Faults
		faults.Add("network.kind", cfg.Kind, "%s for %s, none of whose fields is a sequence", models.MLP, spec)
		return nil, faults.Err()
	}
	entities := false
	for _, f := range n.Fields {
		entities = entities || f.Set
		if n.Kind == models.Attention { // all that an entity shows goes into its token
			continue
		}
		if f.Vocab != "" {
			n.Embedding, n.VocabRaw = cfg.Embedding, cfg.VocabRaw
		}
		if f.Set {
			n.SetHidden = cfg.SetHidden
		}
	}
	if cfg.Items > 0 {
		n.Items = items(spec)
		var faults env.Faults
		switch {
		case len(n.Items) > 0 || n.Kind == models.Attention && entities:
		case n.Kind == models.Attention:
			faults.Add("network.kind", cfg.Kind, "%s for %s, whose fields name no entities and no items", models.MLP, spec)
			return nil, faults.Err()
		default:
			faults.Add("network.items", cfg.Items, "0 for %s, whose fields name no items", spec)
			return nil, faults.Err()
		}
		n.ItemHidden, n.ItemsOnly, n.ItemPlaces = cfg.Items, cfg.ItemsOnly, cfg.ItemPlaces
	} else if n.Kind == models.Attention {
		var faults env.Faults
		faults.Add("network.items", 0, "the width of the tokens of %s, such as 32", cfg.Kind)
		return nil, faults.Err()
	}
	return n, n.Validate()
}

// items lists the things that the fields and the action blocks of a game name, in
// the order in which the fields name them first.
func items(spec *env.Spec) []models.Items {
	var all []models.Items
	for _, f := range spec.Observation {
		for axis, name := range f.Items {
			if name == "" {
				continue
			}
			i := slices.IndexFunc(all, func(it models.Items) bool { return it.Name == name })
			if i < 0 {
				i = len(all)
				all = append(all, models.Items{Name: name, Count: f.Shape[axis]})
			}
			all[i].Count = min(all[i].Count, f.Shape[axis])
			all[i].Fields = append(all[i].Fields, models.ItemField{Name: f.Name, Axis: axis})
		}
	}
	from := 0
	for _, b := range spec.Actions {
		for i := range all {
			if all[i].Name == b.Items {
				all[i].Logits = append(all[i].Logits, models.ItemLogits{From: from, Each: b.Size() / (all[i].Count - b.SkipItems), Skip: b.SkipItems})
			}
		}
		from += b.Size()
	}
	return all
}

// NetworkConfigOf returns the settings that NewNetwork makes a network of this
// description with, for the same game.
func NetworkConfigOf(n *models.Network) NetworkConfig {
	return NetworkConfig{
		Kind: n.KindName(), Settings: n.Settings,
		Hidden: n.Hidden, Activation: n.Activation, Embedding: n.Embedding, VocabRaw: n.VocabRaw,
		SetHidden: n.SetHidden, SharedTrunk: n.SharedTrunk, Frame: n.Frame,
		Items: n.ItemHidden, ItemsOnly: n.ItemsOnly, ItemPlaces: n.ItemPlaces,
	}
}

// networks decide at tables: the learner's, and one for each past self. On a device all groups
// share them, so that weights are copied in once an iteration, and one call decides for several
// groups. On the host a group has its own, which no other processor touches.
type networks struct {
	network *models.Network // of the learner
	groups  int             // that run at once, in this process
	sizes   []int           // of batches
	learner *graph.Inference
	past    []*graph.Inference // one for each opponent slot, made when first needed

	response *graph.Inference // of Acting.Response, likewise
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
	n := &networks{network: network, groups: groups, sizes: batchSizes(tables)}
	var err error
	n.learner, err = graph.NewGroupInference(groups, network, n.sizes...)
	return n, err
}

// load loads the weights that play in an iteration, the learner's and the weights of each
// opponent that is seated at some table.
func (n *networks) load(o *Order, seated func(k int) bool) error {
	opponents := o.Opponents
	if err := o.Acting.playable(); err != nil {
		return err
	}
	if err := n.learner.Load(o.Weights); err != nil {
		return err
	}
	if response := o.Acting.Response; response != nil {
		if n.response == nil {
			var err error
			if n.response, err = graph.NewGroupInference(n.groups, n.network, n.sizes...); err != nil {
				return err
			}
		}
		if err := n.response.Load(response); err != nil {
			return err
		}
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
	for _, other := range append(n.past[:len(n.past):len(n.past)], n.response) {
		if other != nil {
			all.Add(other.Served())
		}
	}
	return all
}
