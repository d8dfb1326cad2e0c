package docs_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docsIndex is the page that links to all others.
const docsIndex = "docs/README.md"

// readPages returns the text of every Markdown page below a root by its path.
func readPages(root fs.FS) (map[string]string, error) {
	pages := map[string]string{}
	err := fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "docs/rules" && (slices.Contains(skippedFolders, file) || slices.Contains(skippedFolders, entry.Name())):
			return fs.SkipDir
		case path.Ext(file) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, file)
		pages[file] = string(text)
		return err
	})
	return pages, err
}

var (
	markdownLink  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	inCode        = regexp.MustCompile("`[^`\n]*`")
	codeBlock     = regexp.MustCompile("(?ms)^```.*?^```")
	linkedHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

// linksOf lists the targets of the links of a page, code left out.
func linksOf(text string) (targets []string) {
	text = inCode.ReplaceAllString(codeBlock.ReplaceAllString(text, ""), "")
	for _, m := range markdownLink.FindAllStringSubmatch(text, -1) {
		targets = append(targets, m[1])
	}
	return targets
}

// linkFaults lists the relative links of pages that lead to no file, or to no
// heading of a page.
func linkFaults(root fs.FS, pages map[string]string) (faults []string) {
	for file, text := range pages {
		for _, target := range linksOf(text) {
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			name, part, _ := strings.Cut(target, "#")
			to := file
			if name != "" {
				to = path.Join(path.Dir(file), name)
			}
			if _, err := fs.Stat(root, to); err != nil {
				faults = append(faults, file+": no file "+target)
				continue
			}
			if part != "" && !slices.Contains(anchorsOf(pages[to]), part) {
				faults = append(faults, file+": no heading "+target)
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// anchorsOf lists what a link can name on a page: its headings.
func anchorsOf(text string) (all []string) {
	for _, m := range linkedHeading.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		all = append(all, anchor(m[1]))
	}
	return all
}

// isPage reports whether a file is a page of the documentation. The template is a module of its
// own, with a page of its game.
func isPage(file string) bool {
	return strings.HasPrefix(file, "docs/") && !strings.HasPrefix(file, "docs/template/")
}

// unlisted lists the pages below docs that the index of the documentation does not
// link to.
func unlisted(pages map[string]string) (files []string) {
	var listed []string
	for _, target := range linksOf(pages[docsIndex]) {
		listed = append(listed, path.Join(path.Dir(docsIndex), target))
	}
	for file := range pages {
		if isPage(file) && file != docsIndex && !slices.Contains(listed, file) {
			files = append(files, file)
		}
	}
	slices.Sort(files)
	return files
}

// Every link between pages leads to a file and a heading, and the index of the
// documentation names every page below docs.
func TestPagesAreLinked(t *testing.T) {
	root := os.DirFS(repository)
	pages, err := readPages(root)
	require.NoError(t, err)
	require.Contains(t, pages, docsIndex)
	assert.Empty(t, linkFaults(root, pages))
	assert.Empty(t, unlisted(pages), "not linked from %s", docsIndex)
}

func TestLinkFaultsAreFound(t *testing.T) {
	root := fstest.MapFS{
		"docs/README.md": {Data: []byte("# Docs\n\n[a](a.md), [b](a.md#two-words), [c](#docs), [d](https://example.org/x)\n`[e](code.md)`\n")},
		"docs/a.md":      {Data: []byte("## Two words?\n\n[x](../none.md) [y](README.md#none)\n\n```\n[z](none.md)\n```\n")},
		"docs/b.md":      {Data: []byte("# Alone\n")},
	}
	pages, err := readPages(root)
	require.NoError(t, err)
	assert.Equal(t, []string{"docs/a.md: no file ../none.md", "docs/a.md: no heading README.md#none"}, linkFaults(root, pages))
	assert.Equal(t, []string{"docs/b.md"}, unlisted(pages))
}

// namedPath matches a path in code on a page that looks like one of this
// repository, such as `env/heat/board.go` or `configs/train`.
var namedPath = regexp.MustCompile("`((?:agents|checkpoints|cmd|configs|docs|env|eval|models|play|report|tools|train)(?:/[\\w.-]+)+)`")

// pathFaults lists the paths that pages name and that do not exist.
func pathFaults(root fs.FS, pages map[string]string) (faults []string) {
	for file, text := range pages {
		for _, m := range namedPath.FindAllStringSubmatch(text, -1) {
			if _, err := fs.Stat(root, m[1]); err != nil {
				faults = append(faults, file+": no "+m[1])
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// Files and folders that pages name exist.
func TestNamedPathsExist(t *testing.T) {
	root := os.DirFS(repository)
	pages, err := readPages(root)
	require.NoError(t, err)
	assert.Empty(t, pathFaults(root, pages))
	assert.Equal(t, []string{"a.md: no env/none/b.go"}, pathFaults(fstest.MapFS{"env/a.go": {}}, map[string]string{"a.md": "`env/a.go` and `env/none/b.go`"}))
}
