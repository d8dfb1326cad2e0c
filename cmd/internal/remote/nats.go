package remote

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ringer/cmd/internal/shell"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open/study"
	"ringer/open/workers"
	"ringer/train/checkpoint"
)

// NatsFlags say where work is handed out.
type NatsFlags struct {
	workers.Options
	tokenFile string
}

// TokenVariable is the environment variable of the token.
const TokenVariable = "RINGER_NATS_TOKEN"

func (f *NatsFlags) Add(cmd *cobra.Command, usage string) {
	shell.AddFlag(cmd, &f.URL, "nats", "", shell.AServer, usage)
	shell.AddFlag(cmd, &f.Listen, "nats-listen", "", shell.OfServer, "with --nats embedded: the address of the server, HOST:PORT (default: this machine alone, any port)")
	shell.AddFlag(cmd, &f.Token, "nats-token", "", shell.OfServer, "token that the server wants, which other users of this machine see; needed where --nats-listen is an address for other machines")
	shell.AddFlag(cmd, &f.tokenFile, "nats-token-file", "", shell.FileOfServer, "file of the token (default: the environment variable "+TokenVariable+")")
	shell.AddFlag(cmd, &f.Credentials, "nats-creds", "", shell.FileOfServer, "file of NATS credentials")
	shell.AddFlag(cmd, &f.CA, "nats-ca", "", shell.FileOfServer, "file of certificates to trust besides the system's")
	shell.AddFlag(cmd, &f.Cert, "nats-cert", "", shell.FileOfServer, "file of the certificate to show")
	shell.AddFlag(cmd, &f.Key, "nats-key", "", shell.FileOfServer, "file of its key")
}

// Check refuses flags that mean nothing without others.
func (f *NatsFlags) Check(cmd *cobra.Command) error {
	var faults []error
	for _, name := range shell.Given(cmd, &f.Listen, &f.Token, &f.tokenFile, &f.Credentials, &f.CA, &f.Cert, &f.Key) {
		if f.URL == "" {
			faults = append(faults, input.Badf("--%s: want --nats as well, which says where the server is", name))
		}
	}
	if f.URL != "" && f.URL != workers.Embedded {
		if err := cluster.CheckAddresses(f.URL); err != nil {
			faults = append(faults, input.Badf("--nats %w, or embedded", err))
		}
	}
	if f.Listen != "" && f.URL != "" && f.URL != workers.Embedded {
		faults = append(faults, input.Badf("--nats-listen %s: want --nats embedded: %s is a server of its own", f.Listen, cluster.Shown(f.URL)))
	}
	if f.URL == workers.Embedded && f.Credentials != "" {
		faults = append(faults, input.Badf("--nats-creds: want --nats URL: the server of this process takes --nats-token"))
	}
	faults = append(faults, f.readToken())
	if (f.Cert == "") != (f.Key == "") {
		faults = append(faults, input.Badf("--nats-cert %q and --nats-key %q: want both, or neither", f.Cert, f.Key))
	}
	for _, file := range []string{f.Credentials, f.CA, f.Cert, f.Key} {
		if file != "" {
			_, err := os.Stat(file)
			faults = append(faults, input.Bad(err))
		}
	}
	return input.Bad(errors.Join(faults...))
}

// Connect goes to the server, which it starts where that is one of this process. After that this
// process does not begin anew.
func (f *NatsFlags) Connect(ctx context.Context, t *shell.Terminal, folder string) (*workers.Server, error) {
	t.Restart = nil
	f.Told = toldBy(t)
	s, err := workers.Connect(ctx, f.Options, folder)
	if err != nil && f.URL != workers.Embedded {
		return nil, f.explain(ctx, err)
	}
	return s, err
}

// toldBy returns what tells of a server and its workers.
func toldBy(t *shell.Terminal) func(line string) {
	return func(line string) { t.Warnf("ringer: %s\n", line) }
}

// readToken takes the token from its flag, its file, or else the environment.
func (f *NatsFlags) readToken() error {
	byFlag := f.Token != "" || f.tokenFile != ""
	switch {
	case f.URL == "":
		return nil
	case f.Token != "" && f.tokenFile != "":
		return input.Badf("--nats-token and --nats-token-file both give the token: leave one out")
	case byFlag && cluster.HasUser(f.URL):
		return input.Badf("--nats %s: the URL has a user or a token, and --nats-token gives another: leave one out", cluster.Shown(f.URL))
	case f.tokenFile != "":
		text, err := disk.ReadText(f.tokenFile, workers.MaxToken)
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

// SpreadFlags are the flags of a training that plays elsewhere.
type SpreadFlags struct {
	NatsFlags
	here     int
	replicas int
}

func (f *SpreadFlags) Add(cmd *cobra.Command) {
	f.NatsFlags.Add(cmd, "URL of a NATS server whose workers (ringer worker) play, or embedded for a server of this process; the run stays the same")
	shell.AddFlag(cmd, &f.here, "nats-play", -1, shell.OfServer, "with --nats: groups of tables that this process plays at a time (default: one a processor when embedded, else none)")
	shell.AddFlag(cmd, &f.replicas, "nats-replicas", 1, shell.OfServer, "with --nats URL: servers of the cluster that keep each message")
}

// Check refuses flags that mean nothing, and an address that is taken.
func (f *SpreadFlags) Check(cmd *cobra.Command) error {
	var faults []error
	for _, name := range shell.Given(cmd, &f.here, &f.replicas) {
		if f.URL == "" {
			faults = append(faults, input.Badf("--%s: want --nats as well, which says where the server is", name))
		}
	}
	if shell.IsGiven(cmd, &f.here) {
		faults = append(faults, shell.AtLeast("nats-play", f.here, 0))
	}
	faults = append(faults, shell.AtLeast("nats-replicas", f.replicas, 1), f.NatsFlags.Check(cmd))
	if err := errors.Join(faults...); err != nil {
		return input.Bad(err)
	}
	if f.Listen != "" {
		l, err := net.Listen("tcp", f.Listen)
		if err != nil {
			return input.Badf("--nats-listen %s: %w", f.Listen, err)
		}
		return l.Close()
	}
	return nil
}

// Start announces the training of a run, and returns nil where --nats is not given.
func (f *SpreadFlags) Start(ctx context.Context, t *shell.Terminal, r *study.Run, run *checkpoint.Run) (_ *workers.Training, err error) {
	if f.URL == "" {
		return nil, nil
	}
	folder := filepath.Join(run.Dir(), workers.Folder)
	if f.URL == workers.Embedded {
		file, err := f.KeepAddress(folder)
		if err != nil {
			return nil, err
		}
		f.tokenFile = cmp.Or(file, f.tokenFile)
	}
	s, err := f.Connect(ctx, t, folder)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	build, err := RunBuild(r.File.Compute)
	if err != nil {
		return nil, err
	}
	training, err := s.Spread(ctx, t.Opener, r, run, build, f.here)
	if err != nil {
		return nil, err
	}
	f.sayWorkers(t, s.Own)
	return training, nil
}

// sayWorkers prints the command line of a worker.
func (f *SpreadFlags) sayWorkers(t *shell.Terminal, server *cluster.Server) {
	address := f.URL
	if server != nil {
		host := ""
		if listen, _, err := net.SplitHostPort(f.Listen); err == nil && (listen == "" || net.ParseIP(listen).IsUnspecified()) {
			if host, err = os.Hostname(); err != nil {
				host = "HOST"
			}
		}
		address = server.At(host)
	}
	t.Warnf("workers: %s\n", f.workerLine(address))
}

// SayCounts prints what became of the results of workers; nil is nothing.
func SayCounts(t *shell.Terminal, c *work.Counts) {
	if c != nil && c.Rows > 0 {
		t.Warnf("%s rows came in %s bytes (%.0f a row); %s results dropped: %d damaged, %d foreign, %d stale, %d late, %d twice, %d faults; %d of an earlier process used\n",
			shell.Count(float64(c.Rows)), shell.Count(float64(c.Bytes)), float64(c.Bytes)/float64(c.Rows), shell.Count(float64(c.Dropped())),
			c.Damaged, c.Foreign, c.Stale, c.Late, c.Duplicate, c.Faults, c.Reused)
	}
}
