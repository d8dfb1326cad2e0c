package input_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringer/internal/input"
)

// No cell is a formula; numbers stay numbers, and text stays what it was behind the
// apostrophe.
func TestNoCellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "@SUM(1)": "'@SUM(1)", "+1+2": "'+1+2", "-2+3": "'-2+3", "\t=1": "'\t=1", "\r=1": "'\r=1",
		"－1+2": "'－1+2", "-": "'-", "-x": "'-x", "-1-": "'-1-", "-.": "'-.", "+e5": "'+e5", "-1%%": "'-1%%", "-1\n=2": "'-1\n=2",
		"-1": "-1", "-.5": "-.5", "+3.25": "+3.25", "-1e-9": "-1e-9", "-2.E+5": "-2.E+5", "-12%": "-12%", "12": "12",
		"": "", "Van": "Van", "1=2": "1=2", "a@b": "a@b", "'=1": "'=1", "−5": "−5", "…": "…",
	} {
		rows, err := csv.NewReader(strings.NewReader(input.CSV([][]string{{"head", cell}}))).ReadAll()
		require.NoError(t, err)
		assert.Equal(t, [][]string{{"head", strings.ReplaceAll(want, "\r\n", "\n")}}, rows, "%q", cell)
	}
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.OneOf(rapid.StringMatching(`[=+@\-0-9.e%x\t ]{0,6}`), rapid.String()).Draw(t, "cell")
		rows, err := csv.NewReader(strings.NewReader(input.CSV([][]string{{cell, "end"}}))).ReadAll()
		require.NoError(t, err)
		got := rows[0][0]
		_, number := strconv.ParseFloat(strings.TrimSuffix(got, "%"), 64)
		if strings.IndexAny(got, "=+-@\t\r") == 0 {
			require.NoError(t, number, "%q", got)
		}
		cell = strings.ReplaceAll(cell, "\r\n", "\n") // as the reader has it
		require.Contains(t, []string{cell, "'" + cell}, got)
	})
	rows := [][]string{{"=1"}}
	input.CSV(rows)
	assert.Equal(t, "=1", rows[0][0], "the caller's stay")
}
