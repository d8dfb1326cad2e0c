package spread

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"ringer/env"
	"ringer/internal/cluster"
	"ringer/train"
)

// RunKind is the kind of a run that trains, in the table of runs.
const RunKind = "training"

// Entry is a training in the table of runs.
type Entry struct {
	Kind     string          `json:"kind"` // RunKind
	What     string          `json:"what"` // for people: the folder of the run
	Game     string          `json:"game"`
	SpecHash string          `json:"spec_hash"`
	Compute  string          `json:"compute"` // train.Fast or train.Portable
	Build    json.RawMessage `json:"build"`   // that plays for it
	Manifest string          `json:"manifest"`
	Begun    time.Time       `json:"begun"` // by the process that now learns
	Session  string          `json:"session"`
	Host     string          `json:"host"` // of that process, for people
}

// manifest is the object that a worker begins with.
type manifest struct {
	Config string            `json:"config"` // the resolved configuration, YAML
	Files  map[string]string `json:"files"`  // objects of the bots that it names, by file name
}

// job asks for one group of one iteration.
type job struct {
	SpecHash  string     `json:"spec_hash"`
	Iteration int        `json:"iteration"`
	Group     int        `json:"group"`
	After     int        `json:"after"`
	Weights   string     `json:"weights"` // object
	Opponents []opponent `json:"opponents"`
}

// opponent is train.Opponent; one with an ID below 0 is an agent of the configuration.
type opponent struct {
	ID      int     `json:"id"`
	Share   float64 `json:"share"`
	Weights string  `json:"weights,omitempty"` // object
}

// head begins a result. The batch follows it.
type head struct {
	Job       string `json:"job"` // SHA-256 of the job
	SpecHash  string `json:"spec_hash"`
	Iteration int    `json:"iteration"`
	Group     int    `json:"group"`
	Worker    string `json:"worker"`
	Fault     string `json:"fault,omitempty"` // why there is no batch

	// Seconds that the worker took, of one processor or more.
	Play   float64 `json:"play"`
	Encode float64 `json:"encode"`
}

// mostHead is the size in bytes of the largest head that is read.
const mostHead = 1 << 16

func writeResult(h *head, batch []byte) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(make([]byte, 0, len(text)+len(batch)+4), uint64(len(text)))
	return append(append(out, text...), batch...), nil
}

func readResult(body []byte) (h *head, batch []byte, err error) {
	size, n := binary.Uvarint(body)
	if n <= 0 || size > mostHead || size > uint64(len(body)-n) {
		return nil, nil, errors.New("a result that is cut off")
	}
	h = &head{}
	if err := decode(body[n:n+int(size)], h); err != nil {
		return nil, nil, fmt.Errorf("a result: %w", err)
	}
	if err := h.check(); err != nil {
		return nil, nil, fmt.Errorf("a result: %w", err)
	}
	return h, body[n+int(size):], nil
}

// Bounds of the parts of a head.
const (
	mostName    = 200     // bytes
	mostSeconds = 1 << 24 // half a year
)

// check reports every field that no worker writes.
func (h *head) check() error {
	var f env.Faults
	for _, part := range []struct {
		path, text string
		most       int
	}{{"job", h.Job, mostName}, {"spec_hash", h.SpecHash, mostName}, {"worker", h.Worker, mostName}, {"fault", h.Fault, mostHead / 2}} {
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

// decode reads one JSON object and nothing else.
func decode(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// group is a job as the learner waits for it.
type group struct {
	body  []byte
	sum   string
	tries int // how often it was posted
	batch *train.Batch
	from  string // the message that brought the batch

	again   bool      // it must be posted again
	faults  int       // reports of workers that could not do it, and results that cannot be used
	failing []string  // those workers
	failed  time.Time // when the first of them reported
}

// newGroups writes the jobs of an order.
func newGroups(spec *env.Spec, groups int, o *train.Order, weights string, opponents []opponent) ([]*group, error) {
	var out []*group
	for i := range groups {
		body, err := json.Marshal(job{
			SpecHash: spec.Hash, Iteration: o.Iteration, Group: i, After: o.After, Weights: weights, Opponents: opponents,
		})
		if err != nil {
			return nil, fmt.Errorf("spread: %w", err)
		}
		out = append(out, &group{body: body, sum: cluster.Sum(body)})
	}
	return out, nil
}
