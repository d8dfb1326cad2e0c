package train

import (
	"slices"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/models"
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
		SetHidden: n.SetHidden, SharedTrunk: n.SharedTrunk,
		Items: n.ItemHidden, ItemsOnly: n.ItemsOnly, ItemPlaces: n.ItemPlaces,
	}
}
