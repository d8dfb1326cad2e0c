package cmd_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// containerCommands returns the arguments of all containers of an image that is called
// ringer, in a document of Docker Compose or Kubernetes.
func containerCommands(document any) (lines [][]string) {
	switch d := document.(type) {
	case []any:
		for _, e := range d {
			lines = append(lines, containerCommands(e)...)
		}
	case map[string]any:
		image, _ := d["image"].(string)
		for _, key := range []string{"args", "command"} {
			if list, ok := d[key].([]any); ok && (image == "ringer" || strings.HasPrefix(image, "ringer:")) {
				var words []string
				for _, w := range list {
					words = append(words, w.(string))
				}
				lines = append(lines, words)
			}
		}
		for _, e := range d {
			lines = append(lines, containerCommands(e)...)
		}
	}
	return lines
}

// Every command line of the manifests in deploy is one that the program takes, with its
// flags.
func TestDeployedCommandsAreUnderstood(t *testing.T) {
	lines := 0
	require.NoError(t, filepath.WalkDir(filepath.Join("..", "docs", "deploy"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for document := range strings.SplitSeq("\n"+string(text), "\n---\n") {
			var d any
			require.NoError(t, yaml.Unmarshal([]byte(document), &d), path)
			for _, words := range containerCommands(d) {
				lines++
				cmdtest.Understood(t, "ringer '"+strings.Join(words, "' '")+"'")
			}
		}
		return nil
	}))
	assert.Equal(t, 4, lines, "a learner and workers, for Compose and for Kubernetes")
}
