package checkpoint

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	configName   = "config.yaml"
	metricsName  = "metrics.jsonl"
	manifestName = "manifest.json"
	folder       = "checkpoints"
	poolFolder   = "pool"
)

// ErrNone is returned by Latest for a run without a whole checkpoint.
var ErrNone = errors.New("no checkpoint")

// Run is a run directory. It is not safe for concurrent use.
type Run struct{ dir string }

// Create makes a new run directory and writes the configuration into it. A
// directory that already holds a run is refused.
func Create(dir string, config []byte) (*Run, error) {
	if _, err := os.Stat(filepath.Join(dir, configName)); err == nil {
		return nil, fmt.Errorf("%s already holds a run: resume it with --resume %s, or choose another folder with --out", dir, dir)
	}
	for _, d := range []string{folder, poolFolder} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	return &Run{dir}, WriteFile(filepath.Join(dir, configName), config)
}

// Open opens a run directory and returns its configuration.
func Open(dir string) (*Run, []byte, error) {
	config, err := os.ReadFile(filepath.Join(dir, configName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s is not a run: it has no %s", dir, configName)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("checkpoint: %w", err)
	}
	r := &Run{dir}
	return r, config, r.sweep()
}

// Dir returns the run's folder.
func (r *Run) Dir() string { return r.dir }

// sweep removes the leftovers of an interrupted Save.
func (r *Run) sweep() error {
	for _, pattern := range []string{".writing-*", folder + "/.writing-*", poolFolder + "/.writing-*"} {
		names, err := filepath.Glob(filepath.Join(r.dir, pattern))
		if err != nil {
			return err
		}
		for _, n := range names {
			if err := os.RemoveAll(n); err != nil {
				return fmt.Errorf("checkpoint: %w", err)
			}
		}
	}
	return nil
}

// Path returns the folder of the checkpoint of an iteration.
func (r *Run) Path(iteration int) string {
	return filepath.Join(r.dir, folder, fmt.Sprintf("%08d", iteration))
}

// Save writes a checkpoint, whole or not at all. Saving an iteration that is
// there already does nothing: the bytes are a function of the iteration.
func (r *Run) Save(iteration int, files map[string][]byte) (err error) {
	final := r.Path(iteration)
	if _, err := os.Stat(final); err == nil {
		return nil
	}
	tmp, err := os.MkdirTemp(filepath.Join(r.dir, folder), ".writing-*")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(tmp))
		}
	}()
	sums := map[string]string{}
	for name, data := range files {
		if err := WriteFile(filepath.Join(tmp, name), data); err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		sums[name] = hex.EncodeToString(sum[:])
	}
	manifest, err := json.MarshalIndent(sums, "", "  ")
	if err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(tmp, manifestName), append(manifest, '\n')); err != nil {
		return err
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := os.Rename(tmp, final); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return syncDir(filepath.Join(r.dir, folder))
}

// Iterations lists the checkpoints that are there, oldest first.
func (r *Run) Iterations() ([]int, error) {
	entries, err := os.ReadDir(filepath.Join(r.dir, folder))
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	var its []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && e.IsDir() {
			its = append(its, n)
		}
	}
	slices.Sort(its)
	return its, nil
}

// Latest loads the newest whole checkpoint, or returns ErrNone. It skips a damaged
// checkpoint for the one before it.
func (r *Run) Latest() (iteration int, files map[string][]byte, err error) {
	its, err := r.Iterations()
	if err != nil {
		return 0, nil, err
	}
	var faults error
	for _, it := range slices.Backward(its) {
		files, err := Load(r.Path(it))
		if err == nil {
			return it, files, nil
		}
		faults = errors.Join(faults, err)
	}
	if faults != nil {
		return 0, nil, faults
	}
	return 0, nil, fmt.Errorf("%s: %w", r.dir, ErrNone)
}

// Load reads the files of one checkpoint folder and verifies their checksums.
func Load(dir string) (map[string][]byte, error) {
	data, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return nil, fmt.Errorf("%s is not a checkpoint: it has no %s", dir, manifestName)
	}
	sums := map[string]string{}
	if err := json.Unmarshal(data, &sums); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, manifestName), err)
	}
	files := map[string][]byte{}
	for name, want := range sums {
		data, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
			return nil, fmt.Errorf("%s is damaged: its checksum is %x, the manifest says %s", filepath.Join(dir, name), sum, want)
		}
		files[name] = data
	}
	return files, nil
}

// Prune removes all but the newest keep checkpoints, and the pool files that
// are not named in used.
func (r *Run) Prune(keep int, used []string) error {
	its, err := r.Iterations()
	if err != nil {
		return err
	}
	for len(its) > keep {
		if err := os.RemoveAll(r.Path(its[0])); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		its = its[1:]
	}
	entries, err := os.ReadDir(filepath.Join(r.dir, poolFolder))
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	for _, e := range entries {
		if !slices.Contains(used, e.Name()) {
			if err := os.Remove(filepath.Join(r.dir, poolFolder, e.Name())); err != nil {
				return fmt.Errorf("checkpoint: %w", err)
			}
		}
	}
	return nil
}

// SavePool writes a pool file unless it is there.
func (r *Run) SavePool(name string, data []byte) error {
	path := filepath.Join(r.dir, poolFolder, name)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return WriteFile(path, data)
}

// LoadPool reads a pool file.
func (r *Run) LoadPool(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(r.dir, poolFolder, name))
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return data, nil
}

// Metrics opens metrics.jsonl for appending, after dropping the lines of steps
// beyond lastStep and a last line that was cut off: a resumed run writes those
// again.
func (r *Run) Metrics(lastStep int) (io.WriteCloser, error) {
	path := filepath.Join(r.dir, metricsName)
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	var kept bytes.Buffer
	lines := bufio.NewScanner(bytes.NewReader(old))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var head struct {
			Step *int `json:"step"`
		}
		if json.Unmarshal(lines.Bytes(), &head) != nil || head.Step == nil || *head.Step > lastStep {
			continue
		}
		kept.Write(lines.Bytes())
		kept.WriteByte('\n')
	}
	if kept.Len() != len(old) {
		if err := WriteFile(path, kept.Bytes()); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return f, nil
}

// Events makes a new TensorBoard event file; TensorBoard reads all that lie in
// a folder, in the order of the Unix time (in seconds) in their names.
func (r *Run) Events(unix int64) (io.WriteCloser, error) {
	for n := 0; ; n++ {
		name := fmt.Sprintf("events.out.tfevents.%010d.ringer.%d", unix, n)
		f, err := os.OpenFile(filepath.Join(r.dir, name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
		return f, nil
	}
}

// IsCheckpoint reports whether dir is a checkpoint folder rather than a run.
func IsCheckpoint(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil && strings.HasSuffix(filepath.Clean(filepath.Dir(dir)), folder)
}
