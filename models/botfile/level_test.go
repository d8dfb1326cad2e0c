package botfile_test

import (
	"archive/zip"
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/botfile"
)

func level() *botfile.Level {
	return &botfile.Level{Level: 1, Of: 4, Rating: 1200, Low: 1180, High: 1220, RatedWith: []string{"random"}, Games: 100, Below: &botfile.Wins{Share: .6, Low: .5, High: .7}, Temperature: 4}
}

// A bare bot has no ONNX form, half the bytes, and weights of half precision, which are
// written again the same.
func TestBareBotsKeepTheirWeights(t *testing.T) {
	bot := sample()
	whole := encode(t, bot)
	bot.Manifest.Kind, bot.Manifest.Level = botfile.KindBare, level()
	bare := encode(t, bot)
	assert.Less(t, len(bare), len(whole)-2*len(bot.Weights.Flat))
	back, err := read(bare)
	require.NoError(t, err)
	assert.Equal(t, botfile.KindBare, back.Manifest.Kind)
	assert.Equal(t, level(), back.Manifest.Level)
	rounded, err := bot.Weights.Halved()
	require.NoError(t, err)
	assert.Equal(t, rounded.Flat, back.Weights.Flat)
	assert.Nil(t, back.Policy)
	assert.Equal(t, bare, encode(t, *back))

	bot.Weights = bot.Weights.Clone()
	bot.Weights.Flat[0] = 1e5
	var file bytes.Buffer
	assert.ErrorContains(t, botfile.Write(&file, bot), "element 0 is 100000: want at most 65504")
	assert.Zero(t, file.Len(), "nothing half-written")
}

// A bare bot in single precision, as older versions wrote it, is read as it is, and so is a whole
// one in half precision.
func TestPrecisionsOfOtherFiles(t *testing.T) {
	bot := sample()
	archive := func(kind string, write func(*models.Weights, io.Writer, map[string]string) error) []byte {
		bot.Manifest.Kind = kind
		file := encode(t, bot)
		z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		require.NoError(t, err)
		var names []string
		var members [][]byte
		for _, m := range z.File {
			r, err := m.Open()
			require.NoError(t, err)
			data, err := io.ReadAll(r)
			require.NoError(t, err)
			if m.Name == botfile.WeightsName {
				var weights bytes.Buffer
				require.NoError(t, write(bot.Weights, &weights, nil))
				data = weights.Bytes()
			}
			names, members = append(names, m.Name), append(members, data)
		}
		members[0] = mended(members[0], names[1:], members[1:])
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for i, name := range names {
			m, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			require.NoError(t, err)
			_, err = m.Write(members[i])
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	back, err := read(archive(botfile.KindBare, (*models.Weights).Write))
	require.NoError(t, err)
	assert.Equal(t, bot.Weights.Flat, back.Weights.Flat)
	_, err = read(archive(botfile.KindNetwork, (*models.Weights).Write))
	require.NoError(t, err)
	halved, err := read(archive(botfile.KindNetwork, (*models.Weights).WriteHalf))
	require.NoError(t, err)
	rounded, err := bot.Weights.Halved()
	require.NoError(t, err)
	assert.Equal(t, rounded.Flat, halved.Weights.Flat)
	assert.True(t, halved.Half)
}

func TestLevelsWithGapsAreRefused(t *testing.T) {
	for want, change := range map[string]func(*botfile.Level){
		"level.level":       func(l *botfile.Level) { l.Level = 5 },
		"level.rating":      func(l *botfile.Level) { l.Low = 1210 },
		"level.games":       func(l *botfile.Level) { l.RatedWith = nil },
		"level.below":       func(l *botfile.Level) { l.Below.High = 1.01 },
		"level.temperature": func(l *botfile.Level) { l.Temperature = math.NaN() },
	} {
		bot := sample()
		bot.Manifest.Level = level()
		change(bot.Manifest.Level)
		assert.ErrorContains(t, botfile.Write(&bytes.Buffer{}, bot), want)
	}
}
