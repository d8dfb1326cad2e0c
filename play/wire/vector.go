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
	loaded  int        // tables, from the first on, while a vector is not started
	seats   *opponents // nil: a gym.Vector does all that is asked

	// In shared memory:
	given   []env.Action // [tables] that the program writes before a step
	count   []int32      // [tables] of legal actions
	legal   []env.Action // [tables, num_actions], ascending, the first count of a row
	lengths []int32      // [tables] decisions of the last episode that ended
	owns    []env.Player // [tables] the program's seat, -1 where it has several
	numbers []int64      // [tables] of the episodes
	taken   []int32      // [tables] decisions of the episode so far

	actions []env.Action // a copy of given, which the program cannot change meanwhile
}

type vectorRequest struct {
	asked
	rules
	Vector    int           `json:"vector"`
	Tables    int           `json:"tables"`
	Map       string        `json:"map"` // path of an empty file
	Autoreset gym.Autoreset `json:"autoreset"`
	Workers   int           `json:"workers"`
	Final     bool          `json:"final"` // share final_observation
	Joint     bool          `json:"joint"` // share joint_observation

	// IllegalTerminates makes an illegal action end the episode, with -IllegalPenalty.
	IllegalTerminates bool    `json:"illegal_terminates"`
	IllegalPenalty    float32 `json:"illegal_penalty"`
}

var (
	errNoMap     = errors.New("map: missing: want the path of an empty file")
	errNoSharing = errors.New("map: no memory can be shared here")
)

// newVector makes a vector and tells the program where its arrays lie.
func (s *server) newVector(q *vectorRequest) (answer, error) {
	seating, err := s.seated(&q.rules)
	switch {
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
	case q.Map == "":
		return nil, errNoMap
	case s.Share == nil:
		return nil, errNoSharing
	}
	config := gym.VectorConfig{
		Tables: q.Tables, Workers: q.Workers, Autoreset: q.Autoreset, MaxDecisions: q.MaxDecisions, SkipForced: q.SkipForced,
		IllegalTerminates: q.IllegalTerminates, IllegalPenalty: q.IllegalPenalty, History: true,
	}
	if err := errors.Join(config.Validate(), q.check()); err != nil {
		return nil, err
	}
	seats := len(seating.agents) > 0 || q.MaxSteps > 0
	if seats {
		config.Autoreset = gym.Disabled // opponents start the episodes
	}
	l := s.layout(q)
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
	if seats {
		v.seats = newOpponents(s.Game, v, seating, &q.rules, q.Autoreset)
		v.seats.tells = s.Omniscient
	} else {
		for i := range v.owns {
			v.owns[i] = env.Player(own(seating.of[0]))
		}
	}
	s.vectors[q.Vector] = v
	return &vectorMade{head{Type: "vector"}, q.Vector, q.Tables, l.bytes, l.arrays}, nil
}

// layout places arrays in shared memory.
type layout struct {
	arrays map[string]array
	bytes  int
}

func newLayout() *layout { return &layout{arrays: map[string]array{}} }

// alignment of arrays, in bytes: a cache line.
const alignment = 64

func (l *layout) add(name, kind string, shape ...int) {
	l.arrays[name] = array{Type: kind, Shape: shape, Offset: l.bytes}
	n := 1
	for _, d := range shape {
		n *= d
	}
	switch kind {
	case "float32", "int32":
		n *= 4
	case "int64", "float64":
		n *= 8
	}
	l.bytes += (n + alignment - 1) / alignment * alignment
}

func (s *server) layout(q *vectorRequest) *layout {
	tables := q.Tables
	d, n, seats := s.spec.ObservationSize(), s.spec.NumActions(), s.spec.Players
	l := newLayout()
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
	l.add("own", "int8", tables)
	l.add("episode", "int64", tables)
	l.add("decisions", "int32", tables)
	if q.Final {
		l.add("final_observation", "float32", tables, seats, d)
	}
	if q.Joint {
		l.add("joint_observation", "float32", tables, seats, d)
	}
	return l
}

// bind lets the buffers lie in shared memory.
func (v *vector) bind(l *layout) {
	m := v.memory
	v.given = shared[env.Action](m, l, "actions")
	v.count = shared[int32](m, l, "legal_count")
	v.legal = shared[env.Action](m, l, "legal")
	v.lengths = shared[int32](m, l, "length")
	v.owns = shared[env.Player](m, l, "own")
	v.numbers = shared[int64](m, l, "episode")
	v.taken = shared[int32](m, l, "decisions")
	v.buf = gym.Buffers{
		Observation: shared[float32](m, l, "observation"), Mask: shared[bool](m, l, "mask"), Current: shared[env.Player](m, l, "current"),
		Rewards: shared[float32](m, l, "rewards"), Terminated: shared[bool](m, l, "terminated"), Truncated: shared[bool](m, l, "truncated"),
	}
	if _, ok := l.arrays["final_observation"]; ok {
		v.buf.FinalObservation = shared[float32](m, l, "final_observation")
	}
	if _, ok := l.arrays["joint_observation"]; ok {
		v.buf.JointObservation = shared[float32](m, l, "joint_observation")
	}
}

// shared returns an array of the shared memory. What the program writes there can be no
// worse than a wrong number: the server reads nothing but what it is given, copies and checks it.
func shared[T env.Action | env.Player | int32 | int64 | float32 | float64 | bool](m Memory, l *layout, name string) []T {
	a := l.arrays[name]
	n := 1
	for _, d := range a.Shape {
		n *= d
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m.Bytes[a.Offset])), n)
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
	Seed  *uint64  `json:"seed"`
	Seeds []uint64 `json:"seeds"` // one a table of only, or of all
	Only  []int    `json:"only"`  // tables; nil: all of them
}

// starts returns the tables of a request and the episodes that they are to start.
func (v *vector) starts(q *vectorResetRequest) (tables []int, episodes []gym.Episode, err error) {
	tables = q.Only
	if tables == nil {
		for t := range v.given {
			tables = append(tables, t)
		}
	}
	var faults env.Faults
	seen := make([]bool, len(v.given))
	for i, t := range tables {
		switch {
		case t < 0 || t >= len(seen):
			faults.Add(fmt.Sprintf("only[%d]", i), t, "a table from 0 to %d", len(seen)-1)
		case seen[t]:
			faults.Add(fmt.Sprintf("only[%d]", i), t, "each table once")
		default:
			seen[t] = true
		}
	}
	switch {
	case !v.started && q.Only != nil:
		faults.Add("only", q.Only, "all tables at the first vector_reset, and after one that failed")
	case q.Seed != nil && q.Seeds != nil:
		faults.Add("seed and seeds", "both", "one of them")
	case q.Seeds != nil && len(q.Seeds) != len(tables):
		faults.Add("seeds", fmt.Sprintf("%d of them", len(q.Seeds)), "%d, one a table", len(tables))
	case !v.started && q.Seed == nil && q.Seeds == nil:
		return nil, nil, errNoSeed
	}
	if err := faults.Err(); err != nil {
		return nil, nil, err
	}
	for i, t := range tables {
		switch {
		case q.Seed != nil:
			episodes = append(episodes, gym.Episode{Seed: *q.Seed, Table: uint64(t)})
		case q.Seeds != nil: // as a single table does
			episodes = append(episodes, gym.Episode{Seed: q.Seeds[i]})
		default:
			e := v.v.Key(t)
			e.Number++
			episodes = append(episodes, e)
		}
	}
	return tables, episodes, nil
}

// vectorReset starts episodes: of a seed, of a seed for each table, or those that follow.
func (s *server) vectorReset(q *vectorResetRequest) (answer, error) {
	v, err := s.vector(q.Vector)
	if err != nil {
		return nil, err
	}
	tables, episodes, err := v.starts(q)
	if err != nil {
		return nil, err
	}
	if q.Only == nil && q.Seed != nil {
		v.v.Reset(*q.Seed, &v.buf) // by all workers
	} else {
		for i, t := range tables {
			v.v.StartTable(t, episodes[i], &v.buf)
		}
	}
	v.started = true
	if v.seats != nil {
		if err := v.seats.open(s.ctx, tables); err != nil {
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
	if v.seats == nil {
		err = v.v.Step(v.actions, &v.buf)
	} else {
		err = v.seats.step(s.ctx, v.actions)
	}
	if err != nil {
		return nil, err
	}
	v.publish()
	return &done{head{Type: "done"}}, nil
}

// publish writes the arrays that a gym.Vector does not.
func (v *vector) publish() {
	n := v.v.Game().Spec().NumActions()
	for i := range v.given {
		v.count[i] = int32(copy(v.legal[i*n:(i+1)*n], v.v.Legal(i)))
		v.numbers[i], v.taken[i] = int64(v.v.Episode(i)), int32(v.v.Decisions(i))
		if v.seats == nil {
			v.lengths[i] = int32(v.v.Length(i))
		} else {
			v.seats.hide(i, v.buf.JointObservation)
		}
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
