package botfile

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ringer/internal/input"
)

// Temperatures sets kinds of decisions and seats apart from the rest of a bot's play: the temperature of a
// decision is the one of its kind, or else of its seat, or else of the weights (Training.Temperature).
type Temperatures struct {
	Kinds map[string]float64 `json:"kinds,omitempty"` // by names of env.Spec.Kinds
	Seats []float64          `json:"seats,omitempty"` // from seat 0 on, for all seats or none
}

// Bounds of a temperature, far from the ends of half precision, and of what a manifest may list.
const (
	coldest    = 0.01
	warmest    = 100
	mostListed = 128
)

// validate notes every fault.
func (t *Temperatures) validate(fault func(path string, value any, want string)) {
	check := func(path string, v float64) {
		if !(v >= coldest && v <= warmest) {
			fault(path, v, fmt.Sprintf("a number from %v to %v", coldest, warmest))
		}
	}
	if len(t.Kinds) == 0 && len(t.Seats) == 0 {
		fault("temperatures", "none", "temperatures of kinds or seats, or no such key")
	}
	if len(t.Kinds) > mostListed || len(t.Seats) > mostListed {
		fault("temperatures", fmt.Sprintf("%d kinds and %d seats", len(t.Kinds), len(t.Seats)), fmt.Sprintf("at most %d of each", mostListed))
		return
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Kinds)) {
		if strings.TrimSpace(kind) == "" || input.Mark(kind) >= 0 {
			fault("temperatures.kinds", strconv.Quote(kind), "the name of a kind of decision; "+input.NoMarks)
		}
		check("temperatures.kinds."+kind, t.Kinds[kind])
	}
	for p, v := range t.Seats {
		check(fmt.Sprintf("temperatures.seats[%d]", p), v)
	}
}

// ParseTemperatures reads what the metadata of an ONNX model says under TemperaturesKey and TemperatureKey. It
// reports every fault.
func ParseTemperatures(apart, weights string) (*Temperatures, float64, error) {
	var faults []error
	fault := func(path string, value any, want string) {
		faults = append(faults, fmt.Errorf("%s: %v: want %s", path, value, want))
	}
	var t Temperatures
	if len(apart) > maxManifest {
		fault(TemperaturesKey, fmt.Sprintf("%d bytes", len(apart)), fmt.Sprintf("at most %d", maxManifest))
	} else if err := input.JSON([]byte(apart), &t); err != nil {
		faults = append(faults, fmt.Errorf("%s: %w", TemperaturesKey, err))
	} else {
		t.validate(fault)
	}
	at, ok := input.Number(weights)
	if !ok || !(at >= coldest && at <= warmest) {
		fault(TemperatureKey, strconv.Quote(weights), fmt.Sprintf("a number from %v to %v", coldest, warmest))
	}
	return &t, at, errors.Join(faults...)
}

// Only returns what a game with these kinds of decisions and this number of seats has of the temperatures;
// nil where that is nothing.
func (t *Temperatures) Only(kinds []string, seats int) *Temperatures {
	if t == nil {
		return nil
	}
	out := Temperatures{Kinds: maps.Clone(t.Kinds)}
	maps.DeleteFunc(out.Kinds, func(kind string, _ float64) bool { return !slices.Contains(kinds, kind) })
	if len(t.Seats) == seats {
		out.Seats = slices.Clone(t.Seats)
	}
	if len(out.Kinds) == 0 && len(out.Seats) == 0 {
		return nil
	}
	return &out
}

// Divisors returns what the logits of a network whose weights play at a temperature are divided by in each
// decision, [seats, kinds]. It is nil where nothing is set apart. A kind that is not among kinds, or another number of
// seats, is an error.
func (t *Temperatures) Divisors(kinds []string, seats int, weights float64) ([]float64, error) {
	if t == nil {
		return nil, nil
	}
	for _, kind := range slices.Sorted(maps.Keys(t.Kinds)) {
		if !slices.Contains(kinds, kind) {
			return nil, fmt.Errorf("temperatures.kinds.%s: unknown kind of decision: want one of: %s", kind, strings.Join(kinds, ", "))
		}
	}
	if n := len(t.Seats); n != 0 && n != seats {
		return nil, fmt.Errorf("temperatures.seats: %d: want one for each of %d seats", n, seats)
	}
	out := make([]float64, 0, seats*len(kinds))
	for p := range seats {
		for _, kind := range kinds {
			at, ok := t.Kinds[kind]
			switch {
			case ok:
			case t.Seats != nil:
				at = t.Seats[p]
			default:
				at = weights
			}
			out = append(out, at/weights)
		}
	}
	return out, nil
}

// At returns the temperature of the weights of a network.
func (t *Training) At() float64 {
	if t.Temperature == 0 {
		return 1
	}
	return t.Temperature
}
