package cmd

import (
	_ "embed"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
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

// Nothing of a report runs over its edge or over something else, wide, on a laptop and on a
// phone. Pictures are kept.
func TestReportLooks(t *testing.T) {
	chromium := browser(t)
	dir := t.TempDir()
	pictures := screenshots(t)
	for _, game := range []string{"leduc", "heat(file=mini)", "payday(file=mini)", "duel(file=mini)", "heist(file=mini)", "fivepossessions(file=mini)", "fourdowns(file=mini)"} {
		name := fileWord(game)
		out := filepath.Join(dir, name)
		done(t, "report", game, "--games", "60", "--tune", "0", "--steps", "0", "--out", out)
		page, err := os.ReadFile(filepath.Join(out, reportHTML))
		require.NoError(t, err)
		test := filepath.Join(out, "look.html")
		require.NoError(t, os.WriteFile(test, []byte(strings.Replace(string(page), "</body>", "<script>"+look+"</script></body>", 1)), 0o600))
		for _, size := range []string{"1440,900", "1280,720", "390,844"} {
			faults := pageFaults(t, chromium, test, size)
			assert.Empty(t, faults, "%s at %s", game, size)
			width, _, _ := strings.Cut(size, ",")
			picture := filepath.Join(pictures, "report-"+name+"-"+width+".png")
			shoot(t, chromium, filepath.Join(out, reportHTML), width+",6000", picture)
		}
	}
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
