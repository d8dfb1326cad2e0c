package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The packages that a reader opens first show their loop in the package's comment, and each
// block of it is code of its example, which runs.
func TestPackageCommentsShowTheirExamples(t *testing.T) {
	block := regexp.MustCompile(`(?m)(?:^//\t.*\n)+`)
	for _, pkg := range []string{"env", "train", "agents", "eval", "play", "open", "open/exploit", "open/ladder", "open/match", "open/reporting", "open/study"} {
		comment, err := os.ReadFile(filepath.Join(repository, pkg, "doc.go"))
		require.NoError(t, err)
		file := pkg + "/example_test.go"
		if pkg == "open/match" { // whose example runs in one program with its neighbours
			file = "open/example_match_test.go"
		}
		example, err := os.ReadFile(filepath.Join(repository, file))
		require.NoError(t, err)
		runs := regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(string(example), "")
		blocks := block.FindAllString(string(comment), -1)
		assert.NotEmpty(t, blocks, pkg)
		for _, shown := range blocks {
			assert.Contains(t, runs, regexp.MustCompile(`(?m)^//\t+`).ReplaceAllString(strings.TrimSuffix(shown, "\n"), ""), pkg)
		}
	}
}
