package measure

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"time"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/ladder"
	"ringer/report/records"
	"ringer/train/checkpoint"
)

// ladderFile holds the records of one bot, and the parts of pairs that are not over.
type ladderFile struct {
	path    string // without an extension
	records []ladder.Record
	partial *os.File
	size    int64 // of the partial file, as it was found, in whole lines
}

// openLadderFile reads what there is of a ladder, and keeps other processes from it.
func openLadderFile(path string) (_ *ladderFile, err error) {
	k := &ladderFile{path: path}
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

// exploitersEnd ends the name of the folder of exploiters that are not found yet.
const exploitersEnd = ".exploiters"

// lockPartial opens and locks the file of the parts, which is made if need be.
func lockPartial(path string) (*os.File, error) {
	for {
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := shell.LockFile(file); err != nil {
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

func (k *ladderFile) close() { _ = k.partial.Close() } // what counts has been written

func (k *ladderFile) find(key string) (*ladder.Record, bool) {
	i := slices.IndexFunc(k.records, func(r ladder.Record) bool { return r.Key() == key })
	if i < 0 {
		return nil, false
	}
	return &k.records[i], true
}

func (k *ladderFile) drop(outdated func(*ladder.Record) bool) {
	k.records = slices.DeleteFunc(k.records, func(r ladder.Record) bool { return outdated(&r) })
}

// put keeps a record on the disk.
func (k *ladderFile) put(r ladder.Record) error {
	k.records = ladder.Put(k.records, r)
	return k.save()
}

func (k *ladderFile) save() error {
	slices.SortStableFunc(k.records, func(a, b ladder.Record) int { return ladder.CompareRecords(&a, &b) })
	var b bytes.Buffer
	if err := ladder.Write(&b, k.records); err != nil {
		return err
	}
	return checkpoint.WriteFile(k.path+".jsonl", b.Bytes())
}

// finish drops the parts when no pair is left that is not over. Those stay for the command
// that asks for them again.
func (k *ladderFile) finish() error {
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

// Pieces of a pair last some seconds, so that an interrupt loses little.
const pieceSeconds = 4

// LadderPiece, when not nil, is called after every piece: tests stop a ladder there.
var LadderPiece func()

// playPair plays the missing deals of a pair, a piece after the other. Of two records of
// a pair, that with more deals stays: both begin with the same ones.
func (f *LadderFlags) playPair(ctx context.Context, kept *ladderFile, l *ladderField, p *pairing, tell func(done float64)) error {
	key := p.record.Key()
	stamp := buildinfo.ThisStamp()
	played, err := ladder.ReadBlocks(io.NewSectionReader(kept.partial, 0, kept.size), key, l.sides())
	if err != nil {
		return err
	}
	config := p.config(f, l)
	tell(0)
	for n := played.Sum.Deals(); n < f.deals && (f.limit == 0 || played.Seconds < f.limit || n < leastDeals); n = played.Sum.Deals() {
		piece := 2
		if n > 0 {
			piece = int(pieceSeconds / max(1e-6, played.Seconds/float64(n)))
		}
		piece = min(max(2, piece), f.deals-n, max(2, 4*n), ladder.MostRows)
		begun := time.Now()
		more, err := eval.PlayDeals(ctx, config, n, n+piece)
		if err != nil {
			return err
		}
		took := time.Since(begun).Seconds()
		block := ladder.Block{Key: key, First: n, Seconds: took, Rows: more, Stamp: stamp}
		if err := ladder.WriteBlock(kept.partial, block); err != nil {
			return err
		}
		played.Add(&block)
		done := float64(played.Sum.Deals()) / float64(f.deals)
		if f.limit > 0 {
			done = max(done, played.Seconds/f.limit)
		}
		tell(min(1, done))
		if LadderPiece != nil {
			LadderPiece()
		}
	}
	sum, err := played.Sum.SumUp(ctx, config.Game.Spec(), p.record.Seed)
	if err != nil {
		return err
	}
	if old, ok := kept.find(key); ok && old.Outlasts(sum.Deals, f.deals, f.limit) {
		return kept.save()
	}
	p.record.Deals, p.record.Wanted, p.record.Limit = sum, f.deals, f.limit
	p.record.Stamp, p.record.Seconds = stamp, math.Round(played.Seconds*10)/10
	p.record.Earlier = slices.DeleteFunc(played.Builds, func(b records.Stamp) bool { return b.Revision == stamp.Revision && b.Vectors == stamp.Vectors })
	return kept.put(p.record)
}
