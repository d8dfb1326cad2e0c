package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ringer/internal/disk"
	"ringer/models/botfile"
	"ringer/train/checkpoint"
)

// maxRunText is the size of the largest configuration or result of a run that is read.
const maxRunText = 64 * disk.MiB

// newRun makes the folder of a run. A folder that is taken is bad input.
func newRun(dir string, config []byte) (*checkpoint.Run, error) {
	run, err := checkpoint.Create(dir, config)
	if errors.Is(err, checkpoint.ErrThere) {
		return nil, bad(err)
	}
	return run, badIfLocked(err)
}

// resumeRun locks the folder of a run to go on with it.
func resumeRun(dir string) (*checkpoint.Run, error) {
	run, config, err := checkpoint.Resume(dir)
	if err != nil {
		return nil, badIfLocked(err)
	}
	was, err := run.Trained()
	if err == nil {
		err = checkUnedited(filepath.Join(dir, checkpoint.ConfigName), config, was)
	}
	if err != nil {
		return nil, errors.Join(err, run.Close())
	}
	return run, nil
}

// checkUnedited refuses the configuration of a run that is not the one that its checkpoint was
// trained with, and names the keys: what the run says of itself would not be true. was is nil
// where nobody knows.
func checkUnedited(path string, now, was []byte) error {
	if was == nil || bytes.Equal(now, was) {
		return nil
	}
	before, after := map[string]any{}, map[string]any{}
	if err := yaml.Unmarshal(was, &before); err != nil {
		return badf("%s in the checkpoint: %w", path, err)
	}
	if err := yaml.Unmarshal(now, &after); err != nil {
		return badf("%s: %w", path, err)
	}
	edits := editsOf("", before, after)
	if len(edits) == 0 {
		return nil // other words for the same
	}
	return badf("%s was edited after a part of the run was trained: %s; put that back, or train a run of its own with the new settings, which start=bot(FILE) lets begin with this one's export",
		path, strings.Join(edits, "; "))
}

// editsOf lists the keys below a path whose values differ, in order.
func editsOf(path string, before, after map[string]any) (edits []string) {
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		was, had := before[key]
		is, has := after[key]
		a, inner := was.(map[string]any)
		b, too := is.(map[string]any)
		switch {
		case inner && too:
			edits = append(edits, editsOf(path+key+".", a, b)...)
		case had != has || !reflect.DeepEqual(was, is):
			edits = append(edits, fmt.Sprintf("%s%s: %s, was %s", path, key, valueShown(is, has), valueShown(was, had)))
		}
	}
	return edits
}

// valueShown returns a value of a configuration as text for people.
func valueShown(value any, there bool) string {
	if !there {
		return "nothing"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	if len(text) > mostShown {
		return string(text[:mostShown]) + "…"
	}
	return string(text)
}

// mostShown bounds the bytes of a value in a message.
const mostShown = 60

// badIfLocked marks the error of a run that another process trains as one of input.
func badIfLocked(err error) error {
	if _, ok := errors.AsType[*checkpoint.LockedError](err); ok {
		return bad(err)
	}
	return err
}

// closeRun gives up the lock of a run; nil is none.
func closeRun(run *checkpoint.Run) error {
	if run == nil {
		return nil
	}
	return run.Close()
}

// recordBuild writes into a run that this build trains it from its present
// iteration on, and warns when another one began it.
func recordBuild(t *terminal, run *checkpoint.Run) error {
	builds, err := readBuilds(&run.Reader)
	if err != nil {
		return err
	}
	mine := thisVersion().build()
	its, err := run.Iterations()
	if err != nil {
		return err
	}
	if len(its) > 0 {
		mine.Iteration = its[len(its)-1]
	}
	if len(builds) > 0 {
		before := builds[len(builds)-1]
		differs := differences(before, mine)
		if len(differs) == 0 {
			return nil
		}
		t.warnf("ringer: %s was trained by another build until now (%s): what follows may differ in the last bits from what that build would have done\n",
			run.Dir(), strings.Join(differs, ", "))
	}
	text, err := json.Marshal(mine)
	if err != nil {
		return err
	}
	return run.AddBuild(text)
}

// differences names what two builds differ in, as "vectors avx2, now avx512".
func differences(before, now botfile.Build) []string {
	var out []string
	for _, p := range []struct{ name, before, now string }{
		{"ringer", before.Ringer, now.Ringer},
		{"revision", before.Revision, now.Revision},
		{"go", before.Go, now.Go},
		{"platform", before.Platform, now.Platform},
		{"backend", before.Backend, now.Backend},
		{"vectors", before.Vectors, now.Vectors},
	} {
		if p.before != p.now {
			out = append(out, fmt.Sprintf("%s %s, now %s", p.name, orNothing(p.before), orNothing(p.now)))
		}
	}
	return out
}

func orNothing(s string) string {
	if s == "" {
		return "unknown"
	}
	return s
}

// readBuilds returns the builds that trained a run, oldest first.
func readBuilds(run *checkpoint.Reader) ([]botfile.Build, error) {
	records, err := run.Builds()
	if err != nil {
		return nil, err
	}
	builds := make([]botfile.Build, len(records))
	for i, r := range records {
		if err := json.Unmarshal(r, &builds[i]); err != nil {
			return nil, fmt.Errorf("%s: builds.jsonl, line %d: %w", run.Dir(), i+1, err)
		}
	}
	return builds, nil
}
