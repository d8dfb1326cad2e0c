package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two seats interleaved in one episode: rows 0, 2, 3 are seat A, rows 1, 4
// seat B. Worked by hand.
func TestTargetsFollowEachSeatsOwnChain(t *testing.T) {
	value := []float32{0.1, -0.2, 0.3, 0.5, 0}
	ret := []float32{1, -1, 1, 1, -1}
	next := []int32{2, 4, 3, -1, -1}
	advantage := make([]float32, 5)
	target := make([]float32, 5)

	Targets(value, ret, next, 1, 0.5, advantage, target)
	// A: a3 = 1-0.5 = 0.5; a2 = 0.5-0.3+0.5*0.5 = 0.45; a0 = 0.3-0.1+0.5*0.45 = 0.425
	// B: a4 = -1-0 = -1; a1 = 0-(-0.2)+0.5*(-1) = -0.3
	assert.InDeltaSlice(t, []float32{0.425, -0.3, 0.45, 0.5, -1}, advantage, 1e-6)
	assert.InDeltaSlice(t, []float32{0.525, -0.5, 0.75, 1, -1}, target, 1e-6)

	// With lambda 1 and gamma 1 the target is the return itself.
	Targets(value, ret, next, 1, 1, advantage, target)
	assert.InDeltaSlice(t, ret, target, 1e-6)

	// With lambda 0 it is one step ahead.
	Targets(value, ret, next, 1, 0, advantage, target)
	assert.InDeltaSlice(t, []float32{0.3, 0, 0.5, 1, -1}, target, 1e-6)

	// Discounting: a0 = 0.9*0.3-0.1 + 0.9*0.5*a2, a2 = 0.9*0.5-0.3 + 0.9*0.5*0.5
	Targets(value, ret, next, 0.9, 0.5, advantage, target)
	assert.InDelta(t, 0.375, advantage[2], 1e-6)
	assert.InDelta(t, 0.17+0.45*0.375, advantage[0], 1e-6)
}

// Rows of a kind with lambda 1 get the return itself as target, although the rows that
// follow in their chain bootstrap.
func TestTargetsByKind(t *testing.T) {
	value := []float32{0.1, -0.2, 0.3, 0.5, 0}
	ret := []float32{1, -1, 1, 1, -1}
	next := []int32{2, 4, 3, -1, -1}
	kind := []int8{1, 0, 0, 0, 2}
	advantage, target := make([]float32, 5), make([]float32, 5)
	ByKind(kind, []float64{0.5, 1, 0.5}, advantage, target, func(lambda float64, a, t []float32) {
		Targets(value, ret, next, 1, lambda, a, t)
	})
	assert.InDeltaSlice(t, []float32{0.9, -0.3, 0.45, 0.5, -1}, advantage, 1e-6)
	assert.InDeltaSlice(t, []float32{1, -0.5, 0.75, 1, -1}, target, 1e-6)
}
