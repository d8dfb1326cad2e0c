package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ringer/internal/disk"
)

// Holder is the process that trains a run, as written in the run's file "lock".
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// LockedError says that a run belongs to another process.
type LockedError struct {
	Dir    string
	Holder Holder

	// Unsure is true when the process may have ended: the file system keeps no locks.
	Unsure bool
}

func (e *LockedError) Error() string {
	who := fmt.Sprintf("process %d on host %s since %s", e.Holder.PID, e.Holder.Host, e.Holder.Since.Format(time.RFC3339))
	if e.Holder.PID == 0 {
		who = "another process"
	}
	if e.Unsure {
		return fmt.Sprintf("%s is locked by %s, and its file system keeps no locks, so that nobody can see whether that has ended: if it has, remove %s",
			e.Dir, who, filepath.Join(e.Dir, lockName))
	}
	return fmt.Sprintf("%s is locked by %s, which writes to it: wait until that ends, or stop it", e.Dir, who)
}

// lock is a run's lock, held. The system gives it up when the process ends,
// however it ends; then the holder written in the file is stale, whatever host it
// names: a container that is started again has another name.
type lock struct{ file *os.File }

// tryLock is disk.TryLock, but for tests of file systems that keep no locks.
var tryLock = disk.TryLock

// takeLock locks a run's folder for this process, or returns a *LockedError.
func takeLock(dir string) (_ *lock, err error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	held, noLocks := tryLock(f)
	before := readHolder(f)
	// A holder without a name is about to write it, or to give the lock up.
	for wait := 0; held && before.PID == 0 && wait < 50; wait++ {
		time.Sleep(10 * time.Millisecond)
		held, noLocks = tryLock(f)
		before = readHolder(f)
	}
	switch {
	case held:
		return nil, &LockedError{Dir: dir, Holder: before}
	case before.PID != 0 && noLocks != nil:
		return nil, &LockedError{Dir: dir, Holder: before, Unsure: true}
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown" // it is for people
	}
	text, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Since: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(0); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	if _, err := f.WriteAt(append(text, '\n'), 0); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return &lock{f}, nil
}

// readHolder returns the holder written in a lock file, zero when there is none.
func readHolder(f *os.File) (h Holder) {
	text, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<12))
	if err != nil || json.Unmarshal(text, &h) != nil {
		return Holder{}
	}
	return h
}

// release empties the file and gives the lock up. The file stays: a process that
// waits for it must find the same one.
func (l *lock) release() error {
	return errors.Join(l.file.Truncate(0), disk.Unlock(l.file), l.file.Close())
}
