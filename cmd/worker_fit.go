package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/train"
	trainspread "ringer/train/spread"
)

// runEntry holds the facts of an entry in the list of runs that say who can work for it.
type runEntry struct {
	Kind    string
	What    string
	Compute string
	Build   map[string]any
}

// vectors returns those that the run wants networks computed with.
func (e *runEntry) vectors() string {
	if e.Compute == train.Portable {
		return graph.PortableVectors()
	}
	v, _ := e.Build["vectors"].(string)
	return v
}

// A malformedError says that an entry in the list of runs describes no work: whoever wrote it,
// it is no reason for a worker to end.
type malformedError struct{ text string }

func (e *malformedError) Error() string { return e.text }

// readEntry decodes an entry in the list of runs.
func readEntry(name string, text []byte) (*runEntry, error) {
	var e runEntry
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, &malformedError{fmt.Sprintf("run %q: its entry in the list of runs is passed over: %v", input.Shown(name), err)}
	}
	if e.Kind != jobs.RunKind && e.Kind != trainspread.RunKind {
		return nil, &malformedError{fmt.Sprintf("run %q: its entry in the list of runs is passed over: kind %q: want %s or %s",
			input.Shown(name), input.Shown(e.Kind), jobs.RunKind, trainspread.RunKind)}
	}
	return &e, nil
}

// fits returns nil where this process can work for a run, else why not. again is the
// environment in which this process, begun anew, could; nil where it could not.
func (e *runEntry) fits() (again []string, err error) {
	own := spreadFacts
	if e.Kind == jobs.RunKind {
		own = jobFacts
	}
	mine, err := own()
	if err != nil {
		return nil, err
	}
	wanted, here := e.vectors(), graph.Vectors()
	if mine["vectors"] = here; e.Build == nil {
		e.Build = map[string]any{}
	}
	if wanted != "" {
		e.Build["vectors"] = wanted
	}
	var faults []string
	same := true
	for key := range mine {
		theirs, _ := e.Build[key].(string)
		if theirs == mine[key] {
			continue
		}
		same = same && key == "vectors"
		faults = append(faults, fmt.Sprintf("its %s is %s, this worker's is %s", key, orNothing(input.Shown(theirs)), orNothing(mine[key])))
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
	switch was := former(); {
	case !same:
	case was != nil && wanted == was.Vectors:
		again, hint = was.environment(), "a worker that begins anew can play for it"
	case was == nil && wanted == graph.PortableVectors() && graph.CanBePortable() == nil:
		again, hint = portableEnvironment(), "a worker that begins anew can play for it"
	case e.Compute == train.Portable:
		hint = "it needs a processor with AVX2 and FMA, and a build with GOEXPERIMENT=simd for amd64 (make build)"
	default:
		hint = "train with --set compute=portable, which gives the same bits on all processors with AVX2 and FMA"
	}
	return again, fmt.Errorf("%s wants another build: %s: %s", input.Shown(e.What), strings.Join(faults, "; "), hint)
}

// A refusal tells, in the table of statistics, that a worker does not work for a run, and why, so
// that whoever waits for workers can say why they do not come.
type refusal struct {
	Run    string `json:"run"`
	Worker string `json:"worker"`
	Host   string `json:"host"`
	Why    string `json:"why"`
}

// refusalName is the name of a refusal in the table of statistics.
func refusalName(run, worker string) string { return "refusal." + run + "." + worker }

// say puts the refusal in the table for a minute.
func (r *refusal) say(ctx context.Context, conn *cluster.Conn) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	if text, err := json.Marshal(r); err == nil {
		_ = conn.Stats().Put(ctx, refusalName(r.Run, r.Worker), text) // it is for people
	}
}

// Times of lookout: how often it looks, and how long nobody plays until it says so. Tests
// shorten them.
var (
	lookoutEvery = 2 * time.Second
	loneFor      = 20 * time.Second
)

// lookout tells, until ctx is done, which workers refuse a run and why, each reason once; and
// where plays is not nil, that nobody has played for the run for some time, and where the
// workers of the server are.
func lookout(ctx context.Context, conn *cluster.Conn, run string, plays func() bool, told func(string)) {
	said := map[string]bool{}
	lone, last := false, time.Now()
	for ctx.Err() == nil {
		wait(ctx, lookoutEvery)
		all, err := conn.Stats().All(ctx)
		if err != nil {
			continue
		}
		for _, e := range all {
			var r refusal
			if strings.HasPrefix(e.Name, refusalName(run, "")) && json.Unmarshal(e.Value, &r) == nil && !said[r.Why] {
				said[r.Why] = true
				told(fmt.Sprintf("worker %s of host %s does not play: %s", input.Shown(r.Worker), input.Shown(r.Host), input.Shown(r.Why)))
			}
		}
		if plays == nil {
			continue
		}
		if plays() {
			lone, last = false, time.Now()
		} else if !lone && time.Since(last) >= loneFor {
			lone = true
			told("nobody plays: " + elsewhereNow(ctx, conn, run, len(said)))
		}
	}
}

// elsewhereNow says what the workers of a server do.
func elsewhereNow(ctx context.Context, conn *cluster.Conn, run string, refusals int) string {
	states, err := trainspread.States(ctx, conn)
	if err != nil {
		return "what the workers of the server do is not known"
	}
	var busy []string
	for _, s := range states {
		if s.Kind == trainspread.WorkerKind && s.Run != run {
			busy = append(busy, fmt.Sprintf("%s of host %s plays for %s", input.Shown(s.Name), input.Shown(s.Host), input.Shown(s.What)))
		}
	}
	switch {
	case len(busy) > 0:
		return "the server has workers for others: " + strings.Join(busy, "; ")
	case refusals > 0:
		return "the workers that came do not fit, as said above"
	default:
		return "the server has no worker"
	}
}
