package puzzles

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"ringer/env"
	"ringer/play/advice"
	"ringer/play/replay"
)

// Puzzle is a table at which a seat is to find the best action.
type Puzzle struct {
	ID       string       `json:"id"`
	Game     string       `json:"game"` // game string
	SpecHash string       `json:"spec_hash"`
	Title    string       `json:"title"`
	Words    string       `json:"words"` // the task
	Seat     env.Player   `json:"seat"`
	Steps    []env.Action `json:"steps"` // from the first deal, chance included

	Solution Solution `json:"solution"`
}

// Solution is the best action, and how much it matters.
type Solution struct {
	Action env.Action    `json:"action"`
	Name   string        `json:"name"`
	Value  advice.Chance `json:"value"`  // after the best action
	Second string        `json:"second"` // name of the next best
	Gap    advice.Chance `json:"gap"`    // between the two, over the same worlds
	Source string        `json:"source"` // "bot(heat-4p), 256 worlds"
	Why    string        `json:"why,omitempty"`
}

//go:embed shipped
var shipped embed.FS

// Shipped returns the puzzles that are inside the binary, by their ids in alphabetical
// order.
func Shipped() []Puzzle {
	files, err := fs.Glob(shipped, "shipped/*.json")
	if err != nil {
		panic("puzzles: " + err.Error()) // the pattern is ours
	}
	var out []Puzzle
	for _, file := range files {
		data, err := fs.ReadFile(shipped, file)
		var list []Puzzle
		if err == nil {
			err = json.Unmarshal(data, &list)
		}
		if err != nil {
			panic("puzzles: " + file + ": " + err.Error()) // a test reads them all
		}
		out = append(out, list...)
	}
	return out
}

// Record returns the game of a puzzle up to its task. The names of the seats are empty. The
// error says why it does not fit the game.
func (p *Puzzle) Record(g env.Game) (*replay.Replay, error) {
	_, record, err := p.play(g)
	return record, err
}

// State returns the table of a puzzle.
func (p *Puzzle) State(g env.Game) (env.State, error) {
	s, _, err := p.play(g)
	return s, err
}

func (p *Puzzle) play(g env.Game) (env.State, *replay.Replay, error) {
	if hash := g.Spec().Hash; hash != p.SpecHash {
		return nil, nil, fmt.Errorf("puzzle %s: spec hash %s, want %s of %s", p.ID, p.SpecHash, hash, g.Spec())
	}
	record := replay.New(g, 0, make([]string, g.Spec().Players))
	s := g.NewInitialState()
	for i, a := range p.Steps {
		if !slices.Contains(s.LegalActions(nil), a) {
			return nil, nil, fmt.Errorf("puzzle %s: steps[%d]: action %d is not legal", p.ID, i, a)
		}
		record.Add(s, a)
		if err := s.Apply(a); err != nil {
			return nil, nil, fmt.Errorf("puzzle %s: steps[%d]: %w", p.ID, i, err)
		}
	}
	if s.CurrentPlayer() != p.Seat {
		return nil, nil, fmt.Errorf("puzzle %s: %s is to act, want %s", p.ID, s.CurrentPlayer(), p.Seat)
	}
	return s, record, nil
}
