package checkpoint_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train/checkpoint"
)

// A folder of parts serves one piece of work, and one process.
func TestPartsAreOfOneWork(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "work")
	open := func(of string) *checkpoint.Parts {
		p, err := checkpoint.OpenParts(dir, []byte(of))
		require.NoError(t, err)
		return p
	}
	p := open("one")
	_, err := checkpoint.OpenParts(dir, []byte("one"))
	locked := &checkpoint.LockedError{}
	require.ErrorAs(t, err, &locked)
	none, err := p.Read("part")
	require.NoError(t, err)
	assert.Nil(t, none)
	require.NoError(t, p.Write("part", []byte("done")))
	require.NoError(t, p.Close())

	_, err = checkpoint.OpenParts(dir, []byte("two"))
	other := &checkpoint.OtherWorkError{}
	require.ErrorAs(t, err, &other)
	assert.Equal(t, "one", string(other.Was))
	assert.Equal(t, "two", string(other.Want))
	assert.ErrorContains(t, err, "holds other work, one")

	p = open("one")
	there, err := p.Read("part")
	require.NoError(t, err)
	assert.Equal(t, "done", string(there))
	require.NoError(t, p.Close())

	// A process that was killed before it had described its work leaves nothing in the way.
	require.NoError(t, os.Remove(filepath.Join(dir, "work.json")))
	require.NoError(t, os.Remove(filepath.Join(dir, "part")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".writing-1"), nil, 0o600))
	require.NoError(t, open("two").Close())
}

// A folder of other files is left as it is.
func TestPartsLeaveStrangersAlone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o600))
	_, err := checkpoint.OpenParts(dir, []byte("one"))
	assert.ErrorContains(t, err, "holds letter.txt, and no work.json")
	names, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, names, 1)
}

// The run of a part is there until the part is finished.
func TestPartsHaveRuns(t *testing.T) {
	dir := t.TempDir()
	p, err := checkpoint.OpenParts(dir, []byte("one"))
	require.NoError(t, err)
	defer p.Close()
	run, err := p.Run("run", []byte("config"))
	require.NoError(t, err)
	require.NoError(t, run.Save(3, map[string][]byte{"weights": []byte("w")}))
	require.NoError(t, run.Close())
	run, err = p.Run("run", []byte("config"))
	require.NoError(t, err)
	its, err := run.Iterations()
	require.NoError(t, err)
	assert.Equal(t, []int{3}, its)
	require.NoError(t, run.Close())
	require.NoError(t, p.RemoveRun("run"))
	assert.NoDirExists(t, filepath.Join(dir, "run"))
	require.NoError(t, p.RemoveRun("run"))
}
