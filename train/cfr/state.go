package cfr

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// header is the first line of a saved solver. Numbers follow: regrets, sums and
// what else the algorithm keeps, as little-endian float64.
type header struct {
	Config    Config `json:"config"`
	Game      string `json:"game"`
	SpecHash  string `json:"spec_hash"`
	Iteration int    `json:"iteration"`
	Slots     int    `json:"slots"`
	Extra     int    `json:"extra"`
	Generator []byte `json:"generator,omitempty"`
}

// Save returns everything that the next iterations depend on.
func (s *Solver) Save() ([]byte, error) {
	extra, generator, err := s.method.state()
	if err != nil {
		return nil, fmt.Errorf("cfr: %w", err)
	}
	spec := s.tree.Spec
	head, err := json.Marshal(header{
		Config: s.cfg, Game: spec.String(), SpecHash: spec.Hash, Iteration: s.iteration,
		Slots: len(s.regret), Extra: len(extra), Generator: generator,
	})
	if err != nil {
		return nil, fmt.Errorf("cfr: %w", err)
	}
	data := make([]byte, 0, len(head)+1+8*(2*len(s.regret)+len(extra)))
	data = append(append(data, head...), '\n')
	for _, numbers := range [][]float64{s.regret, s.sum, extra} {
		for _, x := range numbers {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
	}
	return data, nil
}

// StateError says why saved bytes do not fit a solver.
type StateError struct{ Reason string }

func (e *StateError) Error() string { return "not a saved solver of this game: " + e.Reason }

// Restore sets a solver to the state in which another one of the same tree and
// configuration was saved. An error, a *StateError, leaves the solver unusable.
func (s *Solver) Restore(data []byte) error {
	line, rest, found := bytes.Cut(data, []byte{'\n'})
	if !found {
		return &StateError{"its first line has no end"}
	}
	var h header
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return &StateError{err.Error()}
	}
	before, _, err := s.method.state()
	if err != nil {
		return fmt.Errorf("cfr: %w", err)
	}
	slots, kept := len(s.regret), len(before)
	switch {
	case h.SpecHash != s.tree.Spec.Hash:
		return &StateError{fmt.Sprintf("it is of %s, spec %s; here: %s, spec %s", h.Game, h.SpecHash, s.tree.Spec, s.tree.Spec.Hash)}
	case h.Config != s.cfg:
		return &StateError{fmt.Sprintf("it was solved by %+v; here: %+v", h.Config, s.cfg)}
	case h.Slots != slots || h.Extra != kept || h.Iteration < 0:
		return &StateError{fmt.Sprintf("%d and %d numbers after %d iterations: want %d and %d", h.Slots, h.Extra, h.Iteration, slots, kept)}
	case len(rest) != 8*(2*slots+kept):
		return &StateError{fmt.Sprintf("%d bytes of numbers: want %d", len(rest), 8*(2*slots+kept))}
	}
	extra := make([]float64, kept)
	for _, numbers := range [][]float64{s.regret, s.sum, extra} {
		for i := range numbers {
			numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(rest))
			rest = rest[8:]
			if math.IsNaN(numbers[i]) || math.IsInf(numbers[i], 0) {
				return &StateError{"a number that is not finite"}
			}
		}
	}
	if err := s.method.restore(extra, h.Generator); err != nil {
		return &StateError{err.Error()}
	}
	s.iteration = h.Iteration
	return nil
}
