package models

import "slices"

// Unembedded returns a network without embeddings that computes what this one computes,
// from the same observations: an embedding is linear, so that it goes into the first
// layers of the trunks. Observations of counts are mostly zeros and their embeddings are
// not, so a Forward of it multiplies far less. It returns n where nothing is embedded.
func (n *Network) Unembedded() *Network {
	if n.Kind != "" || n.Embedding == 0 {
		return n
	}
	u := *n
	u.Embedding, u.VocabRaw = 0, true
	return &u
}

// Unembed writes the weights of w.Network.Unembedded, which is the network of dst, into
// dst. The networks agree but for rounding.
func (w *Weights) Unembed(dst *Weights) {
	if dst.Network == w.Network {
		copy(dst.Flat, w.Flat)
		return
	}
	policy, value := w.Network.TrunkLayers()
	first := []string{policy[0] + "/weight", value[0] + "/weight"}
	for i, t := range dst.infos {
		if slices.Contains(first, t.Name) {
			w.unembedLayer(w.Tensor(t.Name), dst.At(i), t.Shape[1])
		} else {
			copy(dst.At(i), w.Tensor(t.Name))
		}
	}
}

// unembedLayer turns the matrix of a first layer [E, width] into the matrix of
// observations.
func (w *Weights) unembedLayer(from, to []float32, width int) {
	net := w.Network
	parts, _ := net.Parts()
	for _, p := range parts {
		rows := from[p.To*width : (p.To+p.Out)*width]
		if p.Kind != Counts {
			copy(to, rows)
			to = to[len(rows):]
			continue
		}
		n := p.Size() * width
		net.fold(p, w.Tensor(EmbeddingName(p.Name)), rows, to[:n], width)
		to = to[n:]
	}
}
