package roster

import (
	"math"
	"strconv"

	"ringer/env"
)

// arguments are the values of one agent's options. The readers note faults and
// go on, so that all are reported at once.
type arguments struct {
	kind   string
	first  string // what stands before the options
	values map[string]string
	faults env.Faults
}

// number reads a finite number that is not negative.
func (a *arguments) number(option string) float64 {
	text := a.values[option]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		a.faults.Add(a.kind+"."+option, text, "a number from 0")
	}
	return v
}

// count reads a whole number from 1 to most.
func (a *arguments) count(option string, most int) int {
	text := a.values[option]
	v, err := strconv.Atoi(text)
	if err != nil || v < 1 || v > most {
		a.faults.Add(a.kind+"."+option, text, "a whole number from 1 to %d", most)
	}
	return v
}

// decimal writes a default as number reads it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
