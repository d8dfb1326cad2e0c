package warm

import (
	"slices"
	"strings"

	"ringer/models"
)

// copy writes the bot's weights over the weights of the run that they are known for and
// returns their number.
func (m *matcher) copy(dst, src *models.Weights) (taken int) {
	if k := dst.Network.Kind; k != "" && k != models.Attention && k != models.GRU {
		return m.copyAlike(dst, src)
	}
	rows := m.rowSources()
	first := m.encoded()
	policy, value := dst.Network.TrunkLayers()
	policyOf, valueOf := src.Network.TrunkLayers()
	names := map[string]string{} // of the run's layers: the bot's
	for i := range policy {
		names[value[i]], names[policy[i]] = valueOf[i], policyOf[i]
	}
	for i, t := range dst.Infos() {
		name := t.Name
		if layer, kind, ok := cut(name); ok && names[layer] != "" {
			name = names[layer] + kind
		}
		j := slices.IndexFunc(src.Infos(), func(t models.TensorInfo) bool { return t.Name == name })
		if j < 0 {
			continue
		}
		to, from := dst.At(i), src.At(j)
		layer, kind, _ := cut(t.Name)
		switch {
		case layer == models.PolicyHead && len(m.actions) == dst.Network.Actions:
			taken += copyColumns(to, from, m.actions, src.Network.Actions)
		case layer == models.ValueHead:
			taken += copyScaled(to, from, m.valueScale())
		case kind == "/weight" && (layer == policy[0] || layer == value[0]):
			taken += copyRows(to, from, first, t.Shape[1])
		case rows[t.Name] != nil:
			taken += copyRows(to, from, rows[t.Name], t.Shape[1])
		case slices.Equal(t.Shape, src.Infos()[j].Shape):
			taken += copy(to, from)
		}
	}
	return taken
}

// copyAlike copies the tensors that have the same name and shape in both networks, which
// another module made: what their rows and columns mean is not known here. Values are
// scaled only where a layer has the name of the value's head.
func (m *matcher) copyAlike(dst, src *models.Weights) (taken int) {
	for i, t := range dst.Infos() {
		j := slices.IndexFunc(src.Infos(), func(s models.TensorInfo) bool { return s.Name == t.Name && slices.Equal(s.Shape, t.Shape) })
		if j < 0 {
			continue
		}
		if layer, _, _ := cut(t.Name); layer == models.ValueHead {
			taken += copyScaled(dst.At(i), src.At(j), m.valueScale())
		} else {
			taken += copy(dst.At(i), src.At(j))
		}
	}
	return taken
}

// cut splits the name of a layer's tensor.
func cut(tensor string) (layer, kind string, ok bool) {
	i := strings.LastIndexByte(tensor, '/')
	if i < 0 {
		return tensor, "", false
	}
	return tensor[:i], tensor[i:], true
}

// rowSources returns the sources of the rows of embeddings, of the first layers of sets and
// of the inputs of sequences, by tensor.
func (m *matcher) rowSources() map[string][]int {
	out := map[string][]int{}
	for i, f := range m.dst.net.Fields {
		j := m.field[i]
		switch {
		case j == none:
		case m.dst.part[i].Kind == models.Counts && m.src.part[j].Kind == models.Counts && m.src.part[j].Name == f.Vocab:
			out[models.EmbeddingName(f.Vocab)] = m.columns[i]
		case m.dst.part[i].Kind == models.Set && m.src.part[j].Kind == models.Set:
			out[models.SetLayers(f.Name)[0]+"/weight"] = m.columns[i]
		case m.dst.part[i].Kind == models.Steps && m.src.part[j].Kind == models.Steps:
			out[models.SequenceLayers(f.Name)[0]+"/weight"] = m.columns[i]
		}
	}
	m.itemSources(out)
	if m.dst.net.Kind == models.Attention {
		m.tokenSources(out)
	}
	return out
}

// encoded returns for each float of the encoded observation the bot's, or none.
func (m *matcher) encoded() []int {
	_, width := m.dst.net.Parts()
	out := nothing(width)
	for i := range m.dst.net.Fields {
		j := m.field[i]
		if j == none {
			continue
		}
		d, s := m.dst.part[i], m.src.part[j]
		if d.Kind == models.Set || d.Kind == models.Steps {
			if s.Kind == d.Kind && d.Out == s.Out {
				for k := range d.Out {
					out[d.To+k] = s.To + k
				}
			}
			continue
		}
		for row, theirs := range m.rows[i] {
			if theirs == none {
				continue
			}
			if to, from := m.dst.embedded(i, row), m.src.embedded(j, theirs); to != none && from != none && d.Name == s.Name {
				for k := range m.dst.net.Embedding {
					out[to+k] = from + k
				}
			}
			for column, c := range m.columns[i] {
				if c == none {
					continue
				}
				if to, from := m.dst.plain(i, row, column), m.src.plain(j, theirs, c); to != none && from != none {
					out[to] = from
				}
			}
		}
	}
	m.pooledItems(out)
	if m.dst.net.Kind == models.Attention { // the pooled tokens end it
		_, theirs := m.src.net.Parts()
		for k := range 2 * m.dst.net.ItemHidden {
			out[width-1-k] = theirs - 1 - k
		}
	}
	return out
}

// valueScale returns the bot's unit of value in the run's unit.
func (m *matcher) valueScale() float32 {
	if m.src.unit == 0 || m.dst.unit == 0 {
		return 1
	}
	return float32(m.src.unit / m.dst.unit)
}

// copyRows fills a matrix [len(rows), width] with the rows of another, and with zero
// where there is none.
func copyRows(to, from []float32, rows []int, width int) (taken int) {
	for i, r := range rows {
		row := to[i*width : (i+1)*width]
		if r == none {
			clear(row)
			continue
		}
		taken += copy(row, from[r*width:(r+1)*width])
	}
	return taken
}

// copyColumns copies the columns that have a source from a matrix, or a vector, whose
// rows have the given width. The others stay as they are.
func copyColumns(to, from []float32, columns []int, width int) (taken int) {
	for i := range len(to) / len(columns) {
		for k, c := range columns {
			if c != none {
				to[i*len(columns)+k] = from[i*width+c]
				taken++
			}
		}
	}
	return taken
}

func copyScaled(to, from []float32, scale float32) int {
	for i := range to {
		to[i] = scale * from[i]
	}
	return len(to)
}
