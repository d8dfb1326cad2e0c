package play_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/scene/scenes"
)

var update = flag.Bool("update", false, "write golden screens instead of comparing them")

// gamesAtTheTerminal are games of every kind, and the deals that are played. DUEL's first
// deals end soon, by a model that leaves the table.
var gamesAtTheTerminal = []struct {
	name, game string
	seed       uint64
}{
	{"kuhn", "kuhn", 1},
	{"leduc", "leduc", 1},
	{"liarsdice", "liarsdice", 1},
	{"goofspiel", "goofspiel(players=3)", 1},
	{"tictactoe", "tictactoe", 1},
	{"heat", "heat", 1},
	{"heist", "heist", 1},
	{"payday", "payday", 1},
	{"fourdowns", "fourdowns", 1},
	{"fivepossessions", "fivepossessions", 1},
	{"duel", "duel", 3},
	{"duel-gang", "duel(players=2,models_per_player=3,file=gang)", 1},
}

// goldenDecisions are those whose pages are kept, besides the end.
var goldenDecisions = []int{1, 2, 9, 40, 120}

// A newcomer types what the page offers: a number of the list, or a point of the map.
type newcomer struct {
	screen *bytes.Buffer
	rng    env.Rand
	rest   []byte // of the line that is being read
	starts []int  // of the pages, in the text of the screen
	ends   []int
}

var (
	offered = regexp.MustCompile(`(?m)(?:^|  ) *(\d+) \S`)
	typeOne = regexp.MustCompile(`type one as (\S+)`)
)

func (n *newcomer) Read(p []byte) (int, error) {
	if len(n.rest) == 0 {
		text := n.screen.Bytes()
		heading := bytes.LastIndex(text, []byte("? help ──"))
		if heading < 0 || !bytes.HasSuffix(text, []byte("\n> ")) {
			return 0, io.EOF
		}
		heading = bytes.LastIndexByte(text[:heading], '\n') + 1
		n.starts, n.ends = append(n.starts, heading), append(n.ends, len(text))
		_, list, _ := strings.Cut(string(text[heading:]), "\n\n")
		var all []string
		for _, m := range offered.FindAllStringSubmatch(list, -1) {
			all = append(all, m[1])
		}
		if m := typeOne.FindStringSubmatch(list); m != nil {
			all = append(all, m[1], m[1], m[1], m[1], m[1], m[1])
		}
		if len(all) == 0 {
			return 0, io.EOF
		}
		n.rest = []byte(all[n.rng.IntN(len(all))] + "\n")
	}
	k := copy(p, n.rest)
	n.rest = n.rest[k:]
	return k, nil
}

// program matches values of a program.
var program = regexp.MustCompile(`[{}]|0x[0-9a-f]|map\[|%!|<nil>|\[\]`)

// Whole games of every kind on a small and on a large screen: no line is wider than the
// screen, no page higher, no value of a program shows, the last line is the result, and some
// pages are golden. make golden writes them.
func TestGames(t *testing.T) {
	for _, c := range gamesAtTheTerminal {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			name := fmt.Sprintf("%s-%dx%d", c.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				g := games.MustNew(c.game)
				var out bytes.Buffer
				n := &newcomer{screen: &out, rng: env.Stream(c.seed, envtest.PurposeCheckEvents, 1)}
				table := play.NewTable(g, against(g, random.New(), 0), c.seed)
				outcome, err := play.Terminal(t.Context(), table, play.TerminalConfig{
					In: n, Out: &out, Width: size[0], Height: size[1], Scenes: scenes.Of(g), Echo: true,
				})
				require.NoError(t, err)
				require.True(t, outcome.Over, "%d decisions, and:\n%s", len(n.starts), tail(out.String()))
				text := out.String()
				for line := range strings.SplitSeq(text, "\n") {
					if utf8.RuneCountInString(line) > size[0] || program.MatchString(line) {
						require.Fail(t, "a line is too wide, or shows a value of a program", line)
					}
				}
				lines := strings.Split(strings.TrimSpace(text), "\n")
				assert.Regexp(t, `^(You|Your side) (won|lost|came|shares?)\b|^A draw`, lines[len(lines)-1])
				var golden strings.Builder
				for i, start := range n.starts {
					page := text[start:n.ends[i]]
					if strings.Count(page, "\n")+1 > size[1] {
						require.Fail(t, "a page is too high", "decision %d:\n%s", i+1, page)
					}
					for _, keep := range goldenDecisions {
						if keep == i+1 {
							fmt.Fprintf(&golden, "decision %d\n%s\n\n", i+1, page)
						}
					}
				}
				golden.WriteString(text[strings.LastIndex(text, "── the game is over"):])
				compareGolden(t, filepath.Join("testdata", "games", name+".txt"), golden.String())
			})
		}
	}
}

// tail returns the last lines of a text.
func tail(text string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-30):], "\n")
}

func compareGolden(t *testing.T, file, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	text = strings.Join(lines, "\n")
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run: make golden, or go test ./play -run TestGames -update")
	assert.Equal(t, string(want), text, "run: make golden, or go test ./play -run TestGames -update")
}
