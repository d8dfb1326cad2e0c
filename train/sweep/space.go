package sweep

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/internal/input"
)

// Range holds the values that one setting may take. A point of a range is a number in
// [0, 1]; the range turns it into a value.
type Range struct {
	Key     string   // of the configuration, such as ppo.entropy
	Low     float64  // of a number
	High    float64  // of a number, included
	Log     bool     // a number's logarithm is spread evenly, rather than the number
	Integer bool     // a number is rounded
	Choices []string // values that are no numbers, or of which no others will do; else nil
}

// Ways to write a range, for messages.
const rangeForms = "LOW..HIGH, LOW..HIGH log, LOW..HIGH int, LOW..HIGH int log, or VALUE | VALUE"

// IsRange reports whether text leaves a choice of values.
func IsRange(text string) bool { return strings.Contains(text, "..") || strings.Contains(text, "|") }

// ParseRange reads the values of a setting: "0.01..0.3 log", "1..8 int" or
// "[64, 64] | [128, 128]".
func ParseRange(key, text string) (Range, error) {
	r := Range{Key: key}
	fault := func(value, want string) (Range, error) {
		return Range{}, &env.Fault{Path: key, Value: value, Want: want}
	}
	if strings.Contains(text, "|") {
		for choice := range strings.SplitSeq(text, "|") {
			if choice = strings.TrimSpace(choice); choice == "" {
				return fault(strconv.Quote(text), "a value on both sides of every |")
			}
			r.Choices = append(r.Choices, choice)
		}
		return r, nil
	}
	low, rest, ok := strings.Cut(text, "..")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return fault(strconv.Quote(text), rangeForms)
	}
	if r.Low, ok = input.Number(strings.TrimSpace(low)); !ok {
		return fault(strconv.Quote(strings.TrimSpace(low)), "a number before ..")
	}
	if r.High, ok = input.Number(words[0]); !ok {
		return fault(strconv.Quote(words[0]), "a number after ..")
	}
	for _, word := range words[1:] {
		switch word {
		case "log":
			r.Log = true
		case "int":
			r.Integer = true
		default:
			return fault(strconv.Quote(word), "log or int after the numbers")
		}
	}
	switch {
	case !(r.Low < r.High) || math.IsInf(r.High-r.Low, 0):
		return fault(fmt.Sprintf("%g..%g", r.Low, r.High), "the smaller number first")
	case r.Log && r.Low <= 0:
		return fault(fmt.Sprintf("%g", r.Low), "a number above 0, because of log")
	case r.Integer && (r.Low != math.Trunc(r.Low) || r.High != math.Trunc(r.High)):
		return fault(fmt.Sprintf("%g..%g", r.Low, r.High), "whole numbers, because of int")
	}
	return r, nil
}

// Value returns the value at a point of [0, 1], as --set takes it.
func (r *Range) Value(x float64) string {
	x = min(max(x, 0), 1)
	if r.Choices != nil {
		return r.Choices[r.choice(x)]
	}
	low, high := r.Low, r.High
	if r.Integer {
		// Every whole number gets an equal part, those at the ends included.
		low, high = low-.5, high+.5
		if r.Log {
			low = max(low, r.Low/2)
		}
	}
	v := low + x*(high-low)
	if r.Log {
		v = math.Exp(math.Log(low) + x*(math.Log(high)-math.Log(low)))
	}
	if r.Integer {
		return strconv.FormatFloat(min(max(math.Round(v), r.Low), r.High), 'f', 0, 64)
	}
	// Three digits are as much as a trial can tell.
	return strconv.FormatFloat(min(max(v, r.Low), r.High), 'g', 3, 64)
}

// choice returns the index of the choice at a point.
func (r *Range) choice(x float64) int { return min(int(x*float64(len(r.Choices))), len(r.Choices)-1) }

// Ends returns the extreme values of a number, or all choices: a configuration that
// takes them takes what lies between, as far as one setting alone decides.
func (r *Range) Ends() []string {
	if r.Choices != nil {
		return r.Choices
	}
	return []string{r.Value(0), r.Value(1)}
}

// Space holds one range a setting, in the order in which they were parsed.
type Space []Range

// Assignments returns the values at a point, one number a range, as key=value.
func (s Space) Assignments(point []float64) []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = s[i].Key + "=" + s[i].Value(point[i])
	}
	return out
}
