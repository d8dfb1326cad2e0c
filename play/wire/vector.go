package wire

import (
	"errors"
	"fmt"
	"unsafe"

	"ringer/env"
	"ringer/env/gym"
)

// vector is a gym.Vector whose buffers the program shares.
type vector struct {
	v       *gym.Vector
	buf     gym.Buffers
	memory  Memory
	started bool
	seats   *opponents // nil: the program plays every seat

	// In shared memory:
	given   []env.Action // [tables] that the program writes before a step
	count   []int32      // [tables] of legal actions
	legal   []env.Action // [tables, num_actions], ascending, the first count of a row
	lengths []int32      // [tables] decisions of the last episode that ended

	actions []env.Action // a copy of given, which the program cannot change meanwhile
}

type vectorRequest struct {
	asked
	Vector       int           `json:"vector"`
	Tables       int           `json:"tables"`
	Map          string        `json:"map"` // path of an empty file
	Autoreset    gym.Autoreset `json:"autoreset"`
	Workers      int           `json:"workers"`
	MaxDecisions int           `json:"max_decisions"`
	SkipForced   bool          `json:"skip_forced"`
	Final        bool          `json:"final"` // share final_observation
	Agents       []string      `json:"agents"`

	// IllegalTerminates makes an illegal action end the episode, with -IllegalPenalty.
	IllegalTerminates bool    `json:"illegal_terminates"`
	IllegalPenalty    float32 `json:"illegal_penalty"`
}

// newVector makes a vector and tells the program where its arrays lie.
func (s *server) newVector(q *vectorRequest) (answer, error) {
	switch _, err := s.seated(q.Agents); {
	case err != nil:
		return nil, err
	case q.Vector < 0 || q.Vector >= MaxVectors:
		return nil, fmt.Errorf("vector: %d: want a number from 0 to %d", q.Vector, MaxVectors-1)
	case s.vectors[q.Vector] != nil:
		return nil, fmt.Errorf("vector: %d: in use: want vector_close before", q.Vector)
	case q.Tables > MaxTables:
		return nil, fmt.Errorf("tables: %d: want at most %d", q.Tables, MaxTables)
	case q.Workers > mostVectorProcs:
		return nil, fmt.Errorf("workers: %d: want at most %d", q.Workers, mostVectorProcs)
	case q.Autoreset == gym.Disabled:
		return nil, fmt.Errorf("autoreset: %s: want %s or %s", q.Autoreset, gym.SameStep, gym.NextStep)
	case q.Map == "":
		return nil, errors.New("map: missing: want the path of an empty file")
	case s.Share == nil:
		return nil, errors.New("map: no memory can be shared here")
	}
	config := gym.VectorConfig{
		Tables: q.Tables, Workers: q.Workers, Autoreset: q.Autoreset, MaxDecisions: q.MaxDecisions, SkipForced: q.SkipForced,
		IllegalTerminates: q.IllegalTerminates, IllegalPenalty: q.IllegalPenalty,
	}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	l := s.layout(q.Tables, q.Final)
	if l.bytes > MaxVectorBytes {
		return nil, fmt.Errorf("tables: %d: they take %d bytes: want at most %d", q.Tables, l.bytes, MaxVectorBytes)
	}
	made, err := gym.NewVector(s.Game, config)
	if err != nil {
		return nil, err
	}
	memory, err := s.Share(q.Map, l.bytes)
	if err != nil {
		made.Close()
		return nil, fmt.Errorf("map: %w", err)
	}
	v := &vector{v: made, memory: memory, actions: make([]env.Action, q.Tables)}
	v.bind(l)
	if q.Agents != nil {
		v.seats = newOpponents(s, v, q.Agents)
	}
	s.vectors[q.Vector] = v
	return &vectorMade{head{Type: "vector"}, q.Vector, q.Tables, l.bytes, l.arrays}, nil
}

// layout places arrays in shared memory.
type layout struct {
	arrays map[string]array
	bytes  int
}

// alignment of arrays, in bytes: a cache line.
const alignment = 64

func (l *layout) add(name, kind string, shape ...int) {
	l.arrays[name] = array{Type: kind, Shape: shape, Offset: l.bytes}
	n := 1
	for _, d := range shape {
		n *= d
	}
	if kind == "float32" || kind == "int32" {
		n *= 4
	}
	l.bytes += (n + alignment - 1) / alignment * alignment
}

func (s *server) layout(tables int, final bool) *layout {
	d, n, seats := s.spec.ObservationSize(), s.spec.NumActions(), s.spec.Players
	l := &layout{arrays: map[string]array{}}
	l.add("actions", "int32", tables)
	l.add("observation", "float32", tables, d)
	l.add("mask", "bool", tables, n)
	l.add("current", "int8", tables)
	l.add("rewards", "float32", tables, seats)
	l.add("terminated", "bool", tables)
	l.add("truncated", "bool", tables)
	l.add("legal_count", "int32", tables)
	l.add("legal", "int32", tables, n)
	l.add("length", "int32", tables)
	if final {
		l.add("final_observation", "float32", tables, seats, d)
	}
	return l
}

// bind lets the buffers lie in shared memory.
func (v *vector) bind(l *layout) {
	v.given = shared[env.Action](v, l, "actions")
	v.count = shared[int32](v, l, "legal_count")
	v.legal = shared[env.Action](v, l, "legal")
	v.lengths = shared[int32](v, l, "length")
	v.buf = gym.Buffers{
		Observation: shared[float32](v, l, "observation"), Mask: shared[bool](v, l, "mask"), Current: shared[env.Player](v, l, "current"),
		Rewards: shared[float32](v, l, "rewards"), Terminated: shared[bool](v, l, "terminated"), Truncated: shared[bool](v, l, "truncated"),
	}
	if _, ok := l.arrays["final_observation"]; ok {
		v.buf.FinalObservation = shared[float32](v, l, "final_observation")
	}
}

// shared returns an array of the shared memory. What the program writes there can be no
// worse than a wrong number: the server reads nothing but given, and checks it.
func shared[T env.Action | env.Player | int32 | float32 | bool](v *vector, l *layout, name string) []T {
	a := l.arrays[name]
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&v.memory.Bytes[a.Offset])), n)
}

// ofVector names the vector of a request.
type ofVector struct {
	asked
	Vector int `json:"vector"`
}

func (s *server) vector(number int) (*vector, error) {
	if v := s.vectors[number]; v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("vector: %d: want one that vector has made", number)
}

type vectorResetRequest struct {
	ofVector
	Seed *uint64 `json:"seed"`
}

func (s *server) vectorReset(q *vectorResetRequest) (answer, error) {
	v, err := s.vector(q.Vector)
	if err != nil {
		return nil, err
	}
	if q.Seed == nil {
		return nil, errNoSeed
	}
	v.v.Reset(*q.Seed, &v.buf)
	v.started = true
	if v.seats != nil {
		if err := v.seats.begin(s.ctx, *q.Seed); err != nil {
			v.started = false // half played: only another reset helps
			return nil, err
		}
	}
	v.publish()
	return &done{head{Type: "done"}}, nil
}

// vectorStep plays the actions that the program has written.
func (s *server) vectorStep(q *ofVector) (answer, error) {
	v, err := s.vector(q.Vector)
	switch {
	case err != nil:
		return nil, err
	case !v.started:
		return nil, fmt.Errorf("vector: %d: want vector_reset before", q.Vector)
	}
	copy(v.actions, v.given)
	if err := v.v.Step(v.actions, &v.buf); err != nil {
		return nil, err
	}
	if v.seats != nil {
		if err := v.seats.play(s.ctx); err != nil {
			v.started = false
			return nil, err
		}
	}
	v.publish()
	return &done{head{Type: "done"}}, nil
}

// publish writes the arrays that a gym.Vector does not.
func (v *vector) publish() {
	n := v.v.Game().Spec().NumActions()
	for i := range v.given {
		v.count[i] = int32(copy(v.legal[i*n:(i+1)*n], v.v.Legal(i)))
		v.lengths[i] = int32(v.v.Length(i))
	}
}

func (s *server) vectorClose(q *ofVector) (answer, error) {
	v, err := s.vector(q.Vector)
	if err != nil {
		return nil, err
	}
	delete(s.vectors, q.Vector)
	if err := v.close(); err != nil {
		return nil, err
	}
	return &done{head{Type: "done"}}, nil
}

func (v *vector) close() error {
	v.v.Close()
	return v.memory.Close()
}
