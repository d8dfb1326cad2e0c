package models

import "fmt"

// encodeItems adds the two layers of every item and their pooling, over in
// [N, Count*features]; it returns the sum and the maximum [N, H].
func (g *onnxNetwork) encodeItems(p Part, in string, at func(string) string) []string {
	x := g.reshape(at("rows"), in, -1, int64(p.Width)) // [N*Count, features]
	names, width := ItemLayers(p.Name), int64(g.net.ItemHidden)
	x = g.dense(names[0], x, !g.net.ItemPlaces) // [N*Count, H]
	if g.net.ItemPlaces {
		x = g.reshape(at("unplaced"), x, -1, int64(p.Rows), width)
		x = g.node("Add", at("sums"), []string{x, g.tensor(PlacesName(p.Name))})
		x = g.reshape(at("placed"), g.activation(at("output"), x), -1, width)
	}
	x = g.dense(names[1], x, true)
	g.items = append(g.items, x)
	items := g.reshape(at("items"), x, -1, int64(p.Rows), int64(g.net.ItemHidden)) // [N, Count, H]
	sum := g.node("ReduceSum", at("sum"), []string{items, g.ints("axis1", 1)}, intAttribute("keepdims", 0))
	return []string{sum, g.node("ReduceMax", at("maximum"), []string{items}, intsAttribute("axes", 1), intAttribute("keepdims", 0))}
}

// score adds the scores of items to the logits [N, A], given the top of the policy's
// trunk, and returns the sum.
func (g *onnxNetwork) score(logits, top string) string {
	width := int64(g.net.ItemHidden)
	for i, it := range g.net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		at := func(what string) string { return "score/" + it.Name + "/" + what }
		count, all := int64(it.Count), g.tensor(names[0]+"/weight")
		tall := width + int64(g.net.Hidden[len(g.net.Hidden)-1])
		rows := func(what string, from, to int64) string { // of the matrix of the first layer
			return g.node("Slice", at(what), []string{all, g.ints(at(what+"/from"), from), g.ints(at(what+"/to"), to), g.ints("axis0", 0)})
		}
		context := g.node("Gemm", at("context"), []string{top, rows("context/weight", width, tall), g.tensor(names[0] + "/bias")}) // [N, H]
		item := g.node("MatMul", at("item"), []string{g.items[i], rows("item/weight", 0, width)})                                  // [N*Count, H]
		sum := g.node("Add", at("sum"), []string{g.reshape(at("items"), item, -1, count, width), g.reshape(at("contexts"), context, -1, 1, width)})
		hidden := g.reshape(at("hidden"), g.activation(at("output"), sum), -1, width) // [N*Count, H]
		scores := g.dense(names[1], hidden, false)                                    // [N*Count, Scores]
		from := 0
		for k, l := range it.Logits {
			at := func(what string) string { return fmt.Sprintf("score/%s/run%d/%s", it.Name, k, what) }
			piece := scores
			if it.Scores() > l.Each {
				piece = g.columns(at("scores"), scores, from, from+l.Each)
			}
			piece = g.reshape(at("flat"), piece, -1, int64(it.Count*l.Each)) // [N, Count*Each]
			if l.Skip > 0 {
				piece = g.columns(at("kept"), piece, l.Skip*l.Each, it.Count*l.Each)
			}
			logits = g.addColumns(at, logits, l.From, (it.Count-l.Skip)*l.Each, piece)
			from += l.Each
		}
	}
	return logits
}

// addColumns adds a piece [N, n] to the columns from, from+1, … of the logits.
func (g *onnxNetwork) addColumns(at func(string) string, logits string, from, n int, piece string) string {
	var pieces []string
	if from > 0 {
		pieces = append(pieces, g.columns(at("before"), logits, 0, from))
	}
	pieces = append(pieces, g.node("Add", at("sum"), []string{g.columns(at("there"), logits, from, from+n), piece}))
	if from+n < g.net.Actions {
		pieces = append(pieces, g.columns(at("behind"), logits, from+n, g.net.Actions))
	}
	if len(pieces) == 1 {
		return pieces[0]
	}
	return g.node("Concat", at("logits"), pieces, intAttribute("axis", 1))
}

// columns cuts columns out of a matrix.
func (g *onnxNetwork) columns(name, x string, from, to int) string {
	return g.node("Slice", name, []string{x, g.ints(name+"/from", int64(from)), g.ints(name+"/to", int64(to)), g.ints("axis1", 1)})
}
