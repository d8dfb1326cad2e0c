package docs_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var blockShown = regexp.MustCompile("(?ms)^```(go|yaml)\n(.*?)^```")

// The code on the page about games of your own is code of the template, line by line.
func TestOwnGamePageShowsTheTemplate(t *testing.T) {
	page, err := os.ReadFile("own-game.md")
	require.NoError(t, err)
	var files []string
	require.NoError(t, fs.WalkDir(os.DirFS("template"), ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".go" && path.Ext(file) != ".yaml" {
			return err
		}
		text, err := os.ReadFile("template/" + file)
		files = append(files, string(text))
		return err
	}))
	blocks := blockShown.FindAllStringSubmatch(string(page), -1)
	assert.Greater(t, len(blocks), 5)
	for _, b := range blocks {
		assert.Condition(t, func() bool {
			for _, text := range files {
				if strings.Contains(text, b[2]) {
					return true
				}
			}
			return false
		}, "no file of the template has:\n%s", b[2])
	}
}
