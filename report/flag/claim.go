package flag

import (
	"cmp"
	"math"
	"slices"
)

// An Answer says what an interval leaves of a question whether a figure lies in a range.
type Answer string

// The answers.
const (
	Inside  Answer = "inside"  // the whole interval lies in the range
	Outside Answer = "outside" // the whole interval lies beyond one end of it
	Open    Answer = "open"    // the interval reaches over an end of the range: more games decide
)

// A Claim is one figure that a study judges, with the range in which it is as it should be.
// A figure of which nothing is known has an interval without ends.
type Claim struct {
	Subject string // in the game's words
	Value   float64
	Low     float64 // interval
	High    float64
	Least   float64 // of the range; -Inf: no end
	Most    float64
	Flagged bool // by a test of the study that is stricter than the interval
}

// Unknown returns the claim of a thing of which no figure is known.
func Unknown(subject string) Claim {
	return Claim{Subject: subject, Low: math.Inf(-1), High: math.Inf(1), Least: math.Inf(-1), Most: math.Inf(1)}
}

// Known reports whether there is a figure.
func (c *Claim) Known() bool { return !math.IsInf(c.Low, -1) && !math.IsInf(c.High, 1) }

// Answer compares the interval with the range.
func (c *Claim) Answer() Answer {
	switch {
	case c.Flagged || c.High < c.Least || c.Low > c.Most:
		return Outside
	case c.Low >= c.Least && c.High <= c.Most && c.Known():
		return Inside
	}
	return Open
}

// half returns half the length of the interval.
func (c *Claim) half() float64 { return (c.High - c.Low) / 2 }

// Times returns by how much the observations must be multiplied to decide, were the figure as
// it is: 1 where it is decided, +Inf where it lies on an end of the range or is not known.
func (c *Claim) Times() float64 {
	if c.Answer() != Open {
		return 1
	}
	far := min(math.Abs(c.Value-c.Least), math.Abs(c.Value-c.Most))
	if !c.Known() || far < 1e-9 {
		return math.Inf(1)
	}
	return math.Pow(c.half()/far, 2)
}

// Claims are all figures that answer one question of a study.
type Claims []Claim

// Answer returns Outside where one claim is, Inside where all are, and else Open: so also
// where there is none, as nothing was studied.
func (list Claims) Answer() Answer {
	all := Inside
	for i := range list {
		switch list[i].Answer() {
		case Outside:
			return Outside
		case Open:
			all = Open
		}
	}
	if len(list) == 0 {
		return Open
	}
	return all
}

// Unknown returns the number of claims without a figure.
func (list Claims) Unknown() (n int) {
	for i := range list {
		if !list[i].Known() {
			n++
		}
	}
	return n
}

// Sees returns the size of an effect, measured from the middle of the range, from which on the
// figure that is known least lies beyond the range with its whole interval. Figures that are
// not known, and ranges with one end, are left out.
func (list Claims) Sees() (effect float64) {
	for i := range list {
		if c := &list[i]; c.Known() && !math.IsInf(c.Most-c.Least, 0) {
			effect = max(effect, (c.Most-c.Least)/2+c.half())
		}
	}
	return effect
}

// Would returns by how much observations must be multiplied until no interval is wider than its
// range: an effect as large as the width of the range is seen then. It is 1 where they are so now.
func (list Claims) Would() float64 {
	times := 1.
	for i := range list {
		if c := &list[i]; c.Known() && c.Most > c.Least {
			times = max(times, math.Pow((c.High-c.Low)/(c.Most-c.Least), 2))
		}
	}
	return times
}

// Top returns the n known claims that are furthest from the middle of their range, in lengths of
// their interval.
func (list Claims) Top(n int) Claims {
	known := slices.DeleteFunc(slices.Clone(list), func(c Claim) bool { return !c.Known() })
	size := func(c *Claim) float64 {
		middle := 0.
		if !math.IsInf(c.Least, 0) && !math.IsInf(c.Most, 0) {
			middle = (c.Least + c.Most) / 2
		}
		return math.Abs(c.Value-middle) / max(c.half(), 1e-9)
	}
	slices.SortStableFunc(known, func(a, b Claim) int { return cmp.Compare(size(&b), size(&a)) })
	return known[:min(n, len(known))]
}
