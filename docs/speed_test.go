package docs_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/report/records"
	"ringer/report/speed"
)

const (
	speedPage   = "speed.md"
	speedFolder = "speed"
)

// The tables of speed follow from the records: no figure there is written by hand.
func TestSpeedIsUpToDate(t *testing.T) {
	_, all := measured(t, speedFolder, speed.Read)
	page, err := os.ReadFile(speedPage)
	require.NoError(t, err)
	want, err := records.Fill(string(page), "speed", map[string]string{"training": speed.Tables(slices.Concat(all...))})
	require.NoError(t, err)
	generated(t, speedPage, want, speedFolder)
}
