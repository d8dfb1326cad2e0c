package train

import (
	"ringer/agents/neural"
	"ringer/env"
	"ringer/models"
)

// NewNetwork returns the network of a configuration for one game.
func NewNetwork(spec *env.Spec, cfg NetworkConfig) (*models.Network, error) {
	n := &models.Network{
		Fields: neural.Fields(spec), Actions: spec.NumActions(),
		Hidden: cfg.Hidden, Activation: cfg.Activation, SharedTrunk: cfg.SharedTrunk,
	}
	for _, f := range n.Fields {
		if f.Vocab != "" {
			n.Embedding, n.VocabRaw = cfg.Embedding, cfg.VocabRaw
		}
		if f.Set {
			n.SetHidden = cfg.SetHidden
		}
	}
	return n, n.Validate()
}
