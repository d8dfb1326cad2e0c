package docs_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/report/evidence"
)

const (
	evidencePage   = "evidence.md"
	evidenceFolder = "evidence"
)

// The page of evidence and its charts say what the records say: no figure there is
// written by hand, and no chart is left over.
func TestEvidenceIsUpToDate(t *testing.T) {
	names, bots := measured(t, evidenceFolder, evidence.Read)
	require.NotEmpty(t, bots)
	var all []evidence.Record
	for i := range bots {
		for _, r := range bots[i] {
			assert.Equal(t, names[i], r.Bot)
		}
		all = append(all, bots[i]...)
	}
	generated(t, evidencePage, evidence.Page(all, evidenceFolder, func(bot string) bool {
		i := slices.IndexFunc(all, func(r evidence.Record) bool { return r.Bot == bot })
		return carried(t, bot, all[i].Identity)
	}), evidenceFolder)
	var charts []string
	for i := range all {
		chart := filepath.Join(evidenceFolder, evidence.Chart(&all[i]))
		generated(t, chart, string(evidence.SVG(&all[i])), evidenceFolder)
		charts = append(charts, chart)
		for _, p := range all[i].Pictures {
			file := filepath.Join(evidenceFolder, p.File)
			svg, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, p.SHA256, fmt.Sprintf("%x", sha256.Sum256(svg)), "%s is not the picture of its record; run: make evidence", file)
			charts = append(charts, file)
		}
	}
	onlyCharts(t, evidenceFolder, func(file string) bool { return slices.Contains(charts, file) })
}

// Evidence is of bots that ship. Of a bot that has changed since, it says so: "make
// evidence" measures it anew.
func TestEvidenceIsOfShippedBots(t *testing.T) {
	names, bots := measured(t, evidenceFolder, evidence.Read)
	for i, name := range names {
		if !assert.Contains(t, checkpoints.Names(), name, "docs/evidence/%s.jsonl is of no shipped bot", name) {
			continue
		}
		if slices.Contains(unmeasured, name) {
			t.Logf("%s waits to be measured", name)
			continue
		}
		for _, r := range bots[i] {
			assert.Contains(t, identities(t, name), r.Identity, "the evidence of %s is of another file; run: ringer evidence %s", name, name)
		}
	}
}
