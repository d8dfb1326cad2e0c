package layout

import "fmt"

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
