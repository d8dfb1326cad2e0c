package server

import (
	"context"
	"crypto/rand"
	"sync/atomic"
	"time"

	"ringer/play/session"
)

// member is a client of either kind, which has one of the places of the server.
type member struct {
	client *session.Client
	queue  *queue
	limit  *bucket
	http   bool          // it speaks plain HTTP
	turn   chan struct{} // of plain HTTP: one request at a time
	moved  atomic.Bool   // it went to make room for another one

	// Under Server.mu.
	busy  int       // requests under way, those included that wait for their turn
	seen  time.Time // the end of the last one
	hurry func()    // ends the wait of the request whose turn it is; nil when it does not wait
}

// enter gives a client a place, and an id that nobody can guess. Where all are taken, the
// client goes that sits at no table and was silent for longest; where there is none, it
// returns nil.
func (s *Server) enter(http bool) (id string, m *member) {
	s.mu.Lock()
	var gone *member
	if len(s.members) >= s.Limits.Clients {
		gone = s.takeOut(s.spare())
	}
	if s.ctx.Err() == nil && len(s.members) < s.Limits.Clients {
		q := s.backlog.queue(s.Limits.Queue)
		m = &member{
			client: s.Host.Connect(q.push), queue: q, limit: newBucket(s.Limits.Rate, s.Limits.Burst),
			http: http, turn: make(chan struct{}, 1), seen: time.Now(),
		}
		id = rand.Text()
		s.members[id] = m
	}
	s.mu.Unlock()
	if gone != nil {
		gone.moved.Store(true)
		gone.leave()
	}
	return id, m
}

// spare returns the id of a client that makes room for another one. The caller holds the
// lock.
func (s *Server) spare() (spare string) {
	for id, m := range s.members {
		if m.busy > 0 || m.client.Seats() > 0 {
			continue
		}
		if spare == "" || m.seen.Before(s.members[spare].seen) {
			spare = id
		}
	}
	return spare
}

// takeOut takes a client's place, and returns it; nil when it had none. The caller holds the
// lock, and then lets the client leave without.
func (s *Server) takeOut(id string) *member {
	m := s.members[id]
	delete(s.members, id)
	return m
}

// forget ends a client.
func (s *Server) forget(id string) {
	s.mu.Lock()
	m := s.takeOut(id)
	s.mu.Unlock()
	if m != nil {
		m.leave()
	}
}

// leave ends a client that has no place any more. The end of its queue ends a WebSocket.
func (m *member) leave() {
	m.queue.close()
	m.client.Close()
}

// sweep forgets the clients of plain HTTP that were silent for long.
func (s *Server) sweep(now time.Time) {
	var silent []*member
	s.mu.Lock()
	for id, m := range s.members {
		if m.http && m.busy == 0 && now.Sub(m.seen) > s.Limits.Idle {
			silent = append(silent, s.takeOut(id))
		}
	}
	s.mu.Unlock()
	for _, m := range silent {
		m.leave()
	}
}

// count returns the number of clients.
func (s *Server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.members)
}

// begin counts a request of a client. A request of plain HTTP that waits for something to
// happen then waits no longer.
func (s *Server) begin(m *member) {
	m.busy++
	if m.hurry != nil {
		m.hurry()
	}
}

// rest ends what begin began.
func (s *Server) rest(m *member) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.busy--
	m.seen = time.Now()
}

// await waits until there is something for a client, a while is over, or it asks anew.
func (s *Server) await(ctx context.Context, m *member, while time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, while)
	defer cancel()
	stop := context.AfterFunc(s.ctx, cancel)
	defer stop()
	s.mu.Lock()
	if m.hurry = cancel; m.busy > 1 {
		cancel()
	}
	s.mu.Unlock()
	m.queue.wait(ctx)
	s.mu.Lock()
	m.hurry = nil
	s.mu.Unlock()
}
