package remote

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/models/graph"
	"ringer/train"
)

// BuildFacts are the facts that two processes must have in common to do each other's work: the
// bytes that come of it depend on all of this.
func BuildFacts() (map[string]string, error) {
	of, err := buildinfo.BuiltOf()
	v := buildinfo.ThisVersion()
	return map[string]string{"build": of, "go": v.Go, "platform": v.Platform, "backend": v.Backend, "vectors": v.Vectors}, err
}

// RunBuild returns the facts of a run as its entry has them.
func RunBuild(compute string) (json.RawMessage, error) {
	facts, err := BuildFacts()
	if err != nil {
		return nil, fmt.Errorf("which build this is: %w", err)
	}
	if compute == train.Portable {
		delete(facts, "vectors") // whatever the processor has, the bits are the same
	}
	return json.Marshal(facts)
}

// FitsHere returns nil where this process can work for a run, else why not. again is the
// environment in which this process, begun anew, could; nil where it could not.
func FitsHere(e *work.Entry) (again []string, err error) {
	build := map[string]any{}
	if err := json.Unmarshal(e.Build, &build); err != nil && len(e.Build) > 0 {
		return nil, &work.MalformedError{Text: fmt.Sprintf("%q: its build in the list of runs: %v", input.Shown(e.What), err)}
	}
	mine, err := BuildFacts()
	if err != nil {
		return nil, err
	}
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
	for key := range mine {
		theirs, _ := build[key].(string)
		if theirs == mine[key] {
			continue
		}
		same = same && key == "vectors"
		faults = append(faults, fmt.Sprintf("its %s is %s, this worker's is %s", key, buildinfo.OrNothing(input.Shown(theirs)), buildinfo.OrNothing(mine[key])))
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
	switch was := shell.Former(); {
	case !same:
	case was != nil && wanted == was.Vectors:
		again, hint = was.Environment(), "a worker that begins anew can play for it"
	case was == nil && wanted == graph.PortableVectors() && graph.CanBePortable() == nil:
		again, hint = shell.PortableEnvironment(), "a worker that begins anew can play for it"
	case e.Compute == train.Portable:
		hint = "it needs a processor with AVX2 and FMA, and a build with GOEXPERIMENT=simd for amd64 (make build)"
	default:
		hint = "train with --set compute=portable, which gives the same bits on all processors with AVX2 and FMA"
	}
	return again, fmt.Errorf("%s wants another build: %s: %s", input.Shown(e.What), strings.Join(faults, "; "), hint)
}
