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

	"ringer/internal/disk"
)

// Journals keeps tables that are under way as lines of JSON, one file each, which grow
// at their end. A file whose last line was not written to its end, because the
// process or the power ended, loses that line and no other. A Journals is safe for
// concurrent use, a Journal is not.
type Journals struct {
	Most int // files in the folder; then the one that was not written to for longest goes, unless it is open

	dir  string
	lock *os.File

	clearing sync.Mutex // held while old files are removed
	files    int        // in the folder, under clearing

	mu   sync.Mutex
	open map[string]int // journals that are open, by name: their files stay
}

// Journal is one table of a folder, from Open to Close.
type Journal struct {
	of   *Journals
	name string
	path string
	size int64 // bytes of the lines that were written to their end
	once sync.Once
}

// Bounds of a folder of journals.
const (
	mostJournals   = 10_000
	MaxJournal     = 16 * disk.MiB
	maxJournalLine = disk.MiB
)

const (
	journalExtension = ".table.jsonl"
	unfinished       = ".writing-" // and what makes it unique
)

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
	j := &Journals{Most: mostJournals, dir: dir, lock: lock, open: map[string]int{}}
	list, err := j.list()
	for _, path := range list.unfinished {
		err = errors.Join(err, os.Remove(path))
	}
	if j.files = len(list.whole); err != nil {
		return nil, fmt.Errorf("replay: %w", errors.Join(err, lock.Close()))
	}
	return j, nil
}

// Close leaves the folder to others.
func (j *Journals) Close() error { return j.lock.Close() }

// Open opens the journal of a name and returns its lines, none where nothing is kept. A last
// line that was not written to its end is taken off the file. The file stays until Close,
// however many others there are. The error wraps fs.ErrInvalid for what cannot be a name.
func (j *Journals) Open(name string) (*Journal, [][]byte, error) {
	if !journalName.MatchString(name) {
		return nil, nil, fmt.Errorf("replay: %q: want a name of letters and digits: %w", name, fs.ErrInvalid)
	}
	one := &Journal{of: j, name: name, path: filepath.Join(j.dir, name+journalExtension)}
	j.mu.Lock()
	j.open[name]++
	j.mu.Unlock()
	lines, err := one.read()
	if err != nil {
		one.Close()
		return nil, nil, fmt.Errorf("replay: %w", err)
	}
	return one, lines, nil
}

// Close lets the file go the way of others that are not written to for long.
func (one *Journal) Close() {
	one.once.Do(func() {
		j := one.of
		j.mu.Lock()
		defer j.mu.Unlock()
		if j.open[one.name]--; j.open[one.name] == 0 {
			delete(j.open, one.name)
		}
	})
}

// read returns the lines of the file that were written to their end, and takes all behind
// them off.
func (one *Journal) read() ([][]byte, error) {
	text, err := disk.ReadFile(one.path, MaxJournal)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bytes.Split(text, []byte("\n"))
	whole := len(text) - len(lines[len(lines)-1])
	lines = lines[:len(lines)-1]                                 // nothing, or a line without its end
	for n := len(lines); n > 0 && !json.Valid(lines[n-1]); n-- { // a loss of power left a hole
		whole -= len(lines[n-1]) + 1
		lines = lines[:n-1]
	}
	if one.size = int64(whole); whole < len(text) {
		return lines, os.Truncate(one.path, one.size)
	}
	return lines, nil
}

// Append adds a line of JSON. With sync it returns once the line outlasts a loss of power;
// without, once it outlasts the process. After an error the line is not kept. The error wraps
// fs.ErrNotExist when the lines before it are not there any more, or never were: Write then
// begins anew.
func (one *Journal) Append(line []byte, sync bool) (err error) {
	if err := fits(line); err != nil {
		return err
	}
	f, err := os.OpenFile(one.path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = fmt.Errorf("replay: %w", err)
		}
	}()
	switch end, err := f.Seek(0, io.SeekEnd); {
	case err != nil:
		return err
	case end < one.size || one.size == 0:
		return fmt.Errorf("%s: %d bytes of %d: the beginning is gone: %w", one.path, end, one.size, fs.ErrNotExist)
	case end > one.size: // what an error left behind
		if err := f.Truncate(one.size); err != nil {
			return err
		}
	}
	if one.size+int64(len(line))+1 > MaxJournal {
		return fmt.Errorf("%s: want at most %s", one.path, disk.Size(MaxJournal))
	}
	_, err = f.WriteAt(append(slices.Clone(line), '\n'), one.size)
	if err == nil && sync {
		err = f.Sync()
	}
	if err != nil {
		return errors.Join(err, f.Truncate(one.size)) // else the next Append does
	}
	one.size += int64(len(line)) + 1
	return nil
}

// Write writes lines of JSON in the place of all that is kept, whole or not at all, so that
// they outlast a loss of power.
func (one *Journal) Write(lines [][]byte) error {
	var text []byte
	for _, line := range lines {
		if err := fits(line); err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	if len(text) > MaxJournal {
		return fmt.Errorf("replay: %s: want at most %s", one.path, disk.Size(MaxJournal))
	}
	if _, err := os.Lstat(one.path); errors.Is(err, fs.ErrNotExist) {
		if err := one.of.room(); err != nil {
			return fmt.Errorf("replay: %w", err)
		}
	}
	if err := one.write(text); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	one.size = int64(len(text))
	return nil
}

func (one *Journal) write(text []byte) error {
	f, err := os.CreateTemp(one.of.dir, unfinished+"*") // which its owner alone may read
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), one.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncFolder(one.of.dir)
}

func fits(line []byte) error {
	if len(line) > maxJournalLine || bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("replay: want one line of at most %s", disk.Size(maxJournalLine))
	}
	return nil
}

// room makes place for one more file. It removes none of an open journal.
func (j *Journals) room() error {
	j.clearing.Lock()
	defer j.clearing.Unlock()
	if j.files >= j.Most {
		list, err := j.list()
		if err != nil {
			return err
		}
		j.files = len(list.whole)
		spare := j.files - j.Most + 1 + j.Most/100
		for _, path := range list.whole {
			if spare <= 0 {
				break
			}
			switch removed, err := j.remove(path); {
			case err != nil:
				return err
			case removed:
				j.files--
				spare--
			}
		}
		if j.files >= j.Most {
			return fmt.Errorf("%s: %d tables are open, and %d are kept at most", j.dir, j.files, j.Most)
		}
	}
	j.files++
	return nil
}

// remove removes a file, unless its journal is open.
func (j *Journals) remove(path string) (removed bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock() // nobody opens it meanwhile
	if j.open[strings.TrimSuffix(filepath.Base(path), journalExtension)] > 0 {
		return false, nil
	}
	err = os.Remove(path)
	return err == nil, err
}

// listing holds paths of a folder of journals.
type listing struct {
	whole      []string // that which was not written to for longest first
	unfinished []string // of processes that ended while they wrote
}

func (j *Journals) list() (listing, error) {
	var l listing
	entries, err := os.ReadDir(j.dir)
	if err != nil {
		return l, err
	}
	at := map[string]time.Time{}
	for _, e := range entries {
		path := filepath.Join(j.dir, e.Name())
		if strings.HasPrefix(e.Name(), unfinished) {
			l.unfinished = append(l.unfinished, path)
		}
		if !strings.HasSuffix(e.Name(), journalExtension) {
			continue
		}
		if info, err := e.Info(); err == nil {
			l.whole, at[path] = append(l.whole, path), info.ModTime()
		}
	}
	slices.SortStableFunc(l.whole, func(a, b string) int { return at[a].Compare(at[b]) })
	return l, nil
}
