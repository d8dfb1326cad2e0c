package ladder

import (
	"bytes"
	"encoding/json"
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

// Played holds the deals of a pair so far.
type Played struct {
	Rows    []eval.DealRow
	Seconds float64
	Builds  []records.Stamp // that played them; of each the first date
}

// Add appends a block.
func (p *Played) Add(b *Block) {
	p.Rows = append(p.Rows, b.Rows...)
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
// off or belong to others are passed over.
func ReadBlocks(text []byte, key string, seats int) (played Played) {
	for line := range bytes.Lines(text) {
		var b Block
		if json.Unmarshal(line, &b) != nil || b.Key != key || b.First != len(played.Rows) {
			continue
		}
		if slices.ContainsFunc(b.Rows, func(row eval.DealRow) bool { return len(row.Shares) != seats || len(row.Returns) != seats }) {
			continue
		}
		played.Add(&b)
	}
	return played
}

// Unfinished returns the lines of pairs of which more deals were played than a record holds.
func Unfinished(text []byte, records []Record) []byte {
	type line struct {
		text []byte
		key  string
	}
	var lines []line
	played := map[string]int{} // deals, by key
	for text := range bytes.Lines(text) {
		var b Block
		if json.Unmarshal(text, &b) != nil || b.First != played[b.Key] {
			continue
		}
		played[b.Key] += len(b.Rows)
		lines = append(lines, line{text, b.Key})
	}
	recorded := map[string]int{}
	for i := range records {
		if r := &records[i]; r.Deals != nil {
			recorded[r.Key()] = r.Deals.Deals
		}
	}
	var left []byte
	for _, l := range lines {
		if played[l.key] > recorded[l.key] {
			left = append(left, l.text...)
		}
	}
	return left
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
