package session

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"ringer/env"
	"ringer/internal/input"
	"ringer/play/replay"
)

// Keeper keeps tables as lines of text.
type Keeper interface {
	// Open opens what is kept under a name and returns its lines, without one that was not
	// written to its end; none when nothing is kept. It stays kept at least until it is
	// closed. The error wraps fs.ErrInvalid for what cannot be a name.
	Open(name string) (Journal, [][]byte, error)
}

// Journal holds the lines of one table, in the order in which they were added.
type Journal interface {
	// Append adds a line. With sync it returns once the line outlasts a loss of power; without,
	// once it outlasts the process. After an error the line is not kept. The error wraps
	// fs.ErrNotExist when the lines before it are not kept any more.
	Append(line []byte, sync bool) error

	// Write writes lines in the place of all that is kept, whole or not at all, so that they
	// outlast a loss of power.
	Write(lines [][]byte) error

	// Close ends the use of the journal; what it holds stays kept.
	Close()
}

// tableFormat names the version of the kept lines.
const tableFormat = "ringer-table-log/1"

// rawRules are the rules of a game as its spec has them.
type rawRules = json.RawMessage

// kept is any line of a kept table after the first: an action, or a decision taken
// back.
type kept struct {
	Step   int        `json:"step,omitempty"` // from 1
	Player env.Player `json:"player"`
	Action env.Action `json:"action,omitempty"`
	Name   string     `json:"name,omitempty"`
	Back   *int       `json:"back,omitempty"`   // steps that are left
	Agreed bool       `json:"agreed,omitempty"` // to Back, by all people
	Person string     `json:"person,omitempty"` // who has claimed the seat
	Key    string     `json:"key,omitempty"`    // of Person
	Resign bool       `json:"resign,omitempty"` // the seat gave up
	Agent  string     `json:"agent,omitempty"`  // that plays on for it; none: the game is over
	Next   string     `json:"next,omitempty"`   // the table of the next game
}

func stepLine(s replay.Step) kept {
	return kept{Step: s.Step, Player: s.Player, Action: s.Action, Name: s.Name}
}

func backLine(to int, seat env.Player) kept { return kept{Player: seat, Back: &to} }

// mostLines is the number of actions of the longest table, kept or not, taken back or
// not.
const mostLines = 200_000

// keep adds a line to what is kept of the table. Where the lines before it are not kept any
// more, the whole table is kept anew.
func (t *table) keep(sync bool, line kept) error {
	if len(t.lines) >= mostLines {
		return fmt.Errorf("the table has %d actions: want no more", mostLines)
	}
	lines := append(t.lines, line)
	if t.journal != nil {
		text, err := json.Marshal(line)
		if err == nil {
			err = t.journal.Append(text, sync)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = t.keepAll(lines)
		}
		if err != nil {
			return err
		}
	}
	t.lines = lines
	return nil
}

// keepAll keeps the table with the lines after its head, in the place of all that was kept
// of it.
func (t *table) keepAll(lines []kept) error {
	texts := make([][]byte, 1, 1+len(lines))
	var err error
	if texts[0], err = json.Marshal(t.head); err != nil {
		return err
	}
	for _, line := range lines {
		text, err := json.Marshal(line)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	return t.journal.Write(texts)
}

// begun keeps a table that begins.
func (t *table) begun() (err error) {
	if t.host.Keeper == nil {
		return nil
	}
	if t.journal, _, err = t.host.Keeper.Open(t.id); err != nil {
		return err
	}
	return t.keepAll(t.lines)
}

// load makes a table of its kept lines, and takes it up. It stays in memory until the
// caller lets it go.
func (h *Host) load(id string) (*table, error) {
	var t *table
	var head tableHead
	journal, err := h.read(id, func(lines [][]byte) error { return head.read(lines[0]) })
	if err != nil {
		return nil, err
	}
	defer journal.Close()
	r, err := h.hallWith(head.Game, head.Rules, head.SpecHash) // while others are read
	if err == nil {
		t, err = h.build(id, r, head)
	}
	if err != nil {
		return nil, cannotGoOn(fmt.Errorf("line 1: %w", err))
	}
	if t.journal, err = h.read(id, t.repeat); err != nil {
		return nil, err
	}
	if err := h.add(t); err != nil {
		t.journal.Close()
		return nil, err
	}
	return t, nil
}

// mostRead is the number of kept tables whose lines are in memory at a time.
const mostRead = 4

// read opens what is kept of a table, and hands its lines on.
func (h *Host) read(id string, use func(lines [][]byte) error) (Journal, error) {
	h.readers <- struct{}{}
	defer func() { <-h.readers }()
	journal, lines, err := h.Keeper.Open(id)
	switch {
	case errors.Is(err, fs.ErrInvalid):
		return nil, errNoTable
	case err != nil:
		return nil, fmt.Errorf("table: what is kept of it cannot be read: %w", err)
	case len(lines) == 0:
		err = errNoTable
	default:
		if err = use(lines); err != nil {
			err = cannotGoOn(err)
		}
	}
	if err != nil {
		journal.Close()
		return nil, err
	}
	return journal, nil
}

func cannotGoOn(why error) error {
	return fmt.Errorf("table: it was kept, but cannot go on: %w", why)
}

// read reads the first line of a kept table.
func (head *tableHead) read(line []byte) error {
	if err := input.JSON(line, head); err != nil {
		return fmt.Errorf("line 1: %w", err)
	}
	if head.Format != tableFormat {
		return fmt.Errorf("line 1: format %q: want %q", head.Format, tableFormat)
	}
	return nil
}

// repeat plays the lines of a kept table after the first.
func (t *table) repeat(lines [][]byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, line := range lines[1:] {
		if err := t.repeatLine(line); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

// repeatLine plays one kept line.
func (t *table) repeatLine(line []byte) error {
	var k kept
	if err := input.JSON(line, &k); err != nil {
		return err
	}
	if len(t.lines) >= mostLines {
		return fmt.Errorf("want at most %d actions", mostLines)
	}
	t.lines = append(t.lines, k)
	steps := len(t.play.Record().Steps)
	if k.Back != nil {
		if *k.Back < 0 || *k.Back > steps || k.Player < 0 || int(k.Player) >= len(t.seats) {
			return errors.New("back: no step to go back to")
		}
		return t.rewind(*k.Back, k.Player, k.Agreed)
	}
	if k.Step == 0 {
		return t.repeatPeople(k)
	}
	if k.Step != steps+1 || k.Player != t.play.State().CurrentPlayer() {
		return fmt.Errorf("step %d of %s: want step %d of %s", k.Step, k.Player, steps+1, t.play.State().CurrentPlayer())
	}
	e, err := t.play.Repeat(k.Action)
	if err == nil {
		t.note(e)
	}
	return err
}

// sameKey compares keys in constant time. An empty key opens nothing.
func sameKey(given, key string) bool {
	return key != "" && subtle.ConstantTimeCompare([]byte(given), []byte(key)) == 1
}
