package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"ringer/internal/input"
)

// arenaFormat is the format of an arena's log: JSON lines, first the header,
// then blocks in any order.
const arenaFormat = "ringer-arena/1"

// ArenaHeader identifies the arena of a log. Only an arena with the same header
// reuses the blocks of a log.
type ArenaHeader struct {
	Format   string       `json:"format"`
	Game     string       `json:"game"`
	SpecHash string       `json:"spec_hash"`
	Seed     uint64       `json:"seed"`
	Agents   []ArenaAgent `json:"agents"`          // in the order of the entries
	Teams    bool         `json:"teams,omitempty"` // they have whole sides
}

// ArenaAgent identifies an agent of an arena in its log.
type ArenaAgent struct {
	Name     string `json:"name"`
	Checksum string `json:"checksum,omitempty"` // of the file that it was read from, if any
}

// NewArenaHeader returns the header of an arena; agents are its entries.
func NewArenaHeader(config *ArenaConfig, agents []ArenaAgent) ArenaHeader {
	spec := config.Game.Spec()
	return ArenaHeader{Format: arenaFormat, Game: spec.String(), SpecHash: spec.Hash, Seed: config.Seed, Agents: agents, Teams: config.Teams}
}

// LogMismatchError says why a log cannot be continued.
type LogMismatchError struct {
	What       string // "game", "seed", "agent 2" …
	Kept, Want string
}

func (e *LogMismatchError) Error() string {
	return fmt.Sprintf("it keeps other games: its %s is %s, this one's is %s", e.What, e.Kept, e.Want)
}

// check returns the first difference as a *LogMismatchError.
func (h *ArenaHeader) check(want *ArenaHeader) error {
	differ := func(what string, kept, wanted any) error {
		if kept == wanted {
			return nil
		}
		return &LogMismatchError{what, fmt.Sprint(kept), fmt.Sprint(wanted)}
	}
	checks := []error{
		differ("format", h.Format, want.Format), differ("game", h.Game, want.Game),
		differ("spec hash", h.SpecHash, want.SpecHash), differ("seed", h.Seed, want.Seed),
		differ("teams", h.Teams, want.Teams),
		differ("number of agents", len(h.Agents), len(want.Agents)),
	}
	for i := range min(len(h.Agents), len(want.Agents)) {
		checks = append(checks,
			differ(fmt.Sprintf("agent %d", i+1), h.Agents[i].Name, want.Agents[i].Name),
			differ("checksum of "+want.Agents[i].Name, h.Agents[i].Checksum, want.Agents[i].Checksum))
	}
	for _, err := range checks {
		if err != nil {
			return err
		}
	}
	return nil
}

// logBlock is a block as a line.
type logBlock struct {
	A     string       `json:"a"`
	B     string       `json:"b"`
	Half  int          `json:"half"`
	First int          `json:"first"`
	Deals [][4]float64 `json:"deals"` // wins of a and b, returns of a and b
}

// WriteHeader writes the first line of a log.
func (h *ArenaHeader) WriteHeader(w io.Writer) error { return writeLine(w, h) }

// WriteBlock writes a block as one line, in one call of w.Write.
func (h *ArenaHeader) WriteBlock(w io.Writer, b Block) error {
	line := logBlock{A: h.Agents[b.Pair[0]].Name, B: h.Agents[b.Pair[1]].Name, Half: b.Half, First: b.First}
	for _, d := range b.Deals {
		line.Deals = append(line.Deals, [4]float64{d.WinsA, d.WinsB, d.ReturnA, d.ReturnB})
	}
	return writeLine(w, line)
}

func writeLine(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// ReadLog reads a log of the arena with this header and returns its blocks and the
// number of bytes in whole lines. It ignores a last line without an end, which was cut
// off while it was written: go on writing at size. An empty log has size 0 and lacks
// the header too, and so has one that holds nothing but the beginning of this header.
//
// Errors: *LogMismatchError for the log of another arena; others name the line.
func (h *ArenaHeader) ReadLog(r io.Reader) (blocks []Block, size int64, err error) {
	size, err = readLog(r, h.begins, func(line []byte) error {
		var kept ArenaHeader
		if err := input.FullJSON(line, &kept); err != nil || kept.Format == "" {
			return errNoLog
		}
		return kept.check(h)
	}, func(line []byte) error {
		b, err := h.parseBlock(line)
		blocks = append(blocks, b)
		return err
	}, errNoLog)
	if err != nil {
		return nil, 0, err
	}
	return blocks, size, nil
}

// readLog reads the whole lines of a log: header takes the first one, line each of the
// others. It returns their bytes. A log of one line without an end is a torn header, if it
// begins like one, and otherwise not a log.
func readLog(r io.Reader, begins func(text []byte) bool, header, line func([]byte) error, notOne error) (size int64, err error) {
	lines := bufio.NewReader(r)
	for number := 1; ; number++ {
		text, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if number == 1 && !begins(input.Unmarked(text)) {
				return 0, notOne
			}
			return size, nil
		}
		if err != nil {
			return 0, err
		}
		if number == 1 {
			err = header(input.Unmarked(text))
		} else if err = line(text); err != nil {
			err = fmt.Errorf("line %d: %w", number, err)
		}
		if err != nil {
			return 0, err
		}
		size += int64(len(text))
	}
}

// errNoLog is the error for a file that is something else: it is left as it is.
var errNoLog = fmt.Errorf("line 1: not the header of an arena's log (%s)", arenaFormat)

// begins reports whether the line of this header begins with text.
func (h *ArenaHeader) begins(text []byte) bool {
	var line bytes.Buffer
	return h.WriteHeader(&line) == nil && bytes.HasPrefix(line.Bytes(), text)
}

func (h *ArenaHeader) parseBlock(line []byte) (Block, error) {
	var l logBlock
	if err := input.FullJSON(line, &l); err != nil {
		return Block{}, fmt.Errorf("not a block of an arena: %w", err)
	}
	index := func(name string) int {
		return slices.IndexFunc(h.Agents, func(a ArenaAgent) bool { return a.Name == name })
	}
	b := Block{Pair: [2]int{index(l.A), index(l.B)}, Half: l.Half, First: l.First}
	if b.Pair[0] < 0 || b.Pair[0] >= b.Pair[1] || b.Half < 0 || b.Half > 1 || b.First < 0 || len(l.Deals) == 0 {
		return Block{}, fmt.Errorf("not a block of this arena: %q against %q, half %d, first deal %d, %d deals", l.A, l.B, l.Half, l.First, len(l.Deals))
	}
	for _, d := range l.Deals {
		if wins := d[0] + d[1]; !(d[0] >= 0 && d[1] >= 0 && wins <= 1+1e-9) || math.IsNaN(d[2]+d[3]) {
			return Block{}, fmt.Errorf("a deal of shares %v and %v", d[0], d[1])
		}
		b.Deals = append(b.Deals, DealResult{d[0], d[1], d[2], d[3]})
	}
	return b, nil
}
