package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/chart"
	"ringer/report/page"
)

func sample() *page.Page {
	dots := &chart.Dots{
		Title: "Cards", Axis: "uplift", Level: &chart.Level{Name: "no uplift"},
		Rows: []chart.DotRow{{Label: "Van <b>", Note: "n 12", Dots: []chart.Dot{{Value: .1, Low: 0, High: .2}}}},
	}
	return &page.Page{
		Title: "A report & more", Verdict: []string{"One card dominates."}, Facts: []page.Fact{{Name: "Games", Value: "12"}},
		Sections: []page.Section{{
			ID: "things", Name: "Cards", Title: "The Van <b> pays too much", Alert: true,
			Blocks: []page.Block{
				{Text: "<script>alert(1)</script>"},
				{Figure: &page.Figure{Picture: dots, Caption: "Cut it.", Name: "uplift", Data: [][]string{{"card", "uplift"}, {"Van, large", "0.1"}}}},
				{Table: &page.Table{Caption: "All", Head: []string{"card", "text", "n"}, Left: []int{1}, Name: "cards", Rows: []page.Row{{Cells: []string{"Van", "Gain 8.", "12"}, More: "Gain 8 in phase B.", Strong: true}}}},
				{Story: &page.Story{Title: "A game", Lines: []string{"Seat 1 plays the Van."}}},
			},
		}},
	}
}

// The page is well-formed, holds everything once for each width, refers to nothing outside
// itself, and shows texts as they are.
func TestPage(t *testing.T) {
	text := string(sample().HTML())
	assert.NotContains(t, text, "<script>")
	assert.Contains(t, text, "&lt;script&gt;")
	assert.Contains(t, text, `class="left">Gain 8.`)
	count := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(text))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		count[e.Name.Local]++
		for _, a := range e.Attr {
			if a.Name.Local == "href" || a.Name.Local == "src" {
				assert.Regexp(t, `^(#|data:text/csv;base64,)`, a.Value)
			}
		}
	}
	assert.Equal(t, 2, count["svg"])
	assert.Equal(t, 1, count["table"])
	assert.Equal(t, 0, count["script"]+count["link"]+count["img"])
	assert.Equal(t, 1, strings.Count(text, `href="#things"`))
}

func TestFiles(t *testing.T) {
	files := sample().Files()
	assert.Contains(t, files["svg/uplift.svg"], "<svg ")
	assert.Contains(t, files["svg/uplift-small.svg"], `width="358"`)
	delete(files, "svg/uplift.svg")
	delete(files, "svg/uplift-small.svg")
	assert.Equal(t, map[string]string{
		"csv/uplift.csv": "card,uplift\n\"Van, large\",0.1\n",
		"csv/cards.csv":  "card,text,n\nVan,Gain 8.,12\n",
	}, files)
}

// The data of a table has all digits of a number with its interval, in three columns.
func TestFilesHaveAllDigits(t *testing.T) {
	p := page.Page{Sections: []page.Section{{Blocks: []page.Block{{Table: &page.Table{
		Name: "wins", Head: []string{"who", "wins", "games"},
		Rows: []page.Row{
			{Cells: []string{"a", "46% (45 … 47)", "12,000"}, Measured: map[int][3]float64{1: {.46125, .452, .4704}}},
			{Cells: []string{"b", "46.1%", "1"}, Measured: map[int][3]float64{1: {.46125, math.NaN(), math.NaN()}}},
			{Cells: []string{"c", "–", "0"}},
		},
	}}}}}}
	assert.Equal(t, "who,wins,\"wins, low\",\"wins, high\",games\na,0.46125,0.452,0.4704,\"12,000\"\nb,0.46125,,,1\nc,–,,,0\n", p.Files()["csv/wins.csv"])
}

// Numbers that cancel out are 0 in a file of data, whatever rounding leaves of them.
func TestFilesHoldNoRounding(t *testing.T) {
	p := sample()
	for _, s := range p.Sections {
		for i := range s.Blocks {
			if table := s.Blocks[i].Table; table != nil {
				table.Rows[0].Measured = map[int][3]float64{2: {1.67e-17, -0.125, -1e-16}}
			}
		}
	}
	assert.Equal(t, "card,text,n,\"n, low\",\"n, high\"\nVan,Gain 8.,0,-0.125,0\n", p.Files()["csv/cards.csv"])
}

// A card may be called what it likes: no spreadsheet runs it.
func TestFilesHoldNoFormulas(t *testing.T) {
	p := sample()
	for _, s := range p.Sections {
		for i := range s.Blocks {
			if b := s.Blocks[i]; b.Figure != nil {
				b.Figure.Data[1] = []string{`=HYPERLINK("x")`, "-0.5"}
			}
		}
	}
	assert.Equal(t, "card,uplift\n\"'=HYPERLINK(\"\"x\"\")\",-0.5\n", p.Files()["csv/uplift.csv"])
}

// The first three panels that hold a flag are open; every other one is folded under its finding.
func TestPanelsAreFolded(t *testing.T) {
	p := page.Page{}
	for i, alert := range []bool{false, true, true, false, true, true} {
		p.Sections = append(p.Sections, page.Section{ID: string(rune('a' + i)), Title: "finding", Alert: alert})
	}
	text := string(p.HTML())
	var open []string
	for _, section := range strings.Split(text, "<section id=\"")[1:] {
		if id, rest, _ := strings.Cut(section, "\""); strings.Contains(rest, `<details class="panel" open>`) {
			open = append(open, id)
		} else {
			assert.Contains(t, rest, `<details class="panel"><summary>`)
		}
		assert.Less(t, strings.Index(section, "<h2>"), strings.Index(section, "</summary>"), "the finding stays to be seen")
	}
	assert.Equal(t, []string{"b", "c", "e"}, open)
}
