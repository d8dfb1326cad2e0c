package eval

import (
	"bytes"
	"fmt"
	"io"
	"math"

	"ringer/internal/input"
)

// matchFormat is the format of a match's log: JSON lines, first the header, then groups
// in any order.
const matchFormat = "ringer-match/1"

// MatchGroup holds the games of a match that were played together. They are stored and
// reused as a whole.
type MatchGroup struct {
	First    int         `json:"first"`    // number of its first deal
	Rows     [][]float64 `json:"rows"`     // [deal][column], as run.columns numbers them
	Shortest int         `json:"shortest"` // decisions of its shortest game
	Longest  int         `json:"longest"`  // and of its longest
}

// newMatchGroup returns the group of the deals from ≤ deal < to before it is played.
func newMatchGroup(from, to, columns int) MatchGroup {
	g := MatchGroup{First: from, Rows: make([][]float64, to-from)}
	flat := make([]float64, (to-from)*columns)
	for i := range g.Rows {
		g.Rows[i], flat = flat[:columns:columns], flat[columns:]
	}
	return g
}

// MatchHeader identifies the match of a log. Only a match with the same header reuses the
// groups of a log.
type MatchHeader struct {
	ArenaHeader
	Group int `json:"deals_of_a_group"` // follows from the number of games

	columns int
}

// NewMatchHeader returns the header of a match; agents are its entries.
func NewMatchHeader(config MatchConfig, agents []ArenaAgent) MatchHeader {
	h := MatchHeader{ArenaHeader: NewArenaHeader(&ArenaConfig{Game: config.Game, Seed: config.Seed, Teams: config.Teams}, agents)}
	h.Format = matchFormat
	r := newRun(config)
	h.Group, h.columns = r.dealsPerGroup, r.columns().count
	return h
}

// WriteHeader writes the first line of a log.
func (h *MatchHeader) WriteHeader(w io.Writer) error { return writeLine(w, h) }

// WriteGroup writes a group as one line, in one call of w.Write.
func (h *MatchHeader) WriteGroup(w io.Writer, g MatchGroup) error { return writeLine(w, g) }

// ReadLog reads a log of the match with this header and returns its groups and the number
// of bytes in whole lines, as ArenaHeader.ReadLog does.
func (h *MatchHeader) ReadLog(r io.Reader) (groups []MatchGroup, size int64, err error) {
	size, err = readLog(r, h.begins, func(line []byte) error {
		var kept MatchHeader
		if err := input.FullJSON(line, &kept); err != nil || kept.Format == "" {
			return h.notOne()
		}
		if err := kept.check(&h.ArenaHeader); err != nil {
			return err
		}
		if kept.Group != h.Group {
			return &LogMismatchError{"number of deals in a group, which follows from the number of games,", fmt.Sprint(kept.Group), fmt.Sprint(h.Group)}
		}
		return nil
	}, func(line []byte) error {
		g, err := h.parseGroup(line)
		groups = append(groups, g)
		return err
	}, h.notOne())
	if err != nil {
		return nil, 0, err
	}
	return groups, size, nil
}

func (h *MatchHeader) notOne() error {
	return fmt.Errorf("line 1: not the header of a match's log (%s)", matchFormat)
}

func (h *MatchHeader) begins(text []byte) bool {
	var line bytes.Buffer
	return h.WriteHeader(&line) == nil && bytes.HasPrefix(line.Bytes(), text)
}

func (h *MatchHeader) parseGroup(line []byte) (MatchGroup, error) {
	var g MatchGroup
	if err := input.FullJSON(line, &g); err != nil {
		return g, fmt.Errorf("not a group of a match: %w", err)
	}
	if g.First < 0 || g.First%h.Group != 0 || len(g.Rows) == 0 || len(g.Rows) > h.Group || g.Shortest < 0 || g.Longest < g.Shortest {
		return g, fmt.Errorf("not a group of this match: first deal %d, %d deals", g.First, len(g.Rows))
	}
	for _, row := range g.Rows {
		if len(row) != h.columns {
			return g, fmt.Errorf("a deal of %d figures: want %d", len(row), h.columns)
		}
		for _, x := range row {
			if math.IsNaN(x) {
				return g, fmt.Errorf("a figure that is no number")
			}
		}
	}
	return g, nil
}

// reuse takes over the groups that were played earlier. Groups of another shape are played
// again.
func (r *run) reuse(groups []MatchGroup) {
	r.have = map[int]MatchGroup{}
	for _, g := range groups {
		i := g.First / r.dealsPerGroup
		if _, twice := r.have[i]; i >= r.groups || twice || g.First != i*r.dealsPerGroup || len(g.Rows) != min(r.dealsPerGroup, r.deals-g.First) {
			continue
		}
		r.have[i] = g
		r.done += len(g.Rows) * len(r.seating)
	}
}
