package clustertest

import (
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wire is a relay to a server that sends back what it reads.
func wire(t *testing.T) (*Relay, net.Conn) {
	t.Helper()
	listen := func() net.Listener {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		return l
	}
	server, near := listen(), listen()
	t.Cleanup(func() { _ = server.Close() })
	go func() {
		for {
			c, err := server.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(c, c); _ = c.Close() }()
		}
	}()
	r := NewRelay(near, func() (net.Conn, error) { return net.Dial("tcp", server.Addr().String()) }, 1)
	t.Cleanup(r.Close)
	c, err := net.Dial("tcp", near.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = c.Close() })
	return r, c
}

// Bytes arrive late, whole and in order.
func TestBytesAreLate(t *testing.T) {
	r, c := wire(t)
	r.Delay(30 * time.Millisecond)
	began := time.Now()
	text := make([]byte, 300_000)
	for i := range text {
		text[i] = byte(i / 7)
	}
	go func() { _, _ = c.Write(text) }()
	got := make([]byte, len(text))
	_, err := io.ReadFull(c, got)
	require.NoError(t, err)
	assert.True(t, string(text) == string(got))
	assert.Greater(t, time.Since(began), 10*time.Millisecond)

	r.Delay(0)
	r.Stall(100 * time.Millisecond)
	began = time.Now()
	_, err = c.Write([]byte("x"))
	require.NoError(t, err)
	_, err = io.ReadFull(c, got[:1])
	require.NoError(t, err)
	assert.Greater(t, time.Since(began), 90*time.Millisecond)
}

// A connection that is cut ends at both ends.
func TestWiresAreCut(t *testing.T) {
	r, c := wire(t)
	_, err := c.Write([]byte("x"))
	require.NoError(t, err)
	var got [1]byte
	_, err = io.ReadFull(c, got[:])
	require.NoError(t, err)
	r.Cut()
	require.NoError(t, c.SetReadDeadline(time.Now().Add(20*time.Second)))
	_, err = c.Read(got[:])
	require.Error(t, err)
	require.NotErrorIs(t, err, errTimeout{})
}

type errTimeout struct{}

func (errTimeout) Error() string   { return "i/o timeout" }
func (errTimeout) Is(e error) bool { n, ok := e.(net.Error); return ok && n.Timeout() }
