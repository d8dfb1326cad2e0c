package train_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/train"
	"ringer/train/checkpoint"
)

// FuzzCheckpoint reads checkpoints in which one file is anything, the manifest with its
// checksums included: what is read is whole, an error names the file, and no small file
// takes much memory.
func FuzzCheckpoint(f *testing.F) {
	run, err := checkpoint.Create(f.TempDir(), nil)
	require.NoError(f, err)
	cfg := tiny()
	cfg.Decisions = 50 // one iteration
	_, err = train.Run(f.Context(), cfg.Config, options(cfg, run))
	require.NoError(f, err)
	_, whole, err := run.Latest()
	require.NoError(f, err)
	names := []string{"state.json", "weights.safetensors", "average.safetensors", "manifest.json"}
	manifest, err := os.ReadFile(filepath.Join(run.Path(1), "manifest.json"))
	require.NoError(f, err)
	f.Add(uint8(3), manifest)
	for i, name := range names[:3] {
		f.Add(uint8(i), whole[name])
		f.Add(uint8(i), whole[name][:len(whole[name])/2])
	}
	state := string(whole["state.json"])
	for _, edit := range []string{
		`"hidden":[2000000000]`, `"hidden":[8,8,8]`, `"actions":1e9`, `"fields":[]`, `"shape":[1099511627776,1099511627776]`, `"embedding":-1`,
	} {
		key, _, _ := strings.Cut(edit, ":")
		if at := strings.Index(state, key); at >= 0 {
			f.Add(uint8(0), []byte(state[:at]+edit+","+state[at:]))
		}
	}
	f.Add(uint8(3), []byte(`{"../../../../etc/passwd":""}`))
	f.Add(uint8(3), []byte(`{"state.json":"0"}`))
	f.Add(uint8(1), append([]byte{255, 255, 255, 255, 255, 255, 255, 127}, "{}"...))

	dir := run.Path(1)
	f.Fuzz(func(t *testing.T, which uint8, content []byte) {
		if len(content) > 1<<16 {
			return
		}
		name := names[int(which)%len(names)]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		files := maps.Clone(whole)
		files[name] = content // with a checksum that fits
		if name == "manifest.json" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
			var err error
			if files, err = checkpoint.Load(dir); err != nil {
				require.ErrorContains(t, err, dir)
				return
			}
		}
		saved, err := train.ReadSaved(files)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
		if err != nil {
			require.Regexp(t, `state\.json|weights\.safetensors|average\.safetensors`, err.Error())
			return
		}
		// A checkpoint that is read is whole, and can be written again.
		require.NoError(t, saved.Network.Validate())
		require.NoError(t, saved.Weights.Finite())
		require.Len(t, saved.Weights.Flat, saved.Network.Parameters())
		var again bytes.Buffer
		require.NoError(t, saved.Weights.Write(&again, nil))
	})
}
