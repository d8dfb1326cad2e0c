package ladder

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
	"ringer/train/checkpoint"
)

// kept holds the records of one bot, and the parts of pairs that are not over.
type kept struct {
	path    string // without an extension
	records []ladder.Record
	partial *os.File
	size    int64 // of the partial file, as it was found, in whole lines
}

// openKept reads what there is of a ladder, and keeps other processes from it.
func openKept(path string) (_ *kept, err error) {
	k := &kept{path: path}
	if k.partial, err = lockPartial(path + partialEnd); err != nil {
		return nil, input.Bad(err)
	}
	defer func() {
		if err == nil {
			return
		}
		if info, err := k.partial.Stat(); err == nil && info.Size() == 0 {
			_ = os.Remove(path + partialEnd) // a courtesy: it may have been made just now
		}
		k.close()
	}()
	if k.size, err = wholeLines(k.partial); err != nil {
		return nil, input.Bad(err)
	}
	text, err := disk.ReadText(path+".jsonl", open.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, input.Bad(err)
	}
	if k.records, err = ladder.Read(bytes.NewReader(text)); err != nil {
		return nil, input.Badf("%s.jsonl: %w", path, err)
	}
	if err := k.partial.Truncate(k.size); err != nil {
		return nil, err
	}
	_, err = k.partial.Seek(k.size, 0)
	return k, err
}

// wholeLines returns the size of the whole lines of a file, whose last one may be cut off.
func wholeLines(file *os.File) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	part := make([]byte, 1<<16)
	for end := info.Size(); end > 0; {
		part := part[:min(int64(len(part)), end)]
		end -= int64(len(part))
		if _, err := file.ReadAt(part, end); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return end + int64(i) + 1, nil
		}
	}
	return 0, nil
}

// partialEnd ends the name of the file of the parts.
const partialEnd = ".partial"

// responsesEnd ends the name of the folder of best responses that are not found yet.
const responsesEnd = ".exploiters"

// habitsEnd ends the name of the folder of an audit of habits that is not over.
const habitsEnd = ".habits"

// lockPartial opens and locks the file of the parts, which is made if need be.
func lockPartial(path string) (*os.File, error) {
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := open.Lock(file); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		// Whoever had it until now may have put another file in its place.
		mine, err := file.Stat()
		if err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if there, err := os.Stat(path); err == nil && os.SameFile(mine, there) {
			return file, nil
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
}

func (k *kept) close() { _ = k.partial.Close() } // what counts has been written

func (k *kept) find(key string) (*ladder.Record, bool) {
	i := slices.IndexFunc(k.records, func(r ladder.Record) bool { return r.Key() == key })
	if i < 0 {
		return nil, false
	}
	return &k.records[i], true
}

// put keeps a record on the disk.
func (k *kept) put(r ladder.Record) error {
	k.records = ladder.Put(k.records, r)
	return k.save()
}

func (k *kept) save() error {
	slices.SortStableFunc(k.records, func(a, b ladder.Record) int { return ladder.CompareRecords(&a, &b) })
	var b bytes.Buffer
	if err := ladder.Write(&b, k.records); err != nil {
		return err
	}
	return checkpoint.WriteFile(k.path+".jsonl", b.Bytes())
}

// finish drops the parts when no pair is left that is not over. Those stay for the command
// that asks for them again.
func (k *kept) finish() error {
	if err := k.save(); err != nil {
		return err
	}
	info, err := k.partial.Stat()
	if err != nil {
		return err
	}
	left, err := ladder.Unfinished(io.NewSectionReader(k.partial, 0, info.Size()), k.records)
	if err != nil || left {
		return err
	}
	return os.Remove(k.path + partialEnd)
}
