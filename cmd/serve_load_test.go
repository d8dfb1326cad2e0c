package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// load holds the measurements of the clients of a server.
type load struct {
	mu      sync.Mutex
	answers []time.Duration // from an action until the table asks again, or is over
	paints  []time.Duration // of the page with all that it loads at first
	games   int
	errors  []string
}

func (l *load) fail(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors = append(l.errors, fmt.Sprintf(format, args...))
}

// Many tables side by side, played by clients that think for one to three seconds: make
// serve-load. RINGER_LOAD says for how many seconds, RINGER_LOAD_TABLES at how many tables.
func TestServeLoad(t *testing.T) {
	seconds, err := strconv.Atoi(os.Getenv("RINGER_LOAD"))
	if err != nil {
		t.Skip("make serve-load: five minutes of a quiet machine")
	}
	tables := 200
	if n, err := strconv.Atoi(os.Getenv("RINGER_LOAD_TABLES")); err == nil {
		tables = n
	}
	p, at := serveHere(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
	defer cancel()
	var l load
	var clients sync.WaitGroup
	memory := []string{memoryOf(p.Process.Pid)}
	for n := range tables {
		clients.Go(func() {
			time.Sleep(rand.N(5 * time.Second)) // people do not come all at once
			l.play(ctx, at, firstGames[n%len(firstGames)], n)
		})
	}
	clients.Go(func() { l.look(ctx, at) })
	for range 5 {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(seconds) * time.Second / 5):
		}
		memory = append(memory, memoryOf(p.Process.Pid))
	}
	clients.Wait()
	require.NotEmpty(t, l.answers)
	require.NotEmpty(t, l.paints)
	t.Logf("%d tables, %d s: %d decisions, %d games, %d errors", tables, seconds, len(l.answers), l.games, len(l.errors))
	t.Logf("bot answers: p50 %v, p90 %v, p99 %v, longest %v", quantile(l.answers, .5), quantile(l.answers, .9), quantile(l.answers, .99), quantile(l.answers, 1))
	t.Logf("page: p50 %v, p99 %v of %d", quantile(l.paints, .5), quantile(l.paints, .99), len(l.paints))
	t.Logf("resident memory at the beginning and each fifth: %s", strings.Join(memory, ", "))
	assert.Empty(t, l.errors)
}

func quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[min(int(q*float64(len(times))), len(times)-1)].Round(100 * time.Microsecond)
}

// memoryOf returns the resident memory of a process, where the system says it.
func memoryOf(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(text); m != nil {
		kib, _ := strconv.Atoi(string(m[1]))
		return fmt.Sprintf("%d MiB", kib>>10)
	}
	return "?"
}

// play plays games at one table after the other until ctx ends.
func (l *load) play(ctx context.Context, at, game string, n int) {
	conn, _, err := websocket.Dial(ctx, strings.Replace(at, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		l.fail("%s: %v", game, err)
		return
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(1 << 24)
	say := func(format string, args ...any) {
		if err := conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, format, args...)); err != nil && ctx.Err() == nil {
			l.fail("%s: %v", game, err)
		}
	}
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	say(`{"type":"rules","game":%q}`, game)
	var table, seats string
	var sent time.Time
	for {
		_, text, err := conn.Read(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			l.fail("%s: %v", game, err)
			return
		}
		var m struct {
			tableMessage
			Seats     json.RawMessage `json:"seats"`
			Opponents []struct {
				Agent   string `json:"agent"`
				Default bool   `json:"default"`
			} `json:"opponents"`
		}
		if err := json.Unmarshal(text, &m); err != nil {
			l.fail("%s: %v", game, err)
			return
		}
		switch {
		case m.Type == "error":
			l.fail("%s: %s", game, m.Error)
			return
		case m.Type == "rules":
			players, _ := strconv.Atoi(string(m.Seats))
			agent := ""
			for _, o := range m.Opponents {
				if o.Default {
					agent = o.Agent
				}
			}
			seats = `{"person":"Ann"}` + strings.Repeat(fmt.Sprintf(`,{"agent":%q}`, agent), players-1)
			say(`{"type":"new","game":%q,"seats":[%s]}`, game, seats)
		case m.Type == "joined":
			table = fmt.Sprintf(`"table":%q,"key":%q`, m.Table, m.Keys["0"])
		case m.Type == "view" && (m.Over || m.Scene.Ask != nil):
			l.answered(sent, m.Over)
			sent = time.Time{}
			if m.Over {
				say(`{"type":"leave",%s}`, table)
				say(`{"type":"new","game":%q,"seats":[%s]}`, game, seats)
				continue
			}
			select {
			case <-time.After(time.Second + time.Duration(rng.Int64N(int64(2*time.Second)))):
			case <-ctx.Done():
				return
			}
			sent = time.Now()
			choices := m.Scene.Ask.Choices
			say(`{"type":"act",%s,"step":%d,"action":%d}`, table, m.Step, choices[rng.IntN(len(choices))].Action)
		}
	}
}

func (l *load) answered(sent time.Time, over bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !sent.IsZero() {
		l.answers = append(l.answers, time.Since(sent))
	}
	if over {
		l.games++
	}
}

var loads = regexp.MustCompile(`(?:src|href)="\./?([^"]+)"`)

// look fetches the page with its scripts and styles, as a browser does before it can paint.
func (l *load) look(ctx context.Context, at string) {
	get := func(path string) string {
		res, err := http.Get(at + path)
		if err != nil {
			l.fail("%s: %v", path, err)
			return ""
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK {
			l.fail("%s: %d %v", path, res.StatusCode, err)
		}
		return string(body)
	}
	for ctx.Err() == nil {
		begun := time.Now()
		for _, m := range loads.FindAllStringSubmatch(get("/"), -1) {
			get("/" + m[1])
		}
		l.mu.Lock()
		l.paints = append(l.paints, time.Since(begun))
		l.mu.Unlock()
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}
