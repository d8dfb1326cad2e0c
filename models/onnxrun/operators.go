package onnxrun

import "math"

// operator is an operation: how many inputs it takes, and what it does to them. An input
// from least on may be nil: it is left out.
type operator struct {
	least, most int // inputs; most < 0: any number
	one         func(*run, *node, []*Tensor) (*Tensor, error)
	many        func(*run, *node, []*Tensor) ([]*Tensor, error) // of several outputs
}

// operators are those that are understood, by their names in the standard.
var operators = map[string]operator{
	// Layers.
	"Gemm":               {2, 3, gemm, nil},
	"MatMul":             {2, 2, matMul, nil},
	"LayerNormalization": {2, 3, layerNormalization, nil},
	"BatchNormalization": {5, 5, batchNormalization, nil},
	"Softmax":            {1, 1, softmax, nil},
	"LogSoftmax":         {1, 1, logSoftmax, nil},

	// Elements by themselves.
	"Abs":         {1, 1, mapped(math.Abs), nil},
	"Ceil":        {1, 1, mapped(math.Ceil), nil},
	"Cos":         {1, 1, mapped(math.Cos), nil},
	"Erf":         {1, 1, mapped(math.Erf), nil},
	"Exp":         {1, 1, mapped(math.Exp), nil},
	"Floor":       {1, 1, mapped(math.Floor), nil},
	"Log":         {1, 1, mapped(math.Log), nil},
	"Reciprocal":  {1, 1, mapped(func(x float64) float64 { return 1 / x }), nil},
	"Round":       {1, 1, mapped(math.RoundToEven), nil},
	"Sigmoid":     {1, 1, mapped(sigmoid), nil},
	"Sin":         {1, 1, mapped(math.Sin), nil},
	"Softplus":    {1, 1, mapped(softplus), nil},
	"Softsign":    {1, 1, mapped(func(x float64) float64 { return x / (1 + math.Abs(x)) }), nil},
	"Sqrt":        {1, 1, mapped(math.Sqrt), nil},
	"Tanh":        {1, 1, mapped(math.Tanh), nil},
	"HardSwish":   {1, 1, mapped(func(x float64) float64 { return x * min(max(x/6+0.5, 0), 1) }), nil},
	"Mish":        {1, 1, mapped(func(x float64) float64 { return x * math.Tanh(softplus(x)) }), nil},
	"Relu":        {1, 1, relu, nil},
	"Neg":         {1, 1, negated, nil},
	"Elu":         {1, 1, elu, nil},
	"Selu":        {1, 1, selu, nil},
	"LeakyRelu":   {1, 1, leakyRelu, nil},
	"Gelu":        {1, 1, gelu, nil},
	"HardSigmoid": {1, 1, hardSigmoid, nil},
	"Clip":        {1, 3, clip, nil},
	"Not":         {1, 1, not, nil},
	"IsNaN":       {1, 1, tested(math.IsNaN), nil},
	"IsInf":       {1, 1, tested(func(x float64) bool { return math.IsInf(x, 0) }), nil},
	"Cast":        {1, 1, cast, nil},
	"CastLike":    {2, 2, castLike, nil},
	"Identity":    {1, 1, identity, nil},
	"Dropout":     {1, 3, identity, nil},

	// Elements of several tensors.
	"Add":            {2, 2, combined(func(x, y float32) float32 { return x + y }, func(x, y int64) int64 { return x + y }), nil},
	"Sub":            {2, 2, combined(func(x, y float32) float32 { return x - y }, func(x, y int64) int64 { return x - y }), nil},
	"Mul":            {2, 2, combined(func(x, y float32) float32 { return x * y }, func(x, y int64) int64 { return x * y }), nil},
	"Div":            {2, 2, combined(func(x, y float32) float32 { return x / y }, divided), nil},
	"Max":            {1, -1, folded(func(x, y float32) float32 { return max(x, y) }, func(x, y int64) int64 { return max(x, y) }), nil},
	"Min":            {1, -1, folded(func(x, y float32) float32 { return min(x, y) }, func(x, y int64) int64 { return min(x, y) }), nil},
	"Pow":            {2, 2, power, nil},
	"PRelu":          {2, 2, combined(func(x, y float32) float32 { return max(x, 0) + y*min(x, 0) }, nil), nil},
	"Equal":          {2, 2, compared(func(x, y float32) bool { return x == y }, func(x, y int64) bool { return x == y }), nil},
	"Greater":        {2, 2, compared(func(x, y float32) bool { return x > y }, func(x, y int64) bool { return x > y }), nil},
	"GreaterOrEqual": {2, 2, compared(func(x, y float32) bool { return x >= y }, func(x, y int64) bool { return x >= y }), nil},
	"Less":           {2, 2, compared(func(x, y float32) bool { return x < y }, func(x, y int64) bool { return x < y }), nil},
	"LessOrEqual":    {2, 2, compared(func(x, y float32) bool { return x <= y }, func(x, y int64) bool { return x <= y }), nil},
	"And":            {2, 2, logical(func(x, y bool) bool { return x && y }), nil},
	"Or":             {2, 2, logical(func(x, y bool) bool { return x || y }), nil},
	"Xor":            {2, 2, logical(func(x, y bool) bool { return x != y }), nil},
	"Where":          {3, 3, where, nil},

	// Sums and the like along axes.
	"ReduceSum":       {1, 2, reduced(0, func(x, y float64) float64 { return x + y }, nil), nil},
	"ReduceMean":      {1, 2, reduced(0, func(x, y float64) float64 { return x + y }, func(x float64, n int) float64 { return x / float64(n) }), nil},
	"ReduceProd":      {1, 2, reduced(1, func(x, y float64) float64 { return x * y }, nil), nil},
	"ReduceMax":       {1, 2, reduced(math.Inf(-1), func(x, y float64) float64 { return max(x, y) }, nil), nil},
	"ReduceMin":       {1, 2, reduced(math.Inf(1), func(x, y float64) float64 { return min(x, y) }, nil), nil},
	"ReduceSumSquare": {1, 2, reduced(0, func(x, y float64) float64 { return x + y*y }, nil), nil},
	"ReduceL1":        {1, 2, reduced(0, func(x, y float64) float64 { return x + math.Abs(y) }, nil), nil},
	"ReduceL2":        {1, 2, reduced(0, func(x, y float64) float64 { return x + y*y }, func(x float64, _ int) float64 { return math.Sqrt(x) }), nil},

	// Shapes and places.
	"Constant":        {0, 0, constant, nil},
	"ConstantOfShape": {1, 1, constantOfShape, nil},
	"Shape":           {1, 1, shapeOf, nil},
	"Reshape":         {2, 2, reshape, nil},
	"Flatten":         {1, 1, flatten, nil},
	"Squeeze":         {1, 2, squeeze, nil},
	"Unsqueeze":       {2, 2, unsqueeze, nil},
	"Transpose":       {1, 1, transpose, nil},
	"Concat":          {1, -1, concat, nil},
	"Split":           {1, 2, nil, split},
	"Slice":           {3, 5, slice, nil},
	"Gather":          {2, 2, gather, nil},
	"GatherElements":  {2, 2, gatherElements, nil},
	"Expand":          {2, 2, expand, nil},
	"Tile":            {2, 2, tile, nil},
	"Range":           {3, 3, counted, nil},
	"Trilu":           {1, 2, trilu, nil},
}
