package graph

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A panic becomes an error; one of the runtime says where it was.
func TestCatch(t *testing.T) {
	run := func(f func()) (err error) {
		defer catch(&err)
		f()
		return nil
	}
	assert.NoError(t, run(func() {}))
	assert.EqualError(t, run(func() { panic("bad shape") }), "graph: bad shape")
	bad := errors.New("bad shape")
	assert.ErrorIs(t, run(func() { panic(bad) }), bad)
	var nowhere *Inference
	err := run(func() { _ = nowhere.sizes[0] })
	assert.ErrorContains(t, err, "graph: runtime error: invalid memory address or nil pointer dereference; ringer/models/graph.TestCatch.")
	assert.ErrorContains(t, err, "(catch_test.go:")
}
