package roster

import (
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/internal/input"
)

// Arguments are the values of one agent's options: those that were given, and the
// defaults of the others. The readers note faults and go on, so that Err reports all
// at once. They panic on an option that the kind does not have.
type Arguments struct {
	kind   string
	first  string // the argument before the options
	values map[string]string
	faults env.Faults
}

// First returns the argument before the options, of a kind that has one.
func (a *Arguments) First() string { return a.first }

// Text returns the value of an option as it is written.
func (a *Arguments) Text(option string) string {
	text, ok := a.values[option]
	if !ok {
		panic("roster: " + a.kind + " has no option " + option)
	}
	return text
}

// Err returns the faults of all values that were read, as env.Faults.
func (a *Arguments) Err() error { return a.faults.Err() }

// Number reads a finite number that is not negative.
func (a *Arguments) Number(option string) float64 {
	text := a.Text(option)
	v, ok := input.Number(text)
	if !ok || v < 0 {
		a.faults.Add(a.kind+"."+option, text, "a number from 0")
	}
	return v
}

// Seconds reads a time above 0.
func (a *Arguments) Seconds(option string) float64 {
	text := a.Text(option)
	v, ok := input.Number(text)
	if !ok || v <= 0 || v > mostSeconds {
		a.faults.Add(a.kind+"."+option, text, "a number of seconds above 0, up to %d", mostSeconds)
	}
	return v
}

// Count reads a whole number from 1 to most.
func (a *Arguments) Count(option string, most int) int { return a.Whole(option, 1, most) }

// Whole reads a whole number from least to most.
func (a *Arguments) Whole(option string, least, most int) int {
	text := a.Text(option)
	v, ok := input.Whole(text)
	if !ok || v < int64(least) || v > int64(most) {
		a.faults.Add(a.kind+"."+option, text, "a whole number from %d to %d", least, most)
	}
	return int(v)
}

// Choice reads one of the words.
func (a *Arguments) Choice(option string, words ...string) string {
	text := a.Text(option)
	if !slices.Contains(words, text) {
		a.faults.Add(a.kind+"."+option, text, "%s", strings.Join(words, " or "))
	}
	return text
}

// needs notes a fault for each of the options that was set although it means
// nothing without another.
func (a *Arguments) needs(other string, defaults []Option, options ...string) {
	for _, o := range defaults {
		if slices.Contains(options, o.Name) && a.values[o.Name] != o.Default {
			a.faults.Add(a.kind+"."+o.Name, a.values[o.Name], "%s as well: it means nothing without", other)
		}
	}
}

// decimal writes a default as number reads it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
