package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// clientHeader names a client of plain HTTP, in the first answer and in each request after
// it.
const clientHeader = "Ringer-Client"

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
	body := &arrival{Reader: http.MaxBytesReader(w, r.Body, int64(s.Host.Limits.Message)), of: &s.arrivals}
	defer body.done()
	text, err := io.ReadAll(body)
	if err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			s.refuse(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("want a message of at most %d bytes", s.Host.Limits.Message))
		} else if errors.Is(err, errCrowded) {
			s.refuse(w, http.StatusServiceUnavailable, err.Error())
		}
		return
	}
	text = bytes.TrimSpace(text)
	id := r.Header.Get(clientHeader)
	if id == "" && len(text) == 0 {
		s.refuse(w, http.StatusBadRequest, "want a message: nothing waits for a client without the header "+clientHeader)
		return
	}
	id, m, status := s.caller(id)
	switch status {
	case http.StatusNotFound:
		s.refuse(w, status, clientHeader+": no such client, or it was silent for too long: leave the header out, and join your tables again")
		return
	case http.StatusTooManyRequests:
		s.refuse(w, status, fmt.Sprintf("%d requests of this client are under way: want no more at a time", s.Limits.Requests))
		return
	case http.StatusServiceUnavailable:
		s.refuse(w, status, "too many clients: try again later")
		return
	}
	defer s.rest(m)
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-r.Context().Done():
		return
	}
	m.limit.pass(r.Context())
	if len(text) > 0 {
		s.counts.requests.Add(1)
		m.client.Handle(text)
	}
	s.await(r.Context(), m, wait)
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set(clientHeader, id)
	for range max(m.queue.count(), 1) {
		line, over := m.queue.take()
		if over {
			s.forget(id)
			s.refuse(w, http.StatusGone, "too much waited for this client: leave the header "+clientHeader+" out, and join your tables again")
			return
		}
		if line == nil {
			return
		}
		s.sent(line)
		_, err := w.Write(append(line, '\n'))
		m.queue.sent()
		if err != nil {
			return
		}
	}
}

// caller returns the client of plain HTTP of an id, or a new one where there is no id, and
// counts its request.
func (s *Server) caller(id string) (string, *member, int) {
	fresh := id == ""
	if fresh {
		if id, _ = s.enter(true); id == "" {
			return "", nil, http.StatusServiceUnavailable
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.members[id]
	switch {
	case m == nil && fresh: // another one took its place already
		return "", nil, http.StatusServiceUnavailable
	case m == nil || !m.http:
		return id, nil, http.StatusNotFound
	case m.busy >= s.Limits.Requests:
		return id, nil, http.StatusTooManyRequests
	}
	s.begin(m)
	return id, m, 0
}
