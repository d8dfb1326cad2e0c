package docs_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
	files, err := filepath.Glob(filepath.Join(evidenceFolder, "*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var all []evidence.Record
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		records, err := evidence.Read(bytes.NewReader(text))
		require.NoError(t, err, file)
		require.NotEmpty(t, records, file)
		for i := range records {
			assert.Equal(t, records[i].Bot+".jsonl", filepath.Base(file))
		}
		all = append(all, records...)
	}
	want := map[string]string{evidencePage: evidence.Page(all, evidenceFolder)}
	for i := range all {
		want[filepath.Join(evidenceFolder, evidence.Chart(&all[i]))] = string(evidence.SVG(&all[i]))
	}
	drawn := map[string]bool{}
	for i := range all {
		for _, p := range all[i].Pictures {
			file := filepath.Join(evidenceFolder, p.File)
			svg, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, p.SHA256, fmt.Sprintf("%x", sha256.Sum256(svg)), "%s is not the picture of its record; run: make evidence", file)
			drawn[file] = true
		}
	}
	charts, err := filepath.Glob(filepath.Join(evidenceFolder, "*.svg"))
	require.NoError(t, err)
	for _, chart := range charts {
		if _, ok := want[chart]; ok || drawn[chart] {
			continue
		}
		if *update {
			require.NoError(t, os.Remove(chart))
			continue
		}
		assert.Fail(t, chart+" is of no record; run: go generate ./docs")
	}
	for file, text := range want {
		got, err := os.ReadFile(file)
		if !os.IsNotExist(err) {
			require.NoError(t, err)
		}
		if *update && string(got) != text {
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			continue
		}
		assert.Empty(t, differences(string(got), text), "%s is not what docs/evidence says; run: go generate ./docs", file)
	}
}

// Evidence is of bots that ship. Of a bot that has changed since, it says so: "make
// evidence" measures it anew.
func TestEvidenceIsOfShippedBots(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(evidenceFolder, "*.jsonl"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		records, err := evidence.Read(bytes.NewReader(text))
		require.NoError(t, err, file)
		require.NotEmpty(t, records, file)
		if !assert.Contains(t, checkpoints.Names(), records[0].Bot, "%s is of no shipped bot", file) {
			continue
		}
		bot, err := checkpoints.Open(records[0].Bot)
		require.NoError(t, err)
		h := sha256.New()
		_, err = io.Copy(h, bot)
		require.NoError(t, err)
		if fmt.Sprintf("%x", h.Sum(nil)) != records[0].Identity {
			t.Logf("%s waits to be measured", records[0].Bot)
		}
	}
}
