package layout

import (
	"fmt"
	"slices"
)

// Seats is the number of seats at a table, with the arithmetic of relative
// seats: an observer counts itself as 0, the next seat to its left as 1, and so
// on, so that the same scene reads alike from every chair.
type Seats int

// Absolute returns the seat that is k places to the left of p.
func (n Seats) Absolute(p, k int) int {
	if k += p; k >= int(n) {
		k -= int(n)
	}
	return k
}

// Relative returns how many places seat is to the left of p: 0 for p itself.
func (n Seats) Relative(p, seat int) int {
	if seat -= p; seat < 0 {
		seat += int(n)
	}
	return seat
}

// Names returns the labels of relative seats: "own", "left 1", "left 2" and so
// on.
func (n Seats) Names() []string {
	names := make([]string, n)
	names[0] = "own"
	for k := 1; k < int(n); k++ {
		names[k] = fmt.Sprintf("left %d", k)
	}
	return names
}

// Fixed returns the labels of seats as the rules number them: "seat 0", "seat 1"
// and so on. It is for games whose seats are not alike.
func (n Seats) Fixed() []string {
	names := make([]string, n)
	for p := range names {
		names[p] = fmt.Sprintf("seat %d", p)
	}
	return names
}

// Flags returns a column that is 0 or 1 for each relative seat.
func (n Seats) Flags() Table { return Flags(n.Names()...) }

// Others returns the labels of all relative seats but the observer's own.
func (n Seats) Others() []string { return n.Names()[1:] }

// Rotate moves everybody by some chairs in a list by seat: the value of seat p
// goes to seat (p+by) mod len(bySeat). It works in place and allocates nothing.
func Rotate[T any](bySeat []T, by int) {
	by %= len(bySeat)
	slices.Reverse(bySeat)
	slices.Reverse(bySeat[:by])
	slices.Reverse(bySeat[by:])
}

// RotateSet moves everybody by some chairs in a set of seats, bit by seat.
func RotateSet[S ~uint8 | ~uint16 | ~uint32 | ~uint64](n Seats, set S, by int) S {
	var moved S
	for p := range int(n) {
		moved |= set >> p & 1 << n.Absolute(p, by)
	}
	return moved
}

// RotateSeat moves a seat by some chairs, and leaves negative numbers, which stand
// for nobody, as they are.
func RotateSeat[I ~int8 | ~int16 | ~int32 | ~int](n Seats, seat I, by int) I {
	if seat < 0 {
		return seat
	}
	return I(n.Absolute(int(seat), by))
}
