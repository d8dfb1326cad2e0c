package input_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/input"
)

func TestWholeNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "7": 7, "+7": 7, "-7": -7, "010": 10, "-010": -10, "0_10": 10, "08": 8, "00": 0,
		"1_000": 1000, "1_000_000": 1_000_000, "1e6": 1_000_000, "1E+3": 1000, "1.5e3": 1500, "2.50e1": 25, "1000e-3": 1, "5.0": 5, "5.": 5, "0e9999999999": 0,
		"1_0e1_0": 100_000_000_000, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "9007199254740993": 9007199254740993, "9e18": 9e18,
		"0.0000000000000000000000000000000000001e37": 1,
	} {
		n, ok := input.Whole(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, n, text)
	}
	for _, text := range []string{
		"", "-", "+", ".", "e1", "1e", "1e+", "1e+-1", "1.5", "15e-1", "0x10", "0b1", "0o7", "0x1p4", "_1", "1_", "1__0", "1_.5", "1._5", "1e_1", "1-", "--1", " 1", "1 ", "1,5", "one",
		"inf", "NaN", "9223372036854775808", "-9223372036854775809", "1e19", "1e99999999999999999999", "1e-99999999999999999999", "１",
	} {
		_, ok := input.Whole(text)
		assert.False(t, ok, text)
	}
	n, ok := input.Unsigned("18446744073709551615")
	assert.True(t, ok)
	assert.EqualValues(t, uint64(math.MaxUint64), n)
	for _, text := range []string{"-1", "18446744073709551616", "2e19", "0.5"} {
		_, ok := input.Unsigned(text)
		assert.False(t, ok, text)
	}
}

func TestNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]float64{"010": 10, ".5": .5, "5.": 5, "-2.5e-4": -2.5e-4, "1_000.5": 1000.5, "1e-400": 0, "0e999999": 0, "1e308": 1e308} {
		x, ok := input.Number(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, x, text)
	}
	zero, ok := input.Number("-0.0")
	assert.True(t, ok)
	assert.False(t, math.Signbit(zero))
	for _, text := range []string{"", "inf", "-Inf", "infinity", "nan", "0x1p-2", "1e999", "1.2.3", "1_", "e", "1e1.5"} {
		_, ok := input.Number(text)
		assert.False(t, ok, text)
	}
}

// A whole number is the same number in every form, and decimal numbers are those that Go
// reads.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"010", "1e6", "-1_0.5e-3", "0x1F", "18446744073709551615", "1e-400"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, isWhole := input.Whole(text)
		x, isNumber := input.Number(text)
		if isWhole {
			require.True(t, isNumber)
			require.InDelta(t, x, float64(n), 0)
			again, ok := input.Whole(strconv.FormatInt(n, 10))
			require.True(t, ok)
			require.Equal(t, n, again)
		}
		if strings.ContainsAny(text, "_xXpPiInN") {
			return
		}
		theirs, err := strconv.ParseFloat(text, 64)
		require.Equal(t, err == nil, isNumber, text)
		if isNumber {
			require.InDelta(t, theirs, x, 0)
		}
	})
}
