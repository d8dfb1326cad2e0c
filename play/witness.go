package play

import (
	"encoding/binary"
	"math"
	"strings"

	"ringer/env"
)

// Note holds all that a seat may be told about one action.
type Note struct {
	Step   int        // of the action, from 1
	Player env.Player // the actor: a seat, or env.Chance
	Known  bool       // whether the seat may know which action it was
	Name   string     // the action's name, when it is known
	Late   bool       // the action was hidden when it was taken, and is revealed now
}

// Witness follows an episode from one seat and derives what that seat may be told
// about every action.
//
// Games do not declare which of their actions are public, so the witness derives it.
// An action is known to a seat when, in every world that the seat holds possible, only
// an action of that name leads to what the seat now sees: its observation, its text,
// its information state and its legal actions. The worlds are the true one and a
// sample of resampled ones (env.Resampler). In doubt an action stays hidden: one other
// legal action that looks the same in the true world is enough.
//
// A hidden action is told later, once no other legal action in its place, followed by
// the same actions as since, would lead to what the seat now sees. Where the same
// actions could not follow any other action, it stays hidden.
type Witness struct {
	seat   env.Player
	seed   uint64
	size   int // of the observation
	hidden []hidden
}

// hidden is an action of another seat that has not been revealed.
type hidden struct {
	step   int
	actor  env.Player
	before env.State
	action env.Action
	later  []env.Action
}

const (
	// worlds is the number of worlds, beside the true one, in which an action is
	// tried.
	worlds = 12
	// longestMemory is the number of actions after which a hidden one is dropped:
	// by then the table itself shows what matters.
	longestMemory = 200
)

// NewWitness returns a witness for one seat. seed is that of its own sampling.
func NewWitness(game env.Game, seat env.Player, seed uint64) *Witness {
	return &Witness{seat: seat, seed: seed, size: game.Spec().ObservationSize()}
}

// See returns what the seat may be told after one action: about this action, and then
// about earlier ones that it revealed. Call it for every action of the episode, in
// order.
func (w *Witness) See(e Event) []Note {
	now := w.sees(e.After)
	actor, a := e.Step.Player, e.Step.Action
	note := Note{Step: e.Step.Step, Player: actor}
	if actor == w.seat || w.knows(e.Before, actor, a, now, uint64(e.Step.Step)) {
		note.Known, note.Name = true, e.Before.ActionString(a)
	}
	notes := []Note{note}
	left := w.hidden[:0]
	for _, h := range w.hidden {
		h.later = append(h.later, a)
		switch {
		case w.revealed(&h, now):
			notes = append(notes, Note{Step: h.step, Player: h.actor, Known: true, Name: h.before.ActionString(h.action), Late: true})
		case len(h.later) < longestMemory:
			left = append(left, h)
		}
	}
	w.hidden = left
	if !note.Known && actor >= 0 {
		w.hidden = append(w.hidden, hidden{step: e.Step.Step, actor: actor, before: e.Before, action: a})
	}
	return notes
}

// sees returns all that the seat sees in a state, as one string to compare.
func (w *Witness) sees(s env.State) string {
	observation := make([]float32, w.size)
	s.Observe(w.seat, observation)
	bits := make([]byte, 0, 4*w.size)
	for _, x := range observation {
		bits = binary.LittleEndian.AppendUint32(bits, math.Float32bits(x))
	}
	var b strings.Builder
	b.Write(bits)
	if t, ok := s.(env.Texter); ok {
		b.WriteString(t.Text(w.seat))
	}
	if i, ok := s.(env.InfoStater); ok {
		b.WriteByte(0)
		b.WriteString(i.InformationState(w.seat))
	}
	if s.CurrentPlayer() == w.seat {
		for _, a := range s.LegalActions(nil) {
			b.WriteByte(0)
			b.WriteString(s.ActionString(a))
		}
	}
	return b.String()
}

// knows reports whether seeing now can only come from an action with the name of
// a, taken by actor in before.
func (w *Witness) knows(before env.State, actor env.Player, a env.Action, now string, step uint64) bool {
	name := before.ActionString(a)
	if w.another(before, actor, name, nil, now) {
		return false
	}
	for world := range w.worlds(before, step) {
		if w.another(world, actor, name, nil, now) {
			return false
		}
	}
	return true
}

// revealed reports whether the seat can tell a hidden action now.
func (w *Witness) revealed(h *hidden, now string) bool {
	name := h.before.ActionString(h.action)
	others := 0
	for _, b := range h.before.LegalActions(nil) {
		if b == h.action {
			continue
		}
		others++
		end, ok := follow(h.before, b, h.later)
		if !ok || w.sees(end) == now {
			return false
		}
	}
	if others == 0 {
		return false // forced, and yet not known when it was taken
	}
	for world := range w.worlds(h.before, uint64(h.step)) {
		if w.another(world, h.actor, name, h.later, now) {
			return false
		}
	}
	return true
}

// another reports whether an action of another name in s, followed by the later
// ones, leaves the seat seeing the same.
func (w *Witness) another(s env.State, actor env.Player, name string, later []env.Action, now string) bool {
	if s.CurrentPlayer() != actor {
		return false
	}
	for _, b := range s.LegalActions(nil) {
		if s.ActionString(b) == name {
			continue
		}
		if end, ok := follow(s, b, later); ok && w.sees(end) == now {
			return true
		}
	}
	return false
}

// worlds yields worlds that the seat cannot tell from s, the same ones for the
// same step.
func (w *Witness) worlds(s env.State, step uint64) func(yield func(env.State) bool) {
	return func(yield func(env.State) bool) {
		r, ok := s.(env.Resampler)
		if !ok {
			return
		}
		rng := env.Stream(w.seed, env.PurposePlayWitness, step)
		for range worlds {
			if !yield(r.ResampleFromInfoState(w.seat, rng)) {
				return
			}
		}
	}
}

// follow returns a copy of s after a and the later actions; not ok when one of them
// is not legal there.
func follow(s env.State, a env.Action, later []env.Action) (env.State, bool) {
	c := s.Clone()
	if c.Apply(a) != nil {
		return nil, false
	}
	for _, b := range later {
		if c.Apply(b) != nil {
			return nil, false
		}
	}
	return c, true
}
