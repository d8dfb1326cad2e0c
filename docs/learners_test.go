package docs_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/report/learners"
	"ringer/report/records"
)

const (
	learnersPage   = "learners.md"
	learnersFolder = "learners"
)

// The tables and pictures of learners follow from the records: no figure there is written by hand.
func TestLearnersAreUpToDate(t *testing.T) {
	all, trials := learnerRuns(t, "learners.jsonl"), learnerRuns(t, "trials.jsonl")
	page, err := os.ReadFile(learnersPage)
	require.NoError(t, err)
	blocks := learners.Blocks(all)
	blocks["trials"] = learners.TrialsTable(trials)
	want, err := records.Fill(string(page), "learners", blocks)
	require.NoError(t, err)
	generated(t, learnersPage, want, learnersFolder)
	var charts []string
	for _, s := range learners.Standings(all) {
		if drawn := learners.Chart(all, s.Game); drawn != nil {
			picture := filepath.Join(learnersFolder, learners.ChartName(s.Game))
			charts = append(charts, picture)
			generated(t, picture, string(drawn), learnersFolder)
		}
	}
	onlyCharts(t, learnersFolder, func(file string) bool { return slices.Contains(charts, file) })
}

// learnerRuns returns the records of a file, none where there is none.
func learnerRuns(t *testing.T, file string) []learners.Run {
	t.Helper()
	f, err := os.Open(filepath.Join(learnersFolder, file))
	if os.IsNotExist(err) {
		return nil
	}
	require.NoError(t, err)
	defer f.Close()
	all, err := learners.Read(f)
	require.NoError(t, err)
	return all
}
