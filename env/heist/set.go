package heist

import "math/bits"

// A set holds cards of the Heist deck by their number, 0 to 127. It has two fields
// because the compiler keeps those in registers, and arrays in memory.
type set struct{ low, high uint64 }

// has reports whether a card is in the set; a shift by 64 or more leaves 0.
func (s *set) has(i uint8) bool { return (s.low>>i|s.high>>(i-64))&1 != 0 }
func (s *set) add(i uint8)      { *s = s.or(set{1 << i, 1 << (i - 64)}) }
func (s *set) remove(i uint8)   { *s = s.without(set{1 << i, 1 << (i - 64)}) }

func (s set) empty() bool       { return s.low|s.high == 0 }
func (s set) count() int        { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }
func (s set) and(t set) set     { return set{s.low & t.low, s.high & t.high} }
func (s set) or(t set) set      { return set{s.low | t.low, s.high | t.high} }
func (s set) without(t set) set { return set{s.low &^ t.low, s.high &^ t.high} }

// first returns the smallest card of a set that is not empty.
func (s set) first() uint8 {
	if s.low != 0 {
		return uint8(bits.TrailingZeros64(s.low))
	}
	return 64 + uint8(bits.TrailingZeros64(s.high))
}

// pop removes and returns the smallest card of a set that is not empty.
func (s *set) pop() uint8 {
	if s.low != 0 {
		i := uint8(bits.TrailingZeros64(s.low))
		s.low &= s.low - 1
		return i
	}
	i := uint8(bits.TrailingZeros64(s.high))
	s.high &= s.high - 1
	return 64 + i
}
