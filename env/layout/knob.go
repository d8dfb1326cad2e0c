package layout

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
)

// Knob is one parameter of a configuration C: its name, its default, its bounds
// and its doc.
type Knob[C any] struct {
	name, doc string
	files     string
	choices   []string
	reset     func(*C)
	show      func(*C) string
	check     func(*C, *env.Faults)
}

// Knobs is the table of a configuration's parameters, in the order in which
// they are shown.
type Knobs[C any] []Knob[C]

// Int returns the knob of a whole number from low to high.
func Int[C any](name string, at func(*C) *int, usual, low, high int, doc string) Knob[C] {
	return Knob[C]{
		name: name, doc: fmt.Sprintf("%s, %d to %d", doc, low, high),
		reset: func(c *C) { *at(c) = usual },
		show:  func(c *C) string { return strconv.Itoa(*at(c)) },
		check: func(c *C, f *env.Faults) {
			if x := *at(c); x < low || x > high {
				f.Add(name, x, "a number from %d to %d", low, high)
			}
		},
	}
}

// Count returns the knob of a whole number whose values are few enough to be
// listed, as seats are.
func Count[C any](name string, at func(*C) *int, usual, low, high int, doc string) Knob[C] {
	k := Int(name, at, usual, low, high, doc)
	k.doc = doc
	for n := low; n <= high; n++ {
		k.choices = append(k.choices, strconv.Itoa(n))
	}
	return k
}

// Switch returns the knob of a rule that is on or off.
func Switch[C any](name string, at func(*C) *bool, usual bool, doc string) Knob[C] {
	return Knob[C]{
		name: name, doc: doc, choices: []string{"false", "true"},
		reset: func(c *C) { *at(c) = usual },
		show:  func(c *C) string { return strconv.FormatBool(*at(c)) },
		check: func(*C, *env.Faults) {},
	}
}

// Choice returns the knob of a word that is one of the choices.
func Choice[C any, W ~string](name string, at func(*C) *W, usual W, doc string, choices ...W) Knob[C] {
	words := make([]string, len(choices))
	for i, word := range choices {
		words[i] = string(word)
	}
	return Knob[C]{
		name: name, doc: doc, choices: words,
		reset: func(c *C) { *at(c) = usual },
		show:  func(c *C) string { return string(*at(c)) },
		check: func(c *C, f *env.Faults) {
			if x := *at(c); !slices.Contains(choices, x) {
				f.Add(name, x, "%s", oneOf(words))
			}
		},
	}
}

// Ints returns the knob of a list of whole numbers from low to high.
func Ints[C any](name string, at func(*C) *[]int, usual []int, low, high int, doc string) Knob[C] {
	return Knob[C]{
		name: name, doc: doc,
		reset: func(c *C) { *at(c) = slices.Clone(usual) },
		show:  func(c *C) string { return list(*at(c)) },
		check: func(c *C, f *env.Faults) {
			for i, x := range *at(c) {
				if x < low || x > high {
					f.Add(fmt.Sprintf("%s[%d]", name, i), x, "a number from %d to %d", low, high)
				}
			}
		},
	}
}

// Custom returns a knob of another type. show puts the value as it stands in a
// game string, check adds what is wrong with it.
func Custom[C any](name, doc string, choices []string, reset func(*C), show func(*C) string, check func(*C, *env.Faults)) Knob[C] {
	return Knob[C]{name: name, doc: doc, choices: choices, reset: reset, show: show, check: check}
}

// Unlisted returns the knob without its list of choices, which then stand in its
// documentation: for rules that cannot be turned on their own, and which nobody
// should try one by one.
func (k Knob[C]) Unlisted() Knob[C] {
	k.doc += " (" + oneOf(k.choices) + ")"
	k.choices = nil
	return k
}

// Files returns the knob of a value that names files of a folder of configs/games, or paths.
func (k Knob[C]) Files(folder string) Knob[C] {
	k.files = folder
	return k
}

// Reset sets every parameter of the table to its default.
func (k Knobs[C]) Reset(c *C) {
	for i := range k {
		k[i].reset(c)
	}
}

// Validate adds a fault for every parameter out of its bounds.
func (k Knobs[C]) Validate(c *C, f *env.Faults) {
	for i := range k {
		k[i].check(c, f)
	}
}

// Parameters returns the parameters of a configuration, for the spec.
func (k Knobs[C]) Parameters(c *C) []env.Parameter {
	var usual C
	k.Reset(&usual)
	all := make([]env.Parameter, len(k))
	for i := range k {
		all[i] = env.Parameter{Name: k[i].name, Value: k[i].show(c), Default: k[i].show(&usual), Choices: k[i].choices, Doc: k[i].doc, Files: k[i].files}
	}
	return all
}

func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func list(xs []int) string {
	words := make([]string, len(xs))
	for i, x := range xs {
		words[i] = strconv.Itoa(x)
	}
	return "[" + strings.Join(words, ",") + "]"
}
