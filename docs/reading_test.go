package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// soon is the number of words that may stand between a heading and the answer below it.
const soon = 150

// questions of a newcomer, each with the part of a page that answers it, words of the answer,
// and how many links may lead there from the front page.
var questions = []struct {
	ask, answer, says string
	links             int
}{
	{"What do I install, and how?", "README.md#begin", "make build", 0},
	{"How do I play in the terminal?", "docs/player.md#at-the-table", "Type a number", 1},
	{"How do I play in the browser?", "docs/player.md#in-the-browser", "ringer serve --open", 1},
	{"What are the rules of HEAT?", "docs/games/heat.md#rules", "heist", 1},
	{"The bot is too strong. Is there an easier one?", "docs/player.md#choosing-who-sits-there", "--vs beginner", 1},
	{"How do I train a bot, and measure it?", "docs/tutorial.md#train", "ringer train -c leduc", 1},
	{"How long does the first training take?", "docs/training.md#the-first-training", "3 minutes 8 seconds", 1},
	{"Can I stop a training and go on?", "docs/training.md#go-on-with-a-stopped-training", "ringer train --resume", 1},
	{"Can I stop something else and go on?", "docs/command-line.md#long-work", "what to type to go on", 1},
	{"What does 45% (44 … 46) mean?", "docs/numbers.md", "very probably", 1},
	{"Can I check one of the published numbers?", "docs/numbers.md#remake-one-of-them", "ringer ladder kuhn", 1},
	{"What does more training buy?", "docs/scaling.md#heat-long", "against `expert`", 2},
	{"How do I change a card?", "docs/designer.md#i-changed-a-card", "my-changes.yaml", 1},
	{"What does my change do to the game?", "docs/designer.md", "ringer report", 1},
	{"Is my changed game any good?", "docs/designer.md#ask-for-a-report", "ringer report", 1},
	{"Was it luck? How many games do I need?", "docs/designer.md#is-it-true-or-was-it-luck", "2,400 games", 1},
	{"How do I use it from Python, and where is the mask?", "docs/python.md#step-a-game", "action_mask", 1},
	{"How do I add a game?", "docs/own-game.md#the-game", "type Config struct", 1},
	{"Does a bot see my cards?", "docs/review.md#fair-play", "ringer peek-test", 1},
	{"What did you decide where the rule book is silent?", "docs/games/heat.md#rulings", "#deviations", 1},
	{"How do I write an agent in another language?", "docs/protocol.md#a-program-as-an-agent", "my_agent.py", 1},
	{"How do I use a bot elsewhere?", "docs/agents.md#using-a-bot-from-elsewhere", "ringer export", 1},
	{"Does it use my GPU?", "docs/accelerator.md", "Yes, Ringer trains on a GPU", 1},
	{"Does it use several machines, and does that pay?", "docs/machines.md", "ringer worker", 1},
	{"May I open a file that somebody sent me?", "docs/security.md#a-file-that-somebody-sent-you", "read it first", 1},
}

// distances returns how many links lead from the front page to each page.
func distances(pages map[string]string) map[string]int {
	at := map[string]int{"README.md": 0}
	for queue := []string{"README.md"}; len(queue) > 0; queue = queue[1:] {
		for _, target := range linksOf(pages[queue[0]]) {
			to, _, _ := strings.Cut(target, "#")
			to = path.Join(path.Dir(queue[0]), to)
			if _, known := at[to]; !known && pages[to] != "" {
				at[to] = at[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return at
}

// part returns a page's part of an anchor, up to the next heading of its level; the whole page
// without one.
func part(page, id string) string {
	if id == "" {
		return page
	}
	for _, m := range linkedHeading.FindAllStringSubmatchIndex(page, -1) {
		if anchor(page[m[2]:m[3]]) == id {
			level := strings.IndexByte(page[m[0]:], ' ')
			rest := page[m[1]:]
			if end := regexp.MustCompile(`(?m)^#{1,` + string(rune('0'+level)) + `} `).FindStringIndex(codeBlock.ReplaceAllStringFunc(rest, blank)); end != nil {
				rest = rest[:end[0]]
			}
			return rest
		}
	}
	return ""
}

// blank returns as many bytes that say nothing.
func blank(block string) string { return strings.Repeat("\n", len(block)) }

// Links from the front page lead a newcomer to the answers.
func TestTheFrontPageAnswers(t *testing.T) {
	pages, err := readPages(os.DirFS(repository))
	require.NoError(t, err)
	far := distances(pages)
	for _, q := range questions {
		name, id, _ := strings.Cut(q.answer, "#")
		links, reached := far[name]
		assert.True(t, reached && links <= q.links, "%s %s is %d links away", q.ask, name, links)
		before, _, said := strings.Cut(part(pages[name], id), q.says)
		assert.True(t, said, "%s %s does not say %q", q.ask, q.answer, q.says)
		assert.LessOrEqual(t, len(strings.Fields(before)), soon, "%s %s: words before %q", q.ask, q.answer, q.says)
	}
}

// The front page shows small pictures, and each by day and by night.
func TestPicturesOfTheFrontPage(t *testing.T) {
	front, err := os.ReadFile(filepath.Join(repository, "README.md"))
	require.NoError(t, err)
	var shown []string
	for _, m := range regexp.MustCompile(`(?:srcset|src)="([^"]+)"`).FindAllStringSubmatch(string(front), -1) {
		shown = append(shown, m[1])
		info, err := os.Stat(filepath.Join(repository, filepath.FromSlash(m[1])))
		if assert.NoError(t, err) {
			assert.LessOrEqual(t, info.Size(), int64(200<<10), m[1])
		}
	}
	slices.Sort(shown)
	assert.Equal(t, []string{"docs/pictures/report-dark.webp", "docs/pictures/report-light.webp", "docs/pictures/table-dark.webp", "docs/pictures/table-light.webp"}, shown)
}

// Every page says in its first line what it is about: a sentence, and neither a command nor a
// table.
func TestPagesBeginWithTheirPurpose(t *testing.T) {
	pages, err := readPages(os.DirFS(repository))
	require.NoError(t, err)
	purpose := regexp.MustCompile(`^# [^\n]+\n\n(<!--[^\n]*-->\n\n)?\pL`)
	for name, page := range pages {
		assert.True(t, !isPage(name) || purpose.MatchString(page), "%s begins with no sentence", name)
	}
}
