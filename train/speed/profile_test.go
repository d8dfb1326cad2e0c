package speed

import (
	"bytes"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stack is a sample of a made profile, the innermost function first.
type stack struct {
	label     string
	seconds   float64
	functions []string
}

// made returns a profile of samples, each of 10 ms; the functions of a sample after the first
// two are one location, as inlined ones are.
func made(t *testing.T, stacks ...stack) []byte {
	t.Helper()
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000,
	}
	function := func(name string) *profile.Function {
		f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name}
		p.Function = append(p.Function, f)
		return f
	}
	for _, s := range stacks {
		sample := &profile.Sample{Value: []int64{int64(s.seconds * 100), int64(s.seconds * 1e9)}}
		if s.label != "" {
			sample.Label = map[string][]string{phaseLabel: {s.label}}
		}
		for i, name := range s.functions {
			line := profile.Line{Function: function(name)}
			if i > 1 {
				last := sample.Location[len(sample.Location)-1]
				last.Line = append(last.Line, line)
				continue
			}
			at := &profile.Location{ID: uint64(len(p.Location) + 1), Line: []profile.Line{line}}
			p.Location = append(p.Location, at)
			sample.Location = append(sample.Location, at)
		}
		p.Sample = append(p.Sample, sample)
	}
	require.NoError(t, p.CheckValid())
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return b.Bytes()
}

func TestSamplesAreSorted(t *testing.T) {
	const (
		run     = "ringer/models/graph.(*Inference).Run"
		product = "github.com/gomlx/compute/internal/gobackend/dot/matmul/avx512.kernel"
		step    = "ringer/env/gym.(*Vector).Step"
		ask     = "ringer/train.(*group).ask"
	)
	text := made(t,
		stack{"collecting", 1, []string{"runtime.memmove", "ringer/env/heat.(*State).Apply", step}},
		stack{"collecting", 2, []string{"ringer/env/heat.(*State).Observe", "ringer/env/gym.(*Vector).writeRow", step}},
		stack{"collecting", 3, []string{product, run}},
		stack{"collecting", 4, []string{"tanh", run, "ringer/train.(*group).infer"}},
		stack{"collecting", 5, []string{"ringer/models.dot", run, ask}}, // a bot at the table
		stack{"collecting", 6, []string{"ringer/env/gym.(*Vector).Step", ask}},
		stack{"collecting", 7, []string{product, "github.com/gomlx/compute/internal/gobackend/workerspool.run"}},
		stack{"collecting", 8, []string{"math.Exp", "ringer/train.logSoftmax", "ringer/train.(*group).learn"}},
		stack{"collecting", 9, []string{"ringer/train.(*Batch).add"}},
		stack{"update", 10, []string{"transpose"}},
		stack{"update", 11, []string{product}},
		stack{"", 12, []string{"runtime.gcBgMarkWorker"}},
	)
	s, err := readProfile(text)
	require.NoError(t, err)
	assert.Equal(t, map[Phase]float64{Environment: 1, Observation: 2, Running: 3 + 4 + 7, Opponents: 5 + 6, Sampling: 8, Update: 10 + 11, Other: 9 + 12}, s.phases)
	assert.Equal(t, 78.0, s.seconds)
	assert.Equal(t, 45.0, s.collecting)
	assert.Equal(t, 3.0+7+11, s.products, "those of opponents are theirs")
	assert.Equal(t, 7800, s.samples)
	shares, sum := s.shares(), 0.0
	for _, p := range Phases() {
		sum += shares[p]
	}
	assert.InDelta(t, 1, sum, 1e-12)
	assert.Len(t, shares, len(Phases()))
}

// The packages of products are whole names.
func TestMultiplied(t *testing.T) {
	for function, want := range map[string]bool{
		"github.com/gomlx/compute/internal/gobackend/dot.execDot":           true,
		"github.com/gomlx/compute/internal/gobackend/dot/matmul/avx2.small": true,
		"github.com/gomlx/compute/internal/gobackend/dotted.f":              false,
		"github.com/gomlx/compute/internal/gobackend/ops.transpose":         false,
		"ringer/models.dot":     true,
		"ringer/models.dotGo":   false,
		"ringer/models.softmax": false,
	} {
		assert.Equal(t, want, multiplied(function), function)
	}
}

func TestReadProfileRefuses(t *testing.T) {
	_, err := readProfile([]byte("no profile"))
	require.ErrorContains(t, err, "speed: reading the processor profile")
	heap := &profile.Profile{SampleType: []*profile.ValueType{{Type: "space", Unit: "bytes"}}}
	_, err = sortSamples(heap)
	require.ErrorContains(t, err, "want samples and nanoseconds")
	s, err := readProfile(made(t))
	require.NoError(t, err)
	assert.Zero(t, s.seconds)
	assert.Zero(t, s.shares()[Update], "and no division by nothing")
}
