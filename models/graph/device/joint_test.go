package device

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// double is a network whose logits are the observation twice, and whose value is its sum.
func double(obs []float32, n int, logits, values []float32) error {
	for i := range n {
		values[i] = obs[2*i] + obs[2*i+1]
		for k := range 2 {
			logits[2*i+k] = 2 * obs[2*i+k]
		}
	}
	return nil
}

func requestOf(first float32, n int) *Request {
	r := &Request{N: n, Logits: make([]float32, 2*n), Values: make([]float32, n)}
	for i := range 2 * n {
		r.Obs = append(r.Obs, first+float32(i))
	}
	return r
}

// What comes while a batch is run goes together into the next ones, in order and up to the
// largest size, and everybody gets the results of their own rows.
func TestWhatComesMeanwhileGoesTogether(t *testing.T) {
	var j Joint
	var sizes []int
	begun, go_ := make(chan struct{}), make(chan struct{})
	device := func(obs []float32, n int, logits, values []float32) error {
		sizes = append(sizes, n)
		if len(sizes) == 1 {
			close(begun)
			<-go_
		}
		return double(obs, n, logits, values)
	}
	var wait sync.WaitGroup
	rows := []int{3, 2, 5, 4, 1}
	requests := make([]*Request, len(rows))
	for i, n := range rows {
		requests[i] = requestOf(float32(10*i), n)
		wait.Go(func() { assert.NoError(t, j.Run(requests[i], 2, 2, 8, device)) })
		if i == 0 {
			<-begun
			continue
		}
		for waiting := 0; waiting < i; {
			j.mu.Lock()
			waiting = len(j.waiting)
			j.mu.Unlock()
		}
	}
	close(go_)
	wait.Wait()
	assert.Equal(t, []int{3, 8, 4}, sizes, "2, 5 and then 1 row fit into 8, and 4 do not")
	for i, r := range requests {
		want := requestOf(float32(10*i), r.N)
		require.NoError(t, double(want.Obs, want.N, want.Logits, want.Values))
		assert.Equal(t, want.Logits, r.Logits, i)
		assert.Equal(t, want.Values, r.Values, i)
	}
	assert.False(t, j.busy)
	assert.Empty(t, j.waiting)
}

// A call that fails is everybody's, whose rows were in it, and the next one goes on.
func TestAJointCallFailsForAll(t *testing.T) {
	var j Joint
	broken := errors.New("broken")
	two := []*Request{requestOf(1, 1), requestOf(2, 1)}
	j.waiting = slices.Clone(two)
	assert.Equal(t, two, j.take(two[0], 8))
	require.ErrorIs(t, j.runAll(two, 2, 2, func([]float32, int, []float32, []float32) error { return broken }), broken)
	require.NoError(t, j.Run(requestOf(3, 2), 2, 2, 8, double))
}

// Many at once, for the race detector too.
func TestManyJoin(t *testing.T) {
	var j Joint
	var wait sync.WaitGroup
	for g := range 16 {
		wait.Go(func() {
			for k := range 200 {
				r := requestOf(float32(g*1000+k), 1+(g+k)%5)
				if g%3 == 0 {
					r.Values = nil
				}
				device := func(obs []float32, n int, logits, values []float32) error {
					if values == nil {
						values = make([]float32, n)
					}
					return double(obs, n, logits, values)
				}
				if err := j.Run(r, 2, 2, 12, device); err != nil || r.Logits[1] != 2*r.Obs[1] || r.Values != nil && r.Values[r.N-1] != r.Obs[2*r.N-2]+r.Obs[2*r.N-1] {
					t.Errorf("group %d: %v of %v, %v", g, r.Logits, r.Obs, err)
					return
				}
			}
		})
	}
	wait.Wait()
}
