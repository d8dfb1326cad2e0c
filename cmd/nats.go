package cmd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
)

// natsFlags say where work is handed out.
type natsFlags struct {
	url, listen          string
	token, tokenFile     string
	creds, ca, cert, key string
}

// tokenVariable is the environment variable of the token.
const tokenVariable = "RINGER_NATS_TOKEN"

// embedded is the URL that stands for a server of this process.
const embedded = "embedded"

func (f *natsFlags) add(cmd *cobra.Command, usage string) {
	addFlag(cmd, &f.url, "nats", "", aServer, usage)
	addFlag(cmd, &f.listen, "nats-listen", "", ofServer, "with --nats embedded: the address of the server, HOST:PORT (default: this machine alone, any port)")
	addFlag(cmd, &f.token, "nats-token", "", ofServer, "token that the server wants, which other users of this machine see; needed where --nats-listen is an address for other machines")
	addFlag(cmd, &f.tokenFile, "nats-token-file", "", fileOfServer, "file of the token (default: the environment variable "+tokenVariable+")")
	addFlag(cmd, &f.creds, "nats-creds", "", fileOfServer, "file of NATS credentials")
	addFlag(cmd, &f.ca, "nats-ca", "", fileOfServer, "file of certificates to trust besides the system's")
	addFlag(cmd, &f.cert, "nats-cert", "", fileOfServer, "file of the certificate to show")
	addFlag(cmd, &f.key, "nats-key", "", fileOfServer, "file of its key")
}

// check refuses flags that mean nothing without others.
func (f *natsFlags) check(cmd *cobra.Command) error {
	var faults []error
	for _, name := range given(cmd, &f.listen, &f.token, &f.tokenFile, &f.creds, &f.ca, &f.cert, &f.key) {
		if f.url == "" {
			faults = append(faults, badf("--%s: want --nats as well, which says where the server is", name))
		}
	}
	if f.url != "" && f.url != embedded {
		if err := cluster.CheckAddresses(f.url); err != nil {
			faults = append(faults, badf("--nats %w, or embedded", err))
		}
	}
	if f.listen != "" && f.url != "" && f.url != embedded {
		faults = append(faults, badf("--nats-listen %s: want --nats embedded: %s is a server of its own", f.listen, cluster.Shown(f.url)))
	}
	if f.url == embedded && f.creds != "" {
		faults = append(faults, badf("--nats-creds: want --nats URL: the server of this process takes --nats-token"))
	}
	faults = append(faults, f.readToken())
	if (f.cert == "") != (f.key == "") {
		faults = append(faults, badf("--nats-cert %q and --nats-key %q: want both, or neither", f.cert, f.key))
	}
	for _, file := range []string{f.creds, f.ca, f.cert, f.key} {
		if file == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil {
			faults = append(faults, bad(err))
		}
	}
	return bad(errors.Join(faults...))
}

// connect goes to the server, after which this process does not begin anew, which it starts where that is one of this process: with its
// streams in a folder, or one that goes with it where folder is empty. The caller calls
// close.
func (f *natsFlags) connect(ctx context.Context, t *terminal, folder string) (conn *cluster.Conn, server *cluster.Server, close func(), err error) {
	t.restart = nil
	told := func(line string) { t.warnf("ringer: %s\n", line) }
	options := cluster.Options{Name: "ringer", URL: f.url, Token: f.token, Credentials: f.creds, CA: f.ca, Cert: f.cert, Key: f.key, Told: told}
	if f.url != embedded {
		if conn, err = cluster.Connect(ctx, options); err != nil {
			return nil, nil, nil, f.explain(ctx, err)
		}
		return conn, nil, conn.Close, nil
	}
	clean := func() {}
	if folder == "" {
		if folder, err = os.MkdirTemp("", "ringer-nats-"); err != nil {
			return nil, nil, nil, err
		}
		clean = func() { _ = os.RemoveAll(folder) } // a folder of the system's for such
	}
	server, err = cluster.Serve(cluster.ServerOptions{Folder: folder, Listen: f.listen, Token: f.token, Cert: f.cert, Key: f.key, CA: f.ca, Told: told})
	if err != nil {
		clean()
		return nil, nil, nil, bad(err)
	}
	options.URL, options.Token, options.Server, options.CA, options.Cert, options.Key = "", "", server, "", "", ""
	if conn, err = cluster.Connect(ctx, options); err != nil {
		server.Close()
		clean()
		return nil, nil, nil, err
	}
	return conn, server, func() {
		conn.Close()
		server.Close()
		clean()
	}, nil
}

// onServer is a server as a process that hands work out has it, with all that the process does there
// besides.
type onServer struct {
	*terminal
	conn   *cluster.Conn
	server *cluster.Server // nil: none of this process
	closed func()

	ctx  context.Context
	stop context.CancelFunc
	over sync.WaitGroup
}

// enter goes to the server as connect does.
func (f *natsFlags) enter(ctx context.Context, t *terminal, folder string) (*onServer, error) {
	h := &onServer{terminal: t}
	var err error
	if h.conn, h.server, h.closed, err = f.connect(ctx, t, folder); err != nil {
		return nil, err
	}
	h.ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	return h, nil
}

// serve lets this process work for a run too: n jobs at a time.
func (h *onServer) serve(n int, kind work.Kind, run string, entry func() []byte) {
	w := work.Worker{Name: newRunName("w"), Host: hostName(), Parallel: n, Kinds: []work.Kind{kind}}
	h.over.Go(func() {
		for h.ctx.Err() == nil {
			_ = w.Serve(h.ctx, h.conn, run, entry()) // who hands out says what is wrong
			wait(h.ctx, time.Second/4)
		}
	})
}

// look tells of workers that do not come.
func (h *onServer) look(run, prefix string, plays func() bool) {
	l := work.Lookout{Conn: h.conn, Run: run, Plays: plays, Told: func(line string) { h.warnf("ringer: %s%s\n", prefix, line) }}
	h.over.Go(func() { l.Look(h.ctx) })
}

// leave ends all that, and what takes a run off the server.
func (h *onServer) leave(what string, takeOff func() error) {
	h.stop()
	h.over.Wait()
	if err := takeOff(); err != nil {
		h.warnf("ringer: what %s left on the server stays there: %v\n", what, err)
	}
	h.closed()
}

// maxToken is the size in bytes of the largest token.
const maxToken = 4 << 10

// readToken takes the token from its flag, its file, or else the environment.
func (f *natsFlags) readToken() error {
	byFlag := f.token != "" || f.tokenFile != ""
	switch {
	case f.url == "":
		return nil
	case f.token != "" && f.tokenFile != "":
		return badf("--nats-token and --nats-token-file both say the token: leave one out")
	case byFlag && cluster.HasUser(f.url):
		return badf("--nats %s: it has a user or a token, and --nats-token says another: want one of them", cluster.Shown(f.url))
	case f.tokenFile != "":
		text, err := disk.ReadText(f.tokenFile, maxToken)
		if err != nil {
			return badf("--nats-token-file: %w", err)
		}
		if f.token = strings.TrimSpace(string(text)); f.token == "" {
			return badf("--nats-token-file %s: it is empty: want the token", f.tokenFile)
		}
	case !byFlag && !cluster.HasUser(f.url):
		f.token = os.Getenv(tokenVariable)
	}
	return nil
}

// workerLine returns the command line of a worker of a server at an address, which shows no
// token.
func (f *natsFlags) workerLine(address string) string {
	line := "ringer worker --nats " + input.ShellWord(cluster.Shown(address))
	switch {
	case f.tokenFile != "":
		line += " --nats-token-file " + input.ShellWord(f.tokenFile)
	case f.token != "" || cluster.HasUser(f.url):
		line += ", with the token of this command (--nats-token-file, or " + tokenVariable + ")"
	}
	return line
}

// explain makes errors of a connection bad input, but for an interrupt.
func (f *natsFlags) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return interrupted("no connection to %s yet", cluster.Shown(f.url))
	}
	return badf("--nats %s: %w", cluster.Shown(f.url), err)
}

// newRunName returns a name that no other run has.
func newRunName(kind string) string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // it does not fail
	return kind + "-" + hex.EncodeToString(id[:])
}

func hostName() string {
	host, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return host
}
