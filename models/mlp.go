package models

import "strings"

// mlp is the architecture of multi-layer perceptrons: encoders of fields and items,
// trunks and heads, as the package comment draws them.
type mlp struct{}

func (mlp) Doc() string {
	return "fields as they are or embedded, sets and items through small shared layers and pooled, then hidden layers"
}

func (mlp) Settings() []Setting { return nil }

func (mlp) Validate(n *Network, fault Fault) {
	vocab, sets := false, false
	for _, f := range n.Fields {
		vocab, sets = vocab || f.Vocab != "", sets || f.Set
	}
	width := widthFault(fault)
	switch {
	case vocab && n.Embedding == 0 && !n.VocabRaw:
		fault("embedding", 0, "a width of at least 1 (a field has a vocabulary), or vocab_raw")
	case n.Embedding != 0:
		width("embedding", n.Embedding)
	}
	if sets || n.SetHidden != 0 {
		width("set_hidden", n.SetHidden)
	}
	if len(n.Items) > 0 || n.ItemHidden != 0 {
		width("item_hidden", n.ItemHidden)
	}
}

func (mlp) Start(_ *Network, t TensorInfo) Start {
	if strings.HasSuffix(t.Name, "/places") { // no difference at first
		return Start{}
	}
	return startOf(t)
}

func (mlp) LogitLayers(n *Network) []string { return n.logitLayers() }

func (mlp) Forward(w *Weights) Forward { return newForward(w) }

func (mlp) CheckRange(w *Weights, largest []float32) error {
	net := w.Network
	r, in := newRanger(w, largest)
	encoded := r.encode(in)
	policy, value := net.TrunkLayers()
	top := r.trunk(policy, encoded)
	r.scores(r.head(PolicyHead, top), top)
	r.head(ValueHead, r.trunk(value, encoded))
	return r.err
}
