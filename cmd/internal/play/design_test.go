package play_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// The workbench stands behind the guards of the server, beside the page of the game, and a folder that holds something else stays
// as it is.
func TestDesign(t *testing.T) {
	dir := t.TempDir()
	address := cmdtest.FreeAddress(t)
	p := cmdtest.Start(t, dir, nil, "design", "kuhn", "--addr", address, "--data", "tables")
	cmdtest.AwaitServer(t, address)
	ask := func(method, path, body string, header ...string) (int, string) {
		r, err := http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
			if header[i] == "Host" {
				r.Host = header[i+1]
			}
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(text)
	}
	status, text := ask("GET", "/design/api/bench", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, `"command":"ringer design kuhn --out runs/design-kuhn"`)
	status, text = ask("GET", "/", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, "<!doctype html>")
	for _, guard := range [][]string{{"Host", "elsewhere.example"}, {"Origin", "http://elsewhere.example"}} {
		status, _ = ask("POST", "/design/api/ask", `{"kind":"seats","games":20}`, guard...)
		assert.Equal(t, http.StatusForbidden, status, guard)
	}
	status, text = ask("POST", "/design/api/ask", `{"kind":"seats","games":20}`)
	assert.Equal(t, http.StatusOK, status, text)
	status, _ = ask("DELETE", "/design/api/bench", "")
	assert.Equal(t, http.StatusMethodNotAllowed, status)
	require.NoError(t, p.Process.Signal(os.Interrupt))
	assert.Equal(t, shell.ExitInterrupted, p.Exit())
	assert.Contains(t, p.Out.String(), "The workbench is at http://"+address+"/design/")
	assert.FileExists(t, filepath.Join(dir, "runs", "design-kuhn", "workbench.json"))

	other := ringerIn(t, dir, "design", "leduc", "--addr", "127.0.0.1:0", "--out", "runs/design-kuhn", "--data", "tables")
	assert.Equal(t, shell.ExitBadInput, other.Exit())
	assert.Contains(t, other.Errs.String(), "a workbench of other rules is there (kuhn)")
	other = ringerIn(t, dir, "design", "leduc", "--addr", "127.0.0.1:0", "--out", "tables")
	assert.Equal(t, shell.ExitBadInput, other.Exit())
	assert.Contains(t, other.Errs.String(), "something else is there")
}
