package server_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/server"
)

const hello = `{"type":"hello","protocol":"ringer-table/1"}`

// dial connects by WebSocket.
func dial(t testing.TB, address string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(1 << 22)
	return conn
}

// sitDown makes a table, and returns when the client sits there.
func sitDown(t testing.TB, conn *websocket.Conn) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(newKuhn)))
	_, text, err := conn.Read(t.Context())
	require.NoError(t, err)
	require.Contains(t, string(text), `"joined"`)
}

// post sends a message over plain HTTP, and returns the status, the id of the client and what
// came.
func post(t testing.TB, address, client, query, text string) (int, string, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, "http://"+address+"/api"+query, strings.NewReader(text))
	require.NoError(t, err)
	if client != "" {
		r.Header.Set("Ringer-Client", client)
	}
	res, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return res.StatusCode, res.Header.Get("Ringer-Client"), string(body)
}

// However many clients come and say nothing more, empty messages or none at all: the next one
// has a place, and those that sit at a table keep theirs.
func TestSilentClientsMakeRoom(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Clients = 4
	address := served(t, func(c *server.Config) { c.Limits = limits })
	player := dial(t, address)
	sitDown(t, player)
	status, poller, _ := post(t, address, "", "", newKuhn)
	require.Equal(t, 200, status)
	for range 20 {
		status, id, body := post(t, address, "", "?wait=20", " ")
		assert.Equal(t, 400, status)
		assert.Empty(t, id)
		assert.Contains(t, body, "want a message")
	}
	for range 10 {
		status, _, _ := post(t, address, "", "", hello)
		require.Equal(t, 200, status)
		dial(t, address)
	}
	newcomer := dial(t, address)
	sitDown(t, newcomer)
	require.NoError(t, player.Write(t.Context(), websocket.MessageText, []byte(hello)))
	for text := []byte{}; !bytes.Contains(text, []byte(`"welcome"`)); {
		var err error
		_, text, err = player.Read(t.Context())
		require.NoError(t, err)
	}
	status, _, _ = post(t, address, poller, "", hello)
	assert.Equal(t, 200, status)
	sitDown(t, dial(t, address))
	status, _, body := post(t, address, "", "", hello)
	assert.Equal(t, 503, status, body)
	assert.Contains(t, metric(t, address, "ringer_clients"), " 4")
}

// metric returns a line of the metrics.
func metric(t testing.TB, address, name string) string {
	t.Helper()
	_, body := get(t, "http://"+address+"/metrics", nil)
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, name+" ") {
			return line
		}
	}
	require.Fail(t, name)
	return ""
}

// A client that went to make room is told so.
func TestAClientThatMadeRoomIsTold(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Clients = 1
	address := served(t, func(c *server.Config) { c.Limits = limits })
	first := dial(t, address)
	sitDown(t, dial(t, address))
	_, _, err := first.Read(t.Context())
	assert.Equal(t, websocket.StatusTryAgainLater, websocket.CloseStatus(err), "%v", err)
}

// rawSocket connects by WebSocket, and does nothing by itself then.
func rawSocket(t testing.TB, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	_, err = fmt.Fprintf(conn, "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", address)
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	require.Equal(t, 101, res.StatusCode)
	return conn
}

// frame returns a short message as a frame of WebSocket.
func frame(text string) []byte {
	return append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...)
}

// A client behind which nobody is any more goes, also when there is always something to write
// to it; one that answers pings stays.
func TestHalfOpenConnectionsEnd(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Ping, limits.Pong = 20*time.Millisecond, 100*time.Millisecond
	limits.Rate, limits.Burst = 1e9, 1e9
	address := served(t, func(c *server.Config) { c.Limits = limits })
	gone := rawSocket(t, address)
	defer func() { _ = gone.Close() }()
	// It reads, asks on and on, and answers no ping.
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, gone)
		ended <- err
	}()
	for asked := 0; ; asked++ {
		if _, err := gone.Write(frame(hello)); err != nil {
			break
		}
		select {
		case <-ended:
		case <-time.After(time.Millisecond):
			continue
		}
		break
	}

	limits.Ping, limits.Pong = time.Millisecond, time.Minute
	address = served(t, func(c *server.Config) { c.Limits = limits })
	pings := make(chan struct{}, 1000)
	conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", &websocket.DialOptions{OnPingReceived: func(context.Context, []byte) bool {
		pings <- struct{}{}
		return true
	}})
	require.NoError(t, err)
	defer func() { _ = conn.CloseNow() }()
	read := conn.CloseRead(t.Context())
	for range 20 {
		<-pings
	}
	assert.NoError(t, read.Err())
}

// Connections that are opened and say nothing keep nobody out.
func TestSilentConnectionsKeepNobodyOut(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Connections = 5
	address := served(t, func(c *server.Config) { c.Limits = limits })
	for n := range 40 {
		conn, err := net.Dial("tcp", address)
		require.NoError(t, err)
		defer func() { _ = conn.Close() }()
		if n%2 == 0 {
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		}
	}
	sitDown(t, dial(t, address))
	_, body := get(t, "http://"+address+"/healthz", nil)
	assert.Equal(t, "ok\n", body)
}

// Long messages that arrive slowly are bounded together; short ones always arrive.
func TestWhatArrivesIsBounded(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Arrivals = 100_000
	address := served(t, func(c *server.Config) { c.Limits = limits })
	slow, err := net.Dial("tcp", address)
	require.NoError(t, err)
	_, err = fmt.Fprintf(slow, "POST /api HTTP/1.1\r\nHost: %s\r\nContent-Length: 900000\r\n\r\n%s", address, strings.Repeat(" ", 100_000))
	require.NoError(t, err)
	// Only once it is counted does another long one come, which would keep it out otherwise.
	const counted = 100_000 - 16<<10
	require.Eventually(t, func() bool {
		return metric(t, address, "ringer_arriving_bytes") == fmt.Sprintf("ringer_arriving_bytes %d\n", counted)
	}, time.Minute, time.Millisecond)
	long := hello + strings.Repeat(" ", 90_000)
	status, _, _ := post(t, address, "", "", long)
	require.Equal(t, 503, status, "the other one holds it all")
	status, _, _ = post(t, address, "", "", hello)
	assert.Equal(t, 200, status)
	conn := dial(t, address)
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(long)))
	_, _, err = conn.Read(t.Context())
	assert.Equal(t, websocket.StatusTryAgainLater, websocket.CloseStatus(err), "%v", err)
	require.NoError(t, slow.Close())
	require.Eventually(t, func() bool {
		status, _, _ := post(t, address, "", "", long)
		return status == 200
	}, time.Minute, time.Millisecond)
}

// A request of a client of plain HTTP ends the wait of its request before it, and only a few are
// under way.
func TestRequestsOfOneClientDoNotPileUp(t *testing.T) {
	limits := server.DefaultLimits()
	limits.Requests, limits.Wait = 2, time.Hour
	address := served(t, func(c *server.Config) { c.Limits = limits })
	_, client, _ := post(t, address, "", "", newKuhn)
	for range 3 { // until the first views have come
		_, _, _ = post(t, address, client, "?wait=0.1", "")
	}
	waits := make(chan int, 1)
	go func() {
		status, _, _ := post(t, address, client, "?wait=3600", "")
		waits <- status
	}()
	status, body := 0, ""
	for ended := false; !ended; {
		status, _, body = post(t, address, client, "", hello)
		require.Equal(t, 200, status, body)
		select {
		case status := <-waits:
			assert.Equal(t, 200, status)
			ended = true
		default:
		}
	}
}

// Two servers on one host leave each other's cookies alone.
func TestServersOfOneHostHaveCookiesOfTheirOwn(t *testing.T) {
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar}
	var pages []string
	for _, token := range []string{"the-first-token", "the-second-token"} {
		at := "http://" + served(t, func(c *server.Config) { c.Token, c.Local = token, false })
		pages = append(pages, at)
		res, err := browser.Get(at + "/?token=" + token)
		require.NoError(t, err)
		_ = res.Body.Close()
	}
	for _, at := range pages {
		res, err := browser.Get(at + "/")
		require.NoError(t, err)
		_ = res.Body.Close()
		assert.Equal(t, 200, res.StatusCode)
	}
}

// A server that is told its public address answers to that too, whether the proxy passes
// its host name on or not, and to no other.
func TestAServerBehindAProxy(t *testing.T) {
	public, err := url.Parse("https://table.example.org")
	require.NoError(t, err)
	address := served(t, func(c *server.Config) { c.Public, c.Token = public, "long-and-secret" })
	try := func(host, origin string) int {
		r, err := http.NewRequest(http.MethodPost, "http://"+address+"/api", strings.NewReader(hello))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer long-and-secret")
		r.Host = host
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		_ = res.Body.Close()
		conn, _, err := websocket.Dial(t.Context(), "ws://"+address+"/ws", &websocket.DialOptions{HTTPHeader: r.Header, Host: host})
		assert.Equal(t, res.StatusCode == 200, err == nil, "%s %s: %v", host, origin, err)
		if err == nil {
			_ = conn.CloseNow()
		}
		return res.StatusCode
	}
	for _, c := range []struct {
		host, origin string
		status       int
	}{
		{"table.example.org", "https://table.example.org", 200},
		{"table.example.org", "", 200},
		{address, "https://table.example.org", 200},
		{address, "http://" + address, 200},
		{"Table.Example.org", "https://TABLE.example.org", 200},
		{"other.example.org", "", 403},
		{"table.example.org:8443", "", 403},
		{address, "http://table.example.org", 403},
		{address, "https://table.example.org.evil.example", 403},
		{"table.example.org", "https://evil.example", 403},
	} {
		assert.Equal(t, c.status, try(c.host, c.origin), "%s %s", c.host, c.origin)
	}
	res, _ := get(t, "http://"+address+"/?token=long-and-secret", http.Header{"Host": {"table.example.org"}})
	require.Len(t, res.Cookies(), 1)
	assert.True(t, res.Cookies()[0].Secure)
	assert.Equal(t, "ringer_token_443", res.Cookies()[0].Name)
}
