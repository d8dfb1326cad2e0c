package checkpoint_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/checkpoint"
)

const saverDir = "RINGER_TEST_SAVER_DIR"

// content returns the bytes that the saver process writes for an iteration: large enough that
// a kill lands in the middle of a file.
func content(iteration int) map[string][]byte {
	return map[string][]byte{
		"weights.safetensors": bytes.Repeat([]byte{byte(iteration)}, 1<<21),
		"state.json":          []byte(strconv.Itoa(iteration)),
	}
}

// saved returns content as a checkpoint of a run with a configuration has it.
func saved(iteration int) map[string][]byte {
	files := content(iteration)
	files[checkpoint.ConfigName] = []byte("game: kuhn\n")
	return files
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(saverDir); dir != "" {
		run, _, err := checkpoint.Resume(dir)
		for i := 0; err == nil; i++ {
			err = run.Save(i, content(i))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	os.Exit(m.Run())
}

func TestKilledMidSaveLeavesTheNewestWholeCheckpoint(t *testing.T) {
	for round := range 6 {
		dir := t.TempDir()
		run, err := checkpoint.Create(dir, []byte("game: kuhn\n"))
		require.NoError(t, err)
		require.NoError(t, run.Close())
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), saverDir+"="+dir)
		require.NoError(t, cmd.Start())
		// Wait until some are there, then kill at an uneven moment.
		require.Eventually(t, func() bool {
			names, _ := filepath.Glob(filepath.Join(dir, "checkpoints", "0*"))
			return len(names) > round
		}, 10*time.Minute, time.Millisecond)
		time.Sleep(time.Duration(round*1700) * time.Microsecond)
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()

		run, config, err := checkpoint.Resume(dir)
		require.NoError(t, err)
		assert.Equal(t, "game: kuhn\n", string(config))
		iteration, files, err := run.Latest()
		require.NoError(t, err)
		assert.Equal(t, saved(iteration), files)
		its, err := run.Iterations()
		require.NoError(t, err)
		assert.Equal(t, iteration, its[len(its)-1], "no half-written folder carries a checkpoint's name")
		left, err := filepath.Glob(filepath.Join(dir, "checkpoints", ".writing-*"))
		require.NoError(t, err)
		assert.Empty(t, left, "resuming sweeps what the kill left behind")
	}
}

func TestDamageIsFoundAndPassedOver(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	_, _, err = run.Latest()
	require.ErrorIs(t, err, checkpoint.ErrNone)
	require.NoError(t, run.Save(1, content(1)))
	require.NoError(t, run.Save(2, content(2)))
	require.NoError(t, os.WriteFile(filepath.Join(run.Path(2), "state.json"), []byte("9"), 0o644))

	iteration, files, err := run.Latest()
	require.NoError(t, err)
	assert.Equal(t, 1, iteration)
	assert.Equal(t, content(1), files)

	require.NoError(t, os.Remove(filepath.Join(run.Path(1), "weights.safetensors")))
	_, _, err = run.Latest()
	require.Error(t, err)
	assert.Contains(t, err.Error(), "damaged")
}

// A run that goes on from before a damaged checkpoint mends it when it comes there again, and
// a damaged pool file likewise; what is whole is left alone.
func TestDamageIsMended(t *testing.T) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	pool := filepath.Join(run.Dir(), "pool", "a")
	require.NoError(t, run.Save(1, content(1)))
	require.NoError(t, run.SavePool("a", []byte("weights")))
	require.NoError(t, os.WriteFile(filepath.Join(run.Path(1), "state.json"), []byte("9"), 0o644))
	require.NoError(t, os.WriteFile(pool, []byte("w"), 0o644))

	require.NoError(t, run.Save(1, content(1)))
	require.NoError(t, run.SavePool("a", []byte("weights")))
	iteration, files, err := run.Latest()
	require.NoError(t, err)
	assert.Equal(t, 1, iteration)
	assert.Equal(t, content(1), files)
	data, err := run.LoadPool("a")
	require.NoError(t, err)
	assert.Equal(t, "weights", string(data))
	left, err := filepath.Glob(filepath.Join(run.Dir(), "*", ".writing-*"))
	require.NoError(t, err)
	assert.Empty(t, left)

	renames := 0
	stop := checkpoint.WatchRenames(func(_, _ string) { renames++ })
	defer stop()
	require.NoError(t, run.Save(1, content(1)))
	require.NoError(t, run.SavePool("a", []byte("weights")))
	assert.Zero(t, renames)
}

func TestASecondRunDoesNotOverwriteTheFirst(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, []byte("a"))
	require.NoError(t, err)
	require.NoError(t, run.Close())
	_, err = checkpoint.Create(dir, []byte("b"))
	require.ErrorContains(t, err, "already holds a run")
	_, config, err := checkpoint.Open(dir)
	require.NoError(t, err)
	assert.Equal(t, "a", string(config))
	_, _, err = checkpoint.Open(t.TempDir())
	require.ErrorContains(t, err, "is not a run")
}

func TestPruneKeepsTheNewestAndTheUsedPool(t *testing.T) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	for i := range 4 {
		require.NoError(t, run.Save(i, map[string][]byte{"state.json": {byte(i)}}))
		require.NoError(t, run.SavePool(strconv.Itoa(i), []byte{byte(i)}))
	}
	require.NoError(t, run.Keep([]int{2, 3}, []string{"0", "3"}))
	its, err := run.Iterations()
	require.NoError(t, err)
	assert.Equal(t, []int{2, 3}, its)
	data, err := run.LoadPool("0")
	require.NoError(t, err)
	assert.Equal(t, []byte{0}, data)
	_, err = run.LoadPool("1")
	require.Error(t, err)
}

func TestMetricsOfAnAbandonedFutureAreDropped(t *testing.T) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	path := filepath.Join(run.Dir(), "metrics.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("{\"step\":1}\n{\"step\":2}\n{\"step\":3}\n{\"st"), 0o644))
	w, err := run.Metrics(2)
	require.NoError(t, err)
	_, err = io.WriteString(w, "{\"step\":3,\"again\":1}\n")
	require.NoError(t, err)
	require.NoError(t, w.Close())
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{\"step\":1}\n{\"step\":2}\n{\"step\":3,\"again\":1}\n", string(data))
}

// A run is made of regular files: a folder, a pipe or a device in the place of one
// is refused, and not waited for.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "config.yaml"), 0o755))
	_, _, err := checkpoint.Open(dir)
	require.ErrorContains(t, err, "want a regular file")
	if _, err := os.Stat("/dev/zero"); err == nil {
		require.NoError(t, os.Remove(filepath.Join(dir, "config.yaml")))
		require.NoError(t, os.Symlink("/dev/zero", filepath.Join(dir, "config.yaml")))
		_, _, err = checkpoint.Open(dir)
		require.ErrorContains(t, err, "want a regular file")
	}
}

// A run has a name of its own, which stays when its folder is moved.
func TestIDs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(dir, "id"), "nobody has asked for it")
	id, err := run.ID()
	require.NoError(t, err)
	assert.Regexp(t, "^[A-Za-z0-9]{20,}$", id)
	require.NoError(t, run.Close())
	moved := dir + "-moved"
	require.NoError(t, os.Rename(dir, moved))
	run, _, err = checkpoint.Resume(moved)
	require.NoError(t, err)
	again, err := run.ID()
	require.NoError(t, err)
	assert.Equal(t, id, again)

	require.NoError(t, os.WriteFile(filepath.Join(moved, "id"), []byte("../x"), 0o600))
	_, err = run.ID()
	require.ErrorContains(t, err, filepath.Join(moved, "id")+`: "../x": want the name of the run`)
	require.NoError(t, os.Remove(filepath.Join(moved, "id")))
	other, err := run.ID()
	require.NoError(t, err)
	assert.NotEqual(t, id, other)
	require.NoError(t, run.Close())
}

// A checkpoint knows the configuration that it was trained with, whatever the run's own file
// says later.
func TestTrained(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, []byte("game: kuhn\n"))
	require.NoError(t, err)
	config, err := run.Trained()
	require.NoError(t, err)
	assert.Nil(t, config, "nothing was trained")
	require.NoError(t, run.Save(1, map[string][]byte{"state.json": nil}))
	require.NoError(t, run.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "config.yaml"), []byte("game: leduc\n"), 0o600))
	reader, text, err := checkpoint.Open(dir)
	require.NoError(t, err)
	assert.Equal(t, "game: leduc\n", string(text))
	config, err = reader.Trained()
	require.NoError(t, err)
	assert.Equal(t, "game: kuhn\n", string(config))
}
