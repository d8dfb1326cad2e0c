package records_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/records"
)

type line struct {
	Name string `json:"name"`
	records.Stamp
}

func TestLinesReadAsWritten(t *testing.T) {
	all := []line{{"a<b", records.Stamp{Date: "2026-01-02"}}, {"c", records.Stamp{Revision: "r", Vectors: "v", Date: "2026-01-03"}}}
	var b strings.Builder
	require.NoError(t, records.Write(&b, all))
	assert.Equal(t, `{"name":"a<b","date":"2026-01-02"}`+"\n"+`{"name":"c","revision":"r","vectors":"v","date":"2026-01-03"}`+"\n", b.String())
	named := func(l *line) error {
		if l.Name == "" {
			return fmt.Errorf("no name")
		}
		return nil
	}
	got, err := records.Read(strings.NewReader("\n"+b.String()), named)
	require.NoError(t, err)
	assert.Equal(t, all, got)
	for text, want := range map[string]string{
		b.String() + `{"date":"x"}`: "line 3: no name",
		`{"names":"x"}`:             `line 1: names: unknown key`,
		"\n{":                       "line 2: the text is cut off",
	} {
		_, err := records.Read(strings.NewReader(text), named)
		assert.EqualError(t, err, want)
	}
}

func TestOriginNamesEveryBuild(t *testing.T) {
	when, builds := records.Origin([]records.Stamp{
		{Revision: "0123456789abcdef+modified", Vectors: "wide", Date: "2026-11-23"}, {Vectors: "narrow", Date: "2026-11-22"}, {Revision: "fedcba9876543210", Vectors: "wide", Date: "2026-11-22"},
	})
	assert.Equal(t, "2026-11-22 to 2026-11-23", when)
	assert.Equal(t, "commits 0123456789 with changes, fedcba9876; vectors: narrow, wide", builds)
	_, builds = records.Origin([]records.Stamp{{Date: "2026-11-22"}})
	assert.Equal(t, "commits unknown; vectors: ", builds)
}

func ExampleTable() {
	fmt.Print(records.Table([][]string{{"name", "of it"}, {"", ":"}, {"a", "1,234,567"}, {"…", "50% (40 … 62)"}}))
	// Output:
	// | name |         of it |
	// |------|--------------:|
	// | a    |     1,234,567 |
	// | …    | 50% (40 … 62) |
}

func TestFillPutsBlocksBetweenMarks(t *testing.T) {
	page := "a\n<!-- ladder:begin one -->\nold\n<!-- ladder:end -->\nb\n<!-- ladder:begin two -->\n<!-- ladder:end -->\n"
	got, err := records.Fill(page, "ladder", map[string]string{"one": "1\n", "two": "2\n"})
	require.NoError(t, err)
	assert.Equal(t, "a\n<!-- ladder:begin one -->\n1\n<!-- ladder:end -->\nb\n<!-- ladder:begin two -->\n2\n<!-- ladder:end -->\n", got)
	_, err = records.Fill(page, "ladder", map[string]string{"one": "1\n"})
	assert.EqualError(t, err, "ladder: no such block: two")
	_, err = records.Fill("<!-- ladder:begin one -->\n", "ladder", map[string]string{"one": ""})
	assert.ErrorContains(t, err, "1 marks begin a block and 0 end one")
}
