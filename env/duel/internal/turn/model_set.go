package turn

import "math/bits"

// A ModelSet is a set of models, as bits.
type ModelSet uint64

// Bit returns the set of one model.
func Bit(m int8) ModelSet { return 1 << uint(m) }

// Has reports whether a model is in the set.
func (x ModelSet) Has(m int8) bool { return x>>uint(m)&1 != 0 }

// First returns the model with the lowest number; 64 of an empty set.
func (x ModelSet) First() int8 { return int8(bits.TrailingZeros64(uint64(x))) }

// From returns the first model of the set that comes at or after m, and past the last one
// goes on with those before m; 64 of an empty set.
func (x ModelSet) From(m int8) int8 {
	if later := x &^ (Bit(m) - 1); later != 0 {
		return later.First()
	}
	return x.First()
}

// Count returns the number of models in the set.
func (x ModelSet) Count() int { return bits.OnesCount64(uint64(x)) }
