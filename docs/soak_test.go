package docs_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A soak holds the figures of make soak for some of the parts.
type soak struct {
	Date     string  `json:"date"`
	Revision string  `json:"revision"`
	Cores    int     `json:"cores"`
	Minutes  float64 `json:"minutes"`
	Parts    []struct {
		Name    string `json:"name"`
		Command string `json:"command"`
		Work    string `json:"work"`
		Slopes  map[string]struct {
			Level   float64 `json:"level"`
			PerHour float64 `json:"per_hour"`
			Low     float64 `json:"low"`
			High    float64 `json:"high"`
			Verdict string  `json:"verdict"`
			Needs   float64 `json:"needs"` // hours of a soak that would tell
		} `json:"slopes"`
	} `json:"parts"`
}

// soakTable returns the table of soaks for a page, memory in MiB.
func soakTable(soaks []*soak) string {
	var rows, lines strings.Builder
	rows.WriteString("| part | held | level | change in an hour | verdict |\n|---|---|--:|--:|---|\n")
	for _, s := range soaks {
		s.rows(&rows)
		s.line(&lines)
	}
	return rows.String() + lines.String()
}

// rows writes the rows of what each part held.
func (s *soak) rows(b *strings.Builder) {
	for _, p := range s.Parts {
		for i, held := range []struct {
			name, unit string
			scale      float64
		}{{"goroutines", "", 1}, {"files", "", 1}, {"heap", " MiB", 1 << 20}, {"rss", " MiB", 1 << 20}} {
			name := ""
			if i == 0 {
				name = p.Name
			}
			v := p.Slopes[held.name]
			if v.Needs > 0 {
				v.Verdict += fmt.Sprintf(", %.1f h would tell", v.Needs)
			}
			fmt.Fprintf(b, "| %s | %s | %.1f%s | %+.2f (%+.2f … %+.2f) | %s |\n",
				name, held.name, v.Level/held.scale, held.unit, v.PerHour/held.scale, v.Low/held.scale, v.High/held.scale, v.Verdict)
		}
	}
}

// line writes how long which parts ran, and what they did.
func (s *soak) line(b *strings.Builder) {
	fmt.Fprintf(b, "\n%g minutes side by side on %d cores, %s, commit %.10s", s.Minutes, s.Cores, s.Date, s.Revision)
	for _, p := range s.Parts {
		fmt.Fprintf(b, "; %s", p.Name)
		if p.Work != "" {
			fmt.Fprintf(b, ": %s", p.Work)
		}
	}
	b.WriteString(".\n")
}

// The table of the soak on the page says what docs/soak.json says.
func TestSoakTable(t *testing.T) {
	text, err := os.ReadFile("soak.json")
	require.NoError(t, err)
	var soaks []*soak
	require.NoError(t, json.Unmarshal(text, &soaks))
	page, err := os.ReadFile("machines-training.md")
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(page), "<!-- soak:begin -->\n")
	require.True(t, ok)
	_, after, ok := strings.Cut(rest, "<!-- soak:end -->")
	require.True(t, ok)
	generated(t, "machines-training.md", before+"<!-- soak:begin -->\n"+soakTable(soaks)+"<!-- soak:end -->"+after, "soak.json")
	for _, s := range soaks {
		for _, p := range s.Parts {
			for name, v := range p.Slopes {
				assert.NotEqual(t, "grows", v.Verdict, "%s: %s", p.Name, name)
			}
		}
	}
}
