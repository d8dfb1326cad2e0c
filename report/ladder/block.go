package ladder

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ringer/eval"
	"ringer/report/records"
)

// Block is a part of a pair's deals that has been played, as it is kept until the pair
// is done.
type Block struct {
	Key     string         `json:"key"` // Record.Key of the pair
	First   int            `json:"first"`
	Seconds float64        `json:"seconds"`
	Rows    []eval.DealRow `json:"rows"`

	records.Stamp // of the build that played it
}

// MostRows is the largest number of deals of a block.
const MostRows = 10_000

// Played holds the deals of a pair so far.
type Played struct {
	Sum     *eval.DealSum
	Seconds float64
	Builds  []records.Stamp // that played them; of each the first date
}

// Add appends a block.
func (p *Played) Add(b *Block) {
	p.Sum.Add(b.Rows)
	p.Seconds += b.Seconds
	if b.Date != "" && !slices.ContainsFunc(p.Builds, b.sameBuild) { // the blocks of older versions name no build
		p.Builds = append(p.Builds, b.Stamp)
	}
}

// sameBuild compares builds, whatever the day.
func (b *Block) sameBuild(other records.Stamp) bool {
	return b.Revision == other.Revision && b.Vectors == other.Vectors
}

// ReadBlocks returns the deals of the pair of a key, one after the other. Lines that are cut
// off or belong to others are passed over. The error is the reader's.
func ReadBlocks(r io.Reader, key string, seats int) (*Played, error) {
	played := &Played{Sum: eval.NewDealSum(seats)}
	err := eachBlock(r, func(b *Block) {
		other := func(row eval.DealRow) bool { return len(row.Shares) != seats || len(row.Returns) != seats }
		if b.Key == key && b.First == played.Sum.Deals() && !slices.ContainsFunc(b.Rows, other) {
			played.Add(b)
		}
	})
	return played, err
}

// Unfinished reports whether more deals of some pair were played than a record holds. The
// error is the reader's.
func Unfinished(r io.Reader, records []Record) (bool, error) {
	played := map[string]int{} // deals, by key
	err := eachBlock(r, func(b *Block) {
		if b.First == played[b.Key] {
			played[b.Key] += len(b.Rows)
		}
	})
	for i := range records {
		if r := &records[i]; r.Deals != nil && played[r.Key()] <= r.Deals.Deals {
			delete(played, r.Key())
		}
	}
	return len(played) > 0, err
}

// mostLine is the length of the longest line that is read, in bytes.
const mostLine = 64 << 20

// eachBlock reads blocks, one in memory at a time.
func eachBlock(r io.Reader, each func(*Block)) error {
	lines := bufio.NewReaderSize(r, 1<<16)
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		if len(line) <= mostLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		var b Block
		if len(line) <= mostLine && json.Unmarshal(line, &b) == nil && len(b.Rows) > 0 {
			each(&b)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line = line[:0]
	}
}

// WriteBlock writes a block as one line, in one call of Write.
func WriteBlock(w io.Writer, b Block) error {
	text, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("ladder: %w", err)
	}
	_, err = w.Write(append(text, '\n'))
	return err
}
