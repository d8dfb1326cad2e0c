package spread

import (
	"encoding/json"
	"fmt"
	"time"

	"ringer/env"
	"ringer/internal/cluster"
	"ringer/train"
)

// RunKind is the kind of a run that trains, in the table of runs.
const RunKind = "training"

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

	Acting   train.Acting `json:"acting,omitzero"`
	Response string       `json:"response,omitempty"` // object of Acting.Response
}

// opponent is train.Opponent; one with an ID below 0 is an agent of the configuration.
type opponent struct {
	ID      int     `json:"id"`
	Share   float64 `json:"share"`
	Weights string  `json:"weights,omitempty"` // object
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

// kept names what the jobs of an order play with: objects, and who sits there.
type kept struct {
	weights, response string
	opponents         []opponent
}

// newGroups writes the jobs of an order.
func newGroups(spec *env.Spec, groups int, o *train.Order, k kept) ([]*group, error) {
	var out []*group
	for i := range groups {
		body, err := json.Marshal(job{
			SpecHash: spec.Hash, Iteration: o.Iteration, Group: i, After: o.After, Weights: k.weights, Opponents: k.opponents,
			Acting: o.Acting, Response: k.response,
		})
		if err != nil {
			return nil, fmt.Errorf("spread: %w", err)
		}
		out = append(out, &group{body: body, sum: cluster.Sum(body)})
	}
	return out, nil
}
