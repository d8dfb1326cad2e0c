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
	ringer, level, other := fileOf(1, weights, 0x1p-9), fileOf(1, weights, 0x1p-9), fileOf(2, weights, 0x1p-20)
	level[10]++
	copy(level[120:122], ringer[200:]) // another weight
	folder := fstest.MapFS{}
	add := func(name string, file, beside []byte) {
		data, err := Pack(file, 100, weights, beside)
		require.NoError(t, err)
		folder[name+".bot.packed"] = &fstest.MapFile{Data: data}
	}
	add("a", ringer, nil)
	add("a.level1", level, folder["a.bot.packed"].Data)
	add("b", other, nil)
	folder["plain.bot"] = &fstest.MapFile{Data: []byte("plain")}
	folder["b.level1.bot"], folder["b.level1.bot.packed"] = folder["plain.bot"], folder["b.bot.packed"] // the former is newer
	assert.ElementsMatch(t, []string{"a", "a.level1", "b", "plain", "b.level1", "b.level1"}, namesIn(folder))
	assert.Less(t, len(folder["a.level1.bot.packed"].Data), 200, "what it shares with its ringer takes no room")
	for name, want := range map[string][]byte{"a": ringer, "a.level1": level, "b": other, "plain": []byte("plain"), "b.level1": []byte("plain")} {
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
