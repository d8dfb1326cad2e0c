package workers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"ringer/agents"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/carried"
	"ringer/open/study"
	"ringer/train"
	"ringer/train/checkpoint"
	"ringer/train/spread"
)

// Folder is the folder of a run in which a server of the training's own keeps its
// streams, until the run has ended.
const Folder = "nats"

// Training is a training whose iterations workers play; nil: this process does.
type Training struct {
	*Server
	dir     string
	learner *spread.Learner
}

// Spread announces the training of a run, which is locked, on a server. build has the facts that
// workers must have in common. here groups of tables are played by this process at a time; below 0:
// one a processor where the server is of this process, else none.
func (s *Server) Spread(ctx context.Context, opener *open.Opener, r *study.Run, run *checkpoint.Run, build json.RawMessage, here int) (_ *Training, err error) {
	t := &Training{Server: s, dir: run.Dir()}
	if s.Own != nil {
		if err := checkpoint.WriteFile(filepath.Join(t.dir, Folder, addressName), []byte(s.Own.Address())); err != nil {
			return nil, err
		}
	}
	text, err := r.File.Text()
	if err != nil {
		return nil, err
	}
	files, err := carried.Opponents(&run.Reader)
	if err != nil {
		return nil, err
	}
	id, err := run.ID()
	if err != nil {
		return nil, err
	}
	t.learner, err = spread.Begin(ctx, spread.LearnerOptions{
		Conn: s.Conn, Run: "train-" + id, What: t.dir, Host: HostName(), Spec: r.Game.Spec(), Config: r.File.Config, Text: text, Files: files, Build: build, Told: s.told,
	})
	if _, used := errors.AsType[*work.InUseError](err); used {
		return nil, input.Badf("%w: wait until that ends, or stop it; where %s is a copy of its folder, remove %s, which makes it a run of its own",
			err, t.dir, filepath.Join(t.dir, "id"))
	}
	if err != nil {
		return nil, err
	}
	if here < 0 && s.Own != nil {
		here = runtime.GOMAXPROCS(0)
	}
	if here > 0 {
		s.serve(here, spread.Kind(func([]byte, map[string][]byte) (*spread.Run, error) {
			return &spread.Run{Game: r.Game, Config: r.File.Config, Agent: func(name string) (agents.Agent, error) { return opener.AgentOfRun(r.Game, &run.Reader, name) }}, nil
		}), t.learner.Name(), t.learner.Entry)
	}
	s.look(t.learner.Name(), t.dir+": ", func() bool { return len(t.learner.Crew().Names) > 0 || t.learner.Waits() == 0 })
	return t, nil
}

// Player is the Player of a training, nil for this process.
func (t *Training) Player() train.Player {
	if t == nil {
		return nil
	}
	return t.learner
}

// Note says in words how many workers there are, to stand behind other words.
func (t *Training) Note() string {
	if t == nil {
		return ""
	}
	crew, c := t.learner.Crew(), t.learner.Counts()
	note := fmt.Sprintf(", workers: %d", len(crew.Names))
	if n := c.Dropped(); n > 0 {
		note += fmt.Sprintf(", %d results dropped", n)
	}
	return note
}

// End takes the training off the server, and returns what became of its messages. finished says
// that the run has ended, and needs the server's folder no more.
func (t *Training) End(finished bool) *work.Counts {
	if t == nil {
		return nil
	}
	var c work.Counts
	own := t.Own != nil
	t.leave("the run has", func() error {
		c = t.learner.Counts()
		return t.learner.Close(finished)
	})
	if finished && own {
		_ = os.RemoveAll(filepath.Join(t.dir, Folder)) // nobody needs it any more
	}
	return &c
}
