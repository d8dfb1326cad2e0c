package graph_test

import (
	"math"
	"slices"

	"ringer/models"
)

// reference is the network again, in float64 and as plainly as it can be
// written, to differentiate by central differences.
type reference struct {
	net *models.Network
	w   map[string][]float64
}

func newReference(w *models.Weights, flat []float64) *reference {
	r := &reference{net: w.Network, w: map[string][]float64{}}
	for _, t := range w.Infos() {
		r.w[t.Name] = flat[:t.Size()]
		flat = flat[t.Size():]
	}
	return r
}

func (r *reference) dense(name string, x []float64, act bool) []float64 {
	w, b := r.w[name+"/weight"], r.w[name+"/bias"]
	y := make([]float64, len(b))
	for j := range y {
		y[j] = b[j]
		for i := range x {
			y[j] += x[i] * w[i*len(b)+j]
		}
		switch {
		case !act:
		case r.net.Activation == models.Tanh:
			y[j] = math.Tanh(y[j])
		default:
			y[j] = math.Max(y[j], 0)
		}
	}
	return y
}

// rowsOf returns what the items read, row by row.
func (r *reference) rowsOf(it models.Items, obs []float32) [][]float64 {
	rows := make([][]float64, it.Count)
	at := 0
	for _, f := range r.net.Fields {
		for _, of := range it.Fields {
			for i := 0; of.Name == f.Name && i < f.Size(); i++ {
				item := i / f.Shape[len(f.Shape)-1] // fields here have two dimensions
				if of.Axis == 1 {
					item = i % f.Shape[1]
				}
				item /= f.Shape[of.Axis] / it.Count
				rows[item] = append(rows[item], float64(obs[at+i]))
			}
		}
		at += f.Size()
	}
	return rows
}

// items returns the rows of all items after their layers, and the encoding of them.
func (r *reference) items(obs []float32) (rows map[string][][]float64, out []float64) {
	rows = map[string][][]float64{}
	for _, it := range r.net.Items {
		names := models.ItemLayers(it.Name)
		sum, top := make([]float64, r.net.ItemHidden), make([]float64, r.net.ItemHidden)
		for i, row := range r.rowsOf(it, obs) {
			if r.net.ItemPlaces { // as one-hot inputs beside the others
				placed := *r
				h, w := r.net.ItemHidden, map[string][]float64{names[0] + "/bias": r.w[names[0]+"/bias"]}
				w[names[0]+"/weight"] = slices.Concat(r.w[names[0]+"/weight"], r.w[models.PlacesName(it.Name)][i*h:(i+1)*h])
				placed.w = w
				row = placed.dense(names[0], append(row, 1), true)
			} else {
				row = r.dense(names[0], row, true)
			}
			y := r.dense(names[1], row, true)
			rows[it.Name] = append(rows[it.Name], y)
			for j, v := range y {
				sum[j] += v
				if i == 0 || v > top[j] {
					top[j] = v
				}
			}
		}
		out = append(append(out, sum...), top...)
	}
	return rows, out
}

// score adds the scores of items to logits.
func (r *reference) score(rows map[string][][]float64, top, logits []float64) {
	for _, it := range r.net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := models.ScoreLayers(it.Name)
		for i, row := range rows[it.Name] {
			scores := r.dense(names[1], r.dense(names[0], append(append([]float64{}, row...), top...), true), false)
			for _, l := range it.Logits {
				for j := 0; j < l.Each && i >= l.Skip; j++ {
					logits[l.From+(i-l.Skip)*l.Each+j] += scores[j]
				}
				scores = scores[l.Each:]
			}
		}
	}
}

func (r *reference) encode(obs []float32) []float64 {
	var out []float64
	at := 0
	type run struct{ embedded, raw []float64 }
	pending := map[string]*run{} // of the vocabulary that the last field had
	last := ""
	flush := func() {
		if p := pending[last]; p != nil {
			out = append(append(out, p.embedded...), p.raw...)
			delete(pending, last)
		}
		last = ""
	}
	for _, f := range r.net.Fields {
		x := make([]float64, f.Size())
		for i := range x {
			x[i] = float64(obs[at+i])
		}
		at += f.Size()
		if r.net.ItemsOnly && slices.ContainsFunc(r.net.Items, func(it models.Items) bool {
			return slices.ContainsFunc(it.Fields, func(of models.ItemField) bool { return of.Name == f.Name })
		}) {
			flush()
			continue
		}
		if f.Vocab == "" || r.net.Embedding == 0 || f.Vocab != last {
			flush()
		}
		switch {
		case f.Sequence && r.net.Kind == models.GRU:
			out = append(out, r.steps(f, x)...)
		case f.Set:
			h := r.net.SetHidden
			sum, top, any := make([]float64, h), make([]float64, h), false
			for i := range f.Shape[0] {
				row := x[i*f.Shape[1] : (i+1)*f.Shape[1]]
				if row[0] == 0 {
					continue
				}
				names := models.SetLayers(f.Name)
				y := r.dense(names[1], r.dense(names[0], row, true), true)
				for j, v := range y {
					sum[j] += v
					if !any || v > top[j] {
						top[j] = v
					}
				}
				any = true
			}
			out = append(append(out, sum...), top...)
		case f.Vocab != "" && r.net.Embedding > 0:
			last = f.Vocab
			if pending[last] == nil {
				pending[last] = &run{}
			}
			k := f.Shape[len(f.Shape)-1]
			e := r.w[models.EmbeddingName(f.Vocab)]
			for row := 0; row < len(x); row += k {
				for j := range r.net.Embedding {
					v := 0.0
					for i := range k {
						v += x[row+i] * e[i*r.net.Embedding+j]
					}
					pending[last].embedded = append(pending[last].embedded, v)
				}
			}
			if r.net.VocabRaw {
				pending[last].raw = append(pending[last].raw, x...)
			}
		default:
			out = append(out, x...)
		}
	}
	flush()
	return out
}

// steps returns the last state of a GRU over the rows x of a sequence, the newest first.
func (r *reference) steps(f models.Field, x []float64) []float64 {
	names := models.SequenceLayers(f.Name)
	h := make([]float64, r.net.Setting(models.SettingWidth))
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for row := f.Shape[0] - 1; row >= 0; row-- {
		if x[row*f.Shape[1]] == 0 {
			continue
		}
		read, state := r.dense(names[0], x[row*f.Shape[1]:(row+1)*f.Shape[1]], false), r.dense(names[1], h, false)
		w := len(h)
		for j := range h {
			z, reset := sigmoid(read[j]+state[j]), sigmoid(read[w+j]+state[w+j])
			h[j] = z*h[j] + (1-z)*math.Tanh(read[2*w+j]+reset*state[2*w+j])
		}
	}
	return h
}

func (r *reference) eval(obs []float32) (logits []float64, value float64) {
	var rows map[string][][]float64
	var encoded []float64
	if r.net.Kind == models.Attention {
		rows, encoded = r.attend(obs)
	} else {
		var pooled []float64
		rows, pooled = r.items(obs)
		encoded = append(r.encode(obs), pooled...)
	}
	policy, values := r.net.TrunkLayers()
	x, y := encoded, encoded
	for i := range policy {
		x, y = r.dense(policy[i], x, true), r.dense(values[i], y, true)
	}
	logits = r.dense(models.PolicyHead, x, false)
	r.score(rows, x, logits)
	return logits, r.dense(models.ValueHead, y, false)[0]
}

// attend returns the tokens of all items, and the encoding, of an attention network.
func (r *reference) attend(obs []float32) (rows map[string][][]float64, encoded []float64) {
	var tokens [][]float64
	parts, _ := r.net.Parts()
	for _, p := range parts {
		for i := 0; p.Kind == models.Plain && i < p.Size(); i++ {
			encoded = append(encoded, float64(obs[p.From+i]))
		}
		for i := 0; p.Kind == models.Set && i < p.Rows; i++ {
			row := make([]float64, p.Width)
			for j := range row {
				row[j] = float64(obs[p.From+i*p.Width+j])
			}
			if row[0] != 0 {
				tokens = append(tokens, r.dense(models.TokenLayer(p), row, true))
			}
		}
	}
	tokens = append([][]float64{r.dense(models.RestToken, encoded, true)}, tokens...)
	first := len(tokens)
	for _, it := range r.net.Items {
		name := models.TokenLayer(models.Part{Kind: models.Rows, Name: it.Name})
		for i, row := range r.rowsOf(it, obs) {
			placed := *r
			if h := r.net.ItemHidden; r.net.ItemPlaces { // as one-hot inputs beside the others
				placed.w = map[string][]float64{
					name + "/bias":   r.w[name+"/bias"],
					name + "/weight": slices.Concat(r.w[name+"/weight"], r.w[models.TokenPlaces(it.Name)][i*h:(i+1)*h]),
				}
				row = append(row, 1)
			}
			tokens = append(tokens, placed.dense(name, row, true))
		}
	}
	for b := range r.net.Setting(models.SettingBlocks) {
		tokens = r.block(models.BlockLayers(b), tokens)
	}
	mean, top := make([]float64, r.net.ItemHidden), slices.Clone(tokens[0])
	for _, t := range tokens {
		for j, v := range t {
			mean[j] += v / float64(len(tokens))
			top[j] = max(top[j], v)
		}
	}
	rows = map[string][][]float64{}
	for _, it := range r.net.Items {
		rows[it.Name] = tokens[first : first+it.Count]
		first += it.Count
	}
	return rows, slices.Concat(encoded, mean, top)
}

// block is the attention of Vaswani and others, head by head, and two layers.
func (r *reference) block(names models.AttentionLayers, tokens [][]float64) (out [][]float64) {
	w, heads := r.net.ItemHidden, r.net.Setting(models.SettingHeads)
	d := w / heads
	var qkv [][]float64
	for _, t := range tokens {
		qkv = append(qkv, r.dense(names.QKV, t, false))
	}
	for i, t := range tokens {
		var mixed []float64
		for h := range heads {
			shares, sum := make([]float64, len(tokens)), 0.0
			for j := range tokens {
				score := 0.0
				for c := h * d; c < (h+1)*d; c++ {
					score += qkv[i][c] * qkv[j][w+c]
				}
				shares[j] = math.Exp(score / math.Sqrt(float64(d)))
				sum += shares[j]
			}
			for c := h * d; c < (h+1)*d; c++ {
				v := 0.0
				for j := range tokens {
					v += shares[j] / sum * qkv[j][2*w+c]
				}
				mixed = append(mixed, v)
			}
		}
		x := slices.Clone(t)
		for j, v := range r.dense(names.Out, mixed, false) {
			x[j] += v
		}
		for j, v := range r.dense(names.Down, r.dense(names.Up, x, true), false) {
			x[j] += v
		}
		out = append(out, x)
	}
	return out
}

// loss is clippedLoss on rows of a batch.
func (r *reference) loss(obs []float32, inputs []any, rows []int32, entropyWeight float64) float64 {
	mask, action := inputs[0].([]bool), inputs[1].([]int32)
	old, advantage, target := inputs[2].([]float32), inputs[3].([]float32), inputs[4].([]float32)
	total := 0.0
	d, actions := r.net.ObservationSize(), r.net.Actions
	for _, n := range rows {
		i := int(n)
		logits, value := r.eval(obs[i*d : (i+1)*d])
		sum := 0.0
		for a, l := range logits {
			if mask[i*actions+a] {
				sum += math.Exp(l)
			}
		}
		entropy := 0.0
		for a, l := range logits {
			if mask[i*actions+a] {
				entropy -= math.Exp(l) / sum * (l - math.Log(sum))
			}
		}
		ratio := math.Exp(logits[action[i]] - math.Log(sum) - float64(old[i]))
		adv := float64(advantage[i])
		gain := math.Min(ratio*adv, math.Min(math.Max(ratio, 0.9), 1.1)*adv)
		diff := value - float64(target[i])
		total += -gain - entropyWeight*entropy + 0.5*diff*diff
	}
	return total / float64(len(rows))
}
