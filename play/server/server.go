package server

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
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

	// Local allows no host name but those of this machine, so that a page of elsewhere
	// cannot have its name point here.
	Local bool

	Limits Limits // zero: DefaultLimits
}

// Limits are the bounds of what clients may use.
type Limits struct {
	Clients int           // connections at a time, of both kinds
	Queue   int           // bytes that wait for one client to take them
	Rate    float64       // requests a second of one client, in the long run
	Burst   int           // requests of one client at once
	Idle    time.Duration // without a sign of a client of plain HTTP, before it is forgotten
	Wait    time.Duration // longest wait of a client of plain HTTP for something to happen
	Sweep   time.Duration // between two looks for tables that nobody uses
}

// DefaultLimits are those of a server of one household.
func DefaultLimits() Limits {
	return Limits{
		Clients: 500, Queue: 16 << 20, Rate: 50, Burst: 200,
		Idle: 5 * time.Minute, Wait: 30 * time.Second, Sweep: time.Minute,
	}
}

// Server answers HTTP for a host.
type Server struct {
	Config
	mux     *http.ServeMux
	ctx     context.Context // of all connections
	stop    context.CancelFunc
	sockets sync.WaitGroup
	counts  counts

	mu      sync.Mutex
	callers map[string]*caller // clients of plain HTTP
}

// counts are numbers of /metrics, since the beginning but for clients.
type counts struct{ clients, requests, messages, bytes, refused atomic.Int64 }

// New returns the server of a host.
func New(config Config) *Server {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits()
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Server{Config: config, mux: http.NewServeMux(), ctx: ctx, stop: stop, callers: map[string]*caller{}}
	s.mux.HandleFunc("GET /healthz", s.health)
	s.mux.HandleFunc("GET /metrics", s.metrics)
	s.mux.HandleFunc("GET /ws", s.socket)
	s.mux.HandleFunc("POST /api", s.call)
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
			end, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
			defer cancel()
			if err := web.Shutdown(end); err != nil && !errors.Is(err, context.DeadlineExceeded) {
				return err
			}
			return web.Close()
		}
	}
}

// close ends all connections.
func (s *Server) close() {
	s.stop()
	s.sockets.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, c := range s.callers {
		s.drop(id, c)
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
