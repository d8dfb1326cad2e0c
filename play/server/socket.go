package server

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

// socket speaks with one client over WebSocket: a message is a text frame.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		s.refuse(w, http.StatusServiceUnavailable, "too many clients: try again later")
		return
	}
	defer s.counts.clients.Add(-1)
	conn, err := websocket.Accept(w, r, nil) // which checks the origin too
	if err != nil {
		s.counts.refused.Add(1)
		return // Accept has answered
	}
	s.sockets.Add(1)
	defer s.sockets.Done()
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(int64(s.Host.Limits.Message) + 1) // the host says what is too long
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	q := newQueue(s.Limits.Queue)
	client := s.Host.Connect(q.push)
	defer client.Close()
	go func() {
		defer cancel()
		s.deliver(ctx, conn, q)
	}()
	limit := newBucket(s.Limits.Rate, s.Limits.Burst)
	for {
		kind, text, err := conn.Read(ctx)
		switch {
		case err != nil:
			if s.ctx.Err() != nil {
				_ = conn.Close(websocket.StatusGoingAway, "the server stops")
			}
			return
		case kind != websocket.MessageText:
			_ = conn.Close(websocket.StatusUnsupportedData, "want text frames")
			return
		}
		limit.pass(ctx)
		s.counts.requests.Add(1)
		client.Handle(text)
	}
}

// Times of a connection.
const (
	writeTime = 15 * time.Second
	pingEvery = 30 * time.Second
	pingTime  = time.Minute // a machine that is busy may answer late
)

// deliver writes what waits for a client until the connection ends.
func (s *Server) deliver(ctx context.Context, conn *websocket.Conn, q *queue) {
	for {
		idle, cancel := context.WithTimeout(ctx, pingEvery)
		q.wait(idle)
		cancel()
		if ctx.Err() != nil {
			return
		}
		lines, over := q.take()
		if over {
			_ = conn.Close(websocket.StatusPolicyViolation, "too much waits for this client")
			return
		}
		if len(lines) == 0 {
			answer, cancel := context.WithTimeout(ctx, pingTime)
			err := conn.Ping(answer)
			cancel()
			if err != nil {
				return
			}
			continue
		}
		write, cancel := context.WithTimeout(ctx, writeTime)
		var err error
		for _, line := range lines {
			if err == nil {
				err = conn.Write(write, websocket.MessageText, line)
				s.sent(line)
			}
		}
		cancel()
		if err != nil {
			return
		}
	}
}

// enter counts a client, and returns false when there are too many.
func (s *Server) enter() bool {
	if s.counts.clients.Add(1) > int64(s.Limits.Clients) {
		s.counts.clients.Add(-1)
		return false
	}
	return true
}

func (s *Server) sent(line []byte) {
	s.counts.messages.Add(1)
	s.counts.bytes.Add(int64(len(line)))
}
