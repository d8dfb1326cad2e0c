package cmd

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
	"ringer/env"
	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/open/carried"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	trainspread "ringer/train/spread"
)

// natsFolder is the folder of a run in which a server of the training's own keeps its
// streams, until the run has ended.
const natsFolder = "nats"

// spreadFlags are those of a training that plays elsewhere.
type spreadFlags struct {
	natsFlags
	here     int
	replicas int
}

func (f *spreadFlags) add(cmd *cobra.Command) {
	f.natsFlags.add(cmd, "URL of a NATS server whose workers (ringer worker) play, or embedded for a server of this process; the run stays the same")
	addFlag(cmd, &f.here, "nats-play", -1, ofServer, "with --nats: groups of tables that this process plays at a time (default: one a processor when embedded, else none)")
	addFlag(cmd, &f.replicas, "nats-replicas", 1, ofServer, "with --nats URL: servers of the cluster that keep each message")
}

// check refuses flags that mean nothing, and an address that is taken.
func (f *spreadFlags) check(cmd *cobra.Command) error {
	var faults []error
	for _, name := range given(cmd, &f.here, &f.replicas) {
		if f.url == "" {
			faults = append(faults, badf("--%s: want --nats as well, which says where the server is", name))
		}
	}
	if isGiven(cmd, &f.here) {
		faults = append(faults, atLeast("nats-play", f.here, 0))
	}
	faults = append(faults, atLeast("nats-replicas", f.replicas, 1), f.natsFlags.check(cmd))
	if err := errors.Join(faults...); err != nil {
		return bad(err)
	}
	if f.listen != "" {
		l, err := net.Listen("tcp", f.listen)
		if err != nil {
			return badf("--nats-listen %s: %w", f.listen, err)
		}
		return l.Close()
	}
	return nil
}

// spreading is a training whose iterations workers play.
type spreading struct {
	*onServer
	learner *trainspread.Learner
}

// start announces the training of a run, and returns nil where --nats is not given.
func (f *spreadFlags) start(ctx context.Context, t *terminal, g env.Game, file *algos.File, run *checkpoint.Run) (_ *spreading, err error) {
	if f.url == "" {
		return nil, nil
	}
	folder := filepath.Join(run.Dir(), natsFolder)
	if f.url == embedded {
		if err := f.keepAddress(folder); err != nil {
			return nil, err
		}
	}
	s := &spreading{}
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
			return &trainspread.Run{Game: g, Config: file.Config, Agent: func(name string) (agents.Agent, error) { return opener.AgentOfRun(g, &run.Reader, name) }}, nil
		}), s.learner.Name(), s.learner.Entry)
	}
	s.look(s.learner.Name(), run.Dir()+": ", func() bool { return len(s.learner.Crew().Names) > 0 || s.learner.Waits() == 0 })
	return s, nil
}

// keepAddress gives a server of this process the address and the token of the process
// that trained the run before, which its workers know, and a token where other machines
// reach it.
func (f *spreadFlags) keepAddress(folder string) error {
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
	if host, _, err := net.SplitHostPort(f.listen); f.token != "" || f.listen == "" || err == nil && cluster.Loopback(host) {
		return nil
	}
	f.tokenFile = filepath.Join(folder, "token")
	token, err := disk.ReadText(f.tokenFile, maxToken)
	if errors.Is(err, fs.ErrNotExist) {
		token = []byte(rand.Text() + "\n")
		err = os.WriteFile(f.tokenFile, token, 0o600)
	}
	f.token = strings.TrimSpace(string(token))
	return err
}

// sayWorkers prints the command line of a worker.
func (f *spreadFlags) sayWorkers(t *terminal, server *cluster.Server) {
	address := f.url
	if server != nil {
		host := ""
		if listen, _, err := net.SplitHostPort(f.listen); err == nil && (listen == "" || net.ParseIP(listen).IsUnspecified()) {
			if host, err = os.Hostname(); err != nil {
				host = "HOST"
			}
		}
		address = server.At(host)
	}
	t.warnf("workers: %s\n", f.workerLine(address))
}

// beginSpread announces a run on a server.
func beginSpread(ctx context.Context, t *terminal, conn *cluster.Conn, g env.Game, file *algos.File, run *checkpoint.Run) (*trainspread.Learner, error) {
	text, err := file.Text()
	if err != nil {
		return nil, err
	}
	files, err := carried.Opponents(&run.Reader)
	if err != nil {
		return nil, err
	}
	build, err := runBuild(file.Compute)
	if err != nil {
		return nil, err
	}
	id, err := run.ID()
	if err != nil {
		return nil, err
	}
	learner, err := trainspread.Begin(ctx, trainspread.LearnerOptions{
		Conn: conn, Run: "train-" + id, What: run.Dir(), Host: hostName(), Spec: g.Spec(), Config: file.Config, Text: text, Files: files, Build: build,
		Told: func(line string) { t.warnf("ringer: %s\n", line) },
	})
	if _, used := errors.AsType[*work.InUseError](err); used {
		return nil, badf("%w: wait until that ends, or stop it; where %s is a copy of its folder, remove %s, which makes it a run of its own",
			err, run.Dir(), filepath.Join(run.Dir(), "id"))
	}
	return learner, err
}

// player is the Player of a training, nil for this process.
func (s *spreading) player() train.Player {
	if s == nil {
		return nil
	}
	return s.learner
}

// note returns the text beside the bar of training.
func (s *spreading) note() string {
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

// end takes the training off the server, and says what became of its messages.
func (s *spreading) end(t *terminal, dir string, finished bool) *work.Counts {
	if s == nil {
		return nil
	}
	var c work.Counts
	s.leave("the run has", func() error {
		c = s.learner.Counts()
		return s.learner.Close(finished)
	})
	if c.Rows > 0 {
		t.warnf("%s rows came in %s bytes (%.0f a row); %s results dropped: %d damaged, %d foreign, %d stale, %d late, %d twice, %d faults; %d of an earlier process used\n",
			count(float64(c.Rows)), count(float64(c.Bytes)), float64(c.Bytes)/float64(c.Rows), count(float64(c.Dropped())),
			c.Damaged, c.Foreign, c.Stale, c.Late, c.Duplicate, c.Faults, c.Reused)
	}
	if finished && s.server != nil {
		_ = os.RemoveAll(filepath.Join(dir, natsFolder)) // nobody needs it any more
	}
	return &c
}
