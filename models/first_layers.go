package models

import (
	"slices"
	"sync"
)

// FirstLayers computes what the first layers of the trunks make of the plain fields and
// the counts of observations, and the gradient of the weights that it takes for that.
// These are most of the weights of a network with many cards or places, and nearly all of
// what they multiply is zero: rows of weights that meet zeros are left out.
//
// Embeddings are folded into the layers as Network.Unembedded does. Load folds; several
// FirstRows may then be used at once.
type FirstLayers struct {
	net    *Network
	parts  []Part // that it reads
	inputs int    // S: floats of these parts
	width  int    // H
	trunks []string
	folded [][]float32 // of each trunk, [S, H]
	bias   [][]float32 // of each trunk, [H]
	at     map[string]int
}

// NewFirstLayers returns the first layers of a network, or nil where it has no such parts.
func NewFirstLayers(net *Network) *FirstLayers {
	if net.Kind != "" {
		return nil
	}
	l := &FirstLayers{net: net, width: net.Hidden[0], at: map[string]int{}}
	parts, _ := net.Parts()
	for _, p := range parts {
		if l.Reads(p) {
			l.parts = append(l.parts, p)
			l.inputs += p.Size()
		}
	}
	if l.inputs == 0 {
		return nil
	}
	policy, value := net.TrunkLayers()
	l.trunks = slices.Compact([]string{policy[0], value[0]})
	for range l.trunks {
		l.folded = append(l.folded, make([]float32, l.inputs*l.width))
		l.bias = append(l.bias, make([]float32, l.width))
	}
	at := 0
	for _, t := range net.Tensors() {
		l.at[t.Name] = at
		at += t.Size()
	}
	return l
}

// Reads reports whether a part of the observation is among those that first layers read
// here.
func (l *FirstLayers) Reads(p Part) bool { return p.Kind == Plain || p.Kind == Counts }

// Trunks lists the first layers: the policy's and, unless the trunk is shared, the value's.
func (l *FirstLayers) Trunks() []string { return l.trunks }

// Operations returns the floating-point operations of forward and backward passes on a
// number of rows as if no zero were left out: a multiplication and the addition of its
// result are two.
func (l *FirstLayers) Operations(rows int) float64 {
	fold := 0
	for _, p := range l.parts {
		if p.Kind == Counts {
			fold += 3 * p.Size() * l.net.Embedding
		}
	}
	return 2 * float64(len(l.trunks)) * float64(l.width) * float64(2*rows*l.inputs+fold)
}

// matrix returns the rows of a trunk's first layer, in flat weights or in a gradient like
// them, that meet the encoding of a part [Out, H].
func (l *FirstLayers) matrix(flat []float32, trunk string, p Part) []float32 {
	at := l.at[trunk+"/weight"]
	return flat[at+p.To*l.width : at+(p.To+p.Out)*l.width]
}

// embedding returns the matrix [Width, Embedding] of a part of counts.
func (l *FirstLayers) embedding(flat []float32, p Part) []float32 {
	at := l.at[EmbeddingName(p.Name)]
	return flat[at : at+p.Width*l.net.Embedding]
}

// each runs a function for every trunk, all at once.
func (l *FirstLayers) each(do func(trunk int)) {
	var wait sync.WaitGroup
	for t := 1; t < len(l.trunks); t++ {
		wait.Go(func() { do(t) })
	}
	do(0)
	wait.Wait()
}

// Load takes the weights [P]. No FirstRows may be in use.
func (l *FirstLayers) Load(flat []float32) {
	l.each(func(t int) {
		to := l.folded[t]
		copy(l.bias[t], flat[l.at[l.trunks[t]+"/bias"]:])
		for _, p := range l.parts {
			n := p.Size() * l.width
			rows := l.matrix(flat, l.trunks[t], p)
			if p.Kind == Plain {
				copy(to, rows)
			} else {
				l.net.fold(p, l.embedding(flat, p), rows, to[:n], l.width)
			}
			to = to[n:]
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

// FirstRows are rows of observations as the FirstLayers see them: the floats that are not
// zero, by row and by input.
type FirstRows struct {
	l     *FirstLayers
	rows  int
	begin []int32   // [rows+1] of a row in index and value
	index []int32   // input
	value []float32 //

	first  []int32   // [S+1] of an input in row and amount
	row    []int32   // row
	amount []float32 //

	gradient [][]float32 // of each trunk, [S, H]
	scratch  nonzero
}

// NewRows returns room for rows of observations.
func (l *FirstLayers) NewRows() *FirstRows {
	r := &FirstRows{l: l, first: make([]int32, l.inputs+1)}
	for range l.trunks {
		r.gradient = append(r.gradient, make([]float32, l.inputs*l.width))
	}
	r.scratch = nonzero{index: make([]int32, l.inputs), value: make([]float32, l.inputs)}
	return r
}

// Read takes over n rows of observations [_, D]: those numbered in rows, or the first n when that
// is nil.
func (r *FirstRows) Read(observations []float32, n int, rows []int32) {
	d := r.l.net.ObservationSize()
	r.rows = n
	r.begin, r.index, r.value = append(r.begin[:0], 0), r.index[:0], r.value[:0]
	clear(r.first)
	for i := range n {
		at := i
		if rows != nil {
			at = int(rows[i])
		}
		observation, before := observations[at*d:(at+1)*d], int32(0)
		for _, p := range r.l.parts {
			r.scratch.gather(observation[p.From : p.From+p.Size()])
			for _, k := range r.scratch.index[:r.scratch.n] {
				r.index = append(r.index, before+k)
				r.first[before+k+1]++
			}
			r.value = append(r.value, r.scratch.value[:r.scratch.n]...)
			before += int32(p.Size())
		}
		r.begin = append(r.begin, int32(len(r.index)))
	}
	r.turn()
}

// turn sorts what Read found by input. first[k+1] is the number of floats of input k.
func (r *FirstRows) turn() {
	for k := 1; k < len(r.first); k++ {
		r.first[k] += r.first[k-1]
	}
	r.row, r.amount = slices.Grow(r.row[:0], len(r.index))[:len(r.index)], slices.Grow(r.amount[:0], len(r.index))[:len(r.index)]
	for i := range r.rows {
		for j := r.begin[i]; j < r.begin[i+1]; j++ {
			k := r.index[j]
			at := r.first[k]
			r.row[at], r.amount[at] = int32(i), r.value[j]
			r.first[k]++
		}
	}
	// Each first has moved to the end of its floats, where the floats of the next one begin.
	copy(r.first[1:], r.first)
	r.first[0] = 0
}

// Forward writes, for every row, the bias and the product with the first layer of a trunk,
// an index into Trunks, to sums [n, H].
func (r *FirstRows) Forward(trunk int, sums []float32) {
	h := r.l.width
	for i := range r.rows {
		from, to := r.begin[i], r.begin[i+1]
		copy(sums[i*h:(i+1)*h], r.l.bias[trunk])
		accumulate(sums[i*h:(i+1)*h], r.l.folded[trunk], r.index[from:to], r.value[from:to])
	}
}

// Backward takes the gradients of the sums [n, H] of a trunk.
func (r *FirstRows) Backward(trunk int, sums []float32) {
	h, gradient := r.l.width, r.gradient[trunk]
	clear(gradient)
	for k := range r.l.inputs {
		if from, to := r.first[k], r.first[k+1]; from < to {
			accumulate(gradient[k*h:(k+1)*h], sums[:r.rows*h], r.row[from:to], r.amount[from:to])
		}
	}
}

// Gradient writes the gradient of the weights that the first layers take, the sum over
// shards whose Backward has run for every trunk, into the places of these weights in a
// gradient [P]; to the gradient of embeddings it adds. weights come from the last Load.
func (l *FirstLayers) Gradient(shards []*FirstRows, weights, gradient []float32) {
	embeddings := make([][]float32, len(l.trunks)) // of the parts of counts, one after the other
	l.each(func(t int) {
		sum := shards[0].gradient[t]
		for _, s := range shards[1:] {
			for i, v := range s.gradient[t] {
				sum[i] += v
			}
		}
		for _, p := range l.parts {
			n := p.Size() * l.width
			rows := l.matrix(gradient, l.trunks[t], p)
			if p.Kind == Plain {
				copy(rows, sum[:n])
			} else {
				embeddings[t] = append(embeddings[t], l.unfold(p, t, weights, sum[:n], rows)...)
			}
			sum = sum[n:]
		}
	})
	for t := range embeddings {
		from := embeddings[t]
		for _, p := range l.parts {
			if p.Kind != Counts {
				continue
			}
			to := l.embedding(gradient, p)
			for i := range to {
				to[i] += from[i]
			}
			from = from[len(to):]
		}
	}
}

// unfold turns the gradient d [Rows*Width, H] of a folded matrix into the gradient of the
// matrix that the encoding of the part meets, rows [Out, H], and returns the gradient of
// the embedding [Width, Embedding].
func (l *FirstLayers) unfold(p Part, trunk int, weights, d, rows []float32) (embedding []float32) {
	h, e := l.width, l.net.Embedding
	of := e * h
	if l.net.VocabRaw {
		copy(rows[p.Rows*of:], d)
	}
	w, from := l.matrix(weights, l.trunks[trunk], p), l.embedding(weights, p)
	embedding = make([]float32, p.Width*e)
	clear(rows[:p.Rows*of])
	sideways := make([]float32, p.Width) // a column of the embedding
	every := places(p.Width)
	for i := range e {
		for k := range sideways {
			sideways[k] = from[k*e+i]
		}
		for r := range p.Rows {
			accumulate(rows[r*of+i*h:][:h], d[r*p.Width*h:(r+1)*p.Width*h], every, sideways)
		}
	}
	for r := range p.Rows {
		for k := range p.Width {
			g := d[(r*p.Width+k)*h:][:h]
			for i := range e {
				embedding[k*e+i] += dot(g, w[r*of+i*h:][:h])
			}
		}
	}
	return embedding
}
