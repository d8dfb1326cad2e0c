package open

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ringer/internal/cluster/work"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/train"
	"ringer/train/checkpoint"
	"ringer/train/warm"
)

// MaxText is the size of the largest configuration or result that is read.
const MaxText = 64 * disk.MiB

// NewRun makes the folder of a run. A folder that is taken is bad input.
func NewRun(dir string, config []byte) (*checkpoint.Run, error) {
	run, err := checkpoint.Create(dir, config)
	if errors.Is(err, checkpoint.ErrThere) {
		return nil, input.Bad(err)
	}
	return run, badIfLocked(err)
}

// NewTraining makes the folder of a run with its copies of other files.
func NewTraining(dir string, config []byte, copies *Copies) (*checkpoint.Run, error) {
	run, err := NewRun(dir, config)
	if err != nil {
		return nil, err
	}
	for name, data := range copies.Opponents {
		err = errors.Join(err, run.SaveOpponent(name, data))
	}
	if err == nil && copies.Start != nil {
		err = checkpoint.WriteFile(filepath.Join(run.Dir(), startName), copies.Start)
	}
	if err != nil {
		return nil, errors.Join(err, run.Close())
	}
	return run, nil
}

// ResumeRun locks the folder of a run to go on with it.
func ResumeRun(dir string) (*checkpoint.Run, error) {
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

// badIfLocked marks the error of a run that another process trains as one of input.
func badIfLocked(err error) error {
	if _, ok := errors.AsType[*checkpoint.LockedError](err); ok {
		return input.Bad(err)
	}
	return err
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
		return input.Badf("%s in the checkpoint: %w", path, err)
	}
	if err := yaml.Unmarshal(now, &after); err != nil {
		return input.Badf("%s: %w", path, err)
	}
	edits := editsOf("", before, after)
	if len(edits) == 0 {
		return nil // other words for the same
	}
	return input.Badf("%s was edited after a part of the run was trained: %s; restore it, or train a new run with these settings: --set 'start=bot(FILE)' begins it with a bot that ringer export makes of this one",
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

// mostShown bounds the bytes of a value in a message.
const mostShown = 60

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

// Builds returns the builds that trained a run, oldest first.
func Builds(run *checkpoint.Reader) ([]botfile.Build, error) {
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

// RecordBuild writes into a run that a build trains it from its present iteration on. warn is
// told when another one trained it until then.
func RecordBuild(run *checkpoint.Run, build botfile.Build, warn func(format string, args ...any)) error {
	builds, err := Builds(&run.Reader)
	if err != nil {
		return err
	}
	its, err := run.Iterations()
	if err != nil {
		return err
	}
	if len(its) > 0 {
		build.Iteration = its[len(its)-1]
	}
	if len(builds) > 0 {
		differs := Differences(builds[len(builds)-1], build)
		if len(differs) == 0 {
			return nil
		}
		warn("ringer: %s was trained by another build until now (%s): what follows may differ in the last bits from what that build would have done\n",
			run.Dir(), strings.Join(differs, ", "))
	}
	text, err := json.Marshal(build)
	if err != nil {
		return err
	}
	return run.AddBuild(text)
}

// Differences names what two builds differ in, as "vectors avx2, now avx512".
func Differences(before, now botfile.Build) []string {
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
			out = append(out, fmt.Sprintf("%s %s, now %s", p.name, cmp.Or(p.before, "unknown"), cmp.Or(p.now, "unknown")))
		}
	}
	return out
}

// ResultName is the file of a run that holds its summary.
const ResultName = "result.json"

// Result is the summary of a run.
type Result struct {
	Run string `json:"run"`
	*train.Result
	Start *warm.Taken `json:"start,omitempty"` // of a run that began with a bot, in the process that began it

	// Spread says what became of the results of workers, in this process.
	Spread *work.Counts `json:"spread,omitempty"`
}

// PausedName is the file of a run that has the summary of its last pause.
const PausedName = "paused.json"

// KeepPaused writes the summary of a run that has paused.
func KeepPaused(r *Result) error { return writeResult(r, PausedName) }

func writeResult(r *Result, name string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(filepath.Join(r.Run, name), append(text, '\n'))
}

// KeepResult writes the summary of a run beside its checkpoints. A run that had ended before
// keeps its first summary, and one that was interrupted gets none.
func KeepResult(r *Result) error {
	if r.Interrupted {
		return nil
	}
	path := filepath.Join(r.Run, ResultName)
	if old, err := ReadResult(path); err == nil && old.Result != nil && old.Iterations == r.Iterations {
		return nil
	}
	return writeResult(r, ResultName)
}

// ReadResult reads the summary of a run.
func ReadResult(path string) (*Result, error) {
	text, err := disk.ReadText(path, MaxText)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}
