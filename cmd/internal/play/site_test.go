package play_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play/site"
	"ringer/play/wasm"
)

// needsHost leaves a test out where make wasm has not run.
func needsHost(t *testing.T) {
	t.Helper()
	if _, err := wasm.Read(wasm.Module); errors.Is(err, wasm.ErrMissing) {
		t.Skip("the host for browsers is not built: make wasm")
	}
}

func readSite(t *testing.T, dir string) *site.Site {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, site.File))
	require.NoError(t, err)
	s, err := site.Read(text)
	require.NoError(t, err)
	return s
}

func TestSite(t *testing.T) {
	needsHost(t)
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	cmdtest.Done(t, "site", "--out", "all")
	s := readSite(t, "all")
	assert.Equal(t, tables.Host("").Games, s.Names())
	for _, g := range s.Games {
		built, err := s.Game(g.Game, games.Restore)
		require.NoError(t, err)
		assert.Equal(t, g.SpecHash, built.Spec().Hash)
		require.NotEmpty(t, g.Opponents, g.Game)
		defaults := 0
		for _, o := range s.Opponents(g.Game) {
			if o.Default {
				defaults++
			}
			bot, err := open.BotOf(o.Agent)
			require.NoError(t, err)
			if bot != "" {
				assert.FileExists(t, filepath.Join("all", "bots", bot+".bot"))
			}
		}
		assert.Equal(t, 1, defaults, g.Game)
	}
	index, err := os.ReadFile(filepath.Join("all", "index.html"))
	require.NoError(t, err)
	assert.Contains(t, string(index), `name="ringer-host" content="browser"`)
	module, err := os.Stat(filepath.Join("all", wasm.Module))
	require.NoError(t, err)
	assert.Less(t, module.Size(), int64(8e6), "the compressed host without bots")
	cmdtest.Done(t, "site", "--out", "all", "--game", "kuhn") // a page gives way to a page
	assert.Len(t, readSite(t, "all").Games, 1)
}

// A site holds the rules of its games in itself, so that it outlasts the designer's files.
func TestSiteOfChangedRules(t *testing.T) {
	needsHost(t)
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("mine.yaml", []byte("cards: {armoured-van: {gain: 16}}\n"), 0o600))
	cmdtest.Done(t, "site", "--game", "heat(changes=mine.yaml)", "--out", "page")
	require.NoError(t, os.Remove("mine.yaml"))
	s := readSite(t, "page")
	require.Len(t, s.Games, 1)
	g, err := s.Game(s.Games[0].Game, games.Restore)
	require.NoError(t, err)
	assert.NotEqual(t, games.MustNew("heat").Spec().Hash, g.Spec().Hash)
	s.Games[0].SpecHash = "another"
	_, err = s.Game(s.Games[0].Game, games.Restore)
	require.ErrorContains(t, err, "the rules of this page have the hash another")

	cmdtest.Done(t, "train", "--config", "kuhn", "--set", "decisions=2000", "--set", "evaluation.final_games=10", "--out", "run")
	cmdtest.Done(t, "export", "run", "--out", "My Bot.bot")
	cmdtest.Done(t, "site", "--bot", "My Bot.bot", "--out", "own")
	s = readSite(t, "own")
	require.Len(t, s.Games, 1)
	assert.Equal(t, "bot(own-my-bot)", s.Games[0].Opponents[0].Agent)
	assert.True(t, s.Games[0].Opponents[0].Default)
	assert.FileExists(t, filepath.Join("own", "bots", "own-my-bot.bot"))
}

func TestSiteBadInput(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("letter.txt", []byte("dear"), 0o600))
	for args, says := range map[string]string{
		"":                         "--out is missing",
		"--out .":                  "something else is there",
		"--out new --game nothing": "nothing",
		"--out new --bot kuhn":     "want a .bot file",
		"--out new --bot gone.bot": "gone.bot",
	} {
		if strings.Contains(args, "new") {
			needsHost(t)
		}
		o := cmdtest.Ringer(t, "", append([]string{"site"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, o.Exit, args)
		assert.Contains(t, o.Errs, says)
		assert.NoDirExists(t, "new")
	}
}

// talk is a client of a host over two streams. It reads all the time, so that neither
// side waits for the other.
type talk struct {
	in    io.Writer
	lines <-chan []byte
}

func newTalk(in io.Writer, out io.Reader) *talk {
	lines := make(chan []byte, 1<<16)
	go func() {
		defer close(lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 64<<20)
		for s.Scan() {
			lines <- bytes.Clone(s.Bytes())
		}
	}()
	return &talk{in, lines}
}

// until sends a message and reads until want holds.
func (c *talk) until(t *testing.T, message string, want func(m *cmdtest.TableMessage) bool) *cmdtest.TableMessage {
	t.Helper()
	_, err := fmt.Fprintln(c.in, message)
	require.NoError(t, err)
	for line := range c.lines {
		var m cmdtest.TableMessage
		require.NoError(t, json.Unmarshal(line, &m))
		require.NotEqual(t, "error", m.Type, m.Error)
		if want(&m) {
			return &m
		}
	}
	require.FailNow(t, "the host has ended", message)
	return nil
}

// agentsPlay lets the default opponents play a game to its end, and returns its record and
// the seconds that it took.
func (c *talk) agentsPlay(t *testing.T, g env.Game, agent string, seed int) (record string, seconds float64) {
	t.Helper()
	seats := strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"agent":%q},`, agent), g.Spec().Players), ",")
	at := c.until(t, fmt.Sprintf(`{"type":"new","game":%q,"seats":[%s],"seed":%d}`, g.Spec(), seats, seed),
		func(m *cmdtest.TableMessage) bool { return m.Type == "joined" })
	here := fmt.Sprintf(`"table":%q,"key":%q`, at.Table, at.Keys["-1"])
	began := time.Now()
	c.until(t, `{"type":"step",`+here+`,"count":10000}`, func(m *cmdtest.TableMessage) bool { return m.Over })
	seconds = time.Since(began).Seconds()
	record = c.until(t, `{"type":"record",`+here+`}`, func(m *cmdtest.TableMessage) bool { return m.Type == "record" }).Record
	c.until(t, `{"type":"leave",`+here+`}`, func(m *cmdtest.TableMessage) bool { return m.Type == "done" })
	return record, seconds
}

// The same seed gives the same game in a browser as here, decision by decision. All six
// games with RINGER_LONG=1, which prints the times as well.
func TestSitePlaysTheSameGames(t *testing.T) {
	needsHost(t)
	cmdtest.SlowWhenRaced(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node.js")
	}
	script, err := filepath.Abs(filepath.Join("testdata", "wasm_host.mjs"))
	require.NoError(t, err)
	dir := cmdtest.InFolder(t)
	cmdtest.Done(t, "site", "--out", "page")
	host := exec.CommandContext(t.Context(), node, script, filepath.Join(dir, "page"))
	host.Stderr = os.Stderr
	in, err := host.StdinPipe()
	require.NoError(t, err)
	out, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	defer func() {
		_ = in.Close()
		_ = host.Wait()
	}()
	there := newTalk(in, out)

	hereIn, toHere := io.Pipe()
	fromHere, hereOut := io.Pipe()
	go func() {
		program.Run(t.Context(), []string{"serve", "--stdio"}, hereIn, hereOut, io.Discard)
		_ = hereOut.Close()
	}()
	defer func() { _ = toHere.Close() }()
	here := newTalk(toHere, fromHere)

	list, seeds := []string{"kuhn", "fourdowns"}, 1
	if os.Getenv("RINGER_LONG") == "1" {
		list, seeds = tables.Host("").Games, 5
	}
	s := readSite(t, "page")
	for _, name := range list {
		g := games.MustNew(name)
		var agent string
		for _, o := range s.Opponents(g.Spec().String()) {
			if o.Default {
				agent = o.Agent
			}
		}
		var native, browser float64
		for seed := 1; seed <= seeds; seed++ {
			want, a := here.agentsPlay(t, g, agent, seed)
			got, b := there.agentsPlay(t, g, agent, seed)
			assert.Equal(t, want, got, "%s, seed %d", name, seed)
			if seed > 1 { // the first loads the bot
				native, browser = native+a, browser+b
			}
		}
		if native > 0 {
			t.Logf("%s: %s: %.2f s here, %.2f s as WebAssembly, %.1f times", name, agent, native, browser, browser/native)
		}
	}
}

// A program that was built without the host, as make train builds it in a clean clone, says so before
// it writes anything.
func TestSiteWithoutTheHost(t *testing.T) {
	if _, err := wasm.Read(wasm.Module); err == nil {
		t.Skip("the host for browsers is built")
	}
	cmdtest.InFolder(t)
	o := cmdtest.Ringer(t, "", "site", "--out", "site")
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Contains(t, o.Errs, "built without its host for browsers: build it with make build")
	assert.NoDirExists(t, "site")
}

// A first training waits for no host for browsers; where one is there, it is kept up to date.
func TestMakeTrainBuildsNoHost(t *testing.T) {
	program, err := exec.LookPath("make")
	if err != nil {
		t.Skip("no make: ", err)
	}
	makefile := cmdtest.ReadText(t, filepath.Join("../../..", "Makefile"))
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("Makefile", []byte(makefile), 0o600))
	told := func() string {
		text, err := exec.Command(program, "-n", "train").CombinedOutput()
		require.NoError(t, err, string(text))
		return string(text)
	}
	assert.NotContains(t, told(), "wasm")
	assert.Contains(t, told(), "train --config heat --continue")
	require.NoError(t, os.MkdirAll("play/wasm/dist", 0o700))
	require.NoError(t, os.WriteFile("play/wasm/dist/"+wasm.Packed, nil, 0o600))
	assert.Contains(t, told(), "GOARCH=wasm")
}
