package corpus

import (
	"slices"

	"ringer/env"
)

// Questions tells decisions apart by what the seat is asked: by the columns of the field
// that states kinds where the game has one (env.Column.Kind), else by the blocks of the
// legal actions. It belongs to one goroutine.
type Questions struct {
	Names []string // in the order of the spec; what the game can ask
	Kinds []string // the kind of each

	spec     *env.Spec
	at       int   // of the field, in an observation
	columns  []int // index into Names by column; -1
	blockOf  []int // by action
	observed []float32
}

// NewQuestions returns the questions of a game.
func NewQuestions(spec *env.Spec) *Questions {
	q := &Questions{spec: spec}
	at := 0
	for _, f := range spec.Observation {
		if slices.ContainsFunc(f.Columns, func(c env.Column) bool { return c.Kind != "" }) {
			q.at = at
			for _, c := range f.Columns {
				q.columns = append(q.columns, len(q.Names))
				if c.Kind == "" {
					q.columns[len(q.columns)-1] = -1
					continue
				}
				q.Names, q.Kinds = append(q.Names, c.Name), append(q.Kinds, c.Kind)
			}
			q.observed = make([]float32, spec.ObservationSize())
			break
		}
		at += f.Size()
	}
	for i, b := range spec.Actions {
		for range b.Size() {
			q.blockOf = append(q.blockOf, i)
		}
	}
	if q.columns == nil {
		for _, k := range spec.Kinds() {
			q.Names, q.Kinds = append(q.Names, k), append(q.Kinds, k)
		}
	}
	return q
}

// Asked returns the index of the question that a decision answers.
func (q *Questions) Asked(s env.State, seat int, legal []env.Action) int {
	if q.columns != nil {
		s.Observe(env.Player(seat), q.observed)
	}
	return q.Of(q.observed, legal)
}

// Of is Asked for what the seat observes. It may be called by several goroutines.
func (q *Questions) Of(observation []float32, legal []env.Action) int {
	if q.columns == nil {
		return int(q.spec.Kind(observation, legal))
	}
	for i, n := range q.columns {
		if n >= 0 && observation[q.at+i] != 0 {
			return n
		}
	}
	return len(q.Names) - 1
}

// Block returns the index of the block of an action, in the order of the spec.
func (q *Questions) Block(a env.Action) int { return q.blockOf[a] }
