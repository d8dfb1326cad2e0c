package workers

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/env/things"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/open"
	"ringer/open/carried"
	"ringer/train"
	"ringer/train/spread"
)

// HandOut announces what a program hands out, and returns where workers do it, with what takes it
// off the server. kind begins the name of the run, what shows it to people. With a server of
// this process, n jobs at a time are done here too, as t does them; 0: one a processor.
func (s *Server) HandOut(ctx context.Context, kind, what string, build json.RawMessage, t *carried.Trainer, n int) (*carried.Elsewhere, func(), error) {
	run := NewRunName(kind)
	client, err := jobs.Open(ctx, s.Conn, run, work.Entry{What: what, Build: build, Host: HostName()}, s.told)
	if err != nil {
		return nil, nil, err
	}
	if s.Own != nil {
		if n == 0 {
			n = runtime.GOMAXPROCS(0)
		}
		s.serve(n, jobsKind(t), run, client.Entry)
	}
	s.look(run, "", nil)
	player := jobs.NewPlayer(s.ctx, client, t.Study.Opener.Remember())
	return carried.NewElsewhere(player), func() { s.leave("the games have", client.Close) }, nil
}

// New returns a worker for runs of all kinds, which does n jobs at a time as t does them. programs
// says whether it starts the programs that the configuration of a training names.
func New(t *carried.Trainer, n int, programs bool, build json.RawMessage, told func(line string)) *work.Worker {
	return &work.Worker{
		Name: NewRunName("w"), Host: HostName(), Parallel: n, Build: build, Told: told,
		Kinds: []work.Kind{
			spread.Kind(func(config []byte, files map[string][]byte) (*spread.Run, error) {
				return carried.Player(t.Study.Opener, config, files, programs)
			}),
			jobsKind(t),
		},
	}
}

// jobsKind returns the kind of what commands hand out.
func jobsKind(t *carried.Trainer) work.Kind {
	doers := t.Doers()
	doers[jobs.Games] = jobs.NewTable(jobs.Makers{
		Game: func(text string, rules json.RawMessage) (env.Game, error) { return open.Restore("a job", text, rules) },
		Agent: func(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
			return open.CarriedAgent(g, name, files, t.Study.Opener.Warn)
		},
		Until: things.Until,
	}).Play
	return jobs.Kind(doers)
}

// Facts name the build that two processes must have in common to do each other's work: the bytes that come of
// it depend on all of this.
type Facts map[string]string

// Build returns the facts of a run as its entry has them, for networks that are computed so.
func (f Facts) Build(compute string) (json.RawMessage, error) {
	facts := maps.Clone(f)
	if compute == train.Portable {
		delete(facts, "vectors") // whatever the processor has, the bits are the same
	}
	return json.Marshal(facts)
}

// Fit returns nil where this process, of which these are the facts, can work for a run, else why
// not. environ is the environment in which this process, begun anew, could; nil where it could not.
// anew returns the environment of a process that computes with some vectors, nil where there is none.
func (f Facts) Fit(e *work.Entry, anew func(vectors string) []string) (environ []string, err error) {
	build := map[string]any{}
	if err := json.Unmarshal(e.Build, &build); err != nil && len(e.Build) > 0 {
		return nil, &work.MalformedError{Text: fmt.Sprintf("%q: its build in the list of runs: %v", input.Shown(e.What), err)}
	}
	mine := maps.Clone(f)
	wanted, _ := build["vectors"].(string) // with which networks are to be computed
	if e.Compute == train.Portable {
		wanted = graph.PortableVectors()
	}
	mine["vectors"] = graph.Vectors()
	if wanted != "" {
		build["vectors"] = wanted
	}
	var faults []string
	same := true
	known := func(text string) string {
		if text == "" {
			return "unknown"
		}
		return text
	}
	for key := range mine {
		theirs, _ := build[key].(string)
		if theirs == mine[key] {
			continue
		}
		same = same && key == "vectors"
		faults = append(faults, fmt.Sprintf("its %s is %s, this worker's is %s", key, known(input.Shown(theirs)), known(mine[key])))
	}
	if len(faults) == 0 && e.Compute == train.Portable {
		if err := graph.Portable(); err != nil {
			faults = append(faults, err.Error())
		}
	}
	if len(faults) == 0 {
		return nil, nil
	}
	slices.Sort(faults)
	hint := "use the same program on all machines"
	if same {
		environ = anew(wanted)
		switch {
		case environ != nil:
			hint = "a worker that begins anew can play for it"
		case e.Compute == train.Portable:
			hint = "it needs a processor with AVX2 and FMA, and a build with GOEXPERIMENT=simd for amd64 (make build)"
		default:
			hint = "train with --set compute=portable, which gives the same bits on all processors with AVX2 and FMA"
		}
	}
	return environ, fmt.Errorf("%s wants another build: %s: %s", input.Shown(e.What), strings.Join(faults, "; "), hint)
}
