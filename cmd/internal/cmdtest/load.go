package cmdtest

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
	"time"

	"github.com/coder/websocket"
)

// Load holds the measurements of the clients of a server.
type Load struct {
	Mu      sync.Mutex
	Answers []time.Duration // from an action until the table asks again, or is over
	Paints  []time.Duration // of the page with all that it loads at first
	Games   int
	Errors  []string
}

func (l *Load) fail(format string, args ...any) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	l.Errors = append(l.Errors, fmt.Sprintf(format, args...))
}

func Quantile(times []time.Duration, q float64) time.Duration {
	slices.Sort(times)
	return times[min(int(q*float64(len(times))), len(times)-1)].Round(100 * time.Microsecond)
}

// MemoryOf returns the resident memory of a process, where the system says it.
func MemoryOf(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(text); m != nil {
		kib, _ := strconv.Atoi(string(m[1]))
		return fmt.Sprintf("%d MiB", kib>>10)
	}
	return "?"
}

// Play plays games at one table after the other until ctx ends.
func (l *Load) Play(ctx context.Context, at, game string, n int) {
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
			TableMessage
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

func (l *Load) answered(sent time.Time, over bool) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	if !sent.IsZero() {
		l.Answers = append(l.Answers, time.Since(sent))
	}
	if over {
		l.Games++
	}
}

var loads = regexp.MustCompile(`(?:src|href)="\./?([^"]+)"`)

// Look fetches the page with its scripts and styles, as a browser does before it can paint.
func (l *Load) Look(ctx context.Context, at string) {
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
		l.Mu.Lock()
		l.Paints = append(l.Paints, time.Since(begun))
		l.Mu.Unlock()
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
	}
}
