package checkpoint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ringer/internal/disk"
	"ringer/internal/input"
)

// ConfigName is the name of the configuration in a run and in its checkpoints.
const ConfigName = "config.yaml"

const (
	lockName        = "lock"
	idName          = "id"
	buildsName      = "builds.jsonl"
	metricsName     = "metrics.jsonl"
	manifestName    = "manifest.json"
	folder          = "checkpoints"
	poolFolder      = "pool"
	opponentsFolder = "opponents"

	// temporary is the name of what is being written or removed; Resume sweeps
	// what a killed process left.
	temporary = ".writing-*"
)

// maxFile is the size in bytes of the largest file of a checkpoint that is read.
const maxFile = 1 << 32

// ErrNone is returned by Latest for a run without a whole checkpoint.
var ErrNone = errors.New("no checkpoint")

// Reader reads a run directory, also while another process trains it. It writes
// nothing.
type Reader struct{ dir string }

// Open opens a run directory for reading and returns its configuration.
func Open(dir string) (*Reader, []byte, error) {
	config, err := readText(filepath.Join(dir, ConfigName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%s is not a run: it has no %s", dir, ConfigName)
	}
	if err != nil {
		return nil, nil, err
	}
	return &Reader{dir}, config, nil
}

// Dir returns the run's folder.
func (r *Reader) Dir() string { return r.dir }

// Path returns the folder of the checkpoint of an iteration.
func (r *Reader) Path(iteration int) string {
	return filepath.Join(r.dir, folder, fmt.Sprintf("%08d", iteration))
}

// looks is how often a folder that looks empty is listed: while one checkpoint takes the place of
// another, a listing can miss both.
const looks = 20

// Iterations lists the checkpoints that are there, oldest first.
func (r *Reader) Iterations() (its []int, err error) {
	for i := 0; i < looks && err == nil && len(its) == 0; i++ {
		its, err = r.list()
	}
	return its, err
}

func (r *Reader) list() ([]int, error) {
	entries, err := os.ReadDir(filepath.Join(r.dir, folder))
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	var its []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && disk.IsFolder(filepath.Join(r.dir, folder, e.Name())) {
			its = append(its, n)
		}
	}
	slices.Sort(its)
	return its, nil
}

// Latest loads the newest whole checkpoint, or returns ErrNone. It skips a damaged
// checkpoint for the one before it. Where checkpoints come and go meanwhile, it
// looks again.
func (r *Reader) Latest() (iteration int, files map[string][]byte, err error) {
	its, err := r.Iterations()
	for err == nil {
		for _, it := range slices.Backward(its) {
			files, fault := Load(r.Path(it))
			if fault == nil {
				return it, files, nil
			}
			err = errors.Join(err, fault)
		}
		now, again := r.Iterations()
		if again != nil {
			return 0, nil, again
		}
		if slices.Equal(now, its) {
			break
		}
		its, err = now, nil
	}
	if err == nil {
		err = fmt.Errorf("%s: %w", r.dir, ErrNone)
	}
	return 0, nil, err
}

// Trained returns the configuration that the newest whole checkpoint was trained with, nil where
// there is none, or one of a build that did not write it there.
func (r *Reader) Trained() ([]byte, error) {
	_, files, err := r.Latest()
	if errors.Is(err, ErrNone) {
		return nil, nil
	}
	return files[ConfigName], err
}

// Load reads the files of one checkpoint folder and verifies their checksums.
func Load(dir string) (map[string][]byte, error) {
	data, err := readFile(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not a checkpoint: it has no %s", dir, manifestName)
	}
	if err != nil {
		return nil, err
	}
	sums := map[string]string{}
	if err := json.Unmarshal(data, &sums); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, manifestName), err)
	}
	files := map[string][]byte{}
	for name, want := range sums {
		if name == manifestName || !filepath.IsLocal(name) || filepath.Base(name) != name {
			return nil, fmt.Errorf("%s: %q: want the name of a file beside it", filepath.Join(dir, manifestName), name)
		}
		data, err := readFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
			return nil, fmt.Errorf("%s is damaged: its checksum is %x, the manifest says %s", filepath.Join(dir, name), sum, want)
		}
		files[name] = data
	}
	return files, nil
}

// readFile reads a regular file of a run.
func readFile(path string) ([]byte, error) {
	data, err := disk.ReadFile(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return data, nil
}

// readText is readFile of a text, which people may have edited.
func readText(path string) ([]byte, error) {
	data, err := readFile(path)
	return input.Unmarked(data), err
}

// LoadPool reads a pool file.
func (r *Reader) LoadPool(name string) ([]byte, error) {
	return readFile(filepath.Join(r.dir, poolFolder, name))
}

// OpponentPath returns the path of a file of an opponent.
func (r *Reader) OpponentPath(name string) string {
	return filepath.Join(r.dir, opponentsFolder, name)
}

// LoadOpponent reads a file of an opponent. The error wraps fs.ErrNotExist when the run
// has none of this name.
func (r *Reader) LoadOpponent(name string) ([]byte, error) {
	return readFile(r.OpponentPath(name))
}

// IsCheckpoint reports whether dir is a checkpoint folder rather than a run.
func IsCheckpoint(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, manifestName))
	return err == nil && strings.HasSuffix(filepath.Clean(filepath.Dir(dir)), folder)
}
