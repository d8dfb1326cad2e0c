package evidence_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/evidence"
	"ringer/report/ratio"
	"ringer/report/records"
)

// share returns the figure of an agent who did it k times in n games of one case each.
func share(agent string, k, n int) ratio.Figure {
	r := ratio.Ratio{Name: agent, Share: true}
	for i := range n {
		r.Count(i < k)
		r.Close()
	}
	return r.Figure()
}

func record() evidence.Record {
	return evidence.Record{
		Bot: "fourdowns-2p", Study: "fourdowns-knocks", Game: "fourdowns(players=2)", SpecHash: "abc", Identity: "0123456789abcdef", Against: "e",
		Seed: 7, Games: 400, Version: 1, Stamp: records.Stamp{Date: "2026-01-02"},
		Rows: []evidence.Row{
			{Label: "none", Cells: []ratio.Figure{share(evidence.Ringer, 10, 100), share(evidence.Expert, 0, 100)}},
			{Label: "<two> & more", Cells: []ratio.Figure{share(evidence.Ringer, 60, 80), share(evidence.Expert, 90, 100)}},
			{Label: "seldom", Cells: []ratio.Figure{share(evidence.Ringer, 1, 1)}},
		},
	}
}

func TestRecordsReadAsWritten(t *testing.T) {
	r := record()
	var b bytes.Buffer
	require.NoError(t, evidence.Write(&b, []evidence.Record{r, r}))
	got, err := evidence.Read(&b)
	require.NoError(t, err)
	assert.Equal(t, []evidence.Record{r, r}, got)
}

func TestFaultyRecordsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{"bot":"x","study":"nothing"}`: `line 1: study "nothing": want a known one`,
		"\n" + `{"bot":"x","study":"fourdowns-knocks","game":"g","identity":"i","date":"d"}`:    "line 2: fourdowns-knocks: want bot, game, identity, date and games",
		`{"bot":"x","study":"fourdowns-knocks","game":"g","identity":"i","date":"d","games":1}`: "line 1: fourdowns-knocks of x: no rows",
		`{"bots":"x"}`: "unknown key",
	} {
		_, err := evidence.Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
}

// A page says the figures of the record, and its finding leaves out rows of few cases.
func TestPage(t *testing.T) {
	r := record()
	page := evidence.Page([]evidence.Record{r}, "evidence", func(string) bool { return false })
	assert.Contains(t, page, "the ringer 10.0% (none) to 75.0% (<two> & more); the expert 0.0% (none) to 90.0% (<two> & more).")
	assert.Contains(t, page, "![4 Downs: who knocks with what, fourdowns-2p](evidence/fourdowns-2p-fourdowns-knocks.svg)")
	assert.Contains(t, page, "| seldom ")
	assert.Contains(t, page, "`fourdowns(players=2)`, 400 games, seed 7, measured 2026-01-02; SHA-256 of the bot begins with `0123456789ab`; commit unknown")
	for _, topic := range []string{"Bidding", "Drafting", "Positioning"} {
		assert.Contains(t, page, "\n## "+topic+"\n")
	}
}

// Where more is better, the finding names the cases in which the ringer is no better than
// random beyond doubt.
func TestAFindingNamesWhatIsNotLearned(t *testing.T) {
	r := record()
	r.Study = "heat-aims"
	r.Rows = []evidence.Row{
		{Label: "good", Cells: []ratio.Figure{share(evidence.Ringer, 90, 100), share(evidence.Random, 50, 100)}},
		{Label: "doubtful", Cells: []ratio.Figure{share(evidence.Ringer, 55, 100), share(evidence.Random, 50, 100)}},
		{Label: "unmet", Cells: []ratio.Figure{share(evidence.Expert, 1, 1)}},
	}
	assert.Contains(t, evidence.Finding(&r), " (unmet). The ringer is not clearly better than random with doubtful (100).")
	r.Rows = r.Rows[:1]
	assert.NotContains(t, evidence.Finding(&r), "not clear")

	r.Study = "heat-outcomes" // above random
	r.Rows = []evidence.Row{
		{Label: "good", Cells: []ratio.Figure{{Name: evidence.Ringer, Value: 7, Low: 5, High: 9, Of: 160}}},
		{Label: "doubtful", Cells: []ratio.Figure{{Name: evidence.Ringer, Value: 1, Low: -1, High: 3, Of: 160}}},
	}
	assert.Contains(t, evidence.Finding(&r), ": the ringer most good (+7.0). The ringer is not clearly better than random with doubtful (160).")
}

// A chart is well-formed, the same each time, and has a mark for each figure.
func TestSVG(t *testing.T) {
	r := record()
	svg := evidence.SVG(&r)
	assert.Equal(t, svg, evidence.SVG(&r))
	elements := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
			for _, a := range e.Attr {
				assert.NotContains(t, a.Value, "NaN")
			}
		}
	}
	assert.Equal(t, 3+1, elements["circle"], "three rows of the ringer, and its legend")
	assert.Equal(t, 2+1+1, elements["rect"], "two rows of the expert, its legend, and the paper")
	assert.Contains(t, string(svg), "&lt;two&gt; &amp; more")
}
