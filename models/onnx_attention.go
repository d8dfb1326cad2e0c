package models

import (
	"fmt"
	"math"
)

// ONNX writes attention head by head with products that broadcast, so that it takes no
// other operations than the MLP.
func (attention) ONNX(g *onnxNetwork) (logits, value string) {
	parts, _ := g.net.Parts()
	w := int64(g.net.ItemHidden)
	at := func(what string) string { return "tokens/" + what }
	var plain, tokens, there []string // [N, _], [N, n*W], [N, n]
	all := 1
	sets := false
	for i, p := range parts {
		name := func(what string) string { return fmt.Sprintf("part%d/%s", i, what) }
		in := g.input(p, name)
		if p.Kind == Plain {
			plain = append(plain, in)
			continue
		}
		all += p.Rows
		tokens = append(tokens, g.reshape(name("tokens"), g.tokens(p, in, name), -1, int64(p.Rows)*w))
		if p.Kind == Rows {
			there = append(there, g.ones(p.Rows))
			continue
		}
		sets = true
		table := g.reshape(name("table"), in, -1, int64(p.Rows), int64(p.Width))
		present := g.node("Slice", name("present"), []string{table, g.ints("first", 0), g.ints("second", 1), g.ints("axis2", 2)})
		there = append(there, g.reshape(name("there"), present, -1, int64(p.Rows)))
	}
	rest := g.side("tokens/plain", plain)
	tokens = append([]string{g.dense(RestToken, rest, true)}, tokens...)
	x := g.reshape(at("rows"), g.side(at("all"), tokens), -1, w) // [N*T, W]
	present := ""
	if sets {
		present = g.side(at("present"), append([]string{g.ones(1)}, there...)) // [N, T]
	}
	for b := range g.net.Setting(SettingBlocks) {
		x = g.block(b, x, present, all)
	}
	return g.trunks(g.side("encoded", append([]string{rest}, g.poolTokens(x, present, all)...)))
}

// ones adds a matrix [N, n] of ones.
func (g *onnxNetwork) ones(n int) string {
	name := fmt.Sprintf("ones%d", n)
	if g.known[name] {
		return name
	}
	g.known[name] = true
	ones := make([]float32, n)
	for i := range ones {
		ones[i] = 1
	}
	nothing := g.node("Mul", name+"/nothing", []string{g.columns(name+"/column", ONNXObservation, 0, 1), g.floats("zero", nil, []float32{0})})
	return g.node("Add", name, []string{nothing, g.floats(name+"/row", []int{n}, ones)})
}

// side joins matrices side by side, when there is anything to join.
func (g *onnxNetwork) side(name string, pieces []string) string {
	if len(pieces) == 1 {
		return pieces[0]
	}
	return g.node("Concat", name, pieces, intAttribute("axis", 1))
}

// tokens adds the layer that makes tokens [N*n, W] of a part in [N, n*features].
func (g *onnxNetwork) tokens(p Part, in string, at func(string) string) string {
	x := g.reshape(at("rows"), in, -1, int64(p.Width))
	places := p.Kind == Rows && g.net.ItemPlaces
	x = g.dense(TokenLayer(p), x, !places)
	if !places {
		return x
	}
	width := int64(g.net.ItemHidden)
	x = g.reshape(at("unplaced"), x, -1, int64(p.Rows), width)
	x = g.node("Add", at("sums"), []string{x, g.tensor(TokenPlaces(p.Name))})
	return g.reshape(at("placed"), g.activation(at("output"), x), -1, width)
}

// block adds a block on tokens x [N*T, W]; present is [N, T], or empty when all are there.
func (g *onnxNetwork) block(block int, x, present string, all int) string {
	names := BlockLayers(block)
	w, heads, t := g.net.ItemHidden, g.net.Setting(SettingHeads), int64(all)
	d := w / heads
	qkv := g.dense(names.QKV, x, false) // [N*T, 3W]
	scale := g.floats("scale", nil, []float32{float32(1 / math.Sqrt(float64(d)))})
	floor := ""
	if present != "" {
		floor = g.reshape(names.Out+"/floor", g.absent(present), -1, 1, t)
	}
	var mixed []string // [N*T, d]
	for h := range heads {
		at := func(what string) string { return fmt.Sprintf("%s/head%d/%s", names.Out, h, what) }
		part := func(what string, i int, shape ...int64) string {
			return g.reshape(at(what), g.columns(at(what+"/columns"), qkv, i*w+h*d, i*w+(h+1)*d), shape...)
		}
		products := g.node("Mul", at("products"), []string{part("query", 0, -1, t, 1, int64(d)), part("key", 1, -1, 1, t, int64(d))})
		scores := g.node("ReduceSum", at("scores"), []string{products, g.ints("axis3", 3)}, intAttribute("keepdims", 0)) // [N, T, T]
		scores = g.node("Mul", at("scaled"), []string{scores, scale})
		if floor != "" {
			scores = g.node("Add", at("masked"), []string{scores, floor})
		}
		shares := g.node("Softmax", at("shares"), []string{scores}, intAttribute("axis", -1))
		shared := g.node("Mul", at("shared"), []string{g.reshape(at("column"), shares, -1, t, t, 1), part("value", 2, -1, 1, t, int64(d))})
		sum := g.node("ReduceSum", at("sum"), []string{shared, g.ints("axis2", 2)}, intAttribute("keepdims", 0)) // [N, T, d]
		mixed = append(mixed, g.reshape(at("rows"), sum, -1, int64(d)))
	}
	x = g.node("Add", names.Out+"/sum", []string{x, g.dense(names.Out, g.side(names.Out+"/mixed", mixed), false)})
	return g.node("Add", names.Down+"/sum", []string{x, g.dense(names.Down, g.dense(names.Up, x, true), false)})
}

// absent adds lowest where a token is not there, and 0 where one is, [N, T].
func (g *onnxNetwork) absent(present string) string {
	const name = "tokens/absent"
	if g.known[name] {
		return name
	}
	g.known[name] = true
	missing := g.node("Sub", name+"/missing", []string{g.floats("one", nil, []float32{1}), present})
	return g.node("Mul", name, []string{missing, g.floats("lowest", nil, []float32{-1e30})})
}

// poolTokens adds mean and maximum [N, W] of tokens x [N*T, W] and gives items theirs.
func (g *onnxNetwork) poolTokens(x, present string, all int) []string {
	w, t := int64(g.net.ItemHidden), int64(all)
	rows := g.reshape("tokens/table", x, -1, t, w)
	at := all
	for i := len(g.net.Items) - 1; i >= 0; i-- {
		it := g.net.Items[i]
		at -= it.Count
		name := func(what string) string { return "tokens/" + it.Name + "/" + what }
		own := g.node("Slice", name("rows"), []string{rows, g.ints(name("from"), int64(at)), g.ints(name("to"), int64(at+it.Count)), g.ints("axis1", 1)})
		g.items = append([]string{g.reshape(name("tokens"), own, -1, w)}, g.items...)
	}
	there, candidates := rows, rows
	if present != "" {
		there = g.node("Mul", "tokens/there", []string{rows, g.reshape("tokens/presence", present, -1, t, 1)})
		candidates = g.node("Add", "tokens/candidates", []string{there, g.reshape("tokens/floor", g.absent(present), -1, t, 1)})
	}
	sum := g.node("ReduceSum", "tokens/sum", []string{there, g.ints("axis1", 1)}, intAttribute("keepdims", 0))
	mean := ""
	if present != "" {
		count := g.node("ReduceSum", "tokens/count", []string{present, g.ints("axis1", 1)}, intAttribute("keepdims", 0)) // [N]
		mean = g.node("Div", "tokens/mean", []string{sum, g.reshape("tokens/counts", count, -1, 1)})
	} else {
		mean = g.node("Mul", "tokens/mean", []string{sum, g.floats("tokens/share", nil, []float32{float32(1 / float64(all))})})
	}
	return []string{mean, g.node("ReduceMax", "tokens/maximum", []string{candidates}, intsAttribute("axes", 1), intAttribute("keepdims", 0))}
}
