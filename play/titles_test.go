package play_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/env/scene"
	"ringer/play"
	"ringer/play/replay"
)

// Titles are a designer's own: with the words of seats, verbs, suits and events in them they
// stand on the terminal, in its log, in colour, on the page and in a replay as they were written.
func TestTitlesStandAsTheyWereWritten(t *testing.T) {
	words := []string{
		"Seat 2", "seat 0", "Seats 0 and 1", "You pass", "discards", "Discarded: seat 1", "orange", "3 Heat", "Police", "Known since",
		"Your hand:", "draws a card; seat 3", "you: win", "the table: seat 2", "Lately:", "A_", "· seat 1", "Record (no cards yet)",
	}
	c := games.MustNew("heat").(*heat.Game).Config()
	c.Cards = slices.Clone(c.Cards)
	require.GreaterOrEqual(t, len(c.Cards), len(words))
	var titles []string
	for i := range c.Cards {
		c.Cards[i].Title = fmt.Sprintf("%s %d", words[i%len(words)], i)
		titles = append(titles, c.Cards[i].Title)
	}
	g, err := heat.New(c)
	require.NoError(t, err)

	sitting := []play.Seat{{Name: replay.Human}}
	for len(sitting) < g.Spec().Players {
		sitting = append(sitting, play.Seat{Name: "random", Agent: random.New()})
	}
	table := play.NewTable(g, sitting, 5)
	for _, color := range []bool{false, true} {
		var out bytes.Buffer
		table = play.NewTable(g, sitting, 5)
		_, err = play.Terminal(t.Context(), table, play.TerminalConfig{
			In: strings.NewReader(strings.Repeat("log all\n1\n2\n3\n4\n", 300)), Out: &out, Width: 4000, Color: color,
		})
		require.NoError(t, err)
		require.True(t, table.Over())
		text := out.String()
		if color {
			text = plainText(text)
		}
		assertTitles(t, titles, text, "the terminal")
	}

	var watched bytes.Buffer
	require.NoError(t, play.Watch(t.Context(), g, table.Record(), play.Eyes{Open: true}, play.TerminalConfig{Out: &watched, Width: 4000}))
	assertTitles(t, titles, watched.String(), "the replay")

	var page strings.Builder
	reading := env.As(0, func(p env.Player) string { return []string{"Ada", "Bo", "Cy", "Di"}[p] })
	_, err = table.Record().Play(g, func(s env.State, _ replay.Step) error {
		sc := s.(scene.Shower).Scene(0)
		scene.Read(sc, reading)
		data, err := json.Marshal(sc)
		page.Write(data)
		return err
	})
	require.NoError(t, err)
	assertTitles(t, titles, page.String(), "the page")
}

// assertTitles wants most titles in a text, no mark, and no title with another number of a seat.
func assertTitles(t *testing.T, titles []string, text, where string) {
	t.Helper()
	assert.NotContains(t, strings.Map(func(r rune) rune {
		if env.IsMark(r) {
			return 'M'
		}
		return ' '
	}, text), "M", "%s: a mark that nobody has read", where)
	found := 0
	for i, title := range titles {
		if strings.Contains(text, title) {
			found++
		}
		for _, other := range []string{"Seat 1", "Seat 3", "seat 1", "Seats 1 and 2", "You passes", "seat 2", "seat 4"} {
			if changed := fmt.Sprintf("%s %d", other, i); !strings.HasSuffix(title, changed) {
				assert.NotContains(t, text, " "+changed+" ", "%s: %q", where, title)
			}
		}
	}
	assert.Greater(t, found, len(titles)*2/3, where)
}

// plainText returns a text without colours.
func plainText(text string) string {
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(text, "\x1b[")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		_, text, _ = strings.Cut(after, "m")
	}
}
