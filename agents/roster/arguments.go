package roster

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
)

// arguments are the values of one agent's options. The readers note faults and
// go on, so that all are reported at once.
type arguments struct {
	kind   string
	first  string // the argument before the options
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

// seconds reads a time above 0.
func (a *arguments) seconds(option string) float64 {
	text := a.values[option]
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v <= mostSeconds) {
		a.faults.Add(a.kind+"."+option, text, "a number of seconds above 0, up to %d", mostSeconds)
	}
	return v
}

// count reads a whole number from 1 to most.
func (a *arguments) count(option string, most int) int { return a.whole(option, 1, most) }

// whole reads a whole number from least to most.
func (a *arguments) whole(option string, least, most int) int {
	text := a.values[option]
	v, err := strconv.Atoi(text)
	if err != nil || v < least || v > most {
		a.faults.Add(a.kind+"."+option, text, "a whole number from %d to %d", least, most)
	}
	return v
}

// choice reads one of the words.
func (a *arguments) choice(option string, words ...string) string {
	text := a.values[option]
	if !slices.Contains(words, text) {
		a.faults.Add(a.kind+"."+option, text, "%s", strings.Join(words, " or "))
	}
	return text
}

// needs notes a fault for each of the options that was set although it means
// nothing without another.
func (a *arguments) needs(other string, defaults []Option, options ...string) {
	for _, o := range defaults {
		if slices.Contains(options, o.Name) && a.values[o.Name] != o.Default {
			a.faults.Add(a.kind+"."+o.Name, a.values[o.Name], "%s as well: it means nothing without", other)
		}
	}
}

// decimal writes a default as number reads it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
