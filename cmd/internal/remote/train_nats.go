package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open/carried"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	trainspread "ringer/train/spread"
)

// NatsFolder is the folder of a run in which a server of the training's own keeps its
// streams, until the run has ended.
const NatsFolder = "nats"

// SpreadFlags are those of a training that plays elsewhere.
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
	if f.listen != "" {
		l, err := net.Listen("tcp", f.listen)
		if err != nil {
			return input.Badf("--nats-listen %s: %w", f.listen, err)
		}
		return l.Close()
	}
	return nil
}

// Spreading is a training whose iterations workers play.
type Spreading struct {
	*onServer
	learner *trainspread.Learner
}

// Start announces the training of a run, and returns nil where --nats is not given.
func (f *SpreadFlags) Start(ctx context.Context, t *shell.Terminal, g env.Game, file *algos.File, run *checkpoint.Run) (_ *Spreading, err error) {
	if f.URL == "" {
		return nil, nil
	}
	folder := filepath.Join(run.Dir(), NatsFolder)
	if f.URL == Embedded {
		if err := f.keepAddress(folder); err != nil {
			return nil, err
		}
	}
	s := &Spreading{}
	if s.onServer, err = f.enter(ctx, t, folder); err != nil {
		return nil, err
	}
	if s.server != nil {
		err = checkpoint.WriteFile(filepath.Join(folder, "address"), []byte(s.server.Address()))
	}
	if err == nil {
		s.learner, err = beginSpread(ctx, t, s.conn, g, file, run)
	}
	if err != nil {
		s.closed()
		return nil, err
	}
	f.sayWorkers(t, s.server)
	here := f.here
	if here < 0 && s.server != nil {
		here = runtime.GOMAXPROCS(0)
	}
	if here > 0 {
		s.serve(here, trainspread.Kind(func([]byte, map[string][]byte) (*trainspread.Run, error) {
			return &trainspread.Run{Game: g, Config: file.Config, Agent: func(name string) (agents.Agent, error) { return t.Opener.AgentOfRun(g, &run.Reader, name) }}, nil
		}), s.learner.Name(), s.learner.Entry)
	}
	s.look(s.learner.Name(), run.Dir()+": ", func() bool { return len(s.learner.Crew().Names) > 0 || s.learner.Waits() == 0 })
	return s, nil
}

// keepAddress gives a server of this process the address and the token of the process
// that trained the run before, which its workers know, and a token where other machines
// reach it.
func (f *SpreadFlags) keepAddress(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if before, err := disk.ReadText(filepath.Join(folder, "address"), 1<<10); err == nil && f.listen == "" {
		if l, err := net.Listen("tcp", string(before)); err == nil {
			f.listen = string(before)
			if err := l.Close(); err != nil {
				return err
			}
		}
	}
	if host, _, err := net.SplitHostPort(f.listen); f.Token != "" || f.listen == "" || err == nil && cluster.Loopback(host) {
		return nil
	}
	f.tokenFile = filepath.Join(folder, "token")
	token, err := disk.ReadText(f.tokenFile, maxToken)
	if errors.Is(err, fs.ErrNotExist) {
		token = []byte(rand.Text() + "\n")
		err = os.WriteFile(f.tokenFile, token, 0o600)
	}
	f.Token = strings.TrimSpace(string(token))
	return err
}

// sayWorkers prints the command line of a worker.
func (f *SpreadFlags) sayWorkers(t *shell.Terminal, server *cluster.Server) {
	address := f.URL
	if server != nil {
		host := ""
		if listen, _, err := net.SplitHostPort(f.listen); err == nil && (listen == "" || net.ParseIP(listen).IsUnspecified()) {
			if host, err = os.Hostname(); err != nil {
				host = "HOST"
			}
		}
		address = server.At(host)
	}
	t.Warnf("workers: %s\n", f.workerLine(address))
}

// beginSpread announces a run on a server.
func beginSpread(ctx context.Context, t *shell.Terminal, conn *cluster.Conn, g env.Game, file *algos.File, run *checkpoint.Run) (*trainspread.Learner, error) {
	text, err := file.Text()
	if err != nil {
		return nil, err
	}
	files, err := carried.Opponents(&run.Reader)
	if err != nil {
		return nil, err
	}
	build, err := RunBuild(file.Compute)
	if err != nil {
		return nil, err
	}
	id, err := run.ID()
	if err != nil {
		return nil, err
	}
	learner, err := trainspread.Begin(ctx, trainspread.LearnerOptions{
		Conn: conn, Run: "train-" + id, What: run.Dir(), Host: hostName(), Spec: g.Spec(), Config: file.Config, Text: text, Files: files, Build: build,
		Told: func(line string) { t.Warnf("ringer: %s\n", line) },
	})
	if _, used := errors.AsType[*work.InUseError](err); used {
		return nil, input.Badf("%w: wait until that ends, or stop it; where %s is a copy of its folder, remove %s, which makes it a run of its own",
			err, run.Dir(), filepath.Join(run.Dir(), "id"))
	}
	return learner, err
}

// Player is the Player of a training, nil for this process.
func (s *Spreading) Player() train.Player {
	if s == nil {
		return nil
	}
	return s.learner
}

// Note returns the text beside the bar of training.
func (s *Spreading) Note() string {
	if s == nil {
		return ""
	}
	crew, c := s.learner.Crew(), s.learner.Counts()
	note := fmt.Sprintf(", workers: %d", len(crew.Names))
	if n := c.Dropped(); n > 0 {
		note += fmt.Sprintf(", %d results dropped", n)
	}
	return note
}

// End takes the training off the server, and says what became of its messages.
func (s *Spreading) End(t *shell.Terminal, dir string, finished bool) *work.Counts {
	if s == nil {
		return nil
	}
	var c work.Counts
	s.leave("the run has", func() error {
		c = s.learner.Counts()
		return s.learner.Close(finished)
	})
	if c.Rows > 0 {
		t.Warnf("%s rows came in %s bytes (%.0f a row); %s results dropped: %d damaged, %d foreign, %d stale, %d late, %d twice, %d faults; %d of an earlier process used\n",
			shell.Count(float64(c.Rows)), shell.Count(float64(c.Bytes)), float64(c.Bytes)/float64(c.Rows), shell.Count(float64(c.Dropped())),
			c.Damaged, c.Foreign, c.Stale, c.Late, c.Duplicate, c.Faults, c.Reused)
	}
	if finished && s.server != nil {
		_ = os.RemoveAll(filepath.Join(dir, NatsFolder)) // nobody needs it any more
	}
	return &c
}
