package onnxrun_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/onnxrun"
)

var limits = onnxrun.Limits{Numbers: 1 << 16, Work: 1 << 20}

// example is one node with its inputs and what it gives, by hand or from the examples of
// https://onnx.ai/onnx/operators.
type example struct {
	op    string
	opset int // 0: 17
	with  map[string]any
	in    []*onnxrun.Tensor
	out   []*onnxrun.Tensor
	error string
}

var inf = float32(math.Inf(1))

var square = floats([]int{2, 3}, 1, 2, 3, 4, 5, 6)

var examples = []example{
	{op: "Gemm", in: tensors(square, floats([]int{3, 1}, 1, 0, -1), floats([]int{1}, 10)), out: tensors(floats([]int{2, 1}, 8, 8))},
	{op: "Gemm", with: map[string]any{"transB": 1, "alpha": float32(2), "beta": float32(0.5)}, in: tensors(square, floats([]int{2, 3}, 1, 0, 0, 0, 1, 1), floats([]int{2, 1}, 2, 4)), out: tensors(floats([]int{2, 2}, 3, 11, 10, 24))},
	{op: "Gemm", with: map[string]any{"transA": 1}, in: tensors(square, floats([]int{2, 1}, 1, 1)), out: tensors(floats([]int{3, 1}, 5, 7, 9))},
	{op: "Gemm", in: tensors(square, square), error: "do not fit"},
	{op: "Gemm", in: tensors(square, floats([]int{3, 1}, 1, 0, -1), floats([]int{3}, 1, 2, 3)), error: "a third input that does not fit"},
	{op: "MatMul", in: tensors(square, floats([]int{3}, 1, 1, 1)), out: tensors(floats([]int{2}, 6, 15))},
	{op: "MatMul", in: tensors(floats([]int{2, 1, 2}, 1, 2, 3, 4), floats([]int{2, 2, 1}, 1, 0, 0, 1)), out: tensors(floats([]int{2, 1, 1}, 1, 4))},
	{op: "MatMul", in: tensors(floats([]int{2, 1, 2}, 1, 2, 3, 4), floats([]int{1, 2, 2}, 0, 1, 1, 0)), out: tensors(floats([]int{2, 1, 2}, 2, 1, 4, 3))},
	{op: "MatMul", in: tensors(square, square), error: "do not fit"},
	{op: "LayerNormalization", with: map[string]any{"epsilon": float32(0)}, in: tensors(floats([]int{2, 2}, 1, 3, -4, 4), floats([]int{2}, 1, 2), floats([]int{2}, 0, 5)), out: tensors(floats([]int{2, 2}, -1, 7, -1, 7))},
	{op: "LayerNormalization", with: map[string]any{"axis": 1, "epsilon": float32(0)}, in: tensors(floats([]int{1, 2, 1}, 1, 3), floats([]int{2, 1}, 1, 1)), out: tensors(floats([]int{1, 2, 1}, -1, 1))},
	{op: "BatchNormalization", with: map[string]any{"epsilon": float32(0)}, in: tensors(floats([]int{1, 2}, 3, 5), floats([]int{2}, 1, 2), floats([]int{2}, 0, 1), floats([]int{2}, 1, 1), floats([]int{2}, 4, 1)), out: tensors(floats([]int{1, 2}, 1, 9))},
	{op: "BatchNormalization", with: map[string]any{"training_mode": 1}, in: tensors(square, square, square, square, square), error: "model.eval()"},
	{op: "Softmax", in: tensors(floats([]int{2, 2}, 0, 0, 1000, -1000)), out: tensors(floats([]int{2, 2}, 0.5, 0.5, 1, 0))},
	{op: "Softmax", with: map[string]any{"axis": 0}, in: tensors(floats([]int{2, 2}, 0, 1000, 0, -1000)), out: tensors(floats([]int{2, 2}, 0.5, 1, 0.5, 0))},
	{op: "LogSoftmax", in: tensors(floats([]int{1, 2}, 0, 0)), out: tensors(floats([]int{1, 2}, -0.6931472, -0.6931472))},

	{op: "Abs", in: tensors(floats([]int{2}, -1, 2)), out: tensors(floats([]int{2}, 1, 2))},
	{op: "Ceil", in: tensors(floats([]int{2}, -1.5, 1.5)), out: tensors(floats([]int{2}, -1, 2))},
	{op: "Floor", in: tensors(floats([]int{2}, -1.5, 1.5)), out: tensors(floats([]int{2}, -2, 1))},
	{op: "Round", in: tensors(floats([]int{4}, 0.5, 1.5, 2.5, -2.5)), out: tensors(floats([]int{4}, 0, 2, 2, -2))},
	{op: "Sin", in: tensors(floats([]int{1}, math.Pi/2)), out: tensors(floats([]int{1}, 1))},
	{op: "Cos", in: tensors(floats([]int{1}, math.Pi)), out: tensors(floats([]int{1}, -1))},
	{op: "Erf", in: tensors(floats([]int{2}, 0, 1)), out: tensors(floats([]int{2}, 0, 0.8427008))},
	{op: "Exp", in: tensors(floats([]int{2}, 0, 1)), out: tensors(floats([]int{2}, 1, 2.7182817))},
	{op: "Log", in: tensors(floats([]int{2}, 1, 10)), out: tensors(floats([]int{2}, 0, 2.3025851))},
	{op: "Sqrt", in: tensors(floats([]int{2}, 9, 2)), out: tensors(floats([]int{2}, 3, 1.4142135))},
	{op: "Reciprocal", in: tensors(floats([]int{2}, 4, -2)), out: tensors(floats([]int{2}, 0.25, -0.5))},
	{op: "Sigmoid", in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, 0.26894143, 0.5, 0.7310586))},
	{op: "Softplus", in: tensors(floats([]int{2}, 0, 1000)), out: tensors(floats([]int{2}, 0.6931472, 1000))},
	{op: "Softsign", in: tensors(floats([]int{2}, -1, 3)), out: tensors(floats([]int{2}, -0.5, 0.75))},
	{op: "Tanh", in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, -0.7615942, 0, 0.7615942))},
	{op: "Relu", in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, 0, 0, 1))},
	{op: "Relu", in: tensors(list(-1, 2)), out: tensors(list(0, 2))},
	{op: "Neg", in: tensors(floats([]int{2}, -1, 2)), out: tensors(floats([]int{2}, 1, -2))},
	{op: "Neg", in: tensors(list(-1, 2)), out: tensors(list(1, -2))},
	{op: "Elu", with: map[string]any{"alpha": float32(2)}, in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, -1.2642411, 0, 1))},
	{op: "Selu", in: tensors(floats([]int{2}, -1, 1)), out: tensors(floats([]int{2}, -1.1113307, 1.050701))},
	{op: "LeakyRelu", with: map[string]any{"alpha": float32(0.1)}, in: tensors(floats([]int{2}, -1, 2)), out: tensors(floats([]int{2}, -0.1, 2))},
	{op: "PRelu", in: tensors(floats([]int{1, 2}, -1, 2), floats([]int{1}, 0.25)), out: tensors(floats([]int{1, 2}, -0.25, 2))},
	{op: "Gelu", opset: 20, in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, -0.15865526, 0, 0.8413447))},
	{op: "Gelu", opset: 20, with: map[string]any{"approximate": "tanh"}, in: tensors(floats([]int{3}, -1, 0, 1)), out: tensors(floats([]int{3}, -0.15880796, 0, 0.841192))},
	{op: "Gelu", opset: 20, with: map[string]any{"approximate": "so"}, in: tensors(square), error: "none or tanh"},
	{op: "HardSigmoid", in: tensors(floats([]int{3}, -10, 0, 1)), out: tensors(floats([]int{3}, 0, 0.5, 0.7))},
	{op: "HardSwish", in: tensors(floats([]int{3}, -3, 3, 1)), out: tensors(floats([]int{3}, 0, 3, 0.6666667))},
	{op: "Mish", opset: 18, in: tensors(floats([]int{2}, 0, 1)), out: tensors(floats([]int{2}, 0, 0.8650984))},
	{op: "Clip", in: tensors(floats([]int{3}, -2, 0, 2), floats(nil, -1), floats(nil, 1)), out: tensors(floats([]int{3}, -1, 0, 1))},
	{op: "Clip", in: tensors(list(-2, 0, 2), nil, ints(nil, 1)), out: tensors(list(-2, 0, 1))},
	{op: "Clip", in: tensors(square, list(1, 2)), error: "want one float"},
	{op: "Not", in: tensors(bools([]int{2}, 0, 1)), out: tensors(bools([]int{2}, 1, 0))},
	{op: "IsNaN", in: tensors(floats([]int{2}, 1, float32(math.NaN()))), out: tensors(bools([]int{2}, 0, 1))},
	{op: "IsInf", in: tensors(floats([]int{3}, 1, inf, -inf)), out: tensors(bools([]int{3}, 0, 1, 1))},
	{op: "Cast", with: map[string]any{"to": typeBool}, in: tensors(floats([]int{2}, 0, 0.5)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "Cast", with: map[string]any{"to": typeInt64}, in: tensors(floats([]int{3}, -1.9, 1.9, inf)), out: tensors(list(-1, 1, 0))},
	{op: "Cast", with: map[string]any{"to": typeFloat}, in: tensors(bools([]int{2}, 0, 1)), out: tensors(floats([]int{2}, 0, 1))},
	{op: "Cast", with: map[string]any{"to": typeBool}, in: tensors(list(0, 7)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "Cast", with: map[string]any{"to": 10}, in: tensors(square), error: "to float16"},
	{op: "CastLike", in: tensors(list(3), floats(nil, 1)), out: tensors(floats([]int{1}, 3))},
	{op: "Identity", in: tensors(square), out: tensors(square)},
	{op: "Dropout", in: tensors(square, floats(nil, 0.5)), out: tensors(square)},
	{op: "Dropout", in: tensors(square, floats(nil, 0.5), bools(nil, 1)), error: "model.eval()"},

	{op: "Add", in: tensors(square, floats([]int{3}, 10, 20, 30)), out: tensors(floats([]int{2, 3}, 11, 22, 33, 14, 25, 36))},
	{op: "Add", in: tensors(floats([]int{2, 1}, 1, 2), floats([]int{1, 2}, 10, 20)), out: tensors(floats([]int{2, 2}, 11, 21, 12, 22))},
	{op: "Add", in: tensors(floats([]int{0, 3}), floats([]int{3}, 1, 2, 3)), out: tensors(floats([]int{0, 3}))},
	{op: "Add", in: tensors(square, floats([]int{2}, 1, 2)), error: "do not fit together"},
	{op: "Add", in: tensors(square, list(1, 2, 3)), error: "want the same kind"},
	{op: "Add", in: tensors(bools([]int{1}, 1), bools([]int{1}, 1)), error: "want numbers"},
	{op: "Sub", in: tensors(list(5), list(2)), out: tensors(list(3))},
	{op: "Mul", in: tensors(square, floats(nil, 2)), out: tensors(floats([]int{2, 3}, 2, 4, 6, 8, 10, 12))},
	{op: "Div", in: tensors(list(7, -7, 1), list(2, 2, 0)), out: tensors(list(3, -3, 0))},
	{op: "Div", in: tensors(floats([]int{1}, 1), floats([]int{1}, 4)), out: tensors(floats([]int{1}, 0.25))},
	{op: "Max", in: tensors(list(1, 5), list(3, 2), list(2, 2)), out: tensors(list(3, 5))},
	{op: "Min", in: tensors(floats([]int{2}, 1, 5), floats(nil, 3)), out: tensors(floats([]int{2}, 1, 3))},
	{op: "Pow", in: tensors(floats([]int{2}, 2, 3), list(2)), out: tensors(floats([]int{2}, 4, 9))},
	{op: "Equal", in: tensors(list(1, 2), list(1, 3)), out: tensors(bools([]int{2}, 1, 0))},
	{op: "Greater", in: tensors(floats([]int{2}, 1, 2), floats(nil, 1)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "GreaterOrEqual", in: tensors(list(0, 1), list(1)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "Less", in: tensors(list(0, 1), list(1)), out: tensors(bools([]int{2}, 1, 0))},
	{op: "LessOrEqual", in: tensors(list(2, 1), list(1)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "And", in: tensors(bools([]int{2}, 1, 1), bools([]int{2}, 0, 1)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "Or", in: tensors(bools([]int{2}, 0, 1), bools([]int{1}, 0)), out: tensors(bools([]int{2}, 0, 1))},
	{op: "Xor", in: tensors(bools([]int{2}, 0, 1), bools([]int{1}, 1)), out: tensors(bools([]int{2}, 1, 0))},
	{op: "And", in: tensors(list(1), list(1)), error: "want bool"},
	{op: "Where", in: tensors(bools([]int{2, 1}, 1, 0), square, floats(nil, -1e9)), out: tensors(floats([]int{2, 3}, 1, 2, 3, -1e9, -1e9, -1e9))},
	{op: "Where", in: tensors(list(1), square, square), error: "want bool"},

	{op: "ReduceSum", in: tensors(square, list(1)), out: tensors(floats([]int{2, 1}, 6, 15))},
	{op: "ReduceSum", with: map[string]any{"keepdims": 0}, in: tensors(square), out: tensors(floats(nil, 21))},
	{op: "ReduceSum", with: map[string]any{"noop_with_empty_axes": 1}, in: tensors(square), out: tensors(square)},
	{op: "ReduceSum", in: tensors(square, list(2)), error: "axis 2 of 2 axes"},
	{op: "ReduceMean", with: map[string]any{"axes": []int64{0}, "keepdims": 0}, in: tensors(square), out: tensors(floats([]int{3}, 2.5, 3.5, 4.5))},
	{op: "ReduceMean", opset: 18, with: map[string]any{"keepdims": 0}, in: tensors(square, list(-1)), out: tensors(floats([]int{2}, 2, 5))},
	{op: "ReduceMax", with: map[string]any{"axes": []int64{0, 1}}, in: tensors(square), out: tensors(floats([]int{1, 1}, 6))},
	{op: "ReduceMin", with: map[string]any{"axes": []int64{0}}, in: tensors(ints([]int{2, 2}, 4, 1, 2, 3)), out: tensors(ints([]int{1, 2}, 2, 1))},
	{op: "ReduceMax", in: tensors(floats([]int{0})), error: "nothing to take together"},
	{op: "ReduceProd", with: map[string]any{"keepdims": 0}, in: tensors(square), out: tensors(floats(nil, 720))},
	{op: "ReduceSumSquare", with: map[string]any{"keepdims": 0}, in: tensors(square), out: tensors(floats(nil, 91))},
	{op: "ReduceL1", with: map[string]any{"keepdims": 0}, in: tensors(floats([]int{2}, -1, 2)), out: tensors(floats(nil, 3))},
	{op: "ReduceL2", with: map[string]any{"keepdims": 0}, in: tensors(floats([]int{2}, 3, -4)), out: tensors(floats(nil, 5))},

	{op: "Constant", with: map[string]any{"value": square}, out: tensors(square)},
	{op: "Constant", with: map[string]any{"value_float": float32(2)}, out: tensors(floats(nil, 2))},
	{op: "Constant", with: map[string]any{"value_ints": []int64{4, 5}}, out: tensors(list(4, 5))},
	{op: "Constant", error: "want an attribute"},
	{op: "ConstantOfShape", in: tensors(list(2, 1)), out: tensors(floats([]int{2, 1}, 0, 0))},
	{op: "ConstantOfShape", with: map[string]any{"value": list(7)}, in: tensors(list(2)), out: tensors(list(7, 7))},
	{op: "ConstantOfShape", in: tensors(list(1<<40, 1<<40)), error: "want sizes"},
	{op: "ConstantOfShape", in: tensors(list(1<<15, 1<<15)), error: "too many numbers"},
	{op: "Shape", in: tensors(square), out: tensors(list(2, 3))},
	{op: "Shape", with: map[string]any{"start": -1}, in: tensors(square), out: tensors(list(3))},
	{op: "Reshape", in: tensors(square, list(3, -1)), out: tensors(floats([]int{3, 2}, 1, 2, 3, 4, 5, 6))},
	{op: "Reshape", in: tensors(square, list(0, 3, 1)), out: tensors(floats([]int{2, 3, 1}, 1, 2, 3, 4, 5, 6))},
	{op: "Reshape", in: tensors(square, list(4, 2)), error: "6 elements do not fit into shape [4 2]"},
	{op: "Reshape", in: tensors(square, list(-1, -1)), error: "do not fit into shape"},
	{op: "Reshape", with: map[string]any{"allowzero": 1}, in: tensors(floats([]int{0, 3}), list(3, 0)), out: tensors(floats([]int{3, 0}))},
	{op: "Flatten", in: tensors(floats([]int{2, 1, 2}, 1, 2, 3, 4)), out: tensors(floats([]int{2, 2}, 1, 2, 3, 4))},
	{op: "Flatten", with: map[string]any{"axis": 0}, in: tensors(square), out: tensors(floats([]int{1, 6}, 1, 2, 3, 4, 5, 6))},
	{op: "Squeeze", in: tensors(floats([]int{2, 1}, 1, 2), list(-1)), out: tensors(floats([]int{2}, 1, 2))},
	{op: "Squeeze", in: tensors(floats([]int{1, 2, 1}, 1, 2)), out: tensors(floats([]int{2}, 1, 2))},
	{op: "Squeeze", in: tensors(square, list(1)), error: "has 3 elements: want 1"},
	{op: "Unsqueeze", in: tensors(floats([]int{2}, 1, 2), list(0, -1)), out: tensors(floats([]int{1, 2, 1}, 1, 2))},
	{op: "Unsqueeze", in: tensors(square, list(0, 0)), error: "listed twice"},
	{op: "Transpose", in: tensors(square), out: tensors(floats([]int{3, 2}, 1, 4, 2, 5, 3, 6))},
	{op: "Transpose", with: map[string]any{"perm": []int64{1, 2, 0}}, in: tensors(floats([]int{1, 2, 2}, 1, 2, 3, 4)), out: tensors(floats([]int{2, 2, 1}, 1, 2, 3, 4))},
	{op: "Transpose", with: map[string]any{"perm": []int64{0, 0}}, in: tensors(square), error: "want every axis once"},
	{op: "Concat", with: map[string]any{"axis": 1}, in: tensors(square, floats([]int{2, 1}, 7, 8)), out: tensors(floats([]int{2, 4}, 1, 2, 3, 7, 4, 5, 6, 8))},
	{op: "Concat", with: map[string]any{"axis": 0}, in: tensors(list(1), list(2, 3)), out: tensors(list(1, 2, 3))},
	{op: "Concat", with: map[string]any{"axis": 0}, in: tensors(square, floats([]int{1, 2}, 7, 8)), error: "does not fit beside"},
	{op: "Split", with: map[string]any{"axis": 1}, in: tensors(square, list(1, 2)), out: tensors(floats([]int{2, 1}, 1, 4), floats([]int{2, 2}, 2, 3, 5, 6))},
	{op: "Split", opset: 18, with: map[string]any{"axis": 1, "num_outputs": 2}, in: tensors(square), out: tensors(floats([]int{2, 2}, 1, 2, 4, 5), floats([]int{2, 1}, 3, 6))},
	{op: "Split", in: tensors(square, list(3)), error: "of an axis of 2"},
	{op: "Slice", in: tensors(square, list(1), list(1<<62), list(1)), out: tensors(floats([]int{2, 2}, 2, 3, 5, 6))},
	{op: "Slice", in: tensors(square, list(0, -1), list(1, -4), list(0, 1), list(1, -2)), out: tensors(floats([]int{1, 2}, 3, 1))},
	{op: "Slice", in: tensors(list(1, 2, 3, 4), list(1), list(3)), out: tensors(list(2, 3))},
	{op: "Slice", in: tensors(square, list(2), list(1), list(1)), out: tensors(floats([]int{2, 0}))},
	{op: "Slice", in: tensors(square, list(0), list(1), list(0), list(0)), error: "step 0"},
	{op: "Slice", in: tensors(square, list(0, 0), list(1, 1), list(0, 0)), error: "want each once"},
	{op: "Gather", with: map[string]any{"axis": 1}, in: tensors(square, list(2, -3)), out: tensors(floats([]int{2, 2}, 3, 1, 6, 4))},
	{op: "Gather", in: tensors(square, ints(nil, 1)), out: tensors(floats([]int{3}, 4, 5, 6))},
	{op: "Gather", in: tensors(square, list(2)), error: "place 2 of 2"},
	{op: "GatherElements", with: map[string]any{"axis": 1}, in: tensors(square, ints([]int{2, 1}, 2, -3)), out: tensors(floats([]int{2, 1}, 3, 4))},
	{op: "GatherElements", in: tensors(square, ints([]int{2, 4}, 0, 0, 0, 0, 0, 0, 0, 0)), error: "more places than elements"},
	{op: "Expand", in: tensors(floats([]int{2, 1}, 1, 2), list(2, 2)), out: tensors(floats([]int{2, 2}, 1, 1, 2, 2))},
	{op: "Expand", in: tensors(floats([]int{2}, 1, 2), list(2, 1)), out: tensors(floats([]int{2, 2}, 1, 2, 1, 2))},
	{op: "Tile", in: tensors(floats([]int{1, 2}, 1, 2), list(2, 2)), out: tensors(floats([]int{2, 4}, 1, 2, 1, 2, 1, 2, 1, 2))},
	{op: "Range", in: tensors(ints(nil, 1), ints(nil, 6), ints(nil, 2)), out: tensors(list(1, 3, 5))},
	{op: "Range", in: tensors(ints(nil, 3), ints(nil, 0), ints(nil, -1)), out: tensors(list(3, 2, 1))},
	{op: "Range", in: tensors(floats(nil, 0), floats(nil, 1), floats(nil, 0.5)), out: tensors(floats([]int{2}, 0, 0.5))},
	{op: "Range", in: tensors(floats(nil, 0), floats(nil, 1), floats(nil, 0)), error: "too many numbers"},
	{op: "Trilu", in: tensors(floats([]int{2, 2}, 1, 2, 3, 4)), out: tensors(floats([]int{2, 2}, 1, 2, 0, 4))},
	{op: "Trilu", with: map[string]any{"upper": 0}, in: tensors(floats([]int{2, 2}, 1, 2, 3, 4), ints(nil, -1)), out: tensors(floats([]int{2, 2}, 0, 0, 3, 0))},
}

func tensors(list ...*onnxrun.Tensor) []*onnxrun.Tensor { return list }

// play runs one node, whose inputs are constants or come from outside.
func (e *example) play(constants bool) ([]*onnxrun.Tensor, error) {
	f := &file{ir: 8, opset: 17}
	if e.opset > 0 {
		f.opset = int64(e.opset)
	}
	given := map[string]*onnxrun.Tensor{}
	var names, outs []string
	for i, t := range e.in {
		name := fmt.Sprintf("x%d", i)
		switch {
		case t == nil:
			name = ""
		case constants:
			f.constant(name, t)
		default:
			f.port(11, name, codes[t.Kind])
			given[name] = t
		}
		names = append(names, name)
	}
	for i := range max(1, len(e.out)) {
		outs = append(outs, fmt.Sprintf("y%d", i))
		f.port(12, outs[i], 0)
	}
	f.node(e.op, "the node", names, outs, e.with)
	m, err := onnxrun.Read(f.encode(), nil, limits)
	if err != nil {
		return nil, err
	}
	out, _, err := m.Run(context.Background(), given)
	return out, err
}

// Every operator computes what the standard says, of constants when the model is read
// and of inputs when it runs, and says what is wrong.
func TestOperators(t *testing.T) {
	tried := map[string]bool{}
	for i, e := range examples {
		tried[e.op] = tried[e.op] || e.error == ""
		t.Run(fmt.Sprintf("%d %s", i, e.op), func(t *testing.T) {
			for _, constants := range []bool{true, false} {
				got, err := e.play(constants)
				if e.error != "" {
					require.ErrorContains(t, err, e.error)
					assert.ErrorContains(t, err, fmt.Sprintf("onnx: %s %q", e.op, "the node"))
					continue
				}
				require.NoError(t, err)
				require.Len(t, got, len(e.out))
				for k, want := range e.out {
					assert.Equal(t, want.Kind, got[k].Kind)
					assert.True(t, slices.Equal(want.Shape, got[k].Shape), "%v, want %v", got[k].Shape, want.Shape)
					assert.Equal(t, want.Ints, got[k].Ints)
					if want.Kind == onnxrun.Float {
						assert.InDeltaSlice(t, want.Floats, got[k].Floats, 1e-6)
					}
				}
			}
		})
	}
	assert.Equal(t, onnxrun.Operators(), slices.Sorted(maps.Keys(tried)), "every operator has an example")
}
