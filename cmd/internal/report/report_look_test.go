package report_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/open"
	"ringer/open/reporting"
)

// Nothing of a report runs over its edge or over something else, wide, on a laptop and on a
// phone. Pictures are kept.
func TestReportLooks(t *testing.T) {
	chromium := browser(t)
	dir := t.TempDir()
	pictures := screenshots(t)
	for _, game := range []string{"leduc", "heat(file=mini)", "payday(file=mini)", "duel(file=mini)", "heist(file=mini)", "fivepossessions(file=mini)", "fourdowns(file=mini)"} {
		name := open.FileWord(game)
		out := filepath.Join(dir, name)
		cmdtest.Done(t, "report", game, "--games", "60", "--tune", "0", "--steps", "0", "--out", out)
		page, err := os.ReadFile(filepath.Join(out, reporting.HTMLName))
		require.NoError(t, err)
		test := filepath.Join(out, "look.html")
		require.NoError(t, os.WriteFile(test, []byte(strings.Replace(string(page), "</body>", "<script>"+look+"</script></body>", 1)), 0o600))
		for _, size := range []string{"1440,900", "1280,720", "390,844"} {
			faults := pageFaults(t, chromium, test, size)
			assert.Empty(t, faults, "%s at %s", game, size)
			width, _, _ := strings.Cut(size, ",")
			picture := filepath.Join(pictures, "report-"+name+"-"+width+".png")
			shoot(t, chromium, filepath.Join(out, reporting.HTMLName), width+",6000", picture)
		}
	}
}
