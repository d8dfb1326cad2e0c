package tables

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/configs"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play"
	"ringer/play/opponents"
	"ringer/play/puzzles"
	"ringer/play/scene/scenes"
	"ringer/play/session"
)

// ReadPuzzles reads a file of puzzles that ringer puzzles wrote, and plays each up to its task.
func ReadPuzzles(file string) ([]puzzles.Puzzle, error) {
	data, err := disk.ReadText(file, configs.MaxSize)
	if err != nil {
		return nil, input.Bad(err)
	}
	list, err := puzzles.Read(file, data)
	if err != nil {
		return nil, input.Bad(err)
	}
	var faults []error
	for i := range list {
		p := &list[i]
		g, err := open.Restore(file+": "+p.ID, p.Game, p.Rules)
		if err == nil {
			_, err = p.State(g)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
		}
	}
	return list, input.Bad(errors.Join(faults...))
}

// Puzzle returns the puzzle of an id that ships, or the puzzle of a file; FILE.json#ID
// names one of several in a file.
func Puzzle(name string) (*puzzles.Puzzle, error) {
	file, id, one := strings.Cut(name, "#")
	list := puzzles.Shipped()
	if filepath.Ext(file) == ".json" {
		var err error
		if list, err = ReadPuzzles(file); err != nil {
			return nil, err
		}
		if !one {
			id = list[0].ID
		}
	} else {
		id = name
	}
	if i := slices.IndexFunc(list, func(p puzzles.Puzzle) bool { return p.ID == id }); i >= 0 {
		return &list[i], nil
	}
	known := make([]string, len(list))
	for i, p := range list {
		known[i] = p.ID
	}
	return nil, input.Badf("--puzzle %s: want a file of ringer puzzles --out, such as mine.json, or one of: %s", name, strings.Join(known, ", "))
}

// OfPuzzle returns the table of a puzzle up to its task, with an agent in the other seats, and the
// name of the agent; an empty one asks for the strongest that ships for the game.
func OfPuzzle(o *open.Opener, p *puzzles.Puzzle, agent string, seed uint64) (*play.Table, string, error) {
	g, err := open.Restore("--puzzle "+p.ID, p.Game, p.Rules)
	if err != nil {
		return nil, "", err
	}
	at, err := p.Begin(g)
	if err != nil {
		return nil, "", input.Bad(err)
	}
	record, err := p.Record(g)
	if err != nil {
		return nil, "", input.Bad(err)
	}
	seats, agent, err := seatsOf(o, at, p.Seat, agent)
	if err != nil {
		return nil, "", err
	}
	record.Seed = seed
	table, err := play.ResumeTable(at, seats, record)
	return table, agent, err
}

// AddPuzzles adds the puzzles of files to those that a host of tables offers, and their games
// to its games.
func AddPuzzles(config *session.Config, files []string) error {
	list := puzzles.Shipped()
	for _, file := range files {
		own, err := ReadPuzzles(file)
		if err != nil {
			return err
		}
		for _, p := range own {
			if slices.ContainsFunc(list, func(o puzzles.Puzzle) bool { return o.ID == p.ID }) {
				return input.Badf("%s: %s: a puzzle of this id is there already; ringer puzzles --name gives another", file, p.ID)
			}
			if !slices.Contains(config.Games, p.Game) {
				config.Games = append(config.Games, p.Game)
			}
			list = append(list, p)
		}
	}
	config.Puzzles = session.PuzzlesOf(list, config.Games)
	return nil
}

// Find says which puzzles are wanted of a game.
type Find struct {
	puzzles.Config        // without an agent: the adviser of the game finds them
	Pose           bool   // take the first decision of Position, and play no games
	Title, Words   string // of the puzzles; empty: those that they have of themselves
}

// Puzzles finds the puzzles. What it has found until an error comes with the error.
func (f *Find) Puzzles(ctx context.Context, o *open.Opener) (list []puzzles.Puzzle, err error) {
	a := &f.Advice
	a.Name, a.Scenes = opponents.Adviser(a.Game), scenes.Of(a.Game)
	if a.Agent, err = o.Agent(a.Game, a.Name); err != nil {
		return nil, err
	}
	if !f.Pose {
		list, err = puzzles.Find(ctx, f.Config)
	} else if p, fault := puzzles.Pose(ctx, f.Config); fault == nil {
		list = []puzzles.Puzzle{*p}
	} else {
		return nil, fault
	}
	for i := range list {
		list[i].Title, list[i].Words = cmp.Or(f.Title, list[i].Title), cmp.Or(f.Words, list[i].Words)
	}
	return list, err
}

// WritePuzzles writes puzzles to a file, which ReadPuzzles reads.
func WritePuzzles(path string, list []puzzles.Puzzle) error {
	data, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return input.Bad(err)
	}
	return input.Bad(os.WriteFile(path, append(data, '\n'), 0o644))
}
