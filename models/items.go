package models

import (
	"fmt"
	"slices"
)

// Items are things of one sort, such as the lanes of a table, that have a row in
// several fields and ids in the action table. All of them go through the same small
// MLP, so that what is learned of one is known of all.
//
//	item   [Width]  the item's row of every field, side by side
//	       two layers with activation -> [ItemHidden]; with ItemPlaces, the first has a
//	       bias for each item, for things that are not quite alike
//	pooled          the sum and the maximum over the items, part of the encoding
//	score           a layer on (item, top of the policy's trunk), and one number for
//	                every logit of the item, which is added to the flat head's
type Items struct {
	Name   string       `json:"name" yaml:"name"`
	Count  int          `json:"count" yaml:"count"`
	Fields []ItemField  `json:"fields" yaml:"fields,flow"`
	Logits []ItemLogits `json:"logits,omitempty" yaml:"logits,omitempty,flow"`
}

// ItemField names a field and its dimension that runs over the items, the same number
// of its rows for each.
type ItemField struct {
	Name string `json:"name" yaml:"name"`
	Axis int    `json:"axis" yaml:"axis"`
}

// ItemLogits is a run of logits: Each for item Skip, then Each for the next one, and
// so on to the last.
type ItemLogits struct {
	From int `json:"from" yaml:"from"`
	Each int `json:"each" yaml:"each"`
	Skip int `json:"skip,omitempty" yaml:"skip,omitempty"`
}

// Scores returns the number of logits of one item.
func (it Items) Scores() int {
	n := 0
	for _, l := range it.Logits {
		n += l.Each
	}
	return n
}

// ItemLayers returns the two layers that items go through.
func ItemLayers(items string) [2]string {
	return [2]string{"items/" + items + "/0", "items/" + items + "/1"}
}

// PlacesName returns the tensor [Count, ItemHidden] of the biases of the items.
func PlacesName(items string) string { return "items/" + items + "/places" }

// ScoreLayers returns the layer on (item, top of the trunk) and the layer of the scores.
func ScoreLayers(items string) [2]string {
	return [2]string{"score/" + items + "/0", "score/" + items + "/1"}
}

// itemIndex returns the floats of the observation that the items read, [Count, Width].
func (n *Network) itemIndex(it Items) []int32 {
	rows := make([][]int32, it.Count)
	at := 0
	for _, f := range n.Fields {
		for _, of := range it.Fields {
			if of.Name != f.Name {
				continue
			}
			inner := 1 // floats between neighbours along the axis
			for _, d := range f.Shape[of.Axis+1:] {
				inner *= d
			}
			along := f.Shape[of.Axis]
			for i := range f.Size() {
				item := i / inner % along / (along / it.Count)
				rows[item] = append(rows[item], int32(at+i))
			}
		}
		at += f.Size()
	}
	return slices.Concat(rows...)
}

// ofItems reports whether a field is read through items alone.
func (n *Network) ofItems(field string) bool {
	return n.ItemsOnly && slices.ContainsFunc(n.Items, func(it Items) bool {
		return slices.ContainsFunc(it.Fields, func(f ItemField) bool { return f.Name == field })
	})
}

// validateItems checks the items of a network whose fields are valid.
func (n *Network) validateItems(fault Fault) {
	names := map[string]bool{}
	for i, it := range n.Items {
		at := fmt.Sprintf("items[%d]", i)
		if it.Name == "" || names[it.Name] {
			fault(at+".name", fmt.Sprintf("%q", it.Name), "a name of its own")
		}
		names[it.Name] = true
		if it.Count < 1 || it.Count > maxWidth {
			fault(at+".count", it.Count, fmt.Sprintf("a number from 1 to %d", maxWidth))
			continue
		}
		if len(it.Fields) == 0 {
			fault(at+".fields", "[]", "at least one field")
		}
		seen := map[string]bool{}
		for k, of := range it.Fields {
			at := fmt.Sprintf("%s.fields[%d]", at, k)
			f := slices.IndexFunc(n.Fields, func(f Field) bool { return f.Name == of.Name })
			switch {
			case f < 0 || seen[of.Name]:
				fault(at+".name", fmt.Sprintf("%q", of.Name), "a field of the network, once")
			case of.Axis < 0 || of.Axis >= len(n.Fields[f].Shape) || n.Fields[f].Shape[of.Axis]%it.Count != 0:
				fault(at+".axis", of.Axis, fmt.Sprintf("a dimension that %d items share, of shape %v", it.Count, n.Fields[f].Shape))
			}
			seen[of.Name] = true
		}
		for k, l := range it.Logits {
			if l.From < 0 || l.Each < 1 || l.Each > n.Actions || l.Skip < 0 || l.Skip >= it.Count || l.From > n.Actions-(it.Count-l.Skip)*l.Each {
				fault(fmt.Sprintf("%s.logits[%d]", at, k), fmt.Sprintf("%+v", l), fmt.Sprintf("logits within the %d actions", n.Actions))
			}
		}
	}
}

func equalItems(a, b Items) bool {
	return a.Name == b.Name && a.Count == b.Count && slices.Equal(a.Fields, b.Fields) && slices.Equal(a.Logits, b.Logits)
}
