package heist_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/heist"
)

var update = flag.Bool("update", false, "write the tables of cards and words of docs/games/heist.md, and missing golden playthroughs, instead of comparing")

const page = "../../docs/games/heist.md"

// The tables of cards and of the language of cards are printed from code.
func TestTablesOfThePage(t *testing.T) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	now := string(text)
	for name, table := range map[string]string{"cards": cardTable(t), "words": wordTable()} {
		begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->"
		before, rest, ok := strings.Cut(now, begin)
		require.True(t, ok, "the page has no %s", begin)
		old, after, ok := strings.Cut(rest, end)
		require.True(t, ok, "the page has no %s", end)
		if !*update {
			assert.Equal(t, table, old, "run: go test ./env/heist -run TestTables -update")
		}
		now = before + begin + table + end + after
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(now), 0o644))
	}
}

// cardTable lists all 155 cards, those that say the same on one line.
func cardTable(t *testing.T) string {
	c := config(t)
	var b strings.Builder
	b.WriteString("| Job | Security | points |\n|---|--:|--:|\n")
	for _, j := range c.JobDeck {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", j.Title, j.Security, j.Points)
	}
	b.WriteString("\n| Security | cards | titles |\n|---|--:|---|\n")
	group := newGroups()
	for _, g := range c.SecurityDeck {
		group.add(strings.Join(g.Skills, " or "), g.Title, max(g.Copies, 1))
	}
	group.write(&b)
	b.WriteString("\n| Heist cards | cards | titles |\n|---|--:|---|\n")
	group = newGroups()
	for _, k := range game(t).Kinds() {
		group.add(k.Text, k.Title, k.Copies)
	}
	group.write(&b)
	return b.String()
}

type groups struct {
	order  []string
	titles map[string][]string
	count  map[string]int
}

func newGroups() *groups { return &groups{titles: map[string][]string{}, count: map[string]int{}} }

func (g *groups) add(text, title string, n int) {
	if g.titles[text] == nil {
		g.order = append(g.order, text)
	}
	g.titles[text] = append(g.titles[text], title)
	g.count[text] += n
}

func (g *groups) write(b *strings.Builder) {
	for _, text := range g.order {
		fmt.Fprintf(b, "| %s | %d | %s |\n", text, g.count[text], strings.Join(g.titles[text], ", "))
	}
}

func wordTable() string {
	var b strings.Builder
	b.WriteString("| op | on cards of type | amount | what it does |\n|---|---|---|---|\n")
	for _, o := range heist.Vocabulary() {
		amount := ""
		if o.Amount {
			amount = "1 to 20"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", o.Op, strings.Join(o.Types, ", "), amount, o.Doc)
	}
	return b.String()
}

// goldens are the playthroughs of each number of players and of the main options,
// with seeds such that all cards are played in one or another; package games
// replays all of testdata.
var goldens = map[string]struct {
	game string
	seed uint64
}{
	"default":     {"heist", 8},
	"players-3":   {"heist(players=3)", 33},
	"players-4":   {"heist(players=4)", 20},
	"players-5":   {"heist(players=5)", 224},
	"players-6":   {"heist(players=6)", 3},
	"large-hands": {"heist(contact_offers=0,deal=20,draw=5,hand_limit=40,crew_limit=30,die=3)", 42},
	"short-full":  {"heist(players=3,jobs=5,contact_offers=0,short_jobs=full,deal=20,draw=5,hand_limit=40,crew_limit=30,die=2)", 26},
	"few-jobs":    {"heist(jobs=4,contact_offers=0,deal=20,draw=5,hand_limit=40,crew_limit=30,die=2)", 2211},
}

func TestGoldensOfAllSizes(t *testing.T) {
	for file, g := range goldens {
		path := "testdata/" + file + ".golden"
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			golden, err := envtest.Record(games.MustNew(g.game), g.seed)
			require.NoError(t, err)
			require.NoError(t, os.MkdirAll("testdata", 0o755))
			require.NoError(t, os.WriteFile(path, []byte(golden), 0o644))
			continue
		}
		require.NoError(t, err, "run: go test ./env/heist -run TestGoldens -update")
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		assert.Equal(t, g.game, header.Game)
		assert.NoError(t, envtest.Replay(games.MustNew(g.game), string(text)))
	}
}

// played lists the cards that were recruited, played or used in a transcript.
func played(transcript string) map[string]bool {
	seen := map[string]bool{}
	for line := range strings.SplitSeq(transcript, "\n") {
		_, action, ok := strings.Cut(line, ": ")
		if !ok || !strings.HasPrefix(line, "> seat ") {
			continue
		}
		for _, verb := range []string{"recruit ", "play ", "use "} {
			if title, ok := strings.CutPrefix(action, verb); ok {
				seen[title] = true
			}
		}
	}
	return seen
}

// All cards of the Heist deck have been played in the golden transcripts, all
// together, and all Security cards and Jobs have been on the table.
func TestGoldensPlayEveryCard(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	require.NoError(t, err)
	seen, dealt := map[string]bool{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for title := range played(string(text)) {
			seen[title] = true
		}
		for line := range strings.SplitSeq(string(text), "\n") {
			for _, what := range []string{"> chance: Security ", "> chance: Job "} {
				if title, ok := strings.CutPrefix(line, what); ok {
					dealt[title] = true
				}
			}
		}
	}
	for _, k := range game(t).Kinds() {
		assert.True(t, seen[k.Title], "%s (%s) is not played in any golden", k.Title, k.Text)
	}
	c := config(t)
	for _, g := range c.SecurityDeck {
		assert.True(t, dealt[g.Title], g.Title)
	}
	for _, j := range c.JobDeck {
		assert.True(t, dealt[j.Title], j.Title)
	}
}
