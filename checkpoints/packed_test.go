package checkpoints_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/models"
	"ringer/models/botfile"
)

// endOfZip is the number of bytes that package zip reads to find the end of an archive. As many of the
// weights are left to the rest, so that a manifest is read without unpacking weights.
const endOfZip = 1024

// weightsIn returns where the weights of a bot's file lie that are in half precision, and their number.
func weightsIn(t *testing.T, file []byte) (from, weights int) {
	t.Helper()
	bot, err := botfile.Read(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	if !bot.Half {
		return len(file), 0
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	for _, member := range archive.File {
		if member.Name == botfile.WeightsName {
			at, err := member.DataOffset()
			require.NoError(t, err)
			end := int(at) + int(member.UncompressedSize64)
			from = end - 2*len(bot.Weights.Flat)
			return from, max(0, len(bot.Weights.Flat)-endOfZip/2)
		}
	}
	t.Fatal("no weights")
	return 0, 0
}

// Bots ship packed. With RINGER_PACK=1 those that are not are packed here, and with
// RINGER_PACK=unpack all are unpacked: make pack and make carry do.
func TestBotsShipPacked(t *testing.T) {
	switch os.Getenv("RINGER_PACK") {
	case "unpack":
		for _, name := range append(checkpoints.Names(), checkpoints.Solved()...) {
			unpackHere(t, name)
		}
		return
	case "1":
		for _, path := range plainBots(t) {
			packHere(t, path)
		}
	}
	assert.Empty(t, plainBots(t), "run: make pack")
}

const packedEnding = ".packed"

func nameOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".bot") }

// unpackHere writes a bot as it was when it was packed, if it is packed beside this file.
func unpackHere(t *testing.T, name string) {
	t.Helper()
	for _, path := range []string{name + ".bot", filepath.Join("solved", name+".bot")} {
		if _, err := os.Stat(path + packedEnding); err != nil {
			continue
		}
		if _, err := os.Stat(path); err != nil { // another one is not there
			file, err := checkpoints.Open(name)
			require.NoError(t, err)
			data, err := io.ReadAll(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, data, 0o644))
		}
		require.NoError(t, os.Remove(path+packedEnding))
	}
}

func packHere(t *testing.T, path string) {
	t.Helper()
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	from, weights := weightsIn(t, file)
	data, err := checkpoints.Pack(file, from, weights)
	require.NoError(t, err, path)
	require.NoError(t, os.WriteFile(path+packedEnding, data, 0o644))
	require.NoError(t, os.Remove(path))
	t.Logf("%s: %d bytes of %d", nameOf(path), len(data), len(file))
}

// plainBots lists the bots beside this file that are not packed.
func plainBots(t *testing.T) (paths []string) {
	t.Helper()
	for _, pattern := range []string{"*.bot", "solved/*.bot"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		paths = append(paths, found...)
	}
	return paths
}

// Packing and unpacking gives the file's bytes back, however they are read, and a manifest is read
// without unpacking weights.
func TestPackedBotsAreTheSameFile(t *testing.T) {
	for _, name := range []string{"kuhn", "fivepossessions", "goofspiel-3p"} {
		file, err := checkpoints.Open(name)
		require.NoError(t, err)
		data, err := io.ReadAll(file)
		require.NoError(t, err)
		require.EqualValues(t, len(data), file.Size())
		for _, at := range []int64{0, 1, file.Size() / 2, file.Size() - 3000, file.Size() - 1} {
			part := make([]byte, 5000)
			n, err := file.ReadAt(part, at)
			if at+5000 > file.Size() {
				assert.ErrorIs(t, err, io.EOF)
			} else {
				assert.NoError(t, err)
			}
			assert.Equal(t, data[at:min(at+5000, file.Size())], part[:n], "%s from %d", name, at)
		}
		_, err = file.ReadAt(make([]byte, 1), file.Size())
		assert.ErrorIs(t, err, io.EOF)
	}
}

// flat returns a file with weights of half precision at byte 10.
func flat(weights ...float32) []byte {
	file := []byte("the manife")
	for _, v := range weights {
		file = binary.LittleEndian.AppendUint16(file, models.ToHalf(v))
	}
	return append(file, "the end"...)
}

func TestPackRefusesWhatHasNoSteps(t *testing.T) {
	for _, weights := range [][]float32{{1, 2, -3}, {0, 0}, {0x1p-24, 1023 * 0x1p-24}, {65504, -65504, 32}, {}, {0.25, -511 * 0.25, 513 * 0.25, 2000 * 0.25}} {
		file := flat(weights...)
		_, err := checkpoints.Pack(file, 10, len(weights))
		assert.NoError(t, err, "%v", weights)
	}
	for _, weights := range [][]float32{{1, 0x1p-24}, {float32(math.Copysign(0, -1))}, {float32(math.Inf(1))}, {float32(math.NaN()), 1}} {
		_, err := checkpoints.Pack(flat(weights...), 10, len(weights))
		assert.ErrorContains(t, err, "steps", "%v", weights)
	}
	for _, at := range [][2]int{{-1, 2}, {0, -1}, {10, 9}} {
		_, err := checkpoints.Pack(flat(1, 2), at[0], at[1])
		assert.ErrorContains(t, err, "weights from byte", "%v", at)
	}
}
