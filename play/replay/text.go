package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ringer/env"
	"ringer/internal/input"
)

// maxLine bounds the memory that a hostile file can ask for.
const maxLine = 1 << 20

// FormatError names the line of a file that does not belong to a replay.
type FormatError struct {
	File string
	Line int // from 1
	Want string
	Err  error // error of the decoder; may be nil
}

func (e *FormatError) Error() string {
	s := fmt.Sprintf("%s:%d: want %s", e.File, e.Line, e.Want)
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

// Unwrap returns the error of the decoder.
func (e *FormatError) Unwrap() error { return e.Err }

// Write writes the replay as JSON lines.
func (r *Replay) Write(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	lines := json.NewEncoder(buffered)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(r.Header); err != nil {
		return err
	}
	for _, s := range r.Steps {
		if err := lines.Encode(s); err != nil {
			return err
		}
	}
	if r.Returns != nil {
		if err := lines.Encode(result{r.Returns}); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

type result struct {
	Returns []float64 `json:"returns"`
}

// line is any line of a replay after the header. Pointers tell what is missing
// from what is zero.
type line struct {
	Step    *int        `json:"step"`
	Player  *env.Player `json:"player"`
	Action  *env.Action `json:"action"`
	Name    *string     `json:"name"`
	Returns []float64   `json:"returns"`
}

// Read reads a replay; file is its name in messages. A file that is not a
// replay gives a *FormatError.
func Read(r io.Reader, file string) (*Replay, error) {
	in := reader{file: file, scanner: bufio.NewScanner(r)}
	in.scanner.Buffer(nil, maxLine)
	replay := &Replay{}
	if err := in.header(&replay.Header); err != nil {
		return nil, err
	}
	for in.next() {
		if replay.Returns != nil {
			return nil, in.want("nothing after the returns", nil)
		}
		var l line
		if err := in.decode(&l); err != nil {
			return nil, in.want("a step {step, player, action, name} or the result {returns}", err)
		}
		if l.Returns != nil {
			if l.Step != nil || l.Player != nil || l.Action != nil || l.Name != nil {
				return nil, in.want("a step or the result, not both on one line", nil)
			}
			if len(l.Returns) != len(replay.Agents) {
				return nil, in.want(fmt.Sprintf("%d returns, one a seat", len(replay.Agents)), nil)
			}
			replay.Returns = l.Returns
			continue
		}
		step, err := in.step(&l, len(replay.Steps)+1, len(replay.Agents))
		if err != nil {
			return nil, err
		}
		replay.Steps = append(replay.Steps, step)
	}
	return replay, in.err()
}

type reader struct {
	file    string
	scanner *bufio.Scanner
	line    int
}

func (in *reader) next() bool {
	if !in.scanner.Scan() {
		return false
	}
	in.line++
	return true
}

func (in *reader) want(want string, err error) error {
	return &FormatError{File: in.file, Line: in.line, Want: want, Err: err}
}

func (in *reader) err() error {
	switch err := in.scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		in.line++
		return in.want(fmt.Sprintf("lines of at most %d bytes", maxLine), nil)
	case err != nil:
		return fmt.Errorf("%s: %w", in.file, err)
	}
	return nil
}

// decode reads the current line into v: one object of strict JSON.
func (in *reader) decode(v any) error { return input.FullJSON(in.scanner.Bytes(), v) }

func (in *reader) header(h *Header) error {
	const want = "a header {format, game, spec_hash, seed, agents}"
	if !in.next() {
		if err := in.err(); err != nil {
			return err
		}
		in.line = 1
		return in.want(want, errors.New("the file is empty"))
	}
	if err := in.decode(h); err != nil {
		return in.want(want, err)
	}
	switch {
	case h.Format != Format:
		return in.want(fmt.Sprintf("format %q", Format), fmt.Errorf("it is %q", h.Format))
	case h.Game == "" || h.SpecHash == "" || len(h.Agents) == 0:
		return in.want(want, errors.New("game, spec_hash or agents are missing"))
	}
	for i, name := range h.Agents {
		if input.Mark(name) >= 0 {
			return in.want("agents with names in "+input.NoMarks, fmt.Errorf("agents[%d] is %q", i, name))
		}
	}
	if len(h.Rules) == 0 {
		return nil
	}
	var tight bytes.Buffer // as Write writes them
	if err := json.Compact(&tight, h.Rules); err != nil {
		return in.want(want, err)
	}
	h.Rules = tight.Bytes()
	return nil
}

func (in *reader) step(l *line, number, seats int) (Step, error) {
	switch {
	case l.Step == nil || l.Player == nil || l.Action == nil || l.Name == nil:
		return Step{}, in.want("all of step, player, action and name", nil)
	case *l.Step != number:
		return Step{}, in.want(fmt.Sprintf("step %d", number), fmt.Errorf("it is step %d", *l.Step))
	case *l.Player != env.Chance && (*l.Player < 0 || int(*l.Player) >= seats):
		return Step{}, in.want(fmt.Sprintf("a player from 0 to %d, or -1 for chance", seats-1), fmt.Errorf("it is %d", *l.Player))
	case *l.Action < 0:
		return Step{}, in.want("an action from 0 up", fmt.Errorf("it is %d", *l.Action))
	}
	return Step{Step: number, Player: *l.Player, Action: *l.Action, Name: *l.Name}, nil
}
