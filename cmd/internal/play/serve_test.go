package play_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/open/tables"
	"ringer/play/replay"
)

// A server that is killed at any moment loses no decision that it has answered: it goes on
// from there, and the record of the game has them all.
func TestAKilledServerLosesNoDecision(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	kills := 5
	if os.Getenv("RINGER_LONG") == "1" {
		kills = 60
	}
	dir := t.TempDir()
	killed, answered := 0, 0
	for game := 0; killed < kills; game++ {
		p, at := serveHere(t, dir)
		c := &cmdtest.TableCaller{At: at}
		var joined cmdtest.TableMessage
		var took []env.Action // in the order of the questions
		var record string
		pending, done := `{"type":"new","game":"goofspiel(cards=13)","seats":[{"person":"Ann"},{"agent":"greedy"}]}`, false
		last := env.Action(-1) // sent, not yet answered
		asked := 0
		until := 1 + rand.N(6) // requests to this process before it is killed during one
		for !done {
			if until--; until == 0 {
				victim := p.Process
				time.AfterFunc(rand.N(3*time.Millisecond), func() { _ = victim.Kill() })
			}
			list, err := c.Call(pending)
			if err != nil {
				killed++
				_ = p.Wait()
				p, at = serveHere(t, dir)
				until = 1 + rand.N(8)
				c = &cmdtest.TableCaller{At: at}
				if joined.Table != "" {
					pending = fmt.Sprintf(`{"type":"join","table":%q,"key":%q}`, joined.Table, joined.Keys["0"])
				}
				continue
			}
			pending = ""
			for _, m := range list {
				switch {
				case m.Type == "error":
					require.Fail(t, m.Error)
				case m.Type == "joined":
					joined = m
				case m.Type == "done":
					answered++
				case m.Type == "record":
					record, done = m.Record, true
				case m.Type == "view" && m.Over:
					if last >= 0 {
						took, last = append(took, last), -1
					}
					pending = fmt.Sprintf(`{"type":"record","table":%q,"key":%q}`, joined.Table, joined.Keys["0"])
				case m.Type == "view" && m.Scene.Ask != nil:
					if m.Step > asked && last >= 0 {
						took, last = append(took, last), -1
					}
					require.Equal(t, len(took)+1, m.Step, "a decision is lost, or was taken twice")
					asked, last = m.Step, m.Scene.Ask.Choices[rand.N(len(m.Scene.Ask.Choices))].Action
					pending = fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, joined.Table, joined.Keys["0"], m.Step, last)
				}
			}
		}
		_ = p.Process.Kill()
		_ = p.Wait()
		r, err := replay.Read(strings.NewReader(record), "record")
		require.NoError(t, err)
		var own []env.Action
		for _, s := range r.Steps {
			if s.Player == 0 {
				own = append(own, s.Action)
			}
		}
		require.Equal(t, took, own)
	}
	assert.Positive(t, answered)
	t.Logf("killed %d times, %d decisions answered", killed, answered)
}

// Ctrl-C ends a server that somebody is connected to, and says that tables are kept.
func TestServeEndsOnCtrlC(t *testing.T) {
	p, at := serveHere(t, t.TempDir())
	c := &cmdtest.TableCaller{At: at}
	_, err := c.Call(`{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"greedy"}]}`)
	require.NoError(t, err)
	require.NoError(t, p.Process.Signal(os.Interrupt))
	assert.Equal(t, shell.ExitInterrupted, p.Exit())
	assert.Contains(t, p.Out.String(), "The table is at http://127.0.0.1:")
	assert.Contains(t, p.Errs.String(), "tables are kept")
}

// Two servers do not write to the same tables.
func TestTwoServersDoNotShareTables(t *testing.T) {
	dir := t.TempDir()
	_, at := serveHere(t, dir)
	o := ringerIn(t, dir, "serve", "--addr", "127.0.0.1:0", "--data", "tables")
	assert.Equal(t, shell.ExitBadInput, o.Exit())
	assert.Contains(t, o.Errs.String(), "another process keeps its tables there")
	res, err := http.Get(at + "/")
	require.NoError(t, err)
	_ = res.Body.Close()
}

// Any address but this machine's asks for a token, which is a part of the address that is printed.
func TestServeElsewhereAsksForAToken(t *testing.T) {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	require.NoError(t, err)
	port := l.Addr().(*net.TCPAddr).Port
	require.NoError(t, l.Close())
	dir := t.TempDir()
	out, err := os.Create(filepath.Join(dir, "out"))
	require.NoError(t, err)
	p := startTo(t, dir, out, "serve", "--addr", fmt.Sprintf("0.0.0.0:%d", port), "--public", "https://table.example.org:8443/", "--data", "")
	address := ""
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(out.Name())
		_, rest, ok := strings.Cut(string(text), "The table is at ")
		address, _, _ = strings.Cut(rest, "\n")
		return ok && strings.Contains(rest, "\n")
	}, time.Minute, 10*time.Millisecond)
	u, err := url.Parse(address)
	require.NoError(t, err)
	token := u.Query().Get("token")
	assert.GreaterOrEqual(t, len(token), 20)
	assert.Equal(t, "table.example.org:8443", u.Host, "the address that it was told")
	at := fmt.Sprintf("http://127.0.0.1:%d/metrics", port)
	for header, status := range map[string]int{"": 401, "Bearer " + token: 200} {
		r, _ := http.NewRequest(http.MethodGet, at, nil)
		r.Header.Set("Authorization", header)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		_ = res.Body.Close()
		assert.Equal(t, status, res.StatusCode)
	}
	_ = p.Process.Kill()
}

// startTo is start with the standard output in a file.
func startTo(t *testing.T, dir string, out *os.File, args ...string) *cmdtest.Process {
	t.Helper()
	p := cmdtest.Command(dir, args...)
	p.Stdout = out
	require.NoError(t, p.Start())
	t.Cleanup(func() { _ = p.Process.Kill(); _ = p.Wait() })
	return p
}

// Everything that a table offers can be built: games, opponents, exactly one of them the
// default.
func TestTableOffers(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	o := cmdtest.Ringer(t, `{"type":"hello","protocol":"ringer-table/1"}`+"\n", "serve", "--stdio")
	require.Zero(t, o.Exit, o.Errs)
	var welcome cmdtest.TableMessage
	require.NoError(t, json.Unmarshal([]byte(o.Out), &welcome))
	require.Equal(t, "welcome", welcome.Type)
	seen := map[string]bool{}
	for _, offer := range welcome.Games {
		assert.False(t, seen[offer.Game], offer.Game)
		seen[offer.Game] = true
		defaults := 0
		for _, opponent := range offer.Opponents {
			if opponent.Default {
				defaults++
			}
		}
		assert.Equal(t, 1, defaults, offer.Game)
	}
	for _, name := range tables.FirstGames {
		assert.True(t, seen[name], name)
	}
	lines := bufio.NewScanner(strings.NewReader(o.Out))
	lines.Buffer(nil, 1<<22)
	assert.True(t, lines.Scan())
}

func TestPlayOnAPageRefuses(t *testing.T) {
	for args, says := range map[string]string{
		"play --web nothing":                 "unknown game",
		"play --web kuhn --seed 3":           "leave out --seed",
		"play --web heat(file=./x)":          "paths are opened only",
		"serve --addr nowhere:x":             "--addr nowhere:x",
		"serve x":                            "takes no arguments",
		"serve --tls-cert x":                 "want both --tls-cert and --tls-key",
		"serve --tls-cert x --tls-key y":     "--tls-cert x, --tls-key y: open x",
		"serve --public table.example.org":   "--public table.example.org: want an address such as https://",
		"serve --public https://x/table":     "nothing behind the host",
		"serve --public https://x/?token=1":  "nothing behind the host",
		"serve --public ftp://x":             "want an address such as https://",
		"serve --public https://me:secret@x": "--public https://me:xxxxx@x: want",
		"serve --decision-time -1s":          "--decision-time -1s: want a time",
	} {
		o := cmdtest.Ringer(t, "", append(strings.Fields(args), []string{}...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, says)
	}
}

// The example bots play whole games of a rule book, where there is a Python or a Node.
func TestExampleBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	folder, err := filepath.Abs("../../../play/session/examples")
	require.NoError(t, err)
	self, err := filepath.Abs(os.Args[0])
	require.NoError(t, err)
	for program, file := range map[string]string{"python3": "bot.py", "node": "bot.js"} {
		t.Run(program, func(t *testing.T) {
			if exec.Command(program, "--version").Run() != nil {
				t.Skipf("no %s here", program)
			}
			text := cmdtest.ReadText(t, filepath.Join(folder, file))
			assert.LessOrEqual(t, strings.Count(text, "\n"), 55, "some forty lines")
			bot := exec.Command(program, filepath.Join(folder, file), "heat(file=mini)", "2", self)
			bot.Env = append(os.Environ(), cmdtest.AsProgram+"=1", "PYTHONDONTWRITEBYTECODE=1")
			var out, errs bytes.Buffer
			bot.Stdout, bot.Stderr = &out, &errs
			require.NoError(t, bot.Run(), "%s", &errs)
			assert.Regexp(t, `^game 1: .+\.\ngame 2: .+\.\n$`, out.String())
			bot = exec.Command(program, filepath.Join(folder, file), "nothing", "1", self)
			bot.Env = append(os.Environ(), cmdtest.AsProgram+"=1", "PYTHONDONTWRITEBYTECODE=1")
			assert.Error(t, bot.Run(), "an error of the host is one of the bot")
		})
	}
}

// serveHere starts a server in a process of its own, and returns when it answers.
func serveHere(t testing.TB, dir string) (*cmdtest.Process, string) {
	t.Helper()
	address := cmdtest.FreeAddress(t)
	p := cmdtest.Start(t, dir, nil, "serve", "--addr", address, "--data", "tables")
	cmdtest.AwaitServer(t, address)
	return p, "http://" + address
}

func ringerIn(t *testing.T, dir string, args ...string) *cmdtest.Process {
	p := cmdtest.Start(t, dir, nil, args...)
	_ = p.Wait()
	return p
}
