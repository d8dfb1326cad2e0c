package server

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"ringer/play/session"
)

// Config sets how a host is served.
type Config struct {
	Host *session.Host
	Page fs.FS // with index.html; nil: a page that says how to speak with the server

	// Token is asked of every client. Empty: of none, which is for loopback alone.
	Token string

	// Local allows no host name but the names of this machine and of Public, so that a page of
	// elsewhere cannot have its name point here.
	Local bool

	// Public is the address under which clients reach the server, where that is not its own: a
	// proxy's. Its pages are of the server. Nil: there is none.
	Public *url.URL

	// Wing answers what is below WingRoot, behind the same guards. Nil: nothing is there.
	Wing     http.Handler
	WingRoot string // such as /design/

	Limits Limits // zero: DefaultLimits
}

// Limits are the bounds of what clients may use.
type Limits struct {
	Clients     int           // at a time, of both kinds
	Connections int           // open at a time, besides WebSockets
	Queue       int           // bytes that wait for one client to take them
	Queues      int           // bytes that wait for all clients together
	Arrivals    int           // bytes of long messages that arrive at a time from all clients together
	Requests    int           // requests of one client of plain HTTP under way at a time
	Rate        float64       // requests a second of one client, in the long run
	Burst       int           // requests of one client at once
	Idle        time.Duration // without a sign of a client of plain HTTP, before it is forgotten
	Wait        time.Duration // longest wait of a client of plain HTTP for something to happen
	Ping        time.Duration // between two pings of a WebSocket
	Pong        time.Duration // for the answer to a ping: a machine that is busy may be late
	Sweep       time.Duration // between two looks for tables that nobody uses
}

// DefaultLimits suit a server of one household.
func DefaultLimits() Limits {
	return Limits{
		Clients: 500, Connections: 1000, Queue: 16 << 20, Queues: 256 << 20, Arrivals: 64 << 20, Requests: 8, Rate: 50, Burst: 200,
		Idle: 5 * time.Minute, Wait: 30 * time.Second, Ping: 30 * time.Second, Pong: time.Minute, Sweep: time.Minute,
	}
}

// Server answers HTTP for a host.
type Server struct {
	Config
	mux      *http.ServeMux
	ctx      context.Context // of all connections
	stop     context.CancelFunc
	sockets  sync.WaitGroup
	backlog  *backlog
	arrivals arrivals
	counts   counts

	mu      sync.Mutex // no other lock but the locks of a client that does nothing and of the backlog is taken under it
	members map[string]*member
}

// counts are numbers of /metrics, since the beginning.
type counts struct{ requests, messages, bytes, refused atomic.Int64 }

// New returns the server of a host.
func New(config Config) *Server {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits()
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{
		Config: config, mux: http.NewServeMux(), ctx: ctx, stop: stop,
		backlog: newBacklog(config.Limits.Queues), arrivals: arrivals{limit: int64(config.Limits.Arrivals)}, members: map[string]*member{},
	}
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /metrics", s.metrics)
	s.mux.HandleFunc("GET /ws", s.socket)
	s.mux.HandleFunc("POST /api", s.call)
	if s.Wing != nil {
		s.mux.Handle("GET "+s.WingRoot, s.Wing)
		s.mux.Handle("POST "+s.WingRoot, s.Wing)
	}
	s.mux.HandleFunc("GET /", s.page)
	return s
}

// Serve answers on a listener until ctx ends, and then ends all connections at once. It
// returns nil when ctx has ended.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	web := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute + s.Limits.Wait,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ConnState:         (&connections{most: s.Limits.Connections, open: map[net.Conn]*connection{}}).change,
	}
	failed := make(chan error, 1)
	go func() { failed <- web.Serve(l) }()
	tick := time.NewTicker(s.Limits.Sweep)
	defer tick.Stop()
	for {
		select {
		case err := <-failed:
			s.close()
			return err
		case <-tick.C:
			s.Host.Sweep()
			s.sweep(time.Now())
		case <-ctx.Done():
			s.close()
			end, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			if err := web.Shutdown(end); err != nil && !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			return web.Close()
		}
	}
}

// patience is how long the end of a server waits for requests under way: something may be
// built for one for long.
const patience = 300 * time.Millisecond

// close ends all connections.
func (s *Server) close() {
	s.mu.Lock()
	s.stop()
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.sockets.Wait()
		s.mu.Lock()
		members := s.members
		s.members = map[string]*member{}
		s.mu.Unlock()
		for _, m := range members {
			m.leave()
		}
	}()
	select {
	case <-ended:
	case <-time.After(patience):
	}
}

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	harden(w.Header())
	if why := s.refuses(r); why != "" {
		s.refuse(w, http.StatusForbidden, why)
		return
	}
	if r.URL.Path != "/healthz" && !s.admits(w, r) {
		return
	}
	s.mux.ServeHTTP(w, r)
}

func (s *Server) refuse(w http.ResponseWriter, status int, why string) {
	s.counts.refused.Add(1)
	http.Error(w, why, status)
}
