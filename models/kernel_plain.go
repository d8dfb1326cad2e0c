//go:build !(goexperiment.simd && (amd64 || wasm))

package models

// inOrder reports whether accumulate adds one element after the other, so that a sum has the same
// bits in pieces, and with zeros. It adds four at once.
const inOrder = false

// SIMD reports whether Forward uses vector instructions in this build on this
// machine.
func SIMD() bool { return false }

func accumulate(out, weight []float32, index []int32, value []float32) {
	accumulateGo(out, weight, index, value)
}

func dot(a, b []float32) float32 { return dotGo(a, b) }

func relu(x []float32) { reluGo(x) }

func tanh(x []float32) { tanhGo(x) }

func compress(x []float32, index []int32, value []float32) (n int) {
	return compressGo(x, index, value)
}

func adam(s *AdamStep, weights, first, second, gradient []float32) {
	adamGo(s, weights, first, second, gradient)
}

func addTo(sum, x []float32) { addToGo(sum, x) }

func cut(y, d []float32) { cutGo(y, d) }

func bend(y, d []float32) { bendGo(y, d) }

func poolRows(pooled, x []float32, rows []int32, width int) { poolGo(pooled, x, rows, width, 0) }

func unpoolRows(d, gradient, pooled, x []float32, rows []int32, width int, share []float32) {
	unpoolGo(d, gradient, pooled, x, rows, width, 0, share)
}

func multiplyFrom(start, out, a, b []float32, width, inner, rowStride, stride int) {
	spread(start, out)
	multiplyGo(out, a, b, width, inner, rowStride, stride)
}
