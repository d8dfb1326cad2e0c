package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sources computes the sum that sources.ts writes into dist.
func sources(t *testing.T, root fs.FS) string {
	files := []string{"index.html", "package-lock.json", "package.json", "sources.ts", "tsconfig.json", "vite.config.ts"}
	require.NoError(t, fs.WalkDir(root, "src", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	}))
	slices.Sort(files)
	h := sha256.New()
	for _, path := range files {
		text, err := fs.ReadFile(root, path)
		require.NoError(t, err)
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		fmt.Fprintf(h, "%s\n%d\n%s", path, len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func TestDistIsBuiltOfTheSources(t *testing.T) {
	built, err := fs.ReadFile(Files(), "sources.sha256")
	require.NoError(t, err)
	assert.Equal(t, sources(t, os.DirFS(".")), strings.TrimSpace(string(built)), "dist is stale: run make web, and commit play/web/dist")
}

func TestNothingComesFromElsewhere(t *testing.T) {
	outside := regexp.MustCompile(`(?i)(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}`)
	known := []string{"http://www.w3.org"} // names of XML, never fetched
	require.NoError(t, fs.WalkDir(Files(), ".", func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if d.IsDir() {
			return nil
		}
		text, err := fs.ReadFile(Files(), path)
		require.NoError(t, err)
		for _, found := range outside.FindAll(text, -1) {
			assert.Contains(t, known, string(found), path)
		}
		return nil
	}))
}

func TestIndexKeepsThePolicy(t *testing.T) {
	index, err := fs.ReadFile(Files(), "index.html")
	require.NoError(t, err)
	assert.NotRegexp(t, `(?i)<style|\sstyle=|\son[a-z]+=|javascript:|data:`, string(index))
	assert.NotRegexp(t, `(?s)<script[^>]*>[^<\s]`, string(index), "a script inside of the page")
	assert.Equal(t, 1, bytes.Count(index, served))
	assert.Equal(t, 1, bytes.Count(InsideIndex(), inside))
	assert.Zero(t, bytes.Count(InsideIndex(), served))
}

func TestLockfileNamesNoHost(t *testing.T) {
	lock, err := os.ReadFile("package-lock.json")
	require.NoError(t, err)
	assert.NotContains(t, string(lock), `"resolved"`)
}

// The first visit loads all of the page: the pictures of the lobby are the tables of its games. First games that teach, their
// panel and opponents as cards took 1,200 bytes, and 750 the service worker, without which nobody plays offline. Friends at
// their own screens and the deal of the day took 4,600 on every table. All words in one table, by keys, took 7,000, as texts of
// all pages are there with the first, and what styles do against the ringer 200. What a stranger
// asks, and the farewell of a page that is kept for the way back, took 300. First games that begin before their host has loaded took 1,300, and
// 3,700 what unpacks the host, which thereby is 930,000 bytes smaller. Pages that somebody opens who knows what they are load when they are opened: an
// invitation, the evenings, a review; and German loads for whoever reads it.
func TestPageIsSmall(t *testing.T) {
	const budget, later = 81_600, 16_500 // bytes, compressed
	var all, opened counter
	names, err := fs.Glob(Files(), "*.[cj]s*")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := fs.ReadFile(Files(), name)
		require.NoError(t, err)
		of := &all
		if slices.Contains([]string{"evenings", "join", "review", "fair", "de"}, strings.SplitN(name, ".", 2)[0]) {
			of = &opened
		}
		z, err := gzip.NewWriterLevel(of, gzip.BestCompression)
		require.NoError(t, err)
		_, err = z.Write(text)
		require.NoError(t, err)
		require.NoError(t, z.Close())
	}
	t.Logf("%d bytes compressed, and %d later, in %d files", all, opened, len(names))
	assert.Less(t, int(all), budget)
	assert.Less(t, int(opened), later)
	assert.Positive(t, int(opened))
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

var _ io.Writer = (*counter)(nil)

func TestFilesAreServedFromOneFolder(t *testing.T) {
	names, err := fs.Glob(Files(), "*")
	require.NoError(t, err)
	assert.Subset(t, names, []string{"index.html", "index.js", "index.css", "host.js"})
	for _, name := range names {
		d, err := fs.Stat(Files(), name)
		require.NoError(t, err)
		assert.False(t, d.IsDir(), "%s: the page is served from one folder", name)
	}
}
