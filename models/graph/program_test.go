package graph

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph/device"
)

// Goroutines that run a fresh graph at once: the first run is over before another begins,
// one that fails is none, and the runs after it are at the same time.
func TestTheFirstRunIsAlone(t *testing.T) {
	const holders = 4
	var entered, inside atomic.Int32
	alone := func() { // whoever could come in has many chances to
		assert.EqualValues(t, 1, inside.Add(1))
		for range 10_000 {
			runtime.Gosched()
		}
		assert.EqualValues(t, 1, inside.Load(), "another run has begun")
		inside.Add(-1)
	}
	together := make(chan struct{})
	var met sync.WaitGroup
	met.Add(holders - 2)
	p := &program{runs: func([]compute.Buffer, []bool) []*tensors.Tensor {
		switch entered.Add(1) {
		case 1:
			alone()
			panic("the first run fails")
		case 2:
			alone()
		default: // each waits for the others
			met.Done()
			<-together
		}
		return nil
	}}
	var failed atomic.Int32
	var wait sync.WaitGroup
	for range holders {
		wait.Go(func() {
			defer func() {
				if recover() != nil {
					failed.Add(1)
				}
			}()
			p.run(nil, nil)
		})
	}
	met.Wait()
	close(together)
	wait.Wait()
	assert.EqualValues(t, 1, failed.Load())
	assert.EqualValues(t, holders, entered.Load())
}

// No file but the one of programs compiles a graph or runs one, so that every graph has a
// first run alone.
func TestOnlyProgramsRunGraphs(t *testing.T) {
	calls := regexp.MustCompile(`\.(Compile|MustCompile|RunWithBuffers|RunWithMap|MustCall|MustExec)\(|NewExec\b`)
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	found := 0
	for _, f := range files {
		name := f.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		n := len(calls.FindAll(text, -1))
		if name == "program.go" {
			found = n
			continue
		}
		assert.Zero(t, n, "%s: a graph that is run beside compile and program.run", name)
	}
	assert.Equal(t, 2, found, "program.go compiles in one place and runs in one")
}

// A simulated device counts calls, operations and copies, and gives zeros back; weights go to
// it when they are loaded, and stay.
func TestASimulatedDeviceCounts(t *testing.T) {
	inner, err := Backend()
	require.NoError(t, err)
	s, err := device.New("call=0s,operations=1e12,bytes=1e12", inner)
	require.NoError(t, err)
	net := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{4}}}, Actions: 3, Hidden: []int{8}, Activation: models.Tanh}
	f := newInference(s, net, 4, 8)
	require.NoError(t, f.allocate())
	w := models.Init(net, 1)
	require.NoError(t, f.Load(w))
	logits, values := []float32{1, 2, 3, 4, 5, 6}, []float32{1, 2}
	require.NoError(t, f.Run(make([]float32, 8), 2, logits, values))
	assert.Equal(t, make([]float32, 6), logits)
	assert.Equal(t, make([]float32, 2), values)
	first := s.Used()
	assert.Equal(t, 1, first.Calls)
	assert.Equal(t, 4*(len(w.Flat)+4*4), first.To, "the weights, and four rows of four numbers")
	assert.Equal(t, 4*4*(3+1), first.From, "four rows of logits and values")
	row, err := ForwardProducts(net, 64)
	require.NoError(t, err)
	assert.InDelta(t, row/64*4/1e12, first.Computing.Seconds(), 2e-9)
	assert.Equal(t, first.Computing, first.Busy)

	require.NoError(t, f.Run(make([]float32, 8), 2, logits, values))
	second := s.Used()
	second.Sub(first)
	assert.Equal(t, device.Use{Calls: 1, Busy: first.Busy, Computing: first.Computing, To: 4 * 4 * 4, From: first.From}, second, "the weights stay on the device")
}
