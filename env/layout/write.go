package layout

// Counts writes how many there are of each identity into dst. The slices have
// one length.
func Counts[N ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16](dst []float32, counts []N) {
	for i, n := range counts[:len(dst)] {
		dst[i] = float32(n)
	}
}

// Bit returns 1 for true and 0 for false.
func Bit(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// Held returns x, held within the bounds.
func Held(x, low, high float32) float32 { return min(max(x, low), high) }
