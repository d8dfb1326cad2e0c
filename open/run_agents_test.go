package open_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/open"
)

func TestCopyName(t *testing.T) {
	for _, name := range []string{"duel", "a/b/duel.bot", `C:\x\duel.bot`, "../../duel.bot", "..", "/", strings.Repeat("x", 500), "é $(rm).bot"} {
		copied := open.CopyName(name, ".bot")
		assert.Equal(t, filepath.Base(copied), copied)
		assert.True(t, filepath.IsLocal(copied))
		assert.Regexp(t, `^[A-Za-z0-9_-]{0,40}-[0-9a-f]{8}\.bot$`, copied)
	}
	assert.NotEqual(t, open.CopyName("a/x.bot", ".bot"), open.CopyName("b/x.bot", ".bot"))
}

func TestNamesWithoutFolders(t *testing.T) {
	for agent, want := range map[string]string{
		"":                      "",
		"expert":                "expert",
		"bot(heat-4p)":          "bot(heat-4p)",
		"bot(/home/ada/my.bot)": "bot(my.bot)",
		"bot(../old/my.bot,search=8,method=gumbel)":      "bot(my.bot,search=8,method=gumbel)",
		`bot(C:\ada\my.bot)`:                             "bot(my.bot)",
		`bot("/home/ada (1)/a, b.bot")`:                  `bot("a, b.bot")`,
		"ismcts(sims=100,playout=bot(/home/ada/my.bot))": "ismcts(sims=100,playout=bot(my.bot))",
		"script(runs/bold.yaml)":                         "script(bold.yaml)",
		"/home/ada (1)/no agent":                         "no agent",
	} {
		assert.Equal(t, want, open.WithoutFolders(agent), agent)
	}
}
