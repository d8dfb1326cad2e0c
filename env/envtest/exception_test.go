package envtest

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A list of words is cut without the pattern, and with the same result.
func TestWordsAreCutAsThePatternCutsThem(t *testing.T) {
	const text = "The Big One (2.0) and The Big, the Big | one\nBig"
	for _, pattern := range []string{`The Big One \(2\.0\)|The Big|Big`, `Big|The Big`, `one\|Big`, `a`} {
		slow := exception{pattern: regexp.MustCompile("(?m)" + pattern)}
		fast := slow
		if fast.words = cutting(pattern); pattern == `one\|Big` {
			require.Nil(t, fast.words, "a bar that is meant is no list")
		} else {
			require.NotNil(t, fast.words)
		}
		assert.Equal(t, slow.cut(text), fast.cut(text), pattern)
	}
	for _, pattern := range []string{`^The`, `B.g`, `(a|b)`, `a|`, ``, `\d`} {
		assert.Nil(t, cutting(pattern), pattern)
	}
}
