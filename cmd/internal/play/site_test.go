package play_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/open"
	"ringer/open/tables"
	"ringer/play/lessons"
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
	assert.Less(t, module.Size(), int64(5e6), "the compressed host without bots")
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

// siteHost writes a page to a folder of its own, which is the current one from then on, and runs the host of its tables.
func siteHost(t *testing.T, node, folder string) *talk {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("testdata", "wasm_host.mjs"))
	require.NoError(t, err)
	dir := filepath.Join(cmdtest.InFolder(t), folder)
	cmdtest.Done(t, "site", "--out", dir)
	packed, err := os.Open(filepath.Join(dir, wasm.Module))
	require.NoError(t, err)
	defer packed.Close()
	r, err := zstd.NewReader(packed)
	require.NoError(t, err)
	defer r.Close()
	module, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "ringer.wasm"), module, 0o600))
	host := exec.CommandContext(t.Context(), node, script, dir)
	host.Stderr = os.Stderr
	in, err := host.StdinPipe()
	require.NoError(t, err)
	out, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = host.Wait()
	})
	return newTalk(in, out)
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
	there := siteHost(t, node, "page")

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

// A page shows first games before its host runs, and the host says the same of them, byte for byte: after each answer
// with RINGER_LONG=1, and otherwise after the last answer to each question.
func TestSiteBeginsAsItsHostDoes(t *testing.T) {
	needsHost(t)
	cmdtest.SlowWhenRaced(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("needs Node.js")
	}
	host := siteHost(t, node, "page")
	files, err := filepath.Glob(filepath.Join("page", "first", "*.json.gz"))
	require.NoError(t, err)
	guided := 0
	for _, name := range lessons.Names() {
		guided += len(lessons.Of(name))
	}
	require.Len(t, files, guided)
	compared := 0
	for _, file := range files {
		o := readOpening(t, file)
		require.Equal(t, site.OpeningFormat, o.Format)
		rules, _ := host.hear(t, fmt.Sprintf(`{"type":"rules","game":%q}`, gameOf(t, o)), func(m *cmdtest.TableMessage) bool { return m.Type == "rules" })
		assert.Equal(t, string(o.Rules), rules[0])
		type path struct {
			at      *site.Moment
			answers []env.Action
		}
		for queue := []path{{&o.Moment, nil}}; len(queue) > 0; queue = queue[1:] {
			p := queue[0]
			compared++
			said := host.answers(t, o, p.answers)
			require.Len(t, said, len(p.at.Messages), "%s after %v", file, p.answers)
			for i, line := range said {
				assert.Equal(t, nameless(string(p.at.Messages[i])), nameless(line), "%s after %v", file, p.answers)
			}
			actions := slices.Sorted(maps.Keys(p.at.Answers))
			if os.Getenv("RINGER_LONG") != "1" && len(actions) > 1 {
				actions = actions[len(actions)-1:]
			}
			for _, a := range actions {
				queue = append(queue, path{p.at.Answers[a], append(slices.Clone(p.answers), a)})
			}
		}
	}
	t.Logf("%d questions of %d first games", compared, len(files))
	assert.GreaterOrEqual(t, compared, 3*len(files), "a first question and what follows two answers, of each game")
}

// answers begins a first game and gives answers. It returns what is said since the last one.
func (c *talk) answers(t *testing.T, o *site.Opening, answers []env.Action) []string {
	t.Helper()
	waits := func(m *cmdtest.TableMessage) bool { return m.Type == "view" && (m.Over || m.Scene.Ask != nil) }
	said, heard := c.hear(t, string(o.Request), waits)
	var key string
	for _, key = range heard["joined"].Keys {
	}
	for _, a := range answers {
		act := fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, heard["view"].Table, key, heard["view"].Step, a)
		said, heard = c.hear(t, act, waits)
	}
	c.until(t, fmt.Sprintf(`{"type":"leave","table":%q,"key":%q}`, heard["view"].Table, key), func(m *cmdtest.TableMessage) bool { return m.Type == "done" })
	return slices.DeleteFunc(said, func(line string) bool {
		return strings.Contains(line, `"type":"joined"`) || strings.Contains(line, `"type":"done"`)
	})
}

// hear sends a message and returns what is said until want holds, and the last message of each kind.
func (c *talk) hear(t *testing.T, message string, want func(m *cmdtest.TableMessage) bool) ([]string, map[string]*cmdtest.TableMessage) {
	t.Helper()
	_, err := fmt.Fprintln(c.in, message)
	require.NoError(t, err)
	var said []string
	last := map[string]*cmdtest.TableMessage{}
	for line := range c.lines {
		m := &cmdtest.TableMessage{}
		require.NoError(t, json.Unmarshal(line, m))
		require.NotEqual(t, "error", m.Type, m.Error)
		said, last[m.Type] = append(said, string(line)), m
		if want(m) {
			return said, last
		}
	}
	require.FailNow(t, "the host has ended", message)
	return nil, nil
}

// nameless takes the name of the table out of a message.
func nameless(line string) string {
	return regexp.MustCompile(`"table":"[^"]*"`).ReplaceAllString(line, `"table":""`)
}

func readOpening(t *testing.T, file string) *site.Opening {
	t.Helper()
	packed, err := os.Open(file)
	require.NoError(t, err)
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	require.NoError(t, err)
	o := &site.Opening{}
	require.NoError(t, json.NewDecoder(r).Decode(o))
	return o
}

func gameOf(t *testing.T, o *site.Opening) string {
	t.Helper()
	var request struct{ Game string }
	require.NoError(t, json.Unmarshal(o.Request, &request))
	return request.Game
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
	require.NoError(t, os.WriteFile("play/wasm/dist/"+wasm.Module, nil, 0o600))
	assert.Contains(t, told(), "GOARCH=wasm")
}
