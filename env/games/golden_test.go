package games_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/tactics"
	"ringer/env/wrap"
)

var (
	update   = flag.Bool("update", false, "write golden playthroughs and the tables in docs/games instead of comparing them")
	onlyGame = flag.String("game", "", "with -update: of this game only")
)

// selected reports whether -update and -game ask for a game.
func selected(name string) bool { return *update && (*onlyGame == "" || *onlyGame == name) }

// A shelf is a folder of golden playthroughs and the game strings that it must
// have one of, by file.
type shelf struct {
	folder string
	must   map[string]string
}

// shelves lists where the playthroughs of a game lie: playthroughs of its facts beside the
// game, and of its observation wrappers beside the opinions, so that a tuned opinion
// changes no playthrough of the game.
func shelves(name string) []shelf {
	facts := shelf{filepath.Join("..", name, "testdata"), map[string]string{"default": name}}
	for _, file := range configs.Names("games/" + name) {
		if file != "default" {
			facts.must[file] = fmt.Sprintf("%s(file=%s)", name, file)
		}
	}
	wrapped := shelf{filepath.Join("..", "tactics", name, "testdata"), map[string]string{}}
	for _, o := range tactics.Observers(name) {
		wrapped.must[o.Name] = fmt.Sprintf("%s(%s=%s)", name, wrap.Parameter, o.Name)
	}
	if len(wrapped.must) == 0 {
		return []shelf{facts}
	}
	return []shelf{facts, wrapped}
}

// Every golden playthrough replays, and every shipped configuration and every
// observation wrapper of every game has one. They are written by
// `make golden GAME=...` and read by a person before they are committed.
func TestGolden(t *testing.T) {
	if *onlyGame != "" {
		require.Contains(t, games.Names(), *onlyGame)
	}
	for _, name := range games.Names() {
		t.Run(name, func(t *testing.T) {
			for _, s := range shelves(name) {
				if selected(name) {
					s.write(t)
				}
				for file := range s.must {
					assert.FileExists(t, filepath.Join(s.folder, file+".golden"), "run: make golden GAME=%s", name)
				}
				s.replay(t, name)
			}
		})
	}
}

// replay compares every playthrough of the folder with what its game says now.
func (s shelf) replay(t *testing.T, name string) {
	files, err := filepath.Glob(filepath.Join(s.folder, "*.golden"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(text), 30_000, "%s is too long to be read", file)
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err, file)
		g, err := games.New(header.Game)
		require.NoError(t, err, file)
		assert.Equal(t, name, g.Spec().Name, file)
		assert.NoError(t, envtest.Replay(g, string(text)), "%s: if the change is meant, run: make golden GAME=%s", file, name)
	}
}

// write records every file anew with the game and seed that it had, and adds
// those that are missing.
func (s shelf) write(t *testing.T) {
	require.NoError(t, os.MkdirAll(s.folder, 0o755))
	wanted := map[string]envtest.Playthrough{}
	for file, game := range s.must {
		wanted[filepath.Join(s.folder, file+".golden")] = envtest.Playthrough{Game: game, Seed: longest(t, game)}
	}
	files, err := filepath.Glob(filepath.Join(s.folder, "*.golden"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err, "%s: delete it to have it written anew", file)
		wanted[file] = header
	}
	for file, p := range wanted {
		g, err := games.New(p.Game)
		require.NoError(t, err, file)
		text, err := envtest.Record(g, p.Seed)
		require.NoError(t, err, file)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		t.Log("wrote", file)
	}
}

const (
	specBegin = "<!-- spec:begin "
	specEnd   = "<!-- spec:end -->"
)

// longest picks, among a few seeds, the one with the longest playthrough, for
// games that may end with the first action.
func longest(t *testing.T, game string) (best uint64) {
	length := 0
	for seed := uint64(1); seed <= 8; seed++ {
		text, err := envtest.Record(games.MustNew(game), seed)
		require.NoError(t, err)
		if len(text) > length {
			best, length = seed, len(text)
		}
	}
	return best
}

// Every game has a page whose tables are printed from its code: between
// <!-- spec:begin GAMESTRING --> and <!-- spec:end -->.
func TestGoldenPages(t *testing.T) {
	for _, name := range games.Names() {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", "games", name+".md")
			page, err := os.ReadFile(file)
			require.NoError(t, err, "every game has a page")
			current, games, err := renderSpecs(string(page))
			require.NoError(t, err, file)
			assert.Contains(t, games, name, "%s: the page holds the tables of the plain game", file)
			if selected(name) {
				require.NoError(t, os.WriteFile(file, []byte(current), 0o644))
				return
			}
			assert.Equal(t, current, string(page), "%s: run: make golden GAME=%s", file, name)
		})
	}
}

// renderSpecs fills every spec block of a page anew and lists their games.
func renderSpecs(page string) (current string, names []string, err error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(page, specBegin)
		b.WriteString(before)
		if !found {
			return b.String(), names, nil
		}
		text, rest, ok := strings.Cut(rest, " -->")
		if !ok {
			return "", nil, fmt.Errorf("%q without \" -->\"", specBegin)
		}
		_, rest, ok = strings.Cut(rest, specEnd)
		if !ok {
			return "", nil, fmt.Errorf("%q of %s without %q", specBegin, text, specEnd)
		}
		g, err := games.New(text)
		if err != nil {
			return "", nil, err
		}
		names = append(names, text)
		fmt.Fprintf(&b, "%s%s -->\n%s%s", specBegin, text, g.Spec().Markdown(), specEnd)
		page = rest
	}
}

func TestRenderSpecs(t *testing.T) {
	name := games.Names()[0]
	page := "# A page\n\n" + specBegin + name + " -->\noutdated\n" + specEnd + "\n\nmore"
	current, names, err := renderSpecs(page)
	require.NoError(t, err)
	assert.Equal(t, []string{name}, names)
	assert.Contains(t, current, "# A page\n\n"+specBegin+name+" -->\n| | |\n")
	assert.True(t, strings.HasSuffix(current, specEnd+"\n\nmore"))
	assert.NotContains(t, current, "outdated")
	again, _, err := renderSpecs(current)
	require.NoError(t, err)
	assert.Equal(t, current, again)

	_, _, err = renderSpecs(specBegin + name + " -->")
	assert.ErrorContains(t, err, "without")
	_, _, err = renderSpecs(specBegin + "nothing -->" + specEnd)
	assert.ErrorContains(t, err, "unknown game")
}
