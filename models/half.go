package models

import (
	"fmt"
	"math"
)

// Numbers of half precision (IEEE 754 binary16), as bits: a sign, 5 bits of exponent
// and 10 of fraction.
const (
	halfSign     = 0x8000
	halfInfinite = 0x7c00
	halfQuiet    = 0x0200 // of a NaN, whose fraction is never zero

	halfUnit = 1 << 24 // 1/halfUnit is the smallest positive half

	// Bits of floats: those from halfOver round to an infinite half, those under
	// halfNormal to a subnormal one or the smallest normal one.
	halfOver   = 0x477ff000 // 65520
	halfNormal = 0x38800000 // 2^-14
)

// ToHalf returns the bits of the number of half precision that is nearest to f; of two equally near, the one with an
// even fraction.
func ToHalf(f float32) uint16 {
	all := math.Float32bits(f)
	sign, bits := uint16(all>>16)&halfSign, all&^(1<<31)
	switch {
	case bits > math.Float32bits(float32(math.Inf(1))):
		fraction := uint16(bits>>13) & 1023
		if fraction == 0 {
			fraction = halfQuiet
		}
		return sign | halfInfinite | fraction
	case bits >= halfOver:
		return sign | halfInfinite
	case bits < halfNormal:
		return sign | uint16(math.RoundToEven(halfUnit*float64(math.Float32frombits(bits))))
	}
	bits -= 112 << 23                    // exponents begin at -15, not at -127
	bits += 1<<12 - 1 + (bits >> 13 & 1) // half of the last place, or less when that is even
	return sign | uint16(bits>>13)
}

// FromHalf returns a number of half precision, given as its bits, as a float, which holds it exactly.
func FromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&halfSign)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)/halfUnit))
	case 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// halves appends data as halves, little-endian. It refuses a finite number that is too
// large for one.
func (t *Tensor) halves(to []byte) ([]byte, error) {
	for i, v := range t.Data {
		h := ToHalf(v)
		if h&^halfSign == halfInfinite && !math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("tensor %q: element %d is %v: want at most %v, the largest number of half precision", t.Name, i, v, FromHalf(halfInfinite-1))
		}
		to = append(to, byte(h), byte(h>>8))
	}
	return to, nil
}

// Halved returns a copy of the weights, each rounded to half precision. It refuses one
// that is too large.
func (w *Weights) Halved() (*Weights, error) {
	c := w.Clone()
	for _, t := range c.NamedTensors() {
		if _, err := t.halves(nil); err != nil {
			return nil, err
		}
		for i, v := range t.Data {
			t.Data[i] = FromHalf(ToHalf(v))
		}
	}
	return c, nil
}

// Stepped returns a copy of the weights, each rounded to a multiple of one step: the power of two that
// is nearest to 1/steps of their root mean square. Few different numbers are left, all of half
// precision, which take little room when they are compressed. It refuses a weight that is too large.
func (w *Weights) Stepped(steps int) (*Weights, error) {
	squares := 0.0
	for _, v := range w.Flat {
		squares += float64(v) * float64(v)
	}
	c := w.Clone()
	exponent := math.Round(math.Log2(math.Sqrt(squares/float64(len(w.Flat))) / float64(steps)))
	step := math.Exp2(max(exponent, -24)) // 2^-24 is the smallest number of half precision
	for i, v := range w.Flat {
		if c.Flat[i] = float32(math.Round(float64(v)/step) * step); c.Flat[i] == 0 {
			c.Flat[i] = 0 // without a sign
		}
	}
	return c.Halved()
}
