package games_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
)

// mostMemory bounds the bytes that building one game takes from the heap, whatever its
// configuration says.
const mostMemory = 64 << 20

// holds builds a game and tests what it takes.
func holds(t *testing.T, what, text string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := games.New(text)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(mostMemory), "bytes of the heap for %s", what)
	if err != nil {
		assert.Less(t, len(err.Error()), 100_000, "characters of the error for %s", what)
	}
}

// A parameter with a huge value is refused before memory is taken for it.
func TestHugeParameters(t *testing.T) {
	values := []string{"1000000000"}
	if os.Getenv("RINGER_LONG") == "1" {
		values = append(values, "["+strings.Repeat("1,", 3000)+"1]", "1e9", "1e15", "9223372036854775807", "1e308", "-1", "0", ".inf", ".nan", "[1000000000,1000000000,1000000000]", strings.Repeat("x", 7000))
	}
	for _, name := range games.Names() {
		for _, p := range games.MustNew(name).Spec().Parameters {
			for _, value := range values {
				holds(t, fmt.Sprintf("%s(%s=%.40s)", name, p.Name, value), name+"("+p.Name+"="+value+")")
			}
		}
	}
}

// A file with a huge number, list or text in any of its fields is refused, or its
// game built, in little memory: of the small configurations by default, of all with
// RINGER_LONG=1.
func TestHugeFields(t *testing.T) {
	dir := t.TempDir()
	for _, text := range everyConfiguration() {
		if os.Getenv("RINGER_LONG") != "1" && !strings.Contains(text, "mini") {
			continue
		}
		spec := games.MustNew(text).Spec()
		var rules any
		require.NoError(t, json.Unmarshal(spec.Configuration, &rules))
		for path, huge := range blownUp(rules) {
			file := filepath.Join(dir, "huge.yaml")
			require.NoError(t, os.WriteFile(file, []byte(huge), 0o600))
			holds(t, text+" with a huge "+path, spec.Name+"(file="+file+")")
		}
	}
}

// blownUp returns copies of a configuration as YAML, by what is huge in them: every
// list in turn with its first element many times, every number, every text.
func blownUp(rules any) map[string]string {
	const mark = "@here@"
	copies := map[string]string{}
	write := func(path, value string) {
		text, err := json.Marshal(rules)
		if err != nil {
			panic(err)
		}
		copies[path] = strings.Replace(string(text), `"`+mark+`"`, value, 1)
	}
	var walk func(path string, at any, put func(any))
	walk = func(path string, at any, put func(any)) {
		if _, done := copies[path]; done {
			return // the first of the elements of a list is enough
		}
		switch v := at.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(path+"."+key, v[key], func(x any) { v[key] = x })
			}
		case []any:
			if len(v) == 0 {
				return
			}
			first, err := json.Marshal(v[0])
			if err != nil {
				panic(err)
			}
			put(mark)
			write(path, "[&a "+string(first)+strings.Repeat(",*a", 15_000)+"]")
			put(v)
			for i := range v {
				walk(path+"[]", v[i], func(x any) { v[i] = x })
			}
		case float64:
			put(mark)
			write(path, "1000000000")
			if os.Getenv("RINGER_LONG") == "1" {
				write(path+" of many digits", "1e15")
			}
			put(v)
		case string:
			put(mark)
			write(path, `"`+strings.Repeat("x", 4000)+`"`)
			put(v)
		}
	}
	walk("", rules, func(any) {})
	return copies
}

// Heroes are counted for as many models as a player may field, and no more.
func TestHugeWarbandsOfHeroes(t *testing.T) {
	_, err := games.New("duel(file=draft,models_per_player=1000000000)")
	require.ErrorContains(t, err, "models_per_player: 1000000000: want a number from")
	_, err = games.New("duel(bands=[" + strings.Repeat("posse,", 100) + "posse])")
	require.ErrorContains(t, err, "bands: 101: want at most 16 warbands")
}
