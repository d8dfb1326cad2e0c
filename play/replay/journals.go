package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ringer/disk"
)

// Journals keeps tables that are under way as lines of JSON, one file each, which grow
// at their end. A file whose last line was not written to its end, because the
// process or the power ended, loses that line and no other. A Journals is safe for
// concurrent use, but lines of one name must come one after the other.
type Journals struct {
	Most int // files in the folder; then the one that was not written to for longest goes

	dir  string
	lock *os.File

	mu    sync.Mutex
	files int // in the folder
}

// Bounds of a folder of journals.
const (
	mostJournals   = 10_000
	MaxJournal     = 16 * disk.MiB
	maxJournalLine = disk.MiB
)

const journalExtension = ".table.jsonl"

// journalName matches names: they come from clients, and are never a path.
var journalName = regexp.MustCompile(`^[A-Za-z0-9]{1,64}$`)

// OpenJournals takes the folder of journals, which is made if need be. The error says so when
// another process has it.
func OpenJournals(dir string) (*Journals, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if held, err := disk.TryLock(lock); held || err != nil && !errors.Is(err, errors.ErrUnsupported) {
		if held {
			err = errors.New("another process keeps its tables there")
		}
		return nil, fmt.Errorf("replay: %s: %w", dir, errors.Join(err, lock.Close()))
	}
	j := &Journals{Most: mostJournals, dir: dir, lock: lock}
	names, err := j.oldest(0)
	j.files = len(names)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", errors.Join(err, lock.Close()))
	}
	return j, nil
}

// Close leaves the folder to others.
func (j *Journals) Close() error { return j.lock.Close() }

func (j *Journals) path(name string) (string, error) {
	if !journalName.MatchString(name) {
		return "", fmt.Errorf("replay: %q: want a name of letters and digits", name)
	}
	return filepath.Join(j.dir, name+journalExtension), nil
}

// Append adds a line of JSON to the journal of a name, which begins with it if there is none.
// With sync it returns once the line outlasts a loss of power.
func (j *Journals) Append(name string, line []byte, sync bool) (err error) {
	path, err := j.path(name)
	if err != nil {
		return err
	}
	if len(line) > maxJournalLine || bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("replay: want one line of at most %s", disk.Size(maxJournalLine))
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	made := errors.Is(err, fs.ErrNotExist)
	if made {
		if err := j.room(); err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = fmt.Errorf("replay: %w", err)
		}
	}()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if whole, err := wholeLines(f, end); err != nil {
		return err
	} else if whole != end {
		if err := f.Truncate(whole); err != nil {
			return err
		}
		end = whole
	}
	if end+int64(len(line))+1 > MaxJournal {
		return fmt.Errorf("%s: want at most %s", path, disk.Size(MaxJournal))
	}
	if _, err := f.WriteAt(append(slices.Clone(line), '\n'), end); err != nil || !sync {
		return err
	}
	if err := f.Sync(); err != nil || !made {
		return err
	}
	return syncFolder(j.dir)
}

// wholeLines returns where the last line that was written to its end ends, in a file of a
// size.
func wholeLines(f *os.File, size int64) (int64, error) {
	buffer := make([]byte, 64*disk.KiB)
	for end := size; end > 0; {
		from := max(end-int64(len(buffer)), 0)
		part := buffer[:min(end-from, 1)]
		if end < size {
			part = buffer[:end-from]
		}
		at := end - int64(len(part))
		if _, err := f.ReadAt(part, at); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		end = at
	}
	return 0, nil
}

// Load returns the lines of the journal of a name, none where there is no journal. A last
// line that was not written to its end is taken off the file.
func (j *Journals) Load(name string) ([][]byte, error) {
	path, err := j.path(name)
	if err != nil {
		return nil, err
	}
	text, err := disk.ReadFile(path, MaxJournal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	lines := bytes.Split(text, []byte("\n"))
	whole := len(text) - len(lines[len(lines)-1])
	lines = lines[:len(lines)-1]                                 // nothing, or a line without its end
	for n := len(lines); n > 0 && !json.Valid(lines[n-1]); n-- { // a loss of power left a hole
		whole -= len(lines[n-1]) + 1
		lines = lines[:n-1]
	}
	if whole < len(text) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, fmt.Errorf("replay: %w", err)
		}
	}
	return lines, nil
}

// room makes place for one more file.
func (j *Journals) room() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.files >= j.Most {
		old, err := j.oldest(j.files - j.Most + 1 + j.Most/100)
		if err != nil {
			return err
		}
		for _, path := range old {
			if err := os.Remove(path); err != nil {
				return err
			}
			j.files--
		}
	}
	j.files++
	return nil
}

// oldest returns the paths of some journals that were not written to for longest, or of all with
// 0.
func (j *Journals) oldest(most int) ([]string, error) {
	entries, err := os.ReadDir(j.dir)
	if err != nil {
		return nil, err
	}
	type aged struct {
		path string
		at   time.Time
	}
	var list []aged
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), journalExtension) {
			continue
		}
		if info, err := e.Info(); err == nil {
			list = append(list, aged{filepath.Join(j.dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(list, func(a, b aged) int { return a.at.Compare(b.at) })
	if most > 0 {
		list = list[:min(most, len(list))]
	}
	paths := make([]string, len(list))
	for i, a := range list {
		paths[i] = a.path
	}
	return paths, nil
}
