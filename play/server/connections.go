package server

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"
)

// connections bounds the open connections that are not WebSockets. Where there are too many,
// the one goes that has asked nothing for longest, whether it is new or was answered; where
// each is being answered, the newest.
type connections struct {
	most int

	mu   sync.Mutex
	open map[net.Conn]*connection
	n    uint64 // changes so far
}

type connection struct {
	silent bool
	since  uint64 // the change that made it so
}

// change notes the state of a connection: it is an http.Server's ConnState.
func (c *connections) change(conn net.Conn, state http.ConnState) {
	if gone := c.note(conn, state); gone != nil {
		if t, ok := gone.(*tls.Conn); ok {
			gone = t.NetConn() // whose end needs no word of the other side
		}
		_ = gone.Close()
	}
}

// note returns the connection that is to go, if one is.
func (c *connections) note(conn net.Conn, state http.ConnState) net.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	switch state {
	case http.StateHijacked, http.StateClosed:
		delete(c.open, conn)
		return nil
	case http.StateActive:
		if one := c.open[conn]; one != nil {
			one.silent = false
		}
		return nil
	}
	if one := c.open[conn]; one != nil {
		one.silent, one.since = true, c.n
		return nil
	}
	gone := conn
	if len(c.open) >= c.most {
		for other, one := range c.open {
			if one.silent && (gone == conn || one.since < c.open[gone].since) {
				gone = other
			}
		}
		delete(c.open, gone)
		if gone == conn {
			return gone
		}
	} else {
		gone = nil
	}
	c.open[conn] = &connection{silent: true, since: c.n}
	return gone
}
