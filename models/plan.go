package models

import "strconv"

// PartKind names the encoding of a part of the observation.
type PartKind int

const (
	Plain  PartKind = iota // passed through
	Counts                 // rows of counts over a vocabulary
	Set                    // rows of entities
	Rows                   // rows of items
	Steps                  // rows of a sequence
)

// Part is a run of the observation that is encoded in one piece, and where its
// encoding goes. Neighbouring plain fields form one part, and so do
// neighbouring fields of one vocabulary.
//
//	Plain   observation [Size]        -> encoded [Size]
//	Counts  observation [Rows, Width] -> encoded [Rows, Embedding], then, with VocabRaw, [Rows, Width]
//	Set     observation [Rows, Width] -> encoded [SetHidden] (sums), then [SetHidden] (maxima)
//	Rows    observation at Index [Rows, Width] -> encoded [ItemHidden] (sums), then [ItemHidden] (maxima)
//	Steps   observation [Rows, Width] -> encoded [width] (the last state)
//
// Only a network of the kind GRU has Steps: to the others a sequence is plain.
//
// In a network of the kind Attention, sets and items have no encoding of their own: the encoding of all
// tokens follows the plain parts.
type Part struct {
	Kind        PartKind
	Name        string  // the vocabulary of Counts, the field of a Set or of Steps, the items of Rows
	From        int     // first float of the observation
	Rows, Width int     // Plain: 1 row
	To, Out     int     // first float and number of floats of the encoding
	Index       []int32 // of Rows: the floats of the observation, wherever they lie [Rows * Width]
}

// Size returns the number of floats of the observation that the part reads.
func (p Part) Size() int { return p.Rows * p.Width }

// Parts returns the parts in order, and the length of the whole encoding. The parts of
// fields cover the observation without overlap, and without gap unless ItemsOnly; the parts
// of items follow.
func (n *Network) Parts() (parts []Part, encoded int) {
	from := 0
	for _, f := range n.Fields {
		if n.ofItems(f.Name) {
			from += f.Size()
			continue
		}
		p := Part{Kind: Plain, From: from, Rows: 1, Width: f.Size()}
		switch {
		case f.Set:
			p.Kind, p.Name = Set, f.Name
			p.Rows, p.Width = f.Shape[0], f.Shape[1]
		case f.Sequence && n.Kind == GRU:
			p.Kind, p.Name = Steps, f.Name
			p.Rows, p.Width = f.Shape[0], f.Shape[1]
		case f.Vocab != "" && n.Embedding > 0:
			p.Kind, p.Name = Counts, f.Vocab
			p.Width = f.Shape[len(f.Shape)-1]
			p.Rows = f.Size() / p.Width
		}
		from += f.Size()
		if last := len(parts) - 1; last >= 0 && parts[last].Kind == p.Kind && parts[last].Name == p.Name && p.Kind != Set && p.Kind != Steps && parts[last].From+parts[last].Size() == p.From {
			if p.Kind == Plain {
				parts[last].Width += p.Width
			} else {
				parts[last].Rows += p.Rows
			}
			continue
		}
		parts = append(parts, p)
	}
	for _, it := range n.Items {
		index := n.itemIndex(it)
		parts = append(parts, Part{Kind: Rows, Name: it.Name, Rows: it.Count, Width: len(index) / it.Count, Index: index})
	}
	for i := range parts {
		p := &parts[i]
		p.To = encoded
		switch p.Kind {
		case Plain:
			p.Out = p.Width
		case Counts:
			p.Out = p.Rows * n.Embedding
			if n.VocabRaw {
				p.Out += p.Size()
			}
		case Set:
			p.Out = 2 * n.SetHidden
		case Steps:
			p.Out = n.Setting(SettingWidth)
		case Rows:
			if n.Kind != Attention {
				p.Out = 2 * n.ItemHidden
			}
		}
		encoded += p.Out
	}
	if n.Kind == Attention {
		encoded += 2 * n.ItemHidden
	}
	return parts, encoded
}

// TensorInfo is the name and shape of one tensor of weights. Matrices are
// [inputs, outputs], row by row: the outgoing weights of one input lie
// together.
type TensorInfo struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// Size returns the number of floats.
func (t TensorInfo) Size() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// Names of tensors. A layer L has the tensors L/weight [in, out] and
// L/bias [out].
const (
	PolicyHead = "policy"
	ValueHead  = "value"
)

// EmbeddingName returns the tensor [identities, Embedding] of a vocabulary.
func EmbeddingName(vocab string) string { return "embedding/" + vocab }

// SetLayers returns the two layers that entities of a set field go through.
func SetLayers(field string) [2]string {
	return [2]string{"set/" + field + "/0", "set/" + field + "/1"}
}

// TrunkLayers returns the layers of the policy's and the value's trunk. They are
// the same layers when the trunk is shared.
func (n *Network) TrunkLayers() (policy, value []string) {
	names := func(trunk string) []string {
		layers := make([]string, len(n.Hidden))
		for i := range layers {
			layers[i] = trunk + "/" + strconv.Itoa(i)
		}
		return layers
	}
	if n.SharedTrunk {
		shared := names("trunk")
		return shared, shared
	}
	return names("actor"), names("critic")
}

// Tensors lists all tensors of the network in the fixed order of its architecture.
func (n *Network) Tensors() []TensorInfo { return n.architecture().Tensors(n) }

// A tensorList gathers tensors in order.
type tensorList []TensorInfo

func (l *tensorList) layer(name string, in, width int) {
	*l = append(*l, TensorInfo{name + "/weight", []int{in, width}}, TensorInfo{name + "/bias", []int{width}})
}

// Tensors lists embeddings, set layers, layers of sequences, item layers, trunk, head and scores of the
// policy, trunk and head of the value.
func (mlp) Tensors(n *Network) []TensorInfo {
	var out tensorList
	parts, encoded := n.Parts()
	seen := map[string]bool{}
	for _, p := range parts {
		if p.Kind == Counts && !seen[p.Name] {
			seen[p.Name] = true
			out = append(out, TensorInfo{EmbeddingName(p.Name), []int{p.Width, n.Embedding}})
		}
	}
	for _, p := range parts {
		if p.Kind == Set {
			names := SetLayers(p.Name)
			out.layer(names[0], p.Width, n.SetHidden)
			out.layer(names[1], n.SetHidden, n.SetHidden)
		}
	}
	for _, p := range parts {
		if p.Kind == Steps {
			names := SequenceLayers(p.Name)
			out.layer(names[0], p.Width, gates*p.Out)
			out.layer(names[1], p.Out, gates*p.Out)
		}
	}
	for _, p := range parts {
		if p.Kind == Rows {
			names := ItemLayers(p.Name)
			out.layer(names[0], p.Width, n.ItemHidden)
			if n.ItemPlaces {
				out = append(out, TensorInfo{PlacesName(p.Name), []int{p.Rows, n.ItemHidden}})
			}
			out.layer(names[1], n.ItemHidden, n.ItemHidden)
		}
	}
	out.trunks(n, encoded)
	return out
}

// trunks adds what follows the encoding [E]: trunks, heads and scores.
func (l *tensorList) trunks(n *Network, encoded int) {
	trunk := func(layers []string) (width int) {
		width = encoded
		for i, name := range layers {
			l.layer(name, width, n.Hidden[i])
			width = n.Hidden[i]
		}
		return width
	}
	policy, value := n.TrunkLayers()
	width := trunk(policy)
	l.layer(PolicyHead, width, n.Actions)
	for _, it := range n.Items {
		if len(it.Logits) > 0 {
			names := ScoreLayers(it.Name)
			l.layer(names[0], n.ItemHidden+width, n.ItemHidden)
			l.layer(names[1], n.ItemHidden, it.Scores())
		}
	}
	if !n.SharedTrunk {
		width = trunk(value)
	}
	l.layer(ValueHead, width, 1)
}

// logitLayers returns the policy's head and the last layers of the scores.
func (n *Network) logitLayers() []string {
	layers := []string{PolicyHead}
	for _, it := range n.Items {
		if len(it.Logits) > 0 {
			layers = append(layers, ScoreLayers(it.Name)[1])
		}
	}
	return layers
}
