package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/scene/scenes"
	"ringer/play/server"
	"ringer/play/session"
)

func newHost(t testing.TB) *session.Host {
	var n atomic.Int64
	h := session.New(session.Config{
		Version: "test",
		Games:   []string{"kuhn"},
		Game:    games.Restore,
		Opponents: func(env.Game) []session.Opponent {
			return []session.Opponent{{Agent: "random", Name: "Random", Default: true}}
		},
		Agent:  func(g env.Game, name string) (agents.Agent, error) { return roster.New(name, roster.Sources{Game: g}) },
		Scenes: scenes.Of,
		Seed:   func() uint64 { return uint64(n.Add(1)) },
		Secret: func() string { return fmt.Sprintf("secret%d", n.Add(1)) },
	})
	t.Cleanup(h.Close)
	return h
}

// served starts a server on a port of this machine and returns its address, host:port.
func served(t testing.TB, change func(*server.Config)) string {
	config := server.Config{Host: newHost(t), Local: true, Page: fstest.MapFS{
		"index.html": {Data: []byte("<title>the page</title>")}, "assets/x.js": {Data: []byte("1")},
	}}
	if change != nil {
		change(&config)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.New(config).Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-ended:
			assert.NoError(t, err)
		case <-time.After(10 * time.Minute):
			t.Error("the server does not end")
		}
	})
	return l.Addr().String()
}

func get(t testing.TB, address string, header http.Header) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	require.NoError(t, err)
	for k, v := range header {
		r.Header[k] = v
	}
	if h := header.Get("Host"); h != "" {
		r.Host = h
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res, string(body)
}

func TestThePageIsHardened(t *testing.T) {
	at := "http://" + served(t, nil)
	res, body := get(t, at+"/", nil)
	assert.Equal(t, 200, res.StatusCode)
	assert.Contains(t, body, "the page")
	assert.Equal(t, "text/html; charset=utf-8", res.Header.Get("Content-Type"))
	policy := res.Header.Get("Content-Security-Policy")
	for _, rule := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
		assert.Contains(t, policy, rule)
	}
	assert.NotContains(t, policy, "unsafe")
	assert.Equal(t, "nosniff", res.Header.Get("X-Content-Type-Options"))
	assert.Equal(t, "no-referrer", res.Header.Get("Referrer-Policy"))
	res, _ = get(t, at+"/assets/x.js", nil)
	assert.Equal(t, "text/javascript; charset=utf-8", res.Header.Get("Content-Type"))
	res, _ = get(t, at+"/", nil)
	res, body = get(t, at+"/", http.Header{"If-None-Match": {res.Header.Get("ETag")}})
	assert.Equal(t, 304, res.StatusCode, "a browser has it already")
	assert.Empty(t, body)
	for _, path := range []string{"/no.html", "/../server.go", "/%2e%2e/%2e%2e/etc/passwd", "/assets", "/.."} {
		res, _ = get(t, at+path, nil)
		assert.Contains(t, []int{200, 301, 307, 404}, res.StatusCode, path)
		if res.StatusCode == 200 {
			assert.Equal(t, "/..", path, "the root")
		}
	}
	_, body = get(t, at+"/healthz", nil)
	assert.Equal(t, "ok\n", body)
	_, body = get(t, at+"/metrics", nil)
	assert.Contains(t, body, "ringer_tables 0\n")
}

// A page of elsewhere whose name points here, and a page of another origin, get nothing.
func TestOtherHostsAndOriginsAreRefused(t *testing.T) {
	address := served(t, nil)
	_, port, _ := net.SplitHostPort(address)
	at := "http://" + address
	for host, status := range map[string]int{
		"evil.example": 403, "evil.example:" + port: 403, "127.0.0.1.evil.example": 403, "192.168.0.7": 403, "localhost.evil.example": 403,
		"localhost:" + port: 200, "127.0.0.1:" + port: 200, "[::1]:" + port: 200, "127.0.0.2": 200,
	} {
		for _, path := range []string{"/", "/metrics", "/healthz"} {
			res, _ := get(t, at+path, http.Header{"Host": {host}})
			assert.Equal(t, status, res.StatusCode, "%s %s", host, path)
		}
	}
	for origin, good := range map[string]bool{
		"http://evil.example": false, "http://localhost": false, "null": false, "http://" + address: true, "http://127.0.0.1:1": false, "": true,
	} {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		res, _ := get(t, at+"/", header)
		assert.Equal(t, good, res.StatusCode == 200, origin)
		conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", &websocket.DialOptions{HTTPHeader: header})
		assert.Equal(t, good, err == nil, "%s: %v", origin, err)
		if err == nil {
			_ = conn.CloseNow()
		}
		r, _ := http.NewRequest(http.MethodPost, at+"/api", strings.NewReader(`{"type":"hello","protocol":"ringer-table/1"}`))
		r.Header = header
		res, err = http.DefaultClient.Do(r)
		require.NoError(t, err)
		_ = res.Body.Close()
		assert.Equal(t, good, res.StatusCode == 200, origin)
	}
}

func TestTheTokenIsAsked(t *testing.T) {
	const token = "a-long-token"
	address := served(t, func(c *server.Config) { c.Token, c.Local = token, false })
	at := "http://" + address
	_, port, _ := net.SplitHostPort(address)
	for _, path := range []string{"/", "/ws", "/metrics", "/assets/x.js"} {
		for name, header := range map[string]http.Header{
			"none": {}, "wrong": {"Authorization": {"Bearer a-long-toke"}}, "longer": {"Authorization": {"Bearer a-long-token1"}},
			"empty": {"Authorization": {"Bearer "}}, "cookie": {"Cookie": {"ringer_token_" + port + "=x"}}, "scheme": {"Authorization": {"Basic " + token}},
		} {
			res, body := get(t, at+path, header)
			assert.Equal(t, 401, res.StatusCode, "%s %s", path, name)
			assert.NotContains(t, body, token)
		}
	}
	res, _ := get(t, at+"/?token=wrong", nil)
	assert.Equal(t, 401, res.StatusCode)
	res, _ = get(t, at+"/?token="+token+"&x=1", nil)
	assert.Equal(t, 303, res.StatusCode)
	assert.Equal(t, "/?x=1", res.Header.Get("Location"), "the address loses the token")
	require.Len(t, res.Cookies(), 1)
	cookie := res.Cookies()[0]
	assert.True(t, cookie.HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
	res, _ = get(t, at+"//evil.example?token="+token, nil)
	assert.Equal(t, "/evil.example", res.Header.Get("Location"), "on this server")
	for _, header := range []http.Header{{"Cookie": {cookie.Name + "=" + cookie.Value}}, {"Authorization": {"Bearer " + token}}} {
		res, _ = get(t, at+"/", header)
		assert.Equal(t, 200, res.StatusCode)
		conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", &websocket.DialOptions{HTTPHeader: header})
		require.NoError(t, err)
		_ = conn.CloseNow()
	}
	_, body := get(t, at+"/healthz", nil)
	assert.Equal(t, "ok\n", body, "it tells nothing")
}

// message is any message, for tests.
type message struct {
	Type  string            `json:"type"`
	Error string            `json:"error"`
	Table string            `json:"table"`
	Keys  map[string]string `json:"keys"`
	Step  int               `json:"step"`
	Over  bool              `json:"over"`
	Scene struct {
		Ask *struct {
			Choices []struct {
				Action int `json:"action"`
			} `json:"choices"`
		} `json:"ask"`
	} `json:"scene"`
}

const newKuhn = `{"type":"new","game":"kuhn","seats":[{"person":"Ann"},{"agent":"random"}],"seed":4}`

// playOut plays with the first action until the game is over.
func playOut(t testing.TB, say func(string), next func() message) {
	say(newKuhn)
	var j message
	for {
		m := next()
		switch {
		case m.Type == "error":
			require.Fail(t, m.Error)
		case m.Type == "joined":
			j = m
		case m.Type == "view" && m.Over:
			return
		case m.Type == "view" && m.Scene.Ask != nil:
			say(fmt.Sprintf(`{"type":"act","table":%q,"key":%q,"step":%d,"action":%d}`, j.Table, j.Keys["0"], m.Step, m.Scene.Ask.Choices[0].Action))
		}
	}
}

func TestAGameOverWebSocket(t *testing.T) {
	conn, _, err := websocket.Dial(t.Context(), "ws://"+served(t, nil)+"/ws", nil)
	require.NoError(t, err)
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(1 << 22)
	playOut(t, func(text string) { require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(text))) }, func() (m message) {
		_, text, err := conn.Read(t.Context())
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, &m))
		return m
	})
}

func TestAGameOverHTTP(t *testing.T) {
	at := "http://" + served(t, nil) + "/api?wait=5"
	client := ""
	var waiting []message
	post := func(text string) {
		r, err := http.NewRequest(http.MethodPost, at, strings.NewReader(text))
		require.NoError(t, err)
		if client != "" {
			r.Header.Set("Ringer-Client", client)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		require.Equal(t, 200, res.StatusCode)
		client = res.Header.Get("Ringer-Client")
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			var m message
			require.NoError(t, json.Unmarshal(lines.Bytes(), &m))
			waiting = append(waiting, m)
		}
	}
	playOut(t, post, func() message {
		for len(waiting) == 0 {
			post("")
		}
		m := waiting[0]
		waiting = waiting[1:]
		return m
	})
	r, _ := http.NewRequest(http.MethodPost, at, nil)
	r.Header.Set("Ringer-Client", "somebody")
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	_ = res.Body.Close()
	assert.Equal(t, 404, res.StatusCode)
}

func TestLimits(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Clients, limits.Queue = 2, 60_000
	address := served(t, func(c *server.Config) { c.Limits = limits })
	post := func(size int) int {
		res, err := http.Post("http://"+address+"/api", "application/json", bytes.NewReader(make([]byte, size)))
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		return res.StatusCode
	}
	assert.Equal(t, 413, post(2<<20))
	res, err := http.Post("http://"+address+"/api?wait=1000", "", nil)
	require.NoError(t, err)
	_ = res.Body.Close()
	assert.Equal(t, 400, res.StatusCode)
	dial := func() (*websocket.Conn, error) {
		conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", nil)
		return conn, err
	}
	one, err := dial()
	require.NoError(t, err)
	sitDown(t, one)
	two, err := dial()
	require.NoError(t, err)
	sitDown(t, two)
	_, err = dial()
	assert.ErrorContains(t, err, "503")
	assert.Equal(t, 503, post(2))

	// A frame that is too long ends the connection; so does a client that takes nothing.
	_ = one.Write(t.Context(), websocket.MessageText, make([]byte, 2<<20)) // the end may come before the last byte
	for err = nil; err == nil; {
		_, _, err = one.Read(t.Context())
	}
	require.NoError(t, two.Write(t.Context(), websocket.MessageBinary, []byte("{}")))
	for err = nil; err == nil; {
		_, _, err = two.Read(t.Context())
	}
	assert.Equal(t, websocket.StatusUnsupportedData, websocket.CloseStatus(err))
	require.Eventually(t, func() bool { one, err = dial(); return err == nil }, 10*time.Minute, 10*time.Millisecond, "their places are free again")
	_ = one.CloseNow()
}

// Connections that come while a server ends are refused or ended, and none is added to what
// its end waits for. The race detector hears of one that is.
func TestConnectionsAtTheEnd(t *testing.T) {
	for range 20 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- server.New(server.Config{Host: newHost(t), Local: true}).Serve(ctx, l) }()
		var dialled sync.WaitGroup
		for range 4 {
			dialled.Go(func() {
				if conn, _, err := websocket.Dial(ctx, "ws://"+l.Addr().String()+"/ws", nil); err == nil {
					_, _, err = conn.Read(t.Context())
					assert.Error(t, err)
				}
			})
		}
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond) // some come before the end, some after it
		stop()
		dialled.Wait()
		require.NoError(t, <-ended)
	}
}

// A client that asks and takes no answers is cut off, and others are not.
func TestAClientThatTakesNothing(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Queue, limits.Rate, limits.Burst = 100_000, 1e9, 1e9
	address := served(t, func(c *server.Config) { c.Limits = limits })
	client := ""
	for n := 0; n < 400; n++ {
		r, _ := http.NewRequest(http.MethodPost, "http://"+address+"/api", strings.NewReader(`{"type":"rules","game":"heat"}`))
		if client != "" {
			r.Header.Set("Ringer-Client", client)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		body, _ := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if n == 0 {
			require.Equal(t, 200, res.StatusCode)
			client = res.Header.Get("Ringer-Client")
			require.Less(t, len(body), limits.Queue)
		}
	}
	// Over WebSocket nothing is read here, until the server closes.
	conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", nil)
	require.NoError(t, err)
	conn.SetReadLimit(-1)
	for n := 0; n < 5000 && err == nil; n++ {
		err = conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"rules","game":"heat"}`))
	}
	for err == nil {
		_, _, err = conn.Read(t.Context())
	}
	assert.True(t, errors.Is(err, io.EOF) || websocket.CloseStatus(err) == websocket.StatusPolicyViolation, "%v", err)
	_, body := get(t, "http://"+address+"/healthz", nil)
	assert.Equal(t, "ok\n", body)
}

// The end of the server is quick, whoever is connected and waits.
func TestTheServerEndsAtOnce(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	limits := server.DefaultLimits()
	limits.Wait = time.Hour
	go func() {
		ended <- server.New(server.Config{Host: newHost(t), Local: true, Limits: limits}).Serve(ctx, l)
	}()
	conn, _, err := websocket.Dial(t.Context(), "ws://"+l.Addr().String()+"/ws", nil)
	require.NoError(t, err)
	go func() { _, _ = http.Post("http://"+l.Addr().String()+"/api?wait=3600", "", strings.NewReader(newKuhn)) }()
	time.Sleep(50 * time.Millisecond) // it waits, unless the machine is busy
	stop()
	_, _, err = conn.Read(t.Context())
	assert.Error(t, err)
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(10 * time.Minute):
		t.Error("the server waits for whom it serves")
	}
}

// Requests that come too fast wait.
func TestTheRateIsBounded(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Rate, limits.Burst = 50, 5
	s := httptest.NewServer(server.New(server.Config{Host: newHost(t), Local: true, Limits: limits}))
	defer s.Close()
	client := ""
	begun := time.Now()
	for range 25 {
		r, _ := http.NewRequest(http.MethodPost, s.URL+"/api", strings.NewReader(`{"type":"hello"}`))
		if client != "" {
			r.Header.Set("Ringer-Client", client)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		_ = res.Body.Close()
		client = res.Header.Get("Ringer-Client")
	}
	assert.Greater(t, time.Since(begun), 300*time.Millisecond, "20 requests more than the burst, 50 a second")
}

func TestStream(t *testing.T) {
	in, feed := io.Pipe()
	read, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := server.Stream(t.Context(), newHost(t), in, out)
		_ = out.Close()
		ended <- err
	}()
	lines := bufio.NewScanner(read)
	lines.Buffer(nil, 1<<22)
	playOut(t, func(text string) {
		_, err := io.WriteString(feed, text+"\n")
		require.NoError(t, err)
	}, func() (m message) {
		require.True(t, lines.Scan())
		require.NoError(t, json.Unmarshal(lines.Bytes(), &m))
		return m
	})
	_, err := io.WriteString(feed, strings.Repeat("x", 5<<20)+"\n")
	require.NoError(t, err)
	for lines.Scan() && !strings.Contains(lines.Text(), `"error"`) {
	}
	assert.Contains(t, lines.Text(), "longer than")
	_ = feed.Close()
	for lines.Scan() {
	}
	require.NoError(t, <-ended)
}
