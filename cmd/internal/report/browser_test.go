package report_test

import (
	_ "embed"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

//go:embed testdata/look.js
var look string

// browser returns the path of Chromium. Tests with a browser run by `make browser` alone,
// which needs one on the machine.
func browser(t *testing.T) string {
	t.Helper()
	if os.Getenv("RINGER_BROWSER") == "" {
		t.Skip("opens a browser: make browser")
	}
	path, err := exec.LookPath("chromium")
	require.NoError(t, err, "install chromium")
	return path
}

// screenshots returns the folder in which pictures of pages are kept.
func screenshots(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("RINGER_SCREENSHOTS")
	if dir == "" {
		return t.TempDir()
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	return dir
}

// pageFaults opens a page that looks at itself and returns what it found.
func pageFaults(t *testing.T, chromium, page, size string) (faults []string) {
	t.Helper()
	dom := runBrowser(t, chromium, "--window-size="+size, "--dump-dom", "file://"+page)
	found := regexp.MustCompile(`data-faults="([^"]*)"`).FindStringSubmatch(dom)
	require.NotNil(t, found, "the page has not looked at itself")
	require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(found[1])), &faults))
	return faults
}

func shoot(t *testing.T, chromium, page, size, picture string) {
	t.Helper()
	runBrowser(t, chromium, "--window-size="+size, "--screenshot="+picture, "file://"+page)
	assert.FileExists(t, picture)
}

func runBrowser(t *testing.T, chromium string, args ...string) string {
	t.Helper()
	all := append([]string{"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=3000", "--user-data-dir=" + t.TempDir()}, args...)
	out, err := exec.CommandContext(t.Context(), chromium, all...).Output()
	require.NoError(t, err)
	return string(out)
}
