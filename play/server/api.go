package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"ringer/play/session"
)

// clientHeader names a client of plain HTTP, in the first answer and in each request after
// it.
const clientHeader = "Ringer-Client"

// caller is a client of plain HTTP.
type caller struct {
	client *session.Client
	queue  *queue
	limit  *bucket

	mu   sync.Mutex // one request at a time
	seen time.Time  // under Server.mu
	busy int        // requests under way, under Server.mu
}

// call meets POST /api: the body is one message, or empty; the answer holds the messages
// that wait for the client, one a line. With ?wait=SECONDS it waits until there is something.
func (s *Server) call(w http.ResponseWriter, r *http.Request) {
	wait := time.Duration(0)
	if text := r.URL.Query().Get("wait"); text != "" {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds >= 0) || seconds > s.Limits.Wait.Seconds() {
			s.refuse(w, http.StatusBadRequest, fmt.Sprintf("wait: want seconds from 0 to %v", s.Limits.Wait.Seconds()))
			return
		}
		wait = time.Duration(seconds * float64(time.Second))
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.Host.Limits.Message)))
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			s.refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("want a message of at most %d bytes", s.Host.Limits.Message))
		}
		return
	}
	id, c, status := s.caller(r.Header.Get(clientHeader))
	switch status {
	case http.StatusNotFound:
		s.refuse(w, status, clientHeader+": no such client, or it was silent for too long: leave the header out, and join your tables again")
		return
	case http.StatusServiceUnavailable:
		s.refuse(w, status, "too many clients: try again later")
		return
	}
	defer s.rest(c)
	c.mu.Lock()
	defer c.mu.Unlock()
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	stop := context.AfterFunc(s.ctx, cancel)
	defer stop()
	if body = bytes.TrimSpace(body); len(body) > 0 {
		c.limit.pass(r.Context())
		s.counts.requests.Add(1)
		c.client.Handle(body)
	}
	c.queue.wait(ctx)
	lines, over := c.queue.take()
	if over {
		s.forget(id)
		s.refuse(w, http.StatusGone, "too much waited for this client: leave the header "+clientHeader+" out, and join your tables again")
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set(clientHeader, id)
	for _, line := range lines {
		s.sent(line)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return
		}
	}
}

// caller returns the client of an id, or a new one where there is no id.
func (s *Server) caller(id string) (string, *caller, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id != "" {
		c := s.callers[id]
		if c == nil {
			return id, nil, http.StatusNotFound
		}
		c.busy++
		return id, c, 0
	}
	if s.ctx.Err() != nil || !s.enter() {
		return "", nil, http.StatusServiceUnavailable
	}
	q := newQueue(s.Limits.Queue)
	c := &caller{client: s.Host.Connect(q.push), queue: q, limit: newBucket(s.Limits.Rate, s.Limits.Burst), busy: 1}
	id = rand.Text()
	s.callers[id] = c
	return id, c, 0
}

func (s *Server) rest(c *caller) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.busy--
	c.seen = time.Now()
}

func (s *Server) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.callers[id]; c != nil {
		s.drop(id, c)
	}
}

// drop ends a client of plain HTTP. The caller holds the lock.
func (s *Server) drop(id string, c *caller) {
	delete(s.callers, id)
	c.client.Close()
	s.counts.clients.Add(-1)
}

// sweep forgets the clients of plain HTTP that were silent for long.
func (s *Server) sweep(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, c := range s.callers {
		if c.busy == 0 && now.Sub(c.seen) > s.Limits.Idle {
			s.drop(id, c)
		}
	}
}
