package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/internal/input"
	"ringer/play/puzzles"
	"ringer/play/replay"
)

// Puzzle is a table with a task, as the welcome lists it.
type Puzzle struct {
	ID    string     `json:"id"`
	Game  string     `json:"game"`
	Title string     `json:"title"`
	Words string     `json:"words,omitempty"` // the task
	Seat  env.Player `json:"seat"`            // whose it is

	// Of the host alone.
	Whole *puzzles.Puzzle `json:"-"`
}

// ShippedPuzzles returns the puzzles that ship for some games, by their game strings.
func ShippedPuzzles(games []string) []Puzzle { return PuzzlesOf(puzzles.Shipped(), games) }

// PuzzlesOf returns the puzzles that belong to games, by their game strings.
func PuzzlesOf(all []puzzles.Puzzle, games []string) []Puzzle {
	var list []Puzzle
	for i := range all {
		if p := &all[i]; slices.Contains(games, p.Game) {
			list = append(list, Puzzle{ID: p.ID, Game: p.Game, Title: p.Title, Words: p.Words, Seat: p.Seat, Whole: p})
		}
	}
	return list
}

// States of a task.
const (
	taskOpen   = "open"
	taskSolved = "solved"
	taskFailed = "failed"
)

// task is a puzzle as the person sees it who is to solve it.
type task struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Words   string `json:"words,omitempty"`
	State   string `json:"state"`             // "open", then "solved" or "failed" by the first decision
	Verdict string `json:"verdict,omitempty"` // of that decision, in sentences
}

// puzzle returns the puzzle of an id, nil when there is none here.
func (h *Host) puzzle(id string) *puzzles.Puzzle {
	for i := range h.Puzzles {
		if h.Puzzles[i].ID == id {
			return h.Puzzles[i].Whole
		}
	}
	return nil
}

// taskOf returns the task of a seat, nil where it has none.
func (t *table) taskOf(seat env.Player) *task {
	p := t.host.puzzle(t.head.Puzzle)
	if p == nil || p.Seat != seat {
		return nil
	}
	k := &task{ID: p.ID, Title: p.Title, Words: p.Words, State: taskOpen}
	steps := t.play.Record().Steps
	if len(steps) <= len(p.Steps) {
		return k
	}
	first := steps[len(p.Steps)]
	if k.State = taskFailed; p.Solves(first.Action) {
		k.State = taskSolved
	}
	k.Verdict = p.Verdict(first.Action, first.Name, t.saying(p))
	return k
}

// saying returns what the seat of a puzzle calls the actions at its task.
func (t *table) saying(p *puzzles.Puzzle) func(name string) string {
	s := t.play.Game().NewInitialState()
	for _, a := range p.Steps {
		if s.Apply(a) != nil {
			return func(name string) string { return name }
		}
	}
	return t.hall.builder.Scene(s, p.Seat).Ask.Labels(t.reading(p.Seat))
}

// solutionTold answers solution.
type solutionTold struct {
	head
	Table string     `json:"table"`
	Text  string     `json:"text"` // in sentences
	Is    env.Action `json:"action"`
	Name  string     `json:"name"` // of the action
}

// solution tells the solution of a puzzle to whom it is set.
func (c *Client) solution(id json.RawMessage, q *tableRequest) error {
	t, seat, err := c.seated(q.at)
	if err != nil {
		return err
	}
	defer t.letGo()
	p := t.host.puzzle(t.head.Puzzle)
	if p == nil || p.Seat != seat {
		return errors.New("there is no task of this seat here")
	}
	c.answer(id, &solutionTold{Table: t.id, Text: p.Told(t.saying(p)), Is: p.Solution.Action, Name: p.Solution.Name})
	return nil
}

// pose fills a request for a new table from the puzzle that it names, and returns the hall
// and the steps that lead to the task.
func (h *Host) pose(q *newRequest) (*hall, []replay.Step, error) {
	p := h.puzzle(q.Puzzle)
	switch {
	case p == nil:
		return nil, nil, fmt.Errorf("puzzle: %q: there is none of this name", input.Shown(q.Puzzle))
	case q.Position != "" || q.Game != "" && q.Game != p.Game:
		return nil, nil, errors.New("puzzle: it has a game and a position of its own: leave them out")
	}
	q.Game, q.Position, q.Practice = p.Game, p.Position, true
	r, err := h.hallWith(p.Game, p.Rules, p.SpecHash)
	if err != nil {
		return nil, nil, fmt.Errorf("puzzle: %w", err)
	}
	steps := make([]replay.Step, len(p.Steps))
	for n, a := range p.Steps {
		steps[n] = replay.Step{Step: n + 1, Action: a}
	}
	return r, steps, nil
}
