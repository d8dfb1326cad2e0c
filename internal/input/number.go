package input

import (
	"math"
	"strconv"
	"strings"
)

// Numbers that people write are read here, wherever they stand: in a flag, a game string,
// the options of an agent, a setting, a file. They are decimal, whatever zeros they begin
// with, and take an exponent and single underscores between digits: 010 is ten, 1e6 and
// 1_000_000 are a million, and 0x10 is no number.

// Whole returns the whole number that a text stands for; not ok when it is none, or none
// of 64 bits.
func Whole(text string) (n int64, ok bool) {
	size, negative, ok := whole(text)
	switch {
	case !ok:
		return 0, false
	case negative:
		return -int64(size), size <= 1<<63
	}
	return int64(size), size <= math.MaxInt64
}

// Unsigned returns the whole number from 0 up that a text stands for; not ok when it is
// none, or none of 64 bits.
func Unsigned(text string) (n uint64, ok bool) {
	n, negative, ok := whole(text)
	return n, ok && (!negative || n == 0)
}

// Number returns the finite number that a text stands for, the nearest one of 64 bits; not
// ok when it is none.
func Number(text string) (x float64, ok bool) {
	d, ok := decimalOf(text)
	if !ok {
		return 0, false
	}
	x, err := strconv.ParseFloat(d.plain, 64)
	return x + 0, err == nil // no zero with a sign
}

// A decimal is a number in parts: its value is 0.digits × 10^point.
type decimal struct {
	plain    string // without underscores
	digits   string // without zeros at the ends; empty for 0
	point    int
	negative bool
}

// farthest is the largest exponent that is told from others.
const farthest = 1 << 20

// decimalOf reads [sign] digits ["." digits] ["e" [sign] digits], where one side of the
// point may be without digits.
func decimalOf(text string) (d decimal, ok bool) {
	if d.plain, ok = withoutUnderscores(text); !ok {
		return decimal{}, false
	}
	rest := d.plain
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		d.negative, rest = rest[0] == '-', rest[1:]
	}
	before := digits(rest)
	after := ""
	if rest = rest[len(before):]; strings.HasPrefix(rest, ".") {
		after = digits(rest[1:])
		rest = rest[1+len(after):]
	}
	if before+after == "" {
		return decimal{}, false
	}
	if rest != "" {
		if rest[0] != 'e' && rest[0] != 'E' {
			return decimal{}, false
		}
		size := strings.TrimLeft(rest[1:], "+-")
		if size == "" || digits(size) != size || len(rest)-len(size) > 2 {
			return decimal{}, false
		}
		n, err := strconv.Atoi(size)
		if err != nil || n > farthest {
			n = farthest
		}
		if rest[1] == '-' {
			n = -n
		}
		d.point = n
	}
	all := strings.TrimLeft(before+after, "0")
	d.point += len(all) - len(after)
	d.digits = strings.TrimRight(all, "0")
	return d, true
}

// digits returns the digits that a text begins with.
func digits(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
}

// withoutUnderscores drops the underscores of a text; not ok when one is not between two
// digits.
func withoutUnderscores(text string) (string, bool) {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for i := range len(text) {
		if text[i] == '_' && (!digit(i-1) || !digit(i+1)) {
			return "", false
		}
	}
	return strings.ReplaceAll(text, "_", ""), true
}

// whole returns the size of a whole number, exactly, and its sign.
func whole(text string) (size uint64, negative, ok bool) {
	d, ok := decimalOf(text)
	switch {
	case !ok:
		return 0, false, false
	case d.digits == "":
		return 0, d.negative, true
	case d.point < len(d.digits) || d.point > 20: // a fraction; 1<<64 has 20 digits
		return 0, false, false
	}
	size, err := strconv.ParseUint(d.digits+strings.Repeat("0", d.point-len(d.digits)), 10, 64)
	return size, d.negative, err == nil
}

// AtLeast returns an error, which is bad input, for the value of a flag that is less than the least, or
// infinite.
func AtLeast[N int | float64](flag string, value, least N) error {
	if !(value >= least) || math.IsInf(float64(value), 1) {
		return Badf("--%s %v: want at least %v", flag, value, least)
	}
	return nil
}
