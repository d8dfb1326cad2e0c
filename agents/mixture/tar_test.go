package mixture_test

import (
	"archive/tar"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/mixture"
)

// archive writes files, name after name, as tar itself does.
func archive(t *testing.T, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		h := tar.Header{Name: files[i], Mode: 0o600, Size: int64(len(files[i+1])), Typeflag: tar.TypeReg}
		if strings.HasPrefix(files[i+1], "-> ") {
			h = tar.Header{Name: files[i], Linkname: files[i+1][3:], Typeflag: tar.TypeSymlink}
		}
		require.NoError(t, w.WriteHeader(&h))
		if h.Size > 0 {
			_, err := w.Write([]byte(files[i+1]))
			require.NoError(t, err)
		}
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func TestAnArchiveIsReadAsItWasWritten(t *testing.T) {
	h := mixture.Held{Text: []byte("players: 1\n")}
	assert.Equal(t, "a.bot", h.Hold("runs/a.bot", []byte("one")))
	assert.Equal(t, "a.bot", h.Hold(`elsewhere/a.bot`, []byte("one")), "the same file")
	assert.Equal(t, "a-2.bot", h.Hold("a.bot", []byte("another")))
	assert.Equal(t, "a-3.bot", h.Hold("a.bot", []byte("a third")))
	assert.Equal(t, "b-c.bot", h.Hold("b c.bot", nil))
	assert.Equal(t, "bot.bot", h.Hold("ü.bot", []byte("x")))
	assert.Equal(t, strings.Repeat("n", 60)+".bot", h.Hold(strings.Repeat("n", 200)+".bot", []byte("x")))
	data, err := h.Tar()
	require.NoError(t, err)
	again, err := h.Tar()
	require.NoError(t, err)
	assert.Equal(t, data, again)
	require.True(t, mixture.IsTar(data))
	assert.False(t, mixture.IsTar(h.Text))
	assert.False(t, mixture.IsTar(nil))
	got, err := mixture.ReadTar(data)
	require.NoError(t, err)
	assert.Equal(t, h.Text, got.Text)
	assert.Len(t, got.Files, len(h.Files))
	for name, data := range h.Files {
		assert.Equal(t, string(data), string(got.Files[name]), name)
	}
	for _, format := range [][]byte{archive(t, "population.yaml", "x", "a.bot", strings.Repeat("y", 5000)), archive(t, "population.yaml", "x", "a.bot", "")} {
		_, err := mixture.ReadTar(format)
		assert.NoError(t, err)
	}
}

func TestFaultsOfAnArchive(t *testing.T) {
	whole := archive(t, "population.yaml", "text", "a.bot", strings.Repeat("y", 5000))
	many := []string{"population.yaml", "x"}
	for i := range 257 {
		many = append(many, fmt.Sprintf("%d.bot", i), "x")
	}
	for want, data := range map[string][]byte{
		`"a.bot": want a plain file`:                    whole[:3000],
		"no tar archive, or truncated":                  append(bytes.Clone(whole[:1024]), bytes.Repeat([]byte("x"), 512)...),
		"an archive without population.yaml":            archive(t),
		`"a.bot": want population.yaml first`:           archive(t, "a.bot", "x", "population.yaml", "text"),
		`"../a.bot": want files of bots`:                archive(t, "population.yaml", "text", "../a.bot", "x"),
		`"a.bot": want files of bots, NAME.bot, each o`: archive(t, "population.yaml", "text", "a.bot", "x", "a.bot", "x"),
		`"population.yaml": want files of bots`:         archive(t, "population.yaml", "text", "population.yaml", "x"),
		`"b.bot": want a plain file`:                    archive(t, "population.yaml", "text", "b.bot", "-> /etc/passwd"),
		"more than 256 files of bots":                   archive(t, many...),
	} {
		_, err := mixture.ReadTar(data)
		assert.ErrorContains(t, err, want)
	}
	for n := 0; n < len(whole); n += 17 { // never a panic, and never a file that is not whole
		if h, err := mixture.ReadTar(whole[:n]); err == nil {
			assert.True(t, h.Files["a.bot"] == nil || len(h.Files["a.bot"]) == 5000, n)
		}
	}
	_, err := mixture.ReadTar(make([]byte, mixture.MaxTar+1))
	assert.ErrorContains(t, err, "want at most 64 MiB")
}
