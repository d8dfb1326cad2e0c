package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// socket speaks with one client over WebSocket: a message is a text frame.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	id, m := s.enter(false)
	if m == nil {
		s.refuse(w, http.StatusServiceUnavailable, "too many clients: try again later")
		return
	}
	defer s.forget(id)
	if !s.opens() {
		s.refuse(w, http.StatusServiceUnavailable, "the server stops")
		return
	}
	defer s.sockets.Done()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // refuses has checked the origin
	if err != nil {
		s.counts.refused.Add(1)
		return // Accept has answered
	}
	var beside sync.WaitGroup
	defer beside.Wait()
	defer func() { cancel(); _ = conn.CloseNow() }()
	conn.SetReadLimit(int64(s.Host.Limits.Message) + 1) // the host says what is too long
	for _, work := range []func(context.Context, *websocket.Conn, *member){s.deliver, s.watch} {
		beside.Go(func() {
			defer cancel()
			work(ctx, conn, m)
		})
	}
	for s.hear(ctx, conn, m) {
	}
	if s.ctx.Err() != nil {
		_ = conn.Close(websocket.StatusGoingAway, "the server stops")
	}
}

// opens counts one more connection that close waits for, and returns false when the server
// stops: none may be added once close waits.
func (s *Server) opens() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return false
	}
	s.sockets.Add(1)
	return true
}

// Times of a connection.
const (
	readTime  = time.Minute // of a message, once it has begun
	writeTime = 15 * time.Second
)

// hear meets the next message, and returns false when there are no more.
func (s *Server) hear(ctx context.Context, conn *websocket.Conn, m *member) bool {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	kind, body, err := conn.Reader(ctx)
	switch {
	case err != nil:
		return false
	case kind != websocket.MessageText:
		_ = conn.Close(websocket.StatusUnsupportedData, "want text frames")
		return false
	}
	message := &arrival{Reader: body, of: &s.arrivals}
	defer message.done()
	late := time.AfterFunc(readTime, cancel)
	text, err := io.ReadAll(message)
	late.Stop()
	if err != nil {
		if errors.Is(err, errCrowded) {
			_ = conn.Close(websocket.StatusTryAgainLater, err.Error())
		}
		return false
	}
	s.mu.Lock()
	s.begin(m)
	s.mu.Unlock()
	defer s.rest(m)
	m.limit.pass(ctx)
	s.counts.requests.Add(1)
	m.client.Handle(text)
	return true
}

// deliver writes what waits for a client until the connection ends.
func (s *Server) deliver(ctx context.Context, conn *websocket.Conn, m *member) {
	for ctx.Err() == nil {
		m.queue.wait(ctx)
		line, over := m.queue.take()
		switch {
		case over && m.moved.Load():
			_ = conn.Close(websocket.StatusTryAgainLater, "too many clients, and this one sat at no table")
			return
		case over:
			_ = conn.Close(websocket.StatusPolicyViolation, "too much waits for this client")
			return
		}
		if line == nil {
			continue
		}
		s.sent(line)
		write, cancel := context.WithTimeout(ctx, writeTime)
		err := conn.Write(write, websocket.MessageText, line)
		cancel()
		m.queue.sent()
		if err != nil {
			return
		}
	}
}

// watch pings a client, whatever is written to it meanwhile, until one ping has no answer:
// nobody is at the other end any more.
func (s *Server) watch(ctx context.Context, conn *websocket.Conn, _ *member) {
	tick := time.NewTicker(s.Limits.Ping)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		answer, cancel := context.WithTimeout(ctx, s.Limits.Pong)
		err := conn.Ping(answer)
		cancel()
		if err != nil {
			return
		}
	}
}

func (s *Server) sent(line []byte) {
	s.counts.messages.Add(1)
	s.counts.bytes.Add(int64(len(line)))
}
