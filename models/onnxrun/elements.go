package onnxrun

import (
	"errors"
	"fmt"
	"math"
)

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// eachFloat returns f of every element of a tensor of floats.
func eachFloat(r *run, x *Tensor, f func(float64) float64) (*Tensor, error) {
	if err := want(x, Float, 0); err != nil {
		return nil, err
	}
	out, err := r.make(Float, x.Shape)
	if err != nil {
		return nil, err
	}
	for i, v := range x.Floats {
		out.Floats[i] = float32(f(float64(v)))
	}
	return out, nil
}

// mapped is an operation on every float.
func mapped(f func(float64) float64) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) { return eachFloat(r, in[0], f) }
}

// eachInt returns f of every element of a tensor of integers or booleans.
func eachInt(r *run, x *Tensor, kind Kind, f func(int64) int64) (*Tensor, error) {
	out, err := r.make(kind, x.Shape)
	if err != nil {
		return nil, err
	}
	for i, v := range x.Ints {
		out.Ints[i] = f(v)
	}
	return out, nil
}

func relu(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	if in[0].Kind == Integer {
		return eachInt(r, in[0], Integer, func(x int64) int64 { return max(x, 0) })
	}
	return eachFloat(r, in[0], func(x float64) float64 { return max(x, 0) })
}

func negated(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	if in[0].Kind == Integer {
		return eachInt(r, in[0], Integer, func(x int64) int64 { return -x })
	}
	return eachFloat(r, in[0], func(x float64) float64 { return -x })
}

func elu(r *run, n *node, in []*Tensor) (*Tensor, error) {
	alpha := float64(n.float("alpha", 1))
	return eachFloat(r, in[0], func(x float64) float64 { return max(x, 0) + alpha*math.Expm1(min(x, 0)) })
}

func selu(r *run, n *node, in []*Tensor) (*Tensor, error) {
	alpha, gamma := float64(n.float("alpha", 1.67326319217681884765625)), float64(n.float("gamma", 1.05070102214813232421875))
	return eachFloat(r, in[0], func(x float64) float64 { return gamma * (max(x, 0) + alpha*math.Expm1(min(x, 0))) })
}

func leakyRelu(r *run, n *node, in []*Tensor) (*Tensor, error) {
	alpha := float64(n.float("alpha", 0.01))
	return eachFloat(r, in[0], func(x float64) float64 { return max(x, 0) + alpha*min(x, 0) })
}

func hardSigmoid(r *run, n *node, in []*Tensor) (*Tensor, error) {
	alpha, beta := float64(n.float("alpha", 0.2)), float64(n.float("beta", 0.5))
	return eachFloat(r, in[0], func(x float64) float64 { return max(0, min(1, alpha*x+beta)) })
}

// gelu is exact, or by the hyperbolic tangent (Hendrycks and Gimpel, arXiv 1606.08415).
func gelu(r *run, n *node, in []*Tensor) (*Tensor, error) {
	switch kind := n.words["approximate"]; kind {
	case "", "none":
		return eachFloat(r, in[0], func(x float64) float64 { return x * 0.5 * (1 + math.Erf(x/math.Sqrt2)) })
	case "tanh":
		scale := math.Sqrt(2 / math.Pi)
		return eachFloat(r, in[0], func(x float64) float64 { return x * 0.5 * (1 + math.Tanh(scale*(x+0.044715*x*x*x))) })
	default:
		return nil, fmt.Errorf("approximate %q: want none or tanh", kind)
	}
}

// clip holds elements between two bounds, each of which may be left out.
func clip(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	for i, bound := range in[1:] {
		if bound != nil && (bound.size() != 1 || bound.Kind != x.Kind) {
			return nil, fmt.Errorf("input %d: want one %s", i+1, x.Kind)
		}
	}
	bound := func(at int) *Tensor {
		if at < len(in) {
			return in[at]
		}
		return nil
	}
	low, high := bound(1), bound(2)
	if x.Kind == Integer {
		return eachInt(r, x, Integer, func(v int64) int64 {
			if low != nil {
				v = max(v, low.Ints[0])
			}
			if high != nil {
				v = min(v, high.Ints[0])
			}
			return v
		})
	}
	return eachFloat(r, x, func(v float64) float64 {
		if low != nil {
			v = max(v, float64(low.Floats[0]))
		}
		if high != nil {
			v = min(v, float64(high.Floats[0]))
		}
		return v
	})
}

func not(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	if err := want(in[0], Boolean, 0); err != nil {
		return nil, err
	}
	return eachInt(r, in[0], Boolean, func(x int64) int64 { return 1 - x })
}

// tested is a question about every float.
func tested(f func(float64) bool) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) {
		if err := want(in[0], Float, 0); err != nil {
			return nil, err
		}
		out, err := r.make(Boolean, in[0].Shape)
		if err != nil {
			return nil, err
		}
		for i, v := range in[0].Floats {
			out.Ints[i] = truth(f(float64(v)))
		}
		return out, nil
	}
}

func truth(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func identity(_ *run, n *node, in []*Tensor) (*Tensor, error) {
	if len(in) == 3 && in[2] != nil && in[2].size() == 1 && in[2].Kind == Boolean && in[2].Ints[0] != 0 {
		return nil, errors.New("it is in training mode: export the model in evaluation mode (model.eval())")
	}
	return in[0], nil
}

// cast changes the kind of the elements.
func cast(r *run, n *node, in []*Tensor) (*Tensor, error) {
	code := n.int("to", 0)
	to, ok := kinds[code]
	if !ok {
		return nil, fmt.Errorf("to %s: %s", typeName(code), wantType)
	}
	return castTo(r, in[0], to.kind)
}

func castLike(r *run, _ *node, in []*Tensor) (*Tensor, error) { return castTo(r, in[0], in[1].Kind) }

func castTo(r *run, x *Tensor, kind Kind) (*Tensor, error) {
	if x.Kind == kind {
		return x, nil
	}
	if x.Kind != Float && kind != Float {
		return eachInt(r, x, kind, func(v int64) int64 {
			if kind == Boolean {
				return truth(v != 0)
			}
			return v
		})
	}
	out, err := r.make(kind, x.Shape)
	if err != nil {
		return nil, err
	}
	for i, v := range x.Ints {
		out.Floats[i] = float32(v)
	}
	for i, v := range x.Floats {
		switch {
		case kind == Boolean:
			out.Ints[i] = truth(v != 0)
		case v >= -1<<62 && v <= 1<<62: // others, and no number, are 0
			out.Ints[i] = int64(v)
		}
	}
	return out, nil
}
