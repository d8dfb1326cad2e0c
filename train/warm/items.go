package warm

import (
	"slices"

	"ringer/models"
)

// itemsOf returns the network's items of a name, or nil.
func itemsOf(net *models.Network, name string) *models.Items {
	i := slices.IndexFunc(net.Items, func(it models.Items) bool { return it.Name == name })
	if i < 0 {
		return nil
	}
	return &net.Items[i]
}

// itemRows returns for each float that an item of the run reads the bot's, or none.
func (m *matcher) itemRows(it, theirs *models.Items) (rows []int) {
	for i, f := range m.dst.net.Fields {
		k := slices.IndexFunc(it.Fields, func(of models.ItemField) bool { return of.Name == f.Name })
		if k < 0 {
			continue
		}
		found := nothing(f.Size() / it.Count)
		at := 0 // in the bot's item
		for j, g := range m.src.net.Fields {
			n := slices.IndexFunc(theirs.Fields, func(of models.ItemField) bool { return of.Name == g.Name })
			if n < 0 {
				continue
			}
			size := g.Size() / theirs.Count
			if j == m.field[i] && theirs.Fields[n].Axis == it.Fields[k].Axis {
				for feature := range found {
					if from := m.feature(i, it.Fields[k].Axis, feature); from != none && from < size {
						found[feature] = at + from
					}
				}
			}
			at += size
		}
		rows = append(rows, found...)
	}
	return rows
}

// feature returns the bot's number of a float that an item reads of a field.
func (m *matcher) feature(field, axis, feature int) int {
	switch shape := m.dst.net.Fields[field].Shape; {
	case len(shape) == 2 && axis == 0: // columns, of one row or more
		width, theirs := shape[1], m.src.width(m.field[field])
		if c := m.columns[field][feature%width]; c != none {
			return feature/width*theirs + c
		}
		return none
	case len(shape) == 2 && feature < shape[0]:
		return m.rows[field][feature]
	}
	return feature
}

// itemSources adds the sources of the rows of the first layers of items, by tensor.
func (m *matcher) itemSources(out map[string][]int) {
	for _, it := range m.dst.net.Items {
		if theirs := itemsOf(m.src.net, it.Name); theirs != nil {
			out[models.ItemLayers(it.Name)[0]+"/weight"] = m.itemRows(&it, theirs)
		}
	}
}

// pooledItems writes the sources of what items add to the encoding.
func (m *matcher) pooledItems(out []int) {
	ours, _ := m.dst.net.Parts()
	theirs, _ := m.src.net.Parts()
	for _, d := range ours {
		j := slices.IndexFunc(theirs, func(s models.Part) bool { return s.Kind == models.Rows && s.Name == d.Name })
		if d.Kind != models.Rows || j < 0 {
			continue
		}
		for k := range d.Out {
			out[d.To+k] = theirs[j].To + k
		}
	}
}

// tokenSources adds the sources of the rows of the layers that make tokens, by tensor.
func (m *matcher) tokenSources(out map[string][]int) {
	out[models.RestToken+"/weight"] = m.encoded()[:m.dst.net.RestSize()] // which begins the encoding
	for i, f := range m.dst.net.Fields {
		if j := m.field[i]; j != none && m.dst.part[i].Kind == models.Set && m.src.part[j].Kind == models.Set {
			out[models.TokenLayer(models.Part{Kind: models.Set, Name: f.Name})+"/weight"] = m.columns[i]
		}
	}
	for _, it := range m.dst.net.Items {
		if theirs := itemsOf(m.src.net, it.Name); theirs != nil {
			out[models.TokenLayer(models.Part{Kind: models.Rows, Name: it.Name})+"/weight"] = m.itemRows(&it, theirs)
		}
	}
}
