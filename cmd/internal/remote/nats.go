package remote

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

	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
)

// NatsFlags say where work is handed out.
type NatsFlags struct {
	URL, listen          string
	Token, tokenFile     string
	creds, ca, cert, key string
}

// TokenVariable is the environment variable of the token.
const TokenVariable = "RINGER_NATS_TOKEN"

// Embedded is the URL that stands for a server of this process.
const Embedded = "embedded"

func (f *NatsFlags) Add(cmd *cobra.Command, usage string) {
	shell.AddFlag(cmd, &f.URL, "nats", "", shell.AServer, usage)
	shell.AddFlag(cmd, &f.listen, "nats-listen", "", shell.OfServer, "with --nats embedded: the address of the server, HOST:PORT (default: this machine alone, any port)")
	shell.AddFlag(cmd, &f.Token, "nats-token", "", shell.OfServer, "token that the server wants, which other users of this machine see; needed where --nats-listen is an address for other machines")
	shell.AddFlag(cmd, &f.tokenFile, "nats-token-file", "", shell.FileOfServer, "file of the token (default: the environment variable "+TokenVariable+")")
	shell.AddFlag(cmd, &f.creds, "nats-creds", "", shell.FileOfServer, "file of NATS credentials")
	shell.AddFlag(cmd, &f.ca, "nats-ca", "", shell.FileOfServer, "file of certificates to trust besides the system's")
	shell.AddFlag(cmd, &f.cert, "nats-cert", "", shell.FileOfServer, "file of the certificate to show")
	shell.AddFlag(cmd, &f.key, "nats-key", "", shell.FileOfServer, "file of its key")
}

// Check refuses flags that mean nothing without others.
func (f *NatsFlags) Check(cmd *cobra.Command) error {
	var faults []error
	for _, name := range shell.Given(cmd, &f.listen, &f.Token, &f.tokenFile, &f.creds, &f.ca, &f.cert, &f.key) {
		if f.URL == "" {
			faults = append(faults, input.Badf("--%s: want --nats as well, which says where the server is", name))
		}
	}
	if f.URL != "" && f.URL != Embedded {
		if err := cluster.CheckAddresses(f.URL); err != nil {
			faults = append(faults, input.Badf("--nats %w, or embedded", err))
		}
	}
	if f.listen != "" && f.URL != "" && f.URL != Embedded {
		faults = append(faults, input.Badf("--nats-listen %s: want --nats embedded: %s is a server of its own", f.listen, cluster.Shown(f.URL)))
	}
	if f.URL == Embedded && f.creds != "" {
		faults = append(faults, input.Badf("--nats-creds: want --nats URL: the server of this process takes --nats-token"))
	}
	faults = append(faults, f.readToken())
	if (f.cert == "") != (f.key == "") {
		faults = append(faults, input.Badf("--nats-cert %q and --nats-key %q: want both, or neither", f.cert, f.key))
	}
	for _, file := range []string{f.creds, f.ca, f.cert, f.key} {
		if file == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil {
			faults = append(faults, input.Bad(err))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// Connect goes to the server, after which this process does not begin anew, which it starts where that is one of this process: with its
// streams in a folder, or one that goes with it where folder is empty. The caller calls
// close.
func (f *NatsFlags) Connect(ctx context.Context, t *shell.Terminal, folder string) (conn *cluster.Conn, server *cluster.Server, close func(), err error) {
	t.Restart = nil
	told := func(line string) { t.Warnf("ringer: %s\n", line) }
	options := cluster.Options{Name: "ringer", URL: f.URL, Token: f.Token, Credentials: f.creds, CA: f.ca, Cert: f.cert, Key: f.key, Told: told}
	if f.URL != Embedded {
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
	server, err = cluster.Serve(cluster.ServerOptions{Folder: folder, Listen: f.listen, Token: f.Token, Cert: f.cert, Key: f.key, CA: f.ca, Told: told})
	if err != nil {
		clean()
		return nil, nil, nil, input.Bad(err)
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
	*shell.Terminal
	conn   *cluster.Conn
	server *cluster.Server // nil: none of this process
	closed func()

	ctx  context.Context
	stop context.CancelFunc
	over sync.WaitGroup
}

// enter goes to the server as connect does.
func (f *NatsFlags) enter(ctx context.Context, t *shell.Terminal, folder string) (*onServer, error) {
	h := &onServer{Terminal: t}
	var err error
	if h.conn, h.server, h.closed, err = f.Connect(ctx, t, folder); err != nil {
		return nil, err
	}
	h.ctx, h.stop = context.WithCancel(context.WithoutCancel(ctx))
	return h, nil
}

// serve lets this process work for a run too: n jobs at a time.
func (h *onServer) serve(n int, kind work.Kind, run string, entry func() []byte) {
	w := work.Worker{Name: NewRunName("w"), Host: hostName(), Parallel: n, Kinds: []work.Kind{kind}}
	h.over.Go(func() {
		for h.ctx.Err() == nil {
			_ = w.Serve(h.ctx, h.conn, run, entry()) // who hands out says what is wrong
			wait(h.ctx, time.Second/4)
		}
	})
}

// look tells of workers that do not come.
func (h *onServer) look(run, prefix string, plays func() bool) {
	l := work.Lookout{Conn: h.conn, Run: run, Plays: plays, Told: func(line string) { h.Warnf("ringer: %s%s\n", prefix, line) }}
	h.over.Go(func() { l.Look(h.ctx) })
}

// leave ends all that, and what takes a run off the server.
func (h *onServer) leave(what string, takeOff func() error) {
	h.stop()
	h.over.Wait()
	if err := takeOff(); err != nil {
		h.Warnf("ringer: what %s left on the server stays there: %v\n", what, err)
	}
	h.closed()
}

// maxToken is the size in bytes of the largest token.
const maxToken = 4 << 10

// readToken takes the token from its flag, its file, or else the environment.
func (f *NatsFlags) readToken() error {
	byFlag := f.Token != "" || f.tokenFile != ""
	switch {
	case f.URL == "":
		return nil
	case f.Token != "" && f.tokenFile != "":
		return input.Badf("--nats-token and --nats-token-file both say the token: leave one out")
	case byFlag && cluster.HasUser(f.URL):
		return input.Badf("--nats %s: it has a user or a token, and --nats-token says another: want one of them", cluster.Shown(f.URL))
	case f.tokenFile != "":
		text, err := disk.ReadText(f.tokenFile, maxToken)
		if err != nil {
			return input.Badf("--nats-token-file: %w", err)
		}
		if f.Token = strings.TrimSpace(string(text)); f.Token == "" {
			return input.Badf("--nats-token-file %s: it is empty: want the token", f.tokenFile)
		}
	case !byFlag && !cluster.HasUser(f.URL):
		f.Token = os.Getenv(TokenVariable)
	}
	return nil
}

// workerLine returns the command line of a worker of a server at an address, which shows no
// token.
func (f *NatsFlags) workerLine(address string) string {
	line := "ringer worker --nats " + input.ShellWord(cluster.Shown(address))
	switch {
	case f.tokenFile != "":
		line += " --nats-token-file " + input.ShellWord(f.tokenFile)
	case f.Token != "" || cluster.HasUser(f.URL):
		line += ", with the token of this command (--nats-token-file, or " + TokenVariable + ")"
	}
	return line
}

// explain makes errors of a connection bad input, but for an interrupt.
func (f *NatsFlags) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return shell.Interrupted("no connection to %s yet", cluster.Shown(f.URL))
	}
	return input.Badf("--nats %s: %w", cluster.Shown(f.URL), err)
}

// NewRunName returns a name that no other run has.
func NewRunName(kind string) string {
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
