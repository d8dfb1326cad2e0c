package checkpoints

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// fileOf returns a file with weights that are multiples of a step, from byte 100 on.
func fileOf(seed uint64, weights int, step float32) []byte {
	rng := rand.New(rand.NewPCG(seed, 0))
	file := bytes.Repeat([]byte{'m'}, 100)
	for range weights {
		file = binary.LittleEndian.AppendUint16(file, models.ToHalf(float32(int(rng.NormFloat64()*40))*step))
	}
	return append(file, bytes.Repeat([]byte{'z'}, 50)...)
}

func TestBotsOfAFolderAreUnpacked(t *testing.T) {
	const weights = 3000
	one, other := fileOf(1, weights, 0x1p-9), fileOf(2, weights, 0x1p-20)
	folder := fstest.MapFS{}
	for name, file := range map[string][]byte{"a": one, "b": other, "c": other} {
		data, err := Pack(file, 100, weights)
		require.NoError(t, err)
		folder[name+".bot.packed"] = &fstest.MapFile{Data: data}
	}
	folder["plain.bot"] = &fstest.MapFile{Data: []byte("plain")}
	folder["c.bot"] = folder["plain.bot"] // newer than the packed one
	assert.ElementsMatch(t, []string{"a", "b", "c", "c", "plain"}, namesIn(folder))
	for name, want := range map[string][]byte{"a": one, "b": other, "c": []byte("plain"), "plain": []byte("plain")} {
		file, err := openIn(folder, name)
		require.NoError(t, err)
		got, err := io.ReadAll(file)
		require.NoError(t, err, name)
		assert.Equal(t, want, got, name)
	}

	// Weights are unpacked when they are read, and no sooner.
	whole := folder["a.bot.packed"].Data
	for at := range whole {
		folder["a.bot.packed"] = &fstest.MapFile{Data: whole[:at]}
		file, err := openIn(folder, "a")
		if err == nil {
			_, err = file.ReadAt(make([]byte, 100), 0)
			assert.NoError(t, err, "the manifest, of %d bytes", at)
			_, err = file.ReadAt(make([]byte, 50), file.Size()-50)
			assert.NoError(t, err, "the end, of %d bytes", at)
			_, err = io.ReadAll(file)
		}
		assert.ErrorIs(t, err, errDamaged, "%d bytes", at)
	}
	for at := range whole {
		changed := bytes.Clone(whole)
		changed[at] ^= 1 << (at % 8)
		folder["a.bot.packed"] = &fstest.MapFile{Data: changed}
		if file, err := openIn(folder, "a"); err == nil {
			_, _ = io.ReadAll(file) // no panic
		}
	}
}
