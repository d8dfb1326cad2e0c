package heist_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

var update = flag.Bool("update", false, "write the tables of cards and words of docs/games/heist.md, instead of comparing")

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

// Random games with large hands play every card of the Heist deck, and bring every
// Security card and Job to the table.
func TestRandomGamesPlayEveryCard(t *testing.T) {
	const most = 40
	g := game(t, "players=3", "contact_offers=0", "deal=20", "draw=5", "hand_limit=40", "crew_limit=30", "die=2")
	missing := map[string]bool{}
	for _, k := range g.Kinds() {
		missing[k.Title] = true
	}
	c := g.Config()
	for _, k := range c.SecurityDeck {
		missing["Security "+k.Title] = true
	}
	for _, j := range c.JobDeck {
		missing["Job "+j.Title] = true
	}
	p := newPlayer(g)
	for i := uint64(0); len(missing) > 0; i++ {
		require.Less(t, i, uint64(most), "not played: %v", missing)
		p.rng = env.Stream(i, "every card")
		p.s = g.NewInitialState()
		for p.s.CurrentPlayer() != env.Terminal {
			name := p.step()
			delete(missing, name) // Security and Jobs
			for _, verb := range []string{"recruit ", "play ", "use "} {
				if title, ok := strings.CutPrefix(name, verb); ok {
					delete(missing, title)
				}
			}
		}
	}
}
