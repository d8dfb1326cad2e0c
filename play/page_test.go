package play

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/play/seats"
)

// heightOf returns the rows of a page with its heading, its empty row and the prompt.
func heightOf(l laid) int { return 1 + len(l.table) + 1 + len(l.question) + len(l.choices) + 1 }

func longPage(lines, choices int) *page {
	p := &page{question: "Choose one."}
	for i := range lines {
		p.words = append(p.words, fmt.Sprintf("Line %d says something about the table.", i))
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

func TestListsAreFoldedWhereTheyDoNotFit(t *testing.T) {
	p := longPage(8, 3)
	p.words = append(p.words, "Discarded: 2× Lookout", "Jobs gone: Casino, Vault", "Your hand:", "  Lookout: A: Gain $1.", "  Vault: B: Gain $13, and many more words that fill the line of a small screen.", "Nothing else.")
	text := func(height int) string {
		var b strings.Builder
		for _, r := range p.layOut(60, height, 0).table {
			b.WriteString(r.words + "\n")
		}
		return b.String()
	}
	const full = "Your hand:\n  Lookout: A: Gain $1.\n"
	assert.Contains(t, text(0), "Discarded: 2× Lookout\nJobs gone: Casino, Vault\n"+full)
	assert.Contains(t, text(20), "Discarded: 2× Lookout\nJobs gone: Casino, Vault\n"+full)
	assert.Contains(t, text(19), full)
	assert.Contains(t, text(19), "… 2 lines on what is past: type table")
	assert.Contains(t, text(18), "Your hand: Lookout: A: Gain $1 · Vault: B: Gain")
	assert.Contains(t, text(16), "Your hand: Lookout · Vault\nNothing else.\n")
	assert.Contains(t, text(13), "Line 0 says something about the table. Line 1 says")
	assert.Contains(t, text(12), "something about the table.\nYour hand: Lookout · Vault\nNothing else")
	p = longPage(40, 3)
	assert.Contains(t, text(16), "more lines: press Enter")
	p = longPage(40, 300)
	assert.Contains(t, text(16), "more lines: type table", "Enter leads through the choices")
}

func TestListsInListsKeepTheirHeading(t *testing.T) {
	lines := []string{"As seat 2 sees it:", "  Your hand:", "    Vault: Gain $13.", "    Heavy: Steal $1.", "  You will play Heavy.", "Next:", "  one", "  two"}
	assert.Equal(t, []string{"As seat 2 sees it:", "  Your hand: Vault · Heavy", "  You will play Heavy.", "Next: one · two"}, joinLists(lines, true, false, 0))
}

// A line of a paragraph ends between things, not inside a short one.
func TestThingsInAParagraphStayWhole(t *testing.T) {
	lines := []string{"Column 1:", "  1 obstacle, face down; [1] guard, face down", "  4 Loot, face down; [2] SWAT Rifleman 3/2"}
	assert.Equal(t, []string{
		"Column 1: 1 obstacle, face down;", "  [1] guard, face down ·", "  4 Loot, face down;", "  [2] SWAT Rifleman 3/2",
	}, wrapAll(joinLists(lines, true, true, 60), 34))
	assert.Equal(t, []string{"Column 1: 1", "  obstacle,"}, wrapAll(joinLists(lines, true, true, 12), 12)[:2], "no thing is wider than a small screen")
}

// The words above do not repeat the question, but for what it does not say.
func TestTheQuestionIsAskedOnce(t *testing.T) {
	ask := func(line string) []string { return withoutQuestion([]string{line, "Round 1."}, "Choose a key item.") }
	assert.Equal(t, []string{"You are the Criminal.", "Round 1."}, ask("You are the Criminal: choose a key item."))
	for _, line := range []string{
		"You are the Criminal: choose a target (Medic: take 2 damage off).", "You are the Criminal: play a card.", "Column 1: choose.", "You hold K.",
	} {
		assert.Equal(t, []string{line, "Round 1."}, ask(line))
	}
}

func TestWordsAlikeAreCounted(t *testing.T) {
	line := "  Museum, worth 12, 12 to overcome: Tech, Confidence, Tech, Info, Tech; attached: Revenge"
	assert.Equal(t, []string{"  Museum, worth 12, 12 to overcome: Tech ×3, Confidence, Info; attached: Revenge"}, countAlike([]string{line}))
	assert.Equal(t, []string{"Tech, Tech, Info"}, countAlike([]string{"Tech, Tech, Info"}), "a few stay")
}

func TestWordsTooLongForALineAreCut(t *testing.T) {
	assert.Equal(t, []string{"  ab", "    cdef", "    ghij", "    kl"}, wrap("  ab cdefghijkl", 8, 2, true))
	assert.Equal(t, []string{"  ab", "    cdefghijkl"}, Wrap("  ab cdefghijkl", 8, 2))
	assert.Equal(t, []string{"abcd", "ef g"}, wrap("abcdef g", 4, 4, true))
}

func TestAnyPartOfANameChooses(t *testing.T) {
	names := []string{"Wishbone to lane 1", "Wishbone to lane 2", "Punt to lane 1", "pass", "pass again", "go to 3.5,1.5", "go to 13.5,1.5", "stay at 2,1"}
	for text, want := range map[string]int{
		"2": 1, "pass": 3, "PASS A": 4, "again": 4, "punt": 2, "wish 2": 1, "lane 2": 1, "bone to lane 1": 0,
		"3.5,1.5": 5, "(3.50, 1.5)": 5, "13.5;1.5": 6, "2,1": 7, "stay": 7, "unt": 2,
	} {
		i, err := choose(names, numbersOf(names), text)
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
		_, err := choose(names, numbersOf(names), text)
		assert.ErrorContains(t, err, says, text)
	}
	_, err := choose(names[:3], numbersOf(names[:3]), "3,1")
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
		i, err := choose(c.names, numbersOf(c.names), c.text)
		require.NoError(t, err, c.text)
		assert.Equal(t, c.want, i, c.text)
	}
	_, err := choose([]string{"a lane", "a road"}, []int{1, 2}, "lane lane")
	assert.ErrorContains(t, err, "no action is called")
}

// A choice that names a seat, a lane or a column by number has that number, wherever it
// stands in the list.
func TestChoicesAreCalledByTheNumbersInTheirNames(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  []int
	}{
		{[]string{"target seat 2", "target seat 3", "target seat 4"}, []int{2, 3, 4}},
		{[]string{"choose seat 2", "pass"}, []int{2, 3}},
		{[]string{"Punt to lane 2", "Punt to lane 4"}, []int{2, 4}},
		{[]string{"attach to Vault of seat 1", "attach to Casino of seat 2"}, []int{1, 2}},
		{[]string{"bid 2", "bid 5"}, []int{2, 5}},
		{[]string{"pass", "bid 5", "double"}, []int{1, 2, 3}},
		{[]string{"Punt to lane 1", "Empty to lane 1"}, []int{1, 2}},
		{[]string{"play 46 Bear", "play Goal Line 6-2"}, []int{1, 2}},
		{[]string{"want seat 2", "put on lane 3"}, []int{1, 2}},
		{[]string{"bid 0", "bid 1"}, []int{1, 2}},
		{[]string{"target seat 3"}, []int{1}},
	} {
		assert.Equal(t, c.want, numbersOf(c.names), c.names)
	}
	names := []string{"target seat 2", "target seat 4", "decline"}
	i, err := choose(names, numbersOf(names), "4")
	require.NoError(t, err)
	assert.Equal(t, 1, i)
	_, err = choose(names, numbersOf(names), "1")
	require.EqualError(t, err, "there is no action 1: type 2, 4 or 5")
	assert.Equal(t, "one of the list, from 2 to 19", numbersInWords([]int{3, 2, 5, 7, 9, 11, 13, 15, 19}))
	p := page{choices: names, numbers: numbersOf(names)}
	list, _ := p.list(80, 0, false)
	assert.Equal(t, []string{"  2 target seat 2", "  4 target seat 4", "  5 decline"}, list)
}

func TestSentences(t *testing.T) {
	for _, c := range []struct{ subject, text, want string }{
		{"you", "draws Bank Job", "you draw Bank Job"},
		{"you", "passes", "you pass"},
		{"you", "gets $2 and loses 1 Heat", "you get $2 and lose 1 Heat"},
		{"you", "draws 4-4 and Boss", "you draw 4-4 and Boss"},
		{"you", "is out", "you are out"},
		{"you", "has score 3", "you have score 3"},
		{"you", "wins: nobody is left", "you win: nobody is left"},
		{"you", "lies low", "you lie low"},
		{"you", "A hits B", "you: A hits B"},
		{"seat 2", "may execute it", "seat 2 may execute it"},
		{"seat 2", "passes", "seat 2 passes"},
		{"seat 2", "B hits A", "seat 2: B hits A"},
		{theTable, "lanes are opened", "the table: lanes are opened"},
	} {
		assert.Equal(t, c.want, sentence(c.subject, c.subject == "you", c.text))
	}
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
		assert.Equal(t, c.want, Verdict(c.returns, c.teams, env.Player(c.seat), seats.Name), "%v %d", c.returns, c.seat)
	}
}
