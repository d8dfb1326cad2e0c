package heist

import "math/bits"

// A set holds cards of the Heist deck by their number, 0 to 127.
type set [2]uint64

func (s *set) has(i uint8) bool { return s[i>>6&1]>>(i&63)&1 != 0 }
func (s *set) add(i uint8)      { s[i>>6&1] |= 1 << (i & 63) }
func (s *set) remove(i uint8)   { s[i>>6&1] &^= 1 << (i & 63) }

func (s set) empty() bool       { return s[0]|s[1] == 0 }
func (s set) count() int        { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }
func (s set) and(t set) set     { return set{s[0] & t[0], s[1] & t[1]} }
func (s set) or(t set) set      { return set{s[0] | t[0], s[1] | t[1]} }
func (s set) without(t set) set { return set{s[0] &^ t[0], s[1] &^ t[1]} }

// first returns the smallest card of a set that is not empty.
func (s set) first() uint8 {
	if s[0] != 0 {
		return uint8(bits.TrailingZeros64(s[0]))
	}
	return 64 + uint8(bits.TrailingZeros64(s[1]))
}

// pop removes and returns the smallest card of a set that is not empty.
func (s *set) pop() uint8 {
	if s[0] != 0 {
		i := uint8(bits.TrailingZeros64(s[0]))
		s[0] &= s[0] - 1
		return i
	}
	i := uint8(bits.TrailingZeros64(s[1]))
	s[1] &= s[1] - 1
	return 64 + i
}
