package models

import (
	"fmt"
	"math"
)

// attentionForward is the forward pass of Attention.
type attentionForward struct {
	tape   *Tape // of all that follows the encoding
	active nonzero
	parts  []tokenPart
	rest   layer
	blocks []blockForward
	size   int     // D
	most   int     // tokens
	scale  float32 // of scores

	encoded []float32 // [E]
	tokens  []float32 // [most, W], of which the first n are there
	queries []float32 // [most, W]
	keys    []float32 // [W, n]: the keys of all heads, lying on their side
	values  []float32 // [heads, n, W/heads]
	qkv     []float32 // [3W]
	mixed   []float32 // [W]
	wide    []float32 // [2W]
	shares  []float32 // [most]
	order   []int32   // 0, 1, 2, … [max(most, W)]
}

// tokenPart is a part of the observation and, unless it is plain, the layer that makes
// its tokens.
type tokenPart struct {
	Part
	layer
	places []float32 // of items: [Rows, W], or nil
	items  int       // of items: their number in Network.Items
}

type blockForward struct{ qkv, out, up, down layer }

func (attention) Forward(w *Weights) Forward {
	net := w.Network
	parts, encoded := net.Parts()
	l := newLayers(w, false)
	f := &attentionForward{tape: newTape(&l), size: net.ObservationSize(), rest: w.layer(RestToken), most: 1}
	widest, items := max(encoded, 3*net.ItemHidden), 0
	for _, p := range parts {
		t := tokenPart{Part: p}
		if p.Kind != Plain {
			t.layer = w.layer(TokenLayer(p))
			f.most += p.Rows
		}
		if p.Kind == Rows {
			t.items = items
			items++
			if net.ItemPlaces {
				t.places = w.Tensor(TokenPlaces(p.Name))
			}
		}
		widest = max(widest, p.Width)
		f.parts = append(f.parts, t)
	}
	for b := range net.Setting(SettingBlocks) {
		names := BlockLayers(b)
		f.blocks = append(f.blocks, blockForward{w.layer(names.QKV), w.layer(names.Out), w.layer(names.Up), w.layer(names.Down)})
	}
	f.scale = float32(1 / math.Sqrt(float64(net.ItemHidden/net.Setting(SettingHeads))))
	f.encoded = make([]float32, encoded)
	f.active.index = make([]int32, widest)
	f.order = make([]int32, max(f.most, net.ItemHidden))
	for i := range f.order {
		f.order[i] = int32(i)
	}
	f.allocate()
	return f
}

func (f *attentionForward) allocate() {
	w := f.tape.b.net.ItemHidden
	f.encoded = make([]float32, len(f.encoded))
	for _, s := range []*[]float32{&f.tokens, &f.queries, &f.keys, &f.values} {
		*s = make([]float32, f.most*w)
	}
	f.qkv, f.mixed, f.wide = make([]float32, 3*w), make([]float32, w), make([]float32, 2*w)
	f.shares = make([]float32, f.most)
	widest := len(f.active.index)
	f.active = nonzero{index: make([]int32, widest), value: make([]float32, widest)}
}

func (f *attentionForward) Share() Forward {
	g := *f
	g.tape = newTape(f.tape.b)
	g.allocate()
	return &g
}

func (f *attentionForward) Eval(observation, logits []float32) (value float32) {
	var values [1]float32
	f.EvalBatch(observation, 1, logits, values[:])
	return values[0]
}

func (f *attentionForward) EvalBatch(observations []float32, n int, logits, values []float32) {
	a := f.tape.b.net.Actions
	for i := range n {
		f.tape.rows = 1
		f.tape.input.reset(len(f.encoded))
		f.tape.input.add(f.encode(observations[i*f.size:(i+1)*f.size]), 0)
		f.tape.input.end()
		of, value := f.tape.heads(values != nil)
		copy(logits[i*a:(i+1)*a], of)
		if values != nil {
			values[i] = value[0]
		}
	}
}

// encode returns the encoding of the observation.
func (f *attentionForward) encode(observation []float32) []float32 {
	if len(observation) != f.size {
		panic(fmt.Sprintf("models: observation of %d floats for a network that reads %d", len(observation), f.size))
	}
	n := f.read(observation)
	heads := f.tape.b.net.Setting(SettingHeads)
	for i := range f.blocks {
		f.attend(&f.blocks[i], n, heads)
		f.transform(&f.blocks[i], n)
	}
	f.pool(n)
	return f.encoded
}

// read writes the plain part of the encoding and the tokens, and returns the number of
// tokens that are there. The rest's is the first; tokens of items come where pool expects
// them.
func (f *attentionForward) read(observation []float32) (n int) {
	rest := 0
	for i := range f.parts {
		if p := &f.parts[i]; p.Kind == Plain {
			rest += copy(f.encoded[rest:], observation[p.From:p.From+p.Size()])
		}
	}
	f.active.gather(f.encoded[:rest])
	f.token(0, f.rest, nil)
	n = 1
	for i := range f.parts {
		p := &f.parts[i]
		for r := range p.Rows {
			switch p.Kind {
			case Plain:
				continue
			case Set:
				row := observation[p.From+r*p.Width : p.From+(r+1)*p.Width]
				if row[0] == 0 {
					continue
				}
				f.active.gather(row)
				f.token(n, p.layer, nil)
			case Rows:
				f.active.pick(observation, p.Index[r*p.Width:(r+1)*p.Width])
				var extra []float32
				if p.places != nil {
					w := len(p.bias)
					extra = p.places[r*w : (r+1)*w]
				}
				f.token(n, p.layer, extra)
			}
			n++
		}
	}
	return n
}

// token makes token i of the gathered row. extra is a bias of the row, or nil.
func (f *attentionForward) token(i int, l layer, extra []float32) {
	w := len(l.bias)
	out := f.tokens[i*w : (i+1)*w]
	f.active.dense(out, l)
	for j, v := range extra {
		out[j] += v
	}
	f.tape.b.activate(out)
}

// attend adds to each of n tokens what it takes from all of them.
func (f *attentionForward) attend(b *blockForward, n, heads int) {
	w := len(b.out.bias)
	d := w / heads
	for i := range n {
		f.active.gather(f.tokens[i*w : (i+1)*w])
		f.active.dense(f.qkv, b.qkv)
		for j, q := range f.qkv[:w] {
			f.queries[i*w+j] = q * f.scale
		}
		for j, k := range f.qkv[w : 2*w] {
			f.keys[j*n+i] = k
		}
		for h := range heads {
			copy(f.values[(h*n+i)*d:(h*n+i+1)*d], f.qkv[2*w+h*d:])
		}
	}
	shares := f.shares[:n]
	for i := range n {
		clear(f.mixed)
		for h := range heads {
			clear(shares)
			accumulate(shares, f.keys[h*d*n:(h+1)*d*n], f.order[:d], f.queries[i*w+h*d:i*w+(h+1)*d])
			softmax(shares)
			accumulate(f.mixed[h*d:(h+1)*d], f.values[h*n*d:(h+1)*n*d], f.order[:n], shares)
		}
		f.active.gather(f.mixed)
		f.add(i, b.out)
	}
}

// transform adds to each of n tokens two layers of itself.
func (f *attentionForward) transform(b *blockForward, n int) {
	w := len(b.out.bias)
	for i := range n {
		f.active.gather(f.tokens[i*w : (i+1)*w])
		f.active.dense(f.wide, b.up)
		f.tape.b.activate(f.wide)
		f.active.gather(f.wide)
		f.add(i, b.down)
	}
}

// add adds a layer of the gathered vector to token i.
func (f *attentionForward) add(i int, l layer) {
	w := len(l.bias)
	f.active.dense(f.mixed, l)
	for j, v := range f.mixed {
		f.tokens[i*w+j] += v
	}
}

// pool writes the mean and the maximum of n tokens behind the plain part of the encoding,
// and hands the tokens of items on.
func (f *attentionForward) pool(n int) {
	w := len(f.mixed)
	pooled := f.encoded[len(f.encoded)-2*w:]
	clear(pooled)
	for i := range n {
		pool(pooled[:w], pooled[w:], f.tokens[i*w:(i+1)*w], i == 0)
	}
	for j := range w {
		pooled[j] /= float32(n)
	}
	// Items are always there and follow the entities of sets.
	at := n
	for i := len(f.parts) - 1; i >= 0; i-- {
		if p := &f.parts[i]; p.Kind == Rows {
			at -= p.Rows
			f.tape.encoders[p.items].set(f.tokens[at*w : (at+p.Rows)*w])
		}
	}
}

// softmax turns scores into shares that sum to 1.
func softmax(x []float32) {
	top := x[0]
	for _, v := range x[1:] {
		if v > top {
			top = v
		}
	}
	sum := float32(0)
	for i, v := range x {
		e := exp1(v - top)
		x[i] = e
		sum += e
	}
	for i := range x {
		x[i] /= sum
	}
}

// exp1 returns e to the x for x up to 0, with a relative error below 2e-7: 2 to the whole
// part of x/ln 2 times the Taylor series of the rest, which is at most ln 2 / 2.
func exp1(x float32) float32 {
	if !(x > -87) { // below, the exponent leaves the normal numbers
		return 0
	}
	k := float32(math.Floor(float64(x*math.Log2E + 0.5)))
	r := float32(float64(x) - float64(k)*math.Ln2)
	p := 1 + r*(1+r*(1./2+r*(1./6+r*(1./24+r*(1./120+r*(1./720))))))
	return p * math.Float32frombits(uint32(int32(k)+127)<<23)
}
