package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerOptions says how a server of this process runs.
type ServerOptions struct {
	// Folder is where the streams lie. One server at a time uses it.
	Folder string

	// Listen is the address, host:port; port 0 is any free one. Empty: 127.0.0.1:0.
	Listen string

	// Token lets clients in; at an address that other machines reach, there must be one.
	Token string

	// Cert and Key, files, turn TLS on. With CA, clients must show a certificate of it.
	Cert, Key, CA string

	// Told receives what the server warns of, a line each. It may be nil.
	Told func(string)
}

// maxPayload is the size in bytes of the largest message of a server of this process;
// larger bodies travel as objects.
const maxPayload = 8 << 20

// Server is a NATS server with JetStream in this process.
type Server struct {
	server *server.Server
	tls    bool
	token  string
}

// Serve starts a server. The caller closes it.
func Serve(o ServerOptions) (*Server, error) {
	host, port, err := listenAddress(o.Listen)
	if err != nil {
		return nil, err
	}
	if o.Token == "" && !Loopback(host) {
		return nil, fmt.Errorf("cluster: a server at %s, which other machines reach, wants a token", net.JoinHostPort(host, strconv.Itoa(port)))
	}
	options := &server.Options{
		ServerName: "ringer", Host: host, Port: port, DontListen: false,
		NoSigs: true, Authorization: o.Token, MaxPayload: maxPayload, MaxPending: 256 << 20,
		JetStream: true, StoreDir: o.Folder, DisableJetStreamBanner: true,
		// The streams have limits of their own. This one would only refuse them where
		// the disk is small, whatever they will hold.
		JetStreamMaxStore: 1 << 50, JetStreamMaxMemory: 1 << 30,
	}
	if port == 0 {
		options.Port = server.RANDOM_PORT
	}
	if o.Cert != "" || o.Key != "" {
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key, CaFile: o.CA, Verify: o.CA != ""})
		if err != nil {
			return nil, fmt.Errorf("cluster: TLS of the server: %w", err)
		}
		options.TLS, options.TLSTimeout = true, 10
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	log := &serverLog{told: o.Told}
	s.SetLoggerV2(log, false, false, false)
	started := make(chan struct{})
	go func() {
		s.Start() // reads the streams in the folder, however long that takes
		close(started)
	}()
	ready := false
	for end := (time.Time{}); !ready && !log.fatal.Load() && (end.IsZero() || time.Now().Before(end)); {
		ready = s.ReadyForConnections(100 * time.Millisecond)
		select {
		case <-started:
			end, started = time.Now().Add(20*time.Second), nil
		default:
		}
	}
	if !ready || !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("cluster: the server did not start at %s with %s: %w", net.JoinHostPort(host, strconv.Itoa(port)), o.Folder, log.last())
	}
	return &Server{server: s, tls: options.TLS, token: o.Token}, nil
}

// listenAddress splits host:port.
func listenAddress(address string) (host string, port int, err error) {
	if address == "" {
		return "127.0.0.1", 0, nil
	}
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("cluster: %q: want an address to listen at, such as 127.0.0.1:4222", address)
	}
	if host == "" {
		host = "0.0.0.0"
	}
	return host, port, nil
}

// Loopback reports whether only this machine reaches a host.
func Loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL returns where clients find the server, with the token that it wants. For a server
// that listens everywhere, the host is 0.0.0.0: At has a better one.
func (s *Server) URL() string {
	at := s.At("")
	if scheme, rest, ok := strings.Cut(at, "://"); ok && s.token != "" {
		return scheme + "://" + url.PathEscape(s.token) + "@" + rest
	}
	return at
}

// Address returns the host and the port that the server listens at.
func (s *Server) Address() string { return s.server.Addr().String() }

// At returns the URL of the server under another host, without its token.
func (s *Server) At(host string) string {
	address, scheme := s.server.Addr().(*net.TCPAddr), "nats://"
	if s.tls {
		scheme = "tls://"
	}
	if host == "" {
		host = address.IP.String()
	}
	return scheme + net.JoinHostPort(host, strconv.Itoa(address.Port))
}

// Close stops the server. Its streams stay in the folder.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// connect returns the options with which a client of this process goes to the server
// without a network.
func (s *Server) connect() []nats.Option {
	options := []nats.Option{nats.InProcessServer(s.server)}
	if s.token != "" {
		options = append(options, nats.Token(s.token))
	}
	return options
}

// serverLog keeps the last fault that the server logs, and tells of all.
type serverLog struct {
	told   func(string)
	faults faultLog
	fatal  atomic.Bool
}

func (l *serverLog) say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	l.faults.set(text)
	if l.told != nil {
		l.told("nats: " + text)
	}
}

func (l *serverLog) last() error {
	if text := l.faults.get(); text != "" {
		return errors.New(strings.TrimSpace(text))
	}
	return errors.New("it says nothing of why")
}

func (l *serverLog) Noticef(string, ...any) {}
func (l *serverLog) Debugf(string, ...any)  {}
func (l *serverLog) Tracef(string, ...any)  {}

func (l *serverLog) Warnf(format string, args ...any)  { l.say(format, args...) }
func (l *serverLog) Errorf(format string, args ...any) { l.say(format, args...) }

// Fatalf notes that the server cannot start. It must not end this process.
func (l *serverLog) Fatalf(format string, args ...any) {
	l.say(format, args...)
	l.fatal.Store(true)
}
