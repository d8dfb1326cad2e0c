package models

import "sync"

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
	var wait sync.WaitGroup
	for i, t := range dst.infos {
		from, to := w.Tensor(t.Name), dst.At(i)
		if w.Network.isFirst(t.Name) {
			wait.Go(func() { w.unembedLayer(from, to, t.Shape[1]) })
		} else {
			copy(to, from)
		}
	}
	wait.Wait()
}

// eachPart calls a function with every part of the encoding, the rows [Out, width] that
// it meets in the matrix of a first layer, and the rows [Size, width] that the observation
// meets in the matrix of the unembedded network.
func (n *Network) eachPart(embedded, plain []float32, width int, do func(p Part, embedded, plain []float32)) {
	parts, _ := n.Parts()
	for _, p := range parts {
		size := p.Out
		if p.Kind == Counts {
			size = p.Size()
		}
		do(p, embedded[p.To*width:(p.To+p.Out)*width], plain[:size*width])
		plain = plain[size*width:]
	}
}

// unembedLayer turns the matrix of a first layer [E, width] into the matrix of
// observations.
func (w *Weights) unembedLayer(from, to []float32, width int) {
	net := w.Network
	net.eachPart(from, to, width, func(p Part, rows, plain []float32) {
		if p.Kind == Counts {
			net.fold(p, w.Tensor(EmbeddingName(p.Name)), rows, plain, width)
		} else {
			copy(plain, rows)
		}
	})
}

// fold writes the matrix [Rows*Width, width] that counts meet in place of rows, the one
// [Out, width] that their encoding meets.
func (n *Network) fold(p Part, embedding, rows, out []float32, width int) {
	of := n.Embedding * width // floats that the embedding of one row of counts meets
	if n.VocabRaw {
		copy(out, rows[p.Rows*of:])
	} else {
		clear(out)
	}
	every := places(n.Embedding)
	for r := range p.Rows {
		for k := range p.Width {
			at := (r*p.Width + k) * width
			accumulate(out[at:at+width], rows[r*of:(r+1)*of], every, embedding[k*n.Embedding:(k+1)*n.Embedding])
		}
	}
}

// places returns 0, 1, … n-1.
func places(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// unembedGradient turns the gradient d of the weights of the unembedded network into the
// gradient of w, which Unembed has read.
func (w *Weights) unembedGradient(plain *Weights, d, gradient []float32) {
	net := w.Network
	at := func(of *Weights, flat []float32, i int) []float32 {
		return flat[of.offsets[i] : of.offsets[i]+of.infos[i].Size()]
	}
	parts, _ := net.Parts()
	var wait sync.WaitGroup
	var embeddings [2][][]float32 // of each trunk: the gradients for each part of counts
	trunks := 0
	places := map[string]int{}
	for i, t := range w.infos {
		places[t.Name] = i
	}
	for i, t := range plain.infos {
		from, to := at(plain, d, i), at(w, gradient, places[t.Name])
		if !net.isFirst(t.Name) {
			copy(to, from)
			continue
		}
		embedding, weight, width := &embeddings[trunks], w.Tensor(t.Name), t.Shape[1]
		trunks++
		wait.Go(func() {
			net.eachPart(to, from, width, func(p Part, rows, d []float32) {
				if p.Kind == Counts {
					*embedding = append(*embedding, w.unfold(p, weight, d, rows, width))
				} else {
					copy(rows, d)
				}
			})
		})
	}
	wait.Wait()
	for _, p := range parts {
		if p.Kind == Counts {
			clear(at(w, gradient, places[EmbeddingName(p.Name)]))
		}
	}
	for _, of := range embeddings[:trunks] {
		for _, p := range parts {
			if p.Kind == Counts {
				AddTo(at(w, gradient, places[EmbeddingName(p.Name)]), of[0])
				of = of[1:]
			}
		}
	}
}

// unfold turns the gradient d [Rows*Width, width] of a folded matrix into the gradient of the
// matrix that the encoding of the part meets, rows [Out, width], and returns the gradient of
// the embedding [Width, Embedding]. weight is the matrix of the whole first layer.
func (w *Weights) unfold(p Part, weight, d, rows []float32, width int) (embedding []float32) {
	net := w.Network
	e := net.Embedding
	of := e * width
	if net.VocabRaw {
		copy(rows[p.Rows*of:], d)
	}
	weight, from := weight[p.To*width:(p.To+p.Out)*width], w.Tensor(EmbeddingName(p.Name))
	embedding = make([]float32, p.Width*e)
	clear(rows[:p.Rows*of])
	sideways := make([]float32, p.Width) // a column of the embedding
	every := places(p.Width)
	for i := range e {
		for k := range sideways {
			sideways[k] = from[k*e+i]
		}
		for r := range p.Rows {
			accumulate(rows[r*of+i*width:][:width], d[r*p.Width*width:(r+1)*p.Width*width], every, sideways)
		}
	}
	for r := range p.Rows {
		for k := range p.Width {
			g := d[(r*p.Width+k)*width:][:width]
			for i := range e {
				embedding[k*e+i] += dot(g, weight[r*of+i*width:][:width])
			}
		}
	}
	return embedding
}
