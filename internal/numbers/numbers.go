package numbers

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// None is written where there is no number.
const None = "–"

// Share writes a share from 0 to 1 with its 95% interval, in percent: "46% (45 … 47)".
// Where the interval is NaN or has no width, the share stands alone.
func Share(x, low, high float64) string { return ShareBeside(x, low, high) }

// ShareBeside writes a share as Share does, beside shares that it is compared with, such as
// an even one: an end of the interval stays on their side, as written.
func ShareBeside(x, low, high float64, beside ...float64) string {
	percent := make([]float64, len(beside))
	for i, b := range beside {
		percent[i] = 100 * b
	}
	return shares.write(100*x, 100*low, 100*high, percent...)
}

// Points writes a difference of two shares with its 95% interval, in points of percent:
// "+3 (+1 … +5)". An end that is not 0 is not written as 0.
func Points(x, low, high float64) string { return differences.write(100*x, 100*low, 100*high, 0) }

// Mean writes a mean of what cannot be negative with its 95% interval, in its own unit:
// "8.4 (8.1 … 8.7)".
func Mean(x, low, high float64) string { return means.write(x, low, high) }

// Signed writes a mean that can be negative, such as a return, or a difference of means,
// with its 95% interval, in its own unit: "+0.4 (+0.3 … +0.5)". An end that is not 0 is
// not written as 0.
func Signed(x, low, high float64) string { return differences.write(x, low, high, 0) }

// Rating writes a rating with its 95% interval, in Elo: "1523 (1500 … 1546)".
func Rating(x, low, high float64) string { return ratings.write(x, low, high) }

// Above writes a difference of two ratings with its 95% interval, in Elo: "+23 (+8 … +38)".
func Above(x, low, high float64) string { return above.write(x, low, high, 0) }

// Percent writes a share from 0 to 1 that has no interval, in percent, to a tenth.
func Percent(x float64) string { return shares.write(100*x, math.NaN(), math.NaN()) }

// Even writes the share from 0 to 1 that equal players would have: "25%", "33.3%".
func Even(x float64) string { return Share(x, x, x) }

// Count writes a whole number in groups of three digits.
func Count(n int) string { return grouped(strconv.Itoa(n)) }

// LaTeX sets a number that this package wrote as LaTeX does numbers: $46\%\ (45\ldots 47)$.
func LaTeX(number string) string {
	return "$" + strings.NewReplacer("%", `\%`, " (", `\ (`, " … ", `\ldots `, "∞", `\infty`).Replace(number) + "$"
}

// A style says how numbers of a kind are written.
type style struct {
	unit   string // behind the value, not behind the ends of the interval
	signed bool   // with a + where above 0
	alone  int    // digits behind the point without an interval; -1: three digits in all
	places int    // the most digits behind the point with one
	plain  bool   // without groups of three
	share  bool   // from 0 to 100: a value that is neither is written as neither
}

var (
	shares      = style{unit: "%", alone: 1, places: 3, share: true}
	means       = style{alone: -1, places: most}
	differences = style{signed: true, alone: -1, places: most}
	ratings     = style{plain: true}
	above       = style{signed: true, plain: true}
)

const (
	most  = 9 // places behind the point
	extra = 2 // places more than the interval leaves, so that nothing changes sides
)

// write writes x with its interval, whose ends stay on their side of others.
func (s *style) write(x, low, high float64, beside ...float64) string {
	switch {
	case math.IsNaN(x):
		return None
	case math.IsNaN(low) || math.IsNaN(high):
		return s.number(x, s.digits(x)) + s.unit
	case low == high:
		return strings.TrimSuffix(s.number(x, s.digits(x)), ".0") + s.unit
	}
	places, width := 0, high-low
	switch half := min(x-low, high-x); {
	case math.IsInf(width, 0) && math.IsInf(half, 0): // nothing is known of it
		width, places = 1, s.digits(x)
	case math.IsInf(width, 0): // one end is known
		width = 2 * half
	}
	for ; places < s.places && width < 1-1e-9; width *= 10 {
		places++
	}
	for more := 0; more <= extra && places+more <= s.places; more++ {
		if s.same(x, low, high, beside, places+more) {
			places += more
			break
		}
	}
	if from, to := s.number(low, places), s.number(high, places); from != to {
		return fmt.Sprintf("%s%s (%s … %s)", s.number(x, places), s.unit, from, to)
	}
	return s.number(x, s.digits(x)) + s.unit // all digits that are written are sure
}

// same reports whether nothing changes sides by being written with this many places: the
// ends of the interval cross neither the others' ends nor x.
func (s *style) same(x, low, high float64, beside []float64, places int) bool {
	stays := func(v, mark float64) bool {
		return math.IsInf(v, 0) || (v < mark) == (rounded(v, places) < mark) && (v > mark) == (rounded(v, places) > mark)
	}
	for _, mark := range beside {
		if !stays(low, mark) || !stays(high, mark) {
			return false
		}
	}
	if r := rounded(x, places); low < x && rounded(low, places) == r || high > x && rounded(high, places) == r {
		return false
	}
	return !s.share || stays(x, 0) && stays(x, 100)
}

func rounded(v float64, places int) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', places, 64), 64)
	if err != nil {
		panic("numbers: " + err.Error())
	}
	return r
}

// digits returns how many digits behind the point a number without an interval has.
func (s *style) digits(x float64) int {
	if s.alone >= 0 || x == 0 || math.IsInf(x, 0) {
		return max(s.alone, 0)
	}
	places := min(max(0, 2-int(math.Floor(math.Log10(math.Abs(x))))), most)
	for places > 0 && rounded(x, places) == rounded(x, places-1) {
		places-- // no zeros at its end
	}
	return places
}

// number writes one number.
func (s *style) number(x float64, places int) string {
	sign := ""
	switch {
	case math.IsInf(x, -1):
		return "-∞"
	case math.IsInf(x, 1):
		if s.signed {
			return "+∞"
		}
		return "∞"
	case rounded(x, places) < 0:
		sign = "-"
	case s.signed && rounded(x, places) > 0:
		sign = "+"
	}
	text := strconv.FormatFloat(math.Abs(x), 'f', places, 64)
	if !s.plain {
		text = grouped(text)
	}
	return sign + text
}

// grouped sets commas between groups of three digits before the point.
func grouped(text string) string {
	whole, rest, point := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		return whole + "." + rest
	}
	return whole
}
