package puzzles

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/env"
	"ringer/internal/input"
	"ringer/play/advice"
	"ringer/play/odds"
	"ringer/play/replay"
)

// Puzzle is a table at which a seat is to find the best action.
type Puzzle struct {
	ID   string `json:"id"`
	Game string `json:"game"` // game string
	// Rules of a game that is not inside the binary (env.Spec.Configuration).
	Rules    json.RawMessage `json:"rules,omitempty"`
	SpecHash string          `json:"spec_hash"`
	Title    string          `json:"title"`
	Words    string          `json:"words"` // the task
	Seat     env.Player      `json:"seat"`
	Position string          `json:"position,omitempty"` // text of the position file at which the game begins; empty: the first deal
	Steps    []env.Action    `json:"steps"`              // from there, chance included

	Solution Solution `json:"solution"`
}

// Solution is the best action, and how much it matters.
type Solution struct {
	Action env.Action    `json:"action"`
	Name   string        `json:"name"`
	Unit   string        `json:"unit,omitempty"` // of the figures: advice.UnitWin where it is empty
	Value  advice.Chance `json:"value"`          // after the best action
	Also   []Alike       `json:"also,omitempty"` // actions that are as good
	Second string        `json:"second"`         // name of the next best
	Gap    advice.Chance `json:"gap"`            // between the two, over the same worlds
	Source string        `json:"source"`         // "bot(heat-4p), 256 worlds"
	Why    string        `json:"why,omitempty"`
}

// Alike is an action that is as good as the best.
type Alike struct {
	Action env.Action `json:"action"`
	Name   string     `json:"name"`
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

// Read reads a file of puzzles, as ringer puzzles writes it; file is its name in messages.
func Read(file string, data []byte) ([]Puzzle, error) {
	var list []Puzzle
	if err := input.FullJSON(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var faults env.Faults
	ids := map[string]bool{}
	for i := range list {
		p := &list[i]
		at := fmt.Sprintf("%s: [%d]", file, i)
		for _, f := range []struct{ key, value string }{{"id", p.ID}, {"game", p.Game}, {"spec_hash", p.SpecHash}, {"title", p.Title}, {"solution.name", p.Solution.Name}} {
			if strings.TrimSpace(f.value) == "" {
				faults.Add(at+"."+f.key, `""`, "a text")
			}
		}
		if ids[p.ID] {
			faults.Add(at+".id", p.ID, "an id of its own")
		}
		ids[p.ID] = true
	}
	if len(list) == 0 {
		faults.Add(file, "no puzzle", "one or more, as ringer puzzles --out writes them")
	}
	return list, faults.Err()
}

// At returns a game that begins at the position of a text, or with its odds; file is its
// name in messages.
func At(g env.Game, file, text string) (env.Game, error) {
	if text, ok := odds.Of(text); ok {
		return odds.At(g, text)
	}
	p, ok := g.(env.Positioner)
	if !ok {
		return nil, fmt.Errorf("%s has no position files", g.Spec().Name)
	}
	position := p.NewPosition()
	if err := configs.ReadInto(position, configs.Text(file, []byte(text))); err != nil {
		return nil, err
	}
	return p.FromPosition(position)
}

// Begin returns the game of a puzzle as it begins: at its position, where it has one.
func (p *Puzzle) Begin(g env.Game) (env.Game, error) {
	if p.Position == "" {
		return g, nil
	}
	return At(g, p.ID, p.Position)
}

// Solves reports whether an action at the task is the solution, or as good.
func (p *Puzzle) Solves(a env.Action) bool {
	return a == p.Solution.Action || slices.ContainsFunc(p.Solution.Also, func(o Alike) bool { return o.Action == a })
}

// Verdict says in sentences how well an action at the task does. say returns what people call
// an action by its name in records.
func (p *Puzzle) Verdict(a env.Action, name string, say func(name string) string) string {
	s := &p.Solution
	if p.Solves(a) {
		return fmt.Sprintf("Solved: %s. It is worth %s; %s, the next best, costs %s.", say(name), s.worth(), say(s.Second), s.Gap.Cost(s.Unit))
	}
	return fmt.Sprintf("Not the best: %s. Another choice is better than any other by %s.", say(name), s.Gap.Cost(s.Unit))
}

// Told returns the solution in sentences; say is as in Verdict.
func (p *Puzzle) Told(say func(name string) string) string {
	s := &p.Solution
	text := fmt.Sprintf("The solution: %s. It is worth %s; %s, the next best, costs %s. By %s.", say(s.Name), s.worth(), say(s.Second), s.Gap.Cost(s.Unit), s.Source)
	for _, o := range s.Also {
		text += fmt.Sprintf(" As good: %s.", say(o.Name))
	}
	if s.Why != "" {
		text += " " + s.Why + "."
	}
	return text
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
	g, err := p.Begin(g)
	if err != nil {
		return nil, nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	record := replay.New(g, 0, make([]string, g.Spec().Players))
	record.Position = p.Position
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

// worth writes the value of the best action: a part of the win, or a return.
func (s *Solution) worth() string {
	if s.Unit == advice.UnitWin {
		return s.Value.Words(s.Unit) + " of the win"
	}
	return s.Value.Words(s.Unit)
}
