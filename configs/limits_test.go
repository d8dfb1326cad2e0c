package configs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
)

// nest has lists in lists and text, which aliases can blow up.
type nest struct {
	A [][][][]int         `yaml:"a"`
	B []string            `yaml:"b"`
	C map[string][]int    `yaml:"c"`
	D []map[string]string `yaml:"d"`
}

// allocated returns the bytes that f takes from the heap in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// aliases returns lists in lists, each of which holds the one before many times.
func aliases(each int) string {
	return "a:\n- - - &x [" + strings.Repeat("1,", each) + "1]\n  - &y [" + strings.Repeat("*x,", each) + "*x]\n- &z [" + strings.Repeat("*y,", each) + "*y]\n"
}

// lines repeats a line, in which %d is its number, up to a size.
func lines(format string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// Texts that are small and dear are refused with their reason, and nothing of them
// is built first.
func TestAttacksAreRefused(t *testing.T) {
	repeat := strings.Repeat
	for name, c := range map[string]struct{ text, want string }{
		"brackets of 400 KB": {repeat("[", 400_000), "want at most 50000"},
		"brackets":           {repeat("[", 40_000), "deck.yaml:1:33: 33 lists and mappings inside of one another: want at most 32"},
		"braces":             {repeat("{", 40_000), "33 lists and mappings inside of one another: want at most 32"},
		"braces with keys":   {repeat("{a: ", 10_000), "33 lists and mappings inside of one another"},
		"both":               {repeat("[{a: ", 10_000), "33 lists and mappings inside of one another"},
		"dashes":             {repeat("- ", 25_000) + "a", "33 lists and mappings inside of one another"},
		"questions":          {repeat("? ", 25_000) + "a", "33 lists and mappings inside of one another"},
		"steps": {func() string {
			s := ""
			for i := range 200 {
				s += repeat(" ", i) + "a:\n"
			}
			return s
		}(), "33 lists and mappings inside of one another"},
		"steps of lists": {func() string {
			s := ""
			for i := range 200 {
				s += repeat(" ", i) + "-\n"
			}
			return s
		}(), "33 lists and mappings inside of one another"},
		"keys":                 {lines("k%d: 1\n", 60_000), "deck.yaml:1001:6: a mapping of many keys: want at most 1000"},
		"keys with comments":   {lines("k%d: 1 # x\n", 60_000), "a mapping of many keys"},
		"keys with anchors":    {lines("&a k%d: 1\n", 60_000), "a mapping of many keys"},
		"keys in a list":       {"d:\n- a: 1\n" + lines("  k%d: 1\n", 60_000), "a mapping of many keys"},
		"merges":               {lines("<<: {a: %d}\n", 60_000), "a mapping of many keys"},
		"questions and colons": {lines("? k%d\n: 1\n", 60_000), "a mapping of many keys"},
		"a long key":           {repeat("k", 200) + ": 1", "deck.yaml:1:1: a key of 200 bytes: want at most 128"},
		"a long value":         {"b: [" + repeat("v", 600_000) + "]", "deck.yaml:1:5: a value of 600000 bytes: want at most 512 KiB"},
		"a long text":          {"b: [" + repeat("v", 5000) + "]", "deck.yaml:1:5: b[0]: 5000 bytes: want a text of at most 4 KiB"},
		"a large file":         {repeat(" ", configs.MaxSize+1), "1048577 bytes: want at most 1 MiB"},
		"no text":              {"b: [\xff]", "bytes that are no text: want text in UTF-8"},
		"aliases":              {aliases(700), "a text that stands for very many values: want at most 50000"},
		"aliases of text":      {"b: [&x " + repeat("v", 4000) + repeat(",*x", 15_000) + "]", "a text that stands for a very long one: want at most 1 MiB"},
		"an alias of itself":   {"a: &x [*x]", "a[0][0][0][0]: a list: want a whole number"},
		"values":               {"a: [[[[" + repeat("1,", 24_000) + "1]]]]\nb: &b [" + repeat("1,", 20_000) + "1]\nc: {x: *b, y: *b}", "very many values"},
	} {
		t.Run(name, func(t *testing.T) {
			var n nest
			var err error
			used := allocated(func() { err = configs.ReadAll(&n, configs.Text("deck.yaml", []byte(c.text))) })
			require.ErrorContains(t, err, c.want)
			assert.Less(t, len(err.Error()), 20_000)
			assert.Less(t, used, uint64(64<<20), "bytes of the heap")
		})
	}
}

// A text within the limits costs memory in proportion to its size.
func TestTheCostOfAText(t *testing.T) {
	repeat := strings.Repeat
	for name, text := range map[string]string{
		"a list":             "b: [" + repeat("1,", 48_000) + "1]",
		"a list of lines":    "b:\n" + repeat("- 1\n", 24_000),
		"comments":           repeat("#\n", 24_000),
		"tags":               "b: " + repeat("!a ", 48_000),
		"anchors":            "b: " + repeat("&a ", 48_000),
		"documents":          repeat("---\n", 12_000),
		"colons":             repeat("a: ", 45_000),
		"colons in a list":   "[" + repeat(": ", 45_000) + "]",
		"pairs in a list":    "b: [" + repeat("a: 1,", 20_000) + "]",
		"keys in braces":     "c: {" + lines("k%d: [],", 100_000) + "}",
		"mappings of 900":    "d:\n" + repeat("- x: 1\n"+lines("  k%d: 1\n", 9000), 6),
		"commas":             "[" + repeat(",", 48_000),
		"closing":            repeat("]", 48_000),
		"quotes":             "b: [" + repeat(`"a",`, 16_000) + "]",
		"one text of quotes": `b: ["` + repeat(`\n`, 30_000) + `"]`,
		"a block of text":    "b:\n- |\n" + repeat("  x\n", 16_000),
		"digits":             "b: [" + repeat("9", 60_000) + "]",
		"unknown keys":       "{" + lines("k%d: 1,", 100_000) + "}",
		"deep and wide":      "c: " + repeat("[{"+repeat("k", 120)+": ", 14) + "[" + repeat("1,", 24_000) + "1]" + repeat("}]", 14),
	} {
		t.Run(name, func(t *testing.T) {
			var n nest
			var err error
			used := allocated(func() { err = configs.ReadAll(&n, configs.Text("deck.yaml", []byte(text))) })
			t.Logf("%d bytes of text, %d KiB of the heap, %.60v", len(text), used>>10, err)
			assert.Less(t, used, uint64(128<<20), "bytes of the heap")
			if err != nil {
				assert.Less(t, len(err.Error()), 20_000)
			}
		})
	}
}

// Assignments are read with the same limits.
func TestAttacksByAssignment(t *testing.T) {
	for pair, want := range map[string]string{
		"a=" + strings.Repeat("[", 40_000):         "want a whole number",
		"b=[" + strings.Repeat("v", 600_000) + "]": "want a whole number",
		"a" + strings.Repeat("[0]", 40_000) + "=1": "no such element",
	} {
		var n nest
		var err error
		used := allocated(func() { err = configs.ReadAll(&n, configs.Assignments("--set", pair)) })
		require.ErrorContains(t, err, want)
		assert.Less(t, len(err.Error()), 2000)
		assert.Less(t, used, uint64(32<<20))
	}
}

// Of many faults the first are told and the others counted; a value is shown by its
// beginning, in characters that a terminal prints.
func TestManyFaults(t *testing.T) {
	d := deck{Name: "x"}
	err := configs.ReadAll(&d, text("cards:", strings.Repeat("- {cost: 300}\n", 70), "rate: \"a\\e[2Jb"+strings.Repeat("c", 300)+"\""))
	all := strings.Split(err.Error(), "\n")
	require.Len(t, all, 51)
	assert.Equal(t, "deck.yaml:2:10: cards[0].cost: \"300\": want a whole number from -128 to 127", all[0])
	assert.Equal(t, "and 21 more faults", all[50])

	err = configs.ReadAll(&d, text("rate: \"a\\e[2Jb"+strings.Repeat("c", 300)+"\""))
	assert.EqualError(t, err, `deck.yaml:1:7: rate: "a\x1b[2Jb`+strings.Repeat("c", 70)+`…: want a number`)

	d = deck{Name: "x", Cards: make([]card, 80)}
	for i := range d.Cards {
		d.Cards[i].Cost = -1
	}
	err = configs.ReadAll(&d)
	assert.Len(t, strings.Split(err.Error(), "\n"), 51)
}

// A path leads to a regular file of a size that a configuration can have.
func TestFilesAreRegularAndSmall(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.yaml")
	require.NoError(t, os.WriteFile(large, make([]byte, configs.MaxSize+1), 0o600))
	folder := filepath.Join(dir, "folder.yaml")
	require.NoError(t, os.Mkdir(folder, 0o700))
	var d deck
	assert.EqualError(t, configs.Read("train", large, &d), large+": too large: want a file of at most 1 MiB")
	assert.EqualError(t, configs.Read("train", folder, &d), folder+": a folder: want a regular file")
}
