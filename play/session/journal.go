package session

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/input"
	"ringer/play/replay"
)

// Keeper keeps tables as lines of text, in the order in which they were added.
type Keeper interface {
	// Append adds a line to what is kept under a name. With sync it returns once the line
	// outlasts a loss of power; without, once it outlasts the process.
	Append(name string, line []byte, sync bool) error

	// Load returns the lines that are kept under a name, without one that was not written to
	// its end; none when there is nothing.
	Load(name string) ([][]byte, error)
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
	Back   *int       `json:"back,omitempty"` // steps that are left
}

func stepLine(s replay.Step) kept {
	return kept{Step: s.Step, Player: s.Player, Action: s.Action, Name: s.Name}
}

func backLine(to int, seat env.Player) kept { return kept{Player: seat, Back: &to} }

// keep adds a line to what is kept of the table.
func (t *table) keep(sync bool, line kept) error {
	if t.host.Keeper == nil {
		return nil
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return t.host.Keeper.Append(t.id, text, sync)
}

// keepHead begins what is kept of the table.
func (t *table) keepHead() error {
	if t.host.Keeper == nil {
		return nil
	}
	text, err := json.Marshal(t.head)
	if err != nil {
		return err
	}
	return t.host.Keeper.Append(t.id, text, true)
}

// resume makes a table of its kept lines.
func (h *Host) resume(id string, lines [][]byte) (*table, error) {
	var head tableHead
	if err := input.JSON(lines[0], &head); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if head.Format != tableFormat {
		return nil, fmt.Errorf("line 1: format %q: want %q", head.Format, tableFormat)
	}
	r, err := h.hallWith(head.Game, head.Rules, head.SpecHash)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	t, err := h.build(id, r, head)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, line := range lines[1:] {
		if err := t.repeat(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return t, nil
}

// repeat plays one kept line.
func (t *table) repeat(line []byte) error {
	var k kept
	if err := input.JSON(line, &k); err != nil {
		return err
	}
	steps := len(t.play.Record().Steps)
	if k.Back != nil {
		if *k.Back < 0 || *k.Back > steps || k.Player < 0 || int(k.Player) >= len(t.head.Seats) {
			return errors.New("back: no step to go back to")
		}
		return t.rewind(*k.Back, k.Player)
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
