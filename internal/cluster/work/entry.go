package work

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ringer/env"
	"ringer/internal/input"
)

// Entry describes a run in the table of runs.
type Entry struct {
	Kind     string          `json:"kind"`
	What     string          `json:"what"` // for people: the folder of a training, or the command
	Game     string          `json:"game,omitempty"`
	SpecHash string          `json:"spec_hash,omitempty"`
	Compute  string          `json:"compute,omitempty"` // of a training: train.Fast or train.Portable
	Build    json.RawMessage `json:"build"`             // that may do the jobs
	Manifest string          `json:"manifest,omitempty"`
	Fleeting bool            `json:"fleeting,omitempty"` // nobody goes on with the run when its client is gone
	Begun    time.Time       `json:"begun"`              // by the process that now has it
	Session  string          `json:"session"`
	Host     string          `json:"host"` // of that process, for people
}

// Head begins a result. What the kind makes of the job follows it.
type Head struct {
	Job       string `json:"job"` // SHA-256 of the job
	SpecHash  string `json:"spec_hash"`
	Iteration int    `json:"iteration"` // of a training
	Group     int    `json:"group"`
	Worker    string `json:"worker"`
	Fault     string `json:"fault,omitempty"`   // why nothing follows
	Damaged   bool   `json:"damaged,omitempty"` // the job could not be read

	// Seconds that the worker took, of one processor or more.
	Play   float64 `json:"play"`
	Encode float64 `json:"encode"`
}

// MostHead is the size in bytes of the largest head that is read.
const MostHead = 1 << 16

// Bounds of the parts of a head.
const (
	mostName    = 200 // bytes
	mostFault   = MostHead / 2
	mostSeconds = 1 << 24 // half a year
)

// WriteResult returns the message of a result.
func WriteResult(h *Head, body []byte) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(make([]byte, 0, len(text)+len(body)+4), uint64(len(text)))
	return append(append(out, text...), body...), nil
}

// ReadResult returns the parts of the message of a result.
func ReadResult(message []byte) (h *Head, body []byte, err error) {
	size, n := binary.Uvarint(message)
	if n <= 0 || size > MostHead || size > uint64(len(message)-n) {
		return nil, nil, errors.New("a result that is cut off")
	}
	h = &Head{}
	if err := input.JSON(message[n:n+int(size)], h); err != nil {
		return nil, nil, fmt.Errorf("a result: %w", err)
	}
	if err := h.check(); err != nil {
		return nil, nil, fmt.Errorf("a result: %w", err)
	}
	return h, message[n+int(size):], nil
}

// check reports every field that no worker writes.
func (h *Head) check() error {
	var f env.Faults
	for _, part := range []struct {
		path, text string
		most       int
	}{{"job", h.Job, mostName}, {"spec_hash", h.SpecHash, mostName}, {"worker", h.Worker, mostName}, {"fault", h.Fault, mostFault}} {
		if len(part.text) > part.most {
			f.Add(part.path, fmt.Sprintf("%d bytes", len(part.text)), "at most %d", part.most)
		}
	}
	for _, number := range []struct {
		path string
		is   int
	}{{"iteration", h.Iteration}, {"group", h.Group}} {
		if number.is < 0 {
			f.Add(number.path, number.is, "a number from 0")
		}
	}
	for _, took := range []struct {
		path    string
		seconds float64
	}{{"play", h.Play}, {"encode", h.Encode}} {
		if !(took.seconds >= 0 && took.seconds <= mostSeconds) {
			f.Add(took.path, took.seconds, "seconds from 0 to %d", mostSeconds)
		}
	}
	return f.Err()
}
