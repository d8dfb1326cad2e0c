package speed

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// Phase names what processor time is spent on.
type Phase string

// Phases in the order of an iteration.
const (
	Environment Phase = "environment" // the rules: actions, chance, legal actions
	Observation Phase = "observation" // writing what seats may know, and masks
	Opponents   Phase = "opponents"   // agents at the tables, and openings
	Running     Phase = "inference"   // networks at the tables
	Sampling    Phase = "sampling"    // probabilities, draws and the rows of the batch
	Update      Phase = "update"      // learning
	Other       Phase = "other"       // the rest: joining batches, memory, the scheduler
)

// Phases lists them all.
func Phases() []Phase {
	return []Phase{Environment, Observation, Opponents, Running, Sampling, Update, Other}
}

const (
	phaseLabel       = "phase"
	collecting Phase = "collecting" // what its functions tell apart
)

// within lists functions whose samples, and the samples of all that they call, belong to a
// phase of collecting. The first line that is found anywhere in a sample's stack holds.
var within = []struct {
	function string
	phase    Phase
}{
	{"ringer/train.(*group).ask", Opponents},
	{"ringer/train.(*group).decideAgent", Opponents},
	{"ringer/env/gym.(*Vector).writeRow", Observation},
	{"ringer/train.(*group).gatherObservations", Observation},
	{"ringer/env/gym.(*Vector).Step", Environment},
	{"ringer/env/gym.(*Vector).Reset", Environment},
	{"ringer/models/graph.(*Inference).Run", Running},
	{"ringer/train.(*group).learn", Sampling},
	{"ringer/train.logSoftmax", Sampling},
	{"ringer/train.sampleLog", Sampling},
}

// multiplies lists the functions, or packages, of matrix products: of the Go backend, and
// of the passes in plain Go.
var multiplies = []string{
	"github.com/gomlx/compute/internal/gobackend/dot",
	"github.com/gomlx/compute/internal/gobackend/fusedops/dense",
	"ringer/models.accumulate",
	"ringer/models.multiply",
	"ringer/models.dot",
}

// spent is the processor time of a profile, in seconds.
type spent struct {
	phases  map[Phase]float64
	seconds float64
	samples int

	collecting float64 // what is labelled so
	products   float64 // of matrices, without the products of opponents
}

// readProfile sorts the samples of a processor profile.
func readProfile(text []byte) (*spent, error) {
	p, err := profile.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("speed: reading the processor profile: %w", err)
	}
	return sortSamples(p)
}

func sortSamples(p *profile.Profile) (*spent, error) {
	if len(p.SampleType) != 2 || p.SampleType[1].Unit != "nanoseconds" {
		return nil, fmt.Errorf("speed: a profile of %v: want samples and nanoseconds", p.SampleType)
	}
	s := &spent{phases: map[Phase]float64{}}
	for _, sample := range p.Sample {
		seconds := float64(sample.Value[1]) / 1e9
		s.samples += int(sample.Value[0])
		s.seconds += seconds
		phase := phaseOf(sample)
		s.phases[phase] += seconds
		if slices.Contains(sample.Label[phaseLabel], string(collecting)) {
			s.collecting += seconds
		}
		if phase != Opponents && called(sample, multiplied) {
			s.products += seconds
		}
	}
	return s, nil
}

// phaseOf returns the phase of a sample.
func phaseOf(sample *profile.Sample) Phase {
	switch labels := sample.Label[phaseLabel]; {
	case len(labels) != 1:
		return Other
	case labels[0] == string(Update):
		return Update
	}
	for _, w := range within {
		if called(sample, func(function string) bool { return function == w.function }) {
			return w.phase
		}
	}
	if called(sample, multiplied) { // a product that the backend spreads over goroutines of its own
		return Running
	}
	return Other
}

func multiplied(function string) bool {
	for _, m := range multiplies {
		if rest, ok := strings.CutPrefix(function, m); ok && (rest == "" || rest[0] == '/' || rest[0] == '.') {
			return true
		}
	}
	return false
}

// called reports whether a function is in the stack of a sample, inlined ones included.
func called(sample *profile.Sample, is func(function string) bool) bool {
	for _, at := range sample.Location {
		for _, line := range at.Line {
			if line.Function != nil && is(line.Function.Name) {
				return true
			}
		}
	}
	return false
}

// shares returns the share of each phase, 0 for those without a sample.
func (s *spent) shares() map[Phase]float64 {
	out := map[Phase]float64{}
	for _, p := range Phases() {
		out[p] = 0
		if s.seconds > 0 {
			out[p] = s.phases[p] / s.seconds
		}
	}
	return out
}
