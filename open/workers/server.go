package workers

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
)

// Embedded is the URL that stands for a server of this process.
const Embedded = "embedded"

// MaxToken is the size in bytes of the largest token.
const MaxToken = 4 << 10

// Options say where a server is, or how one of this process is to be.
type Options struct {
	URL                        string // of a server, or Embedded
	Listen                     string // address of a server of this process, HOST:PORT; empty: this machine alone, any port
	Token                      string
	Credentials, CA, Cert, Key string // files
	Told                       func(line string)
}

// KeepAddress gives a server of this process the address and the token that the one before it left
// in a folder, which its workers know, and a token where other machines reach it. It returns the
// file of that token, if there is one.
func (o *Options) KeepAddress(folder string) (tokenFile string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	if before, err := disk.ReadText(filepath.Join(folder, addressName), 1<<10); err == nil && o.Listen == "" {
		if l, err := net.Listen("tcp", string(before)); err == nil {
			o.Listen = string(before)
			if err := l.Close(); err != nil {
				return "", err
			}
		}
	}
	if host, _, err := net.SplitHostPort(o.Listen); o.Token != "" || o.Listen == "" || err == nil && cluster.Loopback(host) {
		return "", nil
	}
	tokenFile = filepath.Join(folder, "token")
	token, err := disk.ReadText(tokenFile, MaxToken)
	if errors.Is(err, fs.ErrNotExist) {
		token = []byte(rand.Text() + "\n")
		err = os.WriteFile(tokenFile, token, 0o600)
	}
	o.Token = strings.TrimSpace(string(token))
	return tokenFile, err
}

// addressName is the file of a folder that holds the address of the server of this process.
const addressName = "address"

// Server is a server as a process that hands work out has it, with all that the process does there
// besides.
type Server struct {
	Conn *cluster.Conn
	Own  *cluster.Server // nil: none of this process

	told   func(line string)
	closed func()
	ctx    context.Context
	stop   context.CancelFunc
	over   sync.WaitGroup
}

// Connect goes to a server, which it starts where that is one of this process: with its streams in
// a folder, or in one that goes with it where folder is empty. The caller closes it.
func Connect(ctx context.Context, o Options, folder string) (_ *Server, err error) {
	s := &Server{told: o.Told}
	options := cluster.Options{Name: "ringer", URL: o.URL, Token: o.Token, Credentials: o.Credentials, CA: o.CA, Cert: o.Cert, Key: o.Key, Told: o.Told}
	clean := func() {}
	if o.URL == Embedded {
		if folder == "" {
			if folder, err = os.MkdirTemp("", "ringer-nats-"); err != nil {
				return nil, err
			}
			clean = func() { _ = os.RemoveAll(folder) } // a folder of the system's for such
		}
		if s.Own, err = cluster.Serve(cluster.ServerOptions{Folder: folder, Listen: o.Listen, Token: o.Token, Cert: o.Cert, Key: o.Key, CA: o.CA, Told: o.Told}); err != nil {
			clean()
			return nil, input.Bad(err)
		}
		options.URL, options.Token, options.Server, options.CA, options.Cert, options.Key = "", "", s.Own, "", "", ""
	}
	s.closed = func() {
		if s.Conn != nil {
			s.Conn.Close()
		}
		if s.Own != nil {
			s.Own.Close()
		}
		clean()
	}
	if s.Conn, err = cluster.Connect(ctx, options); err != nil {
		s.closed()
		return nil, err
	}
	s.ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	return s, nil
}

// Close leaves the server, and ends one of this process. It may be called again.
func (s *Server) Close() {
	s.stop()
	s.over.Wait()
	s.closed()
	s.closed = func() {}
}

// serve lets this process work for a run too: n jobs at a time.
func (s *Server) serve(n int, kind work.Kind, run string, entry func() []byte) {
	w := work.Worker{Name: NewRunName("w"), Host: HostName(), Parallel: n, Kinds: []work.Kind{kind}}
	s.over.Go(func() {
		for s.ctx.Err() == nil {
			_ = w.Serve(s.ctx, s.Conn, run, entry()) // who hands out says what is wrong
			select {
			case <-s.ctx.Done():
			case <-time.After(time.Second / 4):
			}
		}
	})
}

// look tells of workers that do not come.
func (s *Server) look(run, prefix string, plays func() bool) {
	l := work.Lookout{Conn: s.Conn, Run: run, Plays: plays, Told: func(line string) { s.told(prefix + line) }}
	s.over.Go(func() { l.Look(s.ctx) })
}

// leave ends all that, and what takes a run off the server.
func (s *Server) leave(what string, takeOff func() error) {
	s.stop()
	s.over.Wait()
	if err := takeOff(); err != nil {
		s.told("what " + what + " left on the server stays there: " + err.Error())
	}
	s.Close()
}

// NewRunName returns a name that no other run or worker has.
func NewRunName(kind string) string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // it does not fail
	return kind + "-" + hex.EncodeToString(id[:])
}

// HostName returns the name of this machine, for people.
func HostName() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return host
}
