package models

import (
	"fmt"
	"math"
	"strings"
)

// GRU is the kind of networks that read a sequence step by step.
const GRU = "gru"

// gru is an MLP that reads the fields that are a sequence with gated recurrent units, from the
// oldest row that is there to the newest. The last state stands in the encoding where the other
// kinds have the rows themselves. It carries nothing from one decision to the next: the observation
// holds all that it knows of the past.
//
//	x [Width]  a row of the sequence; h [H] the state, zero before the oldest row
//	z          σ(x·Wz + bz + h·Uz + cz)           the update gate
//	r          σ(x·Wr + br + h·Ur + cr)           the reset gate
//	n          tanh(x·Wn + bn + r ⊙ (h·Un + cn))  the candidate
//	h'         z ⊙ h + (1-z) ⊙ n
//
// These are the equations of Cho and others 2014 (arXiv 1406.1078) with the reset gate behind the
// matrix of the state, as their first version has it: one product for all gates. GRUs of PyTorch,
// and of ONNX with linear_before_reset, are the same. Matrices hold the gates side by side: z, r, n.
type gru struct{ mlp }

// SettingWidth is the setting of GRU for the width H of the state.
const SettingWidth = "width"

// gates is the number of runs of width H in the matrices of a GRU.
const gates = 3

// maxSteps bounds the work of one decision.
const maxSteps = 1024

func (gru) Doc() string {
	return "an mlp that reads each sequence of what a seat saw step by step, the oldest first, with gated recurrent units"
}

func (gru) Settings() []Setting {
	return []Setting{{Name: SettingWidth, Default: 32, Min: 1, Max: 512, Doc: "width of the state after each step"}}
}

func (gru) Validate(n *Network, fault Fault) {
	mlp{}.Validate(n, fault)
	steps := 0
	for i, f := range n.Fields {
		if !f.Sequence {
			continue
		}
		if steps += f.Shape[0]; steps > maxSteps {
			fault(fmt.Sprintf("fields[%d].shape", i), fmt.Sprint(f.Shape), fmt.Sprintf("at most %d rows in all sequences", maxSteps))
		}
		if n.ofItems(f.Name) {
			fault("items_only", true, fmt.Sprintf("false: the field %q is a sequence", f.Name))
		}
	}
	if steps == 0 {
		fault("kind", GRU, "a field that is a sequence, or "+MLP)
	}
}

// Start gives each gate a matrix of the state that is about orthogonal, and rows of the input's
// matrix that are about as long as the embedding of an identity.
func (gru) Start(n *Network, t TensorInfo) Start {
	if strings.HasPrefix(t.Name, "gru/") {
		return Start{Gain: math.Sqrt(gates)}
	}
	return mlp{}.Start(n, t)
}

// SequenceLayers returns the layers of a sequence field: of a row [Width, 3H], and of the state
// [H, 3H].
func SequenceLayers(field string) [2]string {
	return [2]string{"gru/" + field + "/input", "gru/" + field + "/state"}
}

// sequence returns the bounds of the last state over a sequence: gates and candidates are at most
// 1, and a mixture of two such numbers is too.
func (r *ranger) sequence(p Part, in []float64) []float64 {
	names := SequenceLayers(p.Name)
	row, state := make([]float64, p.Width), make([]float64, p.Out)
	for i, v := range in {
		row[i%p.Width] = max(row[i%p.Width], v)
	}
	for j := range state {
		state[j] = 1
	}
	sums := r.head(names[0], row)
	for j, v := range r.head(names[1], state) {
		sums[j] += v
	}
	r.check("sum of "+names[0], sums)
	return state
}

// sequence is the layers of a sequence.
type sequence struct {
	part         Part
	input, state layer // [Width, 3H], [H, 3H]
}

// unrolled is the memory for the steps of one row of observations.
type unrolled struct {
	active         nonzero
	h, read, state []float32 // [H], [3H], [3H]
}

// last runs over the rows of a sequence that are there and returns the last state [H], which the
// next call writes over.
func (u *unrolled) last(s *sequence, observation []float32) []float32 {
	w := s.part.Out
	u.h, u.read, u.state = room(u.h, w), room(u.read, gates*w), room(u.state, gates*w)
	if widest := max(w, s.part.Width); len(u.active.index) < widest {
		u.active = nonzero{index: make([]int32, widest), value: make([]float32, widest)}
	}
	clear(u.h)
	for row := s.part.Rows - 1; row >= 0; row-- {
		x := observation[s.part.From+row*s.part.Width:][:s.part.Width]
		if x[0] == 0 {
			continue
		}
		u.active.gather(x)
		u.active.dense(u.read, s.input)
		u.active.gather(u.h)
		u.active.dense(u.state, s.state)
		u.step(w)
	}
	return u.h
}

// step moves the state, given the sums of a row and of the state.
func (u *unrolled) step(w int) {
	open := u.read[:2*w] // z, r
	for j, v := range u.state[:2*w] {
		open[j] = (open[j] + v) / 2
	}
	tanh(open) // σ(x) = (1 + tanh(x/2)) / 2
	candidate := u.read[2*w:]
	for j, v := range u.state[2*w:] {
		candidate[j] += (1 + open[w+j]) / 2 * v
	}
	tanh(candidate)
	for j, n := range candidate {
		u.h[j] = n + (1+open[j])/2*(u.h[j]-n)
	}
}

// encodeSequence adds the steps over a sequence in [N, Rows*Width], and returns the last state
// [N, H].
func (g *onnxNetwork) encodeSequence(p Part, in string, at func(string) string) string {
	names, w := SequenceLayers(p.Name), p.Out
	read := g.dense(names[0], g.reshape(at("rows"), in, -1, int64(p.Width)), false) // [N*Rows, 3H]
	read = g.reshape(at("read"), read, -1, int64(p.Rows*gates*w))
	weight, bias, one := g.tensor(names[1]+"/weight"), g.tensor(names[1]+"/bias"), g.floats("one", nil, []float32{1})
	h := ""
	for row := p.Rows - 1; row >= 0; row-- {
		step := func(what string) string { return fmt.Sprintf("%s/%d", at(what), row) }
		own := g.columns(step("own"), read, row*gates*w, (row+1)*gates*w) // [N, 3H]
		state := bias                                                     // [3H] of the zero state
		if h != "" {
			state = g.node("Gemm", step("state"), []string{h, weight, bias})
		}
		part := func(what, x string, from, to int) string {
			if h == "" && x == bias {
				return g.node("Slice", step(what), []string{x, g.ints(step(what)+"/from", int64(from)), g.ints(step(what)+"/to", int64(to)), g.ints("axis0", 0)})
			}
			return g.columns(step(what), x, from, to)
		}
		gate := func(what string, i int) string {
			sum := g.node("Add", step(what+"/sum"), []string{part(what+"/own", own, i*w, (i+1)*w), part(what+"/state", state, i*w, (i+1)*w)})
			return g.node("Sigmoid", step(what), []string{sum})
		}
		update, reset := gate("update", 0), gate("reset", 1)
		kept := g.node("Mul", step("kept"), []string{reset, part("candidate/state", state, 2*w, 3*w)})
		sum := g.node("Add", step("candidate/sum"), []string{part("candidate/own", own, 2*w, 3*w), kept})
		candidate := g.node("Tanh", step("candidate"), []string{sum})
		there := g.columns(step("there"), in, row*p.Width, row*p.Width+1) // [N, 1]: 1 or 0
		// The state moves by (1-z) of the way to the candidate where the row is there.
		share := g.node("Mul", step("share"), []string{there, g.node("Sub", step("open"), []string{one, update})})
		if h == "" {
			h = g.node("Mul", step("last"), []string{share, candidate})
			continue
		}
		way := g.node("Mul", step("way"), []string{share, g.node("Sub", step("distance"), []string{candidate, h})})
		h = g.node("Add", step("last"), []string{h, way})
	}
	return h
}
