package docs_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/report/records"
	"ringer/report/speed"
)

const (
	speedPage   = "speed.md"
	speedFolder = "speed"
)

// recordsOf reads a file of docs/speed; one that is not there has no records.
func recordsOf[T any](t *testing.T, name string, read func(io.Reader) ([]T, error)) []T {
	t.Helper()
	f, err := os.Open(filepath.Join(speedFolder, name+".jsonl"))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	defer f.Close()
	all, err := read(f)
	require.NoError(t, err, name)
	return all
}

// The tables of speed follow from the records: no figure there is written by hand.
func TestSpeedIsUpToDate(t *testing.T) {
	grown := recordsOf(t, "growth", speed.ReadGrowth)
	page, err := os.ReadFile(speedPage)
	require.NoError(t, err)
	want, err := records.Fill(string(page), "speed", map[string]string{
		"training": speed.Tables(recordsOf(t, "training", speed.Read)),
		"torch":    speed.TorchTable(recordsOf(t, "torch", speed.ReadTorch)),
		"strength": speed.StrengthTable(recordsOf(t, "strength", speed.ReadStrengths)),
		"growth":   speed.GrowthTable(grown),
	})
	require.NoError(t, err)
	generated(t, speedPage, want, speedFolder)
	picture := filepath.Join(speedFolder, "growth.svg")
	if drawn := speed.GrowthChart(grown); drawn != nil {
		generated(t, picture, string(drawn), speedFolder)
	}
	onlyCharts(t, speedFolder, func(file string) bool { return file == picture && len(grown) > 0 })
}
