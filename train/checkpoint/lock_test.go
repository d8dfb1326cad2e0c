package checkpoint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/checkpoint"
)

// A reader leaves alone what a living training is about to rename.
func TestReadersNeverWrite(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, []byte("game: kuhn\n"))
	require.NoError(t, err)
	require.NoError(t, run.Save(1, content(1)))
	half := filepath.Join(dir, "checkpoints", ".writing-123")
	require.NoError(t, os.Mkdir(half, 0o755))
	before := listing(t, dir)
	reader, config, err := checkpoint.Open(dir)
	require.NoError(t, err)
	assert.Equal(t, "game: kuhn\n", string(config))
	iteration, files, err := reader.Latest()
	require.NoError(t, err)
	assert.Equal(t, 1, iteration)
	assert.Equal(t, saved(1), files)
	_, err = reader.Builds()
	require.NoError(t, err)
	_, err = reader.MetricsOf(3)
	require.NoError(t, err)
	assert.Equal(t, before, listing(t, dir))
}

// listing returns the names, sizes and times of everything below a folder.
func listing(t *testing.T, dir string) (out []string) {
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := os.Stat(path)
		require.NoError(t, err)
		out = append(out, fmt.Sprint(path, info.Size(), info.ModTime()))
		return nil
	}))
	return out
}

// A holder that has emptied the lock is about to give it up: it is worth the wait.
func TestALockThatIsGivenUpIsTaken(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(filepath.Join(dir, "lock"), 0))
	closed := make(chan error)
	go func() {
		time.Sleep(50 * time.Millisecond)
		closed <- run.Close()
	}()
	next, _, err := checkpoint.Resume(dir)
	require.NoError(t, <-closed)
	require.NoError(t, err)
	require.NoError(t, next.Close())
}

func TestOneProcessAtATimeTrains(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), saverDir+"="+dir)
	require.NoError(t, other.Start())
	defer func() { _ = other.Process.Kill() }()
	saved := func() bool {
		names, _ := filepath.Glob(filepath.Join(dir, "checkpoints", "0*"))
		return len(names) > 0
	}
	require.Eventually(t, saved, 10*time.Minute, time.Millisecond)

	_, _, err = checkpoint.Resume(dir)
	var locked *checkpoint.LockedError
	require.ErrorAs(t, err, &locked)
	host, _ := os.Hostname()
	assert.Equal(t, other.Process.Pid, locked.Holder.PID)
	assert.Equal(t, host, locked.Holder.Host)
	assert.ErrorContains(t, err, fmt.Sprintf("process %d on host %s", other.Process.Pid, host))
	_, _, err = checkpoint.Open(dir)
	require.NoError(t, err, "readers need no lock")

	// The lock of a killed process is stale, and nobody has to remove it.
	require.NoError(t, other.Process.Kill())
	_ = other.Wait()
	run, _, err = checkpoint.Resume(dir)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	lock, err := os.ReadFile(filepath.Join(dir, "lock"))
	require.NoError(t, err)
	assert.Empty(t, lock)
}

// A lock that the system says is free is free, whatever host it names: a container that
// was killed comes back under another name.
func TestALockOfAnotherHostIsFreeWhereTheSystemSaysSo(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	leave(t, dir)
	run, _, err = checkpoint.Resume(dir)
	require.NoError(t, err)
	require.NoError(t, run.Close())
}

// leave writes the lock of a process on another host that was killed, and returns its path.
func leave(t *testing.T, dir string) string {
	t.Helper()
	lock := filepath.Join(dir, "lock")
	text, err := json.Marshal(checkpoint.Holder{PID: 7, Host: "elsewhere.example", Since: time.Unix(1e9, 0).UTC()})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(lock, text, 0o644))
	return lock
}

// Where the file system keeps no locks, nobody can see whether a process has ended.
func TestAFileSystemWithoutLocks(t *testing.T) {
	checkpoint.NoLocks(t)
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	lock := leave(t, dir)
	_, _, err = checkpoint.Resume(dir)
	require.ErrorContains(t, err, "process 7 on host elsewhere.example since 2001-09-09T01:46:40Z")
	require.ErrorContains(t, err, "keeps no locks")
	require.ErrorContains(t, err, "remove "+lock)
	require.NoError(t, os.Remove(lock))
	run, _, err = checkpoint.Resume(dir)
	require.NoError(t, err)
	require.NoError(t, run.Close())
}

// A lock file that was cut off by a full disk or a loss of power names nobody.
func TestAHalfWrittenLockIsStale(t *testing.T) {
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	require.NoError(t, os.WriteFile(filepath.Join(dir, "lock"), []byte(`{"pid":12,"ho`), 0o644))
	run, _, err = checkpoint.Resume(dir)
	require.NoError(t, err)
	require.NoError(t, run.Close())
}

// A reader finds a whole checkpoint at every moment, with only one kept.
func TestReadersSeeAWholeCheckpointWhileOthersGo(t *testing.T) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	small := func(i int) map[string][]byte {
		return map[string][]byte{"state.json": fmt.Append(nil, i), "weights.safetensors": fmt.Append(nil, i, i)}
	}
	require.NoError(t, run.Save(1, small(1)))
	reader, _, err := checkpoint.Open(run.Dir())
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		for i := 2; i < 100; i++ {
			if err := run.Save(i, small(i)); err != nil {
				done <- err
				return
			}
			if err := run.Keep([]int{i}, nil); err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	newest := 0
	for {
		iteration, files, err := reader.Latest()
		require.NoError(t, err)
		assert.Equal(t, small(iteration), files)
		assert.GreaterOrEqual(t, iteration, newest)
		newest = iteration
		select {
		case err := <-done:
			require.NoError(t, err)
			return
		default:
		}
	}
}
