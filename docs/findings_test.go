package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/report/balance"
	"ringer/report/evidence"
	"ringer/report/findings"
)

const (
	findingsPage   = "findings.md"
	findingsList   = "findings.jsonl"
	findingsFolder = "findings"
	mendedList     = "mended.jsonl" // changes that ringer tune found
)

// The findings come from the records of reports that were made for them, of balance and of evidence:
// no figure is written by hand, and no chart is left over.
func TestFindingsAreUpToDate(t *testing.T) {
	var all []findings.Finding
	_, reports := measured(t, findingsFolder, findings.Read)
	for _, list := range reports {
		all = append(all, list...)
	}
	_, balances := measured(t, balanceFolder, balance.ReadRecords)
	for _, list := range balances {
		all = append(all, findings.OfBalance(&list[0])...) // the others are of changed rules
	}
	_, bots := measured(t, evidenceFolder, evidence.Read)
	for _, list := range bots {
		for i := range list {
			all = append(all, findings.OfEvidence(&list[i])...)
		}
	}
	all = findings.Rank(all)
	require.NotEmpty(t, all)
	for i := range all {
		g, err := games.New(all[i].Game)
		if assert.NoError(t, err) {
			assert.NotEmpty(t, g.Spec().Title)
		}
	}
	text, err := os.ReadFile(mendedList)
	require.NoError(t, err)
	changes, err := findings.ReadChanges(bytes.NewReader(text))
	require.NoError(t, err, mendedList)
	for _, c := range changes {
		_, err := games.NewChanged(c.Game, c.Path+"="+c.Value)
		assert.NoError(t, err, c.Words)
	}
	var b bytes.Buffer
	require.NoError(t, findings.Write(&b, all))
	generated(t, findingsList, b.String(), findingsFolder)
	generated(t, findingsPage, findings.Page(all, changes, findingsFolder, plays), findingsFolder)
	var charts []string
	for _, kind := range findings.Kinds() {
		if svg := findings.Chart(all, kind); svg != nil {
			file := filepath.Join(findingsFolder, findings.ChartName(kind))
			charts = append(charts, file)
			generated(t, file, string(svg), findingsFolder)
		}
	}
	onlyCharts(t, findingsFolder, func(file string) bool { return slices.Contains(charts, file) })
}
