package play

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"ringer/internal/console"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/scene"
)

// heightOf returns the rows of a page with its heading, its empty row and the prompt.
func heightOf(l laid) int { return 1 + len(l.table) + 1 + len(l.question) + len(l.choices) + 1 }

func longPage(lines, choices int) *page {
	p := &page{question: "Choose one.", table: &seen{scene: &scene.Scene{}}}
	for i := range lines {
		p.table.scene.Notes = append(p.table.scene.Notes, fmt.Sprintf("Line %d says something about the table.", i))
	}
	for i := range choices {
		p.choices = append(p.choices, fmt.Sprintf("choice number %d", i+1))
	}
	return p
}

// A page is no higher than the screen and no line is wider, and Enter leads through all of
// its choices.
func TestPagesFitTheScreen(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 24}, {30, 16}} {
		for _, lines := range []int{1, 10, 30} {
			for _, choices := range []int{1, 8, 30, 300} {
				p := longPage(lines, choices)
				seen := map[int]bool{}
				for range 200 {
					l := p.layOut(size[0], size[1], 4)
					require.LessOrEqual(t, heightOf(l), size[1], "%v: %d lines, %d choices", size, lines, choices)
					text := strings.Join(l.choices, "\n")
					for _, r := range l.table {
						text += "\n" + r.picture + r.words
					}
					for line := range strings.SplitSeq(text, "\n") {
						require.LessOrEqual(t, utf8.RuneCountInString(line), size[0])
					}
					for i := range choices {
						seen[i] = seen[i] || strings.Contains(text+"\n", fmt.Sprintf("%*d choice number %d", len(fmt.Sprint(choices)), i+1, i+1))
					}
					if p.from = l.next; l.next == 0 {
						break
					}
				}
				assert.Len(t, seen, choices)
				for i := range choices {
					assert.True(t, seen[i], "%v: %d lines, choice %d of %d is never shown", size, lines, i+1, choices)
				}
			}
		}
	}
}

func TestTablesAreShortenedWhereTheyDoNotFit(t *testing.T) {
	p := longPage(8, 3)
	sc := p.table.scene
	sc.Seats = []scene.Seat{{}}
	sc.Zones = []scene.Zone{
		{ID: "p", Title: "Discarded", Kind: "pile", Past: true, Things: []scene.Thing{{ID: "l", Name: "Lookout"}, {ID: "m", Name: "Lookout"}}},
		{ID: "h", Title: "Your hand", Kind: "hand", Seat: scene.Ref(0), Things: []scene.Thing{
			{ID: "a", Name: "Lookout", Text: "A: Gain $1."}, {ID: "b", Name: "Vault", Text: "B: Gain $13, and many more words that fill the line of a small screen."},
		}},
	}
	text := func(height int) string {
		var b strings.Builder
		for _, r := range p.layOut(60, height, 0).table {
			b.WriteString(r.words + "\n")
		}
		return b.String()
	}
	const full, named, past = "  Your hand:\n    Lookout: A: Gain $1.\n", "Your hand: Lookout, Vault", "Discarded: Lookout, Lookout\n"
	assert.Contains(t, text(0), full)
	assert.Contains(t, text(0), past)
	least := func(words string) int { // the lowest screen that shows them
		height := 40
		for height > 7 && strings.Contains(text(height-1), words) {
			height--
		}
		return height
	}
	assert.LessOrEqual(t, least(full), least(past), "what is past goes first")
	assert.Contains(t, text(least(past)-1), "type table")
	assert.Less(t, least("Lookout"), least(full))
	assert.Contains(t, text(least(full)-1), named)
	assert.Contains(t, text(8), "Line 0 says something about the table · Line 1")
	p = longPage(60, 3)
	assert.Contains(t, text(16), "more lines: press Enter")
	p = longPage(60, 300)
	assert.Contains(t, text(16), "more lines: type table", "Enter leads through the choices")
}

func TestWordsTooLongForALineAreCut(t *testing.T) {
	assert.Equal(t, []string{"  ab", "    cdef", "    ghij", "    kl"}, console.Fit("  ab cdefghijkl", 8, 2))
	assert.Equal(t, []string{"  ab", "    cdefghijkl"}, console.Wrap("  ab cdefghijkl", 8, 2))
	assert.Equal(t, []string{"abcd", "ef g"}, console.Fit("abcdef g", 4, 4))
}

// asked returns a decision between choices that are called by their places.
func asked(names ...string) *decision {
	return &decision{names: names, formal: names, points: make([]*scene.Point, len(names)), page: page{numbers: numbersOf(make([]scene.Choice, len(names)))}}
}

func TestAnyPartOfANameChooses(t *testing.T) {
	names := []string{"Wishbone to lane 1", "Wishbone to lane 2", "Punt to lane 1", "pass", "pass again", "go to 3.5,1.5", "go to 13.5,1.5", "stay at 2,1"}
	d := asked(names...)
	d.points[5], d.points[6], d.points[7] = &scene.Point{X: 3.5, Y: 1.5}, &scene.Point{X: 13.5, Y: 1.5}, &scene.Point{X: 2, Y: 1}
	for text, want := range map[string]int{
		"2": 1, "pass": 3, "PASS A": 4, "again": 4, "punt": 2, "wish 2": 1, "lane 2": 1, "bone to lane 1": 0,
		"3.5,1.5": 5, "(3.50, 1.5)": 5, "13.5;1.5": 6, "2,1": 7, "stay": 7, "unt": 2,
	} {
		i, err := d.choose(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, i, text)
	}
	for text, says := range map[string]string{
		"wish": `"wish" could be: 1 Wishbone to lane 1 · 2 Wishbone to lane 2`,
		"99":   "there is no action 99: type 1 to 8",
		"3,1":  "3,1 is none of the 3 points to choose from; the nearest is go to 3.5,1.5",
		"fold": `no action is called "fold"`,
		"":     "type the number of an action",
	} {
		_, err := d.choose(text)
		assert.ErrorContains(t, err, says, text)
	}
	_, err := asked(names[:3]...).choose("3,1")
	assert.ErrorContains(t, err, "none is asked for")
}

// The likeness that is closest decides: a beginning before words, whole words before their
// beginnings, and each typed word is a word of its own.
func TestTheClosestLikenessChooses(t *testing.T) {
	for _, c := range []struct {
		names []string
		text  string
		want  int
	}{
		{[]string{"steal a card", "card game"}, "card", 1},
		{[]string{"take cards", "take card two", "hold"}, "card take", 1},
		{[]string{"a lane or a lane", "a lane"}, "lane lane", 0},
	} {
		i, err := asked(c.names...).choose(c.text)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, i, c.text)
	}
	_, err := asked("a lane", "a road").choose("lane lane")
	assert.ErrorContains(t, err, "no action is called")
}

// A choice that names a seat, or has a number of its own, has that number, wherever it
// stands in the list.
func TestChoicesAreCalledByTheirNumbers(t *testing.T) {
	seat, bid, other := func(p env.Player) scene.Choice { return scene.Choice{Seat: &p} }, func(n int) scene.Choice { return scene.Choice{Number: n} }, scene.Choice{}
	for _, c := range []struct {
		choices []scene.Choice
		want    []int
	}{
		{[]scene.Choice{seat(1), seat(2), seat(3)}, []int{2, 3, 4}},
		{[]scene.Choice{seat(1), other}, []int{2, 3}},
		{[]scene.Choice{bid(2), bid(5)}, []int{2, 5}},
		{[]scene.Choice{other, bid(5), other}, []int{6, 5, 7}},
		{[]scene.Choice{bid(1), bid(1)}, []int{1, 2}},
		{[]scene.Choice{other, other}, []int{1, 2}},
		{[]scene.Choice{seat(2)}, []int{1}},
	} {
		assert.Equal(t, c.want, numbersOf(c.choices))
	}
	d := asked("seat 2", "seat 4", "decline")
	d.page.choices, d.page.numbers = d.names, []int{2, 4, 5}
	i, err := d.choose("4")
	require.NoError(t, err)
	assert.Equal(t, 1, i)
	_, err = d.choose("1")
	require.EqualError(t, err, "there is no action 1: type 2, 4 or 5")
	assert.Equal(t, "one of the list, from 2 to 19", numbersInWords([]int{3, 2, 5, 7, 9, 11, 13, 15, 19}))
	list, _ := d.page.list(80, 0, false)
	assert.Equal(t, []string{"  2 seat 2", "  4 seat 4", "  5 decline"}, list)
}

func TestVerdicts(t *testing.T) {
	pairs := []int{0, 1, 0, 1}
	for _, c := range []struct {
		returns []float64
		seat    int
		teams   []int
		want    string
	}{
		{[]float64{1, -1}, 0, nil, "You won."},
		{[]float64{1, -1}, 1, nil, "You lost."},
		{[]float64{0, 0}, 0, nil, "A draw: nobody is ahead."},
		{[]float64{0.5, 0.5, 0, 0}, 1, nil, "You share first place with seat 1."},
		{[]float64{3, 2, 1, 0}, 2, nil, "You came third of four."},
		{[]float64{3, 2, 1, 0}, 3, nil, "You lost: last of four; seat 1 won."},
		{[]float64{3, 2, 2, 0}, 1, nil, "You share second place of four with seat 3."},
		{[]float64{1, 0, 0}, 1, nil, "You lost: seat 1 won."},
		{[]float64{1, -1, 1, -1}, 2, pairs, "Your side won."},
		{[]float64{1, -1, 1, -1}, 1, pairs, "Your side lost: seat 1 and seat 3 won."},
		{[]float64{0, 0, 0, 0}, 1, pairs, "A draw: nobody is ahead."},
		{[]float64{1}, 0, nil, "You won."},
		{[]float64{0}, 0, nil, "The game is over: neither won nor lost."},
		{[]float64{1, -1}, -1, nil, "seat 1 won."},
		{[]float64{1, -1, 1, -1}, -1, pairs, "seat 1 and seat 3 won."},
		{[]float64{1, 1, 1, -1}, -1, nil, "seat 1, seat 2 and seat 3 won."},
		{[]float64{0, 0}, -1, nil, "A draw: nobody is ahead."},
		{[]float64{-1}, -1, nil, "seat 1 lost."},
	} {
		assert.Equal(t, c.want, Verdict(c.returns, c.teams, env.Player(c.seat), scene.SeatName), "%v %d", c.returns, c.seat)
	}
}
