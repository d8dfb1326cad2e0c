package server

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever clients are sent and take: what waits for all together is bounded, the client that
// lets most wait is cut off first, and nothing stays of those that are gone.
func TestTheBacklogIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBacklog(1000)
		queues := map[*queue]int{} // what waits, as it should be; less than 0: cut off
		sending := map[*queue]int{}
		open := func() *queue {
			q := b.queue(400)
			queues[q] = 0
			return q
		}
		list := []*queue{open(), open(), open()}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			q := list[rapid.IntRange(0, len(list)-1).Draw(t, "client")]
			what := rapid.IntRange(0, 3).Draw(t, "what")
			if what == 2 {
				q.sent()
				sending[q] = 0
			}
			switch what {
			case 0, 1:
				size := rapid.IntRange(1, 350).Draw(t, "size")
				q.push(make([]byte, size))
				if queues[q] >= 0 {
					queues[q] += size
				}
				if queues[q] > 400 {
					queues[q] = -1
				}
				for sum(queues)+sum(sending) > 1000 {
					most := q
					for other, n := range queues {
						if n > max(queues[most], 0) {
							most = other
						}
					}
					if queues[most] <= 0 {
						break
					}
					queues[most] = -1
				}
			case 2:
				line, over := q.take()
				sending[q] = len(line)
				if queues[q] >= 0 {
					queues[q] -= len(line)
				}
				require.Equal(t, queues[q] < 0, over)
			default:
				q.close()
				delete(queues, q)
				delete(sending, q)
				list = append(list, open())
				for i, other := range list {
					if other == q {
						list = append(list[:i], list[i+1:]...)
						break
					}
				}
			}
			require.Equal(t, sum(queues)+sum(sending), b.size())
			require.LessOrEqual(t, sum(queues), 1000)
		}
		for _, q := range list {
			q.close()
			q.push([]byte("late"))
		}
		require.Zero(t, b.size())
		require.Empty(t, b.queues)
	})
}

func sum(of map[*queue]int) (n int) {
	for _, size := range of {
		n += max(size, 0)
	}
	return n
}

// Of too many connections the one goes that was silent for longest; those that are answered
// stay.
func TestSilentConnectionsMakeRoom(t *testing.T) {
	c := &connections{most: 3, open: map[net.Conn]*connection{}}
	var all [6]net.Conn
	for i := range all {
		all[i], _ = net.Pipe()
	}
	note := func(i int, state http.ConnState) net.Conn { return c.note(all[i], state) }
	for i := range 3 {
		assert.Nil(t, note(i, http.StateNew))
	}
	note(0, http.StateActive)
	note(2, http.StateActive)
	note(2, http.StateIdle)
	assert.Equal(t, all[1], note(3, http.StateNew), "the first one is being answered")
	assert.Equal(t, all[2], note(4, http.StateNew))
	note(3, http.StateActive)
	note(4, http.StateActive)
	assert.Equal(t, all[5], note(5, http.StateNew), "all the others are being answered")
	note(1, http.StateClosed)
	note(5, http.StateClosed)
	note(0, http.StateHijacked)
	assert.Nil(t, note(5, http.StateNew), "a WebSocket does not count")
	assert.Len(t, c.open, 3)
}

// Others are told addresses that they can reach, with the token that admits them.
func TestReach(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:0": `^http://127\.0\.0\.1:\d+/$`,
		"0.0.0.0:0":   `^http://[^/]+:\d+/\?token=secret$`,
	} {
		place := Place{Address: address}
		if strings.HasPrefix(address, "0") {
			place.Token = "secret"
		}
		l, err := place.Listen()
		require.NoError(t, err)
		defer l.listener.Close()
		list := l.Reach()
		require.NotEmpty(t, list, address)
		for _, at := range list {
			assert.Regexp(t, want, at)
			assert.NotContains(t, at, "0.0.0.0")
		}
	}
	public := Place{Address: "127.0.0.1:0", Token: "secret"}
	_, err := public.Reach("https://table.example.org")
	require.NoError(t, err)
	l, err := public.Listen()
	require.NoError(t, err)
	defer l.listener.Close()
	assert.Equal(t, []string{"https://table.example.org/?token=secret"}, l.Reach())
}
