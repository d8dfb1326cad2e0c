package cmdtest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/play/external"
)

func ManifestOf(t testing.TB, path string) botfile.Manifest {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	bot, err := botfile.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	return bot.Manifest
}

func ReadText(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// WriteHabit writes a bot of kuhn that always bets, in the words of its manifest trained
// on this many decisions.
func WriteHabit(t *testing.T, file string, decisions int64) {
	t.Helper()
	bot, err := open.Bot("kuhn")
	require.NoError(t, err)
	clear(bot.Weights.Tensor("policy/weight"))
	copy(bot.Weights.Tensor("policy/bias"), []float32{-20, 20})
	bot.Manifest.Name, bot.Manifest.Training.Decisions = "always-bet", decisions
	var b bytes.Buffer
	require.NoError(t, botfile.Write(&b, *bot))
	require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
}

// NewOpener returns what builds agents for a test, and ends their programs with it.
func NewOpener(t testing.TB) *open.Opener {
	o := &open.Opener{Programs: external.NewPrograms()}
	t.Cleanup(o.Programs.Close)
	return o
}

// IdentityOf returns the identity of an agent that plays kuhn.
func IdentityOf(t testing.TB, agent string) string {
	t.Helper()
	_, files, err := NewOpener(t).AgentWithFiles(games.MustNew("kuhn"), agent)
	require.NoError(t, err)
	return files.Identity()
}

// CopyBot writes the file of a shipped bot.
func CopyBot(t testing.TB, name, file string) {
	t.Helper()
	data, err := open.BotBytes(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

// RunFiles returns the files of a run that follow from its configuration: all but
// result.json and the events for TensorBoard, which hold times, and its name.
func RunFiles(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, path := range FilesBelow(t, dir) {
		name, err := filepath.Rel(dir, path)
		require.NoError(t, err)
		info, err := os.Stat(path)
		require.NoError(t, err)
		if info.IsDir() || name == open.ResultName || name == "id" || strings.HasPrefix(name, "events.") {
			continue
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		files[name] = string(data)
	}
	return files
}
