package remote_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/mixture"
	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/remote"
	"ringer/env/games"
	"ringer/internal/cluster"
	"ringer/open"
	"ringer/open/carried"
	"ringer/train/checkpoint"
)

// A worker builds agents from what a job carries, and from nothing else.
func TestCarriedAgentsOpenNoFile(t *testing.T) {
	cmdtest.InFolder(t)
	bot, err := open.BotBytes("leduc")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("there.bot", bot, 0o600))
	require.NoError(t, os.WriteFile("there.yaml", []byte("name: there\nagent: random\nrules: [{never: fold}]\n"), 0o600))
	require.NoError(t, os.WriteFile("there.onnx", nil, 0o600))
	g := games.MustNew("leduc")
	for name, says := range map[string]string{
		"bot(there.bot)":                        "there.bot: the job has no copy of it",
		"bot(./there.bot)":                      "the job has no copy of it",
		"ismcts(sims=2,playout=bot(there.bot))": "the job has no copy of it",
		"script(there.yaml)":                    "there.yaml: the job has no copy of it",
		"onnx:there.onnx":                       "there.onnx: the job has no copy of it",
		"cmd:touch touched":                     "no program is started here",
		"bot(nobody)":                           "nobody",
	} {
		_, err := open.CarriedAgent(g, name, map[string][]byte{}, nil)
		assert.ErrorContains(t, err, says, name)
	}
	_, err = open.CarriedAgent(g, "bot(there.bot)", map[string][]byte{"there.bot": bot}, nil)
	assert.NoError(t, err)
	_, err = open.CarriedAgent(g, "bot(leduc)", nil, nil)
	assert.NoError(t, err, "it ships with this build")
	assert.NoFileExists(t, "touched")

	// A population that is one file comes whole; one that names a file beside it lacks that.
	archive := &mixture.Held{Text: []byte("game: leduc\nplayers: [{agent: bot(a.bot), share: 0.5}, {agent: random, share: 0.5}]\n")}
	archive.Hold("a.bot", bot)
	one, err := archive.Tar()
	require.NoError(t, err)
	_, err = open.CarriedAgent(g, "mixture(there.tar)", map[string][]byte{"there.tar": one}, nil)
	assert.NoError(t, err)
	_, err = open.CarriedAgent(g, "mixture(there.yaml)", map[string][]byte{"there.yaml": archive.Text}, nil)
	assert.ErrorContains(t, err, "the job has no copy of it")
}

// zipped makes a zip of files.
func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range files {
		w, err := z.Create(name)
		require.NoError(t, err)
		_, err = w.Write([]byte(text))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return out.Bytes()
}

// The folder of a run that came from elsewhere is written below that folder, or not at all.
func TestFoldersStayWithinThemselves(t *testing.T) {
	for _, name := range []string{"../out", "a/../../out", "/out", `..\out`, "a//b", "./a", "lock", "a/.."} {
		dir := filepath.Join(t.TempDir(), "run")
		require.NoError(t, os.Mkdir(dir, 0o755))
		_, err := carried.Unpack(dir, zipped(t, map[string]string{name: "x", "good": "y"}))
		if name == `..\out` && err == nil { // a name like any other, but on Windows
			continue
		}
		assert.ErrorContains(t, err, "want a file of the folder", name)
		assert.Empty(t, cmdtest.FilesBelow(t, filepath.Dir(dir))[1:], name)
	}
	dir := t.TempDir()
	require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(dir, "link")))
	_, err := carried.Unpack(dir, zipped(t, map[string]string{"link/x": "y"}))
	assert.ErrorContains(t, err, "escapes", "a link that leads out")
	_, err = carried.Unpack(dir, []byte("no zip"))
	assert.ErrorContains(t, err, "the folder of a run")

	result, err := carried.Unpack(dir, zipped(t, map[string]string{"deep/er/x": "y", open.ResultName: `{"run": "elsewhere"}`, "empty/": ""}))
	require.NoError(t, err)
	assert.Equal(t, "elsewhere", result.Run)
	assert.NoFileExists(t, filepath.Join(dir, open.ResultName))
	assert.DirExists(t, filepath.Join(dir, "empty"))
	text, err := os.ReadFile(filepath.Join(dir, "deep", "er", "x"))
	require.NoError(t, err)
	assert.Equal(t, "y", string(text))
}

// A worker starts no program that the configuration of a run names.
func TestCarriedTrainingsStartNoProgram(t *testing.T) {
	dir := cmdtest.InFolder(t)
	cmdtest.Done(t, "train", "--config", "kuhn", "--set", "decisions=200", "--out", "run")
	text, err := os.ReadFile(filepath.Join("run", "config.yaml"))
	require.NoError(t, err)
	changed := strings.Replace(string(text), "fixed: []", "fixed: ['cmd:touch "+filepath.ToSlash(dir)+"/touched']", 1)
	require.NotEqual(t, string(text), changed)
	changed = strings.Replace(changed, "fixed_share: 0.0", "fixed_share: 0.5", 1)
	require.NoError(t, os.WriteFile(filepath.Join("run", "config.yaml"), []byte(changed), 0o600))
	assert.ErrorContains(t, remote.TrainerOf(cmdtest.NewOpener(t), 0).TrainFolder(t.Context(), "run", 0, func() {}), "a worker starts no program")
	assert.NoFileExists(t, "touched")
	run, _, err := checkpoint.Resume("run")
	require.NoError(t, err, "its lock is given up")
	require.NoError(t, run.Close())
}

// A training whose worker ends goes on with the next one from where it was noted, and ends
// with the same bytes.
func TestCarriedTrainingsGoOn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	conn, err := cluster.Connect(t.Context(), cluster.Options{URL: hall(t)})
	require.NoError(t, err)
	defer conn.Close()
	objects := conn.Objects("test")
	args := []string{
		"train", "--config", "kuhn", "--set", "decisions=3000", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "ppo.minibatch=64",
		"--set", "checkpoint={every: 1, keep: 2}", "--set", "evaluation={every: 0, games: 20, exact: false, opponents: [random], final_games: 20}",
	}
	cmdtest.Done(t, append(args, "--out", "here")...)
	want := cmdtest.RunFiles(t, "here")
	delete(want, carried.Lock) // it stays where it is

	config, err := os.ReadFile(filepath.Join("here", "config.yaml"))
	require.NoError(t, err)
	run, err := checkpoint.Create("begun", config)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	folder, err := carried.Pack("begun")
	require.NoError(t, err)
	sum, err := objects.Put(t.Context(), folder)
	require.NoError(t, err)
	body, err := json.Marshal(map[string]string{"folder": sum})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	var over sync.WaitGroup
	over.Go(func() { // the first worker ends as soon as it has noted something
		for {
			if _, err := objects.Noted(t.Context(), sum); err == nil {
				stop()
				return
			}
		}
	})
	_, err = remote.TrainerOf(cmdtest.NewOpener(t), 0).Doers()[carried.Training](ctx, body, objects)
	over.Wait()
	require.ErrorIs(t, err, context.Canceled)

	noted, err := objects.Noted(t.Context(), sum)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir("noted", 0o755))
	_, err = carried.Unpack("noted", noted)
	require.NoError(t, err)
	lines, err := os.ReadFile(filepath.Join("noted", "metrics.jsonl"))
	require.NoError(t, err)
	assert.NotEmpty(t, lines, "an iteration at least")
	require.NoError(t, os.WriteFile(filepath.Join("noted", "mark"), nil, 0o600)) // tells that this one goes on
	noted, err = carried.Pack("noted")
	require.NoError(t, err)
	require.NoError(t, objects.Note(t.Context(), sum, noted))

	out, err := remote.TrainerOf(cmdtest.NewOpener(t), time.Hour).Doers()[carried.Training](t.Context(), body, objects)
	require.NoError(t, err)
	var answer map[string]string
	require.NoError(t, json.Unmarshal([]byte(inJSON(t, out)), &answer))
	require.Empty(t, answer["failed"])
	back, err := objects.Get(t.Context(), answer["folder"])
	require.NoError(t, err)
	require.NoError(t, os.Mkdir("there", 0o755))
	_, err = carried.Unpack("there", back)
	require.NoError(t, err)
	got := cmdtest.RunFiles(t, "there")
	_, marked := got["mark"]
	assert.True(t, marked, "the second worker began anew")
	delete(got, "mark")
	assert.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
	for name := range want {
		assert.True(t, want[name] == got[name], "%s differs", name)
	}
}
